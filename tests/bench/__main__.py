"""Prints the benchmark table."""

from tests.bench import engine, window

HEAD = ("what", "asked", "got", "peer or limit", "ratio")


def main() -> None:
    table = [HEAD, *engine.rows(), *window.rows()]
    widths = [max(len(r[n]) for r in table) for n in range(len(HEAD))]
    for found in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(found, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
