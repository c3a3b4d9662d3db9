// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy_many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/memory/packed.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "base/threads/library_call.hpp"
#include "mpi/communicator.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/copy/copy_requests.hpp"
#include "ops/many/forecast.hpp"
#include "ops/many/input_list.hpp"
#include "ops/many/output_folders.hpp"
#include "ops/many/rank_copies.hpp"
#include "ops/many/running_copies.hpp"
#include "ops/many/schedule.hpp"

namespace ncf {

std::size_t CopyManyReport::count(FileCopy::Outcome outcome) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(files.begin(), files.end(),
                    [outcome](const FileCopy& file) { return file.outcome == outcome; }));
}

namespace ops {
namespace {

/// Checks the options before any input is read. throws: Error(usage, syntax).
void require_consistent(const CopyManyOptions& options) {
  check_options(options.copy);
  const auto refuse = [](const std::string& reason) { throw Error(ErrorCode::usage, reason); };
  if (options.jobs && options.copy.threads && *options.jobs > *options.copy.threads) {
    refuse(fmt::format(
        "--jobs {} would copy more files at a time than there are threads; -j allows {}",
        *options.jobs, *options.copy.threads));
  }
  if (options.mpi && options.jobs) {
    refuse("--mpi and --jobs contradict each other: each process copies one file at a time");
  }
  if (options.plan && options.checksums) refuse("--plan copies nothing: leave out --checksums");
  if (options.plan && !options.journal.empty() && !options.resume) {
    refuse("--plan copies nothing: leave out --journal, which it only reads with --resume");
  }
  if (!options.copy.in_place) return;
  const std::pair<const char*, bool> refused[] = {
      {"--into", !options.folder.empty()},
      {"--copy-others", options.copies_others},
      {"--relative-to", !options.relative_to.empty()},
      {"--rename", !options.rename.empty()},
  };
  for (const auto& [option, is_given] : refused) {
    if (is_given) refuse(fmt::format("--in-place and {} contradict each other", option));
  }
  if (options.resume && options.journal.empty()) {
    refuse("--resume needs --journal FILE with --in-place: only a journal says what was replaced");
  }
}

/// Notes names in options that no file has, which are probably mistakes.
void note_absent_everywhere(const CopyManyReport& report, const NoteHandler& on_note) {
  std::optional<std::vector<std::string>> absent;
  for (const FileCopy& file : report.files) {
    const bool is_known = file.outcome == FileCopy::Outcome::planned ||
                          file.outcome == FileCopy::Outcome::copied ||
                          file.outcome == FileCopy::Outcome::kept;
    if (!is_known) continue;
    if (!absent) absent = file.absent;
    std::erase_if(*absent, [&](const std::string& one) {
      return std::find(file.absent.begin(), file.absent.end(), one) == file.absent.end();
    });
  }
  if (!absent || !on_note) return;
  for (const std::string& one : *absent) {
    on_note(fmt::format("{}: no file that was read has such a variable", one));
  }
}

/// Runs in the only process, or in rank 0.
CopyManyReport copy_as_leader(const CopyManyOptions& options, const CopyManyHandlers& handlers,
                              mpi::Communicator* ranks) {
  const auto begin = std::chrono::steady_clock::now();
  RunningCopies running(options, ranks);  // before there are files, which make forks slower
  std::vector<ListedFile> files = list_files(options, handlers.on_note);
  copy_all(options, files, handlers, running);
  if (!options.plan) handle_orphans(options, files, handlers.on_note);
  CopyManyReport report;
  report.files.reserve(files.size());
  for (ListedFile& listed : files) {
    if (listed.is_done) report.files.push_back(std::move(listed.file));
  }
  report.threads = running.threads();
  report.copies_at_a_time = running.at_a_time();
  if (options.plan) add_forecast(report);
  note_absent_everywhere(report, handlers.on_note);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

CopyManyReport copy_with_others(const CopyManyOptions& options, const CopyManyHandlers& handlers,
                                mpi::Communicator& ranks) {
  if (ranks.rank() != 0) {
    CopyManyReport report;
    report.rank = ranks.rank();
    follow_rank_0(ranks, options);
    ranks.end();
    return report;
  }
  const auto end = [&ranks] {
    for (int rank = 1; rank < ranks.size(); ++rank) {
      ranks.send(rank, base::packed(CopyMessage{CopyMessageKind::end, 0, {}}));
    }
    ranks.end();
  };
  try {
    CopyManyReport report = copy_as_leader(options, handlers, &ranks);
    end();
    return report;
  } catch (const Error& error) {
    // If this process exits without `end`, MPI ends all others.
    if (error.code() != ErrorCode::interrupted) end();
    throw;
  }
}

}  // namespace
}  // namespace ops

CopyManyReport copy_many(const CopyManyOptions& options, const CopyManyHandlers& handlers) {
  return base::library_call(options.copy.stop, [&] {
    ops::require_consistent(options);
    base::share_unfinished_outputs();
    if (!options.mpi) return ops::copy_as_leader(options, handlers, nullptr);
    mpi::Communicator ranks(*options.mpi);
    return ops::copy_with_others(options, handlers, ranks);
  });
}

}  // namespace ncf
