"""A project on disk: pages by language, snippets, references."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from verify.pages import Page, read_page
from verify.references import References, read_references
from verify.snippets import Snippet, read_snippet

DEFAULT_LANGUAGE = "zh"


@dataclass(frozen=True)
class Project:
    """`root` holds docs/<language>/**.md, snippets/*.py and docs/references.yml."""

    root: Path

    @cached_property
    def languages(self) -> list[str]:
        """Folders of docs/ that have an index page; the default language first."""
        found = sorted(index.parent.name for index in self.root.glob("docs/*/index.md"))
        return sorted(found, key=lambda lang: lang != DEFAULT_LANGUAGE)

    @cached_property
    def pages(self) -> list[Page]:
        return [
            read_page(file, self.root, lang)
            for lang in self.languages
            for file in sorted((self.root / "docs" / lang).rglob("*.md"))
        ]

    @cached_property
    def snippets(self) -> dict[str, Snippet]:
        files = [f for folder in ("snippets", "experiments") for f in sorted((self.root / folder).glob("*.py"))]
        return {file.stem: read_snippet(file, self.root) for file in files}

    @cached_property
    def references(self) -> References:
        return read_references(self.root)

    @property
    def cache_folder(self) -> Path:
        return self.root / ".cache" / "verify"
