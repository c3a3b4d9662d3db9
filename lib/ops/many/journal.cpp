// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/journal.hpp"

#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/sha256.hpp"
#include "ncf/error.hpp"
#include "ops/many/journal_line.hpp"

namespace ncf {
namespace {

using Outcome = FileCopy::Outcome;

/// The state of each file after all lines.
class LastStates {
 public:
  void add(FileCopy file) {
    const std::string& name = file.output.empty() ? file.input : file.output;
    const auto [place, is_new] = places_.emplace(name, report_.files.size());
    report_.seconds += file.seconds;
    if (is_new) {
      report_.files.push_back(std::move(file));
      return;
    }
    FileCopy& known = report_.files[place->second];
    const bool is_known_better =
        file.outcome == Outcome::skipped && known.outcome != Outcome::failed;
    if (!is_known_better) known = std::move(file);
  }

  CopyManyReport report() && { return std::move(report_); }

 private:
  std::map<std::string, std::size_t>
      places_;  ///< in the report, by output, or by input without one
  CopyManyReport report_;
};

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

}  // namespace

CopyManyReport read_journal(const std::string& path) {
  const auto bytes = base::with_context(path, [&] { return base::read_file(path); });
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  LastStates states;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string_view::npos;
       begin = end + 1) {
    auto line = ops::parse_journal_line(text.substr(begin, end - begin));
    if (line) states.add(std::move(line->file));
  }
  CopyManyReport report = std::move(states).report();
  if (report.files.empty() && !text.empty()) {
    throw Error(ErrorCode::corrupt, "is not a journal of ncfcopy").add_context(path);
  }
  return report;
}

std::string format_sums(const CopyManyReport& report, SumsOf which) {
  std::string text;
  for (const FileCopy& file : report.files) {
    const bool of_inputs = which == SumsOf::inputs;
    const std::string& sum = of_inputs ? file.input_sha256 : file.output_sha256;
    const std::string& path = of_inputs ? file.input : file.output;
    if (!sum.empty() && !is_folder(path)) text += base::format_sha256_line(sum, path);
  }
  return text;
}

}  // namespace ncf
