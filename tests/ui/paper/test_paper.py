"""Sheets: what is on them, that nothing is cut off, and that a failed write leaves what was there."""

import os
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtCore import QMarginsF, QRectF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPicture
from PySide6.QtPrintSupport import QPrinter

from planner.analysis import Analysis
from planner.edit import Change, Edit
from planner.fileformat.problem import FileProblem
from planner.generators.clos import Recipe, build
from planner.plan import Plan
from planner.records import Project
from ui.paper.export import export_file
from ui.paper.preview import Preview
from ui.paper.sheet import draw, fitted, sheet, view_area


@pytest.fixture
def plan():
    plan = build(Recipe(6, tiers=2))
    project = Project(name="Größe <8> & co", author="A. N.", revision="B", date="2026-12-01")
    plan.apply(Edit("name", (Change(plan.project, project),)))
    return plan


@pytest.mark.parametrize("layout", ["racks", "fabric"])
def test_the_whole_view_is_inside_the_sheet(qapp, plan, layout):
    page = sheet(Analysis(plan), layout)
    area = view_area(420, 297)
    scale, left, top = fitted(page.picture, area)
    for boxes in (page.picture.boxes.rects, page.picture.frames.rects):
        for x, y, w, h in boxes.tolist():
            assert area.contains(QRectF(left + x * scale, top + y * scale, w * scale, h * scale))


@pytest.mark.parametrize("layout", ["racks", "fabric"])
def test_svg_holds_names_figures_and_legend(qapp, plan, tmp_path, layout):
    path = tmp_path / "a.svg"
    export_file(plan, path, "svg", layout)
    texts = [e.text for e in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]
    assert {d.name for d in plan.devices.values()} <= set(texts)
    assert (
        "Größe <8> & co" in texts
        and "A. N." in texts
        and "B" in texts
        and "2026-12-01" in texts
        and "Training" in texts
    )
    # 6 nodes × 8 × 400 / 2 = 9.6 Tb/s
    assert any("bisection 9.6 Tb/s, 100 % of full, exact" in (t or "") for t in texts)
    assert any("6 endpoints, 48 GPUs" in (t or "") for t in texts)


def test_pdf_is_one_a3_page_with_searchable_text(qapp, plan, tmp_path):
    path = tmp_path / "a.pdf"
    export_file(plan, path, "pdf", "racks")
    data = path.read_bytes()
    assert data.startswith(b"%PDF") and data.count(b"/Type /Page\n") == 1
    width, height = (float(v) for v in data.split(b"/MediaBox [")[1].split(b"]")[0].split()[2:])
    assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx((420, 297), abs=1)


def test_png_is_not_blank(qapp, plan, tmp_path):
    path = tmp_path / "a.png"
    export_file(plan, path, "png", "racks")
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8)
    assert image.width() == round(420 / 25.4 * 150) and 0.001 < (pixels < 128).mean() < 0.5


def test_an_empty_plan_draws_too(qapp, tmp_path):
    for to in ("pdf", "svg", "png"):
        for layout in ("racks", "fabric"):
            export_file(Plan(), tmp_path / f"empty.{to}", to, layout)
            assert (tmp_path / f"empty.{to}").stat().st_size > 500


def test_names_do_not_break_out(qapp, plan, tmp_path):
    device = next(iter(plan.devices.values()))
    from dataclasses import replace

    plan.apply(Edit("x", (Change(device, replace(device, name='"><script>x</script>')),)))
    export_file(plan, tmp_path / "a.svg", "svg", "racks")
    tree = ET.parse(tmp_path / "a.svg")
    assert not list(tree.iter("{http://www.w3.org/2000/svg}script"))


@pytest.mark.parametrize("to", ["pdf", "svg", "png"])
def test_a_failed_write_leaves_what_was_there(qapp, plan, tmp_path, monkeypatch, to):
    path = tmp_path / f"a.{to}"
    path.write_bytes(b"before")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileProblem, match="No space left"):
        export_file(plan, path, to, "racks")
    assert path.read_bytes() == b"before" and len(list(tmp_path.iterdir())) == 1


def test_no_such_folder(qapp, plan, tmp_path):
    with pytest.raises(FileProblem, match="not written"):
        export_file(plan, tmp_path / "gone" / "a.pdf", "pdf", "racks")


@pytest.mark.parametrize(("name", "size"), [("A4", QPageSize.PageSizeId.A4), ("Tabloid", QPageSize.PageSizeId.Tabloid)])
def test_the_preview_prints_on_any_paper(qtbot, plan, tmp_path, name, size):
    """To a PDF, as the print dialog's own file printer does."""
    preview = Preview(plan, "fabric")
    qtbot.addWidget(preview)
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / f"{name}.pdf"))
    printer.setPageLayout(QPageLayout(QPageSize(size), QPageLayout.Orientation.Landscape, QMarginsF(10, 10, 10, 10)))
    preview.draw(printer)
    assert (tmp_path / f"{name}.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("layout", ["racks", "fabric"])
def test_lines_shrink_with_the_page_when_a_preview_plays_it_back(qapp, plan, layout):
    """A preview records the page at the printer's dots and shows it at the screen's: lines as thick as the printer's
    dots would cover it."""
    page, record = sheet(Analysis(plan), layout), QPicture()
    painter = QPainter(record)
    draw(painter, page, 420, 297, 47.2)  # 1200 dots an inch
    painter.end()
    image = QImage(840, 594, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.scale(2 / 47.2, 2 / 47.2)
    painter.drawPicture(0, 0, record)
    painter.end()
    grey = np.frombuffer(image.constBits(), np.uint8)
    assert 0.002 < (grey < 110).mean() < 0.05
