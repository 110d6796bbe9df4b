"""A project on disk: pages by language, snippets, references."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from verify.experiments import Experiment, experiment_page, read_experiment
from verify.findings import Finding
from verify.memo import Memo
from verify.pages import Page
from verify.questions import Bank, read_bank
from verify.references import References, read_references
from verify.scan import read_page
from verify.snippets import Snippet, read_snippet

DEFAULT_LANGUAGE = "zh"


@dataclass(frozen=True)
class Project:
    """`root` holds docs/<language>/**.md, snippets/*.py, experiments/*.py, docs/references.yml."""

    root: Path
    memo: Memo = field(default_factory=Memo)

    @cached_property
    def languages(self) -> list[str]:
        """Folders of docs/ that have an index page; the default language first."""
        found = sorted(index.parent.name for index in self.root.glob("docs/*/index.md"))
        return sorted(found, key=lambda lang: lang != DEFAULT_LANGUAGE)

    @cached_property
    def findings(self) -> list[Finding]:
        """What would be passed over: pages in no language, two programs of one name."""
        findings = []
        for folder in sorted({page.parts[-2] for page in self.root.glob("docs/*/*.md")}):
            if folder not in self.languages:
                message = (
                    f"pages in docs/{folder} are not read: they begin with an index.md, add it"
                )
                findings.append(Finding(f"docs/{folder}/index.md", 1, message))
        if not self.languages:
            message = "no pages: begin with docs/<language>/index.md, such as docs/en/index.md"
            findings.append(Finding("docs", 1, message))
        known: dict[str, str] = {}
        for file in self._programs:
            path = file.relative_to(self.root).as_posix()
            if known.setdefault(file.stem, path) != path:
                message = f"has the name of {known[file.stem]}: rename one, claims go by the name"
                findings.append(Finding(path, 1, message))
        return findings

    @cached_property
    def pages(self) -> list[Page]:
        """The pages of every language, those of its experiments last."""
        pages = []
        for lang in self.languages:
            files = sorted((self.root / "docs" / lang).rglob("*.md"))
            pages += [read_page(file, self.root, lang, self.bank, self.memo) for file in files]
            pages += [experiment_page(experiment, lang) for experiment in self.experiments]
        return pages

    @cached_property
    def bank(self) -> Bank:
        return read_bank(self.root, self.languages)

    @cached_property
    def _programs(self) -> list[Path]:
        folders = (self.root / "snippets", self.root / "experiments")
        return [file for folder in folders for file in sorted(folder.glob("*.py"))]

    @cached_property
    def snippets(self) -> dict[str, Snippet]:
        """Everything that is run, by stem: snippets and experiments."""
        found: dict[str, Snippet] = {}
        for file in self._programs:  # experiments, which show snippets, come last
            if file.parent.name == "snippets":
                found[file.stem] = read_snippet(file, self.root)
            else:
                found[file.stem] = read_experiment(file, self.root, self.languages, found)
        return found

    @property
    def experiments(self) -> list[Experiment]:
        return [one for one in self.snippets.values() if isinstance(one, Experiment)]

    @cached_property
    def references(self) -> References:
        return read_references(self.root)

    @property
    def cache_folder(self) -> Path:
        return self.root / ".cache" / "verify"
