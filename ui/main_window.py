"""The main window: menus, files, and the workbench of the plan that is open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QIcon, QPaintEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMenu, QStackedWidget

from resources import FOLDER
from ui import actions, dialogs, theme

if TYPE_CHECKING:  # all that knows a plan comes after the first frame
    from planner.fileformat.recovery import Recovery
    from planner.plan import Plan
    from ui.document import Document
    from ui.editing import Editing
    from ui.help import GuideWindow
    from ui.keeping import Keeping
    from ui.start_page import StartPage
    from ui.workbench import Workbench

SAID_MS = 6000
SUFFIX = ".trunkline"
FILTER = f"Trunkline projects (*{SUFFIX});;All files (*)"


class MainWindow(QMainWindow):
    """Shows its frame at once; `start` brings the engine and an empty plan."""

    first_painted = Signal()

    workbench: Workbench
    editing: Editing
    keeping: Keeping

    def __init__(self, recovery_folder: Path | None = None) -> None:
        super().__init__()
        self.setWindowIcon(QIcon(str(FOLDER / "icons" / "trunkline.svg")))
        self.setWindowTitle("Trunkline")
        room = self.screen().availableSize()
        self.resize(min(1440, room.width() - 40), min(900, room.height() - 60))
        self._recovery_folder = recovery_folder
        self._guide: GuideWindow | None = None
        self._started = False
        self.is_painted = False
        self.theme = theme.saved()
        self.stack = QStackedWidget()
        self.setCentralWidget(self.stack)
        self.start_page: StartPage | None = None
        self.actions_by_name = actions.build(self.do, self.menuBar())
        self._recent_menu = self.actions_by_name["recent"].menu()
        self._tool_bar()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_colours_changed)
        self.actions_by_name[f"theme_{self.theme}"].setChecked(True)
        self.actions_by_name["tool_select"].setChecked(True)
        self.statusBar().showMessage("Ready")
        if isinstance(self._recent_menu, QMenu):
            self._recent_menu.aboutToShow.connect(self._fill_recent)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.is_painted:
            self.is_painted = True
            self.first_painted.emit()

    def start(self) -> None:
        """Bring the engine, once."""
        if not self._started:
            from ui.keeping import Keeping

            self._started = True
            self.keeping = Keeping(self._recovery_folder, self.say)
            self.new_document()

    def do(self, name: str) -> None:
        """Carry out an action by the name of its method, here or on the open plan."""
        self.start()
        method = getattr(self, name) if hasattr(type(self), name) else getattr(self.editing, name)
        method()

    def new_document(self, plan: Plan | None = None, path: Path | None = None) -> None:
        from ui.document import Document

        self._show_plan(Document(plan, path))

    @property
    def document(self) -> Document:
        return self.workbench.document

    def say(self, text: str) -> None:
        """One line at the bottom."""
        self.statusBar().showMessage(text, SAID_MS)

    def _tool_bar(self) -> None:
        bar = self.addToolBar("Tools")
        bar.setObjectName("tools")
        bar.setMovable(False)
        for name in actions.TOOLBAR:
            bar.addAction(self.actions_by_name[name]) if name else bar.addSeparator()

    # the open plan ------------------------------------------------------------

    def _show_plan(self, document: Document) -> None:
        """Put a new workbench in place of the old one, and follow the plan for recovery."""
        from ui.editing import Editing
        from ui.workbench import Workbench

        old = getattr(self, "workbench", None)
        clip = self.editing.clip if old is not None else None
        self.workbench = Workbench(document)
        self.editing = Editing(self.workbench, self.say, clip)
        self.stack.addWidget(self.workbench)
        self.stack.setCurrentWidget(self.workbench)
        self.workbench.canvas.setFocus()
        if old is not None:
            old.document.close()
            self.stack.removeWidget(old)
            old.deleteLater()
        self.keeping.follow(document)
        self.workbench.status.connect(self.say)
        self.workbench.canvas.layout_changed.connect(self._layout_changed)
        document.path_changed.connect(self._title)
        document.changed.connect(self._title)
        document.undo_stack.cleanChanged.connect(self._title)
        document.undo_stack.indexChanged.connect(self._undo_texts)
        self.workbench.set_style(theme.canvas_style(self.theme))
        self.actions_by_name["show_racks"].setChecked(True)
        self.actions_by_name["only_this_plane"].setChecked(False)
        self._title()
        self._undo_texts()

    def _layout_changed(self, name: str) -> None:
        self.actions_by_name[f"show_{name}"].setChecked(True)

    def _title(self, _: object = None) -> None:
        document = self.document
        name = document.path.name if document.path else document.plan.project.name
        self.setWindowTitle(f"{name}[*] – Trunkline")
        self.setWindowModified(not document.undo_stack.isClean())

    def _undo_texts(self, _: int = 0) -> None:
        stack = self.document.undo_stack
        for name, able, text in (
            ("undo", stack.canUndo(), stack.undoText()),
            ("redo", stack.canRedo(), stack.redoText()),
        ):
            action = self.actions_by_name[name]
            action.setEnabled(able)
            action.setText(f"&{name.capitalize()} {text.replace('&', '&&')}".rstrip())
            action.setIconText(name.capitalize())

    # files --------------------------------------------------------------------

    def new_plan(self) -> None:
        if self.may_leave():
            self.new_document()

    def new_from_design(self) -> None:
        if not self.may_leave():
            return
        from planner.generators.designs import DESIGNS, design

        names = [f"{id}  {title}" for id, title in DESIGNS.items()]
        chosen = dialogs.choose(self, "New from a design", "Published reference designs, training plane only", names)
        if chosen is not None:
            self.new_document(design(list(DESIGNS)[chosen]))

    def open_file(self) -> None:
        if not self.may_leave():
            return
        start = str(self.document.path.parent) if self.document.path else ""
        name, _ = QFileDialog.getOpenFileName(self, "Open a project", start, FILTER)
        if name:
            self.open_path(Path(name), asked=True)

    def open_path(self, path: Path, asked: bool = False, as_new: bool = False) -> bool:
        """Open a file in place of the plan; as a new project when it is an example, which saving must not change."""
        as_new = as_new or path.absolute().parent == FOLDER / "examples"
        if not asked and not self.may_leave():
            return False
        from planner.fileformat.problem import FileProblem
        from planner.fileformat.reader import open_plan
        from ui.start_page import remember

        try:
            opened = open_plan(path)
        except FileProblem as e:
            dialogs.message(self, "Open a project", str(e))
            return False
        self.new_document(opened.plan, None if as_new else path.absolute())
        if not as_new:
            remember(path.absolute())
        if opened.notes:
            self.say(opened.notes[0])
        return True

    def open_example(self, path: Path) -> None:
        self.open_path(path, as_new=True)

    def _fill_recent(self) -> None:
        from ui.start_page import recent_files

        assert isinstance(self._recent_menu, QMenu)
        self._recent_menu.clear()
        for path in recent_files():
            action = self._recent_menu.addAction(str(path).replace("&", "&&"))
            action.setData(path)
            action.triggered.connect(self._open_recent)
        if self._recent_menu.isEmpty():
            self._recent_menu.addAction("None yet").setEnabled(False)

    def _open_recent(self) -> None:
        sender = self.sender()
        data = getattr(sender, "data", lambda: None)()
        if isinstance(data, Path):
            self.start()
            self.open_path(data)

    def save_file(self) -> bool:
        return self._save_to(self.document.path) if self.document.path else self.save_file_as()

    def save_file_as(self) -> bool:
        name = self.document.path or Path(f"{_file_name(self.document.plan)}{SUFFIX}")
        chosen, _ = QFileDialog.getSaveFileName(self, "Save the project", str(name), FILTER)
        if not chosen:
            return False
        path = Path(chosen)
        return self._save_to(path if path.suffix else path.with_suffix(SUFFIX))

    def _save_to(self, path: Path) -> bool:
        from planner.fileformat.problem import FileProblem
        from planner.fileformat.writer import save
        from ui.start_page import remember

        document = self.document
        try:
            save(document.plan, path)
        except FileProblem as e:
            dialogs.message(self, "Save the project", str(e))
            return False
        document.undo_stack.setClean()
        document.set_path(path.absolute())
        remember(path.absolute())
        self.keeping.follow(document)
        self.say(f"{path.name} saved.")
        return True

    def may_leave(self) -> bool:
        """Ask about unsaved changes; False when the plan must stay."""
        if self.document.undo_stack.isClean():
            return True
        name = self.document.path.name if self.document.path else self.document.plan.project.name
        answer = dialogs.ask_to_save(self, name)
        if answer == dialogs.Button.Save:
            return bool(self.save_file())
        return answer == dialogs.Button.Discard

    def export(self) -> None:
        from planner.fileformat.problem import FileProblem
        from ui.paper.export import export_file

        start = f"{_file_name(self.document.plan)}.pdf"
        kinds = "PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"
        chosen, kind = QFileDialog.getSaveFileName(self, "Export this view", start, kinds)
        if not chosen:
            return
        path = Path(chosen)
        to = path.suffix.lower().lstrip(".") or kind[:3].lower()
        if to not in ("pdf", "svg", "png"):
            dialogs.message(self, "Export this view", f"A drawing can be PDF, SVG or PNG, not {path.suffix}.")
            return
        try:
            export_file(self.document.plan, path.with_suffix(f".{to}"), to, self.workbench.canvas.layout_name)
            self.say(f"{path.stem}.{to} written.")
        except FileProblem as e:
            dialogs.message(self, "Export this view", str(e))

    def print(self) -> None:
        from ui.paper.preview import print_preview

        print_preview(self, self.document.plan, self.workbench.canvas.layout_name)

    # start, end, recovery -----------------------------------------------------

    def show_start(self) -> None:
        """The start page, over an empty plan."""
        from ui.start_page import StartPage

        if self.start_page is None:
            self.start_page = page = StartPage()
            page.open_path.connect(self.open_path)
            page.open_example.connect(self.open_example)
            page.begin.connect(self._begin)
            self.stack.addWidget(page)
        self.start_page.refresh()
        self.stack.setCurrentWidget(self.start_page)

    def _begin(self, how: str) -> None:
        {"empty": self.new_plan, "design": self.new_from_design, "open": self.open_file}[how]()

    def offer_recovery(self, found: list[Recovery]) -> None:
        """Ask about each; what is taken opens as unsaved work, and nothing is thrown away unasked."""
        from planner.fileformat.problem import FileProblem

        for recovery in found:
            of = recovery.path.name if recovery.path else recovery.title
            text = f"{of} was not closed properly. Take back what was not saved (edits: {recovery.edits})?"
            answer = dialogs.ask(self, "Recover work", text, "Take back", "Not now", "Throw away")
            if answer == "Throw away":
                recovery.discard()
            if answer != "Take back":
                continue
            try:
                plan = recovery.plan()
            except FileProblem as e:
                dialogs.message(self, "Recover work", str(e))
                continue
            self.new_document(plan, recovery.path)
            self.document.undo_stack.resetClean()
            self._title()
            self.keeping.hold(recovery)
            return

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._started and not self.may_leave():
            event.ignore()
            return
        if self._started:
            self.keeping.drop()
            self.document.close()
        event.accept()

    # colours and help ---------------------------------------------------------

    def _set_theme(self, name: str) -> None:
        self.theme = name
        QSettings().setValue("theme", name)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.use(app, name)
        self.workbench.set_style(theme.canvas_style(name))

    def _system_colours_changed(self) -> None:
        if self.theme == "system" and self._started:
            self._set_theme("system")

    def theme_system(self) -> None:
        self._set_theme("system")

    def theme_light(self) -> None:
        self._set_theme("light")

    def theme_dark(self) -> None:
        self._set_theme("dark")

    def show_guide(self) -> None:
        from ui.help import GuideWindow

        self._guide = self._guide or GuideWindow()
        self._guide.show()
        self._guide.raise_()

    def show_shortcuts(self) -> None:
        from ui.help import shortcuts

        shortcuts(self)

    def show_about(self) -> None:
        from ui.help import about

        about(self)


def _file_name(plan: Plan) -> str:
    """The project's name as a file name."""
    kept = "".join(c if c.isalnum() or c in " -_" else "-" for c in plan.project.name)
    return kept.strip()[:80] or "plan"
