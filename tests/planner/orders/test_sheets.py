"""Lists as files: what a spreadsheet would find in them, cell by cell."""

import csv
import zipfile
from io import BytesIO, StringIO
from xml.etree import ElementTree

import pytest

from planner.orders import sheets
from planner.orders.sheets import SheetRefused, csv_bytes, safe, xlsx_bytes
from planner.orders.table import Column, Table, as_objects, as_text

SPACE = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
COLUMNS = (Column("name", "Name"), Column("length_m", "Length, m"), Column("watts", "W", terse=False))
TABLE = Table("Plan: list", COLUMNS, (("a × b", 2.0, None), ("=1+1", 1.25, ""), ("c,\n\"d'", 7, 0.1 + 0.2)), ("Said.",))


def cells(data):
    """Address -> (kind, text) of every cell of the sheet, and the names of all parts of the file."""
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert file.testzip() is None
        tree = ElementTree.fromstring(file.read("xl/worksheets/sheet1.xml"))
        found = {}
        for cell in tree.iterfind(".//x:c", SPACE):
            text = cell.find("x:is/x:t", SPACE)
            value = cell.find("x:v", SPACE)
            assert cell.find("x:f", SPACE) is None, "a formula"
            found[cell.get("r")] = (cell.get("t"), text.text if text is not None else value.text)
        return found, file.namelist()


def test_csv():
    data = csv_bytes(TABLE)
    assert data.startswith(b"\xef\xbb\xbfName,")
    rows = list(csv.reader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert rows == [
        ["Name", "Length, m", "W"],
        ["a × b", "2", "unknown"],
        ["'=1+1", "1.25", ""],
        ["c,\n\"d'", "7", "0.3"],
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "-node"])
def test_text_that_a_sheet_could_run(text):
    assert safe(text) == "'" + text


@pytest.mark.parametrize("cell", ["R01-U24", "a=b", "", -5, 0, "node-01", "'x"])
def test_what_is_safe_stays(cell):
    assert safe(cell) == cell


def test_xlsx():
    found, parts = cells(xlsx_bytes(TABLE))
    assert found["A1"] == ("inlineStr", "Name") and found["C1"] == ("inlineStr", "W")
    assert (
        found["A2"] == ("inlineStr", "a × b") and found["B2"] == (None, "2") and found["C2"] == ("inlineStr", "unknown")
    )
    assert found["A3"] == ("inlineStr", "=1+1") and found["B3"] == (None, "1.25")
    assert found["A4"] == ("inlineStr", "c,\n\"d'") and found["C4"] == (None, "0.3")
    assert found["A6"] == ("inlineStr", "Said.") and not [p for p in parts if "externalLink" in p]


def test_a_link_is_text():
    """No address a name holds is followed."""
    data = xlsx_bytes(Table("t", COLUMNS[:1], (("https://example.org",),)))
    assert cells(data)[0]["A2"] == ("inlineStr", "https://example.org")
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert b"hyperlink" not in file.read("xl/worksheets/sheet1.xml")


def test_characters_no_sheet_takes():
    """A sheet is XML, which has no control characters; the library writes them in its own way."""
    assert cells(xlsx_bytes(Table("t", COLUMNS[:1], (("a\x00b<&>",),))))[0]["A2"] == ("inlineStr", "a_x0000_b<&>")


def test_same_bytes_again():
    assert xlsx_bytes(TABLE) == xlsx_bytes(TABLE) and csv_bytes(TABLE) == csv_bytes(TABLE)


def test_empty_list():
    empty = Table("t", COLUMNS, (), ("Nothing.",))
    assert csv_bytes(empty).decode("utf-8-sig") == 'Name,"Length, m",W\r\n'
    assert cells(xlsx_bytes(empty))[0]["A3"] == ("inlineStr", "Nothing.")
    assert as_objects(empty) == {"rows": [], "notes": ["Nothing."]} and as_text(empty) == "t\n\nNothing."


def test_what_a_sheet_cannot_hold(monkeypatch):
    """Nothing is cut off in silence."""
    with pytest.raises(SheetRefused, match="32,767 characters"):
        xlsx_bytes(Table("t", COLUMNS[:1], (("x" * 32_768,),)))
    assert xlsx_bytes(Table("t", COLUMNS[:1], (("x" * 32_767,),)))
    monkeypatch.setattr(sheets, "MOST_ROWS", 4)
    assert xlsx_bytes(Table("t", COLUMNS[:1], (("a",), ("b",))))
    with pytest.raises(SheetRefused, match="write it as CSV"):
        xlsx_bytes(Table("t", COLUMNS[:1], (("a",), ("b",), ("c",))))


def test_text_and_json():
    assert as_text(TABLE).splitlines() == [
        "Plan: list",
        "",
        "Name    Length, m",
        "a × b           2",
        "=1+1         1.25",
        "c, \"d'          7",
        "",
        "Said.",
    ]
    rows = as_objects(TABLE)["rows"]
    assert rows[0] == {"name": "a × b", "length_m": 2, "watts": None}
    assert rows[1] == {"name": "=1+1", "length_m": 1.25} and rows[2]["watts"] == 0.3
