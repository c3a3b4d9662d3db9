// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of samples under grammar/samples. grammar/README.md describes their form;
// grammar_samples.py reads it too.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace ncf::test {

/// A row of a table.
struct GrammarSample {
  std::string place;  ///< file and line of its name
  std::string name;
  bool is_valid = false;
  std::string text;
  std::string expected;  ///< what the parser prints, or the whole message as under_text writes it
};

inline std::ostream& operator<<(std::ostream& out, const GrammarSample& sample) {
  return out << sample.place << ": " << sample.name;
}

/// throws: std::runtime_error, with the line, if a row is not as described.
std::vector<GrammarSample> read_grammar_samples(const std::filesystem::path& table);

}  // namespace ncf::test
