"""Numbers by row: ids against row numbers, with freed rows used again and all columns growing together."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

K = TypeVar("K", bound=Hashable)


class Columns(Generic[K]):
    """`column[name][row[id]]` is the value of `id`; `used` marks the rows that hold something."""

    def __init__(self, **dtypes: Any) -> None:
        self.row: dict[K, int] = {}
        self.id: list[K | None] = []
        self._free: list[int] = []
        self.column: dict[str, NDArray[Any]] = {name: np.zeros(64, t) for name, t in dtypes.items()}
        self.used: NDArray[np.bool_] = np.zeros(64, np.bool_)

    def __len__(self) -> int:
        return len(self.row)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.column[name][: len(self.id)]

    def rows(self) -> NDArray[np.int64]:
        """Row numbers in use, rising."""
        return np.nonzero(self.used[: len(self.id)])[0]

    def put(self, id: K, **values: Any) -> int:
        """Set columns of `id`, giving it a row if it has none; returns the row."""
        at = self.row.get(id)
        if at is None:
            at = self._take(id)
        for name, value in values.items():
            self.column[name][at] = value
        return at

    def drop(self, id: K) -> None:
        at = self.row.pop(id)
        self.id[at] = None
        self.used[at] = False
        self._free.append(at)

    def _take(self, id: K) -> int:
        at = self._free.pop() if self._free else len(self.id)
        if at == len(self.id):
            self.id.append(id)
            if at == len(self.used):
                self.used = np.concatenate([self.used, np.zeros(at, np.bool_)])
                self.column = {k: np.concatenate([v, np.zeros(at, v.dtype)]) for k, v in self.column.items()}
        else:
            self.id[at] = id
        self.row[id] = at
        self.used[at] = True
        return at
