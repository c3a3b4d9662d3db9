# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Starts a program under limits and says how it ended."""

import contextlib
import dataclasses
import os
import resource
import signal
import subprocess
import time

CRASHES = {signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL,
           signal.SIGTRAP, signal.SIGSYS}
LONGEST_SECONDS = 60


@dataclasses.dataclass
class Outcome:
    command: str  # as a shell would take it
    pids: set  # those that worked for it, as far as they were seen, among them
    returncode: int  # -N: ended by signal N
    stdout: str
    stderr: str
    seconds: float
    hung: bool

    @property
    def crashed(self):
        return self.returncode < 0 and -self.returncode in CRASHES

    @property
    def ending(self):
        if self.hung:
            return f"hung for {LONGEST_SECONDS} s"
        if self.returncode < 0:
            return f"ended by {signal.Signals(-self.returncode).name}"
        return f"exit status {self.returncode}"


@dataclasses.dataclass
class Surroundings:
    """The environment of a program; by default nothing unusual."""
    environment: dict = dataclasses.field(default_factory=dict)
    limits: dict = dataclasses.field(default_factory=dict)  # resource.RLIMIT_... -> soft limit
    closed: tuple = ()  # descriptors that are closed
    stdout: object = subprocess.PIPE
    stderr: object = subprocess.PIPE
    ignored: tuple = ()  # signals
    wrapper: tuple = ()  # words before the command

    def enter(self):
        """Runs in the child, between fork and exec."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)  # a shell may make us ignore SIGINT
        for number in self.ignored:
            signal.signal(number, signal.SIG_IGN)
        for which, soft in self.limits.items():
            resource.setrlimit(which, (soft, resource.getrlimit(which)[1]))
        for descriptor in self.closed:
            os.close(descriptor)


class Process:
    def __init__(self, argv, folder, surroundings=None):
        surroundings = surroundings or Surroundings()
        self.argv = [*surroundings.wrapper, *map(str, argv)]
        self.surroundings = surroundings
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("HDF5_PLUGIN_PATH", "LD_PRELOAD")}
        environment.update(surroundings.environment)
        self.begin = time.monotonic()
        self.child = subprocess.Popen(self.argv, cwd=folder, env=environment,
                                      stdin=subprocess.DEVNULL, stdout=surroundings.stdout,
                                      stderr=surroundings.stderr, preexec_fn=surroundings.enter,
                                      start_new_session=True)
        self.pids = {self.child.pid}

    @property
    def is_running(self):
        return self.child.poll() is None

    def workers(self):
        """Returns the processes that work for the program: its child, and the processes that the
        child has forked."""
        found = children_of(self.child.pid)
        for pid in found:
            found += children_of(pid)
        self.pids.update(found)
        return found

    def send(self, number, to=("program",)):
        """Returns whether the program still existed to receive the signal. to: "program", "worker",
        "group"."""
        was_running = self.is_running
        workers = self.workers()
        targets = {"program": [self.child.pid], "worker": workers[:1], "group": [-self.child.pid]}
        for pid in (pid for name in to for pid in targets[name]):
            with contextlib.suppress(ProcessLookupError):
                if was_running:
                    os.kill(pid, number)
        return was_running

    def kill_one(self, name, random):
        """Kills one of the workers with this name. Returns whether there was one."""
        found = [pid for pid in self.workers() if name_of(pid) == name]
        with contextlib.suppress(IndexError, ProcessLookupError):
            os.kill(random.choice(found), signal.SIGKILL)
            return True
        return False

    def finish(self):
        hung = False
        try:
            stdout, stderr = self.child.communicate(timeout=LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            hung = True
            self.workers()
            self.child.kill()
            stdout, stderr = self.child.communicate()
        self.wait_for_workers()
        return Outcome(self.describe(), self.pids, self.child.returncode, as_text(stdout),
                       as_text(stderr), time.monotonic() - self.begin, hung)

    def wait_for_workers(self):
        """Waits for the workers of a killed program, which end just after it."""
        end = time.monotonic() + LONGEST_SECONDS
        while any(is_alive(pid) for pid in self.pids) and time.monotonic() < end:
            time.sleep(0.001)

    def describe(self):
        words = [f"{name}='{value}'" for name, value in self.surroundings.environment.items()]
        words += [word if word.isalnum() else f"'{word}'" for word in self.argv]
        words += [f"{descriptor}>&-" for descriptor in self.surroundings.closed]
        limits = [f"limit {which}={soft}" for which, soft in self.surroundings.limits.items()]
        return " ".join(words) + ("  # " + ", ".join(limits) if limits else "")


def children_of(pid):
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return [int(child) for child in children.read().split()]
    return []


def name_of(pid):
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as name:
            return name.read().strip()
    return ""


def is_alive(pid):
    with contextlib.suppress(OSError):
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as state:
            return state.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    return False


def as_text(stream):
    return (stream or b"").decode(errors="replace")


def run(argv, folder, surroundings=None):
    return Process(argv, folder, surroundings).finish()
