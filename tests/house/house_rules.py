#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""The cheap house rules, each a separate check.

    house_rules.py RULE [ROOT]

Exit status 0: kept; 1: broken, each place named; 77: what the rule needs is not here.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from repository import Finding, is_code, is_source, read_lines, report, tracked_files

SPDX_HEADER = ["SPDX-FileCopyrightText: 2026 The ncf authors",
               "SPDX-License-Identifier: Apache-2.0"]
LONGEST_FILE_LINES = 400
MACHINE_PATH = re.compile(r"(?<![\w.$}])/(work|root|home|Users)/\w")
BINARY_MATERIAL = Path("tests/fuzz")  # inputs that may hold any byte
SHARED_FOLDER = re.compile(r"\b(TempDir|temp_directory_path|mkdtemp)\b")
SHIPPED_FOLDERS = {"lib", "apps", "plugins"}
FOLLOWS_LOCALE = re.compile(
    r"(?<![\w:.>])(?:std::|::)?(strto(?:d|f|ld)|atof|sto[df]|stold|[sf]?scanf|sn?printf|"
    r"to(?:lower|upper)|is(?:alpha|alnum|digit|space|upper|lower|punct|print|graph|xdigit|cntrl|blank)|"
    r"strn?casecmp|strcoll|setlocale)\(")
FORMS_VIEW = re.compile(
    r"\b(?:std::)?(?:views::\w+|ranges::(?:stable_partition|partition|unique|remove|remove_if|rotate|"
    r"search|equal_range|subrange))\b")
UNFORMATTED = re.compile(r"^(.+?):(\d+):\d+: warning: code should be clang-formatted", re.MULTILINE)
TORN_MARKER = re.compile(r"^\s*(?:///?|\*) .*\b((?:source|throws):)$")
SKIPPED = 77


def comment_text(line):
    """Returns the text of a line without the marks of its comment."""
    return line.strip().lstrip("/#(*;").rstrip("*)").strip()


def spdx_header(root):
    """Every source file opens with the two SPDX lines, every header goes on to #pragma once."""
    for path in filter(is_source, tracked_files(root)):
        lines = read_lines(root / path)
        start = 1 if lines and lines[0].startswith("#!") else 0
        if [comment_text(line) for line in lines[start:start + 2]] != SPDX_HEADER:
            yield Finding(path, start + 1, "the two SPDX lines are missing")
        if path.suffix in {".hpp", ".h"} and "#pragma once" not in lines:
            yield Finding(path, 1, "#pragma once is missing")


def file_length(root):
    """No source file is longer than LONGEST_FILE_LINES."""
    for path in filter(is_source, tracked_files(root)):
        length = len(read_lines(root / path))
        if length > LONGEST_FILE_LINES:
            yield Finding(path, length, f"longer than {LONGEST_FILE_LINES} lines: split it")


def text_only(root):
    """Nothing binary is committed, and no path of a developer's machine."""
    for path in tracked_files(root):
        content = (root / path).read_bytes()
        if BINARY_MATERIAL in path.parents:
            continue
        if b"\0" in content:
            yield Finding(path, 1, "binary file")
            continue
        for number, line in enumerate(content.decode(errors="replace").splitlines(), start=1):
            found = MACHINE_PATH.search(line)
            if found:
                yield Finding(path, number, f"a path of somebody's machine: {found[0]}...")


def whole_markers(root):
    """A contract's marker stands in one line with the beginning of its text, because clang-format
    joins the lines of a comment."""
    for path in filter(is_source, tracked_files(root)):
        for number, line in enumerate(read_lines(root / path), start=1):
            found = TORN_MARKER.search(line)
            if found:
                yield Finding(path, number, f"'{found[1]}' ends a line: begin one with it, and leave "
                                            "an empty comment line before")


def locale_free(root):
    """The sources that we ship call nothing whose result depends on the locale:
    base/text/real_text.hpp reads numbers, fmt writes them, base/text/characters.hpp knows ASCII."""
    for path in filter(is_code, tracked_files(root)):
        if path.parts[0] not in SHIPPED_FOLDERS:
            continue
        for number, line in enumerate(read_lines(root / path), start=1):
            found = FOLLOWS_LOCALE.search(line.split("//")[0])
            if found:
                yield Finding(path, number, f"{found[1]} follows the locale")


def clang_14(root):
    """C++ forms no view and no subrange: Clang 14, which builds the fuzzers on Debian 12, cannot
    compile those of GCC 12's library."""
    for path in filter(is_code, tracked_files(root)):
        for number, line in enumerate(read_lines(root / path), start=1):
            found = FORMS_VIEW.search(line.split("//")[0])
            if found:
                yield Finding(path, number, f"Clang 14 cannot compile {found[0]}")


def own_folders(root):
    """C++ tests write into a TemporaryFolder of support/files.hpp, because tests run in
    parallel."""
    for path in tracked_files(root):
        if path.parts[0] != "tests" or not is_code(path) or path.stem == "files":
            continue
        for number, line in enumerate(read_lines(root / path), start=1):
            if SHARED_FOLDER.search(line):
                yield Finding(path, number, "write into a TemporaryFolder")


def list_text(path):
    """Returns a CMakeLists.txt without its comments; nothing if there is none."""
    return re.sub(r"#.*", "", path.read_text(encoding="utf-8")) if path.is_file() else ""


def is_named(text, name):
    return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w.-])", text) is not None


def sources_listed(root):
    """Every .cpp and .c is named in a CMakeLists.txt, because unused sources are not kept.

    The list is that of its folder or of one above it, or it names the file from the project's root.
    """
    paths = tracked_files(root)
    everything = "".join(list_text(root / path) for path in paths if path.name == "CMakeLists.txt")
    for path in paths:
        if path.suffix not in {".cpp", ".c"}:
            continue
        if not (is_named(everything, f"${{PROJECT_SOURCE_DIR}}/{path.as_posix()}") or
                any(is_named(list_text(root / folder / "CMakeLists.txt"),
                             path.relative_to(folder).as_posix()) for folder in path.parents)):
            yield Finding(path, 1, "in no CMakeLists.txt")


def find_clang_format():
    """Finds clang-format 14, under either name; other versions format differently."""
    for name in ("clang-format-14", "clang-format"):
        program = shutil.which(name)
        if program and " 14." in subprocess.run([program, "--version"], capture_output=True,
                                                text=True, check=True).stdout:
            return program
    return None


def format_clean(root):
    """clang-format 14 would change nothing."""
    program = find_clang_format()
    if not program:
        print("clang-format 14 is not here")
        sys.exit(SKIPPED)
    paths = list(filter(is_code, tracked_files(root)))
    warnings = subprocess.run([program, "--style=file", "--dry-run", *paths], cwd=root,
                              capture_output=True, text=True, check=True).stderr
    first_lines = {}
    for path, number in UNFORMATTED.findall(warnings):
        first_lines.setdefault(path, int(number))
    for path, number in first_lines.items():
        yield Finding(path, number, f"not as clang-format writes it: clang-format -i {path}")


RULES = {rule.__name__: rule
         for rule in (spdx_header, file_length, text_only, own_folders, sources_listed, format_clean,
                      whole_markers, locale_free, clang_14)}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in RULES:
        print(f"usage: house_rules.py {'|'.join(RULES)} [ROOT]", file=sys.stderr)
        return 2
    root = Path(sys.argv[2] if len(sys.argv) > 2 else ".").resolve()
    return report(list(RULES[sys.argv[1]](root)))


if __name__ == "__main__":
    sys.exit(main())
