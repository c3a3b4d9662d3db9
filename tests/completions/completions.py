#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the completions with the programs, and tries them in the shells themselves.

    completions.py options bash|zsh|fish FOLDER    each script offers what --help lists, no less and
                                                   no more, for each command too
    completions.py typing bash|zsh|fish FOLDER     what a TAB makes of a line, in a terminal

FOLDER holds, in a folder for each shell, the scripts that load what --completion prints. Exit
status 0: good; 1: not, each fault printed; 77: the shell is not here. The environment says where
things are: NCF_SOURCE_DIR, NCF_BIN.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
SCRIPTS = {"bash": "{}", "zsh": "_{}", "fish": "{}.fish"}


def help_of(*words):
    program = Path(os.environ["NCF_BIN"]) / words[0]
    return subprocess.run([program, *words[1:], "--help"], capture_output=True, text=True,
                          check=True).stdout


def options_of_help(text):
    """Returns the options that --help lists; an option with an optional value counts as several."""
    lines = text.partition("\nOptions:\n")[2].partition("\n\n")[0]
    options = set()
    for name, choices in re.findall(r"^  (--?[\w-]+)(?:\[=([\w|]+)\])?", lines, re.MULTILINE):
        options |= {name, *(f"{name}={choice}" for choice in choices.split("|") if choice)}
    return options


def completion_of(program, shell):
    """Returns the output of --completion."""
    return subprocess.run([Path(os.environ["NCF_BIN"]) / program, "--completion", shell],
                          capture_output=True, text=True, check=True).stdout


def commands_of_help(text):
    return re.findall(r"^  (\w+)", text.partition("\nCommands, ")[2], re.MULTILINE)


# ---- what is offered ----

def offered_by_bash(script, words):
    """Calls the completion function as bash does for a line that ends in '-'."""
    call = f"""
        complete() {{ function=$2; }}
        compopt() {{ :; }}
        source '{script}'
        COMP_WORDS=({' '.join(words)} -) COMP_CWORD={len(words)}
        $function {words[0]} - {words[-1]}
        printf '%s\\n' "${{COMPREPLY[@]}}" """
    return subprocess.run(["bash", "--norc", "-euc", call], capture_output=True, text=True,
                          check=True).stdout.split()


def offered_by_fish(script, words):
    lines = subprocess.run(
        ["fish", "--no-config", "-c", f"source '{script}'; complete -C '{' '.join(words)} -'"],
        capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split("\t")[0] for line in lines]


def offered_by_zsh(_script, words):
    """Returns the arguments of _arguments, for the program before its commands or for one
    command."""
    text = completion_of(words[0], "zsh")
    if len(words) > 1:
        text = re.search(rf"^  {words[1]}\) (.*?);;", text, re.MULTILINE | re.DOTALL)[1]
    else:
        text = text.partition("\ncase ")[0]
    return re.findall(r"^ +'\*(--?[\w=-]+)\[", text, re.MULTILINE)


OFFERED = {"bash": offered_by_bash, "fish": offered_by_fish, "zsh": offered_by_zsh}


def check_options(shell, folder):
    programs = sorted(path.stem for path in Path(os.environ["NCF_SOURCE_DIR"], "apps").glob("*.cpp"))
    scripts = {SCRIPTS[shell].format(program): program for program in programs}
    found = {path.name for path in folder.iterdir()}
    if found != scripts.keys():
        yield f"{shell}: the scripts are {sorted(found)}, expected {sorted(scripts)}"
        return
    for name, program in scripts.items():
        script = folder / name
        commands = commands_of_help(help_of(program))
        for words in [[program], *([program, command] for command in commands)]:
            offered = OFFERED[shell](script, words)
            expected = options_of_help(help_of(*words))
            if sorted(offered) != sorted(expected):
                yield (f"{shell}: {' '.join(words)}: offered beyond --help "
                       f"{sorted(set(offered) - expected)}, not offered "
                       f"{sorted(expected - set(offered))}")


# ---- what a TAB does ----

# Lines as they are typed, and the words the program then gets.
TYPED = [
    ("ncfcopy --quan\t t2m,bitround,9 in.nc", ["--quantize", "t2m,bitround,9", "in.nc"]),
    ("ncfcopy -F t2m,zst\t in.nc", ["-F", "t2m,zstd", "in.nc"]),
    ("ncfcopy -F t2m,shuffle\\|bitsh\t in.nc", ["-F", "t2m,shuffle|bitshuffle", "in.nc"]),
    ("ncfcopy -k netCDF-4-\t in.nc", ["-k", "netCDF-4-classic", "in.nc"]),
    ("ncfcopy --into fol\t", ["--into", "folder"]),
    ("ncfcopy -d 5 inp\t", ["-d", "5", "input file.nc"]),
    ("ncfgen -o inp\t", ["-o", "input file.nc"]),
    ("ncfinfo exp\t fletch\t", ["explain", "fletcher32"]),
    ("ncfinfo file inp\t", ["file", "input file.nc"]),
]

START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
SETUP = {
    "bash": "bind 'set bell-style none'; for f in '{0}'/*; do source \"$f\"; done",
    "zsh": "fpath=('{0}' $fpath); autoload -U compinit; compinit -u -D; setopt no_beep",
    "fish": "for f in '{0}'/*; source $f; end",
}


class Terminal:
    """An interactive shell in a terminal."""

    def __init__(self, shell, environment, folder):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(START[shell][0], START[shell], environment)

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait_for(self, pattern, seconds=30):
        """Waits until the output from now on matches the pattern; returns the match, or None after
        the time limit."""
        shown = ""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.descriptor], [], [], 0.1)[0]:
                try:
                    shown += os.read(self.descriptor, 65536).decode(errors="replace")
                except OSError:
                    return None
                found = re.search(pattern, shown)
                if found:
                    return found
        return None

    def close(self):
        os.close(self.descriptor)
        os.waitpid(self.pid, 0)


def make_programs(folder):
    """Makes programs with the names of ours that print their arguments between marks; our
    completions apply to them."""
    folder.mkdir()
    for program in ("ncfcopy", "ncfgen", "ncfinfo"):
        path = folder / program
        ours = Path(os.environ["NCF_BIN"]) / program
        path.write_text(f"#!/bin/sh\nif [ \"$1\" = --completion ]; then exec '{ours}' \"$@\"; fi\n"
                        "printf 'words:'\nprintf '<%s>' \"$@\"\necho ':end'\n")
        path.chmod(0o755)


def check_typing(shell, scripts):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_programs(folder / "bin")
        work = folder / "work"
        (work / "folder").mkdir(parents=True)
        (work / "input file.nc").touch()
        environment = {"PATH": f"{folder}/bin:/usr/bin:/bin", "HOME": name, "TERM": "vt100",
                       "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": name, "XDG_DATA_HOME": name}
        terminal = Terminal(shell, environment, work)
        terminal.type(SETUP[shell].format(scripts) + "; echo rea''dy\r")
        if not terminal.wait_for("ready"):
            yield f"{shell} did not start"
            return
        for line, words in TYPED:
            terminal.type(line + "\r")
            found = terminal.wait_for(r"words:(<.*>):end")
            # A shell may take the slash after a folder back.
            got = re.findall("<(.*?)/?>", found[1]) if found else None
            if got != words:
                yield f"{shell}: {line!r}: the program gets {got}, expected {words}"
        terminal.close()


def main():
    what, shell, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    if (what, shell) != ("options", "zsh") and not shutil.which(shell):
        print(f"{shell} is not here")
        return SKIPPED
    os.environ["PATH"] = f"{os.environ['NCF_BIN']}:{os.environ['PATH']}"
    faults = list({"options": check_options, "typing": check_typing}[what](shell, folder / shell))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
