// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts of options that a program gives in parts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/real_text.hpp"
#include "ncf/copy.hpp"

namespace ncf {
namespace {

/// Returns a name for `-c` and `--shards`. source: ops/select/chunk_spec.hpp
std::string escaped(const std::string& name) {
  std::string text;
  for (const char character : name) {
    if (character == '\\' || character == ',' || character == ':') text += '\\';
    text += character;
  }
  return text;
}

}  // namespace

VariableLengths::operator std::string() const {
  return fmt::format("{}:{}", escaped(variable), fmt::join(lengths, ","));
}

DimensionLengths::operator std::string() const {
  std::string text;
  for (const auto& [dimension, length] : lengths) {
    text += fmt::format("{}{}/{}", text.empty() ? "" : ",", escaped(dimension),
                        length == 0 ? "" : fmt::format("{}", length));
  }
  return text;
}

ValueRounding::operator std::string() const {
  constexpr const char* modes[] = {"bitgroom", "granular", "bitround",
                                   "error",    "relative", "bitround"};
  const std::string number = base::format_real(amount);
  return fmt::format("{},{},{}{}", variables, modes[static_cast<std::size_t>(by)],
                     by == By::information ? "information=" + number + "%" : number,
                     packs ? ",pack=int16" : "");
}

}  // namespace ncf
