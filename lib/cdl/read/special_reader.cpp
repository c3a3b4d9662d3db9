// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/special_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "base/text/messages.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/schema/filter_types.hpp"

namespace ncf::cdl {
namespace {

using model::Layout;
using model::Quantization;

struct SpecialName {
  std::string_view name;
  Special special;
};

// netCDF spells the quantization attributes in several ways: one in libnetcdf, one in ncgen's table
// and one in its lexer.
constexpr std::array special_names{
    SpecialName{"_Storage", Special::storage},
    SpecialName{"_ChunkSizes", Special::chunk_sizes},
    SpecialName{"_Shards", Special::shards},
    SpecialName{"_Fletcher32", Special::fletcher32},
    SpecialName{"_Shuffle", Special::shuffle},
    SpecialName{"_DeflateLevel", Special::deflate_level},
    SpecialName{"_Filter", Special::filter},
    SpecialName{"_Codecs", Special::codecs},
    SpecialName{"_Endianness", Special::endianness},
    SpecialName{"_NoFill", Special::no_fill},
    SpecialName{"_QuantizeBitGroomNumberOfSignificantDigits", Special::bit_groom},
    SpecialName{"_QuantizeBitgroomNumberOfSignificantDIgits", Special::bit_groom},
    SpecialName{"_QuantizeGranularBitRoundNumberOfSignificantDigits", Special::granular_bit_round},
    SpecialName{"_QuantizeBitRoundNumberOfSignificantBits", Special::bit_round},
    SpecialName{"_QuantizeBitRoundNumberOfSignificantDigits", Special::bit_round},
    SpecialName{"_Format", Special::format},
    SpecialName{"_NCProperties", Special::nc_properties},
    SpecialName{"_IsNetcdf4", Special::is_netcdf4},
    SpecialName{"_SuperblockVersion", Special::superblock_version},
};

std::string_view name_of(Special special) {
  return std::ranges::find(special_names, special, &SpecialName::special)->name;
}

bool asks_for_filters(Special special) {
  return special >= Special::fletcher32 && special <= Special::codecs;
}

/// The enumerators are in the same order.
Quantization::Mode quantization_mode(Special special) {
  return static_cast<Quantization::Mode>(static_cast<int>(special) -
                                         static_cast<int>(Special::bit_groom));
}

/// Sets the value of an attribute. One that is given twice must have the same value.
template <class Value>
void give(std::optional<Value>& place, std::type_identity_t<Value> value, std::string_view name,
          const Span& span) {
  if (place && *place != value) {
    throw Fault{span, fmt::format("{} was given before, with another value", name)};
  }
  place = std::move(value);
}

model::ByteOrder byte_order(std::endian order) {
  return order == std::endian::big ? model::ByteOrder::big : model::ByteOrder::little;
}

bool has(const Chain& chain, std::uint32_t id) {
  return std::ranges::find(chain, id, &Filter::id) != chain.end();
}

/// What an attribute states about a filter. Several attributes may state the same.
struct Statement {
  Special special;
  Filter filter;
  bool is_denied = false;
};

std::string describe(const Statement& statement) {
  return fmt::format("{} says {}{}", name_of(statement.special), statement.is_denied ? "no " : "",
                     filter::describe(statement.filter));
}

/// throws: Fault if a list of filters contradicts a statement.
void require_agreement(const Statement& stated, Special list, const Chain& listed,
                       const Span& span) {
  const auto again = std::ranges::find(listed, stated.filter.id, &Filter::id);
  if (again == listed.end()) return;
  if (!stated.is_denied && filter::ask_alike(stated.filter, *again)) return;
  throw Fault{span, fmt::format("{}, but {}", describe(stated), describe({list, *again}))};
}

}  // namespace

std::optional<Special> find_special(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(special_names, name, &SpecialName::name);
  if (found == special_names.end()) return std::nullopt;
  return found->special;
}

bool is_global(Special special) noexcept { return special >= Special::format; }

void SpecialReader::read_global(Special special, Document& document) {
  const std::string_view name = name_of(special);
  const Span span = lexer_.peek().span;
  if (special == Special::format) return give(document.format, read_format(), name, span);
  document.has_special_attributes = true;
  if (special == Special::is_netcdf4) {
    give(provenance_.is_netcdf4, read_flag(name), name, span);
  } else if (special == Special::superblock_version) {
    constexpr std::uint64_t highest = 99;
    give(provenance_.superblock_version, static_cast<int>(read_integer(name, 0, highest)), name,
         span);
  } else {
    give(provenance_.properties, read_string(name), name, span);
  }
}

void SpecialReader::read(Special special, model::VariableId id, Document& document) {
  const model::Variable& variable = document.schema.variables[id];
  document.has_special_attributes = true;
  Request request = requests_[id];
  request.span = lexer_.peek().span;
  read(special, variable, request);
  if (asks_for_filters(special)) document.definitions.filters[id].push_back(request.span);
  requests_[id].waiting.clear();  // their faults are reported once
  if (request.chunk_sizes || !has_cd_values_of_chunks(request.waiting))
    add_lists(variable, request);
  check_layout(document.schema, variable, request);
  check_filters(request);
  requests_[id] = std::move(request);
}

void SpecialReader::read(Special special, const model::Variable& variable, Request& request) {
  const std::string_view name = name_of(special);
  const auto set = [&](auto& place, auto value) {
    give(place, std::move(value), name, request.span);
  };
  switch (special) {
    case Special::storage:
      return set(request.layout,
                 read_choice<Layout>(name, "\"contiguous\", \"compact\" or \"chunked\"",
                                     {{"contiguous", Layout::contiguous},
                                      {"compact", Layout::compact},
                                      {"chunked", Layout::chunked}}));
    case Special::chunk_sizes:
      return set(request.chunk_sizes, read_lengths(name, variable));
    case Special::shards:
      return set(request.shards, read_lengths(name, variable));
    case Special::fletcher32:
      return set(request.fletcher32, read_flag(name));
    case Special::shuffle:
      return set(request.shuffle, read_flag(name));
    case Special::deflate_level:
      return set(request.deflate_level, static_cast<std::uint32_t>(read_integer(name, 0, 9)));
    case Special::filter:
      return read_list(false, request);
    case Special::codecs:
      return read_list(true, request);
    case Special::endianness:
      return set(request.byte_order,
                 read_choice<model::ByteOrder>(
                     name, "\"little\" or \"big\"",
                     {{"little", model::ByteOrder::little}, {"big", model::ByteOrder::big}}));
    case Special::no_fill:
      return set(request.no_fill, read_flag(name));
    default:
      return set(request.quantization, Quantization{quantization_mode(special),
                                                    static_cast<int>(read_integer(name, 1, 52))});
  }
}

std::string SpecialReader::read_string(std::string_view what) {
  if (lexer_.peek().kind != TokenKind::string) {
    throw lexer_.unexpected(fmt::format("the string of {}", what));
  }
  return lexer_.take_string();
}

std::uint64_t SpecialReader::read_integer(std::string_view what, std::uint64_t lowest,
                                          std::uint64_t highest) {
  if (lexer_.peek().kind != TokenKind::number) {
    throw lexer_.unexpected(fmt::format("the number of {}", what));
  }
  return lexer_.take_whole_number(what, lowest, highest);
}

bool SpecialReader::read_flag(std::string_view what) {
  if (lexer_.peek().kind == TokenKind::number) return read_integer(what, 0, 1) == 1;
  return read_choice<bool>(what, "\"true\" or \"false\"",
                           {{"true", true}, {"1", true}, {"false", false}, {"0", false}});
}

template <class Value>
Value SpecialReader::read_choice(std::string_view what, std::string_view expected,
                                 const std::map<std::string, Value>& choices) {
  const Span span = lexer_.peek().span;
  const auto found = choices.find(read_string(what));
  if (found == choices.end()) throw Fault{span, fmt::format("{} is {}", what, expected)};
  return found->second;
}

std::vector<std::size_t> SpecialReader::read_lengths(std::string_view what,
                                                     const model::Variable& variable) {
  const Span first = lexer_.peek().span;
  std::vector<std::size_t> lengths;
  do {
    lengths.push_back(static_cast<std::size_t>(read_integer(what, 1, ~std::uint32_t{0})));
  } while (lexer_.take_if(','));
  if (lengths.size() != variable.dimensions.size()) {
    throw Fault{first,
                fmt::format("{} in {} for {}", base::format_count(lengths.size(), "length"), what,
                            base::format_count(variable.dimensions.size(), "dimension"))};
  }
  return lengths;
}

Format SpecialReader::read_format() {
  const Span span = lexer_.peek().span;
  const std::string kind = read_string("_Format");
  const auto format = find_format(kind);
  if (!format) throw Fault{span, fmt::format("{} is not a kind of netCDF file", kind)};
  return *format;
}

void SpecialReader::read_list(bool is_codecs, Request& request) {
  FilterList list{{}, std::string(lexer_.peek().text), lexer_.peek().span, is_codecs};
  list.text = read_string("the filters");
  if (is_codecs) give(request.codecs, list.text, name_of(Special::codecs), list.span);
  request.waiting.push_back(std::move(list));
}

void SpecialReader::add_lists(const model::Variable& variable, Request& request) {
  for (const FilterList& list : std::exchange(request.waiting, {})) {
    add_list(list, variable, request);
  }
}

void SpecialReader::read_waiting(const model::Schema& schema,
                                 const std::function<void(const Fault&)>& on_fault) {
  for (auto& [id, request] : requests_) {
    if (request.waiting.empty()) continue;
    const model::Variable& variable = schema.variables[id];
    try {
      add_lists(variable, request);
      check_layout(schema, variable, request);
      check_filters(request);
    } catch (const Fault& fault) {
      on_fault(fault);
    }
  }
}

void SpecialReader::add_list(const FilterList& list, const model::Variable& variable,
                             Request& request) {
  Chain& filters = list.is_codecs ? request.codec_filters : request.filters;
  ReadFilterList read = read_filter_list(list, variable.type->name, request.chunk_sizes, filters_);
  if (read.byte_order) {
    give(request.byte_order, byte_order(*read.byte_order), "_Endianness", list.span);
  }
  const auto why_not_requested = model::why_not_requested(read.spec, read.chain, *variable.type);
  for (Filter& filter : read.chain) {
    require_agreement({Special::filter, filter}, Special::filter, filters, list.span);
    if (!has(filters, filter.id)) filters.push_back(std::move(filter));
  }
  if (const auto why = model::why_not_on_type(filters, *variable.type))
    throw Fault{list.span, *why};
  if (why_not_requested) throw Fault{list.span, *why_not_requested};
  // The filter sets this parameter itself. Dumps of files that store values in another size contain
  // it.
  if (auto misfit = model::find_unfitting_size(read.spec, variable.type->size_bytes)) {
    read.warnings.push_back(std::move(*misfit));
  }
  for (const std::string& warning : read.warnings) {
    diagnostics_.warning(lexer_.text(), list.span, warning.substr(0, warning.find('\n')));
  }
}

void SpecialReader::check_layout(const model::Schema& schema, const model::Variable& variable,
                                 const Request& request) {
  if (request.layout.value_or(Layout::chunked) == Layout::chunked) return;
  const char* const reason = request.chunk_sizes              ? "chunk sizes"
                             : request.shards                 ? "shards"
                             : !chain_of(request).empty()     ? "filters"
                             : schema.has_unlimited(variable) ? "an unlimited dimension"
                                                              : nullptr;
  if (reason == nullptr) return;
  throw Fault{request.span,
              fmt::format("variable {} is chunked: it has {}", variable.name, reason)};
}

void SpecialReader::check_filters(const Request& request) {
  std::vector<Statement> statements;
  const auto add_flag = [&](Special special, const std::optional<bool>& flag, std::uint32_t id) {
    if (flag) statements.push_back({special, {id, {}}, !*flag});
  };
  add_flag(Special::fletcher32, request.fletcher32, filter::fletcher32_id);
  add_flag(Special::shuffle, request.shuffle, filter::shuffle_id);
  if (request.deflate_level) {
    statements.push_back({Special::deflate_level, {filter::deflate_id, {*request.deflate_level}}});
  }
  for (const Filter& filter : request.filters) statements.push_back({Special::filter, filter});
  for (const Statement& stated : statements) {
    require_agreement(stated, Special::filter, request.filters, request.span);
    require_agreement(stated, Special::codecs, request.codec_filters, request.span);
  }
  const Chain chain = chain_of(request);
  const auto late = filter::find_late_filter(chain);
  if (late) throw Fault{request.span, filter::describe_late_filter(chain, *late)};
}

// `_Codecs` lists all filters of an array, `_Filter` perhaps only those without an attribute of
// their own.
Chain SpecialReader::listed_filters(const Request& request) {
  Chain listed = request.codec_filters;
  for (const Filter& filter : request.filters) {
    if (!has(listed, filter.id)) listed.push_back(filter);
  }
  return listed;
}

// A list of filters has an order; _Fletcher32 and similar attributes have none. Filters that are
// not in the list come in libnetcdf's order, after the filters of values with which the list
// begins.
Chain SpecialReader::chain_of(const Request& request) {
  const Chain listed = listed_filters(request);
  const auto bytes = std::ranges::find_if(listed, [](const Filter& one) {
    return filter::kind_of(one) == filter::FilterKind::bytes_to_bytes;
  });
  Chain chain(listed.begin(), bytes);
  const auto add_unlisted = [&](bool is_asked, Filter filter) {
    if (is_asked && !has(listed, filter.id)) chain.push_back(std::move(filter));
  };
  const std::uint32_t level = request.deflate_level.value_or(0);
  add_unlisted(request.fletcher32.value_or(false), {filter::fletcher32_id, {}});
  add_unlisted(request.shuffle.value_or(false), {filter::shuffle_id, {}});
  add_unlisted(level > 0, {filter::deflate_id, {level}});
  chain.insert(chain.end(), bytes, listed.end());
  return chain;
}

void SpecialReader::apply(model::Schema& schema) const {
  for (const auto& [id, request] : requests_) {
    model::Variable& variable = schema.variables[id];
    Chain chain = chain_of(request);
    if (request.layout || request.chunk_sizes || request.shards) {
      variable.storage = {request.layout.value_or(Layout::chunked),
                          request.chunk_sizes.value_or(std::vector<std::size_t>()),
                          request.shards.value_or(std::vector<std::size_t>())};
    }
    if (request.byte_order) variable.byte_order = *request.byte_order;
    if (request.no_fill) variable.no_fill = *request.no_fill;
    if (request.quantization) variable.quantization = request.quantization;
    if (!chain.empty()) variable.asked_filters = std::move(chain);
  }
}

}  // namespace ncf::cdl
