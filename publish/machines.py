"""What the site offers to programs: all that was verified, and what is new."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path

from publish.addresses import FOLDERS
from render import claims_file, feed, llms
from render.formulas import read_macros, role_names
from render.ledger import Ledger

FILES = (claims_file.FILE, claims_file.SCHEMA, feed.FILE, llms.FILE)


def write_for_machines(
    root: Path, site: Path, ledger: Ledger, roots: Mapping[str, str], version: str
) -> None:
    """Write claims.json with its schema, and a feed for each language, into the site."""
    roles = role_names(read_macros(root))
    content = claims_file.claims_file(ledger, roots, roles, version)
    text = json.dumps(content, ensure_ascii=False, indent=1)
    (site / claims_file.FILE).write_text(f"{text}\n", encoding="utf-8")
    schema = Path(claims_file.__file__).with_name(claims_file.SCHEMA)
    shutil.copyfile(schema, site / claims_file.SCHEMA)
    for lang, home in roots.items():
        text = feed.feed(lang, home, ledger["changes"])
        (site / FOLDERS[lang] / feed.FILE).write_text(text, encoding="utf-8")
