"""From the ledger to the site: the only place that knows MkDocs."""

import os

# Material announces its end of life on every import; the version is pinned, and we know.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
