#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Plants differences between pages and what they describe, and expects each to be named."""

import os
import shutil
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))

import pages
from planted import PlantedTest

HELP = """Copy.
Usage: ncfcopy [OPTIONS] INPUT OUTPUT

Operands:
  INPUT               the file to copy

Options:
  --help              print this help and exit
  -3                  classic output (as -k nc3)
  -F SPEC             filters; -x is none of the options
  --report            [=json] print what was done
  --plugin-path FOLDER
                      search here first

Chunks:
  -c /                none
"""
ITEMS = [r".It Fl \-help", ".It Fl 3", ".It Fl F Ar SPEC", r".It Fl \-report Ns Op = Ns Cm json",
         r".It Fl \-plugin\-path Ar FOLDER"]
MARKED = """.\\" BEGIN filters: printed by tests/man/page_tables.cpp
one
two
.\\" END filters
"""


class Pages(PlantedTest):
    def plant_program(self, path, text):
        program = self.plant(path, f"#!/bin/sh\ncat <<'END'\n{text}END\n")
        program.chmod(0o755)
        return program

    # ---- options ----

    def options_with(self, items):
        self.plant("apps/ncfcopy.cpp", "")
        self.plant_program("bin/ncfcopy", HELP)
        self.plant("man/ncfcopy.1", "\n".join([".Sh OPTIONS", *items, ".Sh FILES", ".It Fl 9"]))
        return list(pages.check_options(self.root, self.root / "bin"))

    def test_equal_options(self):
        self.assertEqual(self.options_with(ITEMS), [])

    def test_an_option_the_page_lacks(self):
        self.assertEqual(self.options_with(ITEMS[1:]),
                         ["ncfcopy.1: --help is in --help and not in the page"])

    def test_an_option_the_program_lacks(self):
        self.assertEqual(self.options_with([*ITEMS, ".It Fl x"]),
                         ["ncfcopy.1: -x is in the page and not in --help"])

    def test_another_value(self):
        self.assertEqual(self.options_with([item.replace("SPEC", "FILTER") for item in ITEMS]),
                         ["ncfcopy.1: -F has the value 'SPEC' in --help and 'FILTER' in the page"])

    def test_two_options_in_one_item(self):
        with self.assertRaisesRegex(ValueError, "not one option and its value: .It Fl 3 , 4"):
            self.options_with([".It Fl 3 , 4"])

    def test_a_program_without_a_page(self):
        self.options_with(ITEMS)
        self.plant("apps/ncfdump.cpp", "")
        self.assertEqual(list(pages.check_options(self.root, self.root / "bin")),
                         ["ncfdump: there is no page man/ncfdump.1"])

    # ---- commands ----

    def commands_with(self, parts):
        """Returns the differences between a page with these parts and a program whose command
        `list` has the option --json in addition to --help."""
        self.plant("apps/ncfinfo.cpp", "")
        of_program = "Tell.\n\nOptions:\n  --help  print\n\nCommands, see:\n  list   all\n"
        of_command = "List.\n\nOptions:\n  --help  print\n  --json  print JSON\n\n"
        program = self.plant("bin/ncfinfo", '#!/bin/sh\ncase "$1" in\nlist) cat <<\'END\'\n'
                             f"{of_command}END\n;;\n*) cat <<'END'\n{of_program}END\nesac\n")
        program.chmod(0o755)
        lines = [".Sh OPTIONS", r".It Fl \-help", ".Sh COMMANDS", *parts]
        self.plant("man/ncfinfo.1", "\n".join(lines))
        return list(pages.check_options(self.root, self.root / "bin"))

    def test_equal_commands(self):
        self.assertEqual(self.commands_with([".Ss list", r".It Fl \-json"]), [])

    def test_an_option_of_a_command(self):
        self.assertEqual(self.commands_with([".Ss list", r".It Fl \-all"]),
                         ["ncfinfo.1: --all is in the page and not in list --help",
                          "ncfinfo.1: --json is in list --help and not in the page"])

    def test_commands_that_differ(self):
        self.assertEqual(self.commands_with([".Ss show"]),
                         ["ncfinfo.1: the commands are ['show'], in --help ['list']"])

    # ---- rendering ----

    @unittest.skipUnless(shutil.which("groff"), "groff is not here")
    def test_a_page_that_does_not_render(self):
        page = ".Dd May 1, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n"
        self.plant("man/x.1", page)
        self.assertEqual([line for line in pages.check_rendering(self.root) if "groff" in line],
                         [])
        self.plant("man/x.1", page + ".Qx nonsense\n")
        found = [line for line in pages.check_rendering(self.root) if "groff" in line]
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0], r"^x\.1: groff says: .*(macro|name) .Qx. not defined")

    def test_words_taken_as_macros(self):
        page = self.plant("man/x.1", ".It No option\n.It \\&No\nNo dot\n.It Em a Ta In b\n"
                          ".It Pa a.zip , No with Fl k\n.It Not all\n"
                          ".Fl k : none\n.Fl \\-json: the\n.Fl k , l .\n")
        self.assertEqual(list(pages.words_taken_as_macros(page)),
                         ["x.1: mdoc takes No as a macro, write \\&No: .It No option",
                          "x.1: mdoc takes In as a macro, write \\&In: .It Em a Ta In b",
                          "x.1: mdoc takes all words as options: .Fl \\-json: the"])

    # ---- grammar ----

    def grammar_with(self, lines):
        self.plant("grammar/filter-spec.ebnf", 'item = "a" ;\nescaped = "\\" character ;\n')
        self.plant("man/ncf-filter-spec.5",
                   "\n".join([".Sh GRAMMAR", ".Bd -literal", *lines, ".Ed"]))
        return list(pages.check_grammar(self.root))

    def test_grammar(self):
        self.assertEqual(self.grammar_with(['item = "a" ;', "", 'escaped = "\\e" character ;']),
                         [])
        self.assertEqual(self.grammar_with(['item = "b" ;']),
                         ['ncf-filter-spec.5: not a line of filter-spec.ebnf: item = "b" ;'])
        self.assertEqual(self.grammar_with([]), ["ncf-filter-spec.5: nothing of filter-spec.ebnf is shown"])

    def test_the_walk_through_a_plugin(self):
        self.plant("examples/delta/kernel.cpp", "int a;\nint b;\n")
        page = [".Sh WRITING A PLUGIN", ".Bd -literal", "int b;", ".Ed"]
        self.plant("man/ncf-plugins.7", "\n".join(page))
        self.assertEqual(list(pages.check_plugin(self.root)), [])
        self.plant("examples/delta/kernel.cpp", "int c;\n")
        self.assertEqual(list(pages.check_plugin(self.root)),
                         ["ncf-plugins.7: not a line of examples/delta: int b;"])

    # ---- tables ----

    def table_printed_as(self, text):
        page = self.plant("man/ncf-filter-spec.5", MARKED)
        return list(pages.check_table(page, "filters", self.plant_program("print", text)))

    def test_tables(self):
        self.assertEqual(self.table_printed_as("one\ntwo\n"), [])
        self.assertEqual(self.table_printed_as("one\nthree\n"),
                         ["ncf-filter-spec.5: missing from the table filters: three",
                          "ncf-filter-spec.5: not in the table filters as printed: two"])
        self.assertEqual(self.table_printed_as("two\none\n"),
                         ["ncf-filter-spec.5: the table filters has another order as printed"])
        self.assertEqual(self.table_printed_as("one\ntwo\ntwo\n"),
                         ["ncf-filter-spec.5: the table filters has another order as printed"])

    # ---- examples ----

    def examples_with(self, lines):
        self.plant("man/x.1", "\n".join([".Bd -literal -offset indent", *lines, ".Ed"]))
        with mock.patch.dict(os.environ, {"NCF_BIN": "/nowhere"}):
            return list(pages.check_examples(self.root, self.plant("prelude.sh", "touch in.nc\n")))

    def changes_of_examples(self, lines):
        """Returns the lines that the reported difference removes and adds."""
        (found,) = self.examples_with(lines)
        return [line for line in found.splitlines()[2:] if line[0] in "+-"]

    def test_examples(self):
        self.assertEqual(self.examples_with(["$ test -e in.nc; echo a", "$ echo a \\e", "  b", "a b"]),
                         [])
        self.assertEqual(self.examples_with(["$ echo 'ncfcopy: a'; false", "ncfcopy: a"]), [])
        self.assertEqual(self.changes_of_examples(["$ echo a", "b"]), ["-b", "+a"])
        self.assertEqual(self.changes_of_examples(["$ echo a; false"]), ["+exit status 1"])
        self.assertEqual(self.changes_of_examples(["$ echo a; false", "a"]), ["+exit status 1"])
        self.assertEqual(self.changes_of_examples(["$ exit 3 | cat"]), ["+exit status 3"])
        self.assertEqual(self.changes_of_examples(["$ echo 'ncfcopy: a'", "ncfcopy: a"]),
                         ["-exit status * (glob)"])
        self.assertEqual(self.examples_with(["$ true", ".Ed", ".Dl $ false", ".Bd -literal"]),
                         ["x.1: shown, and not run as a display is: .Dl $ false"])
        self.assertEqual(self.examples_with(["no command"]), ["no page shows a command"])


if __name__ == "__main__":
    unittest.main()
