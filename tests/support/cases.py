# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Helpers for the cases: their own folder, the programs they run, and how they end.

A case that returns has passed; it raises an exception that describes what is wrong, and calls
`skip` if the machine lacks something. Nothing here loads libhdf5, which reads the plugin path when
it is loaded.
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
    """Runs a case in a new working folder, which is removed when the case ends."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            case(*arguments)
        finally:
            os.chdir("/")


def skip(reason):
    """Ends the run because something that the case needs is missing."""
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


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
