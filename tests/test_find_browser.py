"""Which Chromium the tests take, on machines that have one, another or none."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests import browser as module
from tests.browser import (
    APT_INSTALL,
    FLAGS,
    PLAYWRIGHT_INSTALL,
    Machine,
    NoBrowserError,
    find_browser,
    get_browser,
    playwright_path,
    why_not,
)

OWN = Path("/home/reader/.cache/ms-playwright/chromium/chrome")


class Fake:
    """A machine with these programs; an install command may add some, or fail."""

    def __init__(self, *programs: str, root: bool = False, **environment: str) -> None:
        self.programs = set(programs)
        self.broken: dict[str, str] = {}
        self.brings: dict[tuple[str, ...], str] = {}
        self.fails: set[tuple[str, ...]] = set()
        self.ran: list[tuple[str, ...]] = []
        self.machine = Machine(
            environment=environment,
            which=self.which,
            exists=lambda path: path.as_posix() in self.programs,
            why_not=self.why_not,
            playwright_path=lambda: OWN,
            run=self.run,
            is_root=root,
        )

    def which(self, name: str) -> str | None:
        return next((p for p in sorted(self.programs) if Path(p).name == name), None)

    def why_not(self, path: Path) -> str | None:
        if path.as_posix() not in self.programs:
            return "no such file"
        return self.broken.get(path.as_posix())

    def run(self, command: tuple[str, ...]) -> int:
        self.ran.append(command)
        if command in self.fails:
            return 100
        if command in self.brings:
            self.programs.add(self.brings[command])
        return 0


def test_the_environment_comes_first() -> None:
    fake = Fake("/usr/bin/chromium", "/opt/mine/chrome", CHROMIUM="/opt/mine/chrome")
    assert find_browser(fake.machine) == Path("/opt/mine/chrome")


def test_a_named_browser_that_does_not_start_is_not_replaced_by_another() -> None:
    fake = Fake("/usr/bin/chromium", root=True, CHROMIUM="/opt/gone")
    with pytest.raises(NoBrowserError, match=r"CHROMIUM in the environment \(/opt/gone\)"):
        get_browser(fake.machine)
    assert fake.ran == []


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "msedge"])
def test_the_usual_names_on_the_path(name: str) -> None:
    assert find_browser(Fake(f"/usr/bin/{name}").machine) == Path(f"/usr/bin/{name}")


def test_chromium_is_preferred_to_chrome_and_its_shell_to_both() -> None:
    fake = Fake("/usr/bin/google-chrome", "/usr/bin/chromium")
    assert find_browser(fake.machine) == Path("/usr/bin/chromium")
    fake = Fake("/usr/bin/chromium", "/usr/bin/chromium-headless-shell")
    assert find_browser(fake.machine) == Path("/usr/bin/chromium-headless-shell")


def test_chrome_on_a_mac_is_not_on_the_path() -> None:
    program = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    assert find_browser(Fake(program).machine) == Path(program)


def test_playwrights_own() -> None:
    assert find_browser(Fake(OWN.as_posix()).machine) == OWN


def test_one_that_does_not_start_is_passed_over() -> None:
    fake = Fake("/usr/bin/chromium-browser", OWN.as_posix())
    fake.broken["/usr/bin/chromium-browser"] = "requires the chromium snap"
    assert find_browser(fake.machine) == OWN


def test_root_on_debian_gets_the_package() -> None:
    fake = Fake("/usr/bin/apt-get", root=True)
    fake.brings[APT_INSTALL] = "/usr/bin/chromium"
    assert get_browser(fake.machine) == Path("/usr/bin/chromium")
    assert fake.ran == [("apt-get", "update"), APT_INSTALL]
    assert {"chromium-headless-shell", "fonts-noto-cjk", "--no-install-recommends"} <= set(
        APT_INSTALL
    )


def test_without_root_playwright_installs_its_own() -> None:
    fake = Fake("/usr/bin/apt-get")
    fake.brings[PLAYWRIGHT_INSTALL] = OWN.as_posix()
    assert get_browser(fake.machine) == OWN
    assert fake.ran == [PLAYWRIGHT_INSTALL]


def test_where_apt_fails_playwright_is_tried() -> None:
    fake = Fake("/usr/bin/apt-get", root=True)
    fake.fails = {APT_INSTALL}
    fake.brings[PLAYWRIGHT_INSTALL] = OWN.as_posix()
    assert get_browser(fake.machine) == OWN


def test_where_apt_brings_something_useless_playwright_is_tried() -> None:
    fake = Fake("/usr/bin/apt-get", root=True)
    fake.brings = {
        APT_INSTALL: "/usr/bin/chromium-browser",
        PLAYWRIGHT_INSTALL: OWN.as_posix(),
    }
    fake.broken["/usr/bin/chromium-browser"] = "requires the chromium snap"
    assert get_browser(fake.machine) == OWN


def test_nothing_is_installed_where_a_browser_is_found() -> None:
    fake = Fake("/usr/bin/chromium", "/usr/bin/apt-get", root=True)
    assert get_browser(fake.machine) == Path("/usr/bin/chromium")
    assert fake.ran == []


def test_none_to_be_had_says_what_was_tried_and_what_to_do() -> None:
    fake = Fake("/usr/bin/apt-get", "/usr/bin/chromium-browser", root=True)
    fake.broken["/usr/bin/chromium-browser"] = "requires the chromium snap"
    fake.fails = {("apt-get", "update"), PLAYWRIGHT_INSTALL}
    with pytest.raises(NoBrowserError) as caught:
        get_browser(fake.machine)
    message = str(caught.value)
    assert "chromium on PATH: not there" in message
    assert "(/usr/bin/chromium-browser): does not start: requires the chromium snap" in message
    assert f"apt-get update && {' '.join(APT_INSTALL)}: failed with exit code 100" in message
    assert "playwright install chromium: failed with exit code 100" in message
    assert "set CHROMIUM=" in message
    assert APT_INSTALL not in fake.ran  # after a failed update there is nothing to install from


def test_the_command_fails_without_a_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise NoBrowserError(["  chromium on PATH: not there"])

    monkeypatch.setattr(module, "get_browser", fail)
    assert module.main() == 1
    assert "chromium on PATH: not there" in capsys.readouterr().err


def test_the_command_names_the_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "get_browser", lambda: Path("/usr/bin/chromium"))
    assert module.main() == 0
    assert "/usr/bin/chromium" in capsys.readouterr().out


def test_a_program_that_is_no_browser_does_not_start(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho 'install the snap' >&2\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    assert module.why_not(program)
    assert module.why_not(tmp_path / "missing")


def test_a_missing_command_is_a_failure_and_not_a_traceback() -> None:
    assert module.run(("no-such-command-anywhere",)) == 127


def test_background_traffic_is_off() -> None:
    assert {"--disable-background-networking", "--disable-sync", "--disable-quic"} <= set(FLAGS)


def test_a_browser_is_found_where_another_test_drives_one() -> None:
    """Playwright starts in no thread in which events are awaited."""

    async def ask() -> tuple[Path, str | None]:
        return playwright_path(), why_not(Path("/no/such/browser"))

    with ThreadPoolExecutor(1) as thread:  # in ours, another test's may be at work
        own, reason = thread.submit(asyncio.run, ask()).result()
    assert own.is_absolute()
    assert reason is not None
    assert "asyncio" not in reason
