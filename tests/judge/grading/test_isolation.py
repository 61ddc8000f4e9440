"""Isolation of submissions: no access to files, answers, the core or the system."""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import playground
from playground.judge.grading.sandbox import create_sandboxed_runner, describe_sandbox
from playground.judge.grading.sandbox_linux import (
    DENIED_CALLS,
    can_filter_calls,
    landlock_version,
)
from playground.judge.runner.protocol import CodeError

ROOT = Path(playground.__file__).parents[1]
GIVEN = {
    "origin": (0.0, 0.0),
    "direction": (1.0, 0.0),
    "center": (4.0, 0.0),
    "radius": 1.0,
}
# Tries whatever it can think of, and answers with what has succeeded.
HOSTILE = f"""
import os, sys
from pathlib import Path

SUCCEEDED = []
TRIES = {{}}

def hostile(act):
    TRIES[act.__name__] = act
    return act

@hostile
def another(): open(OTHER).read()
@hostile
def listing(): os.listdir(Path(OTHER).parent)
@hostile
def core():
    sys.path.append({str(ROOT)!r})
    import playground.collision
@hostile
def source(): open({str(ROOT / "playground" / "collision" / "__init__.py")!r}).read()
@hostile
def parent_memory(): open(f"/proc/{{os.getppid()}}/mem", "rb").read(1)
@hostile
def parent_words(): open(f"/proc/{{os.getppid()}}/environ", "rb").read(1)
@hostile
def objects():
    import gc
    gc.get_objects()
@hostile
def frames():
    frame = sys._getframe()
    while frame:
        for scope in (frame.f_globals, frame.f_locals):
            if "collision" in str(list(scope)): return
            if "playground.collision" in sys.modules: return
        frame = frame.f_back
    raise PermissionError("there are none")
@hostile
def beside(): open("beside.txt", "w").write("x")
@hostile
def own(): os.open(__file__, os.O_RDWR)
@hostile
def folder(): os.mkdir("here")
@hostile
def network():
    import socket
    socket.create_connection(("127.0.0.1", PORT), 1)
@hostile
def program():
    import subprocess
    subprocess.run([sys.executable, "-c", ""], check=True)
@hostile
def doubled(): os._exit(0) if os.fork() == 0 else None
@hostile
def killing(): os.kill(os.getppid(), 0)
@hostile
def library():
    import ctypes
    ctypes.CDLL(None).getppid()
@hostile
def telling():
    if os.environ.get("HOME") is None: raise PermissionError("no environment")

for name, act in TRIES.items():
    try:
        act()
    except (OSError, ImportError):
        pass
    else:
        SUCCEEDED.append(name)

def ray_circle(origin, direction, center, radius):
    return "succeeded: " + ", ".join(SUCCEEDED)
"""
# The kernel's own walls: the same without an audit hook before them.
SHUT_IN = """
import ctypes, os, socket, sys
from playground.judge.grading import sandbox_linux as landlock
system_calls = landlock

other, folder, parent = sys.argv[1:]
libc = ctypes.CDLL(None, use_errno=True)
landlock.restrict_files([folder], [])
system_calls.filter_calls()

def read(): open(other).read()
def listing(): os.listdir(os.path.dirname(other))
def memory(): os.open(f"/proc/{parent}/mem", os.O_RDONLY)
def write(): open(os.path.join(folder, "new"), "w")
def change(): os.chmod(os.path.join(folder, "own"), 0o600)
def network(): socket.socket()
def fork(): os.fork()
def start(): os.execv(sys.executable, [sys.executable, "-c", ""])
def signal(): os.kill(int(parent), 0)
def trace():
    if libc.ptrace(16, int(parent), 0, 0): raise OSError

for act in (read, listing, memory, write, change, network, fork, start, signal, trace):
    try:
        act()
    except OSError:
        continue
    print(act.__name__)
print(open(os.path.join(folder, "own")).read())
"""


def asked(folder: Path, text: str) -> tuple[object, list[str]]:
    """Return a submission's answer or failure, and the operations refused to it."""
    file = folder / "mine.py"
    file.write_text(text)
    code, refused = create_sandboxed_runner(file, "ray_circle", "mine")
    with code:
        try:
            code.begin(list(GIVEN))
        except CodeError as error:
            return str(error), list(refused)
        (answer,) = code.answers([GIVEN])
    return answer.text if answer.failed else answer.value, list(refused)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, list[str], Path]:
    folder = tmp_path_factory.mktemp("own")
    other = tmp_path_factory.mktemp("others") / "another.py"
    other.write_text("SECRET = 1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        given = f"OTHER, PORT = {str(other)!r}, {server.getsockname()[1]}\n"
        return *asked(folder, given + HOSTILE), folder


def test_nothing_that_a_hostile_submission_tries_succeeds(hostile):
    answer, _, folder = hostile
    assert answer == "succeeded: "
    assert [path.name for path in folder.iterdir()] == ["mine.py"]


@pytest.mark.parametrize(
    "told",
    [
        "it tried to read '",
        "it tried to list '",
        "it tried to import 'playground.collision'",
        "it tried to write 'beside.txt'",
        "it tried to change files",
        "it tried to use the network",
        "it tried to start a program",
        "it tried to access other processes",
        "it tried to leave Python by ctypes",
        "it tried to list the objects of the process, by gc",
    ],
)
def test_what_it_tries_is_told_in_a_sentence(hostile, told):
    assert any(words.startswith(told) for words in hostile[1])


def test_what_is_refused_while_it_is_loaded_is_told_with_its_line(tmp_path):
    said, refused = asked(tmp_path, "import os\nX = open(os.sep + 'secret').read()")
    name = os.path.abspath(os.sep + "secret")
    assert said == (
        f"mine cannot be loaded: PermissionError: it may not read {name!a} (line 2)"
    )
    assert refused == [f"it tried to read {name!a}"]


def test_it_has_numpy_the_library_and_files_of_its_own(tmp_path):
    (tmp_path / "helper.py").write_text("from statistics import mean\nSIX = mean([6])")
    text = (
        "import helper, random\nimport numpy as np\n"
        "def ray_circle(origin, direction, center, radius):\n"
        "    return float(np.hypot(*center)) + helper.SIX + 0 * random.random()"
    )
    assert asked(tmp_path, text) == (10.0, [])


if landlock_version() and can_filter_calls():

    def test_the_kernel_alone_keeps_it_in_too(tmp_path):
        other = tmp_path / "others" / "another.py"
        own = tmp_path / "own"
        for folder in (other.parent, own):
            folder.mkdir()
        other.write_text("secret")
        (own / "own").write_text("nothing else")
        given = [str(other), str(own), str(os.getpid())]
        command = [sys.executable, "-c", SHUT_IN, *given]
        ran = subprocess.run(
            command, capture_output=True, text=True, cwd=ROOT, timeout=60
        )
        assert ran.stdout.split("\n") == ["nothing else", ""], ran.stderr

    def test_it_is_said_that_the_kernel_does():
        assert describe_sandbox().startswith("Linux isolates each submission")


def test_it_is_said_where_only_python_does(monkeypatch):
    for module in ("sandbox_linux.landlock_version", "sandbox_linux.can_filter_calls"):
        name = f"playground.judge.grading.{module}"
        monkeypatch.setattr(name, lambda: 0)
    assert describe_sandbox().startswith(
        "Submissions are isolated only by a Python audit hook"
    )


def test_denied_calls_have_the_kernels_numbers():
    """The system's headers are the truth; calls that they lack are newer."""
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    if not can_filter_calls():
        return  # their numbers are of another processor
    arguments = "gcc", "-E", "-dM", "-include", "sys/syscall.h", "-x", "c", "/dev/null"
    headers = subprocess.run(arguments, capture_output=True, text=True, check=True)
    found = re.findall(r"^#define __NR_(\w+) (\d+)$", headers.stdout, re.MULTILINE)
    numbers = {name: int(number) for name, number in found}
    newest = max(numbers.values())
    for name, number in DENIED_CALLS.items():
        assert number == numbers[name] if name in numbers else number > newest, name
