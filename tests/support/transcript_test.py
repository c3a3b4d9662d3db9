#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that the runner of transcripts notices every kind of difference."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
RUNNER = HERE / "transcript.py"

from planted import PlantedTest


def console(*lines):
    return "\n".join(["```console", *lines, "```", ""])


def setup(*lines):
    return "\n".join(["```bash", *lines, "```", ""])


class Transcript(PlantedTest):
    def run_transcript(self, text, *options, update=""):
        """Returns the exit status and output of the runner."""
        path = self.plant("case.md", text)
        done = subprocess.run(
            [sys.executable, RUNNER, *options, path],
            env=os.environ | {"NCF_BIN": "/nowhere", "HDF5_PLUGIN_PATH": "/x", "NCF_UPDATE": update},
            capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.strip()

    def expect_passed(self, text):
        self.assertEqual(self.run_transcript(text), (0, ""))

    def expect_changes(self, text, *changes, options=()):
        """The transcript fails, and these are the lines that the diff removes and adds."""
        status, output = self.run_transcript(text, *options)
        self.assertEqual(status, 1)
        self.assertEqual([line for line in output.splitlines()[2:] if line[0] in "+-"],
                         list(changes))

    # ---- what is printed ----

    def test_output_as_shown(self):
        self.expect_passed(console("$ echo a[1]*; echo >&2", "a[1]*", ""))
        self.expect_passed(console("$ echo a", "a", "$ true", "$ echo b", "b"))

    def test_another_line(self):
        self.expect_changes(console("$ echo a", "b", "$ true"), "-b", "+a")

    def test_a_missing_line(self):
        self.expect_changes(console("$ echo a", "a", "b"), "-b")
        self.expect_changes(console("$ true", "a"), "-a")

    def test_an_additional_line(self):
        self.expect_changes(console("$ echo a; echo b", "a"), "+b")
        self.expect_changes(console("$ echo a"), "+a")
        self.expect_changes(console("$ echo a >&2"), "+a")

    def test_output_of_the_wrong_command(self):
        self.expect_changes(console("$ echo a", "$ true", "a"), "+a", "-a")

    def test_a_missing_last_newline(self):
        self.expect_passed(console("$ printf a", "a (no newline)"))
        self.expect_changes(console("$ printf a", "a"), "-a", "+a (no newline)")
        self.expect_changes(console("$ echo a", "a (no newline)"), "-a (no newline)", "+a")

    def test_bytes_that_are_not_utf8(self):
        self.expect_passed(console(r"$ printf 'é\xe9\n'", r"é\xe9"))

    def test_globs(self):
        self.expect_passed(console("$ echo '[3.21] MB'", "[*] MB (glob)"))
        self.expect_changes(console("$ echo '[3.21] GB'", "[*] MB (glob)"),
                            "-[*] MB (glob)", "+[3.21] GB")
        self.expect_changes(console("$ echo x MB; echo y", "* MB (glob)"), "+y")

    def test_any_number_of_lines(self):
        shown = ["first", "...", "last"]
        self.expect_passed(console("$ echo first; echo last", *shown))
        self.expect_passed(console("$ printf 'first\\n2\\n3\\nlast\\n'", *shown))
        self.expect_changes(console("$ printf 'first\\n2\\n3\\n'", *shown), "-last", "+3")
        self.expect_changes(console("$ printf '1\\nlast\\n'", *shown), "-first", "+1")
        self.expect_changes(console("$ echo first", *shown), "-...", "-last")
        self.expect_changes(console("$ true", "first", "..."), "-first", "-...")
        self.expect_changes(console("$ seq 9; false", "..."), "+exit status 1")
        self.expect_changes(console("$ seq 9; false", "1", "..."), "+exit status 1")
        self.expect_passed(console("$ seq 9; false", "...", "exit status 1"))
        self.expect_changes(console("$ seq 9; exit 0", "..."), "+(bash ended here)")

    # ---- how commands end ----

    def test_exit_status(self):
        self.expect_passed(console("$ (exit 2)", "exit status 2"))
        self.expect_changes(console("$ (exit 2)"), "+exit status 2")
        self.expect_changes(console("$ (exit 2)", "exit status 1"),
                            "-exit status 1", "+exit status 2")
        self.expect_changes(console("$ true", "exit status 1"), "-exit status 1")

    def test_a_failure_anywhere_in_a_pipe(self):
        self.expect_changes(console("$ false | true"), "+exit status 1")
        self.expect_passed(console("$ yes | head -n 1; echo z", "y", "z", "$ yes | head -n 1", "y"))

    def test_the_first_failure_ends_a_command(self):
        self.expect_passed(console("$ for i in 1 2 3; do", ">   echo $i", ">   test $i = 1", "> done",
                                   "1", "2", "exit status 1"))
        for command in ("false; echo b", "(false; echo b); echo c", "a=$(false; echo b); echo c",
                        "{ false; echo b; } | cat; echo c"):
            self.expect_passed(console("$ " + command, "exit status 1"))

    def test_the_first_failure_ends_functions(self):
        self.expect_passed(setup("fail() { echo a; (exit 3); echo b; }") +
                           console("$ fail; echo c", "a", "exit status 3", "$ echo d", "d"))

    def test_expected_failures_do_not_end_a_command(self):
        self.expect_passed(console("$ false || echo a; if false; then :; fi; echo b", "a", "b"))

    def test_an_unset_variable_ends_everything(self):
        status, output = self.run_transcript(console("$ echo $nope", "$ echo b", "b"))
        self.assertEqual(status, 1)
        self.assertIn("nope: unbound variable\n+(bash ended here)\n $ echo b\n b", output)

    def test_bash_may_not_end_early(self):
        self.expect_changes(console("$ exit 0"), "+(bash ended here)")
        self.assertEqual(self.run_transcript(console("$ exit 0", "* (glob)")),
                         (1, "case.md: bash ended before the last command"))

    # ---- blocks ----

    def test_continued_commands(self):
        self.expect_passed(console("$ cat >file <<X", "> $ a", ">", "> > b", "> X", "$ wc -l <file",
                                   "3"))
        self.expect_passed(console("$ echo a \\", "    b", "a b"))
        self.expect_passed(console("$ echo a; echo '> b'", "a", "> b"))

    def test_one_bash_runs_all_commands(self):
        self.expect_passed(setup("x=3", "f() { echo $x; }", "mkdir d") + "Text.\n\n" +
                           console("$ x=4; cd d", "$ f; basename $PWD", "4", "d"))

    def test_setup_that_prints(self):
        self.expect_changes(setup("echo a") + console("$ true"), "+a")

    def test_setup_that_fails(self):
        self.expect_changes(setup("false", "true") + console("$ true"), "+exit status 1")

    def test_files(self):
        self.expect_passed("```cdl in/a.cdl\n$x 'y'\n\n```\n" +
                           console("$ cat in/a.cdl", "$x 'y'", ""))

    def test_files_are_written_when_they_are_shown(self):
        self.expect_passed(console("$ ls", "$ true") + "```text a\nb\n```\n" +
                           console("$ ls; rm a", "a") + "```text a\nc\n```\n" +
                           console("$ cat a", "c"))

    def test_files_first(self):
        text = console("$ cat b", "c") + "```text b\nc\n```\n" + console("$ echo a", "b")
        self.expect_changes(text, "-b", "+a", options=["--files-first"])

    def test_longer_fences(self):
        self.expect_passed("````console\n$ echo '```'\n```\n````\n")

    def test_text_and_other_blocks_are_not_run(self):
        self.expect_passed("$ false\n\n```\n$ false\n```\n" + console("$ true"))

    def test_what_is_not_a_transcript(self):
        self.assertEqual(self.run_transcript("Text.\n"), (1, "case.md: no command is shown"))
        self.assertEqual(self.run_transcript(setup("true")), (1, "case.md: no command is shown"))
        self.assertEqual(self.run_transcript("\n```console\n$ true\n"),
                         (1, "case.md: line 2: the block has no end"))
        self.assertEqual(self.run_transcript(console("a")),
                         (1, "case.md: line 2: the first line of a block begins with '$ '"))
        self.assertEqual(self.run_transcript("```cdl\n```\n" + console("$ true")),
                         (1, "case.md: line 1: a block of cdl needs the name of a file"))

    # ---- the surroundings ----

    def test_the_folder_is_empty_and_plugins_are_not_in_the_environment(self):
        self.expect_passed(console('$ ls -A; echo "${HDF5_PLUGIN_PATH:-unset}"; test $HOME = $PWD',
                                   "unset"))

    def test_skipping(self):
        self.assertEqual(self.run_transcript(setup("echo no corpus; exit 77") + console("$ true", "a")),
                         (77, "no corpus"))
        self.assertEqual(self.run_transcript(console("$ true", "$ echo why; exit 77", "$ false")),
                         (77, "why"))
        self.expect_changes(console("$ echo a", "$ echo why; exit 77"), "+a")
        self.expect_changes(console("$ (exit 77)"), "+exit status 77")

    def test_the_prelude(self):
        prelude = self.plant("prelude.sh", "f() { echo a; }\n")
        options = ["--prelude", prelude]
        self.assertEqual(self.run_transcript(console("$ f", "a"), *options), (0, ""))
        self.plant("prelude.sh", "f() { echo b; }\necho c\n")
        self.expect_changes(console("$ f", "a"), "+c", "-a", "+b", options=options)

    def test_the_prelude_of_the_cases_skips_without_a_tool(self):
        self.assertEqual(self.run_transcript(setup("need no_such_tool") + console("$ false"),
                                             "--prelude", HERE.parent / "cli/prelude.sh"),
                         (77, "no_such_tool is not here"))

    # ---- updating ----

    def updated(self, text):
        self.assertEqual(self.run_transcript(text, update="1"), (0, ""))
        return (self.root / "case.md").read_text(encoding="utf-8")

    def test_an_update_writes_what_is_printed(self):
        self.assertEqual(self.updated("A.\n\n" + console("$ echo a; (exit 3)", "b", "$ true", "c")),
                         "A.\n\n" + console("$ echo a; (exit 3)", "a", "exit status 3", "$ true"))

    def test_an_update_keeps_patterns_that_match(self):
        self.assertEqual(self.updated(console("$ echo x 1; echo x 2; echo y", "x * (glob)", "x 3", "y")),
                         console("$ echo x 1; echo x 2; echo y", "x * (glob)", "x 2", "y"))
        self.assertEqual(self.updated(console("$ seq 9", "0", "...", "10")),
                         console("$ seq 9", "1", "...", "9"))
        text = console("$ seq 9", "1", "...", "9")
        self.assertEqual(self.updated(text), text)

    def test_no_update_if_the_setup_fails_or_bash_ends_early(self):
        for text in (setup("false") + console("$ echo a"), console("$ echo a; exit 0"),
                     console("$ echo a; exit 77")):
            self.assertEqual(self.run_transcript(text, update="1")[0], 77 if "77" in text else 1)
            self.assertEqual((self.root / "case.md").read_text(encoding="utf-8"), text)


if __name__ == "__main__":
    unittest.main()
