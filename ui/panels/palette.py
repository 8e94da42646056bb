"""The palette: everything that can be placed, searchable, to drag out or to place with Enter."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from planner.catalogue import Catalogue, DeviceType
from ui.canvas.hands import MIME
from ui.canvas.style import Style

TYPE = Qt.ItemDataRole.UserRole
GROUPS = {
    "rack": "Racks",
    "gpu-server": "GPU servers",
    "switch": "Switches",
    "storage-server": "Storage",
    "management-server": "Management",
    "fabric-manager": "Management",
}


class _Tree(QTreeWidget):
    def mimeData(self, items: list[QTreeWidgetItem]) -> QMimeData:  # type: ignore[override]
        data = QMimeData()
        data.setData(MIME, str(items[0].data(0, TYPE) or "").encode())
        return data


class Palette(QWidget):
    place = Signal(str)  # catalogue id: put it at the next free place

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit(placeholderText="Search gear", clearButtonEnabled=True)
        self.search.setAccessibleName("Search the palette")
        self.tree = _Tree()
        self.tree.setAccessibleName("Palette")
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(10)
        self.tree.setDragEnabled(True)
        self.tree.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.search)
        layout.addWidget(self.tree)
        self._fill(catalogue)
        self.search.textChanged.connect(self._filter)
        self.tree.itemActivated.connect(self._activated)

    def _fill(self, catalogue: Catalogue) -> None:
        groups: dict[str, QTreeWidgetItem] = {}
        for title in dict.fromkeys(GROUPS.values()):
            group = QTreeWidgetItem(self.tree, [title])
            group.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            groups[title] = group
        for rack in catalogue.racks.values():
            self._add(groups["Racks"], rack.id, rack.name, rack.name)
        for found in sorted(catalogue.devices.values(), key=lambda d: (d.maker == "generic", d.maker, d.id)):
            self._add(groups[GROUPS[found.kind]], found.id, label(found), about(found))
        self.tree.expandAll()

    def _add(self, group: QTreeWidgetItem, id: str, name: str, tip: str) -> None:
        item = QTreeWidgetItem(group, [name])
        item.setData(0, TYPE, id)
        item.setToolTip(0, tip)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)

    def _items(self) -> list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]]:
        """Each group with what is in it."""
        groups = [self.tree.topLevelItem(g) for g in range(self.tree.topLevelItemCount())]
        return [(g, [c for n in range(g.childCount()) if (c := g.child(n))]) for g in groups if g is not None]

    def set_style(self, style: Style, catalogue: Catalogue) -> None:
        """Each kind carries the colour it has on the canvas."""
        for _, items in self._items():
            for item in items:
                found = catalogue.devices.get(str(item.data(0, TYPE)))
                item.setIcon(0, swatch(style.kind(found.kind) if found else style.rack, style.device_line))

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        for group, items in self._items():
            for item in items:
                about_it = f"{item.text(0)} {item.data(0, TYPE)} {item.toolTip(0)}".lower()
                item.setHidden(not all(w in about_it for w in words))
            group.setHidden(all(item.isHidden() for item in items))

    def _activated(self, item: QTreeWidgetItem) -> None:
        id = item.data(0, TYPE)
        if id:
            self.place.emit(str(id))


def swatch(fill: QColor, line: QColor) -> QIcon:
    pixmap = QPixmap(14, 14)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setPen(line)
    painter.setBrush(fill)
    painter.drawRect(1, 3, 11, 8)
    painter.end()
    return QIcon(pixmap)


def label(found: DeviceType) -> str:
    """With its maker, where the product's name does not give it away."""
    known = found.maker in ("generic", "NVIDIA") or found.name.startswith(found.maker)
    return found.name if known else f"{found.maker} {found.name}"


def about(found: DeviceType) -> str:
    """Maker, size and ports, a line each."""
    lines = [f"{found.maker} {found.name}", f"{found.height_u:g} U{' (assumed)' if found.height_assumed else ''}"]
    if found.gpus:
        memory = f", {found.gpu_memory_gb:g} GB each" if found.gpu_memory_gb else ""
        lines.append(f"{found.gpus} × {found.gpu}{memory}")
    for group in found.cages:
        number = group.count * group.ports_per_cage
        lines.append(
            f"{number} × {group.rate_gbps} Gb/s {group.form} {'' if group.purpose == 'any' else group.purpose}"
        )
    watts = found.power_max_w or found.power_typical_w
    lines.append(f"{watts:g} W" if watts else "power not known")
    if found.note:
        lines.append(found.note)
    return "\n".join(line.strip() for line in lines)
