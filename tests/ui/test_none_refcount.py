"""PySide6 keeps its references to None: 6.12.0 below Python 3.12 loses one a void call, and Qt aborts in the end."""

import sys

import pytest
from PySide6.QtGui import QPixmap


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal")
def test_void_calls_keep_none(qapp):
    pixmap = QPixmap(1, 1)
    before = sys.getrefcount(None)
    for _ in range(1000):
        pixmap.fill()
    assert sys.getrefcount(None) > before - 500
