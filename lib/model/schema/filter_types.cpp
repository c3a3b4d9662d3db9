// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/schema/filter_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "filter/codecs/codec_interpreter.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/constant.hpp"
#include "model/values/numbers.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

// Signedness matters only in Zarr, whose arrays have types of their own.
filter::ValueClass value_class_of(const Type& type) {
  if (type.type_class == TypeClass::enumeration) return filter::ValueClass::enumeration;
  if (type.is_floating_point()) return filter::ValueClass::real;
  return type.is_integer() ? filter::ValueClass::integer : filter::ValueClass::other;
}

bool is_unsigned(const Type& type) {
  return visit_number(type.type_class,
                      [](auto number) { return std::is_unsigned_v<decltype(number)>; });
}

/// Returns the type of a variable's values in Zarr.
filter::ValueType value_type_in_zarr(const Variable& variable) {
  const Type& type = *variable.type;
  return {is_unsigned(type) ? filter::ValueClass::unsigned_integer : value_class_of(type),
          type.size_bytes, variable.is_big_endian()};
}

/// Returns whether a parameter is the size of a value, which the filter sets itself.
bool is_element_bytes(const filter::Parameter& parameter) {
  constexpr std::array<std::string_view, 3> names{"element_size", "typesize", "size"};
  return parameter.kind == filter::Kind::automatic &&
         std::ranges::find(names, parameter.name) != names.end();
}

/// Returns whether the filter was written with parameters that it adds itself to those of a user.
bool is_as_stored(const FilterSpec& written, const Filter& filter) {
  return std::ranges::any_of(written.filters, [&](const FilterAsWritten& one) {
    const auto* const numeric = std::get_if<NumericFilter>(&one);
    return numeric != nullptr && numeric->id == filter.id &&
           filter::all_cd_values_of(*numeric).size() > filter.parameters.size();
  });
}

std::optional<std::string> find_unfitting_size(const NumericFilter& written,
                                               std::size_t element_bytes) {
  const filter::FilterFacts* facts = filter::find_filter(written.id);
  if (facts == nullptr) return std::nullopt;
  const auto reading =
      filter::read_cd_values(*facts, filter::all_cd_values_of(written), filter::Form::visible);
  if (!reading || reading->fault) return std::nullopt;
  for (std::size_t i = 0; i < reading->values.size(); ++i) {
    const filter::Parameter& parameter = reading->layout->parameters[i];
    const double bytes = reading->values[i].value_or(0);
    if (!is_element_bytes(parameter) || bytes == 0) continue;
    if (bytes == static_cast<double>(element_bytes)) continue;
    return fmt::format(
        "{} {} is {}, but each value has {} bytes; expected {}, or 0 or no parameter there",
        facts->name, parameter.name, bytes, element_bytes, element_bytes);
  }
  return std::nullopt;
}

/// written: a codec that can be read.
std::optional<std::string> find_unfitting_size(const JsonFilter& written,
                                               std::size_t element_bytes) {
  const filter::Codec codec = filter::parse_written_codec(base::parse_json(written.text));
  if (!filter::find_form(codec)) return std::nullopt;
  for (const filter::CodecExtra& extra : filter::filter_of(codec, element_bytes).extras) {
    if (extra.role != filter::MemberRole::element_size) continue;
    return fmt::format("codec {} {} is {}, but each value has {} bytes; expected {} or 0",
                       codec.name, extra.member, filter::shortened_json(extra.stated),
                       element_bytes, element_bytes);
  }
  return std::nullopt;
}

/// A named filter has no parameter for it.
std::optional<std::string> find_unfitting_size(const NamedFilter& /*written*/,
                                               std::size_t /*element_bytes*/) {
  return std::nullopt;
}

/// Returns the first reason why a filter of a chain cannot be used; empty if there is none.
template <class Test>
std::optional<std::string> first_reason(const Chain& chain, const Test& why_not) {
  for (const Filter& filter : chain) {
    if (auto why = why_not(filter)) return why;
  }
  return std::nullopt;
}

/// test: may be null.
std::optional<std::string> find_objection(filter::TypeTest test, const Filter& filter,
                                          const filter::ValueType& value, const Type& type) {
  const auto objection = test == nullptr ? std::nullopt : test(filter.parameters, value);
  if (!objection) return std::nullopt;
  std::string why = fmt::format("{}{}{}", objection->encodes, objection->before_type, type.name);
  if (!objection->instead.empty()) why += fmt::format("; expected {}", objection->instead);
  return why;
}

/// test: of the filter's facts.
std::optional<std::string> find_objection(filter::TypeTest filter::FilterFacts::*test,
                                          const Filter& filter, const Type& type) {
  const filter::FilterFacts* facts = filter::find_filter(filter.id);
  if (facts == nullptr) return std::nullopt;
  return find_objection(facts->*test, filter, {value_class_of(type), type.size_bytes}, type);
}

}  // namespace

std::optional<std::string> why_not_on_type(const Filter& filter, const Type& type) {
  return find_objection(&filter::FilterFacts::why_not_on_type, filter, type);
}

std::optional<std::string> why_not_on_type(const Chain& chain, const Type& type) {
  return first_reason(chain, [&](const Filter& one) { return why_not_on_type(one, type); });
}

std::optional<std::string> why_not_in_zarr(const Chain& chain, const Variable& variable) {
  return first_reason(chain, [&](const Filter& one) -> std::optional<std::string> {
    const filter::FilterFacts* facts = filter::find_filter(one.id);
    if (facts == nullptr || facts->codecs.empty()) return std::nullopt;
    return find_objection(facts->codecs.front().why_not_on_type, one, value_type_in_zarr(variable),
                          *variable.type);
  });
}

std::optional<std::string> why_not_requested(const Chain& chain, const Type& type) {
  return first_reason(chain, [&](const Filter& one) {
    return find_objection(&filter::FilterFacts::why_not_requested, one, type);
  });
}

std::optional<std::string> why_not_requested(const FilterSpec& written, Chain chain,
                                             const Type& type) {
  std::erase_if(chain, [&](const Filter& one) { return is_as_stored(written, one); });
  return why_not_requested(chain, type);
}

std::optional<std::string> why_not_on_chunks(const Filter& filter,
                                             const filter::ChunkShape& chunk) {
  const filter::FilterFacts* facts = filter::find_filter(filter.id);
  if (facts == nullptr || facts->why_not_on_shape == nullptr) return std::nullopt;
  return facts->why_not_on_shape(filter.parameters, chunk);
}

std::optional<std::string> why_not_on_chunks(const Chain& chain, const filter::ChunkShape& chunk) {
  return first_reason(chain, [&](const Filter& one) { return why_not_on_chunks(one, chunk); });
}

std::optional<std::string> find_unfitting_size(const FilterSpec& spec, std::size_t element_bytes) {
  for (const FilterAsWritten& written : spec.filters) {
    auto misfit = std::visit(
        [element_bytes](const auto& one) { return find_unfitting_size(one, element_bytes); },
        written);
    if (misfit) return misfit;
  }
  return std::nullopt;
}

void require_fitting_sizes(const FilterSpec& spec, std::size_t element_bytes) {
  if (const auto misfit = find_unfitting_size(spec, element_bytes)) {
    throw Error(ErrorCode::unsupported, *misfit);
  }
}

}  // namespace ncf::model
