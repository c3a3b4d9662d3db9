// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/json/json.hpp"
#include "base/threads/library_call.hpp"
#include "base/threads/stop.hpp"
#include "location/contents.hpp"
#include "ncf/compare_many.hpp"
#include "ncf/error.hpp"
#include "ncf/journal.hpp"
#include "ops/compare/dataset_pairs.hpp"
#include "ops/output/plain_copy.hpp"
#include "store/open/input.hpp"

namespace ncf {
namespace {

/// Returns whether a path leads to a file that is not a dataset.
bool leads_to_other_file(const std::string& name) {
  const auto path = store::find_input_path(name);
  return path && location::is_other_file(store::look_at(*path));
}

/// Returns whether no copy was made because it would not have been smaller.
bool has_no_copy(const FileCopy& file) {
  if (file.outcome != FileCopy::Outcome::kept || file.options.empty()) return false;
  const base::Json options = base::parse_json(file.options);
  const base::Json* const if_smaller = options.find("if_smaller");
  return if_smaller != nullptr && if_smaller->text == "none";
}

class JournalComparison {
 public:
  JournalComparison(const CompareOptions& options, const ProgressHandler& on_progress)
      : pairs_(options, on_progress) {}

  CompareManyReport run(const std::string& journal) {
    report_.journal = journal;
    for (const FileCopy& file : read_journal(journal).files) {
      base::throw_if_stopped();
      add(file);
    }
    if (pairs_.is_empty() && report_.not_compared.empty() && report_.notes.empty()) {
      throw Error(ErrorCode::not_found, "the journal contains no copy of a dataset")
          .add_context(journal);
    }
    pairs_.compare(report_);
    return std::move(report_);
  }

 private:
  void add(const FileCopy& file) {
    if (file.outcome == FileCopy::Outcome::left_out) return;
    if (file.outcome == FileCopy::Outcome::failed) {
      report_.not_compared.push_back(file.failure);
    } else if (has_no_copy(file)) {
      report_.notes.push_back(file.input + ": has no copy, which would not have become smaller");
    } else if (file.input == file.output) {
      throw Error(
          ErrorCode::unsupported,
          fmt::format("{} was copied in place: there is no original to compare with", file.input))
          .add_context(report_.journal);
    } else if (leads_to_other_file(file.input) && leads_to_other_file(file.output)) {
      compare_bytes(file);
    } else {
      pairs_.add(file.input, file.output, file.input_bytes);
    }
  }

  /// Compares files that are not datasets, which are copied byte by byte.
  void compare_bytes(const FileCopy& file) {
    try {
      ops::verify_plain_copy(file.input, file.output);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted) throw;
      report_.not_compared.emplace_back(error.what());
    }
  }

  ops::DatasetPairs pairs_;
  CompareManyReport report_;
};

}  // namespace

CompareManyReport compare_journal(const std::string& journal, const CompareOptions& options,
                                  const ProgressHandler& on_progress) {
  return base::library_call(options.stop,
                            [&] { return JournalComparison(options, on_progress).run(journal); });
}

}  // namespace ncf
