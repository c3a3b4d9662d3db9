// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
//   page_tables constants|filters
//
// Prints a table of man/ncf-filter-spec.5, made from the facts in the library. pages.py compares it
// with the page; if the library has changed, paste the output between the marks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "filter/registry/registry.hpp"
#include "ncf/filter_spec.hpp"

namespace {

using ncf::filter::FilterFacts;
using ncf::filter::Kind;
using ncf::filter::Layout;
using ncf::filter::Parameter;

/// Returns `text` for troff, with hyphens that are minus signs in print too.
std::string with_minus(std::string_view text) {
  std::string escaped;
  for (const char character : text) escaped += character == '-' ? "\\-" : std::string(1, character);
  return escaped;
}

std::string sentence(std::string_view text) {
  std::string whole(text);
  whole.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(whole.front())));
  return whole + ".";
}

// ---- constants ----

struct ConstantExample {
  const char* tag;
  const char* meaning;
  const char* text;
};

constexpr ConstantExample constants[] = {
    {"Cm b", "signed, 8 bits", "-17b"},          {"Cm ub", "unsigned, 8 bits", "23ub"},
    {"Cm s", "signed, 16 bits", "-25s"},         {"Cm us", "unsigned, 16 bits", "27us"},
    {"none", "signed, 32 bits", "-77"},          {"none", "unsigned, 32 bits", "77"},
    {"none", "unsigned, 64 bits", "4294967296"}, {"Cm u", "unsigned, 32 bits", "93u"},
    {"Cm f", "float, 32 bits", "789f"},          {"Cm l", "signed, 64 bits", "-5l"},
    {"Cm ul", "unsigned, 64 bits", "5ul"},       {"Cm d", "double, 64 bits", "1.5d"},
};

void print_constants() {
  for (const ConstantExample& constant : constants) {
    const ncf::FilterSpec spec = ncf::parse_filter_spec(fmt::format("40000,{}", constant.text));
    const auto words = ncf::resolve(spec).front().parameters;
    fmt::print(".It {} Ta {} Ta Li {} Ta {}\n", constant.tag, constant.meaning,
               with_minus(constant.text), fmt::join(words, " and "));
  }
}

// ---- filters ----

void print_names(const FilterFacts& facts) {
  fmt::print(".It Sy {}", with_minus(facts.name));
  for (const auto alias : facts.aliases) fmt::print(" , {}", with_minus(alias));
  fmt::print(" Pq {}\n", facts.id);
}

// The page describes a build with all plugins.
void print_source(FilterFacts facts) {
  facts.providers.ncf = facts.providers.ncf || !facts.providers.ncf_built_with.empty();
  const std::string providers = ncf::filter::providers_of(facts);
  if (!providers.empty()) fmt::print("From {}.\n", providers);
}

std::vector<std::string> member_names(const ncf::filter::CodecFacts& codec) {
  using ncf::filter::MemberRole;
  std::vector<std::string> names;
  for (const auto& member : codec.members) {
    const bool is_parameter =
        member.role == MemberRole::parameter || member.role == MemberRole::mode;
    if (is_parameter) names.push_back(fmt::format("{}", member.name));
  }
  return names;
}

void print_codecs(const FilterFacts& facts) {
  for (const auto& codec : facts.codecs) {
    if (!codec.instead.empty()) continue;
    const auto names = member_names(codec);
    fmt::print("JSON id: {}{}{}.\n", codec.numcodecs_id, names.empty() ? "" : ", with ",
               fmt::join(names, ", "));
  }
}

/// Returns for example "1 to 9, default 9".
std::string values_of(const Parameter& parameter) {
  std::string text = with_minus(ncf::filter::expected(parameter));
  if (parameter.default_value) {
    const std::string default_value = format_value(parameter, *parameter.default_value);
    return text + fmt::format(", default {}", with_minus(default_value));
  }
  return text + (parameter.may_be_left_out ? "" : ", required");
}

void print_parameters(const Layout& layout) {
  bool any = false;
  for (const Parameter& parameter : layout.parameters) {
    if (!is_given(parameter)) continue;
    any = true;
    fmt::print(".It Cm {}\n", parameter.name);
    if (!layout.mode.empty()) fmt::print("(mode {})\n", layout.mode);
    fmt::print("{}.\n{}\n", values_of(parameter), sentence(parameter.help));
  }
  if (!any && !layout.mode.empty()) {
    fmt::print(".It Cm {}\nA mode without parameters.\n", layout.mode);
  }
}

bool has_parameters(const FilterFacts& facts) {
  return facts.visible.size() > 1 || !facts.visible.front().parameters.empty();
}

void print_known_filter(const FilterFacts& facts) {
  print_names(facts);
  fmt::print("{}\n", sentence(facts.description));
  print_source(facts);
  print_codecs(facts);
  if (!has_parameters(facts)) {
    fmt::print("No parameters.\n");
    return;
  }
  fmt::print(".Bl -tag -width \"pixels_per_block\"\n");
  for (const Layout& layout : facts.visible) print_parameters(layout);
  fmt::print(".El\n");
}

void print_filters() {
  fmt::print(".Bl -tag -width Ds\n");
  for (const FilterFacts& facts : ncf::filter::all_filters()) {
    if (!facts.visible.empty()) print_known_filter(facts);
  }
  fmt::print(
      ".El\n.Pp\n"
      "Of these filters, only the numbers and names are known, not the parameters:\n"
      ".Bl -tag -width \"delta\\-rice, deltarice (32025)\" -compact\n");
  for (const FilterFacts& facts : ncf::filter::all_filters()) {
    if (!facts.visible.empty()) continue;
    print_names(facts);
    fmt::print("{}\n", sentence(facts.description));
    print_source(facts);
  }
  fmt::print(".El\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view table = argc == 2 ? argv[1] : "";
  if (table == "constants") {
    print_constants();
  } else if (table == "filters") {
    print_filters();
  } else {
    fmt::print(stderr, "usage: page_tables constants|filters\n");
    return 2;
  }
  return 0;
}
