# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Helpers for the house checks: the files of the repository, and how a finding is reported."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CODE_SUFFIXES = {".cpp", ".hpp", ".c", ".h"}
SOURCE_SUFFIXES = CODE_SUFFIXES | {".in", ".cmake", ".py", ".sh", ".ebnf"}
SOURCE_NAMES = {"CMakeLists.txt", "run"}
NOT_OURS = {".git", "build", "out", "__pycache__"}


@dataclass(frozen=True)
class Finding:
    path: Path
    line: int
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.message}"


def tracked_files(root):
    """Returns the files of the repository, relative to root, sorted; without git, all except build
    folders."""
    if shutil.which("git") and (root / ".git").exists():
        listing = subprocess.run(
            ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            capture_output=True, text=True, check=False)
        if listing.returncode == 0:
            paths = {Path(name) for name in listing.stdout.split("\0") if name}
            return sorted(path for path in paths if (root / path).is_file())
    paths = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(path for path in paths if not NOT_OURS & set(path.parts))


def is_code(path):
    return path.suffix in CODE_SUFFIXES


def is_source(path):
    return path.suffix in SOURCE_SUFFIXES or path.name in SOURCE_NAMES


def read_lines(path):
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def report(findings):
    """Prints each finding; returns the exit status."""
    for finding in findings:
        print(finding, file=sys.stderr)
    if findings:
        print(f"{len(findings)} finding(s)", file=sys.stderr)
    return 1 if findings else 0
