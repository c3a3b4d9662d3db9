# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Processes of `ncfcopy --mpi` that end at random moments."""

import os
import shutil
import signal
import time
from pathlib import Path

import jobs
import process
from scenario import Scenario

RANKS = 3
SECONDS_OF_START = 0.7  # of MPI, at most, on a machine that is not loaded
UNDER_MPIRUN = process.Surroundings(
    environment={"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                 "OMPI_MCA_rmaps_base_oversubscribe": "1",
                 "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe"},
    wrapper=("mpirun", "-n", str(RANKS), "sh", "-c", 'exec "$0" --mpi "$@"'))


def why_no_ranks():
    if not shutil.which("mpirun"):
        return "there is no mpirun"
    modules = Path(os.environ["NCF_BIN"]).parent.glob("lib/**/libncf-*mpi*.so")
    return "" if any(modules) else "no module for MPI was built"


def kill_rank(case, some=jobs.COPIES):
    """Kills one process that copies, or tells mpirun to end. MPI ends the others; which exit status
    that gives is up to MPI."""
    case.set_up(jobs.slow(some))
    running = case.start(UNDER_MPIRUN)
    time.sleep(case.random.uniform(0, case.reference.seconds + SECONDS_OF_START))
    if case.random.random() < 0.25:
        happened = running.send(signal.SIGTERM)
    else:
        happened = running.kill_one("ncfcopy", case.random)
    outcome = running.finish()
    if happened:
        case.check_ranks(outcome)
    else:
        case.check(outcome, may_fail=False)
    return happened


SCENARIOS = [Scenario("kill_rank", kill_rank, weight=2, why_not=why_no_ranks)]
