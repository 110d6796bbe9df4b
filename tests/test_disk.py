"""A disk that is full or cannot be written, another build in the same folder, a wrong clock."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import verify.files
from publish.__main__ import main
from publish.assemble import put_in_place
from publish.lock import InUseError, held
from tests.test_publish import change, contents, make_project
from verify.__main__ import main as verify_main
from verify.files import DRAFT, explain, keep, remove_abandoned, write_whole, written_fault

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/en/demo.md"


@pytest.fixture(autouse=True)
def nothing_told_yet() -> None:
    verify.files.tell.cache_clear()


@contextmanager
def tmpfs(folder: Path, options: str) -> Iterator[None]:
    """A small disk of its own at `folder`."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def may_mount() -> bool:
    """Whether this user may; containers and people often may not."""
    tries = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", tempfile.gettempdir()]
    known = shutil.which("unshare") is not None  # where it mounts, nobody else sees
    return known and subprocess.run(tries, capture_output=True, check=False).returncode == 0


@contextmanager
def limited_files(size: int) -> Iterator[None]:
    """No file may grow beyond `size`: every system has this way to refuse the rest of a write."""
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, former[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)


# --- no room ----------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "file.json"
    write_whole(file, "former")
    with limited_files(1000), pytest.raises(OSError) as raised:
        write_whole(file, "a" * 100_000)
    assert file.read_text(encoding="utf-8") == "former"
    assert [path.name for path in file.parent.iterdir()] == ["file.json"]
    assert explain(raised.value) == (
        f"{file}: File too large: the system limits the size of files: raise the limit "
        "(ulimit -f), then run the command again"
    )


def test_a_cache_without_room_is_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with limited_files(10):
        keep(tmp_path / "a.json", "a" * 1000)
        keep(tmp_path / "b.json", "a" * 1000)
    assert list(tmp_path.iterdir()) == []
    mend = "the system limits the size of files: raise the limit (ulimit -f)"
    said = f"nothing is kept in {tmp_path} and the next run is slow: {mend}\n"
    assert capsys.readouterr().err == said


def test_what_a_killed_writer_left_is_removed_later(tmp_path: Path) -> None:
    young, old, own = (
        tmp_path / f".{n}{end}" for n, end in (("a", DRAFT), ("b", DRAFT), ("c", ""))
    )
    for file in (young, old, own):
        file.touch()
    for file in (old, own):
        os.utime(file, (0, 0))
    remove_abandoned(tmp_path)
    assert sorted(tmp_path.iterdir()) == [young, own]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project that was built. Tests may come in any order, so each makes its own change."""
    root = make_project(tmp_path_factory.mktemp("disk") / "project")
    assert main(["--root", str(root), "build"]) == 0
    return root


def reword(root: Path) -> None:
    """Change the page, to and fro."""
    words = ["Twice is", "The double is"]
    if words[1] in (root / PAGE).read_text(encoding="utf-8"):
        words.reverse()
    change(root / PAGE, *words)


def test_a_build_without_room_keeps_the_former_site(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files are limited so that it breaks off in one language, then in putting together."""
    assert main(["--root", str(built), "build"]) == 0
    capsys.readouterr()
    before = contents(built / "site")
    reword(built)
    for size in (20_000, 100_000):
        with limited_files(size):
            assert main(["--root", str(built), "build"]) == 1
        said = capsys.readouterr().err
        assert "File too large: the system limits the size of files: raise the limit" in said
        assert "then run the command again; the former site is as it was" in said
        assert "Traceback" not in said
        assert contents(built / "site") == before
        assert sorted(path.name for path in built.glob("site*")) == ["site"]
    assert main(["--root", str(built), "build"]) == 0
    assert contents(built / "site") != before


@pytest.mark.parametrize("rooms", [(1_000, 8_000)] if may_mount() else [])
def test_a_full_disk(
    tmp_path: Path, rooms: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """The real thing, where the user may mount one: too small for the pages, then for the site."""
    with tmpfs(tmp_path, f"size={rooms[0]}k"):
        root = make_project(tmp_path / "project")
        for room in rooms:
            resize(tmp_path, room)
            assert main(["--root", str(root), "build"]) == 1
            said = capsys.readouterr().err
            assert "No space left on device: the disk is full: free some space, then run" in said
            assert [path.name for path in root.glob("site*")] == []
        resize(tmp_path, 100_000)
        assert main(["--root", str(root), "build"]) == 0


def resize(folder: Path, room: int) -> None:
    subprocess.run(["mount", "-o", f"remount,size={room}k", str(folder)], check=True)


# --- nothing may be written -------------------------------------------------------------------


def without_root(command: list[str]) -> list[str]:
    """The command with the rights of an ordinary user: root writes whatever the mode says."""
    drop = "-dac_override,-dac_read_search"
    limits = ["setpriv", f"--bounding-set={drop}", f"--inh-caps={drop}"]
    return [*limits, *command] if os.getuid() == 0 else command


def test_a_cache_that_may_not_be_written(built: Path) -> None:
    cache = built / ".cache"
    folders = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
    for file in (cache / "verify").iterdir():
        file.unlink()
    for folder in folders:
        folder.chmod(0o555)
    done = python("-m", "publish", "--root", str(built), "build")
    for folder in folders:
        folder.chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert list((cache / "verify").iterdir()) == []
    said = f"nothing is kept in {cache / 'verify'} and the next run is slow: it may not be written"
    assert done.stderr.count(said) == 1


def test_a_project_that_may_not_be_written(built: Path) -> None:
    for folder in (built, built / "build"):
        folder.chmod(0o555)
    done = [python("-m", module, "--root", str(built), task) for module, task in TASKS]
    for folder in (built, built / "build"):
        folder.chmod(0o755)
    for one in done:
        assert one.returncode == 1
        assert one.stderr.splitlines()[-1].startswith(f"{built}/build/")
        assert "Permission denied: it may not be written: give yourself the right" in one.stderr


TASKS = (("verify", "check"), ("publish", "build"))


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = without_root([sys.executable, *arguments])
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_file_in_place_of_the_cache(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache = built / ".cache"
    cache.rename(built / "kept")
    cache.write_text("in the way", encoding="utf-8")
    assert main(["--root", str(built), "build"]) == 0
    cache.unlink()
    (built / "kept").rename(cache)
    said = capsys.readouterr().err
    for folder in ("verify", "read"):
        told = f"nothing is kept in {cache}/{folder} and the next run is slow: a file stands"
        assert said.count(told) == 1


def test_other_errors_are_no_fault_of_the_disk(built: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        (built / "no such file").read_bytes()
    assert written_fault(raised.value) is None
    assert written_fault(ValueError()) is None


# --- two at once ------------------------------------------------------------------------------


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_second_build_is_told_who_is_at_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = make_project(tmp_path / "project")
    with held(root / "build", "make build"):
        assert main(["--root", str(root), "build"]) == 1
    assert capsys.readouterr().err == (
        f"{root}/build is in use by make build (process {os.getpid()}): wait until it has "
        "finished, or end it (Ctrl+C)\n"
    )


def test_a_second_server_is_told_where_the_first_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], free_port: int
) -> None:
    root = make_project(tmp_path / "project")
    with held(root / "build" / "serve", "make serve at http://127.0.0.1:8000/"):
        assert main(["--root", str(root), "serve", "--port", str(free_port)]) == 1
    said = capsys.readouterr().err
    assert "is in use by make serve at http://127.0.0.1:8000/ (process" in said
    assert "verifying" not in said


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    program = (
        "import os, pathlib\nfrom publish.lock import held\n"
        f"with held(pathlib.Path({str(tmp_path)!r}), 'make build'):\n    os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert done.returncode == -9
    assert "make build" in (tmp_path / "lock.holder").read_text(encoding="utf-8")
    with held(tmp_path, "another"), pytest.raises(InUseError), held(tmp_path, "a third"):
        pass


# --- the exchange -----------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it takes two steps")
def test_at_no_time_is_there_no_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither while names change, nor where the system must do it in two steps and is stopped."""
    site, new = tmp_path / "site", tmp_path / "site.new"
    for folder in (site, new):
        folder.mkdir()
        (folder / "index.html").write_text(folder.name, encoding="utf-8")
    monkeypatch.setattr(Path, "rename", None)  # one step needs none
    put_in_place(new, site)
    assert (site / "index.html").read_text(encoding="utf-8") == "site.new"
    assert (new / "index.html").read_text(encoding="utf-8") == "site"


def test_where_names_cannot_be_exchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "other")
    site, new = tmp_path / "site", tmp_path / "site.new"
    for _ in range(2):  # without a former site, and with one
        new.mkdir()
        put_in_place(new, site)
        assert [path.name for path in tmp_path.iterdir()] == ["site"]


# --- a wrong clock ----------------------------------------------------------------------------


def test_a_change_is_seen_whatever_the_clock_says(
    built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def steps() -> set[str]:
        assert main(["--root", str(built), "build"]) == 0
        return set(capsys.readouterr().err.splitlines())

    steps()
    before = contents(built / "site")
    for file in built.rglob("*"):
        os.utime(file, (1 << 32, 1 << 32), follow_symlinks=False)
    assert {"zh: unchanged", "en: unchanged"} <= steps()
    assert contents(built / "site") == before
    reword(built)
    os.utime(built / PAGE, (0, 0))
    assert {"zh: unchanged", "en: building"} <= steps()


def test_verification_needs_no_clock(built: Path) -> None:
    """Its cache goes by content: what was kept in the future counts, a changed program does not."""
    check = ["--root", str(built), "check"]
    for file in (built / ".cache" / "verify").glob("*.json"):
        file.unlink()
    assert verify_main(check) == 0
    (kept,) = (built / ".cache" / "verify").glob("*.json")
    os.utime(kept, (1 << 32, 1 << 32))
    change(built / "snippets" / "demo.py", "x = 1.5", "x = 2.5")
    os.utime(built / "snippets" / "demo.py", (0, 0))
    assert verify_main(check) == 1
    change(built / "snippets" / "demo.py", "x = 2.5", "x = 1.5")
