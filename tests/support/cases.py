# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The cases of a script: a folder and a process for each, the programs they run, and how they end.

A case is a function without parameters. It has passed if it returns; it raises an exception that
describes what is wrong, and calls `skip` if the machine lacks something. A script ends with

    if __name__ == "__main__":
        sys.exit(main([one_case, another_case]))

and then runs all its cases, or those named on its command line. Nothing here loads libhdf5, which
reads the plugin path when it is loaded.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

SKIPPED = 77  # to ctest
LONGEST_SECONDS = 600
PLUGINS = Path(os.environ.get("NCF_PLUGINS", "no plugins"))
CORPUS = Path(os.environ.get("NCF_CORPUS") or "no corpus").absolute() / "data"


class Failure(Exception):
    """A test's verdict: what was expected and what was found."""


def cases_in(names):
    """Returns the cases among a module's globals, {name: function}: those named case_NAME."""
    return {name.removeprefix("case_"): case for name, case in names.items()
            if name.startswith("case_")}


def run_here(case):
    """Runs a case in a new working folder, which is removed when the case ends."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            case()
        finally:
            os.chdir("/")


def run_apart(case):
    """Runs a case in a process of its own, which has imported what this one has; returns its exit
    status."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        run_here(case)
        status = 0
    except SystemExit as end:
        status = end.code
    except Failure as failure:
        print(failure)
    except BaseException:  # whatever it is, it must not reach the caller in this process
        traceback.print_exc(file=sys.stdout)
    finally:
        sys.stdout.flush()
        os._exit(status)


def chosen_cases(cases, arguments):
    """Returns those of {name: case} that arguments name, or all; with `--shard I/N`, every Nth from
    the Ith."""
    if arguments[:1] == ["--shard"]:
        shard, shards = map(int, arguments[1].split("/"))
        return dict(list(cases.items())[shard - 1::shards])
    return {name: cases[name] for name in arguments} or cases


def main(cases):
    """Runs the cases that the command line chooses, one after the other, and returns the script's
    exit status: 0 if none failed, 77 if all were skipped. `--list` prints their names.

    cases: functions, or {name: function}
    """
    if not isinstance(cases, dict):
        cases = {case.__name__: case for case in cases}
    if sys.argv[1:] == ["--list"]:
        print(*cases, sep="\n")
        return 0
    statuses = []
    for name, case in chosen_cases(cases, sys.argv[1:]).items():
        start = time.monotonic()
        statuses.append(run_apart(case))
        outcome = {0: "passed", SKIPPED: "skipped"}.get(statuses[-1], f"FAILED ({statuses[-1]})")
        print(f"{outcome}: {name}, {time.monotonic() - start:.1f} s")
    if set(statuses) == {SKIPPED}:
        return SKIPPED
    return 0 if set(statuses) <= {0, SKIPPED} else 1


def skip(reason):
    """Ends the case because something that it needs is missing."""
    print(reason)
    sys.exit(SKIPPED)


def skip_under_address_sanitizer(reason):
    if os.environ.get("NCF_SANITIZER") == "address":
        skip(reason)


def need_plugin(*names):
    """Skips the case unless these plugins were built."""
    for name in names:
        if not (PLUGINS / f"libncf_{name}.so").exists():
            skip(f"no plugin {name}")


def need_program(name):
    """Returns the path of another program."""
    path = shutil.which(name)
    return path or skip(f"no program {name}")


def need_package(name):
    """Imports a module of Python that may be missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        return skip(error)


def need_corpus():
    """Returns the folder of real files, or of those that tests/corpus made instead. It is a mistake
    to name a folder that does not exist."""
    if not os.environ.get("NCF_CORPUS"):
        return skip("no corpus")
    if not CORPUS.is_dir():
        raise Failure(f"NCF_CORPUS names no corpus: there is no folder {CORPUS}")
    return CORPUS


def need_file(name):
    """Returns one of these files."""
    file = need_corpus() / name
    return file if file.is_file() else skip(f"no {name}")


def find_real_file(name):
    """Returns a real file; None if the corpus lacks it or contains a substitute."""
    file = CORPUS / name
    return file if file.is_file() and not (CORPUS / "../made").exists() else None


def need_real_file(name):
    """Returns a real file whose values the case knows."""
    need_file(name)
    return find_real_file(name) or skip(f"{name} is not the real one")


def run(*command, status=0, **options):
    """Runs a program that must end with `status`, or with any if it is None; one that hangs is
    killed after ten minutes.
    """
    done = subprocess.run([str(word) for word in command], capture_output=True, check=False,
                          timeout=LONGEST_SECONDS, **options)
    if status is not None and done.returncode != status:
        said = done.stderr if options.get("text") else done.stderr.decode(errors="replace")
        raise Failure(f"{' '.join(map(str, command))}: exit status {done.returncode}, "
                      f"not {status}\n{said}")
    return done
