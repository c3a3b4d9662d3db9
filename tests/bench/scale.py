#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Simulates one copy by many processes, with measured costs (docs/scale.md).

    scale.py [--cores N]... [--chunk BYTES]... [--speed MB/S]... [--file-system GB/S]

Rank 0 does one thing at a time: it hands out a tile, takes note of a finished one, gives places in
the order of the tiles, and takes note of what is written. The other ranks read a tile, work on it
and, when they know the place, write it. All share one file system, which serves one request after
the other at its whole bandwidth. A rank has a limited number of tiles that are not written yet. The
time for a tile varies by a quarter. The table shows how much of the ideal speed, that of all cores
without waiting, is reached, and what limits it.
"""

import argparse
import collections
import heapq
import random
from dataclasses import dataclass

MICROSECOND = 1e-6
CORES_PER_RANK = 16
TILES_PER_CORE = 24  # in a simulated run
WINDOW_BYTES = 8 << 20  # of each thread, for tiles that are not written


@dataclass
class Costs:
    """The costs of rank 0 for each tile of one chunk, in seconds, measured as docs/scale.md
    describes."""
    hand_out: float = 7 * MICROSECOND  # finding the source chunk, 3, and a message
    finished: float = 3 * MICROSECOND  # a message
    place: float = 7 * MICROSECOND  # allocating the chunk, 4, and a message
    written: float = 3 * MICROSECOND  # a message
    latency: float = 100 * MICROSECOND  # until the other side looks for messages, on average


@dataclass
class Work:
    cores: int
    chunk_bytes: float
    core_bytes_per_second: float  # decoded values, all of decoding and encoding
    stored_ratio: float  # stored bytes read and written for each decoded byte
    file_system_bytes_per_second: float


class Simulation:
    """Events are (time, number, function, argument); the number keeps equal times in order."""

    def __init__(self, work, costs, seed=1):
        self.work = work
        self.costs = costs
        self.random = random.Random(seed)
        self.ranks = max(1, work.cores // CORES_PER_RANK)
        self.threads = min(work.cores, CORES_PER_RANK)
        self.room = [max(2, int(WINDOW_BYTES / work.chunk_bytes)) * self.threads] * self.ranks
        self.idle = [self.threads] * self.ranks
        self.queues = [collections.deque() for _ in range(self.ranks)]
        self.tiles = TILES_PER_CORE * work.cores
        self.rank_of = [0] * self.tiles
        self.is_finished = [False] * self.tiles
        self.handed_out = self.placed = self.written = 0
        self.last_rank = 0
        self.inbox = collections.deque()
        self.is_coordinator_busy = False
        self.coordinator_seconds = 0.0
        self.file_system_free = 0.0
        self.file_system_seconds = 0.0
        self.events = []
        self.events_added = 0
        self.now = 0.0

    def at(self, time, function, argument):
        self.events_added += 1
        heapq.heappush(self.events, (time, self.events_added, function, argument))

    def run(self):
        """Returns the seconds that the copy takes."""
        self.wake()
        while self.events:
            self.now, _, function, argument = heapq.heappop(self.events)
            function(argument)
        return self.now

    # ---- Rank 0 ----

    def wake(self):
        if not self.is_coordinator_busy:
            self.next_step()

    def spend(self, seconds, function, argument):
        self.is_coordinator_busy = True
        self.coordinator_seconds += seconds
        self.at(self.now + seconds, self.end_step, (function, argument))

    def end_step(self, step):
        function, argument = step
        self.is_coordinator_busy = False
        function(argument)
        self.next_step()

    def next_step(self):
        """Takes messages first, then places, then new tiles."""
        costs = self.costs
        if self.inbox:
            kind, tile = self.inbox.popleft()
            self.spend(costs.finished if kind == "finished" else costs.written,
                       self.note_finished if kind == "finished" else self.note_written, tile)
        elif self.placed < self.handed_out and self.is_finished[self.placed]:
            self.placed += 1
            self.spend(costs.place, self.send_place, self.placed - 1)
        elif self.handed_out < self.tiles:
            rank = self.find_room()
            if rank is not None:
                self.room[rank] -= 1
                self.rank_of[self.handed_out] = rank
                self.handed_out += 1
                self.spend(costs.hand_out, self.send_tile, self.handed_out - 1)

    def find_room(self):
        for step in range(1, self.ranks + 1):
            rank = (self.last_rank + step) % self.ranks
            if self.room[rank] > 0:
                self.last_rank = rank
                return rank
        return None

    def note_finished(self, tile):
        self.is_finished[tile] = True

    def note_written(self, tile):
        self.written += 1
        self.room[self.rank_of[tile]] += 1

    def send_tile(self, tile):
        self.at(self.now + self.costs.latency, self.begin, tile)

    def send_place(self, tile):
        self.at(self.now + self.costs.latency, self.write, tile)

    # ---- The other ranks ----

    def transfer(self, function, tile):
        """Transfers stored bytes and then calls the function: half are read, half written."""
        seconds = (self.work.chunk_bytes * self.work.stored_ratio / 2 /
                   self.work.file_system_bytes_per_second)
        self.file_system_free = max(self.file_system_free, self.now) + seconds
        self.file_system_seconds += seconds
        self.at(self.file_system_free, function, tile)

    def begin(self, tile):
        rank = self.rank_of[tile]
        if self.idle[rank] == 0:
            self.queues[rank].append(tile)
        else:
            self.idle[rank] -= 1
            self.transfer(self.compute, tile)

    def compute(self, tile):
        seconds = self.work.chunk_bytes / self.work.core_bytes_per_second
        self.at(self.now + seconds * self.random.uniform(0.75, 1.25), self.end, tile)

    def end(self, tile):
        rank = self.rank_of[tile]
        self.idle[rank] += 1
        if self.queues[rank]:
            self.begin(self.queues[rank].popleft())
        self.at(self.now + self.costs.latency, self.receive, ("finished", tile))

    def write(self, tile):
        self.transfer(self.end_write, tile)

    def end_write(self, tile):
        self.at(self.now + self.costs.latency, self.receive, ("written", tile))

    def receive(self, message):
        self.inbox.append(message)
        self.wake()


def describe(work, costs):
    simulation = Simulation(work, costs)
    seconds = simulation.run()
    size = simulation.tiles * work.chunk_bytes
    ideal = size / (work.cores * work.core_bytes_per_second)
    shares = {"rank 0": simulation.coordinator_seconds / seconds,
              "file system": simulation.file_system_seconds / seconds}
    limit, share = max(shares.items(), key=lambda item: item[1])
    return (f"{work.cores:6} {work.chunk_bytes / 1024:8.0f} "
            f"{work.core_bytes_per_second / 1e6:8.0f} {size / seconds / 1e9:10.2f} "
            f"{ideal / seconds:9.0%} {shares['rank 0']:8.0%} {shares['file system']:12.0%}  "
            f"{limit if share > 0.9 else ''}".rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cores", type=int, action="append", help="all together")
    parser.add_argument("--chunk", type=int, action="append", help="bytes of a decoded chunk")
    parser.add_argument("--speed", type=float, action="append", help="MB/s of one core")
    parser.add_argument("--file-system", type=float, default=100, help="GB/s, read and written")
    parser.add_argument("--ratio", type=float, default=1, help="stored bytes of a decoded byte")
    asked = parser.parse_args()
    print(" cores  chunk KB     MB/s       GB/s  of ideal   rank 0  file system")
    for speed in asked.speed or [350, 50]:
        for chunk in asked.chunk or [256 << 10, 1 << 20, 4 << 20]:
            for cores in asked.cores or [16, 64, 256, 1024, 4096]:
                print(describe(Work(cores, chunk, speed * 1e6, asked.ratio,
                                    asked.file_system * 1e9), Costs()), flush=True)


if __name__ == "__main__":
    main()
