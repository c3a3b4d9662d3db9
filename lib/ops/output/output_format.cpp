// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "model/schema/format_facts.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using model::Schema;

bool is_classic_type(const model::TypeRef& type) {
  return type->type_class <= model::facts_of(Format::classic).largest_type;
}

/// Returns whether all variables and attributes have types of the classic model.
bool fits_classic_model(const Schema& schema) {
  const auto fits = [](const std::vector<model::Attribute>& attributes) {
    return std::all_of(attributes.begin(), attributes.end(), [](const auto& attribute) {
      return is_classic_type(attribute.values->type());
    });
  };
  return std::all_of(schema.groups.begin(), schema.groups.end(),
                     [&](const auto& group) { return fits(group.attributes); }) &&
         std::all_of(schema.variables.begin(), schema.variables.end(), [&](const auto& variable) {
           return is_classic_type(variable.type) && fits(variable.attributes);
         });
}

void refuse_in_classic(bool asked, std::string_view option, Format format) {
  if (!asked) return;
  throw Error(ErrorCode::usage, fmt::format("{} needs a netCDF-4 output, but the requested format "
                                            "is {}; leave out one of the two, or add -k nc4",
                                            option, format_name(format)));
}

}  // namespace

void require_shards(const CopyOptions& options, Format format) {
  if (format == Format::zarr3 || (options.shards.empty() && !options.shard_bytes)) return;
  throw Error(ErrorCode::usage,
              fmt::format("--shards needs a Zarr v3 output, but the output's format is {}; add "
                          "-k zarr3",
                          format_name(format)));
}

ChosenFormat choose_format(const CopyOptions& options, const OutputPlace& place,
                           const FilterRequest& filters, const Schema& input) {
  constexpr std::string_view by_input = "as the input";
  const bool deflates = options.deflate.value_or(0) > 0;
  const std::optional<Format> named = format_of_place(place, options.format);
  if (place.format) return {*named, "by its URL"};
  if (options.format) {
    if (!has_chunks(*options.format)) {
      refuse_in_classic(filters.asks_for_filters(), "-F", *options.format);
      refuse_in_classic(deflates, "-d", *options.format);
      refuse_in_classic(options.shuffle, "-s", *options.format);
      refuse_in_classic(!options.chunks.empty(), "-c", *options.format);
    }
    return {*options.format, "requested"};
  }
  if (is_zarr(input.format)) {
    if (named) return {input.format, by_input};
    return {Format::netcdf4, "as a file"};
  }
  if (named) return {*named, "by its name"};
  if (is_netcdf4(input.format)) return {input.format, by_input};
  const Format with_chunks = fits_classic_model(input) ? Format::netcdf4_classic : Format::netcdf4;
  if (!options.purpose.empty()) return {with_chunks, "for its purpose"};
  if (filters.asks_for_filters()) return {Format::netcdf4, "for filters"};
  if (deflates || options.shuffle || !options.chunks.empty()) {
    return {with_chunks, "for -d, -s or -c"};
  }
  return {input.format, by_input};
}

void tell_kind_by_shuffle(const CopyOptions& options, const OutputPlace& place,
                          const FilterRequest& filters, const Schema& source, CopyPlan& plan) {
  if (!options.shuffle || options.deflate.value_or(0) > 0) return;
  CopyOptions others = options;
  others.shuffle = false;
  if (choose_format(others, place, filters, source).format == plan.format) return;
  plan.notes.push_back(
      fmt::format("the output is still {}, because -s requests it", format_name(plan.format)));
}

}  // namespace ncf::ops
