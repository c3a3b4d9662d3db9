// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf/schema_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/text/characters.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/functions.hpp"
#include "store/netcdf/type_reader.hpp"

namespace ncf::store::netcdf {

namespace {

using model::Attribute;
using model::GroupId;
using model::Variable;

Format read_format(int ncid) {
  int format = 0;
  call(nc_inq_format, ncid, &format);
  switch (format) {
    case NC_FORMAT_CLASSIC:
      return Format::classic;
    case NC_FORMAT_64BIT_OFFSET:
      return Format::offset64;
    case NC_FORMAT_CDF5:
      return Format::cdf5;
    case NC_FORMAT_NETCDF4_CLASSIC:
      return Format::netcdf4_classic;
    default:
      return Format::netcdf4;
  }
}

class SchemaReader {
 public:
  explicit SchemaReader(int ncid) : root_(ncid) {}

  OpenSchema read() {
    schema().format = read_format(root_);
    schema().groups.clear();
    read_groups(root_, std::nullopt);
    for (GroupId group = 0; group < ncids_.size(); ++group) note_types(group);
    schema().types = types_.all_types();
    // Dimensions of a group are visible in all groups below it, which come later.
    for (GroupId group = 0; group < ncids_.size(); ++group) read_dimensions(group);
    for (GroupId group = 0; group < ncids_.size(); ++group) read_group_contents(group);
    return std::move(result_);
  }

 private:
  model::Schema& schema() noexcept { return result_.schema; }

  void read_groups(int ncid, std::optional<GroupId> parent) {
    const GroupId id = ncids_.size();
    ncids_.push_back(ncid);
    schema().groups.push_back({parent ? group_name(ncid) : std::string(), parent, {}});
    if (!is_netcdf4(schema().format)) return;
    for (const int child : child_groups(ncid)) read_groups(child, id);
  }

  void note_types(GroupId group) {
    if (schema().format != Format::netcdf4) return;
    for (const nc_type id : group_types(ncids_[group])) types_.add(id, ncids_[group], group);
  }

  void read_dimensions(GroupId group) {
    const int ncid = ncids_[group];
    const std::vector<int> unlimited = group_unlimited_dimensions(ncid);
    for (const int dimid : group_dimensions(ncid)) {
      std::array<char, NC_MAX_NAME + 1> name{};
      model::Dimension dimension;
      call(nc_inq_dim, ncid, dimid, name.data(), &dimension.length);
      dimension.name = name.data();
      dimension.group = group;
      dimension.is_unlimited =
          std::find(unlimited.begin(), unlimited.end(), dimid) != unlimited.end();
      dimension_ids_[dimid] = schema().dimensions.size();
      schema().dimensions.push_back(std::move(dimension));
    }
  }

  void read_group_contents(GroupId group) {
    const int ncid = ncids_[group];
    int attributes = 0;
    int variables = 0;
    call(nc_inq_natts, ncid, &attributes);
    with_context("group " + schema().group_path(group), [&] {
      schema().groups[group].attributes =
          read_attributes(ncid, NC_GLOBAL, attributes, schema().group_path(group));
    });
    call(nc_inq_nvars, ncid, &variables);
    for (int varid = 0; varid < variables; ++varid) read_variable(group, varid);
  }

  /// How often an attribute occurs in a file.
  struct Occurrences {
    int times = 0;
    bool in_other_form = false;  ///< of Unicode than the composed one
  };

  // libnetcdf reads values by name, in Unicode's composed form: those of a second attribute with a
  // name would be the first's.
  std::vector<Attribute> read_attributes(int ncid, int varid, int count, const std::string& owner) {
    std::vector<Attribute> attributes;
    std::map<std::string, Occurrences> all_occurrences;
    for (int index = 0; index < count; ++index) {
      std::array<char, NC_MAX_NAME + 1> name{};
      call(nc_inq_attname, ncid, varid, index, name.data());
      const std::string composed = base::to_nfc(name.data());
      Occurrences& occurrences = all_occurrences[composed];
      if (composed != name.data()) occurrences.in_other_form = true;
      if (++occurrences.times > 1) continue;
      attributes.push_back(with_context(std::string("attribute ") + name.data(),
                                        [&] { return read_attribute(ncid, varid, name.data()); }));
    }
    for (const auto& [name, occurrences] : all_occurrences) {
      if (occurrences.times > 1) add_repeated(owner, name, occurrences);
    }
    return attributes;
  }

  void add_repeated(const std::string& owner, const std::string& name,
                    const Occurrences& occurrences) {
    const char* const read = occurrences.in_other_form
                                 ? "the one whose name is in Unicode's composed form"
                                 : "the first";
    schema().findings.push_back(
        {model::Finding::Kind::left_out, owner,
         fmt::format("occurs {} times, and only {} is read: netCDF allows each name once",
                     occurrences.times, read),
         name});
  }

  Attribute read_attribute(int ncid, int varid, const char* name) {
    nc_type type = NC_NAT;
    std::size_t length = 0;
    call(nc_inq_att, ncid, varid, name, &type, &length);
    auto values = std::make_shared<model::Values>(types_.get_type(type), length);
    if (length > 0) {
      call(nc_get_att, ncid, varid, name, static_cast<void*>(values->data()));
    }
    return {name, std::move(values)};
  }

  void read_variable(GroupId group, int varid) {
    const int ncid = ncids_[group];
    std::array<char, NC_MAX_NAME + 1> name{};
    nc_type type = NC_NAT;
    int attributes = 0;
    call(nc_inq_var, ncid, varid, name.data(), &type, static_cast<int*>(nullptr),
         static_cast<int*>(nullptr), &attributes);
    const std::string path = variable_path(ncid, varid);
    with_context("variable " + path, [&] {
      Variable variable;
      variable.name = name.data();
      variable.group = group;
      variable.type = types_.get_type(type);
      variable.dimensions = read_variable_dimensions(ncid, varid);
      variable.attributes = read_attributes(ncid, varid, attributes, path);
      int no_fill = 0;
      call(nc_inq_var_fill, ncid, varid, &no_fill, static_cast<void*>(nullptr));
      variable.no_fill = no_fill != 0;
      if (is_netcdf4(schema().format)) read_storage(ncid, varid, variable);
      schema().variables.push_back(std::move(variable));
      result_.handles.push_back({ncid, varid});
    });
  }

  std::vector<model::DimensionId> read_variable_dimensions(int ncid, int varid) {
    std::vector<model::DimensionId> dimensions;
    for (const int dimid : variable_dimensions(ncid, varid)) {
      const auto found = dimension_ids_.find(dimid);
      if (found == dimension_ids_.end()) {
        throw Error(ErrorCode::corrupt,
                    "has dimension id " + std::to_string(dimid) + ", which is not defined");
      }
      dimensions.push_back(found->second);
    }
    return dimensions;
  }

  static void read_storage(int ncid, int varid, Variable& variable) {
    int storage = NC_CONTIGUOUS;
    std::vector<std::size_t> chunk_shape(std::max<std::size_t>(variable.dimensions.size(), 1));
    call(nc_inq_var_chunking, ncid, varid, &storage, chunk_shape.data());
    variable.storage = layout_of(storage);
    if (variable.storage.layout == model::Layout::chunked) {
      chunk_shape.resize(variable.dimensions.size());
      variable.storage.chunk_shape = std::move(chunk_shape);
    }
    variable.filters = read_filters(ncid, varid);
    int endianness = NC_ENDIAN_NATIVE;
    call(nc_inq_var_endian, ncid, varid, &endianness);
    if (endianness == NC_ENDIAN_LITTLE) variable.byte_order = model::ByteOrder::little;
    if (endianness == NC_ENDIAN_BIG) variable.byte_order = model::ByteOrder::big;
    variable.quantization = read_quantization(ncid, varid);
  }

  static model::Storage layout_of(int storage) {
    switch (storage) {
      case NC_CONTIGUOUS:
        return {model::Layout::contiguous, {}};
      case NC_COMPACT:
        return {model::Layout::compact, {}};
      case NC_CHUNKED:
        return {model::Layout::chunked, {}};
      default:
        return {model::Layout::other, {}};
    }
  }

  static std::optional<model::Quantization> read_quantization(int ncid, int varid) {
    using Mode = model::Quantization::Mode;
    const auto [mode, digits] = netcdf::read_quantization(ncid, varid);
    switch (mode) {
      case NC_QUANTIZE_BITGROOM:
        return model::Quantization{Mode::bit_groom, digits};
      case NC_QUANTIZE_GRANULARBR:
        return model::Quantization{Mode::granular_bit_round, digits};
      case NC_QUANTIZE_BITROUND:
        return model::Quantization{Mode::bit_round, digits};
      default:
        return std::nullopt;
    }
  }

  int root_;
  OpenSchema result_;
  std::vector<int> ncids_;  ///< of the groups, in the order of schema().groups
  std::map<int, model::DimensionId> dimension_ids_;
  TypeReader types_;
};

}  // namespace

OpenSchema read_schema(int ncid) {
  const hdf5::ErrorCapture capture;
  return SchemaReader(ncid).read();
}

// nc_inq_natts does not count these attributes; they exist only in HDF5 files.
model::Provenance read_provenance(int ncid) {
  const auto length_of = [ncid](const char* name) {
    std::size_t length = 0;
    const int status = nc_inq_attlen(ncid, NC_GLOBAL, name, &length);
    return status == NC_NOERR ? std::optional(length) : std::nullopt;
  };
  const auto number = [&](const char* name) -> std::optional<int> {
    int value = 0;
    if (length_of(name) != 1) return std::nullopt;
    call(nc_get_att_int, ncid, NC_GLOBAL, name, &value);
    return value;
  };
  model::Provenance provenance;
  if (const auto length = length_of("_NCProperties")) {
    std::string text(*length, '\0');
    call(nc_get_att_text, ncid, NC_GLOBAL, "_NCProperties", text.data());
    provenance.properties = text.substr(0, text.find('\0'));
  }
  provenance.superblock_version = number("_SuperblockVersion");
  if (const auto flag = number("_IsNetcdf4")) provenance.is_netcdf4 = *flag != 0;
  return provenance;
}

}  // namespace ncf::store::netcdf
