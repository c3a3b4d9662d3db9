// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/file_task.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <system_error>

#include "base/at_place.hpp"
#include "base/json/json.hpp"
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
  return base::json_text(base::at_place(path.native(), [&] { return base::sha256_of(path); }));
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
  result.add("input_bytes", base::json_number(report.input_file_bytes));
  result.add("output_bytes", base::json_number(report.output_file_bytes));
  if (report.is_original_kept) result.add("is_kept", base::json_boolean(true));
  if (report.is_verified) result.add("is_verified", base::json_boolean(true));
  result.add("seconds", base::json_number(report.elapsed.count()));
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
  result.add("is_planned", base::json_boolean(true));
  result.add("input_bytes", base::json_number(task.listed.listed_bytes));
  if (!task.listed.is_dataset) return;
  const CopyPlan plan =
      plan_within(resources, task.copy, [&](const auto& note) { notes.push_back(note); });
  result.add("peak_memory_bytes", base::json_number(plan.peak_memory_bytes));
}

Json failure(const char* message, const char* kind) {
  return base::json_object()
      .add("failure", base::json_text(message))
      .add("failure_kind", base::json_text(kind));
}

/// The text of a member, or none.
std::string text_of(const Json& object, std::string_view name) {
  const Json* const member = object.find(name);
  return member == nullptr ? "" : member->text;
}

std::uint64_t size_of(const Json& object, std::string_view name) {
  const Json* const member = object.find(name);
  return member == nullptr ? 0 : base::as_uint64(*member).value_or(0);
}

void take_plan(const Json& said, FileCopy& file) {
  file.outcome = FileCopy::Outcome::planned;
  file.input_bytes = size_of(said, "input_bytes");
  file.peak_memory_bytes = size_of(said, "peak_memory_bytes");
}

void take_copy(const Json& said, FileCopy& file) {
  if (said.find("is_kept") != nullptr) file.outcome = FileCopy::Outcome::kept;
  file.is_verified = said.find("is_verified") != nullptr;
  file.input_bytes = size_of(said, "input_bytes");
  file.output_bytes = size_of(said, "output_bytes");
  file.input_sha256 = text_of(said, "input_sha256");
  file.output_sha256 = text_of(said, "output_sha256");
  file.elapsed = std::chrono::duration<double>(base::as_double(*said.find("seconds")).value_or(0));
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
      result.add("is_skipped", base::json_boolean(true));
      result.add("input_bytes", base::json_number(size_at(task.listed.input_path)));
      result.add("output_bytes", base::json_number(size_at(task.listed.output_path)));
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
  Json list = base::json_list();
  for (const std::string& note : notes) list.elements.push_back(base::json_text(note));
  result.add("notes", std::move(list));
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
  const Json said = base::parse_json(result.text);
  for (const Json& note : said.find("notes")->elements) file.notes.push_back(note.text);
  if (said.find("failure") != nullptr) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string failure = text_of(said, "failure");
    const bool names_file = failure.find(last_part_of(file.input)) != std::string::npos;
    file.failure = names_file ? failure : fmt::format("{}: {}", file.input, failure);
    file.failure_kind = text_of(said, "failure_kind");
  } else if (said.find("is_planned") != nullptr) {
    take_plan(said, file);
  } else if (said.find("is_skipped") != nullptr) {
    file.outcome = FileCopy::Outcome::skipped;
    file.input_bytes = size_of(said, "input_bytes");
    file.output_bytes = size_of(said, "output_bytes");
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
