// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy_many.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <filesystem>
#include <list>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "base/child_process.hpp"
#include "base/stop.hpp"
#include "base/unfinished_outputs.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_within.hpp"
#include "ops/copy/plan.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// The last part of a path or URL.
std::string name_of(const std::string& input) {
  std::string path = input.substr(0, input.find('#'));
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path.substr(path.rfind('/') + 1);
}

std::vector<FileCopy> list_files(const CopyManyOptions& options) {
  std::error_code ignored;
  if (!fs::is_directory(options.folder, ignored)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{}: there is no such folder to copy into; make it first", options.folder));
  }
  std::vector<FileCopy> files;
  std::map<std::string, std::string> inputs;
  for (const std::string& input : options.inputs) {
    const std::string name = name_of(input);
    const auto [same, is_new] = inputs.emplace(name, input);
    if (!is_new) {
      throw Error(ErrorCode::usage, fmt::format("{} and {} would both become {}", same->second,
                                                input, (fs::path(options.folder) / name).string()));
    }
    FileCopy file;
    file.input = input;
    file.output = (fs::path(options.folder) / name).string();
    files.push_back(std::move(file));
  }
  return files;
}

/// When a file was changed, or anything in a folder; empty where nobody knows.
std::optional<fs::file_time_type> time_of_change(const fs::path& path) {
  std::error_code failure;
  fs::file_time_type newest = fs::last_write_time(path, failure);
  if (failure) return std::nullopt;
  if (!fs::is_directory(path, failure)) return newest;
  fs::recursive_directory_iterator entry(path, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    newest = std::max(newest, entry->last_write_time(failure));
    if (failure) break;
  }
  return failure ? std::nullopt : std::optional(newest);
}

/// Whether the output is there and not older than the input.
bool is_done(const FileCopy& file) {
  const auto output = time_of_change(file.output);
  const auto input = time_of_change(file.input);
  return output && input && *output >= *input;
}

/// In the child: copies, and says what came of it.
std::string copy_one(const CopyOptions& options, const transcode::Resources& resources) {
  json result;
  std::vector<std::string> notes;
  try {
    const CopyReport report =
        ops::copy_within(resources, options, [&](const auto& note) { notes.push_back(note); });
    result = {{"input_bytes", report.input_file_bytes},
              {"output_bytes", report.output_file_bytes},
              {"seconds", report.elapsed.count()}};
  } catch (const Error& error) {
    result["failure"] = error.what();
  } catch (const std::bad_alloc&) {
    result["failure"] = "out of memory";
  }
  result["notes"] = notes;
  return result.dump(-1, ' ', false, json::error_handler_t::replace);
}

void take_result(base::ChildResult result, FileCopy& file) {
  if (!result.failure.empty()) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string place = result.library.empty() ? "" : " in " + result.library;
    file.failure = fmt::format("{}: copying it {}{}", file.input, result.failure, place);
    return;
  }
  const json said = json::parse(result.text);
  file.notes = said.at("notes").get<std::vector<std::string>>();
  if (said.contains("failure")) {
    file.outcome = FileCopy::Outcome::failed;
    const std::string failure = said.at("failure").get<std::string>();
    const bool names_file = failure.find(name_of(file.input)) != std::string::npos;
    file.failure = names_file ? failure : fmt::format("{}: {}", file.input, failure);
    return;
  }
  file.input_bytes = said.at("input_bytes").get<std::uint64_t>();
  file.output_bytes = said.at("output_bytes").get<std::uint64_t>();
  file.elapsed = std::chrono::duration<double>(said.at("seconds").get<double>());
}

class Copies {
 public:
  Copies(const CopyManyOptions& options, CopyManyReport& report, const FileCopyHandler& on_file)
      : options_(options), report_(report), on_file_(on_file) {
    const transcode::Resources all = ops::resources_of(options.copy);
    at_a_time_ = std::max<std::size_t>(1, std::min(all.threads, report.files.size()));
    of_each_ = {std::max<std::size_t>(1, all.threads / at_a_time_), all.max_bytes / at_a_time_,
                all.is_strict};
  }

  void run() {
    for (FileCopy& file : report_.files) {
      while (running_.size() >= at_a_time_) wait();
      base::throw_if_stopped();
      begin(file);
    }
    while (!running_.empty()) wait();
  }

 private:
  struct Running {
    Running(FileCopy& its_file, const CopyOptions& copy, const transcode::Resources& resources)
        : file(its_file), child([&] { return copy_one(copy, resources); }) {}

    FileCopy& file;
    base::ChildProcess child;
  };

  void begin(FileCopy& file) {
    if (options_.resume && is_done(file)) {
      file.outcome = FileCopy::Outcome::skipped;
      return tell(file);
    }
    CopyOptions copy = options_.copy;
    copy.input = file.input;
    copy.output = file.output;
    running_.emplace_back(file, copy, of_each_);
  }

  /// Until a child has something to say.
  void wait() {
    constexpr int max_milliseconds = 200;  // a stop is to be noticed
    std::vector<pollfd> ends;
    for (const Running& running : running_) {
      ends.push_back({running.child.descriptor(), POLLIN, 0});
    }
    ::poll(ends.data(), ends.size(), max_milliseconds);
    base::throw_if_stopped();
    std::size_t i = 0;
    for (auto running = running_.begin(); running != running_.end(); ++i) {
      if (ends[i].revents == 0 || running->child.read_some()) {
        ++running;
        continue;
      }
      take_result(running->child.finish(), running->file);
      tell(running->file);
      running = running_.erase(running);
    }
  }

  void tell(const FileCopy& file) const {
    if (on_file_) on_file_(file);
  }

  const CopyManyOptions& options_;
  CopyManyReport& report_;
  const FileCopyHandler& on_file_;
  std::size_t at_a_time_ = 1;
  transcode::Resources of_each_;
  std::list<Running> running_;
};

}  // namespace

std::size_t CopyManyReport::count(FileCopy::Outcome outcome) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(files.begin(), files.end(),
                    [outcome](const FileCopy& file) { return file.outcome == outcome; }));
}

CopyManyReport copy_many(const CopyManyOptions& options, const FileCopyHandler& on_file) {
  base::share_unfinished_outputs();
  const auto begin = Clock::now();
  CopyManyReport report;
  report.files = list_files(options);
  Copies(options, report, on_file).run();
  report.elapsed = Clock::now() - begin;
  return report;
}

}  // namespace ncf
