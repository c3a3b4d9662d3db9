# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program of ncf: `python -m ncf copy in.nc out.nc` is `ncfcopy in.nc out.nc`."""

from __future__ import annotations

import os
import sys

from . import Error, __version__, find_program

PROGRAMS = ("copy", "dump", "gen", "info")
USAGE = f"""ncf {__version__}
Usage: python -m ncf {{{','.join(PROGRAMS)}}} [ARGUMENTS]

Runs ncfcopy, ncfdump, ncfgen or ncfinfo; each has --help."""


def main() -> int:
    name = sys.argv[1].removeprefix("ncf") if len(sys.argv) > 1 else ""
    if name in ("--help", "-h", "--version"):
        print(USAGE)
        return 0
    if name not in PROGRAMS:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        program = find_program(f"ncf{name}")
    except Error as error:
        print(f"ncf: {error}", file=sys.stderr)
        return 1
    os.execv(program, [f"ncf{name}", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
