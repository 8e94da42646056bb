"""Light and dark: one set of palettes of our own on the Fusion style, so that every system shows the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from resources import FOLDER

if TYPE_CHECKING:
    from ui.canvas.style import Style

THEMES = ("system", "light", "dark")
_LIGHT = {
    "Window": "#f4f6f8", "WindowText": "#1d2730", "Base": "#ffffff", "AlternateBase": "#eef2f5", "Text": "#1d2730",
    "Button": "#e9edf1", "ButtonText": "#1d2730", "Highlight": "#1a67d2", "HighlightedText": "#ffffff",
    "ToolTipBase": "#ffffff", "ToolTipText": "#1d2730", "PlaceholderText": "#5d6873", "Link": "#1a5fb4",
    "Mid": "#c3ccd5", "Dark": "#9aa7b3", "Light": "#ffffff", "Midlight": "#dfe5ea", "Shadow": "#66737f",
}  # fmt: skip
_DARK = {
    "Window": "#1b2128", "WindowText": "#e8edf2", "Base": "#161b21", "AlternateBase": "#1f262e", "Text": "#e8edf2",
    "Button": "#2a323b", "ButtonText": "#e8edf2", "Highlight": "#2f6fce", "HighlightedText": "#ffffff",
    "ToolTipBase": "#2a323b", "ToolTipText": "#e8edf2", "PlaceholderText": "#8594a1", "Link": "#6ab0ff",
    "Mid": "#3a4550", "Dark": "#11151a", "Light": "#3a4550", "Midlight": "#323c46", "Shadow": "#000000",
}  # fmt: skip


def is_dark(theme: str) -> bool:
    if theme == "system":
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return theme == "dark"


def saved() -> str:
    found = str(QSettings().value("theme", "system"))
    return found if found in THEMES else "system"


def use(app: QApplication, theme: str) -> None:
    """Set style, palette and font of the whole program."""
    QApplication.setStyle("Fusion")
    dark = is_dark(theme)
    palette = QPalette()
    for role, colour in (_DARK if dark else _LIGHT).items():
        palette.setColor(getattr(QPalette.ColorRole, role), QColor(colour))
    for role_name in ("WindowText", "Text", "ButtonText"):
        role = getattr(QPalette.ColorRole, role_name)
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor("#7d8a96" if dark else "#98a3ad"))
    app.setPalette(palette)


def canvas_style(theme: str) -> Style:
    from ui.canvas import style

    return style.DARK if is_dark(theme) else style.LIGHT


def load_font(app: QApplication) -> None:
    """The bundled font, so that screen, paper and tests agree."""
    found = False
    for file in sorted((FOLDER / "fonts").glob("*.ttf")):
        found = QFontDatabase.addApplicationFont(str(file)) >= 0 or found
    if found:
        font = QFont("DejaVu Sans")
        font.setPointSizeF(app.font().pointSizeF())
        app.setFont(font)
