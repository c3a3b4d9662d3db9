# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""ncdump and ncfdump on one input: both fail, or both print the same, byte for byte.

If both fail, they are equal whatever they printed before. Values that were never written, in inputs
without fill values, come from uninitialised memory: if ncdump prints others when that memory
differs, only the header is compared.
"""

import functools
import operator
import re
import tempfile
from pathlib import Path

import option_sets
import programs
from compare_copy import differing_lines
from corpus_inputs import KINDS, read_header

NAME = "ncfdump"
OPTION_SETS = "optionsets_dump.txt"


def missing():
    return programs.missing("ncgen", "ncdump")


class Cases:
    """The cases of one input."""

    def __init__(self, program, given, folder):
        self._program = program
        self._input = given
        self._folder = folder
        self.names = read_header(given.path, folder).names()

    def difference(self, choice):
        """Returns the lines that differ; none for equal outcomes."""
        if choice.reader:
            return self._difference_when_read_back(choice)
        theirs = self._run("ncdump", choice.words)
        ours = self._run(self._program, choice.words)
        if ours.status not in (0, 1, 2):
            return [f"+{NAME} ends with status {ours.status}"]
        if (theirs.status == 0) != (ours.status == 0):
            return [f"-ncdump {self._end(theirs)}", f"+{NAME} {self._end(ours)}"]
        if ours.status != 0 or ours.output == theirs.output:
            return []
        if not self._is_stable(choice.words, theirs):
            return self._compare(*(self._run(program, (*choice.words, "-h"))
                                   for program in ("ncdump", self._program)))
        return self._compare(theirs, ours)

    def _run(self, program, options, memory=programs.MEMORY):
        return programs.run([program, *options, self._input.path], self._folder, memory)

    def _end(self, done):
        if done.status == 0:
            return "succeeds"
        # Ours are tested elsewhere, and theirs begin with the file, which is elsewhere each time.
        what = done.reason.replace(str(self._input.path), self._input.path.name)
        return "fails" if done.message.startswith(NAME) else f"fails: {what}"

    def _reader(self, choice):
        """Returns the reader of a text: ncgen is Debian's, ncfgen is beside our program."""
        return choice.reader if choice.reader == "ncgen" else self._program.with_name(choice.reader)

    def _is_stable(self, options, printed):
        return all(self._run("ncdump", options, memory).output == printed.output
                   for memory in programs.OTHER_MEMORIES)

    @staticmethod
    def _compare(theirs, ours):
        expected, found = (without_versions(done.output.decode(errors="backslashreplace")).split("\n")
                           for done in (theirs, ours))
        return differing_lines(expected, found)

    def _difference_when_read_back(self, choice):
        """Makes a file of our output and prints it again; returns the differences."""
        printed = self._run(self._program, choice.words)
        if printed.status != 0:
            return []
        kind = programs.run(["ncdump", "-k", self._input.path], self._folder).output.decode().strip()
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            cdl = Path(folder) / self._input.path.with_suffix(".cdl").name
            again = Path(folder) / self._input.path.name
            cdl.write_bytes(printed.output)
            done = programs.run([self._reader(choice), "-k", KINDS.get(kind, kind), "-o", again, cdl], folder)
            if done.status != 0:
                what = done.reason.replace(str(cdl), cdl.name)
                return [f"-{choice.reader} fails: {what}"]
            return self._compare(printed, programs.run([self._program, *choice.words, again], folder))


def without_versions(text):
    """Removes the version with which each library marks its files."""
    return re.sub(r"\b(netcdf|hdf5)=[0-9.]+", r"\1=...", text)


inputs = operator.attrgetter("files")
cases_of = functools.partial(option_sets.cases_of, Cases, NAME, OPTION_SETS)
