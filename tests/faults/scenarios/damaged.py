# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Damaged inputs: never a crash, never endless, never success with wrong values."""

import functools
import os
from pathlib import Path

import jobs
import process
from jobs import Job
from scenario import Scenario

SMALL = [job for job in [*jobs.COPIES, *jobs.DUMPS] if not job.input.startswith("large")]
MOST_CORPUS_BYTES = 1 << 20
OF_CORPUS = [Job("ncfcopy", "corpus", options) for options in
             ((), ("-d", "1", "-s"), ("-F", "*,zstd,3"), ("-u",), ("-r",), ("-w",))] + \
            [Job("ncfdump", "corpus", ("-n", "same", *options)) for options in ((), ("-s",), ("-h",))]


def check_against_peer(case, outcome, whole):
    """Checks that a success shows the same as Debian's ncdump does for the damaged input."""
    damaged = case.folder / case.input
    breaks_peer = jobs.breaks_ncdump(damaged)
    if outcome.crashed and breaks_peer:
        case.check_library_crash(outcome)
        return
    if outcome.hung and breaks_peer:
        case.check_library_hang(outcome)
        return
    case.check_ending(outcome, True, True, ())
    if outcome.returncode != 0:
        case.check_untouched(outcome)
        case.check_words(outcome)
        return
    if breaks_peer:
        case.library_crashed = True  # libhdf5 reads past its memory, whose contents are unknown
        return
    if case.job.prints:
        check_text(case, outcome)
    else:
        check_copy(case, whole)


def check_text(case, outcome):
    options = [option for option in case.job.options if option not in ("-j", "1")]
    expected = jobs.dump(case.folder / case.input, options)
    if expected is not None and outcome.stdout != process.as_text(expected):
        case.fail("exit status 0, but ncdump prints another text")


def check_copy(case, whole):
    """If ncdump cannot read the damaged input, all values of the whole one must have been copied.
    For example, only the references to dimension scales are damaged, which ncf can do without."""
    expected = jobs.dump(case.folder / case.input)
    found = jobs.dump(case.folder / case.target)
    if found is None and expected is None:
        return  # such as values an enumeration does not have: copied, and not printed by ncdump
    if found is None:
        case.fail("exit status 0, but ncdump cannot read the output")
    elif expected is None:
        if whole is not None and jobs.data_section(found) != jobs.data_section(whole):
            case.fail("exit status 0, ncdump cannot read the input, and the output has other values "
                      "than the input before it was damaged")
    elif jobs.data_section(found) != jobs.data_section(expected):
        case.fail("exit status 0, but ncdump shows other values")


def truncate(case):
    path = case.folder / case.input
    os.truncate(path, case.random.randrange(path.stat().st_size))


def flip_bits(case):
    path = case.folder / case.input
    content = bytearray(path.read_bytes())
    for _ in range(case.random.choice([1, 1, 2, 8, 64])):
        content[case.random.randrange(len(content))] ^= 1 << case.random.randrange(8)
    path.write_bytes(content)


def run_damaged(case, damage):
    whole = jobs.dump(case.folder / case.input)
    damage(case)
    case.note_state()
    outcome = case.run()
    check_against_peer(case, outcome, whole)
    return outcome.returncode != 0


def truncated_input(case):
    case.set_up(SMALL)
    return run_damaged(case, truncate)


def flipped_bits(case):
    case.set_up(SMALL)
    return run_damaged(case, flip_bits)


@functools.cache
def corpus_files():
    """Returns the files of the corpus without those of zfp, because a build may lack its plugin,
    and ncdump uses ours alone."""
    data = Path(os.environ.get("NCF_CORPUS", "no corpus")) / "data"
    return sorted(path for path in data.glob("*") if path.suffix in (".nc", ".h5", ".nc4") and
                  not path.name.startswith("zfp") and
                  0 < path.stat().st_size <= MOST_CORPUS_BYTES)


def damaged_corpus_file(case):
    case.set_up_file(case.random.choice(OF_CORPUS), case.random.choice(corpus_files()))
    return run_damaged(case, case.random.choice([truncate, flip_bits]))


def why_no_corpus():
    return "" if corpus_files() else "no files in $NCF_CORPUS/data"


SCENARIOS = [
    Scenario("truncated_input", truncated_input, weight=4),
    Scenario("flipped_bits", flipped_bits, weight=6),
    Scenario("damaged_corpus_file", damaged_corpus_file, weight=8, why_not=why_no_corpus),
]
