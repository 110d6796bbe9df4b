"""Drift: what depends on the machine is found, under the condition that changes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import MakeProject
from verify import drift
from verify.__main__ import main
from verify.check import Result, verify
from verify.measured import recall
from verify.project import Project
from verify.sandbox import Run, run_programs
from verify.shards import WHOLE, Shard

STEMS = ("a", "b", "c", "d")

PAGE = """\
# A title

Here $\\claim{a.x}{VALUE}$.

```python
--8<-- "snippets/a.py"
```

```output a
```
"""


def verified(root: Path) -> Result:
    result = verify(root, cache=False)
    assert result.findings == []
    return result


def found(result: Result) -> dict[str, list[str]]:
    """Findings by the condition under which they arise; conditions without any are left out."""
    rows = list(drift.measure(result))
    assert [row.variant for row in rows] == list(drift.VARIANTS)
    return {row.variant: [str(f) for f in row.findings] for row in rows if row.findings}


def program(expression: str) -> str:
    return f'"""A."""\n\nimport os\n\nx = {expression}\n'


def claiming(value: object) -> dict[str, str]:
    return {"en/index.md": PAGE.replace("VALUE", str(value))}


def test_nothing_drifts(project: MakeProject) -> None:
    result = verified(project(claiming(2), {"a": program("len(os.sep) + 1") + "print(x)\n"}))
    rows = list(drift.measure(result))
    assert [(row.claims, row.findings) for row in rows] == [(1, [])] * len(drift.VARIANTS)


THREADS = ["two threads", "lowest CPU capability, two threads"]
INSTRUCTIONS = ["lowest CPU capability", "lowest CPU capability, two threads"]
DEPENDENT = [
    ("int(os.environ['OMP_NUM_THREADS'])", THREADS),
    ("os.environ.get('ATEN_CPU_CAPABILITY', '').count('default')", INSTRUCTIONS),
    ("hash('a') % 1000", ["hash seed 1", "hash seed 2"]),
]


@pytest.mark.parametrize(("expression", "variants"), DEPENDENT)
def test_a_claim_that_depends_on_the_machine(
    project: MakeProject, expression: str, variants: list[str]
) -> None:
    value = run_programs({"a": program(expression)})["a"].values["x"]["value"]
    findings = found(verified(project(claiming(value), {"a": program(expression)})))
    assert list(findings) == variants
    for variant, (line,) in findings.items():
        start = f"docs/en/index.md:3: {variant}: text says {value}, snippets/a.py gives x = "
        assert line.startswith(start)
        assert line.endswith("claim fewer digits, or a bound")


def test_an_output_that_depends_on_the_machine(project: MakeProject) -> None:
    source = '"""A."""\n\nx = 2\nprint("all well")\nprint(hash("a") % 1000)\n'
    findings = found(verified(project(claiming(2), {"a": source})))
    assert list(findings) == ["hash seed 1", "hash seed 2"]
    (line,) = findings["hash seed 1"]
    assert line.startswith("docs/en/index.md:9: hash seed 1: output of a is '")
    assert line.endswith("': set a seed, or print fewer digits")


def test_an_output_that_no_page_shows(project: MakeProject) -> None:
    """Readers who run the program see it, and it is published with the claims."""
    page = claiming(2)["en/index.md"].partition("```output")[0]
    source = '"""A."""\n\nx = 2\nprint(hash("a"))\n'
    findings = found(verified(project({"en/index.md": page}, {"a": source})))
    assert list(findings) == ["hash seed 1", "hash seed 2"]
    (line,) = findings["hash seed 2"]
    assert line.startswith("snippets/a.py:1: hash seed 2: output of a is '")


def test_random_numbers_without_a_seed(project: MakeProject) -> None:
    source = '"""A."""\n\nimport random\n\nx = 2\nprint(random.random())\n'
    findings = found(verified(project(claiming(2), {"a": source})))
    assert list(findings) == list(drift.VARIANTS)
    assert all(f.endswith(": set a seed, or print fewer digits") for (f,) in findings.values())


def test_a_snippet_that_fails_elsewhere(project: MakeProject) -> None:
    source = program("2") + "assert os.environ['OMP_NUM_THREADS'] == '1', 'one thread only'\n"
    findings = found(verified(project(claiming(2), {"a": source})))
    assert list(findings) == THREADS
    (line,) = findings["two threads"]
    assert line.startswith("snippets/a.py:6: two threads: ")
    assert "one thread only" in line


def test_a_value_that_is_not_always_there(project: MakeProject) -> None:
    source = program("2") + "if os.environ['PYTHONHASHSEED'] == '1':\n    del x\n"
    findings = found(verified(project(claiming(2), {"a": source})))
    assert list(findings) == ["hash seed 1"]
    assert "snippets/a.py leaves no value 'x'" in findings["hash seed 1"][0]


def test_the_order_is_reversed(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that holds only after another snippet ran is found: here the runs are made up."""
    pages = claiming(2)
    pages["en/index.md"] += '\n```python\n--8<-- "snippets/b.py"\n```\n'
    result = verified(project(pages, {"a": program("2"), "b": '"""B."""\n'}))
    orders: list[list[str]] = []

    def run(programs: Mapping[str, str], *, environment: Mapping[str, str]) -> dict[str, Run]:
        orders.append(list(programs))
        value = {"value": 2 if next(iter(programs)) == "a" else 3, "attributes": {}, "digits": 15}
        return {"a": Run(values={"x": value}), "b": Run()}

    monkeypatch.setattr(drift, "run_programs", run)
    assert list(found(result)) == ["reversed order"]
    assert orders == [["a", "b"]] * (len(drift.VARIANTS) - 1) + [["b", "a"]]


# --- in parts ---------------------------------------------------------------------------------


def test_the_parts_make_the_whole(project: MakeProject) -> None:
    page = "# A\n"
    for stem in STEMS:
        page += f"\nIt is $\\claim{{{stem}.x}}{{2}}$.\n"
        page += f'\n```python\n--8<-- "snippets/{stem}.py"\n```\n'
    programs = {stem: f'"""Has {stem}."""\nx = 2\nprint(hash("a"))\n' for stem in STEMS}
    result = verified(project({"en/index.md": page}, programs))
    whole, *parts = (
        list(drift.measure(result, shard)) for shard in (WHOLE, Shard(1, 2), Shard(2, 2))
    )
    for row, one, other in zip(whole, *parts, strict=True):
        assert row.claims == one.claims + other.claims == len(STEMS)
        assert sorted(map(str, row.findings)) == sorted(map(str, one.findings + other.findings))
        assert 0 < one.claims < len(STEMS)
    assert any(row.findings for row in whole)


def test_a_part_is_no_table_for_the_site(project: MakeProject) -> None:
    root = project(claiming(2), {"a": program("2") + "print(x)\n"})
    for part in ("1/2", "2/2"):
        assert main(["--root", str(root), "drift", "--shard", part]) == 0
    assert recall(Project(root), "drift") == []
    assert main(["--root", str(root), "drift"]) == 0
    assert [row[0] for row in recall(Project(root), "drift")] == list(drift.VARIANTS)
