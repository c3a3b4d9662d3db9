# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""One fault run: a folder with an input and perhaps an older output, and the expected result."""

import re
import shutil
import signal

import invariants
import process
import shim

INTERRUPTING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OLD_OUTPUT = b"an older output, whose bytes nobody asks for\n" * 40
STOPPED = re.compile(r"ncf\w+: interrupted(; unfinished outputs were removed)?"
                     r"(; 1 output is complete|; \d+ outputs are complete)?")


def copy_any(source, target):
    """Copies a file, or a folder with its contents."""
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)


class Case:
    """The surroundings of a scenario. `fail` takes what is broken; a scenario returns whether its
    fault happened."""

    def __init__(self, workshop, random, folder):
        self.workshop = workshop
        self.random = random
        self.folder = folder
        self.failures = []
        self.library_crashed = False
        self.outcomes = []
        self.job = None
        self.target = "out.nc"
        self.input = "in.nc"
        folder.mkdir()

    # What there is before.

    def set_up(self, jobs, old_output=None):
        """Draws a job and lays out its input, and an older output in half of the cases."""
        programs = self.workshop.programs
        self.job = self.random.choice([job for job in jobs if job.program in programs])
        self.input = f"in{self.job.input_suffix}"
        self.target = self.job.target
        self.reference = self.workshop.reference(self.job)
        copy_any(self.workshop.input(self.job), self.folder / self.input)
        if self.random.random() < 0.5 if old_output is None else old_output:
            self.make_old_output(self.folder / self.target)
        self.note_state()

    def set_up_file(self, job, path):
        """Creates a file for which no result is known."""
        self.job = job
        shutil.copyfile(path, self.folder / self.input)
        self.note_state()

    def make_old_output(self, path):
        if path.suffix == ".zarr":
            shutil.copytree(self.workshop.old_store(), path)
            path.chmod(self.random.choice([0o755, 0o700]))
            return
        path.write_bytes(OLD_OUTPUT)
        path.chmod(self.random.choice([0o644, 0o600, 0o664, 0o444]))

    def note_state(self):
        """Notes the state before the run, so that later differences are due to the program."""
        self.before = invariants.snapshot(self.folder)

    # What happens.

    def start(self, surroundings=None, output=None):
        """Starts the program. output: another name of the target."""
        argv = self.workshop.argv(self.job, self.input, output or self.target)
        return process.Process(argv, self.folder, surroundings)

    def run(self, surroundings=None, output=None):
        return self.start(surroundings, output).finish()

    def run_failing(self, call, file, number, action, times="once"):
        """Runs with the shim. Returns the outcome and whether the fault happened."""
        log = self.folder.with_name(self.folder.name + "_log")
        log.unlink(missing_ok=True)
        outcome = self.run(process.Surroundings(
            environment=shim.environment(log, self.input, call, file, number, action, times)))
        processes = shim.read_processes(log)
        outcome.pids.update(processes)
        log.unlink(missing_ok=True)
        return outcome, bool(processes)

    # What must hold after.

    def fail(self, text):
        self.failures.append(text)

    def check(self, outcome, may_succeed=True, may_fail=True, signals=(), nameless=False,
              may_leave=False):
        """Checks one run against all guarantees."""
        self.check_ending(outcome, may_succeed, may_fail, signals)
        if self.job.prints:
            self.check_printed(outcome, nameless)
        elif outcome.returncode == 0:
            self.check_finished()
        elif -outcome.returncode in signals:
            self.check_either(outcome)  # it may arrive when the output already has its name
            self.check_words(outcome, nameless)
        else:
            self.check_untouched(outcome, may_leave)
            self.check_words(outcome, nameless)

    def check_ending(self, outcome, may_succeed, may_fail, signals):
        self.outcomes.append(outcome)
        fine = ((outcome.returncode == 0 and may_succeed) or
                (outcome.returncode == 1 and may_fail) or
                (-outcome.returncode in signals) or
                (outcome.returncode - 128 in signals and len(signals) > 1))
        if outcome.hung or not fine:
            self.fail(outcome.ending)

    def check_refused(self, outcome):
        """Checks a request that cannot be fulfilled: it is reported as a failure or as wrong usage,
        and nothing is changed."""
        self.outcomes.append(outcome)
        if outcome.returncode not in (1, 2):
            self.fail(outcome.ending)
        self.check_untouched(outcome)
        self.check_words(outcome)

    def check_printed(self, outcome, nameless=False):
        """Checks a job that prints its result: the output is complete, or a message reports the
        failure."""
        self.check_untouched(outcome)
        if outcome.returncode != 0:
            self.check_words(outcome, nameless)
        elif outcome.stdout != self.reference.output.read_text(encoding="utf-8"):
            self.fail("exit status 0, but the text is not right")

    def check_finished(self):
        after = invariants.snapshot(self.folder)
        left = self.left_by_killed(after)
        self.failures += invariants.check_unchanged(self.before, after, [self.target, *left])
        path = self.folder / self.target
        if not path.exists():
            self.fail("exit status 0, but there is no output")
            return
        self.failures += invariants.check_mode(self.before, after, self.target)
        if not self.workshop.is_right_output(self.job, path):
            self.fail("exit status 0, but the output is not right")

    def left_by_killed(self, after, may_leave=False):
        """Returns what SIGKILL may leave, or may_leave: an unfinished output, or the older folder
        when the finished one has just replaced it."""
        killed = {pid for run in self.outcomes for pid in run.pids
                  if run.returncode == -signal.SIGKILL or may_leave}
        return [name for name in after if invariants.is_leftover(name, killed)]

    def check_untouched(self, outcome, may_leave=False):
        """Checks that nothing changed except for remains, which the next run removes."""
        after = invariants.snapshot(self.folder)
        left = self.left_by_killed(after, may_leave)
        self.failures += invariants.check_unchanged(self.before, after, left)
        if left:
            self.check_next_run()

    def check_either(self, outcome, may_leave=False):
        """Checks that the output is the older one or the finished one, when the run ended at an
        unknown point."""
        path = self.folder / self.target
        if outcome.returncode == 0 or self.workshop.is_right_output(self.job, path):
            self.check_finished()
            if self.left_by_killed(invariants.snapshot(self.folder)):
                self.check_next_run()
        else:
            self.check_untouched(outcome, may_leave)

    def check_ranks(self, outcome):
        """Checks a run of several processes, of which any may have been killed."""
        self.outcomes.append(outcome)
        if outcome.hung or outcome.crashed:
            self.fail(outcome.ending)
        self.check_either(outcome, may_leave=True)

    def check_library_crash(self, outcome):
        """Checks that nothing else happened when a library crashed, which the program cannot
        prevent."""
        self.outcomes.append(outcome)
        self.library_crashed = True
        self.check_untouched(outcome)
        if f"{self.job.program}: crashed" not in outcome.stderr:
            self.fail(f"it crashed saying {outcome.stderr!r}")

    def check_library_hang(self, outcome):
        """Checks a run that was killed because a library never finished."""
        self.outcomes.append(outcome)
        self.library_crashed = True
        after = invariants.snapshot(self.folder)
        left = [name for name in after if invariants.is_leftover(name, outcome.pids)]
        self.failures += invariants.check_unchanged(self.before, after, left)

    def check_next_run(self):
        outcome = self.run()
        self.outcomes.append(outcome)
        if outcome.returncode != 0:
            self.fail(f"the next run: {outcome.ending}, {outcome.stderr!r}")
        self.check_finished()
        for name in self.left_by_killed(invariants.snapshot(self.folder)):
            self.fail(f"the next run: {name} is still there")

    def check_words(self, outcome, nameless=False):
        """Checks the message. nameless: the program may not know yet which file it is about."""
        if outcome.crashed or outcome.hung or outcome.returncode == -signal.SIGKILL:
            return
        if outcome.returncode < 0 or outcome.returncode > 128:
            # A program cannot print before its first statement.
            lines = invariants.without_notes(outcome.stderr.splitlines(), self.job.program)
            if lines and (len(lines) > 1 or not STOPPED.fullmatch(lines[0])):
                self.fail(f"it died saying {outcome.stderr!r}")
            return
        if not self.job.prints and not invariants.is_of_libnetcdf(outcome.stdout):
            self.fail(f"it failed and printed {outcome.stdout!r}")
        names = [""] if nameless else [self.input, self.target]
        self.failures += invariants.check_message(outcome, self.job.program, names)
