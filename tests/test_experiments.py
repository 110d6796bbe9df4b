"""Experiments: one file, one run, a page in every language read by the same scanner."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import MakeProject, write_files
from verify import drift, twins
from verify.check import Result, verify
from verify.experiments import Experiment, cell_outputs, parse_experiment, without_figures
from verify.fix import fix
from verify.ledger import make_ledger
from verify.mutants_code import measure
from verify.snippets import parse_snippet

SNIPPET = (
    '"""A."""\n\n# --8<-- [start:double]\ndef double(x):\n    return 2 * x\n# --8<-- [end:double]\n'
)
STUDY = '''\
"""Doubles a number, and draws it."""

# %% [markdown] lang="zh"
# ---
# title: 加倍
# description: 把一个数加倍。
# ---
#
# # 加倍 {#doubling}
#
# 数 $\\claim{y}{3}$。

# %% [markdown] lang="en"
# ---
# title: Doubling
# description: A number, doubled.
# ---
#
# # Doubling {#doubling}
#
# The number $\\claim{y}{3}$.

# %%
# --8<-- "snippets/a.py:double"

# %%
# $x$
x = 1.5
# $y = x + x$
y = double(x)
assert y == 3
print(f"y = {y:g}")

# %%
LABELS = {
    "zh": {"alt": "线", "x": "横轴 {n}"},
    "en": {"alt": "A line", "x": "across {n}"},
}
label = LABELS["en"]

# %%
import matplotlib.pyplot as plt

figure, axes = plt.subplots(num=label["alt"])
axes.plot([1, 10], [1, y], "C0-")
axes.set_yscale("log")
axes.set_xlabel(label["x"].format(n=2))
plt.show()
'''
PAGES = {
    f"{lang}/index.md": f'# {title} {{#a}}\n\n```python\n--8<-- "snippets/a.py"\n```\n'
    for lang, title in (("zh", "题"), ("en", "A title"))
}


def study(root: Path, text: str = STUDY) -> Path:
    write_files(root, {"experiments/doubling.py": text})
    return root


def experiment(text: str = STUDY) -> Experiment:
    snippets = {"a": parse_snippet("a", "snippets/a.py", SNIPPET)}
    return parse_experiment("doubling", "experiments/doubling.py", text, ["zh", "en"], snippets)


@pytest.fixture
def result(project: MakeProject) -> Result:
    found = verify(study(project(PAGES, {"a": SNIPPET})))
    assert [str(finding) for finding in found.findings] == []
    return found


def findings(root: Path) -> list[str]:
    return [str(finding) for finding in verify(root).findings]


# --- one run, every language --------------------------------------------------------------------


def test_one_run_gives_values_output_and_figures_in_every_language(result: Result) -> None:
    run = result.runs["doubling"]
    assert run.values["y"]["value"] == 3
    assert without_figures(run.output).strip() == "y = 3"
    included, computed, words, drawn = cell_outputs(experiment(), run.output)
    assert (included, computed, words) == ([], [{"text": "y = 3\n"}], [])
    [figure] = (output["figure"] for output in drawn)
    assert figure["alt"] == {"zh": "线", "en": "A line"}
    for shape in ("wide", "tall"):
        assert ">横轴 2</text>" in figure[shape]["zh"] and "across" not in figure[shape]["zh"]
        assert ">across 2</text>" in figure[shape]["en"]
        without_words = [
            svg.replace("横轴 2", "").replace("across 2", "") for svg in figure[shape].values()
        ]
        assert len(set(without_words)) == 1  # nothing else differs


def test_axes_side_by_side_stand_below_each_other_where_it_is_narrow(result: Result) -> None:
    two = STUDY.replace("plt.subplots(num", "plt.subplots(1, 2, sharey=True, num").replace(
        "axes.plot", "axes = axes[1]\naxes.plot"
    )
    found = verify(study(result.project.root, two))
    [figure] = cell_outputs(experiment(two), found.runs["doubling"].output)[-1]
    sizes = {shape: height(figure["figure"][shape]["en"]) for shape in ("wide", "tall")}
    one = cell_outputs(experiment(), result.runs["doubling"].output)[-1][0]["figure"]
    assert sizes["wide"] == height(one["wide"]["en"])
    assert sizes["tall"] == 2 * height(one["tall"]["en"])


def height(svg: str) -> float:
    return float(svg.split('viewBox="0 0 ')[1].split('"')[0].split()[1])


def test_logarithmic_ticks_are_letters(result: Result) -> None:
    drawn = without_words(result.runs["doubling"].output)
    assert "tspan" not in drawn and "$" not in drawn


def without_words(output: str) -> str:
    return "".join(line for line in output.splitlines(True) if line not in without_figures(output))


def test_prose_does_not_run_an_experiment_again() -> None:
    changed = STUDY.replace("The number", "This number").replace("数 ", "这个数 ")
    assert experiment(changed).to_run() == experiment().to_run()
    assert experiment(STUDY.replace("1.5", "2.5")).to_run() != experiment().to_run()


def test_what_a_snippet_holds_is_taken_from_it() -> None:
    assert "return 2 * x" not in STUDY
    assert "return 2 * x" in experiment().program and "return 2 * x" in experiment().to_run()


def test_a_figure_needs_a_description(result: Result) -> None:
    [message] = findings(study(result.project.root, STUDY.replace('num=label["alt"]', "1, 1")))
    assert "experiments/doubling.py:48: raises ValueError: describe the figure" in message


# --- the scanner --------------------------------------------------------------------------------

WRONG = {
    "a wrong number, with its line": (
        "The number $\\claim{y}{3}$",
        "The number $\\claim{y}{4}$",
        "experiments/doubling.py:21: text says 4, experiments/doubling.py gives y = 3",
    ),
    "a digit that nothing accounts for": (
        "The number",
        "The number 7,",
        "experiments/doubling.py:21: '7' in the text is not accounted for",
    ),
    "a digit in the front matter": (
        "A number, doubled",
        "A number, 2 times",
        "experiments/doubling.py:16: '2' in the front matter",
    ),
    "a digit in a figure's words": ('"A line"', '"A line 9"', "doubling.py:37: '9' in a label"),
    "a formula that no code checks": (
        "The number",
        "With $z = x^2$, the number",
        "experiments/doubling.py:21: formula is 'z = x^2'",
    ),
    "a heading that only one language has": (
        "# The number",
        "# ## More {#more}\n#\n# The number",
        "experiments/doubling.py:21: heading '## … {#more}' is missing in",
    ),
    "Chinese on the English page": ("The number", "数 The number", "'数' on a page in 'en'"),
    "a cell in no language": ('lang="en"', 'lang="fr"', "doubling.py:13: begins no cell"),
    "a cell of another kind": ("# %%\n# $x$", "# %% [raw]\n# $x$", "doubling.py:26: begins no"),
    "code in a Markdown cell": ("# The number", "The = 1\n# The number", "doubling.py:21: a line"),
    "a cell without a blank line above": ("\n\n# %%\nLABELS", "\n# %%\nLABELS", "a blank line"),
    "a section that does not exist": ("a.py:double", "a.py:triple", "shows section 'triple'"),
    "labels that nothing chooses": ('label = LABELS["en"]', "label = {}", "are chosen by a line"),
    "an error in an included line": ("double(x)", "double(0 / 0)", "doubling.py:30: raises"),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_the_scanner_reads_its_cells(result: Result, change: tuple[str, str, str]) -> None:
    old, new, message = change
    assert old in STUDY
    found = findings(study(result.project.root, STUDY.replace(old, new, 1)))
    assert any(message in finding for finding in found), found


def test_a_file_without_cells_is_refused(result: Result) -> None:
    found = findings(study(result.project.root, '"""A."""\nx = 1\n'))
    assert any("experiments/doubling.py:1: has no cells" in finding for finding in found)


def test_stale_numbers_are_rewritten_in_their_language_alone(result: Result) -> None:
    stale = STUDY.replace("The number $\\claim{y}{3}$", "The number $\\claim{y}{4}$")
    root = study(result.project.root, stale)
    assert fix(verify(root, parity=False))
    assert (root / "experiments" / "doubling.py").read_text(encoding="utf-8") == STUDY


def test_twins_are_told_apart_although_they_share_a_file(result: Result) -> None:
    root = result.project.root
    twins.review(twins.twins_of(result.project), root)
    assert findings(root) == []
    longer = STUDY.replace("# The number", "# A new paragraph.\n#\n# The number")
    [finding] = [f for f in findings(study(root, longer)) if "make reviewed" in f]
    assert "changed without its twin cells in 'zh'" in finding
    study(root, STUDY.replace("\n# %%\nLABELS", "\nz = y\n\n# %%\nLABELS"))
    assert findings(root) == []  # code that moves the prose of neither


# --- the other measurements ---------------------------------------------------------------------


def test_drift_runs_an_experiment_once_and_compares_what_it_prints(result: Result) -> None:
    rows = {row.variant: row for row in drift.measure(result)}
    assert all(row.findings == [] for row in rows.values())
    assert rows[drift.FOR_EXPERIMENTS].claims == 2
    assert all(row.claims == 0 for name, row in rows.items() if name != drift.FOR_EXPERIMENTS)
    unsteady = STUDY.replace(
        'print(f"y', 'import os\nprint(os.environ["OMP_NUM_THREADS"])\nprint(f"y'
    )
    found = verify(study(result.project.root, unsteady))
    changed = [f for row in drift.measure(found) for f in row.findings]
    assert [str(f).split(": ", 2)[1] for f in changed] == [drift.FOR_EXPERIMENTS]


def test_statements_below_formulas_have_mutants(result: Result) -> None:
    found = measure(result)
    of_study = [str(f) for f in found.blind if "doubling" in f.path]
    assert of_study == []
    blind = STUDY.replace("assert y == 3\n", "w = double(5)\n").replace(
        "# $y = x + x$\ny = double(x)", "y = double(x)\n# $y = x + x$\nv = 1"
    )
    found = measure(verify(study(result.project.root, blind), parity=False))
    assert any("experiments/doubling.py" in str(f) for f in found.blind)


def test_the_ledger_has_cells_with_their_outputs(result: Result) -> None:
    entry = json.loads(json.dumps(make_ledger(result)))["experiments"]["doubling"]
    assert entry["page"] == "practice/experiments/doubling.ipynb"
    assert entry["what"] == "Doubles a number, and draws it."
    assert entry["meta"]["en"]["title"] == "Doubling"
    assert [cell["lang"] for cell in entry["cells"]] == ["zh", "en", "", "", "", ""]
    assert [len(cell["outputs"]) for cell in entry["cells"][2:]] == [0, 1, 0, 1]
