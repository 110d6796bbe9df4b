"""Writing files whole or not at all, and saying what to do where that is not possible."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

DRAFT = ".draft"  # what a file is called until it is whole
ABANDONED = 3600  # seconds after which nobody is writing on a draft any more
MEND = {
    errno.ENOSPC: "the disk is full: free some space",
    errno.EDQUOT: "your quota is used up: free some space",
    errno.EFBIG: "the system limits the size of files: raise the limit (ulimit -f)",
    errno.EROFS: "the disk cannot be written: make it writable, or work in a copy elsewhere",
    errno.EACCES: "it may not be written: give yourself the right to (chown, chmod)",
    errno.EPERM: "it may not be written: give yourself the right to (chown, chmod)",
    errno.ENOTDIR: "a file stands where a folder belongs: move it away",
    errno.EEXIST: "something else stands in its place: move it away",
    errno.EISDIR: "a folder stands where a file belongs: move it away",
    errno.EMFILE: "too many files are open: raise the limit (ulimit -n)",
    errno.EIO: "the disk has an error: check it",
}


def write_whole(file: Path, content: str | bytes) -> None:
    """Replace `file` by `content` in one step; an interruption leaves what was there.

    An OSError names the file.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=DRAFT)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(name).chmod(file.stat().st_mode if file.exists() else 0o644)
            Path(name).replace(file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        error.filename = str(file)
        raise


def keep(file: Path, content: str | bytes) -> None:
    """As `write_whole`, for a cache: where it cannot be written, that is told once."""
    try:
        write_whole(file, content)
    except OSError as error:
        tell(file.parent, error.errno or 0, str(error.strerror))


@cache
def tell(folder: Path, number: int, what: str) -> None:
    mend = MEND.get(number, what)
    print(f"nothing is kept in {folder} and the next run is slow: {mend}", file=sys.stderr)


def remove_abandoned(folder: Path) -> None:
    """Remove the drafts of writers that were killed."""
    for draft in folder.glob(f".*{DRAFT}"):
        try:
            if time.time() - draft.stat().st_mtime > ABANDONED:
                draft.unlink()
        except OSError:
            continue  # it has become the file, or cannot be removed: no harm


def written_fault(error: BaseException | None) -> OSError | None:
    """The error, if it is the machine that has to be mended and not the project."""
    if isinstance(error, shutil.Error):  # a copied folder's errors are a list of texts
        _, target, why = error.args[0][0]
        number = int((re.search(r"\[Errno (\d+)\]", why) or [0, 0])[1])
        error = OSError(number, os.strerror(number), target)
    return error if isinstance(error, OSError) and error.errno in MEND else None


def explain(error: OSError) -> str:
    """What went wrong where, and what to do."""
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror}: {MEND[error.errno or 0]}, then run the command again"
