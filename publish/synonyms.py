"""Words that readers search by and pages do not use: added to the search index as tags.

They come from docs/synonyms.yml, place by place, and from the glossary: a term's page is found by
its name in the other language, by its other forms and by the renderings that are errors. And a
question of the bank is found by the ways in which it is also asked.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jieba  # type: ignore[import-untyped]

from publish.failure import RefusedError
from verify.findings import Finding
from verify.yaml_mapping import MalformedError, read_mapping_file

PATH = "docs/synonyms.yml"
INTERVIEW = "answers/interview.md"
HAN = re.compile(r"[\u3400-\u9fff]+")
# Between the words of Chinese, for the index. Beside punctuation, which parts them as well, a line
# of a result could break there.
NEEDLESS = re.compile(r"\u200b+(?=[，。；：、？！）》”’…])|(?<=[（《“‘])\u200b+")
Tags = dict[str, list[str]]  # by the address of a page or section below its language


def read_synonyms(root: Path) -> tuple[Tags, dict[str, int]]:
    """The tags of docs/synonyms.yml, and the line of each address. RefusedError if malformed."""
    file = root / PATH
    if not file.is_file():
        return {}, {}
    try:
        mapping = read_mapping_file(file)
    except MalformedError as error:
        raise RefusedError([Finding(PATH, error.line, error.problem)]) from error
    lines = {address(place): mapping.lines[(place,)] for place in mapping.values}
    wrong = [
        Finding(PATH, mapping.lines[(place,)], f"{place}: expected a list of words, [one, another]")
        for place, words in mapping.values.items()
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words)
    ]
    if wrong:
        raise RefusedError(wrong)
    return {address(place): list(words) for place, words in mapping.values.items()}, lines


def address(place: str) -> str:
    """`basics/depth.md#two` as the search index has it: `basics/depth/#two`."""
    page, _, anchor = place.partition("#")
    page = page.removesuffix(".md").removesuffix("index")
    folder = f"{page}/" if page and not page.endswith("/") else page
    return f"{folder}#{anchor}" if anchor else folder


def glossary_tags(glossary: Mapping[str, Mapping[str, Any]], languages: Sequence[str]) -> Tags:
    """For the page that explains a term: all its names, right and wrong, in both languages."""
    tags: Tags = defaultdict(list)
    for term in glossary.values():
        if "page" in term:
            tags[address(term["page"])] += names(term, languages)
    return tags


def names(term: Mapping[str, Any], languages: Sequence[str]) -> Iterator[str]:
    for lang in languages:
        yield str(term[lang])
        yield from term.get("also", {}).get(lang, ())
    yield from term.get("wrong", ())


def add_tags(index: Path, tags: Mapping[str, Sequence[str]]) -> list[str]:
    """Add the tags to the entries of a search index; returns the addresses that it lacks."""
    content = json.loads(index.read_text(encoding="utf-8"))
    entries = {entry["location"]: entry for entry in content["docs"]}
    for place, words in tags.items():
        if place in entries:
            known = entries[place].setdefault("tags", [])
            known += [segmented(word) for word in dict.fromkeys(words)]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    index.write_text(NEEDLESS.sub("", text), encoding="utf-8")
    return [place for place in tags if place not in entries]


def segmented(text: str) -> str:
    """Chinese cut into words as the rest of the index is, by spaces that nobody sees."""
    return HAN.sub(lambda match: "\u200b".join(jieba.cut(match.group())), text)


def question_tags(questions: Sequence[Mapping[str, Any]], lang: str) -> Tags:
    """For a question, where it stands with all its answers: how else it is asked."""
    return {
        address(f"{page}#{question['id']}"): list(question["words"][lang]["also"])
        for question in questions
        for page in (INTERVIEW, f"answers/interview/{question['topics'][0]}.md")
    }


def make_findable(root: Path, indices: Mapping[str, Path], ledger: Mapping[str, Any]) -> None:
    """Add all synonyms to the index of every language. RefusedError names unknown places."""
    tags, lines = read_synonyms(root)
    for place, words in glossary_tags(ledger.get("glossary", {}), tuple(indices)).items():
        tags.setdefault(place, []).extend(words)
    missing: set[str] = set()
    for lang, index in indices.items():
        asked = question_tags(ledger.get("questions", ()), lang)
        missing.update(add_tags(index, tags | asked))
    wrong = [
        Finding(PATH, lines[place], f"the site has no {place}: expected page.md or page.md#heading")
        for place in sorted(missing & lines.keys())
    ]
    if wrong:
        raise RefusedError(wrong)
