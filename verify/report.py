"""`python -m verify report`: what was checked, in numbers, for people and for tools."""

from __future__ import annotations

from typing import Any

from verify.check import Result
from verify.claims import Claim, compare
from verify.ledger import ledger_versions


def summary(result: Result) -> dict[str, Any]:
    """Totals of numbers, cited figures, formulas and snippets, with everything left open."""
    claims = [c for page in result.claims.values() for c in page]
    cited = [c for c in claims if c.target and c.target.kind == "cited"]
    numbers = [c for c in claims if not (c.target and c.target.kind == "cited")]
    verdicts = [v for page in result.verdicts.values() for v in page]
    relations = [v for v in verdicts if v and v.relations]
    failed = [stem for stem, run in result.runs.items() if run.error]
    return {
        "numbers": {"total": len(numbers), "checked": sum(map(holds, numbers))},
        "cited figures": {"total": len(cited), "checked": sum(map(holds, cited))},
        "formulas": {
            "total": len(verdicts),
            "checked": len(relations),
            "relations": sum(len(v.relations) for v in relations),
            "symbols only": sum(bool(v and not v.relations and not v.problems) for v in verdicts),
        },
        "snippets": {
            "total": len(result.project.snippets),
            "checked": len(result.runs) - len(failed),
        },
        "exceptions": [
            {
                "file": page.origin(formula.line)[0],
                "line": page.origin(formula.line)[1],
                "kind": verdict.exception[0],
                "reason": verdict.exception[1],
            }
            for page in result.project.pages
            for formula, verdict in zip(page.formulas, result.verdicts[page.key], strict=True)
            if verdict and verdict.exception
        ],
        "unaccounted": [
            {"file": f.path, "line": f.line, "message": f.message} for f in result.findings
        ],
        "versions": ledger_versions(result),
    }


def holds(claim: Claim) -> bool:
    return claim.target is not None and not compare(claim)


def as_text(report: dict[str, Any]) -> str:
    """The summary in a few lines."""
    lines = []
    for name in ("numbers", "cited figures", "formulas", "snippets"):
        parts = ", ".join(f"{value} {key}" for key, value in report[name].items())
        lines.append(f"{name}: {parts}")
    lines.append(f"exceptions: {len(report['exceptions'])}")
    lines.append(f"unaccounted: {len(report['unaccounted'])}")
    lines += [f"  {f['file']}:{f['line']}: {f['message']}" for f in report["unaccounted"]]
    lines.append("versions: " + ", ".join(f"{k} {v}" for k, v in report["versions"].items()))
    return "\n".join(lines)
