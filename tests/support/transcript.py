#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a transcript, and compares what its commands print with what it shows.

    transcript.py [--prelude PRELUDE] [--files-first] TRANSCRIPT

A transcript is Markdown. One bash in an empty folder runs its blocks, from top to bottom:

    ```cdl in.cdl       The text of a file, which is written with this name.
    ```bash             Commands that must succeed and print nothing.
    ```console          Commands after "$ ", each with what it prints on both streams below it.

Other text, and blocks without a language, are for people. The next lines belong to a command if
they begin with "> ", which is left out, or follow a line that ends in a backslash. A command ends
at its first line that fails, as with `set -eu -o pipefail`, but a program may be ended by SIGPIPE.
Among the lines that a command prints

    exit status 1       is the last one if it fails with this status;
    ...                 stands for any number of lines;
    took * s (glob)     has any text in the place of each *;
    a text (no newline) is not ended by a newline, and therefore the last one.

Our programs are first on PATH, HDF5_PLUGIN_PATH is not set, and the functions of PRELUDE exist. If
bash exits with status 77 (`exit 77`), the last line printed says why the rest is left out.
--files-first writes all files before the first command.

Exit status 0: everything is as shown; 1: it is not, and a diff says what to change in the
transcript; 77: so far it is, and the rest was left out. If the environment variable NCF_UPDATE is
not empty, the transcript is changed instead: `NCF_UPDATE=1 ctest -R cli/ncfdump`.
"""

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

SKIPPED = 77
ANY_LINES = "..."
GLOB = " (glob)"
NO_NEWLINE = " (no newline)"
ENDED = "(bash ended here)"
END = re.compile(r"exit status \d+|\(bash ended here\)")  # the last line of a failure
FENCE = re.compile(r"(`{3,})(.*)")

# `return` leaves the function, loop or subshell of a command at the first failure. Status 141 is
# none: whether a program is killed because `head` has ended depends on chance.
SHELL_BEGIN = """set -uE -o pipefail
trap 'ncf_status=$?; [[ -z ${FUNCNAME:-} || $ncf_status == 141 ]] || return "$ncf_status"' ERR
ncf_run() { eval "$ncf_command"; }
"""


class Step(NamedTuple):
    """What bash runs, and the lines of the transcript that show what is printed, from begin to end.
    Only a command may print anything."""
    kind: str  # "command", "setup" or "file"
    text: str
    begin: int
    end: int


# ---- the transcript ----

def steps_of_console(lines, begin, end):
    starts = [number for number in range(begin, end) if lines[number].startswith("$ ")]
    if starts[:1] != [begin]:
        raise ValueError(f"line {begin + 1}: the first line of a block begins with '$ '")
    for start, stop in zip(starts, [*starts[1:], end]):
        command = [lines[start].removeprefix("$ ")]
        for line in lines[start + 1:stop]:
            if not (command[-1].endswith("\\") or line == ">" or line.startswith("> ")):
                break
            command.append(re.sub("^> ?", "", line))
        yield Step("command", "\n".join(command), start + len(command), stop)


def step_of_file(name, lines, begin, end):
    text = "".join(line + "\n" for line in lines[begin:end])
    folder, file = shlex.quote(os.path.dirname(name) or "."), shlex.quote(name)
    return Step("file", f"mkdir -p {folder}; printf %s {shlex.quote(text)} >{file}", end, end)


def steps_of_block(info, lines, begin, end):
    if info == ["console"]:
        yield from steps_of_console(lines, begin, end)
    elif info == ["bash"]:
        yield Step("setup", "\n".join(lines[begin:end]), end, end)
    elif len(info) == 2:
        yield step_of_file(info[1], lines, begin, end)
    elif info:
        raise ValueError(f"line {begin}: a block of {' '.join(info)} needs the name of a file")


def steps_of(lines):
    """Returns the steps of a transcript, in order."""
    steps, begin = [], 0
    while begin < len(lines):
        begin += 1
        if fence := FENCE.fullmatch(lines[begin - 1]):
            closed = re.compile(fence[1] + "`*")
            end = next((number for number in range(begin, len(lines))
                        if closed.fullmatch(lines[number])), None)
            if end is None:
                raise ValueError(f"line {begin}: the block has no end")
            steps += steps_of_block(fence[2].split(), lines, begin, end)
            begin = end + 1
    if not any(step.kind == "command" for step in steps):
        raise ValueError("no command is shown")
    return steps


# ---- running it ----

def shell_script(steps, log):
    """Returns what bash runs: each step prints to a file of its own in the folder `log`, and its
    exit status to another."""
    script = SHELL_BEGIN
    for number, step in enumerate(steps):
        file = shlex.quote(f"{log}/{number}")
        script += (f"exec >{file} 2>&1\nncf_command={shlex.quote(step.text)}\nncf_run\n"
                   f"echo $(($? == 141 ? 0 : $?)) >{file}.status\n")
    return script


def environment(folder):
    result = dict(os.environ, HOME=folder)
    result.pop("HDF5_PLUGIN_PATH", None)
    result["PATH"] = os.pathsep.join([result["NCF_BIN"], result["PATH"]])
    return result


def printed_lines(log, number):
    """Returns the lines that a step printed, as a transcript shows them; None if it did not begin."""
    output, status = log / str(number), log / f"{number}.status"
    if not output.exists():
        return None
    *lines, rest = output.read_bytes().decode(errors="backslashreplace").split("\n")
    if rest:
        lines.append(rest + NO_NEWLINE)
    if not status.exists():
        return [*lines, ENDED]
    number = status.read_text(encoding="utf-8").strip()
    return lines if number == "0" else [*lines, f"exit status {number}"]


def run_steps(steps):
    """Returns what each step printed, up to the last one that ran, and the exit status of bash."""
    with tempfile.TemporaryDirectory(prefix="ncf-case-") as folder, \
            tempfile.TemporaryDirectory(prefix="ncf-log-") as log:
        script = Path(log) / "script"
        script.write_text(shell_script(steps, log), encoding="utf-8")
        done = subprocess.run(["bash", script], cwd=folder, env=environment(folder),
                              stdin=subprocess.DEVNULL, check=False)
        printed = [printed_lines(Path(log), number) for number in range(len(steps))]
    return [lines for lines in printed if lines is not None], done.returncode


# ---- comparing ----

def pattern_of(line):
    """Returns the regular expression for a line that is shown, with its newline."""
    if line == ANY_LINES:
        return rf"(?:(?!(?:{END.pattern})\n\Z).*\n)*?"
    if line.endswith(GLOB):
        return ".*".join(map(re.escape, line.removesuffix(GLOB).split("*"))) + r"\n"
    return re.escape(line) + r"\n"


def matches(shown, printed):
    pattern = "".join(map(pattern_of, shown))
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def with_globs(shown, printed):
    """Returns the lines printed, with the globs that are shown in the place of what they match."""
    globs, result = [line for line in shown if line.endswith(GLOB)], []
    for line in printed:
        found = next((i for i, glob in enumerate(globs) if matches([glob], [line])), None)
        if found is None or line in shown:
            result.append(line)
        else:
            result.append(globs[found])
            del globs[:found + 1]
    return result


def corrected(shown, printed):
    """Returns the lines to show for those printed: the same if they match, otherwise with as many
    patterns as still match."""
    if matches(shown, printed):
        return shown
    if shown[-1:] == [ANY_LINES] and printed and END.fullmatch(printed[-1]):
        return [*corrected(shown, printed[:-1]), printed[-1]]
    if ANY_LINES not in shown:
        return with_globs(shown, printed)
    before = shown.index(ANY_LINES)
    after = shown[::-1].index(ANY_LINES)
    if before + after > len(printed):
        return with_globs(shown, printed)
    last = len(printed) - after
    return [*with_globs(shown[:before], printed[:before]),
            *corrected_middle(shown[before:len(shown) - after], printed[before:last]),
            *with_globs(shown[len(shown) - after:], printed[last:])]


def corrected_middle(shown, printed):
    return shown if matches(shown, printed) else printed


def corrected_transcript(lines, steps, printed):
    """Returns the lines of a transcript that shows what was printed."""
    result, done = [], 0
    for step, step_printed in sorted(zip(steps, printed), key=lambda pair: pair[0].begin):
        result += lines[done:step.begin] + corrected(lines[step.begin:step.end], step_printed)
        done = step.end
    return result + lines[done:]


class Outcome(NamedTuple):
    """`corrected` is the text that shows what was printed, `skipped` says why the rest was left out
    (empty if it was not), and `is_sound` whether the setup was silent and bash ran to the end."""
    corrected: str
    skipped: str
    is_sound: bool


def run_transcript(text, prelude=None, files_first=False):
    """Runs the steps of a transcript. Raises ValueError if it is not one."""
    lines = text.split("\n")
    steps = steps_of(lines)
    if files_first:
        steps.sort(key=lambda step: step.kind != "file")
    if prelude:
        steps.insert(0, Step("setup", f". {shlex.quote(str(prelude))}", 0, 0))
    printed, status = run_steps(steps)
    skipped = ""
    if status == SKIPPED:
        skipped = (printed.pop()[-2:-1] or ["no reason is given"])[0]
    is_sound = len(printed) == len(steps) and printed[-1][-1:] != [ENDED] and not any(
        step.kind != "command" and step_printed for step, step_printed in zip(steps, printed))
    return Outcome("\n".join(corrected_transcript(lines, steps, printed)), skipped, is_sound)


def difference(name, shown, printed):
    """Returns a unified diff of two transcripts."""
    return "\n".join(difflib.unified_diff(shown.split("\n"), printed.split("\n"), name,
                                          "as it is printed", lineterm=""))


def report(name, text, outcome):
    """Prints how a transcript differs from its outcome, if it does. Returns the exit status."""
    if outcome.corrected != text:
        print(difference(name, text, outcome.corrected))
        return 1
    if outcome.skipped:
        print(outcome.skipped)
        return SKIPPED
    if not outcome.is_sound:
        print(f"{name}: bash ended before the last command")
        return 1
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--prelude", type=lambda name: Path(name).resolve())
    parser.add_argument("--files-first", action="store_true")
    parser.add_argument("transcript", type=Path)
    arguments = parser.parse_args()
    path = arguments.transcript
    text = path.read_bytes().decode()
    try:
        outcome = run_transcript(text, arguments.prelude, arguments.files_first)
    except ValueError as error:
        print(f"{path.name}: {error}")
        return 1
    if outcome.is_sound and os.environ.get("NCF_UPDATE"):
        path.write_bytes(outcome.corrected.encode())
        return 0
    return report(path.name, text, outcome)


if __name__ == "__main__":
    sys.exit(main())
