"""Figures and findings as plain data: what the command line prints as JSON."""

from __future__ import annotations

from typing import Any

from planner.figures.report import BisectionFigure, Figures, PlaneFigures
from planner.figures.traffic.collectives import Traffic, all_reduce, all_to_all
from planner.rules import Report
from planner.rules.finding import Severity


def as_json(figures: Figures, report: Report) -> dict[str, Any]:
    """What `trunkline figures --json` prints. What is not known is null, never a guess."""
    lengths = figures.lengths
    return {
        "planes": {id: _plane(p) for id, p in figures.planes.items()},
        "switches": figures.counts.switches,
        "switches_without_tier": figures.counts.switches_without_tier,
        "counts": {
            "links": figures.counts.links,
            "cables": figures.counts.cables,
            "transceivers": figures.counts.transceivers,
        },
        "links_by_tier": figures.counts.links_by_tier,
        "cables_by_tier": figures.counts.cables_by_tier,
        "cable_length": {
            "needed_total_m": round(lengths.needed_total_m, 3),
            "ordered_total_m": round(lengths.ordered_total_m, 3),
            "longest_m": None if lengths.longest_m is None else round(lengths.longest_m, 3),
            "unknown": lengths.unknown,
        },
        "power": {
            "typical_w": figures.power.typical_w,
            "max_w": figures.power.max_w,
            "unknown": figures.power.unknown,
        },
        "findings": {s.value: report.count(s) for s in Severity},
    }


def _plane(plane: PlaneFigures) -> dict[str, Any]:
    return {
        "endpoints": plane.endpoints,
        "gpus": plane.gpus,
        "injection_gbps": plane.injection_gbps,
        "bisection": _bisection(plane.bisection),
        "oversubscription": [
            {
                "tier": t.tier,
                "name": t.name,
                "worst": _round(t.worst),
                "aggregate": _round(t.aggregate),
                "cumulative": _round(t.cumulative),
            }
            for t in plane.oversubscription
        ],
    }


def _bisection(found: BisectionFigure) -> dict[str, Any]:
    return {
        "low_gbps": found.low_gbps,
        "high_gbps": found.high_gbps,
        "exact": found.exact,
        "share": _round(found.share),
    }


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def traffic_json(found: Traffic, size_bytes: float) -> dict[str, Any]:
    """What `trunkline traffic --json` prints. Pairs are [ideal, slow]; null where a job of one sends nothing."""
    whole = all_to_all(found, size_bytes)
    estimates = [*all_reduce(found, size_bytes), *([whole] if whole else [])]
    return {
        "job": {"name": found.job.name, "endpoints": len(found.job), "gpus": found.job.ranks},
        "all_to_all_gbps_per_endpoint": None if whole is None else [round(x, 3) for x in found.rate_gbps],
        "expected_to_hold": found.holds,
        "size_bytes": size_bytes,
        "estimates": [
            {
                "operation": e.operation,
                "algorithm": e.algorithm,
                "seconds": list(e.seconds),
                "algbw_gbs": [round(x, 3) for x in e.algbw_gbs],
                "busbw_gbs": [round(x, 3) for x in e.busbw_gbs],
            }
            for e in estimates
        ],
    }


def findings_json(report: Report) -> dict[str, Any]:
    """What `trunkline check --json` prints."""
    return {
        "findings": [
            {
                "rule": f.rule,
                "severity": (f.severity or Severity.ADVICE).value,
                "about": list(f.about),
                "message": f.message,
                "remedy": f.remedy,
                "key": f.key,
            }
            for f in report.open
        ],
        "waived": [{"rule": f.rule, "key": f.key, "message": f.message} for f in report.waived],
        "stale_waivers": list(report.stale_waivers),
        "broken": report.broken,
        "count": {s.value: report.count(s) for s in Severity},
    }
