#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a page, such as docs/cookbook.md, and compares their output with the page.

    cookbook.py PAGE MAKE_MODEL_OUTPUT

Commands stand after "$ " in blocks of `console`, and what they print below; a line "..." is any
lines or none. A command that shows nothing must print nothing; all must succeed. Instead of
downloads ("curl -fsSLO URL"), the files of these names in the corpus are used; a section that
downloads others is left out. Other blocks whose first line is a comment with a file's name, as
"// copy.cpp", are the contents of that file. Exit status 0: the page is right; 1: it is not, each
difference printed; 77: a program it shows is not here. The environment variable NCF_BIN is the
folder of the programs, and NCF_CORPUS that of the corpus.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cases import find_real_file

SKIPPED = 77
DOWNLOAD = re.compile(r"curl -fsSLO https://\S+/([\w.]+)")


def commands_of(page):
    """Returns each command with the lines shown below it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line.removeprefix("$ "), []))
            elif found[-1][0].endswith("\\"):
                found[-1] = (found[-1][0] + "\n" + line, [])
            else:
                found[-1][1].append(line)
    return found


def files_of(page):
    """Returns the files that the page shows, by name."""
    blocks = re.findall(r"^```\w+\n((?://|#) ([\w./]+)\n.*?)^```", page, re.MULTILINE | re.DOTALL)
    return {name: text for text, name in blocks}


def matches(shown, printed):
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, printed) is not None


def absent_downloads(section):
    names = [found[1] for command, _ in commands_of(section)
             if (found := DOWNLOAD.fullmatch(command))]
    return [name for name in names if not find_real_file(name)]


def commands_to_run(page):
    """Returns the commands of all sections whose files are here."""
    commands = []
    for section in re.split(r"^(?=## )", page, flags=re.MULTILINE):
        if absent := absent_downloads(section):
            print(f"left out without {', '.join(absent)}: {section.splitlines()[0]}")
        else:
            commands += commands_of(section)
    return commands


def differences(page, folder):
    commands = commands_to_run(page)
    if not commands:
        yield "the page shows no command"
    for command, shown in commands:
        if download := DOWNLOAD.fullmatch(command):
            shutil.copy(find_real_file(download[1]), folder)
            continue
        done = subprocess.run(["bash", "-c", "set -o pipefail; " + command], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            yield f"$ {command}\nexit status {done.returncode}:\n{done.stdout}"
        elif not matches(shown, done.stdout):
            yield f"$ {command}\nprints:\n{done.stdout}"


def main():
    page, maker = Path(sys.argv[1]), sys.argv[2]
    if not shutil.which("ncdump"):
        print("ncdump is not here")
        return SKIPPED
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    size = ["--times", "4", "--levels", "3", "--latitudes", "24", "--longitudes", "48"]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([maker, *size, Path(folder) / "in.nc"], check=True, capture_output=True)
        text = page.read_text(encoding="utf-8")
        for name, contents in files_of(text).items():
            (Path(folder) / name).write_text(contents, encoding="utf-8")
        found = list(differences(text, folder))
    for difference in found:
        print(difference, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
