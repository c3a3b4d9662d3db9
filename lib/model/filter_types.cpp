// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/filter_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "filter/known_ids.hpp"
#include "filter/registry.hpp"
#include "filter/words.hpp"
#include "ncf/error.hpp"

namespace ncf::model {
namespace {

std::optional<std::string> why_not_szip(const Type& type) {
  if (type.is_number() || type.type_class == TypeClass::enumeration) return std::nullopt;
  return fmt::format("szip encodes numbers, not {}", type.name);
}

std::optional<std::string> why_not_scaleoffset(const Filter& filter, const Type& type) {
  constexpr std::uint32_t float_mode = 0;
  if (!type.is_number()) {
    return fmt::format("scaleoffset encodes numbers, not {}", type.name);
  }
  const bool is_of_floats = !filter.parameters.empty() && filter.parameters[0] == float_mode;
  if (is_of_floats == type.is_floating_point()) return std::nullopt;
  return is_of_floats ? fmt::format(
                            "scaleoffset digits=N encodes float and double, not {}; expected "
                            "scaleoffset,bits=0",
                            type.name)
                      : fmt::format(
                            "scaleoffset bits=N encodes integers, not {}; expected "
                            "scaleoffset,digits=N",
                            type.name);
}

std::optional<std::string> why_not_zfp(const Type& type) {
  if (type.is_number() && type.size_bytes >= 4) return std::nullopt;
  return fmt::format("zfp encodes numbers of 4 and 8 bytes, not {}", type.name);
}

/// Whether a parameter is the bytes of one value, which the filter sets itself.
bool is_element_bytes(const filter::Parameter& parameter) {
  constexpr std::array<std::string_view, 3> names{"element_size", "typesize", "size"};
  return parameter.kind == filter::Kind::automatic &&
         std::find(names.begin(), names.end(), parameter.name) != names.end();
}

std::optional<std::string> find_unfitting_word(const NumericFilter& written,
                                               std::size_t element_bytes) {
  const filter::FilterFacts* facts = filter::find_filter(written.id);
  if (facts == nullptr) return std::nullopt;
  std::vector<std::uint32_t> words;
  for (const Constant& constant : written.parameters) {
    for (const std::uint32_t word : words_of(constant)) words.push_back(word);
  }
  const auto reading = filter::read_words(*facts, words, filter::Form::visible);
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

}  // namespace

std::optional<std::string> why_not_on_type(const Filter& filter, const Type& type) {
  switch (filter.id) {
    case filter::szip_id:
      return why_not_szip(type);
    case filter::scaleoffset_id:
      return why_not_scaleoffset(filter, type);
    case filter::zfp_id:
      return why_not_zfp(type);
    default:
      return std::nullopt;
  }
}

std::optional<std::string> why_not_on_type(const Chain& chain, const Type& type) {
  for (const Filter& filter : chain) {
    if (auto why = why_not_on_type(filter, type)) return why;
  }
  return std::nullopt;
}

std::optional<std::string> find_unfitting_word(const FilterSpec& spec, std::size_t element_bytes) {
  for (const FilterAsWritten& written : spec.filters) {
    const auto* const numeric = std::get_if<NumericFilter>(&written);
    if (numeric == nullptr) continue;
    if (auto misfit = find_unfitting_word(*numeric, element_bytes)) return misfit;
  }
  return std::nullopt;
}

void require_fitting_words(const FilterSpec& spec, std::size_t element_bytes) {
  if (const auto misfit = find_unfitting_word(spec, element_bytes)) {
    throw Error(ErrorCode::unsupported, *misfit);
  }
}

}  // namespace ncf::model
