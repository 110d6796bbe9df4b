"""One language, built by MkDocs into a folder of its own."""

from __future__ import annotations

import logging
from pathlib import Path

import jieba  # type: ignore[import-untyped]
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from publish.addresses import Addresses
from publish.complaints import Complaints, Translator
from publish.failure import RefusedError
from verify.files import written_fault

jieba.setLogLevel(logging.WARNING)  # it reports loading its dictionary
CONFIGS = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}


def build_language(root: Path, lang: str, target: Path, addresses: Addresses) -> None:
    """Build into `target`; whatever MkDocs warns of is a reason to refuse."""
    error: BaseException | None = None
    with Complaints() as complaints, addresses.in_environment():
        try:
            config = load_config(str(root / CONFIGS[lang]), site_dir=str(target))
            config.plugins.on_startup(command="build", dirty=False)
            try:
                build(config)
            finally:
                config.plugins.on_shutdown()
        except (Exception, Abort) as raised:
            error = raised
    if fault := written_fault(error):
        raise fault from error
    if error or complaints.messages:
        translator = Translator(root, lang, CONFIGS[lang])
        raise RefusedError(translator.findings(complaints.messages, error)) from error
