"""The sheet as SVG, written by ourselves: a few paths for all cables, text as text, names escaped."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from PySide6.QtGui import QColor

from ui.canvas.geometry import Floats, Picture
from ui.canvas.painter import CALM_LINES, MOST_LINES
from ui.canvas.style import PAPER
from ui.paper.sheet import BLOCK_MM, MARGIN_MM, Sheet, fitted, view_area

FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"


def svg(page: Sheet, width_mm: float, height_mm: float) -> str:
    """A whole SVG document of this size."""
    body = "\n".join([*_view(page, width_mm, height_mm), *_block(page, width_mm, height_mm)])
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width_mm:g}mm" height="{height_mm:g}mm" '
        f'viewBox="0 0 {width_mm:g} {height_mm:g}" font-family={quoteattr(FONT)}>\n'
        f"<title>{_safe(page.block.name)}</title>\n"
        f'<rect width="{width_mm:g}" height="{height_mm:g}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _view(page: Sheet, width_mm: float, height_mm: float) -> Iterator[str]:
    scale, left, top = fitted(page.picture, view_area(width_mm, height_mm))
    yield f'<g transform="translate({left:.4f} {top:.4f}) scale({scale:.6f})">'
    cables = list(_cables(page.picture, scale))
    if page.picture.layout == "fabric":
        yield from cables
    yield from _frames(page.picture, scale)
    yield from _boxes(page.picture, scale)
    if page.picture.layout == "racks":
        yield from cables
    yield "</g>"


def _frames(picture: Picture, scale: float) -> Iterator[str]:
    fill = PAPER.rack.name() if picture.layout == "racks" else "none"
    yield f'<g fill="{fill}" stroke="{PAPER.rack_line.name()}" stroke-width="{0.3 / scale:.3f}">'
    for x, y, w, h in picture.frames.rects.tolist():
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"/>'
    yield "</g>"
    size = max(13.0, 2.2 / scale)
    for name, (x, y, w, h) in zip(picture.frames.names, picture.frames.rects.tolist(), strict=True):
        yield _text(x + w / 2, y + h + 4 + min(size, 46.0), name, min(size, 46.0), "middle", w)


def _boxes(picture: Picture, scale: float) -> Iterator[str]:
    line = f'stroke="{PAPER.device_line.name()}" stroke-width="{0.18 / scale:.3f}"'
    for n, (x, y, w, h) in enumerate(picture.boxes.rects.tolist()):
        fill = PAPER.kind(picture.kinds[n]).name()
        title = f"<title>{_safe(picture.boxes.names[n])}</title>"
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" {line}>{title}</rect>'
        if picture.stripes[n] >= 0:
            colour = _colour(picture, int(picture.stripes[n]))
            yield f'<rect x="{x:.1f}" y="{y:.1f}" width="5" height="{h:.1f}" fill="{colour}"/>'
        size = min(max(10.5, 2.0 / scale), h * 0.8)
        yield _text(x + 9, y + h / 2 + size * 0.35, picture.boxes.names[n], size, "start", w - 12)


def _cables(picture: Picture, scale: float) -> Iterator[str]:
    """Single cables while they can be told apart, bundles with their number when not."""
    many = len(picture.lines.pieces) > (CALM_LINES if picture.layout == "fabric" else MOST_LINES)
    bundles = picture.bundles
    pieces = bundles.pieces if many else picture.lines.pieces
    if not len(pieces):
        return
    plane = bundles.plane[bundles.owner] if many else picture.lines.plane[picture.lines.owner]
    weight = np.clip(np.log2(bundles.count[bundles.owner] + 1), 1, 7) if many else np.ones(len(pieces))
    for p in np.unique(plane).tolist():
        for w in np.unique(weight[plane == p].round(0)).tolist():
            mine = pieces[(plane == p) & (weight.round(0) == w)]
            stroke = f'stroke="{_colour(picture, p)}" stroke-opacity="0.75" stroke-width="{0.16 * w / scale:.3f}"'
            yield f'<path fill="none" {stroke} d="{_path(mine)}"/>'
    if many:
        yield from _numbers(picture, scale)


def _numbers(picture: Picture, scale: float) -> Iterator[str]:
    bundles = picture.bundles
    order = np.argsort(-bundles.count[bundles.owner], kind="stable")[:60]
    size = 2.0 / scale
    for piece in order.tolist():
        x1, y1, x2, y2 = bundles.pieces[piece].tolist()
        number = int(bundles.count[bundles.owner[piece]])
        if number > 1 and abs(x2 - x1) + abs(y2 - y1) > 4 * size:
            yield _text((x1 + x2) / 2, (y1 + y2) / 2 + size * 0.35, f"×{number}", size, "middle", 9999)


def _path(pieces: Floats) -> str:
    return "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for a, b, c, d in pieces.tolist())


def _colour(picture: Picture, plane: int) -> str:
    colour: QColor = PAPER.faint if plane < 0 else PAPER.plane(picture.planes[plane], plane)
    return colour.name()


def _text(x: float, y: float, words: str, size: float, anchor: str, room: float) -> str:
    """Squeezed to its room when it is likely longer."""
    squeeze = f' textLength="{room:.1f}" lengthAdjust="spacingAndGlyphs"' if len(words) * size * 0.62 > room else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.2f}" text-anchor="{anchor}"{squeeze}>{_safe(words)}</text>'


def _safe(words: str) -> str:
    """Escaped, without the control characters that XML can't hold."""
    return escape("".join(c for c in words if c.isprintable()))


def _block(page: Sheet, width_mm: float, height_mm: float) -> Iterator[str]:
    block = page.block
    x0, y0 = MARGIN_MM, height_mm - MARGIN_MM - BLOCK_MM
    width = width_mm - 2 * MARGIN_MM
    left, right = width * 0.26, width * 0.16
    frame = f'x="{x0}" y="{MARGIN_MM}" width="{width:g}" height="{height_mm - 2 * MARGIN_MM:g}"'
    yield f'<rect {frame} fill="none" stroke="#000" stroke-width="0.35"/>'
    yield (
        f'<path d="M{x0} {y0}h{width:g}M{x0 + left:.2f} {y0}v{BLOCK_MM}M{x0 + width - right:.2f} {y0}v{BLOCK_MM}" '
        'fill="none" stroke="#000" stroke-width="0.2"/>'
    )
    yield _text(x0 + 3, y0 + 7, block.name, 4.6, "start", left - 6)
    for n, (label, value) in enumerate(block.facts):
        yield _text(x0 + 3, y0 + 13.5 + n * 5, label, 2.1, "start", 16)
        yield _text(x0 + 20, y0 + 13.5 + n * 5, value, 2.5, "start", left - 22)
    for n, line in enumerate(block.figures):
        yield _text(x0 + left + 3, y0 + 4.5 + n * 4.4, line, 2.5, "start", width - left - right - 6)
    for n, (id, name) in enumerate(block.planes[:6]):
        y = y0 + 4 + n * 5
        x = x0 + width - right + 3
        colour = PAPER.plane(id, n).name()
        yield f'<path d="M{x:.2f} {y:.2f}h9" stroke="{colour}" stroke-width="1.2"/>'
        yield _text(x + 11, y + 0.9, name, 2.5, "start", right - 15)
