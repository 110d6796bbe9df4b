"""Where the site will stand, from the environment, and what the configurations are told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

DEFAULT_URL = "http://127.0.0.1:8000/"
FOLDERS = {"zh": "", "en": "en/"}  # each language's place below the root; Chinese first


@dataclass(frozen=True)
class Addresses:
    """`site_url` ends with a slash. Without `repo_url` there are no links to a repository."""

    site_url: str = DEFAULT_URL
    repo_url: str = ""

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Addresses:
        """From SITE_URL and REPO_URL; ValueError says what is wrong with them."""
        site_url = environment.get("SITE_URL") or DEFAULT_URL
        repo_url = environment.get("REPO_URL") or ""
        for name, url in (("SITE_URL", site_url), ("REPO_URL", repo_url)):
            parts = urlsplit(url)
            if url and (parts.scheme not in ("http", "https") or not parts.netloc):
                raise ValueError(f"{name}={url} is no address: write https://example.org/path/")
        return cls(site_url.rstrip("/") + "/", repo_url.rstrip("/"))

    @property
    def roots(self) -> dict[str, str]:
        """The full address of each language's home page."""
        return {lang: self.site_url + folder for lang, folder in FOLDERS.items()}

    @contextmanager
    def in_environment(self) -> Iterator[None]:
        """The variables that mkdocs.yml and mkdocs.en.yml read, set while the block runs."""
        variables = {f"SITE_URL_{lang.upper()}": url for lang, url in self.roots.items()}
        variables |= {"SITE_URL": self.site_url, "REPO_URL": self.repo_url}
        before = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
