"""The guide for contributors, done as it says: every file written, every command typed.

In a small project, since the whole one would take minutes; what the guide changes is the real
project's (its lines are looked up in it), and so are the tools.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.browser import find_browser
from tests.guide import (
    ROOT,
    Step,
    is_free,
    patched,
    read_guide,
    small_project,
    steps,
    unchanged,
    write,
)
from tests.site import address

GUIDES = {"en": "CONTRIBUTING.md", "zh": "CONTRIBUTING.zh.md"}
STEPS = list(steps(GUIDES["en"]))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A contributor's, apart from this machine's settings of git and from ports in use."""
    home = tmp_path_factory.mktemp("home")
    person = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER")
              for what in ("NAME", "EMAIL")}  # fmt: skip
    inherited = {
        name: value
        for name, value in os.environ.items()
        # Those of make and git would be about the project that is tested.
        if not name.startswith(("MAKE", "GIT_", "MFLAGS")) and name not in ("REPO_URL", "SITE_URL")
    }
    own = {
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "PORT": str(free_port()),
        "CHROMIUM": str(find_browser()),
    }
    return {**inherited, **person, **own}


def shell(command: str, root: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=root,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, f"$ {command}\n{done.stdout}"


def run(step: Step, root: Path, environment: Mapping[str, str]) -> str:
    """Type the commands of a step; all that they print."""
    printed = ""
    codes = []
    for command in step.commands:
        code, said = shell(command, root, environment)
        codes.append(code)
        printed += said
    if step.what == "commands":
        assert not any(codes), printed
    elif step.what == "commands that stop":
        assert codes[-1] and not any(codes[:-1]), printed
    return printed


def serve(step: Step, root: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Start the server; the guide's pages as it serves them, by language."""
    (command,) = step.commands
    server = subprocess.Popen(
        command.split(),
        cwd=root,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert server.stdout is not None
    try:
        said = ""
        while "serving http" not in said:
            line = server.stdout.readline()
            assert line, f"the server has ended:\n{said}"
            said += line
        assert "to mend" not in said, said
        url = re.findall(r"serving (\S+)", said)[0]
        return {lang: read(url + address(lang, "basics/halving.md")) for lang in GUIDES}
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.communicate()


def read(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        text: str = answer.read().decode()
    return text


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """The small project after every step of the guide, its tests on the way."""
    root = small_project(tmp_path_factory.mktemp("guide") / "project")
    begin = "git init -q -b main . && make reviewed && make check && git add . && "
    begin += "git commit -q -m start && git init -q --bare ../origin.git && "
    begin += "git remote add origin ../origin.git"
    code, said = shell(begin, root, environment)
    assert code == 0, said
    printed = ""
    for step in STEPS:
        if step.path:
            write(step, root)
        elif step.what == "output":
            missing = set(step.text.splitlines()) - set(printed.splitlines())
            assert not missing, printed
        elif step.what == "server":
            for page in serve(step, root, environment).values():
                assert 'class="figure figure--halving"' in page
                assert 'data-claim="halving.grown"' in page
        else:
            printed = run(step, root, environment)
    return root


def test_the_guide_leads_from_nothing_to_green(done: Path, environment: dict[str, str]) -> None:
    _, said = shell("git status --short", done, environment)
    assert said.splitlines()[1:] == []
    _, said = shell("git show --stat --format=%s origin/halving", done, environment)
    files = re.findall(r"^ (\S+) +\|", said, re.MULTILINE)
    assert sorted(files) == sorted({step.path for step in STEPS if step.path} | {"docs/twins.json"})


def test_a_commit_of_what_does_not_hold_is_refused(done: Path, environment: dict[str, str]) -> None:
    page = done / "docs" / "en" / "basics" / "halving.md"
    program = done / "snippets" / "halving.py"
    page.write_text(page.read_text(encoding="utf-8").replace("{20}", "{21}"), encoding="utf-8")
    program.write_text(program.read_text(encoding="utf-8") + "import  os\n", encoding="utf-8")
    code, said = shell("git commit -am wrong", done, environment)
    assert code != 0
    assert re.search(r"docs/en/basics/halving.md:\d+: text says 21", said)
    assert "`os` imported but unused" in said
    assert re.search(r"ruff format .*Failed", said)
    shell("git checkout .", done, environment)


def test_a_commit_of_neither_pages_nor_programs_is_not_held_up(
    done: Path, environment: dict[str, str]
) -> None:
    (done / "notes.txt").write_text("x\n", encoding="utf-8")
    code, said = shell("git add notes.txt && git commit -m notes", done, environment)
    assert code == 0, said
    assert said.count("Skipped") == 3


def test_every_tested_block_is_a_step() -> None:
    kinds = {"new file", "end of", "change in", "commands", "commands that stop", "output"}
    kinds |= {"commands, whatever they find", "server"}
    for guide in GUIDES.values():
        text = (ROOT / guide).read_text(encoding="utf-8")
        found = list(steps(guide))
        assert len(found) == text.count("<!-- tested:")
        assert {step.what for step in found} == kinds
    commands = "\n".join(step.text for step in STEPS if not step.path and step.what != "output")
    assert re.findall(r"^(?!make |git ).+", commands, re.MULTILINE) == []


def test_what_the_guide_changes_stands_in_the_project() -> None:
    for step in STEPS:
        if step.what == "new file":
            assert is_free(step), f"{step.path} is there: the guide needs another example"
        elif step.what == "change in":
            text = (ROOT / step.path).read_text(encoding="utf-8")
            patched(unchanged(text, step), step)
        elif step.what == "end of":
            assert (ROOT / step.path).exists()


def outline(name: str) -> list[tuple[str, int]]:
    """The blocks of a guide in order: levels of headings, kinds of the others."""
    page = read_guide(name)
    blocks = [(block.kind, 0, block.line) for block in page.blocks if block.kind != "heading"]
    blocks += [("heading", heading.level, heading.line) for heading in page.headings]
    return [(kind, level) for kind, level, _ in sorted(blocks, key=lambda block: block[2])]


def test_both_guides_say_the_same() -> None:
    assert list(steps(GUIDES["zh"])) == STEPS
    assert outline(GUIDES["zh"]) == outline(GUIDES["en"])
