// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Special attributes, which describe how a variable is stored, as `ncdump -s` prints them. With a
// type before its name, as `ncfdump --exact` prints it, an attribute with such a name is an
// ordinary one.
//
// source: ncgen(1), "Special Attributes"; grammar/cdl.ebnf, "Attributes"
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/read/document.hpp"
#include "cdl/read/filter_list.hpp"
#include "cdl/read/lexer.hpp"
#include "cdl/read/text.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/schema/finding.hpp"
#include "model/schema/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::cdl {

enum class Special {
  storage,
  chunk_sizes,
  shards,
  fletcher32,
  shuffle,
  deflate_level,
  filter,
  codecs,
  endianness,
  no_fill,
  bit_groom,
  granular_bit_round,
  bit_round,
  // Attributes of the whole file.
  format,
  nc_properties,
  is_netcdf4,
  superblock_version,
};

/// Returns empty for the name of an ordinary attribute, including `_FillValue`.
std::optional<Special> find_special(std::string_view name) noexcept;

/// Returns whether the attribute belongs to the file, with no variable before the colon.
bool is_global(Special special) noexcept;

class SpecialReader {
 public:
  SpecialReader(Lexer& lexer, Diagnostics& diagnostics, filter::FilterSource& filters)
      : lexer_(lexer), diagnostics_(diagnostics), filters_(filters) {}

  /// Reads the value of a global special attribute. throws: Fault.
  void read_global(Special special, Document& document);

  /// Reads the value of a variable's special attribute. throws: Fault.
  void read(Special special, model::VariableId variable, Document& document);

  /// Reads the filters that waited for their `_ChunkSizes`. To be called after the last attribute
  /// of these variables.
  void read_waiting(const model::Schema& schema, const std::function<void(const Fault&)>& on_fault);

  /// Sets the properties of the variables from their special attributes. To be called after all
  /// attributes.
  void apply(model::Schema& schema) const;

 private:
  /// The special attributes of one variable.
  struct Request {
    std::optional<model::Layout> layout;
    std::optional<std::vector<std::size_t>> chunk_sizes;
    std::optional<std::vector<std::size_t>> shards;
    std::optional<bool> fletcher32;
    std::optional<bool> shuffle;
    std::optional<std::uint32_t> deflate_level;
    std::optional<std::string> codecs;
    std::optional<model::ByteOrder> byte_order;
    std::optional<bool> no_fill;
    std::optional<model::Quantization> quantization;
    std::vector<FilterList> waiting;  ///< to be read when the chunk sizes are known
    Chain filters;                    ///< of `_Filter`, in the order written
    Chain codec_filters;              ///< of `_Codecs`
    Span span;                        ///< of the attribute read last
  };

  void read(Special special, const model::Variable& variable, Request& request);
  static void check_layout(const model::Schema& schema, const model::Variable& variable,
                           const Request& request);
  /// Checks that the attributes do not contradict each other about a filter, and the order of all
  /// filters.
  static void check_filters(const Request& request);
  std::string read_string(std::string_view what);
  std::uint64_t read_integer(std::string_view what, std::uint64_t lowest, std::uint64_t highest);
  bool read_flag(std::string_view what);
  /// Reads one of some texts. expected: all of them, for the fault.
  template <class Value>
  Value read_choice(std::string_view what, std::string_view expected,
                    const std::map<std::string, Value>& choices);
  std::vector<std::size_t> read_lengths(std::string_view what, const model::Variable& variable);
  Format read_format();
  void read_list(bool is_codecs, Request& request);
  void add_lists(const model::Variable& variable, Request& request);
  void add_list(const FilterList& list, const model::Variable& variable, Request& request);
  static Chain listed_filters(const Request& request);
  static Chain chain_of(const Request& request);

  Lexer& lexer_;
  Diagnostics& diagnostics_;
  filter::FilterSource& filters_;
  std::map<model::VariableId, Request> requests_;
  model::Provenance provenance_;  ///< of the file; has no effect
};

}  // namespace ncf::cdl
