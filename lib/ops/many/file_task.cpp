// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/file_task.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>

#include "base/file_state.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_within.hpp"
#include "ops/copy/options_record.hpp"
#include "ops/many/output_name.hpp"
#include "ops/many/plain_copy.hpp"
#include "store/input.hpp"
#include "store/open.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json record_of(const ListedFile& listed, const CopyOptions& copy) {
  return listed.is_dataset ? record_of_options(copy) : record_of_plain_copy(copy);
}

/// A file's state does not cover other files that its values come from. Loads the libraries that
/// the copy needs, once for all copies.
std::optional<CopyRecord> plan_record(const ListedFile& listed, const CopyOptions& copy) {
  if (copy.follow_external) return std::nullopt;
  try {
    std::optional<fs::path> path = listed.file.input;
    if (listed.is_dataset) {
      const store::Input input = store::find_input(listed.file.input);
      store::load_libraries_to_read(input);
      path = input.path;
    }
    const auto state = path ? base::find_state(*path) : std::nullopt;
    if (!state) return std::nullopt;
    return CopyRecord{
        listed.name.string(), fs::canonical(*path).string(), record_of(listed, copy), *state, {}};
  } catch (const Error&) {
    return std::nullopt;
  } catch (const fs::filesystem_error&) {
    return std::nullopt;
  }
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
        fmt::format("the copy that was there is not equal, and is made again: {}", error.what()));
    return false;
  }
}

json copy_file(const FileTask& task, const transcode::Resources& resources,
               std::vector<std::string>& notes) {
  const CopyReport report =
      task.listed.is_dataset
          ? copy_within(resources, task.copy, [&](const auto& note) { notes.push_back(note); })
          : copy_plainly(task.copy);
  return {{"input_bytes", report.input_file_bytes},
          {"output_bytes", report.output_file_bytes},
          {"seconds", report.elapsed.count()}};
}

}  // namespace

FileTask::FileTask(ListedFile& its_file, const CopyOptions& options)
    : listed(its_file), copy(options), record(plan_record(its_file, options)) {
  copy.input = listed.file.input;
  copy.output = listed.file.output;
}

std::string run_task(const FileTask& task, const transcode::Resources& resources) {
  json result;
  std::vector<std::string> notes;
  try {
    if (task.is_done && is_verified(task, resources, notes)) {
      result["is_skipped"] = true;
    } else {
      result = copy_file(task, resources, notes);
    }
  } catch (const Error& error) {
    result["failure"] = error.what();
  } catch (const std::bad_alloc&) {
    result["failure"] = "out of memory";
  }
  result["notes"] = notes;
  return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

void take_result(const base::ChildResult& result, FileCopy& file) {
  if (!result.failure.empty()) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string place = result.library.empty() ? "" : " in " + result.library;
    file.failure = fmt::format("{}: copying it {}{}", file.input, result.failure, place);
    return;
  }
  const json said = json::parse(result.text);
  const auto notes = said.at("notes").get<std::vector<std::string>>();
  file.notes.insert(file.notes.end(), notes.begin(), notes.end());
  if (said.contains("failure")) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string failure = said.at("failure").get<std::string>();
    const bool names_file = failure.find(last_part_of(file.input)) != std::string::npos;
    file.failure = names_file ? failure : fmt::format("{}: {}", file.input, failure);
    return;
  }
  if (said.contains("is_skipped")) {
    file.outcome = FileCopy::Outcome::skipped;
    return;
  }
  file.input_bytes = said.at("input_bytes").get<std::uint64_t>();
  file.output_bytes = said.at("output_bytes").get<std::uint64_t>();
  file.elapsed = std::chrono::duration<double>(said.at("seconds").get<double>());
}

}  // namespace ncf::ops
