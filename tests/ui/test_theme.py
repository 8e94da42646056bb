"""Colours: what is written in them can be read."""

import pytest

from ui import theme
from ui.canvas.style import SEVERITY_TEXT


def luminance(colour):
    """Relative luminance of WCAG 2."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize(("dark", "ground"), [(False, "#f4f6f8"), (True, "#1b2128")])
def test_words_of_every_severity_can_be_read_on_the_window(dark, ground):
    assert theme._DARK["Window"] == "#1b2128" and theme._LIGHT["Window"] == "#f4f6f8"
    for colour in SEVERITY_TEXT[dark].values():
        a, b = sorted((luminance(colour), luminance(ground)))
        assert (b + 0.05) / (a + 0.05) >= 4.5, colour
