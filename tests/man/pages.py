#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the manual pages with the programs, the library and the grammar.

    pages.py options                        each program's --help and page list the same options
    pages.py rendering                      groff, and mandoc where it is, have nothing to say, and
                                            no word of a sentence is taken as a macro
    pages.py grammar                        lines under GRAMMAR stand in grammar/filter-spec.ebnf
    pages.py plugin                         so do those under WRITING A PLUGIN in examples/delta
    pages.py tables PAGE TABLE PROGRAM      a table is what PROGRAM TABLE prints
    pages.py examples PRELUDE               commands shown do, and print, what the page says; see
                                            transcript.py

Exit status 0: they agree; 1: they do not, each difference printed; 77: what is needed is not here.
The environment says where things are: NCF_SOURCE_DIR, NCF_BIN.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from transcript import difference, run_transcript

SKIPPED = 77
OF_PROGRAM_ALONE = {"--completion"}  # not an option of its commands


def section(page, name):
    """Returns the lines of a page's section, without its .Sh line."""
    lines = page.read_text(encoding="utf-8").splitlines()
    begin = lines.index(f".Sh {name}") + 1
    end = next((i for i in range(begin, len(lines)) if lines[i].startswith(".Sh ")), len(lines))
    return lines[begin:end]


def displays(lines):
    """Returns the literal displays in lines, each a list of lines as they are printed."""
    shown = None
    for line in lines:
        if line.startswith(".Bd -literal"):
            shown = []
        elif line == ".Ed":
            yield shown
            shown = None
        elif shown is not None:
            shown.append(line.replace("\\e", "\\").replace("\\-", "-").removeprefix("\\&"))


# ---- options ----

def options_of_help(text):
    """Returns the options that --help lists: option -> name of its value, "" without one."""
    text = text.partition("\nOptions:\n")[2].partition("\n\n")[0]
    found = re.findall(r"^  (--?[\w-]+)(?:\[=[\w|]+\])?(?: ([A-Z]+))?(?: |$)", text, re.MULTILINE)
    return dict(found)


def commands_of_help(text):
    """Returns the commands that --help lists, in order; none for a program without commands."""
    return re.findall(r"^  (\w+)", text.partition("\nCommands, ")[2], re.MULTILINE)


def options_of_page(page, lines):
    """Returns the options that lines of a page list, likewise; `Op` marks an optional value."""
    options = {}
    for line in lines:
        item = re.fullmatch(r"\.It Fl (\S+)(?: Ar (\w+)| Ns Op .*)?", line)
        if item:
            options["-" + item[1].replace("\\-", "-")] = item[2] or ""
        elif line.startswith(".It Fl"):
            raise ValueError(f"{page.name}: not one option and its value: {line}")
    return options


def subsections(lines):
    """Returns the lines below each .Ss line, by its title."""
    found = {}
    for line in lines:
        if line.startswith(".Ss "):
            below = found.setdefault(line.removeprefix(".Ss "), [])
        elif found:
            below.append(line)
    return found


def help_of(*command):
    return subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout


def compare_options(page, of, in_help, in_page):
    for option in sorted(in_help.keys() | in_page.keys()):
        if option not in in_page:
            yield f"{page.name}: {option} is in {of}--help and not in the page"
        elif option not in in_help:
            yield f"{page.name}: {option} is in the page and not in {of}--help"
        elif in_help[option] != in_page[option]:
            yield (f"{page.name}: {option} has the value '{in_help[option]}' in {of}--help and "
                   f"'{in_page[option]}' in the page")


def compare_commands(program, page, commands, common):
    """Checks that each command has a part under COMMANDS with its options other than the common
    ones."""
    common = {name: value for name, value in common.items() if name not in OF_PROGRAM_ALONE}
    parts = subsections(section(page, "COMMANDS")) if commands else {}
    if list(parts) != commands:
        yield f"{page.name}: the commands are {list(parts)}, in --help {commands}"
        return
    for command in commands:
        in_page = common | options_of_page(page, parts[command])
        yield from compare_options(page, command + " ", options_of_help(help_of(program, command)),
                                   in_page)


def compare_program(program, page):
    if not page.exists():
        yield f"{program.name}: there is no page man/{page.name}"
        return
    text = help_of(program)
    in_page = options_of_page(page, section(page, "OPTIONS"))
    yield from compare_options(page, "", options_of_help(text), in_page)
    yield from compare_commands(program, page, commands_of_help(text), in_page)


def check_options(root, programs):
    for source in sorted((root / "apps").glob("*.cpp")):
        yield from compare_program(programs / source.stem, root / f"man/{source.stem}.1")


# ---- rendering ----

def words_taken_as_macros(page):
    """Returns sentences on macro lines that begin with the name of a macro, which would not be
    printed, or follow an option, which would give each word a dash."""
    for line in page.read_text(encoding="utf-8").splitlines():
        found = re.match(r"\.[A-Z][a-z] (?:.* Ta )?(An|At|Do|Ex|In|No|So) ", line)
        if found:
            yield f"{page.name}: mdoc takes {found[1]} as a macro, write \\&{found[1]}: {line}"
        elif re.match(r"\.Fl \S+[:;,.] .", line):
            yield f"{page.name}: mdoc takes all words as options: {line}"


def check_rendering(root):
    checkers = [["groff", "-mandoc", "-Tutf8", "-ww", "-z"]]
    if shutil.which("mandoc"):
        checkers.append(["mandoc", "-Tlint", "-Wwarning"])
    if not shutil.which("groff"):
        print("groff is not here")
        sys.exit(SKIPPED)
    for page in sorted((root / "man").glob("*.[1-9]")):
        yield from words_taken_as_macros(page)
        for checker in checkers:
            said = subprocess.run([*checker, page], capture_output=True, text=True, check=False)
            for line in (said.stdout + said.stderr).splitlines():
                yield f"{page.name}: {checker[0]} says: {line}"


# ---- grammar ----

def compare_shown(page, name, source, known):
    """Checks that each line shown under a section is one of the lines known, of source."""
    shown = [line for display in displays(section(page, name)) for line in display if line]
    if not shown:
        yield f"{page.name}: nothing of {source} is shown"
    for line in shown:
        if line not in known:
            yield f"{page.name}: not a line of {source}: {line}"


def lines_of(files):
    return {line for file in files for line in file.read_text(encoding="utf-8").splitlines()}


def check_grammar(root):
    known = lines_of([root / "grammar/filter-spec.ebnf"])
    yield from compare_shown(root / "man/ncf-filter-spec.5", "GRAMMAR", "filter-spec.ebnf", known)


def check_plugin(root):
    known = lines_of((root / "examples/delta").iterdir())
    yield from compare_shown(root / "man/ncf-plugins.7", "WRITING A PLUGIN", "examples/delta", known)


# ---- tables ----

BEGIN = '.\\" BEGIN {}: printed by tests/man/page_tables.cpp'


def table_of_page(page, table):
    """Returns the lines between the marks of a table."""
    lines = page.read_text(encoding="utf-8").splitlines()
    begin = lines.index(BEGIN.format(table)) + 1
    return lines[begin:lines.index(f'.\\" END {table}')]


def write_table(page, table, printed):
    lines = page.read_text(encoding="utf-8").splitlines()
    begin = lines.index(BEGIN.format(table)) + 1
    lines[begin:lines.index(f'.\\" END {table}')] = printed
    page.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def check_table(page, table, program):
    printed = subprocess.run([program, table], capture_output=True, text=True,
                             check=True).stdout.splitlines()
    if os.environ.get("NCF_UPDATE"):
        write_table(page, table, printed)
    shown = table_of_page(page, table)
    for line in printed:
        if line not in shown:
            yield f"{page.name}: missing from the table {table}: {line}"
    for line in shown:
        if line not in printed:
            yield f"{page.name}: not in the table {table} as printed: {line}"
    if set(printed) == set(shown) and printed != shown:
        yield f"{page.name}: the table {table} has another order as printed"


# ---- examples ----

def shown_in_transcript(output):
    """Returns the lines for a transcript of what a page shows below a command: if nothing, the
    command may print anything, and after a message it has failed."""
    if output and re.match(r"ncf\w+: ", output[0]):
        return [*output, "exit status * (glob)"]
    return output or ["..."]


def transcript_of(page):
    """Returns the displays of a page that begin with a command, as a transcript."""
    lines = []
    for display in displays(page.read_text(encoding="utf-8").splitlines()):
        if display[:1] and display[0].startswith("$ "):
            lines.append("```console")
            for command, output in commands_with_output(display):
                lines += [*command, *shown_in_transcript(output)]
            lines.append("```")
    return "\n".join([*lines, ""])


def commands_with_output(display):
    """Returns the lines of each command in a display, and those of its output."""
    found = []
    for line in display:
        if line.startswith("$ "):
            found.append(([line], []))
        elif found[-1][0][-1].endswith("\\"):
            found[-1][0].append(line)
        else:
            found[-1][1].append(line)
    return found


def check_examples(root, prelude):
    """Runs the examples, page by page, in the order of the page."""
    count = 0
    for page in sorted((root / "man").glob("*.[1-9]")):
        yield from (f"{page.name}: shown, and not run as a display is: {line}"
                    for line in page.read_text(encoding="utf-8").splitlines()
                    if line.startswith(".Dl "))
        if text := transcript_of(page):
            count += 1
            yield from check_transcript(page.name, text, prelude)
    if count == 0:
        yield "no page shows a command"


def check_transcript(name, text, prelude):
    outcome = run_transcript(text, prelude)
    if outcome.skipped:
        print(outcome.skipped)
        sys.exit(SKIPPED)
    if outcome.corrected != text:
        yield difference(name, text, outcome.corrected)


def differences(check, arguments):
    root, programs = Path(os.environ["NCF_SOURCE_DIR"]), Path(os.environ["NCF_BIN"])
    if check == "options" and not arguments:
        return check_options(root, programs)
    if check == "rendering" and not arguments:
        return check_rendering(root)
    if check == "grammar" and not arguments:
        return check_grammar(root)
    if check == "plugin" and not arguments:
        return check_plugin(root)
    if check == "tables" and len(arguments) == 3:
        page, table, program = arguments
        return check_table(root / "man" / page, table, program)
    if check == "examples" and len(arguments) == 1:
        return check_examples(root, Path(arguments[0]))
    return None


def main():
    found = differences(sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else None
    if found is None:
        print(__doc__, file=sys.stderr)
        return 2
    found = list(found)
    for difference in found:
        print(difference, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
