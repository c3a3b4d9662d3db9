// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters for which libnetcdf has functions of their own.
#include <fmt/format.h>

#include <initializer_list>

#include "base/threads/library_call.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "libnetcdf/functions.hpp"
#include "libnetcdf/status_error.hpp"
#include "ncf/variable_filters.hpp"
#include "ops/filters/filter_owner.hpp"

namespace ncf {
namespace {

constexpr std::uint32_t blosc_id = 32001;

/// Defines the filter with this name, its parameters by position.
void define_named(const FilterOwner& owner, const char* name, std::initializer_list<int> values) {
  NamedFilter written;
  written.name = name;
  for (const int value : values) {
    const auto tag = value < 0 ? Constant::Tag::int64 : Constant::Tag::untagged;
    const Constant constant{.tag = tag, .bits = static_cast<std::uint64_t>(value), .span = {}};
    written.arguments.push_back({.key = {}, .value = constant, .span = {}});
  }
  const FilterSpec spec{{std::move(written)}};
  base::library_call(
      [&] { define_filters(owner, ops::at_owner(owner, [&] { return resolve(spec); })); });
}

/// Returns the parameters of a filter as numbers with a sign; empty if it is not attached.
/// throws: StatusError if their number is neither `count` nor `other_count`.
std::optional<std::vector<int>> numbers_of(const FilterOwner& owner, std::uint32_t id,
                                           std::size_t count, std::size_t other_count = 0) {
  const auto parameters = inquire_filter_parameters(owner, id);
  if (!parameters) return std::nullopt;
  if (parameters->size() != count && parameters->size() != other_count) {
    ops::at_owner(owner, [&] {
      throw libnetcdf::StatusError(
          ncf_nc_efilter, ErrorCode::corrupt,
          fmt::format("{} has {} parameters, expected {}", filter::filter_title(id),
                      parameters->size(), count));
    });
  }
  return std::vector<int>(parameters->begin(), parameters->end());
}

std::optional<int> level_of(const FilterOwner& owner, std::uint32_t id) {
  const auto numbers = numbers_of(owner, id, 1);
  return numbers ? std::optional(numbers->front()) : std::nullopt;
}

}  // namespace

void define_deflate(FilterOwner owner, int level) { define_named(owner, "deflate", {level}); }
std::optional<int> inquire_deflate(FilterOwner owner) {
  return level_of(owner, filter::deflate_id);
}

void define_shuffle(FilterOwner owner) { define_named(owner, "shuffle", {}); }
bool inquire_shuffle(FilterOwner owner) {
  return inquire_filter_parameters(owner, filter::shuffle_id).has_value();
}

void define_fletcher32(FilterOwner owner) { define_named(owner, "fletcher32", {}); }
bool inquire_fletcher32(FilterOwner owner) {
  return inquire_filter_parameters(owner, filter::fletcher32_id).has_value();
}

void define_szip(FilterOwner owner, const SzipParameters& parameters) {
  define_named(owner, "szip", {static_cast<int>(parameters.coding), parameters.pixels_per_block});
}
// A file has two parameters more, and further bits in the first.
std::optional<SzipParameters> inquire_szip(FilterOwner owner) {
  const auto numbers = numbers_of(owner, filter::szip_id, 2, 4);
  if (!numbers) return std::nullopt;
  const bool is_entropy = (numbers->at(0) & static_cast<int>(SzipCoding::entropy)) != 0;
  return SzipParameters{is_entropy ? SzipCoding::entropy : SzipCoding::nearest_neighbour,
                        numbers->at(1)};
}

void define_bzip2(FilterOwner owner, int level) { define_named(owner, "bzip2", {level}); }
std::optional<int> inquire_bzip2(FilterOwner owner) { return level_of(owner, filter::bzip2_id); }

void define_zstandard(FilterOwner owner, int level) { define_named(owner, "zstd", {level}); }
std::optional<int> inquire_zstandard(FilterOwner owner) { return level_of(owner, filter::zstd_id); }

void define_blosc(FilterOwner owner, const BloscParameters& parameters) {
  define_named(
      owner, "blosc",
      {parameters.level, static_cast<int>(parameters.shuffle), static_cast<int>(parameters.codec)});
}
std::optional<BloscParameters> inquire_blosc(FilterOwner owner) {
  const auto numbers = numbers_of(owner, blosc_id, 7);
  if (!numbers) return std::nullopt;
  return BloscParameters{static_cast<BloscCodec>(numbers->at(6)), numbers->at(4),
                         static_cast<BloscShuffle>(numbers->at(5))};
}

void define_quantization(FilterOwner owner, const Quantization& quantization) {
  base::library_call([&] {
    ops::at_owner(owner, [&] {
      if (!ops::is_variable(owner)) {
        throw Error(ErrorCode::unsupported, "only libnetcdf quantizes values");
      }
      libnetcdf::functions().define_quantization(
          owner.ncid, owner.varid, static_cast<int>(quantization.mode), quantization.digits);
    });
  });
}
Quantization inquire_quantization(FilterOwner owner) {
  if (!ops::is_variable(owner)) return {};
  return base::library_call([&] {
    const auto [mode, digits] = libnetcdf::functions().read_quantization(owner.ncid, owner.varid);
    return Quantization{static_cast<QuantizationMode>(mode), digits};
  });
}

}  // namespace ncf
