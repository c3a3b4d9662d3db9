#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs one command-line case and compares what it printed and how it ended.

    run_case.py CASE.sh

A case is a script, with files beside it that describe the expected result:

    CASE.exit            exit status; 0 without this file
    CASE.stdout.exact    what it prints, to the byte
    CASE.stdout.glob     line by line, where * stands for any text within a line and a line ... for
                         any number of lines
    CASE.stdout.ignore   anything
    CASE.stderr.*        likewise

A stream without such a file must stay empty. The script runs by `bash -eu` in an empty folder of
its own, with our programs first on PATH and without HDF5_PLUGIN_PATH; it may source
"$NCF_CASES/prelude.sh". Exit status 77, when not expected, means that the case is skipped.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
ANY_LINES = "..."


def glob_pattern(expected):
    """Returns the regular expression that a .glob file describes."""
    parts = []
    for line in expected.splitlines():
        if line == ANY_LINES:
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(re.escape(text) for text in line.split("*")) + r"\n")
    return re.compile("".join(parts))


def stream_difference(case, stream, actual):
    """Returns the difference between the stream's text and the expected text; empty if there is
    none."""
    if case.with_suffix(f".{stream}.ignore").exists():
        return ""
    exact, glob = (case.with_suffix(f".{stream}.{kind}") for kind in ("exact", "glob"))
    expected = next((file.read_text(encoding="utf-8") for file in (exact, glob) if file.exists()),
                    "")
    if actual == expected or (glob.exists() and glob_pattern(expected).fullmatch(actual)):
        return ""
    difference = difflib.unified_diff(expected.splitlines(), actual.splitlines(),
                                      f"expected {stream}", f"actual {stream}", lineterm="")
    return "\n".join(difference) or f"{stream}: the last line ends otherwise"


def environment(folder):
    result = dict(os.environ)
    result.pop("HDF5_PLUGIN_PATH", None)
    result["NCF_CASES"] = str(Path(__file__).resolve().parent)
    result["HOME"] = folder
    result["PATH"] = os.pathsep.join([result["NCF_BIN"], result["PATH"]])
    return result


def run_case(case):
    with tempfile.TemporaryDirectory(prefix="ncf-case-") as folder:
        done = subprocess.run(["bash", "-eu", case], cwd=folder, env=environment(folder),
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
    exit_file = case.with_suffix(".exit")
    expected_status = int(exit_file.read_text(encoding="utf-8")) if exit_file.exists() else 0
    if done.returncode == SKIPPED != expected_status:
        print(done.stdout.decode(errors="replace"), end="")
        return SKIPPED
    differences = [stream_difference(case, "stdout", done.stdout.decode(errors="replace")),
                   stream_difference(case, "stderr", done.stderr.decode(errors="replace"))]
    if done.returncode != expected_status:
        differences.append(f"exit status {done.returncode}, expected {expected_status}")
    differences = [difference for difference in differences if difference]
    print("\n".join(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(run_case(Path(sys.argv[1]).resolve()))
