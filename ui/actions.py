"""Every action of the window, in one table: menus, toolbar and shortcut sheet are made from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

Standard = QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class Row:
    """One action. `method` is the window's method that it calls."""

    menu: str
    text: str  # with its mnemonic
    method: str
    keys: str = ""
    tip: str = ""
    check: str = ""  # group of which one is checked, or "alone" for a switch


SEPARATOR = Row("", "", "")
TABLE: tuple[Row, ...] = (
    Row("&File", "&New", "new_plan", "Ctrl+N", "Begin an empty plan"),
    Row("&File", "New from a &design…", "new_from_design", "Ctrl+Shift+N", "Begin with a published design"),
    Row("&File", "&Open…", "open_file", "Ctrl+O", "Open a project file"),
    Row("&File", "Open &recent", "", "", ""),
    Row("&File", "&Save", "save_file", "Ctrl+S", "Save the project"),
    Row("&File", "Save &as…", "save_file_as", "Ctrl+Shift+S", "Save under another name"),
    Row("&File", "&Export…", "export", "Ctrl+E", "Draw this view to a PDF, SVG or PNG file"),
    Row("&File", "&Print…", "print", "Ctrl+P", "Preview and print this view"),
    Row("&File", "&Quit", "close", "Ctrl+Q", "Close the program"),
    Row("&Edit", "&Undo", "undo", "Ctrl+Z", ""),
    Row("&Edit", "&Redo", "redo", "Ctrl+Shift+Z", ""),
    Row("&Edit", "Cu&t", "cut", "Ctrl+X", "Copy what is selected, then remove it"),
    Row("&Edit", "&Copy", "copy", "Ctrl+C", "Copy what is selected, with the cables inside"),
    Row("&Edit", "&Paste", "paste", "Ctrl+V", "Paste beside, or into the selected rack"),
    Row("&Edit", "&Duplicate", "duplicate", "Ctrl+D", "Copy and paste in one"),
    Row("&Edit", "Re&move", "remove", "Del", "Remove what is selected, with its cables"),
    Row("&Edit", "Re&name…", "rename", "F2", "Give what is selected another name"),
    Row("&Edit", "Select &all", "select_all", "Ctrl+A", ""),
    Row("&Edit", "&Find…", "find_thing", "Ctrl+F", "Find a rack, device or cable by name"),
    Row("&View", "&Racks", "show_racks", "Ctrl+1", "Racks from the front, true to scale", "layout"),
    Row("&View", "&Fabric", "show_fabric", "Ctrl+2", "The network by tiers", "layout"),
    Row("&View", "Fit to &window", "fit", "F", "Show everything"),
    Row("&View", "Zoom &in", "zoom_in", "Ctrl++", ""),
    Row("&View", "Zoom &out", "zoom_out", "Ctrl+-", ""),
    Row("&View", "&Selection", "show_selection", "Ctrl+L", "Bring what is selected into view"),
    Row("&View", "Cables of this &plane only", "only_this_plane", "Ctrl+3", "Those of the plane in the strip", "alone"),
    Row("&View", "Follow the s&ystem's colours", "theme_system", "", "", "theme"),
    Row("&View", "Li&ght", "theme_light", "", "", "theme"),
    Row("&View", "&Dark", "theme_dark", "", "", "theme"),
    Row("&Tools", "&Select and move", "tool_select", "S", "Select, drag, and cable from ports", "tool"),
    Row("&Tools", "&Cable", "tool_connect", "C", "Drag from one device to another to cable them", "tool"),
    Row("&Tools", "&Pan", "tool_pan", "H", "Drag the drawing", "tool"),
    Row("&Plan", "&Workload…", "edit_workload", "Ctrl+Shift+W", "What the cluster is for"),
    Row("&Plan", "P&lanes…", "edit_planes", "Ctrl+Shift+L", "How each plane is built and kept apart"),
    Row("&Plan", "&Phases…", "edit_phases", "Ctrl+Shift+P", "Node counts and dates, up to the end state"),
    Row("&Plan", "&Site…", "edit_site", "", "Tray height, slack, fibre, order of media"),
    Row("&Plan", "P&arts…", "edit_parts", "", "Lead times of what is ordered"),
    Row("&Plan", "&Title block…", "edit_project", "", "Name, author, revision and date on paper"),
    Row("&Help", "&Guide", "show_guide", "F1", "How to use Trunkline"),
    Row("&Help", "&Shortcuts", "show_shortcuts", "Ctrl+?", "Every action and its keys"),
    Row("&Help", "&About", "show_about", "", ""),
)
TOOLBAR = ("undo", "redo", "", "show_racks", "show_fabric", "", "tool_select", "tool_connect", "tool_pan", "", "fit")


def build(do: Callable[[str], object], bar: QMenuBar) -> dict[str, QAction]:
    """Fill the menu bar; returns the actions by their method. Each calls `do` with its method's name; the window
    fills the menu "Open recent"."""
    menus: dict[str, QMenu] = {}
    groups: dict[str, QActionGroup] = {}
    found: dict[str, QAction] = {}
    for row in TABLE:
        menu = menus.get(row.menu) or menus.setdefault(row.menu, bar.addMenu(row.menu))
        if not row.method:
            found["recent"] = menu.addMenu(row.text).menuAction()
            continue
        action = QAction(row.text, bar)
        action.setShortcut(QKeySequence(row.keys))
        action.setStatusTip(row.tip)
        action.setToolTip(f"{plain(row.text)}{f' ({row.keys})' if row.keys else ''}")
        action.triggered.connect(partial(_called, do, row.method))
        if row.check:
            action.setCheckable(True)
            if row.check != "alone":
                groups.setdefault(row.check, QActionGroup(bar)).addAction(action)
        menu.addAction(action)
        found[row.method] = action
    return found


def _called(do: Callable[[str], object], method: str, checked: bool = False) -> None:
    """A triggered action says whether it is checked, which nobody asks."""
    do(method)


def plain(text: str) -> str:
    """Without its mnemonic."""
    return text.replace("&", "")
