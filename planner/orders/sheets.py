"""A table as the bytes of a CSV or XLSX file. Names are data: none of them can become a formula or a link."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any

from planner.orders.table import UNKNOWN, Cell, Table, rounded

FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # what a spreadsheet may take for the beginning of one
MOST_ROWS, LONGEST_TEXT = 1_048_576, 32_767  # of an XLSX sheet, heading and notes with it; of one cell
WIDEST = 60  # characters of a column
CREATED = datetime(2000, 1, 1)  # in every file, so that the same plan gives the same bytes


class SheetRefused(ValueError):
    """The table doesn't fit such a file; the text is a sentence for the user."""


def csv_bytes(table: Table) -> bytes:
    """UTF-8 with the mark by which Excel knows it. The notes are no rows, so they are left out."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([column.heading for column in table.columns])
    writer.writerows([safe(cell) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


def safe(cell: Cell) -> Cell:
    """Text that a spreadsheet could run begins with an apostrophe; numbers stay numbers."""
    value = UNKNOWN if cell is None else rounded(cell)
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(FORMULA) else value


def xlsx_bytes(table: Table) -> bytes:
    """One sheet: a heading that stays in sight and repeats on paper, filters, A3 across; the notes beneath."""
    import xlsxwriter  # not before it is needed

    _check(table)
    out = BytesIO()
    book = xlsxwriter.Workbook(out, {"constant_memory": True})
    book.set_properties({"title": table.title, "created": CREATED})
    sheet = book.add_worksheet()
    bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
    for n, column in enumerate(table.columns):
        sheet.set_column(n, n, _width(table, n))
        _write(sheet, 0, n, column.heading, bold)
    for r, row in enumerate(table.rows, 1):
        for n, cell in enumerate(row):
            _write(sheet, r, n, cell)
    for r, note in enumerate(table.notes, len(table.rows) + 2):
        _write(sheet, r, 0, note)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
    sheet.repeat_rows(0)
    sheet.set_landscape()
    sheet.set_paper(8)  # A3
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&P / &N")
    book.close()
    return out.getvalue()


SHEETS: dict[str, Callable[[Table], bytes]] = {"csv": csv_bytes, "xlsx": xlsx_bytes}


def _check(table: Table) -> None:
    """Refuse before a file is begun; the library would leave out in silence what it can't write."""
    if len(table.rows) + len(table.notes) + 2 > MOST_ROWS:
        raise SheetRefused(f"An XLSX sheet has {MOST_ROWS:,} rows, and this list has more: write it as CSV.")
    if any(isinstance(cell, str) and len(cell) > LONGEST_TEXT for row in (*table.rows, table.notes) for cell in row):
        raise SheetRefused(f"A cell of an XLSX sheet holds {LONGEST_TEXT:,} characters, and one has more: use CSV.")


def _write(sheet: Any, row: int, column: int, cell: Cell, style: Any = None) -> None:
    value = UNKNOWN if cell is None else rounded(cell)
    if isinstance(value, str):
        sheet.write_string(row, column, value, style)
    else:
        sheet.write_number(row, column, value, style)


def _width(table: Table, column: int) -> int:
    """Characters: as wide as the widest cell, within reason. A heading may wrap."""
    cells = max((len(str(rounded(row[column]))) for row in table.rows), default=0)
    return min(max(cells, min(len(table.columns[column].heading), 12)) + 2, WIDEST)
