// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a filter spec means, in words, and how the same is written for other programs.
//
//   std::cout << ncf::format_explanation(ncf::explain("307,9"));
//   std::cout << ncf::format_explanation(ncf::explain("shuffle|zstd,level=19"));
//
// Any text of the filter-spec language is explained: names, parameters as a user gives them
// (visible), words as a file holds them (what ncdump prints), JSON of numcodecs or of Zarr v3.
// Plugins are asked only about filters and codecs that the library does not know itself. Thread
// rule: as ncf/plugins.hpp. source: grammar/filter-spec.ebnf
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf {

/// Which form the parameters of a filter have: see ncf/filter_spec.hpp.
enum class WordsForm {
  visible,    ///< as a user gives them; a file would hold others
  working,    ///< as in a file, with what the filter added
  same,       ///< either: they mean the same
  ambiguous,  ///< either, and they mean different things; read as visible
};

/// What one parameter says.
struct WordExplanation {
  std::vector<std::uint32_t> words;  ///< one, or two of a real number
  std::string name;                  ///< "level"
  std::string value;                 ///< "19", "byte", "0.001"
  std::string flags;                 ///< bits beside the value: "allow_k13, raw"
  std::string allowed;               ///< "1 to 9"; empty for what the filter itself sets
  std::string help;
  bool is_set_by_filter = false;
};

struct FilterExplanation {
  Filter filter;        ///< as a user gives it
  std::string summary;  ///< "zstd level=19"
  std::string description;
  std::string provided_by;  ///< what would bring it: "HDF5, built in"; empty when not known
  WordsForm form = WordsForm::visible;
  std::vector<WordExplanation> words;  ///< of what was written; empty where they are not known
  std::vector<std::string> notes;
};

/// How to write the filters for somebody.
struct Notation {
  std::string name;  ///< "nccopy", "h5py", "Zarr v3"
  std::string text;  ///< empty where there is no way
  std::string note;  ///< why there is none, or what to know of it
};

struct Explanation {
  std::vector<FilterExplanation> filters;  ///< as written
  Chain chain;                             ///< repeated ids merged
  std::vector<Notation> notations;         ///< of the whole chain
  Warnings warnings;                       ///< each a text with a caret: of numbers that were cut
};

struct ExplainOptions {
  std::size_t element_size = 4;  ///< bytes of one value, which some codecs of Zarr name
};

/// throws: SyntaxError with a caret, as `parse_filter_spec` and `resolve`, but not for words that a
/// file holds.
NCF_API Explanation explain(std::string_view spec, const ExplainOptions& options = {});

/// A page for people, and the same as one JSON object. Each ends in a line end.
NCF_API std::string format_explanation(const Explanation& explanation);
NCF_API std::string format_explanation_json(const Explanation& explanation);

}  // namespace ncf
