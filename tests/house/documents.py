#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the documents for contributors with the code that they describe.

    documents.py drawing [ROOT]   docs/architecture.md shows the rooms as the include check knows them
    documents.py walk [ROOT]      the functions in its walk of a chunk are in the files it names
    documents.py rooms [ROOT]     each room has a README.md of a readable length
    documents.py paths [ROOT]     files and folders that documents name exist
    documents.py sizes [ROOT]     no room is much larger than CONTRIBUTING.md states

    documents.py draw             prints the drawing
    documents.py measure [ROOT]   prints the table of sizes

Exit status 0: they agree; 1: they do not, each place named.
"""

import fnmatch
import re
import sys
import textwrap
from pathlib import Path

from include_directions import FOLDERS, LEVELS
from repository import Finding, is_code, read_lines, report, tracked_files

ARCHITECTURE = Path("docs/architecture.md")
CONTRIBUTING = Path("CONTRIBUTING.md")
WIDTH = 100
SHORTEST_README, LONGEST_README = 40, 80
# A room may be this much larger than stated: a few fixes fit in, a feature does not.
MARGIN_SHARE, LEAST_MARGIN, LARGEST_MARGIN = 0.02, 100, 300
OTHER_ROOMS = ["apps", "plugins", "python"]

CODE_SPAN = re.compile(r"`([^`]+)`")
PATH = re.compile(r"[\w.{},*-]+(?:/[\w.{},*-]+)*/?")
FILE_NAME = re.compile(r"[\w*-]+\.(?:[ch]pp|[ch]|py|sh|cmake)")
PLACEHOLDER = re.compile(r"NAME|FOLDER|CASE|ROOM|PROGRAM|(?<!\w)DIR(?!\w)")
# Headers of others, and what an installation has.
NOT_OURS = re.compile(r"(netcdf|hdf5)\w*\.h|lib/(ncf|python[\d.]+)/.*")
SIZE_ROW = re.compile(r"\| `([\w/]+)` \| ([\d,]+) \|")


# ---- drawing ----

def folder_levels(room):
    """Returns the folders of a room from the top down, as text; those of one level in one line."""
    return [", ".join("facts.hpp" if folder == "." else folder for folder in sorted(folders))
            for folders in reversed(FOLDERS.get(room, []))]


def one_room(room):
    """Draws a room that has no siblings: its levels, one after the other."""
    lines = textwrap.wrap(" > ".join(level.replace(" ", "\0") for level in folder_levels(room)),
                          WIDTH - 11, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield f"{room if number == 0 else '':<11}{line}".replace("\0", " ").rstrip()


def siblings(rooms):
    """Draws rooms side by side, with their levels below each other."""
    columns = [[room, *("  " + level for level in folder_levels(room))] for room in sorted(rooms)]
    widths = [max(map(len, column)) + 3 for column in columns]
    for row in range(max(map(len, columns))):
        cells = [column[row] if row < len(column) else "" for column in columns]
        yield "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths)).rstrip()


def drawing():
    """Returns the lines of the drawing: the rooms from the top down, with their folders."""
    lines = ["apps"]
    for rooms in reversed(LEVELS):
        lines.append("-" * (WIDTH - 5))
        lines += one_room(*rooms) if len(rooms) == 1 else siblings(rooms)
    return lines


def blocks(lines):
    """Returns the fenced blocks of a page: the number of the first line, and the lines."""
    begin = None
    for number, line in enumerate(lines, start=1):
        if not line.startswith("```"):
            continue
        if begin is None:
            begin = number
        else:
            yield begin + 1, lines[begin:number - 1]
            begin = None


def check_drawing(root):
    """The drawing is what `draw` prints, and the folders that it shows are those of the rooms."""
    wanted = drawing()
    shown = [(number, block) for number, block in blocks(read_lines(root / ARCHITECTURE))
             if block[:1] == wanted[:1]]
    if [block for _, block in shown] != [wanted]:
        yield Finding(ARCHITECTURE, shown[0][0] if shown else 1,
                      "the drawing is not what documents.py draw prints")
    code = [path.parent for path in tracked_files(root) if path.parts[0] == "lib" and is_code(path)]
    for room, levels in FOLDERS.items():
        base = Path("lib", room)
        there = {folder.relative_to(base).as_posix() for folder in code
                 if folder.is_relative_to(base)}
        for folder in sorted(there ^ set().union(*levels)):
            what = "has no level" if folder in there else "has a level and no code"
            yield Finding(base / folder, 1, f"{what}: see FOLDERS of include_directions.py")


# ---- walk ----

def check_walk(root):
    """In a numbered row of a table, each function is in the file before it."""
    for number, line in enumerate(read_lines(root / ARCHITECTURE), start=1):
        if not re.match(r"\| \d+ \|", line):
            continue
        text = None
        for span in CODE_SPAN.findall(line):
            if "/" in span:
                text = (root / span).read_text(encoding="utf-8") if (root / span).is_file() else ""
            elif text is not None and not re.search(rf"\b{re.escape(span)}\b", text):
                yield Finding(ARCHITECTURE, number, f"{span} is not in the file named before it")


# ---- rooms ----

def rooms_of(root):
    """Returns the folders of all rooms that exist."""
    rooms = [Path("lib", room) for level in LEVELS for room in level] + list(map(Path, OTHER_ROOMS))
    return sorted(room for room in rooms if (root / room).is_dir())


def check_rooms(root):
    for room in rooms_of(root):
        page = room / "README.md"
        if not (root / page).is_file():
            yield Finding(page, 1, "is missing: it says what the room is for, folder by folder")
            continue
        length = len(read_lines(root / page))
        if not SHORTEST_README <= length <= LONGEST_README:
            yield Finding(page, length, f"has {length} lines, not {SHORTEST_README} to "
                                        f"{LONGEST_README}")


# ---- paths ----

def expand(name):
    """Returns the names that braces in a name stand for."""
    found = re.search(r"\{([^{}]*)\}", name)
    if not found:
        return [name]
    return [each for choice in found[1].split(",")
            for each in expand(name[:found.start()] + choice + name[found.end():])]


class Tree:
    """The files and folders of the repository, by their names."""

    def __init__(self, root):
        files = tracked_files(root)
        folders = {folder for path in files for folder in path.parents}
        self.names = {path.as_posix() for path in [*files, *folders]}
        self.names |= {path.with_suffix("").as_posix() for path in files}
        self.file_names = {path.name for path in files}
        self.tops = {path.parts[0] for path in files if len(path.parts) > 1}
        self.tops |= {path.parts[1] for path in files if path.parts[0] == "lib" and len(path.parts) > 2}

    def has(self, name, page):
        bases = ["", "lib", "lib/include", "plugins", page.parent.as_posix()]
        wanted = [f"{base}/{name}".removeprefix("./").lstrip("/").rstrip("/") for base in bases]
        if "*" in name:
            return any(fnmatch.filter(self.names, each) for each in wanted)
        return any(each in self.names for each in wanted)

    def is_path(self, name, page):
        """Returns whether a text in a page looks like a path in the repository."""
        if PLACEHOLDER.search(name) or NOT_OURS.fullmatch(name) or not PATH.fullmatch(name):
            return False
        if "/" not in name.rstrip("/"):
            return FILE_NAME.fullmatch(name) is not None
        top = name.split("/")[0]
        return top in self.tops or self.has(top, page)


def names_files(path):
    """Returns whether a document may name files of the repository."""
    return path.suffix == ".md" and (path.name == "README.md" or path.parts[0] in
                                     (CONTRIBUTING.name, "docs"))


def check_paths(root):
    tree = Tree(root)
    for page in filter(names_files, tracked_files(root)):
        is_code_block = False
        for number, line in enumerate(read_lines(root / page), start=1):
            is_code_block ^= line.startswith("```")
            if is_code_block or line.startswith("    "):
                continue
            for span in CODE_SPAN.findall(line):
                for name in expand(span) if tree.is_path(span, page) else []:
                    known = tree.has(name, page) if "/" in name else bool(
                        fnmatch.filter(tree.file_names, name))
                    if not known:
                        yield Finding(page, number, f"there is no {name}")


# ---- sizes ----

def lines_of_rooms(root):
    """Returns how many lines of code each room has."""
    files = [path for path in tracked_files(root) if is_code(path) or path.suffix == ".py"]
    headers = Path("lib/include")
    rooms = sorted([*rooms_of(root), *([headers] if (root / headers).is_dir() else [])])
    return {room.as_posix(): sum(len(read_lines(root / path)) for path in files
                                 if path.is_relative_to(room)) for room in rooms}


def check_sizes(root):
    stated = {}
    for number, line in enumerate(read_lines(root / CONTRIBUTING), start=1):
        row = SIZE_ROW.fullmatch(line)
        if row:
            stated[row[1]] = (number, int(row[2].replace(",", "")))
    for room, lines in lines_of_rooms(root).items():
        number, known = stated.get(room, (1, None))
        if known is None:
            yield Finding(CONTRIBUTING, number, f"states no size of {room}, which has {lines} lines")
        elif lines > known + min(max(MARGIN_SHARE * known, LEAST_MARGIN), LARGEST_MARGIN):
            yield Finding(CONTRIBUTING, number, f"{room} has {lines} lines, {lines - known} more than "
                                                "stated: see ncf stays small")


def measure(root):
    """Prints the table of sizes, in hundreds of lines."""
    print("| room | lines |\n|---|---|")
    for room, lines in lines_of_rooms(root).items():
        print(f"| `{room}` | {-(-lines // 100) * 100:,} |")


CHECKS = {"drawing": check_drawing, "walk": check_walk, "rooms": check_rooms, "paths": check_paths,
          "sizes": check_sizes}


def main():
    action = sys.argv[1] if len(sys.argv) in (2, 3) else None
    root = Path(sys.argv[2] if len(sys.argv) == 3 else ".").resolve()
    if action in CHECKS:
        return report(list(CHECKS[action](root)))
    if action == "draw":
        print("\n".join(drawing()))
    elif action == "measure":
        measure(root)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
