// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Explains what a filter spec means, and how to write it for other programs.
//
//   std::cout << ncf::format_explanation(ncf::explain("307,9"));
//   std::cout << ncf::format_explanation(ncf::explain("shuffle|zstd,level=19"));
//
// Any text of the filter-spec language is accepted: names, parameters as a user gives them
// (visible) or as a file stores them (working, as ncdump prints them), JSON of numcodecs or of Zarr
// v3. Plugins are consulted only about filters and codecs that the library itself does not know.
// Thread rule: as ncf/plugins.hpp. source: grammar/filter-spec.ebnf
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

/// The form of a filter's parameters; see ncf/filter_spec.hpp.
enum class CdValuesForm {
  visible,    ///< as a user gives them; a file would store others
  working,    ///< as in a file, with what the filter added
  same,       ///< either: both mean the same
  ambiguous,  ///< either, with different meanings; read as visible
};

/// The meaning of one parameter.
struct ParameterExplanation {
  std::vector<std::uint32_t> cd_values;  ///< one, or two for a real number
  std::string name;                      ///< "level"
  std::string value;                     ///< "19", "byte", "0.001"
  std::string flags;                     ///< bits besides the value: "allow_k13, raw"
  std::string allowed;                   ///< "1 to 9"; empty if the filter itself sets it
  std::string help;
  bool is_set_by_filter = false;
};

struct FilterExplanation {
  Filter filter;        ///< as a user gives it
  std::string summary;  ///< "zstd level=19"
  std::string description;
  std::string provided_by;  ///< what provides it: "HDF5, built in"; empty if unknown
  CdValuesForm form = CdValuesForm::visible;
  std::vector<ParameterExplanation> parameters;  ///< as written; empty if they are unknown
  std::vector<std::string> notes;
};

/// How a program writes the filters.
struct Notation {
  std::string name;  ///< "nccopy", "h5py", "Zarr v3"
  std::string text;  ///< empty if it cannot
  std::string note;  ///< why it cannot, or what to know about the text
};

struct Explanation {
  std::vector<FilterExplanation> filters;  ///< as written
  Chain chain;                             ///< repeated ids merged
  std::vector<Notation> notations;         ///< of the whole chain
  Warnings warnings;                       ///< about truncated numbers, each a text with a caret
};

struct ExplainOptions {
  std::size_t element_size = 4;  ///< bytes of one value, which some Zarr codecs state
};

/// Explains a spec. throws: SyntaxError with a caret, as `parse_filter_spec` and `resolve`, but not
/// for parameters as a file stores them.
NCF_API Explanation explain(std::string_view spec, const ExplainOptions& options = {});

/// Formats an explanation for people, or as one JSON object. Each ends with a newline.
NCF_API std::string format_explanation(const Explanation& explanation);
NCF_API std::string format_explanation_json(const Explanation& explanation);

}  // namespace ncf
