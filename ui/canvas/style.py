"""Colours of the drawing. Planes are told apart by the Okabe-Ito palette, which colour-blind people can read too."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtGui import QColor

from planner.rules.finding import Severity

PLANE_COLOURS = {"training": "#0072b2", "storage": "#d55e00", "in-band": "#009e73", "out-of-band": "#b8649a"}
OTHER_PLANES = ("#e69f00", "#56b4e9", "#7a6bc4", "#8a8a00")
SEVERITY_COLOURS = {Severity.ERROR: "#d32f2f", Severity.WARNING: "#e69500", Severity.ADVICE: "#2f7fd3"}
SEVERITY_TEXT = {  # the same for words, which need more contrast than shapes: 4.5 against the window at least
    False: {Severity.ERROR: "#c62828", Severity.WARNING: "#8f5a00", Severity.ADVICE: "#1a5fb4"},
    True: {Severity.ERROR: "#ff7b7b", Severity.WARNING: "#ffb74d", Severity.ADVICE: "#6ab0ff"},
}  # by whether the window is dark


@dataclass(frozen=True, slots=True)
class Style:
    """One look: light, dark or paper."""

    ground: QColor
    grid: QColor
    rack: QColor  # inside of a rack
    rack_line: QColor
    unit: QColor  # rack unit marks and numbers
    text: QColor
    faint: QColor  # secondary text
    server: QColor
    storage: QColor
    switch: QColor
    other: QColor
    device_line: QColor
    device_text: QColor
    port: QColor  # an empty port
    select: QColor
    bad: QColor
    good: QColor
    bright: float = 1.0  # factor for plane colours
    planes: dict[str, QColor] = field(default_factory=dict)

    def plane(self, id: str, order: int = 0) -> QColor:
        """Colour of a plane; those of the user's own go round."""
        name = PLANE_COLOURS.get(id) or OTHER_PLANES[order % len(OTHER_PLANES)]
        colour = QColor(name)
        return colour if self.bright == 1.0 else colour.lighter(int(100 * self.bright))

    def kind(self, kind: str) -> QColor:
        return {
            "gpu-server": self.server,
            "storage-server": self.storage,
            "switch": self.switch,
        }.get(kind, self.other)


def _style(bright: float, **colours: str) -> Style:
    return Style(**{name: QColor(value) for name, value in colours.items()}, bright=bright)  # type: ignore[arg-type]


LIGHT = _style(
    1.0,
    ground="#f4f6f8", grid="#e3e8ed", rack="#ffffff", rack_line="#8b98a5", unit="#c3ccd5", text="#1d2730",
    faint="#66737f", server="#dfe9f3", storage="#fbe9dc", switch="#dcefe6", other="#ece7f3", device_line="#7d8a97",
    device_text="#1d2730", port="#ffffff", select="#1a73e8", bad="#d32f2f", good="#2e7d32",
)  # fmt: skip
DARK = _style(
    1.35,
    ground="#161b21", grid="#222a32", rack="#1e252d", rack_line="#5d6b78", unit="#39444f", text="#e8edf2",
    faint="#9aa7b3", server="#2c3f54", storage="#54402e", switch="#2b4a3e", other="#443a54", device_line="#6f7f8e",
    device_text="#eef3f7", port="#161b21", select="#6ab0ff", bad="#ff6b6b", good="#6fcf79",
)  # fmt: skip
PAPER = _style(
    1.0,
    ground="#ffffff", grid="#ffffff", rack="#ffffff", rack_line="#4a4a4a", unit="#c8c8c8", text="#000000",
    faint="#555555", server="#e9eff5", storage="#fbeee4", switch="#e4f2eb", other="#f0ecf5", device_line="#555555",
    device_text="#000000", port="#ffffff", select="#000000", bad="#b71c1c", good="#1b5e20",
)  # fmt: skip
