// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/journal_line.hpp"

#include "ncf/error.hpp"
#include "ncf/version.hpp"

namespace ncf::ops {

std::string format_run_line(std::chrono::system_clock::time_point begun) {
  base::Json libraries = base::json_list();
  const std::string text = describe_build();
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    libraries.elements.push_back(text.substr(begin, end - begin));
  }
  const base::Json run = base::json_of("ncf", version(), "libraries", libraries);
  return format_compact_json(base::json_of("time", begun, "run", run)) + '\n';
}

std::string format_journal_line(const JournalLine& line) {
  return format_compact_json(base::to_json(line)) + '\n';
}

std::optional<JournalLine> parse_journal_line(std::string_view text) {
  try {
    const base::Json json = base::parse_json(text);
    JournalLine line;
    base::JsonReader members(json, base::JsonReader::By::ncf);
    fields(members, line);
    return line;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace ncf::ops
