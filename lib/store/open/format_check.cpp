// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/format_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/schema/format_facts.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/tree.hpp"

namespace ncf::store {

namespace {

using model::Attribute;
using model::Dimension;
using model::Schema;
using model::Variable;
using model::VariableId;

[[noreturn]] void refuse(const std::string& place, const std::string& reason) {
  throw Error(ErrorCode::unsupported, place + ": " + reason);
}

class FormatCheck {
 public:
  explicit FormatCheck(const Schema& schema)
      : schema_(schema),
        facts_(model::facts_of(schema.format)),
        files_(std::string(format_name(schema.format)) + " files") {}

  void check() const {
    check_lengths();
    check_attribute_names();
    if (is_zarr(schema_.format)) check_depth();
    if (!facts_.has_long_chunks) check_chunks();
    if (is_netcdf4(schema_.format) || is_zarr(schema_.format)) check_names(schema_);
    // The limits of a Zarr store are checked when it is planned.
    if (facts_.has_groups) return;
    check_groups();
    check_types();
    check_unlimited();
    check_storage();
    check_sizes();
  }

 private:
  // libnetcdf takes a length of 0 in a definition for "unlimited".
  void check_lengths() const {
    if (facts_.has_empty_dimensions) return;
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      const Dimension& dimension = schema_.dimensions[id];
      if (!dimension.is_unlimited && dimension.length == 0) {
        refuse("dimension " + schema_.dimension_path(id),
               "no netCDF file can hold a fixed dimension of length 0; make it unlimited");
      }
    }
  }

  // A damaged classic file may have an attribute twice, and libnetcdf would keep one of them.
  void check_attribute_names() const {
    for (model::GroupId id = 0; id < schema_.groups.size(); ++id) {
      check_attribute_names("group " + schema_.group_path(id), schema_.groups[id].attributes);
    }
    for (VariableId id = 0; id < schema_.variables.size(); ++id) {
      check_attribute_names(schema_.variable_title(id), schema_.variables[id].attributes);
    }
  }

  static void check_attribute_names(const std::string& owner,
                                    const std::vector<Attribute>& attributes) {
    std::set<std::string_view> names;
    for (const Attribute& attribute : attributes) {
      if (!names.insert(attribute.name).second) {
        refuse(owner,
               "attribute " + attribute.name +
                   " occurs twice, perhaps in two forms of Unicode; netCDF allows each name once");
      }
    }
  }

  // Readers of a store must limit its depth, because folders can be nested without end.
  void check_depth() const {
    std::vector<std::size_t> depth{0};  // of each group; parents come first
    for (model::GroupId id = 1; id < schema_.groups.size(); ++id) {
      depth.push_back(depth[*schema_.groups[id].parent] + 1);
      if (depth.back() <= zarr::max_depth) continue;
      refuse("group " + schema_.group_path(id),
             fmt::format("is nested {} deep; ncf reads groups in Zarr stores to a depth of {}",
                         depth.back(), zarr::max_depth));
    }
  }

  // libnetcdf cannot read such chunks in NCZarr, though it can in files.
  void check_chunks() const {
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const Variable& variable = schema_.variables[id];
      const std::vector<std::size_t>& chunk = variable.storage.chunk_shape;
      for (std::size_t i = 0; i < chunk.size(); ++i) {
        const Dimension& dimension = schema_.dimensions[variable.dimensions[i]];
        if (dimension.is_unlimited || chunk[i] <= dimension.length) continue;
        refuse(schema_.variable_title(id),
               "a chunk of " + std::to_string(chunk[i]) + " is longer than dimension " +
                   schema_.dimension_path(variable.dimensions[i]) + " of " +
                   std::to_string(dimension.length) +
                   ", which NCZarr does not have; choose shorter chunks or -k zarr");
      }
    }
  }

  void check_groups() const {
    if (schema_.groups.size() > 1) {
      refuse("group " + schema_.group_path(1), files_ + " have no groups; choose -k netCDF-4");
    }
  }

  void check_types() const {
    for (const model::UserType& type : schema_.types) {
      refuse("type " + type.type->name, files_ + " have no user-defined types; choose -k netCDF-4");
    }
    for (const Attribute& attribute : schema_.groups.front().attributes) {
      check_type("attribute " + attribute.name, *attribute.values->type());
    }
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const Variable& variable = schema_.variables[id];
      const std::string place = schema_.variable_title(id);
      check_type(place, *variable.type);
      for (const Attribute& attribute : variable.attributes) {
        check_type(place + ": attribute " + attribute.name, *attribute.values->type());
      }
    }
  }

  void check_type(const std::string& place, const model::Type& type) const {
    if (type.type_class <= facts_.largest_type) return;
    const bool fits_cdf5 = type.type_class <= model::facts_of(Format::cdf5).largest_type;
    const bool is_text = type.type_class == model::TypeClass::string;
    refuse(place, files_ + " have no type " + type.name + "; choose -k netCDF-4" +
                      (fits_cdf5 ? " or -k cdf5" : "") +
                      (is_text ? ", or characters (ncfcopy --strings characters)"
                               : ", or the nearest type (ncfcopy of such a file)"));
  }

  void check_unlimited() const {
    bool found = false;
    model::DimensionId first = 0;
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      if (!schema_.dimensions[id].is_unlimited) continue;
      if (found) {
        refuse("dimension " + schema_.dimension_path(id),
               files_ + " have one unlimited dimension at most, and " +
                   schema_.dimension_path(first) + " is one already; " + remedy(count_empty() < 2));
      }
      found = true;
      first = id;
    }
    if (found && facts_.unlimited == Unlimited::first) check_unlimited_is_first(first);
  }

  [[nodiscard]] std::ptrdiff_t count_empty() const {
    const auto is_empty = [](const model::Dimension& dimension) {
      return dimension.is_unlimited && dimension.length == 0;
    };
    return std::count_if(schema_.dimensions.begin(), schema_.dimensions.end(), is_empty);
  }

  [[nodiscard]] static std::string remedy(bool can_be_fixed) {
    return can_be_fixed ? "give it a fixed length (ncfcopy -u) or choose -k netCDF-4"
                        : "choose -k netCDF-4, because a length of 0 cannot be fixed";
  }

  void check_unlimited_is_first(model::DimensionId unlimited) const {
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const Variable& variable = schema_.variables[id];
      for (std::size_t i = 1; i < variable.dimensions.size(); ++i) {
        if (variable.dimensions[i] != unlimited) continue;
        refuse(schema_.variable_title(id), "in " + files_ +
                                               " an unlimited dimension comes first, and " +
                                               schema_.dimension_path(unlimited) + " does not; " +
                                               remedy(schema_.dimensions[unlimited].length > 0));
      }
    }
  }

  // Each format decides where and how values are stored, but filters and quantization are explicit
  // requests.
  void check_storage() const {
    if (is_netcdf4(schema_.format)) return;
    for (model::VariableId id = 0; id < schema_.variables.size(); ++id) {
      const Variable& variable = schema_.variables[id];
      const std::string place = schema_.variable_title(id);
      if (variable.has_filters()) {
        refuse(place, files_ + " have no filters; choose -k netCDF-4 or no filter");
      }
      if (variable.quantization) {
        refuse(place, files_ + " have no quantization; choose -k netCDF-4");
      }
    }
  }

  // Classic files store lengths, sizes and offsets in 31 or 32 bits. The size of the last variable
  // is not needed.
  void check_sizes() const {
    if (facts_.size_bits == 64) return;
    const std::uint64_t most = (std::uint64_t{1} << facts_.size_bits) - 4;
    check_dimension_lengths(most);
    const std::vector<VariableId> ids = in_order_of_file();
    std::uint64_t begin = 0;
    for (const VariableId id : ids) {
      const std::string place = schema_.variable_title(id);
      if (schema_.format == Format::classic && begin > most) {
        refuse(place, "begins farther in the file than " + files_ +
                          " allow; choose -k 64-bit-offset, -k cdf5 or -k netCDF-4");
      }
      const std::uint64_t bytes = bytes_up_to(most, schema_.variables[id]);
      if (bytes > most && id != ids.back()) {
        refuse(place, "is larger than " + files_ +
                          " allow before other variables; choose -k cdf5 or -k netCDF-4");
      }
      begin += bytes;
    }
  }

  void check_dimension_lengths(std::uint64_t most) const {
    for (model::DimensionId id = 0; id < schema_.dimensions.size(); ++id) {
      const Dimension& dimension = schema_.dimensions[id];
      if (dimension.is_unlimited || dimension.length <= most) continue;
      refuse("dimension " + schema_.dimension_path(id),
             "is longer than " + files_ + " allow; choose -k cdf5 or -k netCDF-4");
    }
  }

  /// Record variables come after the others.
  [[nodiscard]] std::vector<VariableId> in_order_of_file() const {
    std::vector<VariableId> ids(schema_.variables.size());
    std::iota(ids.begin(), ids.end(), VariableId{0});
    std::stable_partition(ids.begin(), ids.end(), [&](VariableId id) {
      const Variable& variable = schema_.variables[id];
      return variable.is_scalar() || !schema_.dimensions[variable.dimensions.front()].is_unlimited;
    });
    return ids;
  }

  /// Returns the size of a variable, or of its part of a record; `most` + 1 if it is larger.
  [[nodiscard]] std::uint64_t bytes_up_to(std::uint64_t most, const Variable& variable) const {
    std::uint64_t bytes = variable.type->size_bytes;
    for (const model::DimensionId id : variable.dimensions) {
      const Dimension& dimension = schema_.dimensions[id];
      if (dimension.is_unlimited) continue;
      if (bytes > most / dimension.length) return most + 1;
      bytes *= dimension.length;
    }
    return bytes;
  }

  using Unlimited = model::FormatFacts::Unlimited;

  const Schema& schema_;
  model::FormatFacts facts_;
  std::string files_;
};

}  // namespace

void check_format(const Schema& schema) { FormatCheck(schema).check(); }

}  // namespace ncf::store
