"""The table of actions: every one has a method, a menu entry, and keys of its own."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow

from ui.actions import TABLE, TOOLBAR, plain


def test_no_two_actions_share_keys():
    keys = [QKeySequence(r.keys).toString() for r in TABLE if r.keys]
    assert len(keys) == len(set(keys)) and all(keys)


def test_no_two_entries_of_a_menu_share_a_mnemonic():
    for menu in {r.menu for r in TABLE}:
        letters = [r.text[r.text.index("&") + 1].lower() for r in TABLE if r.menu == menu and "&" in r.text]
        assert len(letters) == len(set(letters)), menu


def test_every_action_is_in_a_menu_of_the_window(window):
    shown = [a for menu in window.menuBar().actions() for a in menu.menu().actions()]
    for row in TABLE:
        if row.method:
            assert callable(getattr(window, row.method, None) or getattr(window.editing, row.method))
            inherited = row.method != "close" and hasattr(QMainWindow, row.method)
            assert not inherited, f"{row.method} hides Qt's own"
            assert window.actions_by_name[row.method] in shown
            assert plain(row.text).rstrip("…")
    assert {name for name in TOOLBAR if name} <= window.actions_by_name.keys()
