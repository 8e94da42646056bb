"""The window's Edit, View and Plan actions: each works on the open plan."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication

from planner.edit import Edit
from planner.operations import clipboard, devices, remove
from planner.plan import EditRefused
from ui import dialogs
from ui.pages.form import Form
from ui.pages.plan import PartsForm, PhasesForm, PlanesForm, ProjectForm, SiteForm, WorkloadForm
from ui.workbench import Workbench


class Editing:
    """What was copied outlives the plan it came from."""

    def __init__(self, workbench: Workbench, say: Callable[[str], None], clip: clipboard.Clip | None = None) -> None:
        self.workbench, self.say = workbench, say
        self.clip = clip or clipboard.Clip()

    def _do(self, make: Callable[[], Edit]) -> bool:
        """Make an edit; say why when it is refused."""
        try:
            return self.workbench.document.perform(make())
        except EditRefused as e:
            self.say(str(e))
            return False

    def undo(self) -> None:
        self.workbench.canvas.cancel()
        self.workbench.document.undo_stack.undo()

    def redo(self) -> None:
        self.workbench.canvas.cancel()
        self.workbench.document.undo_stack.redo()

    def copy(self) -> None:
        document = self.workbench.document
        self.clip = clipboard.copy(document.plan, document.selection)
        if not self.clip:
            self.say("Select a rack or a device to copy.")
            return
        names = [*(r.name for r in self.clip.racks), *(d.name for d in self.clip.devices)]
        QGuiApplication.clipboard().setText("\n".join(names))
        things = names[0] if len(names) == 1 else f"{len(names)} things"
        inside = len(self.clip.cables)
        cables = f" and {inside} cable{'s' if inside > 1 else ''} between them" if inside else ""
        self.say(f"Copied {things}{cables}.")

    def cut(self) -> None:
        self.copy()
        if self.clip:
            self.remove()

    def paste(self) -> None:
        document = self.workbench.document
        before = set(document.plan.racks) | set(document.plan.devices)
        rack = next((i for i in document.selection if i in document.plan.racks), "")
        if self._do(lambda: clipboard.paste(document.network, self.clip, rack)):
            fresh = (set(document.plan.racks) | set(document.plan.devices)) - before
            racks = fresh & document.plan.racks.keys()
            document.select(racks or fresh)
            self.workbench.canvas.rebuild()
            self.workbench.canvas.show_ids(racks or fresh)

    def duplicate(self) -> None:
        self.copy()
        if self.clip:
            self.workbench.document.select(())
            self.paste()

    def remove(self) -> None:
        document = self.workbench.document
        self._do(lambda: remove.remove(document.plan, document.selection))

    def rename(self) -> None:
        document = self.workbench.document
        named = [i for i in document.selection if i in document.plan.racks or i in document.plan.devices]
        if len(named) != 1:
            self.say("Select one rack or device to rename.")
            return
        row = document.plan.racks.get(named[0]) or document.plan.devices[named[0]]
        name = dialogs.ask_text(self.workbench, "Rename", "Name", row.name)
        if name is not None:
            self._do(lambda: devices.rename(document.plan, named[0], name))

    def select_all(self) -> None:
        plan = self.workbench.document.plan
        self.workbench.document.select([*plan.racks, *plan.devices])

    def find_thing(self) -> None:
        """By name, id, type or label; what is found is selected and shown."""
        text = dialogs.ask_text(self.workbench, "Find", "Name, type or cable")
        if not text or not text.strip():
            return
        word, plan = text.strip().lower(), self.workbench.document.plan
        found = [r.id for r in plan.racks.values() if word in f"{r.name} {r.type}".lower()]
        found += [d.id for d in plan.devices.values() if word in f"{d.name} {d.id} {d.type}".lower()]
        found += [c.id for c in plan.cables.values() if word in f"{c.id} {c.label}".lower()]
        if not found:
            self.say(f"Nothing is called {text.strip()!r}.")
            return
        self.workbench.document.select(found)
        self.workbench.canvas.show_ids(found)
        self.say(f"Found {len(found)}.")

    # view ---------------------------------------------------------------------

    def show_racks(self) -> None:
        self.workbench.canvas.set_layout("racks")

    def show_fabric(self) -> None:
        self.workbench.canvas.set_layout("fabric")

    def fit(self) -> None:
        self.workbench.canvas.fit()

    def zoom_in(self) -> None:
        self.workbench.canvas.zoom_in()

    def zoom_out(self) -> None:
        self.workbench.canvas.zoom_out()

    def show_selection(self) -> None:
        self.workbench.canvas.show_ids(self.workbench.document.selection)

    def only_this_plane(self) -> None:
        self.workbench.filter_by_plane(self.workbench.canvas.planes is None)

    def tool_select(self) -> None:
        self.workbench.canvas.set_tool("select")

    def tool_connect(self) -> None:
        self.workbench.canvas.set_tool("connect")

    def tool_pan(self) -> None:
        self.workbench.canvas.set_tool("pan")

    # plan ---------------------------------------------------------------------

    def edit_workload(self) -> None:
        self._ask(WorkloadForm(self.workbench.document.plan, self.workbench))

    def edit_planes(self) -> None:
        self._ask(PlanesForm(self.workbench.document.plan, self.workbench))

    def edit_phases(self) -> None:
        self._ask(PhasesForm(self.workbench.document.plan, self.workbench))

    def edit_site(self) -> None:
        self._ask(SiteForm(self.workbench.document.plan, self.workbench))

    def edit_parts(self) -> None:
        document = self.workbench.document
        self._ask(PartsForm(document.network, document.figures.lengths.media, self.workbench))

    def edit_project(self) -> None:
        self._ask(ProjectForm(self.workbench.document.plan, self.workbench))

    def _ask(self, form: Form) -> None:
        if form.exec():
            self._do(lambda: form.edit(self.workbench.document.plan))
        form.deleteLater()
