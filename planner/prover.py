"""Proofs of a bisection in a process of their own, that can be stopped: `python -m planner.prover`.

In, on standard input: a pickle of one plane's graph and the seconds it may take. Out: a pickle of the bisection, or
of the sentence why there is none. Between a program and its own child only.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

from planner.figures.bisection import Bisection
from planner.figures.fabric import Fabric
from planner.figures.fabric import fabric as fabric_of
from planner.figures.plane import bisection_figure
from planner.figures.report import BisectionFigure, Figures
from planner.network import Network

COMMAND = (sys.executable, "-m", "planner.prover")
SECONDS = 60.0


class NotProved(Exception):
    """There is no proof; the text is a sentence for the user."""


def question(fabric: Fabric, seconds: float) -> bytes:
    return pickle.dumps((fabric.weight, fabric.u, fabric.v, fabric.gbps, seconds), pickle.HIGHEST_PROTOCOL)


def answer(data: bytes) -> Bisection:
    """Raises NotProved."""
    if not data:
        raise NotProved("The proof was stopped.")
    found = pickle.loads(data)
    if isinstance(found, str):
        raise NotProved(found)
    assert isinstance(found, Bisection)
    return found


class Proving:
    """One proof under way."""

    def __init__(self, fabric: Fabric, seconds: float = SECONDS) -> None:
        self._question = question(fabric, seconds)
        self._child = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def wait(self) -> Bisection:
        """Raises NotProved, also when it was cancelled."""
        try:
            return answer(self._child.communicate(self._question)[0])
        except BaseException:
            self.cancel()
            raise

    def cancel(self) -> None:
        """From any thread."""
        self._child.kill()


def proofs(network: Network, found: Figures, seconds: float) -> Iterator[tuple[str, BisectionFigure | NotProved]]:
    """Planes whose bisection is not exact yet, each with what is known of it after at most about `seconds`."""
    for plane, each in found.planes.items():
        if each.bisection.exact:
            continue
        fabric = fabric_of(network, plane)
        try:
            yield plane, bisection_figure(network, fabric, Proving(fabric, seconds).wait())
        except NotProved as e:
            yield plane, e


def narrowed(found: Figures, plane: str, proved: BisectionFigure) -> Figures:
    """The figures with the better of both bounds of this plane's bisection."""
    before = found.planes[plane].bisection
    best = proved if proved.high_gbps <= before.high_gbps else before
    best = replace(best, low_gbps=min(max(before.low_gbps, proved.low_gbps), best.high_gbps))
    return replace(found, planes={**found.planes, plane: replace(found.planes[plane], bisection=best)})


def serve() -> None:
    from planner.figures.bisection.prove import TooLargeToProve, prove  # the solver takes a while to load

    result: Bisection | str
    try:
        result = prove(*pickle.load(sys.stdin.buffer))
    except TooLargeToProve as e:
        result = str(e)
    except Exception as e:  # the asker shows it
        result = f"The proof failed ({type(e).__name__}: {e})."
    sys.stdout.buffer.write(pickle.dumps(result, pickle.HIGHEST_PROTOCOL))


if __name__ == "__main__":
    serve()
