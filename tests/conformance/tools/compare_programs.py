# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Programs that ncfgen -l prints, of every CDL file of a corpus and of the samples of the grammar.

Each program is compiled, with warnings as errors, and run; ncdump -s must print the same for its
file and for the file that ncfgen makes itself. If ncfgen fails to make a file, it must print no
program, or one that fails; and none if the language cannot make the kind of file. Files larger than
64 MiB are left out and named.
"""

import dataclasses
import functools
import tempfile
from pathlib import Path

import compare_copy
import programs
from compare_generate import options_of_kind, outcomes_of, text_of

NAME = "programs"
OURS = "ncfgen"


@dataclasses.dataclass(frozen=True)
class Language:
    name: str
    suffix: str
    compile: tuple
    libraries: tuple
    smallest: str
    asked_kinds: tuple
    made_kinds: tuple = ()  # all of them where there is none


LANGUAGES = (
    Language("c", ".c", ("gcc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror",
                         "-Wno-overlength-strings"), ("-lnetcdf",),
             "#include <netcdf.h>\nint main(void) { return 0; }\n", (None, "netCDF-4", "cdf5")),
    Language("f77", ".f", ("gfortran", "-std=legacy", "-Wall", "-Werror", "-I/usr/include"),
             ("-lnetcdff", "-lnetcdf"), "      include 'netcdf.inc'\n      end\n",
             (None, "64-bit offset"), ("classic", "64-bit offset")),
)


def compile_program(language, text, folder):
    """Returns the output of the compiler, and the program."""
    source, program = folder / f"made{language.suffix}", folder / "made"
    source.write_bytes(text)
    return programs.run([*language.compile, source, "-o", program, *language.libraries],
                        folder), program


def failure(step, done):
    return [f"+{step} ends with exit status {done.status}", *done.message.splitlines()]


def difference(language, words, ncfgen, cdl, folder):
    """Returns the lines that differ, none for equal outcomes; empty if the file is too large."""
    expected, made = folder / "expected.nc", folder / "made.nc"
    direct = programs.run([ncfgen, *words, "-o", expected, cdl], folder)
    if direct.is_too_large:
        return None
    kind = programs.run(["ncdump", "-k", expected], folder).output.decode().strip()
    printed = programs.run([ncfgen, *words, "-l", language.name, "-o", made.name, cdl], folder)
    can_be_made = expected.exists()
    is_of_language = not can_be_made or not language.made_kinds or kind in language.made_kinds
    if printed.status == 1 and not printed.output and printed.message:
        return failure(OURS, printed) if can_be_made and is_of_language else []
    if printed.status != 0 or not is_of_language:
        return [*failure(OURS, printed), "+ or prints what cannot be made"]
    compiled, program = compile_program(language, printed.output, folder)
    if compiled.status != 0:
        return failure(language.compile[0], compiled)
    done = programs.run([program], folder)
    if (done.status == 0) != can_be_made:
        return failure("the program", done)
    if not can_be_made:
        return []
    return compare_copy.differing_lines(text_of(expected, folder).splitlines(),
                                        text_of(made, folder).splitlines())


def missing():
    """Returns what is missing: ncdump, and the languages whose programs cannot be built here."""
    found = programs.missing("ncdump")
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            if lacking := programs.missing(language.compile[0]):
                found += lacking
            elif compile_program(language, language.smallest.encode(), Path(folder))[0].status:
                found.append(f"netCDF for {language.compile[0]}")
    return found


def inputs(corpus):
    return corpus.texts + corpus.samples


def cases_of(given, our_folder, only, folder):
    """Returns the outcomes of one text, as outcomes_of."""
    ways = []
    for language in LANGUAGES:
        for kind in language.asked_kinds:
            words = options_of_kind(kind)
            ways.append((" ".join(["-l", language.name, *words]),
                         functools.partial(difference, language, words, our_folder / OURS)))
    return outcomes_of(given, ways, only, folder)
