"""What rendering refuses, with the place that has to be mended."""

from __future__ import annotations

from verify.findings import Finding


class RenderError(Exception):
    """A page that cannot be rendered; `finding` says where, why and what to do."""

    def __init__(self, path: str, line: int, message: str) -> None:
        self.finding = Finding(path, line, message)
        super().__init__(str(self.finding))
