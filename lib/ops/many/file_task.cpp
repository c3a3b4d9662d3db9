// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/file_task.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <system_error>

#include "base/at_place.hpp"
#include "base/json/members.hpp"
#include "base/sha256.hpp"
#include "base/watched_file.hpp"
#include "location/contents.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_within.hpp"
#include "ops/copy/options_record.hpp"
#include "ops/many/failure_kind.hpp"
#include "ops/many/output_name.hpp"
#include "ops/plain_copy.hpp"
#include "store/input.hpp"
#include "store/open.hpp"

namespace ncf::ops {
namespace {

using base::Json;
using base::JsonMembers;

/// Empty for references too: their values are in other files, whose state is unknown.
std::optional<base::FileState> find_input_state(const ListedFile& listed) {
  try {
    if (listed.is_dataset &&
        store::look_at(listed.input_path).kind == location::Contents::Kind::json) {
      return std::nullopt;
    }
    if (!listed.input_path.empty()) return base::find_state(listed.input_path);
  } catch (const Error&) {
    // copying it says what is wrong with it
  }
  return std::nullopt;
}

/// Whether an existing copy equals its input. If not, it is made again.
bool is_verified(const FileTask& task, const transcode::Resources& resources,
                 std::vector<std::string>& notes) {
  try {
    if (task.listed.is_dataset) {
      verify_copy(resources, task.copy);
    } else {
      verify_plain_copy(task.copy.input, task.copy.output);
    }
    return true;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    notes.push_back(
        fmt::format("the existing copy is not equal, and is made again: {}", error.what()));
    return false;
  }
}

Json checksum_of(const std::filesystem::path& path) {
  return base::Json(base::at_place(path.native(), [&] { return base::sha256_of(path); }));
}

CopyReport make_copy(const FileTask& task, const transcode::Resources& resources,
                     std::vector<std::string>& notes) {
  if (!task.listed.is_dataset) return copy_plainly(task.copy);
  return copy_within(resources, task.copy, [&](const auto& note) { notes.push_back(note); });
}

void copy_file(const FileTask& task, const transcode::Resources& resources,
               std::vector<std::string>& notes, Json& result) {
  // Before the copy, which may replace it.
  const bool has_input_checksum = task.has_checksums && !task.listed.input_path.empty();
  if (has_input_checksum) result.add("input_sha256", checksum_of(task.listed.input_path));
  const CopyReport report = make_copy(task, resources, notes);
  result.add("input_bytes", report.input_file_bytes);
  result.add("output_bytes", report.output_file_bytes);
  if (report.is_original_kept) result.add("is_kept", true);
  if (report.is_verified) result.add("is_verified", true);
  result.add("seconds", report.elapsed.count());
  std::error_code unknown;
  const bool is_made = std::filesystem::exists(task.listed.output_path, unknown);
  if (task.has_checksums && is_made) {
    result.add("output_sha256", checksum_of(task.listed.output_path));
  }
}

/// The size of a file, or of all files in a folder; 0 if unknown.
std::uint64_t size_at(const std::filesystem::path& path) {
  const auto state = path.empty() ? std::nullopt : base::find_state(path);
  return state ? state->bytes : 0;
}

void plan_file(const FileTask& task, const transcode::Resources& resources,
               std::vector<std::string>& notes, Json& result) {
  result.add("is_planned", true);
  result.add("input_bytes", task.listed.listed_bytes);
  if (!task.listed.is_dataset) return;
  const CopyPlan plan =
      plan_within(resources, task.copy, [&](const auto& note) { notes.push_back(note); });
  result.add("peak_memory_bytes", plan.peak_memory_bytes);
}

Json failure(const char* message, const char* kind) {
  return base::json_object().add("failure", message).add("failure_kind", kind);
}

void take_plan(const JsonMembers& said, FileCopy& file) {
  file.outcome = FileCopy::Outcome::planned;
  file.input_bytes = said.size_or_zero("input_bytes");
  file.peak_memory_bytes = said.size_or_zero("peak_memory_bytes");
}

void take_copy(const JsonMembers& said, FileCopy& file) {
  if (said.is_true("is_kept")) file.outcome = FileCopy::Outcome::kept;
  file.is_verified = said.is_true("is_verified");
  file.input_bytes = said.size_or_zero("input_bytes");
  file.output_bytes = said.size_or_zero("output_bytes");
  file.input_sha256 = said.text_or_none("input_sha256");
  file.output_sha256 = said.text_or_none("output_sha256");
  file.elapsed = std::chrono::duration<double>(said.real("seconds"));
}

}  // namespace

FileTask::FileTask(ListedFile& its_file, const CopyManyOptions& options)
    : listed(its_file),
      copy(options.copy),
      has_checksums(options.checksums),
      is_plan(options.plan) {
  copy.input = listed.file.input;
  copy.output = listed.file.output;
  const Json record =
      listed.is_dataset ? record_of_options(options.copy) : record_of_plain_copy(options.copy);
  listed.file.options = base::format_compact_json(record);
  if (!copy.follow_external) input_state = find_input_state(listed);
}

void load_libraries_for(const FileTask& task) {
  if (!task.listed.is_dataset) return;
  try {
    store::load_libraries_to_read(store::find_input(task.copy.input));
  } catch (const Error&) {
    // copying it says what is wrong with it
  }
}

std::string run_task(const FileTask& task, const transcode::Resources& resources) {
  Json result = base::json_object();
  std::vector<std::string> notes;
  try {
    if (task.is_plan) {
      plan_file(task, resources, notes, result);
    } else if (task.is_done && is_verified(task, resources, notes)) {
      result.add("is_skipped", true);
      result.add("input_bytes", size_at(task.listed.input_path));
      result.add("output_bytes", size_at(task.listed.output_path));
    } else {
      copy_file(task, resources, notes, result);
    }
  } catch (const base::BusyFile& error) {
    result = failure(error.what(), kind_of_use);
  } catch (const Error& error) {
    result = failure(error.what(), failure_kind(error.code()));
  } catch (const std::bad_alloc&) {
    result = failure("out of memory", kind_of_lack_of_memory);
  }
  result.add("notes", notes);
  return base::format_compact_json(result);
}

void take_result(const base::ChildResult& result, FileCopy& file) {
  if (!result.failure.empty()) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string place = result.library.empty() ? "" : " in " + result.library;
    file.failure = fmt::format("{}: copying it {}{}", file.input, result.failure, place);
    file.failure_kind = kind_of_crash;
    return;
  }
  const Json object = base::parse_json(result.text);
  const JsonMembers said(object, "invalid message from the process that copies it");
  for (const Json& note : said.get("notes", Json::Kind::list).elements) {
    file.notes.push_back(note.text);
  }
  if (said.find("failure") != nullptr) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string& failure = said.text("failure");
    const bool names_file = failure.find(last_part_of(file.input)) != std::string::npos;
    file.failure = names_file ? failure : fmt::format("{}: {}", file.input, failure);
    file.failure_kind = said.text_or_none("failure_kind");
  } else if (said.is_true("is_planned")) {
    take_plan(said, file);
  } else if (said.is_true("is_skipped")) {
    file.outcome = FileCopy::Outcome::skipped;
    file.input_bytes = said.size_or_zero("input_bytes");
    file.output_bytes = said.size_or_zero("output_bytes");
    file.is_verified = true;
  } else {
    take_copy(said, file);
  }
}

void set_timeout(FileCopy& file, std::chrono::duration<double> limit, bool is_dead) {
  file.outcome = FileCopy::Outcome::failed;
  file.failure =
      fmt::format("{}: copying it took longer than {:g} seconds{}", file.input, limit.count(),
                  is_dead ? ""
                          : ", and its process, which waits for a device or a server, "
                            "could not be killed");
  file.failure_kind = kind_of_timeout;
}

void set_failure(FileCopy& file, const Error& error) {
  file.outcome = FileCopy::Outcome::failed;
  file.failure = fmt::format("{}: {}", file.input, error.what());
  file.failure_kind = failure_kind(error.code());
}

}  // namespace ncf::ops
