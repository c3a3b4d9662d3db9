// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filter-spec language: what users write in `-F`, in CDL's `_Filter`, and what `ncfdump -s`
// prints. A text goes through three forms:
//
//   text --parse--> FilterSpec (as written) --resolve--> Chain (ids and 32-bit words)
//                       |                                    |
//                  format_spec                          format_words
//
// A FilterSpec keeps what was written, names, tags and JSON included; a Chain is what HDF5 is
// given. The two printers invert the two readings and are never confused; for a spec and a chain
// of at least one filter
//   parse_filter_spec(format_spec(s)) == s
//   resolve(parse_filter_spec(format_words(c))) == c
// the second for every c that resolve made, but for three words of bitshuffle that mean something
// else when a file holds them: those it refuses.
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
// What HDF5 is given, and what it keeps
//
// A filter's words have two forms. A user gives *visible* parameters; when a variable is made, the
// filter's `set_local` turns them into *working* parameters, with what it knows of the variable's
// type and chunks, and those are what the file holds: szip's `32,8` becomes `169,8,32,64`.
// Working parameters given as visible ones can mean something else (bitshuffle), be believed where
// they are wrong (zfp) or be refused (szip), so each form has types of its own, and `visible_form`
// alone leads from one to the other.

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

  friend bool operator==(const Filter&, const Filter&) = default;
};

/// Filters in the order they are applied when writing; reading goes backwards.
using Chain = std::vector<Filter>;

/// One HDF5 filter as a file holds it: its id and working parameters.
struct StoredFilter {
  std::uint32_t id = 0;
  std::vector<std::uint32_t> parameters = {};
  FilterFlag flag = FilterFlag::usual;

  friend bool operator==(const StoredFilter&, const StoredFilter&) = default;
};

/// The filters of a variable, in the order they were applied.
using StoredChain = std::vector<StoredFilter>;

/// The filter with the words to define it with, so that its `set_local` stores such words again.
/// Words of a filter nobody here knows come back as they are.
NCF_API Filter visible_form(const StoredFilter& filter);
NCF_API Chain visible_form(const StoredChain& chain);

// ---------------------------------------------------------------------------------------------
// What was written

/// A number with its tag, as it becomes one or two 32-bit words. source: rule `constant`
struct Constant {
  enum class Tag {
    untagged,  ///< `77`, no minus: the smallest of 8, 16, 32 and 64 bits it fits
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
    decimal,   ///< `0.001`, a fraction or an exponent without a tag: only a user parameter of a
               ///< named filter, whose schema knows the type. Held as a double.
  };

  Tag tag = Tag::untagged;
  /// The value after truncation to the tag's width: integers as two's complement sign-extended
  /// to 64 bits (zero-extended for `untagged` and unsigned tags), `float32` and doubles as their
  /// bit pattern. Floats are finite.
  std::uint64_t bits = 0;
  SourceSpan span;

  friend bool operator==(const Constant&, const Constant&) = default;
};

/// A user parameter of a filter given by name: `5`, `level=5`, `cname=lz4`, `accuracy=0.001`.
/// Text that begins as a number is a Constant, all other a word. source: rule `argument`
struct Argument {
  std::string key;  ///< as written; empty when positional
  std::variant<Constant, std::string> value;
  SourceSpan span;

  friend bool operator==(const Argument&, const Argument&) = default;
};

/// A filter by number with raw words: `307,9`. source: rule `spec`
struct NumericFilter {
  std::uint32_t id = 0;
  std::vector<Constant> parameters;
  SourceSpan span;
  bool is_optional = false;  ///< `307?,9`

  friend bool operator==(const NumericFilter&, const NumericFilter&) = default;
};

/// A filter by name with user parameters: `zstd,level=19`. source: rule `spec`
struct NamedFilter {
  std::string name;  ///< as written; aliases and letter case are resolved later
  std::vector<Argument> arguments;
  SourceSpan span;
  bool is_optional = false;  ///< `zstd?,level=19`

  friend bool operator==(const NamedFilter&, const NamedFilter&) = default;
};

/// A filter as numcodecs JSON: `{"id":"zstd","level":5}`. source: rule `json`
struct JsonFilter {
  std::string text;  ///< one JSON object, compact, keys in the order written
  SourceSpan span;

  friend bool operator==(const JsonFilter&, const JsonFilter&) = default;
};

using FilterAsWritten = std::variant<NumericFilter, NamedFilter, JsonFilter>;

/// A chain as written: filters bound by `|`. A JSON list is the same as its objects bound by `|`.
struct FilterSpec {
  std::vector<FilterAsWritten> filters;

  friend bool operator==(const FilterSpec&, const FilterSpec&) = default;
};

/// One item of a selector: a variable's path, a glob over paths, `:type`, or `*` alone.
struct SelectorItem {
  std::string text;  ///< as written, backslashes included, blanks around it removed
  SourceSpan span;

  friend bool operator==(const SelectorItem&, const SelectorItem&) = default;
};

/// Which variables: items bound by `&`. source: rule `selector`
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

/// Where messages go that do not stop the work, each a whole text with caret. May be null.
using Warnings = std::vector<std::string>;

/// Parses a chain (`_Filter`'s text, or `-F`'s after the selector): one filter or several.
/// Names and parameters are not checked here; `resolve` does.
/// throws: SyntaxError, also when `text` is empty.
NCF_API FilterSpec parse_filter_spec(std::string_view text, Warnings* warnings = nullptr);

/// Parses the whole argument of `-F`. throws: SyntaxError.
NCF_API FilterOption parse_filter_option(std::string_view text, Warnings* warnings = nullptr);

/// Canonical text of what was written: the inverse of `parse_filter_spec`.
NCF_API std::string format_spec(const FilterSpec& spec);
/// Canonical text of a whole `-F` argument: the inverse of `parse_filter_option`.
NCF_API std::string format_option(const FilterOption& option);

/// What a file holds: unsigned decimal words, `,` between words, `|` between filters, as ncdump's
/// `_Filter`, which cannot express flags. For an empty chain, the text is empty.
NCF_API std::string format_words(const Chain& chain);
NCF_API std::string format_words(const StoredChain& chain);

/// Ids and words of a chain: names and JSON looked up in the registry, every parameter checked
/// against the filter's schema, repeated ids merged (the first keeps its place, the last
/// parameters win). Words as a file holds them, which ncdump prints, become the words a user
/// gives, where the two differ; those of zfp are an error that says what to write.
/// `text` is what `spec` was parsed from; messages quote it (it may be empty).
/// throws: SyntaxError with a caret under the filter or parameter at fault.
NCF_API Chain resolve(const FilterSpec& spec, std::string_view text = {});

/// The one or two words a constant becomes; 64-bit values low word first, on any host.
/// A `decimal` counts as `float64`.
NCF_API std::vector<std::uint32_t> words_of(const Constant& constant);

/// netCDF's `fix8`: between the bytes of a 64-bit value in host memory and the bytes of the two
/// 32-bit words that stand for it, in host memory. Does nothing on a little-endian host; on a
/// big-endian one encoding swaps the eight bytes, then each half, and decoding undoes that.
/// source: netCDF filter documentation, "Parameter Encoding"
NCF_API void fix8(std::span<std::byte, 8> value, bool decode) noexcept;

}  // namespace ncf
