"""Which code a page shows: snippets by `--8<--`, printed output by empty `output NAME` fences."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verify.findings import Finding
from verify.pages import Fence, Page
from verify.snippets import Snippet


@dataclass(frozen=True)
class Shown:
    """A snippet, or a section of it, in a code block; `lines` are its line numbers."""

    line: int
    stem: str
    section: str | None
    lines: tuple[int, ...]


@dataclass(frozen=True)
class Output:
    line: int
    stem: str


def read_shown(
    page: Page, snippets: Mapping[str, Snippet]
) -> tuple[list[Shown], list[Output], list[Finding]]:
    """Code and outputs of a page in reading order, and what is wrong with them."""
    shown: list[Shown] = []
    outputs: list[Output] = []
    findings: list[Finding] = []
    for fence in page.fences:
        words = fence.info.split()
        if words[:1] == ["output"]:
            findings += check_output(page, fence, words[1:], snippets)
            if words[1:] and words[1] in snippets:
                outputs.append(Output(fence.line, words[1]))
        for line, path, section in fence.includes:
            problem = include_problem(fence, path, section, snippets)
            if problem:
                findings.append(Finding(page.path, line, problem))
                continue
            snippet = snippets[PurePosixPath(path).stem]
            numbers = tuple(snippet.shown_lines(section))
            shown.append(Shown(fence.line, snippet.stem, section, numbers))
    return shown, outputs, findings


def include_problem(
    fence: Fence, path: str, section: str | None, snippets: Mapping[str, Snippet]
) -> str | None:
    snippet = snippets.get(PurePosixPath(path).stem)
    if snippet is None or snippet.path != path:
        near = difflib.get_close_matches(PurePosixPath(path).stem, list(snippets), 1)
        hint = f"did you mean {snippets[near[0]].path}?" if near else "write it, or show another"
        return f"shows {path}, which does not exist: {hint}"
    if section is not None and section not in snippet.sections:
        known = ", ".join(snippet.sections) or "none"
        return (
            f"shows section {section!r} of {path}, which has: {known}; put it between "
            f"`# --8<-- [start:{section}]` and `# --8<-- [end:{section}]`"
        )
    if fence.info.split()[:1] != ["python"] or len(fence.content.strip().splitlines()) != 1:
        return "a snippet is shown alone in a ```python fence: one `--8<--` line and nothing else"
    return None


def check_output(
    page: Page, fence: Fence, words: list[str], snippets: Mapping[str, Snippet]
) -> list[Finding]:
    if len(words) != 1 or words[0] not in snippets:
        name = " ".join(words) or "nothing"
        near = difflib.get_close_matches(name, list(snippets), 1)
        hint = f": did you mean {near[0]}?" if near else ": write ```output NAME of a snippet"
        return [Finding(page.path, fence.line, f"output of {name}, which is no snippet{hint}")]
    if fence.content.strip():
        message = "an output fence stays empty: the build fills in what the snippet printed"
        return [Finding(page.path, fence.line + 1, message)]
    return []


def unshown(pages: Mapping[str, list[Shown]], snippets: Mapping[str, Snippet]) -> list[Finding]:
    """Every snippet is shown on some page, or no reader could check it."""
    stems = {block.stem for blocks in pages.values() for block in blocks}
    return [
        Finding(s.path, 1, 'is shown on no page: show it with --8<-- "' + s.path + '" or delete it')
        for s in snippets.values()
        if s.stem not in stems
    ]
