// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filter-spec language, which users write in `-F` and in CDL's `_Filter`, and which `ncfdump
// -s` prints. A text goes through three forms:
//
//   text --parse--> FilterSpec (as written) --resolve--> Chain (ids and parameters)
//                       |                                    |
//                  format_spec                          format_numeric
//
// A FilterSpec keeps what was written, including names, tags and JSON; a Chain is what HDF5 gets.
// Each format function is the inverse of a reading: for a spec and a chain of at least one filter,
//   parse_filter_spec(format_spec(s)) == s
//   resolve(parse_filter_spec(format_numeric(c))) == c
// The second holds for every c that resolve made, with one exception: three parameters of
// bitshuffle mean something else when a file stores them, and resolve refuses them.
//
// What was written compares by its meaning: `==` ignores where it stands in the text (`span`).
//
// All functions here are pure and may be called from any thread.
// source: grammar/filter-spec.ebnf (normative)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ncf/error.hpp"
#include "ncf/export.hpp"

namespace ncf {

// ---------------------------------------------------------------------------------------------
// What HDF5 gets, and what it stores
//
// A filter's parameters have two forms. A user gives *visible* parameters. When a variable is
// created, the filter's `set_local` turns them into *working* parameters, with what it knows about
// the variable's type and chunks, and the file stores those: szip's `32,8` becomes `169,8,32,64`.
// Working parameters given as visible ones may mean something else (bitshuffle), be trusted
// although they are wrong (zfp), or be refused (szip). So each form has its own types, and only
// `visible_form` converts one to the other.

/// What happens to a chunk that a filter cannot encode; HDF5 stores this flag with each filter. It
/// does not affect stored chunks, because each has a mask of the filters that it was stored
/// without.
enum class FilterFlag : std::uint8_t {
  usual,      ///< as libhdf5 and libnetcdf define this filter; `filter::is_optional` says which
  optional,   ///< the chunk is stored without the filter
  mandatory,  ///< the chunk cannot be stored
};

/// One HDF5 filter as a user gives it: its registered id and visible parameters.
struct Filter {
  std::uint32_t id = 0;
  std::vector<std::uint32_t> parameters = {};
  FilterFlag flag = FilterFlag::usual;
  /// Whether values may read back changed although ncf does not know the filter to be lossy. It is
  /// an error otherwise.
  bool accepts_changes = false;

  friend bool operator==(const Filter&, const Filter&) = default;
};

/// Filters in the order in which they encode; decoding is in reverse order.
using Chain = std::vector<Filter>;

/// One HDF5 filter as a file stores it: its id and working parameters.
struct StoredFilter {
  std::uint32_t id = 0;
  std::vector<std::uint32_t> parameters = {};
  FilterFlag flag = FilterFlag::usual;

  friend bool operator==(const StoredFilter&, const StoredFilter&) = default;
};

/// The filters of a variable, in the order in which they encode.
using StoredChain = std::vector<StoredFilter>;

/// Returns the filter with visible parameters from which its `set_local` makes these again. The
/// parameters of an unknown filter stay as they are.
NCF_API Filter visible_form(const StoredFilter& filter);
NCF_API Chain visible_form(const StoredChain& chain);

// ---------------------------------------------------------------------------------------------
// What was written

/// A number with its tag, which becomes one or two parameters. source: rule `constant`
struct Constant {
  enum class Tag {
    untagged,  ///< `77`, no minus: the smallest of 8, 16, 32 and 64 bits
    int32,     ///< `-77`, no tag but a minus; always below zero
    int8,      ///< `-17b`
    uint8,     ///< `23ub`
    int16,     ///< `-25s`
    uint16,    ///< `27us`
    uint32,    ///< `93u`
    float32,   ///< `789f`
    int64,     ///< `-5l`
    uint64,    ///< `5ul`
    float64,   ///< `1.5d`
    decimal,   ///< `0.001`, a fraction or an exponent without a tag: only a parameter of a named
               ///< filter, whose facts give the type. Stored as a double.
  };

  Tag tag = Tag::untagged;
  /// The value after truncation to the tag's width: integers as two's complement sign-extended
  /// to 64 bits (zero-extended for `untagged` and unsigned tags), `float32` and doubles as their
  /// bit pattern. Floats are finite.
  std::uint64_t bits = 0;
  SourceSpan span;

  friend bool operator==(const Constant& a, const Constant& b) {
    return a.tag == b.tag && a.bits == b.bits;
  }
};

/// A parameter of a filter given by name: `5`, `level=5`, `cname=lz4`, `accuracy=0.001`. Text that
/// begins like a number is a Constant, all other text is a word. source: rule `argument`
struct Argument {
  std::string key;  ///< as written; empty if positional
  std::variant<Constant, std::string> value;
  SourceSpan span;

  friend bool operator==(const Argument& a, const Argument& b) {
    return a.key == b.key && a.value == b.value;
  }
};

/// What follows a filter's number or name. source: rule `marks`
struct FilterMarks {
  bool is_optional = false;      ///< `307?,9`
  bool accepts_changes = false;  ///< `33000~,9`

  friend bool operator==(const FilterMarks&, const FilterMarks&) = default;
};

/// A filter by number, with constants: `307,9`. source: rule `spec`
struct NumericFilter {
  std::uint32_t id = 0;
  std::vector<Constant> parameters;
  SourceSpan span;
  FilterMarks marks;

  friend bool operator==(const NumericFilter& a, const NumericFilter& b) {
    return a.id == b.id && a.parameters == b.parameters && a.marks == b.marks;
  }
};

/// A filter by name, with arguments: `zstd,level=19`. source: rule `spec`
struct NamedFilter {
  std::string name;  ///< as written; aliases and letter case are resolved later
  std::vector<Argument> arguments;
  SourceSpan span;
  FilterMarks marks;

  friend bool operator==(const NamedFilter& a, const NamedFilter& b) {
    return a.name == b.name && a.arguments == b.arguments && a.marks == b.marks;
  }
};

/// A filter as numcodecs JSON: `{"id":"zstd","level":5}`. source: rule `json`
struct JsonFilter {
  std::string text;  ///< one JSON object, compact, keys in the order written
  SourceSpan span;

  friend bool operator==(const JsonFilter& a, const JsonFilter& b) { return a.text == b.text; }
};

using FilterAsWritten = std::variant<NumericFilter, NamedFilter, JsonFilter>;

/// A chain as written: filters joined by `|`. A JSON list means its objects joined by `|`.
struct FilterSpec {
  std::vector<FilterAsWritten> filters;

  friend bool operator==(const FilterSpec&, const FilterSpec&) = default;
};

/// One item of a selector: a variable's path, a glob over paths, `:type`, or `*` alone.
struct SelectorItem {
  std::string text;  ///< as written, with backslashes, without blanks around it
  SourceSpan span;

  friend bool operator==(const SelectorItem& a, const SelectorItem& b) { return a.text == b.text; }
};

/// Selects variables: items joined by `&`. source: rule `selector`
struct Selector {
  std::vector<SelectorItem> items;

  friend bool operator==(const Selector&, const Selector&) = default;
};

/// The whole argument of `-F`: `none`, `selector,none` or `selector,speclist`.
/// source: rule `copy-option`
struct FilterOption {
  Selector selector;  ///< for a bare `none`: the one item `*`
  bool none = false;  ///< remove all filters; `spec` is then empty
  FilterSpec spec;

  friend bool operator==(const FilterOption&, const FilterOption&) = default;
};

// ---------------------------------------------------------------------------------------------
// Reading and printing

/// Receives messages that are not errors, each a whole text with a caret. May be null.
using Warnings = std::vector<std::string>;

/// Parses a chain of one or more filters (`_Filter`'s text, or `-F`'s after the selector). Does not
/// check names and parameters; `resolve` does.
/// throws: SyntaxError, also if `text` is empty.
NCF_API FilterSpec parse_filter_spec(std::string_view text, Warnings* warnings = nullptr);

/// Parses the whole argument of `-F`. throws: SyntaxError.
NCF_API FilterOption parse_filter_option(std::string_view text, Warnings* warnings = nullptr);

/// Returns the canonical text of a spec: the inverse of `parse_filter_spec`.
NCF_API std::string format_spec(const FilterSpec& spec);
/// Returns the canonical text of a whole `-F` argument: the inverse of `parse_filter_option`.
NCF_API std::string format_option(const FilterOption& option);

/// Formats ids and parameters as ncdump prints them in `_Filter`: unsigned decimal numbers, with
/// `,` between parameters and `|` between filters. Ids have the marks of a spec. An empty chain
/// gives an empty text.
NCF_API std::string format_numeric(const Chain& chain);
NCF_API std::string format_numeric(const StoredChain& chain);

/// Resolves a spec to ids and parameters: looks up names and JSON in the registry, checks every
/// parameter against the filter's facts, and merges repeated ids (the first position and the last
/// parameters count). Parameters as a file stores them, which ncdump prints, become visible ones if
/// the two differ; those of zfp are an error that says what to write.
/// text: the text of `spec`, which messages quote; may be empty.
/// throws: SyntaxError with a caret under the filter or parameter at fault.
NCF_API Chain resolve(const FilterSpec& spec, std::string_view text = {});

/// Returns the one or two parameters that a constant becomes; 64-bit values have the low one first,
/// on any host. A `decimal` counts as `float64`.
NCF_API std::vector<std::uint32_t> cd_values_of(const Constant& constant);

/// netCDF's `fix8`: converts between the bytes of a 64-bit value and those of the two 32-bit
/// parameters that represent it, both in host memory. Does nothing on a little-endian host; on a
/// big-endian one, encoding swaps the eight bytes, then each half, and decoding undoes that.
/// source: netCDF filter documentation, "Parameter Encoding"
NCF_API void fix8(std::span<std::byte, 8> value, bool decode) noexcept;

}  // namespace ncf
