// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the parser makes of a text, and what it says of it.
#pragma once

#include <string>

#include "cdl/read/array_reader.hpp"
#include "cdl/read/parser.hpp"
#include "unit/cdl/read/text_pieces.hpp"

namespace ncf::cdl {

struct ParsedText {
  Document document;
  std::string messages;
};

inline ParsedText parse_cdl(const std::string& text, std::size_t piece = 4096,
                            ParseOptions options = {}) {
  ParsedText outcome;
  TextWindow window(in_pieces(text, piece), 64);
  Diagnostics diagnostics("in.cdl",
                          [&](const std::string& message) { outcome.messages += message + "\n"; });
  const auto skip = [](const model::Schema&, model::VariableId, Lexer& lexer) {
    count_items(lexer);
  };
  outcome.document = Parser(window, diagnostics, skip, options).parse();
  return outcome;
}

/// Returns what is said of a text: each message without its place and lines, joined by "; ".
inline std::string reasons(const std::string& text) {
  const std::string messages = parse_cdl("netcdf a { " + text + " }").messages;
  std::string all;
  for (std::size_t at = messages.find("in.cdl:"); at != std::string::npos;
       at = messages.find("\nin.cdl:", at + 1)) {
    const std::size_t kind = messages.find(": ", at) + 2;
    all += (all.empty() ? "" : "; ") + messages.substr(kind, messages.find('\n', kind) - kind);
  }
  return all;
}

}  // namespace ncf::cdl
