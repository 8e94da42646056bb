"""Workload, planes, phases, site, parts and title block: a dialog each, and the edit it makes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from PySide6.QtWidgets import QWidget

from planner.edit import Change, Edit
from planner.fileformat.reader import MOST_PLANES
from planner.network import Network
from planner.operations.naming import clean_name
from planner.operations.settings import set_row
from planner.plan import Plan
from planner.records import PartTerms, Phase, Plane, Project, Record
from planner.records.plane import DEFAULT_PLANES
from planner.records.site import MEDIA_ORDER
from planner.records.workload import KINDS
from ui.pages.form import Form


def positive(form: Form, key: str, zero: bool = False) -> float | None:
    value = form.value(key)
    if value is not None and (value < 0 or (value == 0 and not zero)):
        raise ValueError(f"{form._numbers[key][0]} must be {'zero or ' if zero else ''}more than zero.")
    return value


PROTOCOLS: list[tuple[str, object]] = [("not decided", ""), ("InfiniBand", "infiniband"), ("Ethernet", "ethernet")]


class WorkloadForm(Form):
    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__("Workload", "What is the cluster for? Leave open what you don't know yet.", parent)
        self.row = w = plan.workload
        kinds: list[tuple[str, object]] = [("don't know yet", ""), *((k, k) for k in KINDS)]
        self.choice("kind", "Mainly for", kinds, w.kind)
        self.number("size", "Model size, billion parameters", w.model_billion_parameters)
        self.number("job", "GPUs that the largest usual job synchronises", w.job_gpus, whole=True)
        self.yes_no("latency", "Jobs are sensitive to latency and congestion", w.latency_sensitive)
        self.yes_no("topology", "Jobs are placed by topology", w.topology_aware)
        self.yes_no("expertise", "Someone on the team has run InfiniBand", w.infiniband_experience)
        self.text("isolation", "Traffic that must be kept apart", w.traffic_isolation, "none, or which")
        self.yes_no("storage", "Storage gets a fabric of its own", w.separate_storage)
        self.number("checkpoint", "Size of a checkpoint, GB", w.checkpoint_gb, hint="of all nodes together")
        self.number("minutes", "Minutes that a checkpoint may take", w.checkpoint_minutes)
        self.yes_no("cables", "The rack and cable plan is agreed", w.cable_plan)
        self.yes_no("sustained", "Distributed training runs for days on end", w.sustained_training)
        self.yes_no("critical", "Each per cent of scaling efficiency matters", w.scaling_critical)
        self.yes_no("first", "It is the team's first cluster in production", w.first_cluster)
        self.yes_no("simple", "Simple operation comes before the last bit of speed", w.prefers_simplicity)
        self.yes_no("plain", "Racks and orders must stay plain", w.simple_procurement)

    def check(self) -> None:
        super().check()
        for key in ("size", "job", "checkpoint", "minutes"):
            positive(self, key)

    def edit(self, plan: Plan) -> Edit:
        job = self.value("job")
        row = replace(
            self.row,
            kind=str(self.choices["kind"].currentData()),
            model_billion_parameters=self.value("size"),
            topology_aware=self.answer("topology"),
            infiniband_experience=self.answer("expertise"),
            traffic_isolation=self.texts["isolation"].text().strip(),
            separate_storage=self.answer("storage"),
            cable_plan=self.answer("cables"),
            job_gpus=None if job is None else int(job),
            latency_sensitive=self.answer("latency"),
            checkpoint_gb=self.value("checkpoint"),
            checkpoint_minutes=self.value("minutes"),
            sustained_training=self.answer("sustained"),
            scaling_critical=self.answer("critical"),
            first_cluster=self.answer("first"),
            prefers_simplicity=self.answer("simple"),
            simple_procurement=self.answer("plain"),
        )
        return _single(plan, "Answer the workload questions", "workload", row)


class PlanesForm(Form):
    """A row of fields for each plane, the standard ones first."""

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(
            "Planes",
            "For each plane: its protocol, whether it has hardware of its own, and its limit of oversubscription where "
            "that is not to follow the workload.",
            parent,
        )
        self.rows = {p.id: plan.planes.get(p.id, p) for p in (*DEFAULT_PLANES, *plan.planes.values())}
        for id, row in self.rows.items():
            protocols: list[tuple[str, object]] = [
                ("not decided", ""),
                ("InfiniBand", "infiniband"),
                ("Ethernet", "ethernet"),
                ("Links between TPU chips (ICI)", "ici"),
            ]
            self.heading(row.name)
            self.choice(f"{id} protocol", "Protocol", protocols, row.protocol)
            others = [(f"shared with {o.name}", f"shared {o.id}") for o in self.rows.values() if o.id != id]
            states: list[tuple[str, object]] = [("undecided", "undecided"), ("own hardware", "own"), *others]
            self.choice(
                f"{id} state", "Hardware", states, f"shared {row.shared_with}" if row.state == "shared" else row.state
            )
            self.text(f"{id} apart", "Kept apart by", row.separated_by, "where shared, e.g. ETS queue, 30 %")
            self.number(f"{id} limit", "Limit, down ÷ up", row.max_ratio, hint="follows the workload; e.g. 2")
            rails: list[tuple[str, object]] = [("do not matter", False), ("NIC i to the leaf of rail i", True)]
            self.choice(f"{id} rails", "Rails", rails, row.rail_optimised)
        self.heading("A plane of your own")
        self.text("new", "Name", "", "leave empty to add none")

    def check(self) -> None:
        super().check()
        for id, row in self.rows.items():
            value = self.value(f"{id} limit")
            if value is not None and value <= 0:
                raise ValueError(f"The limit of {row.name} must be more than zero.")
        name = self.texts["new"].text().strip()
        if name in {row.name for row in self.rows.values()} | self.rows.keys():
            raise ValueError(f"There is a plane called {name[:60]} already.")
        if len(self.rows) >= MOST_PLANES and name:
            raise ValueError(f"A plan has at most {MOST_PLANES} planes.")

    def edit(self, plan: Plan) -> Edit:
        changes = []
        for id, row in self.rows.items():
            state, _, other = str(self.choices[f"{id} state"].currentData()).partition(" ")
            new = replace(
                row,
                protocol=str(self.choices[f"{id} protocol"].currentData()),
                state=state,
                shared_with=other,
                separated_by=self.texts[f"{id} apart"].text().strip(),
                max_ratio=self.value(f"{id} limit"),
                rail_optimised=bool(self.choices[f"{id} rails"].currentData()),
            )
            before = plan.planes.get(id)
            if new != before and not (before is None and new == row):
                changes.append(Change(before, new))
        if self.texts["new"].text().strip():
            name = clean_name(self.texts["new"].text())
            changes.append(Change(None, Plane(name, name)))
        return Edit("Decide on planes", tuple(changes))


class PhasesForm(Form):
    """Up to four steps, the last filled one being the end state."""

    MOST = 4

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(
            "Phases", "GPU servers in all at each step, and by when. The last one is the end state.", parent
        )
        rows = sorted(plan.phases.values(), key=lambda p: (p.date or "9999", p.nodes or 0))
        self.rows: list[Phase | None] = [*rows, *[None] * max(0, self.MOST - len(rows))]
        for n, row in enumerate(self.rows):
            self.heading(f"Step {n + 1}")
            self.text(f"{n} name", "Name", row.name if row else "", "e.g. Day one")
            self.number(f"{n} nodes", "GPU servers in all", row.nodes if row else None, whole=True)
            self.text(f"{n} date", "By", row.date if row else "", "e.g. 2027-06-30")

    def check(self) -> None:
        super().check()
        for n in range(len(self.rows)):
            positive(self, f"{n} nodes")
            text = self.texts[f"{n} date"].text().strip()
            if text:
                try:
                    date.fromisoformat(text)
                except ValueError:
                    raise ValueError(f"A date is written 2027-06-30, not {text[:30]!r}.") from None

    def edit(self, plan: Plan) -> Edit:
        changes = []
        taken = set(plan.phases)
        for n, row in enumerate(self.rows):
            name, day = (self.texts[f"{n} {key}"].text().strip() for key in ("name", "date"))
            nodes = self.value(f"{n} nodes")
            filled = bool(name or day or nodes is not None)
            new = None
            if filled:
                id = row.id if row else next(f"phase-{k}" for k in range(1, 99) if f"phase-{k}" not in taken)
                taken.add(id)
                new = Phase(id, name or f"Step {n + 1}", day, None if nodes is None else int(nodes))
            if new != row:
                changes.append(Change(row, new))
        return Edit("Set phases", tuple(changes))


class SiteForm(Form):
    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(
            "Site",
            "What makes cables long here. The first values are guesses of ours: no standard gives any.",
            parent,
        )
        self.row = s = plan.site
        self.number("tray", "Tray above the floor, m", s.tray_height_m)
        self.number("dressing", "Dressed inside the rack, m at each end", s.dressing_m)
        self.number("slack", "Slack, per cent", s.slack_percent)
        self.choice("fibre", "Multimode fibre", [("OM4", "OM4"), ("OM3", "OM3")], s.fibre)
        self.text("order", "Media, first choice first", ", ".join(s.media_order))
        self.number("power", "Power and cooling of each rack, kW", s.rack_power_kw, hint="not known")

    def check(self) -> None:
        super().check()
        for key in ("tray", "dressing", "slack"):
            if positive(self, key, zero=True) is None:
                raise ValueError(f"{self._numbers[key][0]} can't be left open.")
        if (self.value("tray") or 0) > 20 or (self.value("slack") or 0) > 100 or (self.value("dressing") or 0) > 50:
            raise ValueError("A tray is at most 20 m up, dressing at most 50 m, and slack at most 100 per cent.")
        positive(self, "power")
        unknown = [m for m in self._order() if m not in MEDIA_ORDER]
        if unknown or not self._order():
            raise ValueError(f"The order of media is a list of {', '.join(MEDIA_ORDER)}.")

    def _order(self) -> tuple[str, ...]:
        words = self.texts["order"].text().replace(",", " ").lower().split()
        return tuple(dict.fromkeys(words))

    def edit(self, plan: Plan) -> Edit:
        row = replace(
            self.row,
            tray_height_m=float(self.value("tray") or 0),
            dressing_m=float(self.value("dressing") or 0),
            slack_percent=float(self.value("slack") or 0),
            fibre=str(self.choices["fibre"].currentData()),
            media_order=self._order(),
            rack_power_kw=self.value("power"),
        )
        return _single(plan, "Change the site", "site", row)


class PartsForm(Form):
    """Lead times of every part the plan orders."""

    def __init__(self, network: Network, media: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__("Parts", "Weeks from order to delivery, as your supplier says. None are assumed.", parent)
        catalogue, plan = network.catalogue, network.plan
        used = {d.type for d in plan.devices.values()} | {m for m in media if m}
        used |= {o for m in used & catalogue.media.keys() for o in catalogue.media[m].optics}
        used |= {r.type for r in plan.racks.values()}
        tables = (catalogue.devices, catalogue.media, catalogue.optics, catalogue.racks)
        self.parts = sorted(part for part in used if any(part in table for table in tables))
        for part in self.parts:
            name = next(table[part].name for table in tables if part in table)
            terms = plan.parts.get(part)
            self.number(part, name, terms.lead_weeks if terms else None, hint="weeks")

    def check(self) -> None:
        super().check()
        for part in self.parts:
            value = positive(self, part, zero=True)
            if value is not None and value > 1000:
                raise ValueError("A lead time is at most 1000 weeks.")

    def edit(self, plan: Plan) -> Edit:
        changes = []
        for part in self.parts:
            before, weeks = plan.parts.get(part), self.value(part)
            after = None if weeks is None else PartTerms(part, float(weeks))
            if before != after:
                changes.append(Change(before, after))
        return Edit("Set lead times", tuple(changes))


class ProjectForm(Form):
    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(
            "Title block", "What stands on paper. Order dates count from the date of this revision.", parent
        )
        self.row = p = plan.project
        self.text("name", "Name", p.name)
        self.text("author", "Author", p.author)
        self.text("revision", "Revision", p.revision)
        self.text("date", "Date", p.date, "e.g. 2027-06-30")
        self.text("note", "Note", p.note)

    def check(self) -> None:
        text = self.texts["date"].text().strip()
        if text:
            try:
                date.fromisoformat(text)
            except ValueError:
                raise ValueError(f"A date is written 2027-06-30, not {text[:30]!r}.") from None
        if not 0 < len(self.texts["name"].text().strip()) <= 200:
            raise ValueError("The name needs 1 to 200 characters.")

    def edit(self, plan: Plan) -> Edit:
        row: Project = replace(self.row, **{key: field.text().strip() for key, field in self.texts.items()})
        return _single(plan, "Change the title block", "project", row)


def _single(plan: Plan, label: str, table: str, row: Record) -> Edit:
    """Edit of a table of one row; nothing when it says what the default says."""
    before = plan.table(table).get(table)
    default = {"workload": plan.workload, "site": plan.site, "project": plan.project}[table]
    return Edit(label, ()) if before is None and row == default else set_row(plan, label, row)
