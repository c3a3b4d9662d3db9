# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What the cases here share: a folder of their own, the programs they run, and how they end.

A case that returns is as expected; what it raises says what is not; what this machine lacks is told
by `skip`. Nothing here loads libhdf5, which looks for the place of plugins when it is loaded.
"""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77  # to ctest
LONGEST_SECONDS = 600
CORPUS = Path(os.environ.get("NCF_CORPUS") or "no corpus").absolute() / "data"


class Failure(Exception):
    """A test's verdict: what was expected and what was found."""


def run_case(case, *arguments):
    """The working folder is a new one, which is removed when the case ends."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            case(*arguments)
        finally:
            os.chdir("/")


def skip(reason):
    """Ends the run: the case needs what is not here."""
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def need_program(name):
    """Where a program of others is."""
    path = shutil.which(name)
    return path or skip(f"no program {name}")


def need_package(name):
    """A module of Python that may be missing."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        return skip(error)


def need_corpus():
    """The folder of real files. One that was named and is not there is a mistake."""
    if not os.environ.get("NCF_CORPUS"):
        return skip("no corpus")
    if not CORPUS.is_dir():
        raise Failure(f"NCF_CORPUS names no corpus: there is no folder {CORPUS}")
    return CORPUS


def need_file(name):
    """One of the real files."""
    file = need_corpus() / name
    return file if file.is_file() else skip(f"no {name}")


def run(*command, status=0, **options):
    """Runs a program that must end with `status`; one that hangs is killed after ten minutes."""
    done = subprocess.run([str(word) for word in command], capture_output=True, check=False,
                          timeout=LONGEST_SECONDS, **options)
    if done.returncode != status:
        said = done.stderr if options.get("text") else done.stderr.decode(errors="replace")
        raise Failure(f"{' '.join(map(str, command))}: exit status {done.returncode}, "
                      f"not {status}\n{said}")
    return done
