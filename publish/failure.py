"""Why nothing is published."""

from __future__ import annotations

from collections.abc import Sequence

from verify.findings import Finding


class RefusedError(Exception):
    """The site cannot be built; each finding says where and how to mend it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = list(dict.fromkeys(findings))
        super().__init__("\n".join(str(finding) for finding in self.findings))
