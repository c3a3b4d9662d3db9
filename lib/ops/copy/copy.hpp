// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies that share the machine with others, that several processes make, and that extend a store.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/target.hpp"
#include "mpi/communicator.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/copy_work.hpp"
#include "transcode/ranks/other_ranks.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

/// Does what ncf::copy does, with these limits instead of those in the options. ranks: other
/// processes that may share the work; null if there are none.
CopyReport copy_with(const transcode::Resources& resources, const CopyOptions& options,
                     const NoteHandler& on_note = {}, const ProgressHandler& on_progress = {},
                     transcode::OtherRanks* ranks = nullptr);

/// Does what ncf::plan_copy does, with these limits, and without checking the output's folder if it
/// does not exist. Calls `use` with the work that is planned.
void plan_with(const transcode::Resources& resources, const CopyOptions& options,
               const NoteHandler& on_note, const std::function<void(const CopyWork&)>& use);

/// Compares an existing output of `copy_with`, made with these options, with the input.
/// throws: Error, also if anything differs.
void verify_copy(const transcode::Resources& resources, const CopyOptions& options);

// ---- One copy by all processes of an MPI run ----
//
// Rank 0 plans, makes the output and finds places in input and output. The other ranks open the
// same input, plan the same copy, and do what rank 0 hands out (transcode/ranks/other_ranks.hpp,
// transcode/ranks/rank_worker.hpp).

/// Does what ncf::copy does for options with `mpi`.
CopyReport copy_by_ranks(const CopyOptions& options, const NoteHandler& on_note,
                         const ProgressHandler& on_progress);

/// Makes the other ranks begin if they can share the work, which is decided here. If not, a note
/// says why, unless the ranks only join when they have nothing else to do. path: of the output;
/// empty on a server. Returns whether they have begun. throws: Error naming the machine that sees
/// another input, or plans another copy.
[[nodiscard]] bool begin_to_share(
    transcode::OtherRanks& ranks, const CopyWork& work, const model::Target& output,
    const std::optional<std::filesystem::path>& path,
    const std::function<void(const std::vector<std::string>&)>& tell_notes);

/// Helps rank 0, on another rank, with its copy, which has the same options, until rank 0 releases
/// it. throws: Error(interrupted).
void help_with_copy(mpi::Ranks& ranks, const CopyOptions& options, std::size_t threads);

/// Returns the resources that a copy in this process may use: those of the options, or its share of
/// the machine.
[[nodiscard]] transcode::Resources resources_of_rank(const CopyOptions& options,
                                                     const mpi::Communicator& ranks);

// ---- A Zarr store that is extended: `--append` ----
//
// The store and the inputs are joined, and the chunks that the store does not have whole are copied
// to another store beside it. They move into the store first, where no reader looks for them yet;
// then the metadata state the new lengths. All new metadata are ready before the first of them
// changes, so the next run finishes an interrupted one.
// source: ncfcopy(1), APPENDING

/// throws: Error(usage, unsupported), and as copies do; the store is then as before.
CopyReport append(const CopyOptions& options, const NoteHandler& on_note,
                  const ProgressHandler& on_progress);

/// Returns what would be copied.
CopyPlan plan_append(const CopyOptions& options, const NoteHandler& on_note);

}  // namespace ncf::ops
