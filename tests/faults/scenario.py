# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""A kind of fault."""

import dataclasses
from collections.abc import Callable

import case


def nothing():
    return ""


@dataclasses.dataclass(frozen=True)
class Scenario:
    name: str
    run: Callable[[case.Case], bool]  # whether the fault happened
    weight: int = 1  # how often it is drawn
    why_not: Callable[[], str] = nothing  # why this machine cannot do it; empty where it can
