"""The inspector: what is selected, its fields to edit (of several things at once where they share them), its ports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from planner.edit import Change, Edit
from planner.operations import cables, devices
from planner.plan import EditRefused
from planner.records import Cable, Device, Rack
from planner.units import length
from ui.document import Document
from ui.panels.fields import ChoiceField, TextField, number, plain_number

ROLES = [("by distance", ""), ("leaf", "leaf"), ("spine", "spine"), ("core", "core")]

HOW = (
    "Click a rack, a device or a cable to see and change it here; drag around several to change them at once.\n\n"
    "Drag gear from the palette, or choose it there and press Enter. Drag from port to port to cable.\n\n"
    "What the cluster is for and how its planes are built stands under Plan."
)


class Inspector(QScrollArea):
    show_ids = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.fields: dict[str, TextField | ChoiceField] = {}
        self.ports = QTableWidget(0, 3)
        self._makers: list[_Maker] = []
        self._later = QTimer(self, interval=0, singleShot=True)  # never while a field of the old form still speaks
        self._later.timeout.connect(self.refresh)
        document.selection_changed.connect(self._later.start)
        document.changed.connect(self._changed)
        document.analysed.connect(self._analysed)
        self.refresh()

    def _changed(self, _: object) -> None:
        self._later.start()

    def refresh(self) -> None:
        """Build the form for what is selected now."""
        self._later.stop()
        self._makers = []
        plan = self.document.plan
        chosen = sorted(self.document.selection)
        racks = [plan.racks[i] for i in chosen if i in plan.racks]
        boxes = [plan.devices[i] for i in chosen if i in plan.devices]
        wires = [plan.cables[i] for i in chosen if i in plan.cables]
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        self.fields = {}
        self._heading(racks, boxes, wires)
        if not chosen:
            self._note(HOW)
        self._column.addLayout(self._form)
        if boxes and not racks and not wires:
            self._devices(boxes)
        elif racks and not boxes and not wires:
            self._racks(racks)
        elif wires and not racks and not boxes:
            self._cables(wires)
        if len(boxes) != 1 or len(chosen) != 1:  # the table of ports takes what is left
            self._column.addStretch(1)
        old = self.takeWidget()
        if old is not None:
            old.deleteLater()
        self.setWidget(page)

    def _analysed(self) -> None:
        if self.document.selection & self.document.plan.cables.keys():
            self.refresh()

    def _heading(self, racks: list[Rack], boxes: list[Device], wires: list[Cable]) -> None:
        counts = ((len(racks), "rack"), (len(boxes), "device"), (len(wires), "cable"))
        words = [f"{n} {noun}{'s' if n != 1 else ''}" for n, noun in counts if n]
        names = [*(r.name for r in racks), *(d.name for d in boxes), *(c.id for c in wires)]
        label = QLabel(names[0] if len(names) == 1 else ", ".join(words) or "Nothing is selected.")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        font = label.font()
        font.setBold(bool(words))
        label.setFont(font)
        self._column.addWidget(label)

    # devices ------------------------------------------------------------------

    def _devices(self, rows: list[Device]) -> None:
        network, plan = self.document.network, self.document.plan
        ids = [r.id for r in rows]
        if len(rows) == 1:
            self._text("Name", [rows[0].name], lambda v: devices.rename(plan, ids[0], v))
        kinds = [network.catalogue.devices[r.type].kind if r.type in network.catalogue.devices else "" for r in rows]
        same = [(d.name, d.id) for d in network.catalogue.devices.values() if d.kind == kinds[0]]
        self._choice("Type", sorted(same), [r.type for r in rows], lambda v: devices.swap_type(network, ids, v))
        if len(rows) == 1:
            racks = [("in no rack", ""), *((r.name, r.id) for r in plan.racks.values())]
            self._choice("Rack", racks, [rows[0].rack], lambda v: self._mount(ids[0], v))
            self._number("Unit", [rows[0].unit], lambda v: devices.move(network, {ids[0]: (rows[0].rack, v)}))
        if all(k == "switch" for k in kinds):
            self._switch_fields(rows, ids)
        self._text("Group", [r.group for r in rows], lambda v: devices.set_fields(plan, ids, group=v))
        phases = [("day one", ""), *((p.name, p.id) for p in plan.phases.values())]
        self._choice("Phase", phases, [r.phase for r in rows], lambda v: devices.set_fields(plan, ids, phase=v))
        self._text(
            "Breakout", [r.breakout for r in rows], lambda v: devices.set_fields(plan, ids, breakout=v), "2, or swp1=4"
        )
        if len(rows) == 1:
            self._port_table(rows[0])

    def _switch_fields(self, rows: list[Device], ids: list[str]) -> None:
        plan = self.document.plan
        self._choice("Role", ROLES, [r.role for r in rows], lambda v: devices.set_fields(plan, ids, role=v))
        planes = [("by its cables", ""), *((p.name, p.id) for p in plan.planes.values())]
        self._choice("Plane", planes, [r.plane for r in rows], lambda v: devices.set_fields(plan, ids, plane=v))
        shown = [None if r.rail is None else r.rail + 1 for r in rows]
        self._number("Rail", shown, lambda v: self._rail(ids, v), whole=True)

    def _rail(self, ids: list[str], value: float | None) -> Edit:
        if value is not None and not 1 <= value <= 64:
            raise EditRefused("A rail is numbered from 1 to 64.")
        return devices.set_fields(self.document.plan, ids, rail=None if value is None else int(value) - 1)

    def _mount(self, id: str, rack: str) -> Edit:
        network = self.document.network
        row = network.plan.devices[id]
        if not rack:
            return devices.move(network, {id: ("", None)})
        unit = devices.free_unit(network, row.type, rack, near=row.unit)
        if unit is None:
            raise EditRefused(f"{network.plan.racks[rack].name} has no room for {row.name}.")
        return devices.move(network, {id: (rack, unit)})

    def _port_table(self, row: Device) -> None:
        """Every port and what it is plugged into."""
        network = self.document.network
        ports = network.ports(row.id)
        far = {k.a_port: (key[0], k.b_device, k.b_port) for key, k in network.links_of(row.id)}
        self.ports = QTableWidget(len(ports), 3)
        self.ports.setHorizontalHeaderLabels(["Port", "Gb/s", "Plugged into"])
        self.ports.setAccessibleName("Ports")
        self.ports.verticalHeader().hide()
        self.ports.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.ports.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.ports.horizontalHeader().setStretchLastSection(True)
        for n, port in enumerate(ports.values()):
            cable, device, name = far.get(port.name, ("", "", ""))
            other = f"{network.plan.devices[device].name} {name}" if device else ""
            for column, text in enumerate((port.name, str(port.rate_gbps), other)):
                item = QTableWidgetItem(text)
                item.setData(Qt.ItemDataRole.UserRole, cable)
                self.ports.setItem(n, column, item)
        self.ports.resizeColumnsToContents()
        self.ports.setMinimumHeight(220)
        self.ports.itemDoubleClicked.connect(self._go_to_cable)
        self._column.addWidget(self.ports, 1)

    def _go_to_cable(self, item: QTableWidgetItem) -> None:
        cable = str(item.data(Qt.ItemDataRole.UserRole) or "")
        if cable:
            self.document.select([cable])
            self.show_ids.emit((cable,))

    # racks and cables ---------------------------------------------------------

    def _racks(self, rows: list[Rack]) -> None:
        network, plan = self.document.network, self.document.plan
        if len(rows) == 1:
            self._text("Name", [rows[0].name], lambda v: devices.rename(plan, rows[0].id, v))
        types = [(r.name, r.id) for r in network.catalogue.racks.values()]
        self._choice("Type", types, [r.type for r in rows], lambda v: self._set(rows, "type", v))
        self._text("Row", [r.row for r in rows], lambda v: self._set(rows, "row", v))
        self._text("Power feed", [r.feed for r in rows], lambda v: self._set(rows, "feed", v), "A, or A+B")
        self._number("Along the row, m", [r.x_m for r in rows], lambda v: self._set(rows, "x_m", v or 0.0))
        self._number("Across, m", [r.y_m for r in rows], lambda v: self._set(rows, "y_m", v or 0.0))

    def _set(self, rows: list[Rack], field: str, value: Any) -> Edit:
        if field in ("x_m", "y_m") and abs(value) > 10_000:
            raise EditRefused("A rack must stand within 10 km of the corner of the room.")
        what = rows[0].name if len(rows) == 1 else f"{len(rows)} racks"
        changes = (Change(r, replace(r, **{field: value})) for r in rows)
        return Edit(f"Change {what}", tuple(c for c in changes if c.before != c.after))

    def _cables(self, rows: list[Cable]) -> None:
        plan, network = self.document.plan, self.document.network
        ids = [r.id for r in rows]
        if len(rows) == 1:
            for link in rows[0].links:
                ends = ((link.a_device, link.a_port), (link.b_device, link.b_port))
                self._note(" to ".join(f"{plan.devices[d].name} {p}" for d, p in ends))
        planes = [(p.name, (p.id,)) for p in plan.planes.values()]
        pairs = combinations(plan.planes.values(), 2)
        both = [(f"{a.name} and {b.name}", (a.id, b.id)) for a, b in pairs]
        choices = [("none", ()), *planes, *both]
        self._choice("Plane", choices, [r.planes for r in rows], lambda v: cables.set_cable_fields(plan, ids, planes=v))
        media = [("first that reaches", ""), *((m.name, m.id) for m in network.catalogue.media.values())]
        self._choice("Media", media, [r.media for r in rows], lambda v: cables.set_cable_fields(plan, ids, media=v))
        self._number(
            "Length by hand, m", [r.length_m for r in rows], lambda v: cables.set_cable_fields(plan, ids, length_m=v)
        )
        self._text("Label", [r.label for r in rows], lambda v: cables.set_cable_fields(plan, ids, label=v))
        phases = [("day one", ""), *((p.name, p.id) for p in plan.phases.values())]
        self._choice("Phase", phases, [r.phase for r in rows], lambda v: cables.set_cable_fields(plan, ids, phase=v))
        self._lengths(ids)

    def _lengths(self, ids: list[str]) -> None:
        figures, catalogue = self.document.figures, self.document.network.catalogue
        if self.document.is_stale or len(ids) != 1 or ids[0] not in figures.lengths.ids:
            return
        at = figures.lengths.ids.index(ids[0])
        needed, order = figures.lengths.needed_m[at], figures.lengths.ordered_m[at]
        media = catalogue.media.get(figures.lengths.media[at])
        self._note(f"Needs {length(None if needed != needed else float(needed))}")
        if media is not None and order == order:
            self._note(f"Order {media.name}, {length(float(order))}")

    # fields -------------------------------------------------------------------

    def _note(self, text: str) -> None:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self._form.addRow(label)

    def _text(self, label: str, values: list[str], make: Callable[[str], Edit], hint: str = "") -> None:
        field = TextField(hint=hint)
        field.show_values(values, str)
        self._add(label, field, make)

    def _number(
        self, label: str, values: list[Any], make: Callable[[Any], Edit], whole: bool = False
    ) -> None:  # fmt: skip
        field = TextField(lambda text: number(text, label, whole))
        field.show_values(values, plain_number)
        self._add(label, field, make)

    def _choice(
        self, label: str, choices: list[tuple[str, Any]], values: list[Any], make: Callable[[Any], Edit]
    ) -> None:
        field = ChoiceField(choices)
        field.show_values(values)
        self._add(label, field, make)

    def _add(self, label: str, field: TextField | ChoiceField, make: Callable[[Any], Edit]) -> None:
        field.setAccessibleName(label)
        maker = _Maker(self, make)
        self._makers.append(maker)
        field.edited.connect(maker.perform)
        if isinstance(field, TextField):
            field.refused.connect(self.document.refused)
        self.fields[label] = field
        self._form.addRow(label, field)


class _Maker:
    """What a field's edit becomes."""

    def __init__(self, inspector: Inspector, make: Callable[[Any], Edit]) -> None:
        self.document, self.make = inspector.document, make

    def perform(self, value: Any) -> None:
        try:
            edit = self.make(value)
        except EditRefused as e:
            self.document.refused.emit(str(e))
            return
        self.document.perform(edit)
