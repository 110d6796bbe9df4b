"""Runs programs, each in a process of its own, after importing once what they share.

A script, not a module of the package: it starts with `python -P runner.py`, reads one JSON
request from standard input and writes one JSON line per finished program:

    {"programs": {key: source}, "preload": [module, ...], "jobs": 2, "seconds": {key: 20}}
    -> {"key": ..., "output": ..., "values": {...}, "error": null | {"line": ..., "message": ...}}

With fork, the shared imports are paid once and every program still starts from a clean state.
The parent computes nothing: a thread pool started before a fork would hang the child.
Whatever a program does, the others run; and whoever kills this script ends its programs too.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import importlib
import importlib.util
import io
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

OUTPUT_LIMIT = 1_000_000  # bytes of output a program may print
TOO_MUCH = f"prints more than {OUTPUT_LIMIT:,} bytes: print only what a page shows"
VALUE_LIMIT = 4096  # numbers a value may hold to be kept
TEXT_LIMIT = 1 << 16  # characters of a string to be kept
RESULT_LIMIT = 64_000_000  # bytes of all values that a program leaves
TOO_MANY = f"leaves values of more than {RESULT_LIMIT:,} bytes: keep fewer module-level names"
MEMORY_LIMIT = 2 << 30  # bytes of address space beyond what is mapped at the start
REPORT = "\0\0report\0\0"  # stands between output and result where both share a pipe
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
WRITE_EVENTS = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink",
                "os.truncate", "os.chmod", "os.chown", "shutil.")  # fmt: skip
PROCESS_EVENTS = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork")
PROCESS = "starts a process ({}): a snippet is one process"


# --- inside the child -------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Problem:
    line: int
    message: str


def guard(refused: list[Problem], filename: str) -> Callable[[str, tuple[Any, ...]], None]:
    """An audit hook that refuses network, files to write and processes, and notes each try.

    The note stays even if the program swallows the exception.
    """

    def refuse(message: str) -> None:
        frame: types.FrameType | None = sys._getframe()
        while frame and frame.f_code.co_filename != filename:
            frame = frame.f_back
        refused.append(Problem(frame.f_lineno if frame else 1, message))
        raise PermissionError(message)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            writes = any(c in "wax+" for c in mode or "") or (flags or 0) & WRITE_FLAGS
            if writes and path != os.devnull and not isinstance(path, int):
                refuse(written(path))
        elif event == "os.mkdir" and Path(os.fsdecode(arguments[0])).is_dir():
            return  # torch.compile makes sure of its cache, which importing it has made
        elif event.startswith(WRITE_EVENTS):
            refuse(f"changes files ({event}): a snippet only computes and prints")
        elif event.startswith("socket."):
            refuse(f"uses the network ({event}): a snippet must run without it")
        elif event == "import" and arguments[0].startswith("multiprocessing.popen_"):
            refuse(PROCESS.format("multiprocessing"))
        elif event.startswith(PROCESS_EVENTS):
            refuse(PROCESS.format(event))
        elif event in ("os.kill", "os.killpg") and arguments[0] != os.getpid():
            refuse(f"signals other processes ({event}): a snippet is one process")

    return hook


def written(what: str) -> str:
    return f"writes to a file ({what}): a snippet only computes and prints"


def limit_resources() -> None:
    """No byte into any file, however it is opened (torch.save writes from C++), bounded memory."""
    with contextlib.suppress(OSError):  # when memory runs out, this is what Linux ends first
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        mapped = 0
        with contextlib.suppress(OSError):
            mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY_LIMIT,) * 2)


def plain(value: Any, depth: int = 0, room: list[int] | None = None) -> Any:
    """`value` as numbers, strings, lists and dicts; TypeError if it is large or something else.

    `room` counts down the numbers that may still be kept.
    """
    room = room or [VALUE_LIMIT]
    if isinstance(value, str) and len(value) > TEXT_LIMIT:
        raise TypeError("too large")
    if value is None or isinstance(value, bool | int | float | str):
        take(room, 1)
        return value
    if hasattr(value, "tolist") and hasattr(value, "shape"):
        count = 1
        for size in value.shape:
            count *= int(size)
        take(room, count)
        dtype = getattr(value, "dtype", None)
        if getattr(dtype, "is_complex", False) or str(dtype) == "object":
            raise TypeError("no numbers")
        return value.detach().tolist() if hasattr(value, "detach") else value.tolist()
    if depth > 4:
        raise TypeError("nested too deeply")
    if isinstance(value, list | tuple):
        return [plain(v, depth + 1, room) for v in value]
    if isinstance(value, dict):
        return {str(k): plain(v, depth + 1, room) for k, v in value.items()}
    raise TypeError(f"a {type(value).__name__}")


def take(room: list[int], count: int) -> None:
    """Count down; TypeError if there is no room left."""
    room[0] -= count
    if room[0] < 0:
        raise TypeError("too large")


def attributes(value: Any) -> dict[str, Any]:
    """The attributes a claim may name: a tensor's gradient, fields of a record."""
    names: list[str] = []
    if hasattr(value, "requires_grad") and getattr(value, "is_leaf", False):
        names = ["grad"]
    elif hasattr(value, "_fields"):
        names = list(value._fields)
    elif dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
    elif isinstance(value, types.SimpleNamespace):
        names = list(vars(value))
    found = {}
    for name in names:
        with contextlib.suppress(TypeError, AttributeError):
            found[name] = plain(getattr(value, name))
    return {name: v for name, v in found.items() if v is not None}


def precision(value: Any) -> int:
    """Significant digits of `value` that are the same in every run.

    The last digits of an array can depend on where in memory it lies: sums of it are then added
    up in another order.
    """
    dtype = str(getattr(value, "dtype", "none"))
    return 15 if dtype == "none" else 7 if "float32" in dtype else 12


def describe(namespace: dict[str, Any]) -> dict[str, Any]:
    """Every public module-level value: {name: {"value", "attributes", "digits"} or {"kind"}}."""
    described: dict[str, Any] = {}
    for name, value in namespace.items():
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        entry: dict[str, Any] = {"digits": precision(value), "attributes": attributes(value)}
        try:
            entry["value"] = plain(value)
        except TypeError:
            entry["kind"] = type(value).__name__
        described[name] = entry
    return described


def line_of(error: BaseException, filename: str) -> int:
    """The line of the program in which `error` was raised (1 if it is none of its lines)."""
    if isinstance(error, SyntaxError) and error.lineno and error.filename == filename:
        return error.lineno
    lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == filename]
    return next((line for line in reversed(lines) if line), 1)


def said(failure: BaseException) -> str:
    """The exception as a traceback's last line has it, on one line."""
    text = traceback.format_exception_only(failure)[-1]
    return " ".join(line.strip() for line in text.splitlines() if line.strip())


def execute(key: str, source: str) -> dict[str, Any]:
    """Run `source` as a main program; what it left behind, or where and how it failed."""
    refused: list[Problem] = []
    error: Problem | None = None
    folder = Path.cwd()
    filename = f"<{key}>"
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    sys.argv = [filename]
    sys.dont_write_bytecode = True
    limit_resources()
    sys.addaudithook(guard(refused, filename))
    try:
        exec(compile(source, filename, "exec", dont_inherit=True), module.__dict__)
    except SystemExit as stop:
        if stop.code not in (None, 0):
            error = Problem(line_of(stop, filename), f"exits with code {stop.code!r}")
    except BaseException as failure:
        message = said(failure)
        error = Problem(line_of(failure, filename), f"raises {message}")
        if re.search("iostream|File too large", message):
            refused.append(Problem(error.line, written(message)))
    # Files that C++ opened, past the audit hook, while the program swallowed the error:
    refused += [Problem(1, written(file.name)) for file in folder.iterdir()]
    error = refused[0] if refused else error
    values = {} if error else describe(module.__dict__)
    return {"values": values, "error": dataclasses.asdict(error) if error else None}


# --- the parent -------------------------------------------------------------------------------


@dataclasses.dataclass
class Child:
    """A running program: its process and what its three pipes have brought so far."""

    key: str
    pid: int
    deadline: float
    pipes: dict[int, str]  # file descriptor -> "output", "warnings" or "result"
    read: dict[str, bytearray]
    killed: str = ""

    def kill(self, reason: str) -> None:
        self.killed = self.killed or reason
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)


def fork(key: str, source: str, seconds: float) -> Child:
    folder = tempfile.mkdtemp(dir=".")
    pairs = {name: os.pipe() for name in ("output", "warnings", "result")}
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        end_with(parent)
        run_child(key, source, folder, pairs)
    with contextlib.suppress(OSError):
        os.setpgid(pid, pid)
    for _, write_end in pairs.values():
        os.close(write_end)
    pipes = {read_end: name for name, (read_end, _) in pairs.items()}
    return Child(key, pid, time.monotonic() + seconds, pipes, {n: bytearray() for n in pairs})


def end_with(parent: int) -> None:
    """On Linux, nothing goes on when the process that started it was killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:  # it was killed just before
            os._exit(1)


def run_child(key: str, source: str, folder: str, pairs: dict[str, tuple[int, int]]) -> None:
    """The child's whole life, in a folder of its own; never returns."""
    try:
        os.chdir(folder)
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(pairs["output"][1], 1)
        os.dup2(pairs["warnings"][1], 2)
        result_fd, itself = pairs["result"][1], os.getpid()
        sys.stdin, sys.stdout, sys.stderr = (
            open(0, closefd=False),  # noqa: SIM115
            io.TextIOWrapper(open(1, "wb", closefd=False), encoding="utf-8"),  # noqa: SIM115
            io.TextIOWrapper(open(2, "wb", closefd=False), encoding="utf-8"),  # noqa: SIM115
        )
        result = execute(key, source)
        if os.getpid() != itself:  # a copy that C code made
            os._exit(0)
        if has_children() and not result["error"]:
            result = {"values": {}, "error": {"line": 1, "message": PROCESS.format("fork")}}
        sys.stdout.flush()
        sys.stderr.flush()
        view = memoryview(json.dumps(result).encode())
        while view:
            view = view[os.write(result_fd, view) :]
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(0)


def has_children() -> bool:
    """Whether this process has started another, past the audit hook."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def read_pipes(child: Child, selector: selectors.BaseSelector, ready: list[int]) -> None:
    for descriptor in ready:
        data = os.read(descriptor, 65536)
        name = child.pipes[descriptor]
        child.read[name] += data
        if not data:
            close_pipe(child, selector, descriptor)
        elif name == "result" and len(child.read[name]) > RESULT_LIMIT:
            child.kill(TOO_MANY)
        elif name != "result" and len(child.read[name]) > OUTPUT_LIMIT:
            child.kill(TOO_MUCH)


def close_pipe(child: Child, selector: selectors.BaseSelector, descriptor: int) -> None:
    selector.unregister(descriptor)
    os.close(descriptor)
    del child.pipes[descriptor]


def finished(child: Child) -> dict[str, Any]:
    """The result of a child whose pipes have closed."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)  # whatever it left behind
    _, status = os.waitpid(child.pid, 0)
    output, warnings = (
        bytes(child.read[n]).decode("utf-8", "replace") for n in ("output", "warnings")
    )
    result: dict[str, Any] = {"values": {}, "error": None}
    try:
        if child.killed:
            result["error"] = {"line": 1, "message": child.killed}
        else:
            result = json.loads(bytes(child.read["result"]))
    except ValueError:  # none, or a part of one
        message = early_end(os.waitstatus_to_exitcode(status), warnings)
        result["error"] = {"line": 1, "message": message}
    return complete(child.key, output, warnings, result)


def too_long(seconds: float) -> str:
    return f"is still running after {seconds:g} seconds: make it smaller"


def early_end(code: int, warnings: str) -> str:
    """Why a program left no result; a negative exit code is the signal that ended it."""
    if code < 0:
        hint = ": does it take too much memory?" if code == -signal.SIGKILL else ""
        return f"is ended by the system ({signal.Signals(-code).name}){hint}"
    last = (warnings.strip().splitlines() or ["let it run to its last line (os._exit?)"])[-1]
    return f"ends early: {last}"


def complete(key: str, output: str, warnings: str, result: dict[str, Any]) -> dict[str, Any]:
    if warnings.strip() and not result["error"]:
        first = warnings.strip().splitlines()[0]
        place = re.match(rf"<{re.escape(key)}>:(\d+): ", first)
        text = first[place.end() :] if place else first
        message = f"writes to standard error ({text}): readers would see it too, mend its cause"
        result["error"] = {"line": int(place[1]) if place else 1, "message": message}
    return {"key": key, "output": output, **result}


def run_forked(
    programs: dict[str, str], jobs: int, seconds: dict[str, float]
) -> Iterator[dict[str, Any]]:
    """Fork a child per program, `jobs` at once; results as they finish."""
    waiting = list(programs.items())
    running: list[Child] = []
    selector = selectors.DefaultSelector()
    while waiting or running:
        while waiting and len(running) < jobs:
            key, source = waiting.pop(0)
            child = fork(key, source, seconds[key])
            for descriptor in child.pipes:
                selector.register(descriptor, selectors.EVENT_READ, child)
            running.append(child)
        ready: dict[int, tuple[Child, list[int]]] = {}
        for event, _ in selector.select(timeout=0.2):
            ready.setdefault(event.data.pid, (event.data, []))[1].append(event.fd)
        for child, descriptors in ready.values():
            read_pipes(child, selector, descriptors)
        for child in list(running):
            if time.monotonic() > child.deadline and child.pipes:
                child.kill(too_long(seconds[child.key]))
            if child.killed:  # a process that left the group may still hold them open
                for descriptor in list(child.pipes):
                    close_pipe(child, selector, descriptor)
            if not child.pipes:
                running.remove(child)
                yield finished(child)


def run_separately(
    programs: dict[str, str], preloaded: list[str], seconds: dict[str, float]
) -> Iterator[dict[str, Any]]:
    """Without fork (Windows): a fresh interpreter each, one after the other."""
    for key, source in programs.items():
        needed = [name for name in preloaded if name.partition(".")[0] in source]
        command = [sys.executable, "-P", __file__, "--one", key, *needed]
        result: dict[str, Any] = {"values": {}, "error": None}
        output = warnings = ""
        try:
            done = subprocess.run(
                command,
                input=source.encode(),
                capture_output=True,
                timeout=seconds[key],
                check=False,
                cwd=tempfile.mkdtemp(dir="."),
            )
            output, _, report = done.stdout.decode("utf-8", "replace").partition(REPORT)
            output = output.replace("\r\n", "\n")
            warnings = done.stderr.decode("utf-8", "replace")
            if len(done.stdout) > OUTPUT_LIMIT:
                result["error"] = {"line": 1, "message": TOO_MUCH}
            elif report:
                result = json.loads(report)
            else:
                message = early_end(done.returncode, warnings)
                result["error"] = {"line": 1, "message": message}
        except subprocess.TimeoutExpired:
            result["error"] = {"line": 1, "message": too_long(seconds[key])}
        yield complete(key, output, warnings, result)


def run_one(key: str, preloaded: list[str]) -> None:
    """The fresh interpreter's task: its program comes on standard input."""
    preload(preloaded)
    source = sys.stdin.buffer.read().decode("utf-8")
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
    result = execute(key, source)
    sys.stdout.write(REPORT + json.dumps(result))
    sys.stdout.flush()


def preload(modules: list[str]) -> None:
    """Import what the programs share; one that cannot be imported says so in its own run."""
    with contextlib.redirect_stdout(None):
        for name in modules:
            with contextlib.suppress(Exception):
                importlib.import_module(name)
        if "matplotlib" in sys.modules:
            take_plots()


def take_plots() -> None:
    """Figures are shown by plots.py, which stands beside this script."""
    spec = importlib.util.spec_from_file_location("plots", Path(__file__).with_name("plots.py"))
    assert spec is not None and spec.loader is not None
    plots = importlib.util.module_from_spec(spec)
    sys.modules["plots"] = plots
    spec.loader.exec_module(plots)
    plots.prepare()


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        run_one(sys.argv[2], sys.argv[3:])
        return
    end_with(os.getppid())
    request = json.load(sys.stdin)
    can_fork = hasattr(os, "fork") and os.environ.get("VERIFY_FORK") != "off"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    programs, seconds = request["programs"], request["seconds"]
    if can_fork:
        preload(request["preload"])
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if can_fork:
            emit(run_forked(programs, request["jobs"], seconds))
        else:
            emit(run_separately(programs, request["preload"], seconds))
        os.chdir(home)


def emit(results: Iterator[dict[str, Any]]) -> None:
    for result in results:
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
