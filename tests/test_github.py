"""What GitHub shows a contributor: issue forms, the template of pull requests, the dev container.

That the site's error reports fill in a form's fields is tested where the links are made, in
test_publish.py and built/test_marks.py.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forms import FOLDER, FORMS, read_form

ROOT = Path(__file__).resolve().parent.parent
BILINGUAL = re.compile(r"[A-Za-z].* · .*[\u4e00-\u9fff]|^简体中文$|^English$")


@pytest.mark.parametrize(
    ("schema", "names"), [("github-issue-forms", FORMS), ("github-issue-config", ["config.yml"])]
)
def test_github_takes_the_forms(schema: str, names: list[str]) -> None:
    files = [str(FOLDER / name) for name in names]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}"]
    done = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_there_is_a_form_for_each_kind() -> None:
    assert FORMS == ["translation.yml", "unclear-passage.yml", "wrong-number.yml"]


@pytest.mark.parametrize("name", FORMS)
def test_a_form_asks_for_the_page_in_both_languages(name: str) -> None:
    form = read_form(name)
    assert form["body"][0]["id"] == "page"
    shown = [form["name"], form["description"]]
    for part in form["body"]:
        attributes = part["attributes"]
        shown += [attributes["label"], *attributes.get("options", [])]
        shown += [attributes["description"]] if "description" in attributes else []
    assert [text for text in shown if not BILINGUAL.search(text)] == []


def test_a_pull_request_says_what_proves_it_in_both_languages() -> None:
    text = (ROOT / ".github" / "PULL_REQUEST_TEMPLATE.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line and not BILINGUAL.search(line)] == []
    guides = re.findall(r"CONTRIBUTING[\w.]*\.md", text)
    assert sorted(guides) == ["CONTRIBUTING.md", "CONTRIBUTING.zh.md"]
    assert all((ROOT / guide).is_file() for guide in guides)


# The published schema's types of the properties that we use: a name that it does not know, or a
# value of another type, would be ignored without a word.
DEV_CONTAINER = {
    "name": str,
    "image": str,
    "postCreateCommand": str,
    "forwardPorts": list,
    "portsAttributes": dict,
    "customizations": dict,
}


def test_the_dev_container_makes_what_the_targets_need() -> None:
    file = ROOT / ".devcontainer" / "devcontainer.json"
    settings = json.loads(file.read_text(encoding="utf-8"))
    assert {name: type(value) for name, value in settings.items()} == DEV_CONTAINER
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    make, target = settings["postCreateCommand"].split()
    assert make == "make" and re.search(rf"^{target}:", makefile, re.MULTILINE)
    port = int(re.findall(r"^PORT \?= (\d+)$", makefile, re.MULTILINE)[0])
    assert settings["forwardPorts"] == [port]
    assert set(settings["portsAttributes"]) == {str(port)}
    installer = (ROOT / "install.py").read_text(encoding="utf-8")
    oldest = re.findall(r"sys\.version_info < \((\d+), (\d+)\)", installer)[0]
    assert settings["image"].startswith(f"python:{'.'.join(oldest)}-")
