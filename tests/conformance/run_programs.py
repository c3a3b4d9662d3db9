#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Programs that ncfgen -l prints, of every CDL file of a corpus and of the samples of the grammar.

Each is compiled, warnings being errors, and run; ncdump -s must print the same of what it makes and
of what ncfgen makes itself. Where ncfgen makes no file there must be no program, or one that fails;
and none where the language cannot make the kind of file. What is larger than 64 MiB is left out and
named.

The last line counts as run_corpus.py does, and so does the exit status.
"""

import dataclasses
import functools
import multiprocessing
import re
import shutil
import sys
import tempfile
from pathlib import Path

import compare_copy
import programs
from run_corpus import QUICK, REPOSITORY, SKIPPED, format_counts, parser_of, tell
from run_generate import NAME, text_of

SAMPLES = REPOSITORY / "grammar/valid"


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
    """What the compiler said, and the program."""
    source, program = folder / f"made{language.suffix}", folder / "made"
    source.write_bytes(text)
    return programs.run([*language.compile, source, "-o", program, *language.libraries],
                        folder), program


def failure(step, done):
    return [f"+{step} ends with exit status {done.status}", *done.message.splitlines()]


def difference(language, words, ncfgen, cdl, folder):
    """The lines that differ, none for equal outcomes; empty where the file is too large."""
    expected, made = folder / "expected.nc", folder / "made.nc"
    direct = programs.run([ncfgen, *words, "-o", expected, cdl], folder)
    if direct.is_too_large:
        return None
    kind = programs.run(["ncdump", "-k", expected], folder).output.decode().strip()
    printed = programs.run([ncfgen, *words, "-l", language.name, "-o", made.name, cdl], folder)
    can_be_made = expected.exists()
    is_of_language = not can_be_made or not language.made_kinds or kind in language.made_kinds
    if printed.status == 1 and not printed.output and printed.message:
        return failure(NAME, printed) if can_be_made and is_of_language else []
    if printed.status != 0 or not is_of_language:
        return [*failure(NAME, printed), "+ or prints what cannot be made"]
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


def cases_of(cdl, name, ncfgen, only, folder):
    """[(options, lines that differ)] of one text."""
    outcomes = []
    for language in LANGUAGES:
        for kind in language.asked_kinds:
            words = ["-k", kind] if kind else []
            options = " ".join(["-l", language.name, *words])
            if not re.search(only, f"{name}: {options}"):
                continue
            with tempfile.TemporaryDirectory(dir=folder) as own_folder:
                outcomes.append((options, difference(language, words, ncfgen, cdl,
                                                     Path(own_folder))))
    return outcomes


def find_inputs(corpus, is_quick):
    """[(path, name)]."""
    texts = Path(corpus).resolve() / "cdl"
    inputs = [(file, file.relative_to(texts).with_suffix("").as_posix())
              for file in sorted(texts.rglob("*.cdl"))]
    if is_quick:
        inputs = [given for given in inputs if given[1] in QUICK]
    return inputs + [(file, f"grammar/{file.stem}") for file in sorted(SAMPLES.glob("*.cdl"))]


def run_cases(inputs, arguments, folder):
    work = functools.partial(cases_of, ncfgen=arguments.bin.resolve() / NAME, only=arguments.only,
                             folder=folder)
    with multiprocessing.Pool(arguments.jobs) as pool:
        yield from zip((name for _, name in inputs), pool.starmap(work, inputs))


def missing_tools():
    """ncdump, and the languages in which no program can be made here."""
    found = [] if shutil.which("ncdump") else ["ncdump"]
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            if not shutil.which(language.compile[0]):
                found.append(language.compile[0])
            elif compile_program(language, language.smallest.encode(), Path(folder))[0].status:
                found.append(f"netCDF for {language.compile[0]}")
    return found


def main():
    arguments = parser_of("run.sh --tool programs", __doc__, has_lists=False).parse_args()
    if not arguments.corpus or not (Path(arguments.corpus) / "cdl").is_dir():
        print("skipped: no corpus; --corpus DIR or NCF_CORPUS names it")
        return SKIPPED
    missing = missing_tools()
    if missing:
        print(f"skipped: no {', '.join(missing)}")
        return SKIPPED
    programs.set_surroundings(arguments.bin.resolve().parent / "plugins")
    outcomes = {}
    with tempfile.TemporaryDirectory(prefix="ncf-conformance-") as folder:
        inputs = find_inputs(arguments.corpus, arguments.quick)
        for name, found in run_cases(inputs, arguments, folder):
            for options, lines in found:
                if lines is None:
                    print(f"left out: {name}: {options}: larger than 64 MiB")
                else:
                    outcomes[name, options] = tuple(lines)
    unexpected = {case: lines for case, lines in outcomes.items() if lines}
    tell(unexpected)
    print(format_counts({"cases": len(outcomes), "equal": len(outcomes) - len(unexpected),
                         "listed": 0, "unexpected": len(unexpected)}))
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
