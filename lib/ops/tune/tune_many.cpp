// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/tune_many.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/threads/library_call.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/select/input_files.hpp"
#include "ops/tune/advice.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/python.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;

using ops::ListedInput;

/// Returns a number of files, spread evenly.
std::vector<ListedInput> choose_files(const std::vector<ListedInput>& files, std::size_t most) {
  const std::size_t count = std::min(files.size(), most);
  std::vector<ListedInput> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(files[(2 * i + 1) * files.size() / (2 * count)]);
  }
  return chosen;
}

/// Returns whether a path without "..", of a folder, contains another.
bool contains(const fs::path& folder, const fs::path& path) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

/// Returns a path that is named after the first input, and in none of the inputs that are folders:
/// in the working folder, or beside the input that contains it.
std::string name_outside(const std::vector<std::string>& inputs) {
  const fs::path working_folder = fs::current_path();
  fs::path place = working_folder;
  for (const std::string& input : inputs) {
    if (!ops::is_tree(input)) continue;
    const fs::path tree = fs::canonical(input);
    if (contains(tree, place)) place = tree.parent_path();
  }
  std::string name = ops::last_part_of(inputs.front());
  if (name == "." || name == "..") name = fs::canonical(inputs.front()).filename().string();
  return (place.lexically_relative(working_folder) / name).lexically_normal().string();
}

/// Returns the error of a copy's options, without reading values; empty if there is none.
std::string failure_of_decision(const CopyOptions& copy) {
  try {
    const ops::Roundings none;
    (void)ops::decide_copy(copy, ops::resources_of(copy), {}, &none);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return error.what();
  }
  return "";
}

class ArchiveTuning {
 public:
  ArchiveTuning(const TuneManyOptions& options, const ProgressHandler& on_progress)
      : options_(options),
        on_progress_(on_progress),
        files_(ops::list_inputs(options.inputs)),
        tried_files_(choose_files(files_, options.max_tuned_files)) {
    report_.goal = options.tune.goal;
    report_.readers = options.tune.readers;
    report_.file_count = files_.size();
    for (const ListedInput& file : files_) report_.file_bytes += file.bytes;
  }

  TuneManyReport run() {
    tune_files();
    report_.variables = ops::merge_equal(variables_);
    ops::advise_on_archive(report_.variables, options_.tune.goal);
    expect();
    give_command();
    plugin::PluginFilters plugins;
    report_.xarray = ops::encoding_of_archive(report_, variables_, plugins);
    return std::move(report_);
  }

 private:
  void tune_files() {
    for (const ListedInput& file : tried_files_) {
      TuneOptions options = options_.tune;
      options.input = file.path;
      options.allow_absent = true;
      try {
        add(tune(options, on_progress_));
        tuned_file_bytes_ += file.bytes;
        report_.tuned_files.push_back(file.path);
      } catch (const Error& error) {
        if (error.code() == ErrorCode::interrupted) throw;
        report_.failures.emplace_back(error.what());
      }
    }
    if (report_.tuned_files.empty()) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("no file could be tuned, for example {}", report_.failures.front()));
    }
  }

  void add(const TuneReport& report) {
    report_.raw_bytes += report.raw_bytes;
    report_.input_bytes += report.input_bytes;
    for (const TunedVariable& variable : report.variables) variables_.push_back(variable);
    for (const UntunedVariable& variable : report.others) {
      report_.stored_bytes += variable.stored_bytes;
      may_select_all_ = may_select_all_ && variable.may_get_filters;
    }
    for (const std::string& note : report.notes) {
      const bool is_new = std::ranges::find(report_.notes, note) == report_.notes.end();
      if (is_new) report_.notes.push_back(note);
    }
  }

  /// Scales the results of the tuned files to all files.
  void expect() {
    double seconds = 0;
    for (const TuneManyVariable& variable : report_.variables) {
      const TuneTrial& chosen = ops::chosen_trial(variable.sum);
      report_.stored_bytes += chosen.stored_bytes;
      for (const double rate : {chosen.encode_rate, chosen.decode_rate}) {
        if (rate > 0) seconds += static_cast<double>(variable.sum.raw_bytes) / rate;
      }
    }
    const auto tuned = static_cast<double>(std::max<std::uint64_t>(1, tuned_file_bytes_));
    const double part = static_cast<double>(report_.file_bytes) / tuned;
    const auto saved =
        static_cast<double>(report_.input_bytes) - static_cast<double>(report_.stored_bytes);
    report_.expected_bytes = static_cast<std::uint64_t>(std::max(0.0, (tuned - saved) * part));
    report_.expected_seconds = seconds * part;
  }

  /// Returns the error that these filters and roundings cause in the copy of one of the files
  /// tried; empty if there is none. Ignores files that cannot be copied without them either.
  [[nodiscard]] std::string find_objection(CopyOptions copy, const fs::path& folder) const {
    copy.allow_absent = true;
    copy.follow_external = options_.tune.follow_external;
    for (const ListedInput& file : tried_files_) {
      copy.input = file.path;
      copy.output = (folder / ops::last_part_of(file.path)).string();
      if (options_.tune.readers == TuneReaders::zarr_python) copy.output += ".zarr";
      const std::string failure = failure_of_decision(copy);
      if (failure.empty()) continue;
      CopyOptions plain = copy;
      plain.filters.clear();
      plain.quantize.clear();
      if (failure_of_decision(plain).empty()) return failure;
    }
    return "";
  }

  void give_command() {
    // In files that were not tried, there may be other variables.
    constexpr std::size_t max_named = 0;
    const CopyOptions copy =
        ops::options_to_copy(ops::as_one_file(report_.variables), "", may_select_all_, max_named);
    if (copy.filters.empty() && copy.quantize.empty()) return;
    const std::string name = name_outside(options_.inputs);
    const std::string folder = name + ".packed";
    report_.objection = find_objection(copy, folder);
    if (!report_.objection.empty()) return;
    report_.folder = folder;
    std::vector<std::string>& words = report_.command;
    words = ops::words_of_options(copy);
    if (ops::names_variables(copy)) words.emplace_back("--allow-absent");
    words.insert(words.end(),
                 {"--verify", "--resume", "--journal", name + ".jsonl", "--into", report_.folder});
    if (options_.tune.readers == TuneReaders::zarr_python) {
      words.insert(words.end(), {"--rename", "{name}.zarr"});
    }
    if (options_.tune.follow_external) words.emplace_back("--follow-external");
    words.emplace_back("--");
    words.insert(words.end(), options_.inputs.begin(), options_.inputs.end());
  }

  const TuneManyOptions& options_;
  const ProgressHandler& on_progress_;
  std::vector<ListedInput> files_;
  std::vector<ListedInput> tried_files_;
  std::uint64_t tuned_file_bytes_ = 0;
  bool may_select_all_ = true;
  std::vector<TunedVariable> variables_;  ///< of all files that were tuned
  TuneManyReport report_;
};

}  // namespace

bool is_folder_of_files(const std::string& path) { return ops::is_tree(path); }

TuneManyReport tune_many(const TuneManyOptions& options, const ProgressHandler& on_progress) {
  return base::library_call(options.tune.stop,
                            [&] { return ArchiveTuning(options, on_progress).run(); });
}

}  // namespace ncf
