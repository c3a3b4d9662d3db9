#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The samples of the grammars, as files.

    grammar_samples.py FOLDER

writes each row of the tables in grammar/samples to FOLDER/NAME.TABLE, and removes all else from the
folder. grammar/README.md describes the tables; grammar_samples.cpp checks their form.
"""

import shutil
import sys
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "grammar/samples"


def text_after_mark(rest):
    return rest[1:-1] if rest.startswith(b'"') else rest[1:]


def read_samples(table):
    """Yields the name of each row, whether it is valid, and its text."""
    name, text, is_valid = None, [], False
    for line in (TABLES / f"{table}.txt").read_bytes().split(b"\n") + [b"end"]:
        if line.startswith(b"  "):
            mark, rest = line[2:3], line[3:]
            if mark == b">":
                text.append(text_after_mark(rest))
            else:
                is_valid = mark == b"="
        elif line and not line.startswith(b"#"):
            if name:
                yield name, is_valid, b"\n".join(text)
            name, text = line.decode(), []


def write_samples(folder, table, only_valid=False):
    """Writes the samples of a table, each with a line end; returns the files, sorted."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, is_valid, text in read_samples(table):
        if is_valid or not only_valid:
            files.append(folder / f"{name}.{table}")
            files[-1].write_bytes(text + b"\n")
    return sorted(files)


def main():
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    for table in TABLES.glob("*.txt"):
        write_samples(folder, table.stem)


if __name__ == "__main__":
    main()
