// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/file_state.hpp"
#include "base/files/sha256.hpp"
#include "base/memory/packed.hpp"
#include "base/threads/machine.hpp"
#include "location/contents.hpp"
#include "mpi/ranks.hpp"
#include "ops/copy/copy.hpp"
#include "ops/output/plain_copy.hpp"
#include "ops/select/input_files.hpp"
#include "ops/tune/expectation.hpp"
#include "plugin/availability.hpp"
#include "store/open/input.hpp"
#include "transcode/ranks/other_ranks.hpp"

namespace ncf::ops {
namespace {

using Outcome = FileCopy::Outcome;

/// Returns the resources that each of several copies may use.
transcode::Resources share_of(const transcode::Resources& all, std::size_t copies) {
  return {std::max<std::size_t>(1, all.threads / copies), all.max_bytes / copies, all.is_strict};
}

std::string checksum_of(const std::filesystem::path& path) {
  return base::with_context(path.native(), [&] { return base::sha256_of(path); });
}

/// The ranks of a shared copy, by messages through the parent. The leader is rank 0 here, and rank
/// 0 has the leader's number.
class RelayedRanks final : public mpi::Ranks {
 public:
  /// parent: outlives this object.
  RelayedRanks(const SharingRanks& ranks, base::ParentOfChild& parent)
      : ranks_(ranks), parent_(parent) {}

  [[nodiscard]] int rank() const override { return exchanged(ranks_.own); }
  [[nodiscard]] int size() const override { return ranks_.count; }
  [[nodiscard]] bool is_one_machine() const override { return ranks_.is_one_machine; }
  [[nodiscard]] bool are_all_present() const override { return false; }
  void invite() override { parent_.send(base::packed(RelayedMessage{ranks_.leader, {}})); }
  void send(int rank, std::string text) override {
    parent_.send(base::packed(RelayedMessage{exchanged(rank), std::move(text)}));
  }
  [[nodiscard]] std::optional<mpi::Message> take() override {
    const auto packed = parent_.take();
    if (!packed) return std::nullopt;
    auto message = base::unpacked<RelayedMessage>(*packed);
    return mpi::Message{exchanged(message.rank), std::move(message.text)};
  }

 private:
  [[nodiscard]] int exchanged(int rank) const {
    if (rank == 0) return ranks_.leader;
    return rank == ranks_.leader ? 0 : rank;
  }

  SharingRanks ranks_;
  base::ParentOfChild& parent_;
};

/// A task with its progress and the notes about it.
struct Copying {
  const CopyTask& task;
  const CopyManyOptions& options;
  CopyOptions copy;  ///< with input and output
  transcode::Resources resources;
  base::ParentOfChild& parent;
  std::size_t helpers = 0;  ///< other ranks that helped
  std::vector<std::string> notes;

  [[nodiscard]] NoteHandler note_handler() {
    return [this](const std::string& note) { notes.push_back(note); };
  }
};

/// Returns whether an existing copy equals its input. If not, it is made again.
bool is_verified(Copying& copying) {
  try {
    if (copying.task.listed.is_dataset) {
      verify_copy(copying.resources, copying.copy);
    } else {
      verify_plain_copy(copying.copy.input, copying.copy.output);
    }
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    copying.notes.push_back(
        fmt::format("the existing copy is not equal, and is made again: {}", error.what()));
    return false;
  }
}

CopyReport make_copy(Copying& copying) {
  if (!copying.task.listed.is_dataset) return copy_plainly(copying.copy);
  if (!copying.task.sharing) {
    return copy_with(copying.resources, copying.copy, copying.note_handler());
  }
  RelayedRanks ranks(*copying.task.sharing, copying.parent);
  transcode::OtherRanks others(ranks);
  CopyReport report =
      copy_with(copying.resources, copying.copy, copying.note_handler(), {}, &others);
  others.leave();
  copying.helpers = others.helpers();
  return report;
}

void copy_file(Copying& copying, FileCopy& file) {
  const ListedFile& listed = copying.task.listed;
  // Before the copy, which may replace it.
  if (copying.options.checksums && !listed.input_path.empty()) {
    file.input_sha256 = checksum_of(listed.input_path);
  }
  const CopyReport report = make_copy(copying);
  file.outcome = report.original_kept ? Outcome::kept : Outcome::copied;
  file.verified = report.verified;
  file.absent = report.plan.absent;
  file.input_bytes = report.input_file_bytes;
  file.output_bytes = report.output_file_bytes;
  file.seconds = report.seconds;
  file.helpers = copying.helpers;
  std::error_code unknown;
  const bool is_made = std::filesystem::exists(listed.output_path, unknown);
  if (copying.options.checksums && is_made) file.output_sha256 = checksum_of(listed.output_path);
}

void plan_file(Copying& copying, FileCopy& file) {
  const ListedFile& listed = copying.task.listed;
  file.outcome = Outcome::planned;
  file.input_bytes = listed.listed_bytes;
  if (!listed.is_dataset) {
    file.expected.known_bytes = listed.listed_bytes;
    return;
  }
  plan_with(copying.resources, copying.copy, copying.note_handler(), [&](const CopyWork& work) {
    file.peak_memory_bytes = work.plan.peak_memory_bytes;
    file.absent = work.plan.absent;
    file.expected = expect_copy(work);
    if (listed.takes_samples) add_samples(work, file.expected);
  });
}

void skip_file(const ListedFile& listed, FileCopy& file) {
  file.outcome = Outcome::skipped;
  file.input_bytes = size_at(listed.input_path);
  file.output_bytes = size_at(listed.output_path);
  file.verified = true;
}

/// throws: Error(io) if this process would copy other files than the one that sent the task.
void enter_working_folder(const CopyTask& task, const CopyOptions& options) {
  if (task.working_folder.empty()) return;
  std::error_code failed;
  std::filesystem::current_path(task.working_folder, failed);
  if (!failed && find_input_state(task.listed, options) == task.listed.input_state) return;
  throw base::BusyFile(fmt::format(
      "{} sees another file than the machine of rank 0, or an older state of it; all machines need "
      "the same file system",
      base::host_name()));
}

bool is_of_another_rank(const CopyTask& task) {
  return task.sharing && task.sharing->own != task.sharing->leader;
}

FileCopy try_task(Copying& copying) {
  FileCopy file = copying.task.listed.file;
  if (is_of_another_rank(copying.task)) {
    RelayedRanks ranks(*copying.task.sharing, copying.parent);
    help_with_copy(ranks, copying.copy, copying.resources.threads);
    return file;
  }
  enter_working_folder(copying.task, copying.options.copy);
  if (copying.options.plan) {
    plan_file(copying, file);
  } else if (copying.task.listed.has_copy && is_verified(copying)) {
    skip_file(copying.task.listed, file);
  } else {
    copy_file(copying, file);
  }
  return file;
}

FileCopy failed_copy(const FileCopy& listed, const char* failure, const char* kind) {
  FileCopy file = listed;
  const bool names_file =
      std::string_view(failure).find(last_part_of(file.input)) != std::string_view::npos;
  set_failed(file, names_file ? failure : fmt::format("{}: {}", file.input, failure), kind);
  return file;
}

/// Returns whether an input is a file of another format; false if it cannot be read.
bool is_of_other_format(const std::filesystem::path& path) {
  try {
    return location::is_other_file(store::look_at(path));
  } catch (const Error&) {
    return false;
  }
}

/// Returns the kind of an error about an input, which may be no dataset at all.
const char* kind_of(const Error& error, const ListedFile& listed) {
  const bool may_be_other = error.code() == ErrorCode::unsupported && listed.is_dataset;
  if (may_be_other && !listed.input_path.empty() && is_of_other_format(listed.input_path)) {
    return kind_of_other_format;
  }
  return failure_kind(error.code());
}

FileCopy do_task(Copying& copying) {
  const FileCopy& listed = copying.task.listed.file;
  try {
    return try_task(copying);
  } catch (const base::BusyFile& error) {
    return failed_copy(listed, error.what(), kind_of_use);
  } catch (const plugin::MissingFilter& error) {
    return failed_copy(listed, error.what(), kind_of_missing_filter);
  } catch (const Error& error) {
    return failed_copy(listed, error.what(), kind_of(error, copying.task.listed));
  } catch (const std::bad_alloc&) {
    return failed_copy(listed, "out of memory", kind_of_lack_of_memory);
  }
}

}  // namespace

FileCopy do_copy_task(const CopyTask& task, const CopyManyOptions& options,
                      const transcode::Resources& resources, base::ParentOfChild& parent) {
  Copying copying{task, options, options.copy, share_of(resources, task.copies_at_a_time), parent,
                  0,    {}};
  copying.copy.input = task.listed.input;
  copying.copy.output = task.listed.file.output;
  FileCopy file = do_task(copying);
  file.notes.insert(file.notes.end(), copying.notes.begin(), copying.notes.end());
  return file;
}

std::optional<base::FileState> find_input_state(const ListedFile& listed,
                                                const CopyOptions& options) {
  if (options.follow_external || listed.input_path.empty()) return std::nullopt;
  try {
    if (listed.is_dataset &&
        store::look_at(listed.input_path).kind == location::Contents::Kind::json) {
      return std::nullopt;
    }
    return base::find_state(listed.input_path);
  } catch (const Error&) {
    return std::nullopt;  // copying it will report the error
  }
}

std::uint64_t size_at(const std::filesystem::path& path) {
  const auto state = path.empty() ? std::nullopt : base::find_readable_state(path);
  return state ? state->bytes : 0;
}

void set_failed(FileCopy& file, const Error& error) {
  set_failed(file, fmt::format("{}: {}", file.input, error.what()), failure_kind(error.code()));
}

}  // namespace ncf::ops
