"""A window of its own settings and recovery folder, and a document with a rack, two servers and a switch."""

import pytest
from PySide6.QtCore import QSettings

from planner.operations.cables import connect
from planner.operations.devices import place
from planner.operations.racks import add_rack
from ui.document import Document

RACK, SERVER, SWITCH = "rack-48u-600x1200", "dgx-h100", "qm9700"


@pytest.fixture(autouse=True)
def own_settings(qapp, tmp_path):
    qapp.setOrganizationName("trunkline-test")
    qapp.setApplicationName("trunkline-test")
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))
    QSettings().clear()


@pytest.fixture
def fill():
    return _fill


def _fill(document):
    """Ids are R-01, dgx-h100-01 and -02 at units 1 and 9, qm9700-01 at unit 40, cable C-0001 on rail 0."""
    network = document.network
    for edit in (
        lambda: add_rack(network, RACK, 0.0, 0.0),
        lambda: place(network, SERVER, "R-01", 1.0),
        lambda: place(network, SERVER, "R-01", 9.0),
        lambda: place(network, SWITCH, "R-01", 40.0),
        lambda: connect(network, "dgx-h100-01", "osfp1/1", "qm9700-01", "1/1"),
    ):
        assert document.perform(edit())


@pytest.fixture
def filled(qtbot):
    document = Document()
    _fill(document)
    qtbot.waitUntil(lambda: not document.is_stale)
    yield document
    document.close()


@pytest.fixture
def window(qtbot, tmp_path):
    from ui.main_window import MainWindow

    window = MainWindow(tmp_path / "recovery")
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    window.start()
    yield window
    window.document.undo_stack.setClean()
    window.close()
    window.deleteLater()
