"""The one undo command: an Edit, applied or inverted."""

from __future__ import annotations

from zlib import crc32

from PySide6.QtGui import QUndoCommand

from planner.edit import Edit
from planner.plan import Plan


class ApplyEdit(QUndoCommand):
    """Never a parent or child of another command: PySide loses such children. Several changes are one Edit."""

    def __init__(self, plan: Plan, edit: Edit) -> None:
        super().__init__(edit.label)
        self._plan, self._edit = plan, edit

    def redo(self) -> None:
        self._plan.apply(self._edit)

    def undo(self) -> None:
        self._plan.apply(self._edit.inverted())

    def id(self) -> int:
        return crc32(self._edit.merge_key.encode()) & 0x7FFFFFFF if self._edit.merge_key else -1

    def mergeWith(self, later: QUndoCommand) -> bool:
        """Take the later edit in; a step that ends where it began leaves the stack."""
        assert isinstance(later, ApplyEdit)
        if self._edit.merge_key != later._edit.merge_key:
            return False
        self._edit = self._edit.then(later._edit)
        self.setText(self._edit.label)
        self.setObsolete(not self._edit.changes)
        return True
