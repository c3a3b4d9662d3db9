// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The result of copying many files, as text and as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ncf/copy_many.hpp"
#include "ops/quantities.hpp"
#include "ops/text_table.hpp"

namespace ncf {
namespace {

using Outcome = FileCopy::Outcome;
using nlohmann::ordered_json;
using ops::format_bytes;

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::copied:
      return "copied";
    case Outcome::skipped:
      return "skipped";
    case Outcome::failed:
      return "failed";
  }
  return "";
}

}  // namespace

std::string format_report(const CopyManyReport& report, std::size_t width) {
  std::vector<std::vector<std::string>> rows{
      {"file", "outcome", "input", "output", "input/output"}};
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;
  for (const FileCopy& file : report.files) {
    const bool is_copied = file.outcome == Outcome::copied;
    const std::string& name = file.output.empty() ? file.input : file.output;
    rows.push_back({name, std::string(outcome_name(file.outcome)),
                    is_copied ? format_bytes(file.input_bytes) : "",
                    is_copied ? format_bytes(file.output_bytes) : "",
                    is_copied ? ops::format_ratio(file.input_bytes, file.output_bytes) : ""});
    input_bytes += file.input_bytes;
    output_bytes += file.output_bytes;
  }
  rows.push_back({"all copied", "", format_bytes(input_bytes), format_bytes(output_bytes),
                  ops::format_ratio(input_bytes, output_bytes)});
  return ops::format_table(rows, {.width = width}) +
         fmt::format("\n{} copied, {} skipped, {} failed, in {:.2f} s\n",
                     report.count(Outcome::copied), report.count(Outcome::skipped),
                     report.count(Outcome::failed), report.elapsed.count());
}

std::string format_report_json(const CopyManyReport& report) {
  ordered_json files = ordered_json::array();
  for (const FileCopy& file : report.files) {
    files.push_back({{"input", file.input},
                     {"output", file.output},
                     {"outcome", outcome_name(file.outcome)},
                     {"failure", file.failure},
                     {"notes", file.notes},
                     {"input_bytes", file.input_bytes},
                     {"output_bytes", file.output_bytes},
                     {"seconds", file.elapsed.count()}});
  }
  const ordered_json json = {{"files", std::move(files)}, {"seconds", report.elapsed.count()}};
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace ncf
