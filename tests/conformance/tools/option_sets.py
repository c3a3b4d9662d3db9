# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Reads optionsets.txt, which describes its format, and chooses the options for an input."""

import dataclasses
import functools
import re
import shlex
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLACEHOLDER = re.compile(r"@[a-z]+")


@dataclasses.dataclass
class OptionSet:
    name: str
    ways: list = dataclasses.field(default_factory=list)
    ours_also: str = ""
    selected: str = ""
    stored_anew: str = ""
    reader: str = ""  # what makes a file of the text again


@dataclasses.dataclass(frozen=True)
class Choice:
    """The options for one input: `text` as in the file, `words` with the input's names."""
    text: str
    words: tuple
    ours_also: tuple
    selected: tuple     # None: everything
    stored_anew: tuple  # None: everything
    reader: str


@functools.cache
def read_option_sets(name):
    sets = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        heading = re.fullmatch(r"\[(.+)\]", line)
        if heading:
            sets.append(OptionSet(heading[1]))
        elif line.startswith("ncfcopy also: "):
            sets[-1].ours_also = line.partition(": ")[2]
        elif line.startswith("selected: "):
            sets[-1].selected = line.partition(": ")[2]
        elif line.startswith("storage kept but for: "):
            sets[-1].stored_anew = line.partition(": ")[2]
        elif line.startswith("read back by "):
            sets[-1].reader = line.removeprefix("read back by ")
        elif line and not line.startswith("#"):
            sets[-1].ways.append(line)
    for option_set in sets:
        option_set.ways = option_set.ways or [""]
    return sets


def fill_in(text, names):
    """Returns the words of `text` with the input's names, or None if it lacks one."""
    if any(placeholder not in names for placeholder in PLACEHOLDER.findall(text)):
        return None
    return tuple(PLACEHOLDER.sub(lambda found: names[found[0]], word)
                 for word in shlex.split(text))


def choose(option_set, title, names):
    """Returns the alternative whose turn it is for this input, or None."""
    ways = [way for way in option_set.ways if fill_in(way, names) is not None]
    if not ways:
        return None
    text = ways[zlib.crc32(f"{option_set.name} {title}".encode()) % len(ways)]
    label = f"{text} (ncfcopy also: {option_set.ours_also})" if option_set.ours_also else text
    if option_set.reader:
        label += f" (read back by {option_set.reader})"
    return Choice(label.strip() or "(none)", fill_in(text, names),
                  tuple(shlex.split(option_set.ours_also)),
                  fill_in(option_set.selected, names) if option_set.selected else None,
                  fill_in(option_set.stored_anew, names) if option_set.stored_anew else None,
                  option_set.reader)


def is_asked_for(only, given, options):
    """Returns whether `only`, a regular expression, matches in a case as it is printed."""
    return re.search(only, f"{given.title}: {options}")


def cases_of(make_cases, program, sets, given, our_folder, only, folder):
    """Returns [(options, lines that differ)] of one input, by each option set of the file `sets`;
    make_cases takes our program, the input and a folder."""
    cases = make_cases(our_folder / program, given, folder)
    choices = (choose(option_set, given.title, cases.names) for option_set in read_option_sets(sets))
    return [(choice.text, cases.difference(choice)) for choice in choices
            if choice and is_asked_for(only, given, choice.text)]
