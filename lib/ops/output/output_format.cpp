// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "model/grid/chunk_grid.hpp"
#include "model/schema/format_facts.hpp"
#include "ncf/byte_count.hpp"
#include "ncf/error.hpp"
#include "store/open/open.hpp"

namespace ncf::ops {
namespace {

using model::ExpectedChunks;
using model::RequestedLayout;
using model::Schema;
using Kind = RequestedLayout::Kind;

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

constexpr std::uint64_t least_page_bytes = 512;
constexpr std::uint64_t most_page_bytes = std::uint64_t{1} << 30;

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Returns about how many bytes values of about this size take in pages: as much as half of them
/// stays free at the end of each page, or half a page after each of them.
double bytes_in_pages(const StoredParts& values, std::uint64_t page) {
  const auto size = static_cast<double>(page);
  const auto bytes = static_cast<double>(values.bytes);
  const double whole = static_cast<double>(values.count) * bytes;
  if (values.bytes == 0) return 0;
  return bytes < size ? whole * size / (size - bytes / 2) + size / 2
                      : whole * (bytes + size / 2) / bytes;
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

RequestedLayout parse_layout(const std::string& text) {
  constexpr std::string_view paged = "paged";
  if (text.empty()) return {};
  if (text == "consolidated") return {Kind::consolidated};
  if (text == paged) return {Kind::paged};
  if (text.starts_with(std::string(paged) + '=')) {
    const auto bytes = parse_byte_count(std::string_view(text).substr(paged.size() + 1));
    if (bytes && *bytes >= least_page_bytes && *bytes <= most_page_bytes) {
      return {Kind::paged, *bytes};
    }
    throw Error(ErrorCode::usage,
                fmt::format("--layout {}: expected pages of 512 bytes to 1 GiB, for example "
                            "paged=64KiB",
                            text));
  }
  throw Error(ErrorCode::usage,
              fmt::format("--layout '{}': expected consolidated, paged or paged=SIZE", text));
}

std::string format_layout(const RequestedLayout& layout) {
  switch (layout.kind) {
    case Kind::ordinary:
      return "";
    case Kind::consolidated:
      return "consolidated";
    case Kind::paged:
      return fmt::format("paged={}", layout.page_bytes);
  }
  return "";
}

void require_layout(std::string_view option, const RequestedLayout& layout, Format format) {
  if (layout.kind == Kind::ordinary || is_netcdf4(format)) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} needs a netCDF-4 output, but the output's format is {}; add -k nc4",
                          option, format_name(format)));
}

std::uint64_t choose_page_bytes(std::uint64_t metadata_bytes, std::span<const StoredParts> values) {
  constexpr std::uint64_t smallest = std::uint64_t{4} << 10;
  constexpr std::uint64_t largest = std::uint64_t{8} << 20;
  constexpr double growth = 1.05;
  auto plain = static_cast<double>(metadata_bytes);
  for (const StoredParts& parts : values) {
    plain += static_cast<double>(parts.count) * static_cast<double>(parts.bytes);
  }
  std::uint64_t best = smallest;
  double best_bytes = std::numeric_limits<double>::infinity();
  for (std::uint64_t page = largest; page >= smallest; page /= 2) {
    auto bytes = static_cast<double>(rounded_up(metadata_bytes, page));
    for (const StoredParts& parts : values) bytes += bytes_in_pages(parts, page);
    if (bytes <= plain * growth) return page;
    if (bytes < best_bytes) {
      best = page;
      best_bytes = bytes;
    }
  }
  return best;
}

std::vector<ExpectedChunks> all_chunks(const model::Schema& made,
                                       const std::vector<bool>& has_values) {
  std::vector<ExpectedChunks> chunks(made.variables.size());
  for (model::VariableId id = 0; id < made.variables.size(); ++id) {
    const model::Variable& variable = made.variables[id];
    if (variable.storage.layout != model::Layout::chunked) continue;
    if (!has_values.empty() && !has_values[id]) continue;
    chunks[id].count =
        model::ChunkGrid(made.shape(variable), variable.storage.chunk_shape).chunk_count();
  }
  return chunks;
}

void set_layout(const std::string& text, model::Schema& schema, filter::FilterSource& filters) {
  schema.layout = parse_layout(text);
  require_layout("--layout", schema.layout, schema.format);
  choose_pages(schema, filters);
}

void choose_pages(model::Schema& schema, filter::FilterSource& filters, double compression) {
  if (schema.layout.kind != Kind::paged || schema.layout.page_bytes > 0) return;
  model::Schema plain = schema;
  plain.layout = {};
  const auto made = store::create_in_memory(plain, filters);
  plain.variables = made->schema().variables;
  const std::vector<ExpectedChunks> chunks = all_chunks(plain);
  std::vector<StoredParts> values;
  std::uint64_t metadata_bytes = made->definition_bytes();
  for (model::VariableId id = 0; id < chunks.size(); ++id) {
    constexpr std::uint64_t index_bytes = 64;  // about as much as each chunk takes in its index
    const std::uint64_t count = std::max<std::uint64_t>(1, chunks[id].count);
    const double bytes = static_cast<double>(plain.raw_bytes(id) / count);
    values.push_back({count, static_cast<std::uint64_t>(std::ceil(bytes / compression))});
    metadata_bytes += chunks[id].count * index_bytes;
  }
  schema.layout.page_bytes = choose_page_bytes(metadata_bytes, values);
}

}  // namespace ncf::ops
