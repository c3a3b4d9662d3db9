// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/hazards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/at_place.hpp"
#include "store/hdf5/calls.hpp"
#include "store/hdf5/dataset_path.hpp"
#include "store/hdf5/links.hpp"

namespace ncf::store::hdf5 {
namespace {

// ---- Strings of a fixed length ------------------------------------------------------------------

bool is_fixed_text(hid_t type) {
  return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) > 1;
}

/// Whether there is any such string in the type. Single characters are netCDF's char.
bool has_fixed_text(hid_t type) {
  switch (H5Tget_class(type)) {
    case H5T_STRING:
      return is_fixed_text(type);
    case H5T_ARRAY:
    case H5T_VLEN:
      return has_fixed_text(Handle(call(H5Tget_super, type), &H5Tclose).id());
    case H5T_COMPOUND:
      for (unsigned i = 0; i < static_cast<unsigned>(call(H5Tget_nmembers, type)); ++i) {
        if (has_fixed_text(Handle(call(H5Tget_member_type, type, i), &H5Tclose).id())) return true;
      }
      return false;
    default:
      return false;
  }
}

/// libnetcdf takes floats wider than a double for strings, and their bytes for addresses.
bool is_wide_float(hid_t type) {
  return H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) > sizeof(double);
}

/// libnetcdf reads one string right if it ends within its length.
bool is_misread(hid_t dataset, hid_t type) {
  if (!has_fixed_text(type)) return false;
  const Handle space(call(H5Dget_space, dataset), &H5Sclose);
  const bool is_single = is_fixed_text(type) && H5Sget_simple_extent_type(space.id()) == H5S_SCALAR;
  return !is_single || H5Tget_strpad(type) != H5T_STR_NULLTERM;
}

/// libnetcdf reads a fill value when it opens a file, into the memory of a pointer.
bool has_overlong_fill(hid_t properties, hid_t type) {
  H5D_fill_value_t fill = H5D_FILL_VALUE_UNDEFINED;
  call(H5Pfill_value_defined, properties, &fill);
  return fill == H5D_FILL_VALUE_USER_DEFINED && (is_fixed_text(type) || is_wide_float(type)) &&
         H5Tget_size(type) > sizeof(char*);
}

Error wide_float_error(std::string_view what) {
  return {ErrorCode::unsupported,
          fmt::format("{} floats wider than a double, which netCDF does not have; write them as "
                      "doubles, for example with h5py",
                      what)};
}

/// Without values, not even fill values. The extent of a virtual dataset is in other files, which
/// libhdf5 would open; it is never null.
bool has_null_space(hid_t dataset, hid_t properties) {
  if (H5Pget_layout(properties) == H5D_VIRTUAL) return false;
  const Handle space(call(H5Dget_space, dataset), &H5Sclose);
  return H5Sget_simple_extent_type(space.id()) == H5S_NULL;
}

Error null_space_error() {
  return {ErrorCode::unsupported,
          "it has no place for any value (a null dataspace), where a netCDF variable has one at "
          "least"};
}

Error text_error(std::string_view what) {
  return {ErrorCode::unsupported,
          fmt::format("{} strings of a fixed length, which libnetcdf misreads; write them as "
                      "strings of variable length, for example with h5py's string_dtype()",
                      what)};
}

// ---- Values in other files ----------------------------------------------------------------------

/// What a function of HDF5 that is asked for a text twice gives: its length, then itself.
template <class Get>
std::string text_from(Get get) {
  const auto length = static_cast<std::size_t>(get(nullptr, std::size_t{0}));
  std::string text(length, '\0');
  if (length > 0) get(text.data(), length + 1);
  return text;
}

std::string external_file(hid_t properties) {
  std::string name(4096, '\0');
  off_t offset = 0;
  hsize_t bytes = 0;
  call(H5Pget_external, properties, 0U, name.size() - 1, name.data(), &offset, &bytes);
  return name.substr(0, name.find('\0'));
}

/// Finds out which other file holds values of a dataset.
class ForeignFileFinder {
 public:
  explicit ForeignFileFinder(hid_t file) : file_(file) {}

  /// Empty if all values are in the file itself, as far as can be said without reading others.
  std::optional<std::string> find(hid_t properties) {
    if (H5Pget_layout(properties) == H5D_VIRTUAL) return find_virtual(properties);
    if (call(H5Pget_external_count, properties) > 0) return external_file(properties);
    return std::nullopt;
  }

 private:
  std::optional<std::string> find_virtual(hid_t properties) {
    std::size_t count = 0;
    call(H5Pget_virtual_count, properties, &count);
    for (std::size_t i = 0; i < count; ++i) {
      auto file = text_from([&](char* text, std::size_t bytes) {
        return call(H5Pget_virtual_filename, properties, i, text, bytes);
      });
      if (file != ".") return file;
      auto found = find_source(text_from([&](char* text, std::size_t bytes) {
        return call(H5Pget_virtual_dsetname, properties, i, text, bytes);
      }));
      if (found) return found;
    }
    return std::nullopt;
  }

  /// For a source in the same file, which may be virtual as well. A pattern of names may reach any
  /// dataset, so it counts as foreign.
  std::optional<std::string> find_source(const std::string& name) {
    if (name.find('%') != std::string::npos) return name;
    const auto [known, is_new] = known_.try_emplace(name);
    if (!is_new) return known->second;
    ErrorCapture quiet;
    const Handle source(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), &H5Dclose);
    if (source.id() < 0) return std::nullopt;
    const Handle properties(call(H5Dget_create_plist, source.id()), &H5Pclose);
    return known->second = find(properties.id());
  }

  hid_t file_;
  std::map<std::string, std::optional<std::string>> known_;  ///< by source in the same file
};

/// Whether libhdf5 asks other files how long a virtual dataset is.
bool is_length_elsewhere(hid_t properties) {
  if (H5Pget_layout(properties) != H5D_VIRTUAL) return false;
  std::size_t count = 0;
  call(H5Pget_virtual_count, properties, &count);
  for (std::size_t i = 0; i < count; ++i) {
    const Handle space(call(H5Pget_virtual_vspace, properties, i), &H5Sclose);
    ErrorCapture quiet;
    if (H5Sget_select_npoints(space.id()) < 0) return true;
  }
  return false;
}

Error foreign_error(const std::string& file) {
  return {ErrorCode::unsupported,
          fmt::format("its values are in another file, {}; --follow-external reads them", file)};
}

// ---- All objects of a file ----------------------------------------------------------------------

class Survey {
 public:
  Survey(Handle file, bool follow_external)
      : file_(std::move(file)), foreign_files_(file_.id()), follow_external_(follow_external) {}

  bool run() {
    look_below("/");
    return may_find_faults_;
  }

 private:
  void look_below(const std::string& group) {
    for (const Link& link : links_below(file_, group)) {
      if (link.type == H5L_TYPE_EXTERNAL) {
        look_beyond(link.path);
      } else if (link.type == H5L_TYPE_HARD) {
        look_at(link.path, /*is_elsewhere=*/false);
      }
    }
  }

  /// At what a link to another file leads to.
  void look_beyond(const std::string& path) {
    const std::string target = target_of(path);
    if (!follow_external_) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("leads to another file, {}; --follow-external opens it",
                              target.substr(0, target.find('\n'))))
          .add_context("link " + path);
    }
    if (seen_.insert(identity_of(path)).second) look_at(path, /*is_elsewhere=*/true);
  }

  /// The file that holds an object and its place there. The text of a link does not identify them:
  /// names of files are relative to the file that the link is in.
  [[nodiscard]] std::string identity_of(const std::string& path) const {
    const Handle object(call(H5Oopen, file_.id(), path.c_str(), H5P_DEFAULT), &H5Oclose);
    H5O_info_t info;
    call(H5Oget_info, object.id(), &info);
    const std::string name = text_from(
        [&](char* text, std::size_t bytes) { return call(H5Fget_name, object.id(), text, bytes); });
    return fmt::format("{}\n{}", std::filesystem::weakly_canonical(name).native(), info.addr);
  }

  /// File and object, one per line.
  [[nodiscard]] std::string target_of(const std::string& path) const {
    H5L_info_t info;
    call(H5Lget_info, file_.id(), path.c_str(), &info, H5P_DEFAULT);
    std::vector<char> value(info.u.val_size);
    call(H5Lget_val, file_.id(), path.c_str(), static_cast<void*>(value.data()), value.size(),
         H5P_DEFAULT);
    unsigned flags = 0;
    const char* file = nullptr;
    const char* object = nullptr;
    call(H5Lunpack_elink_val, value.data(), value.size(), &flags, &file, &object);
    return fmt::format("{}\n{}", file, object);
  }

  void look_at(const std::string& path, bool is_elsewhere) {
    const Handle object(call(H5Oopen, file_.id(), path.c_str(), H5P_DEFAULT), &H5Oclose);
    const H5I_type_t type = H5Iget_type(object.id());
    if (type == H5I_DATASET) {
      base::at_place([&] { return "variable " + path; }, [&] { look_at_dataset(object.id()); });
    } else if (type == H5I_GROUP && is_elsewhere) {
      look_below(path);
    }
  }

  void look_at_dataset(hid_t dataset) {
    const Handle properties(call(H5Dget_create_plist, dataset), &H5Pclose);
    const Handle type(call(H5Dget_type, dataset), &H5Tclose);
    if (has_null_space(dataset, properties.id())) may_find_faults_ = true;
    if (has_fixed_text(type.id())) {
      may_find_faults_ = true;
      if (has_overlong_fill(properties.id(), type.id())) {
        throw text_error("its fill value is one of the");
      }
    }
    if (is_wide_float(type.id())) {
      may_find_faults_ = true;
      if (has_overlong_fill(properties.id(), type.id())) {
        throw wide_float_error("its fill value is one of");
      }
    }
    if (follow_external_) return;
    const auto file = foreign_files_.find(properties.id());
    if (!file) return;
    may_find_faults_ = true;
    if (is_length_elsewhere(properties.id())) throw foreign_error(*file);
  }

  Handle file_;
  ForeignFileFinder foreign_files_;
  bool follow_external_;
  bool may_find_faults_ = false;
  std::set<std::string> seen_;
};

std::optional<Error> fault_of(const Handle& file, const std::string& path, bool follow_external,
                              ForeignFileFinder& foreign_files) {
  ErrorCapture quiet;
  const Handle dataset(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT), &H5Dclose);
  if (dataset.id() < 0) return std::nullopt;
  const Handle properties(call(H5Dget_create_plist, dataset.id()), &H5Pclose);
  const Handle type(call(H5Dget_type, dataset.id()), &H5Tclose);
  if (!follow_external) {
    const auto foreign = foreign_files.find(properties.id());
    if (foreign) return foreign_error(*foreign);
  }
  if (has_null_space(dataset.id(), properties.id())) return null_space_error();
  if (is_misread(dataset.id(), type.id())) return text_error("its values are");
  if (is_wide_float(type.id())) return wide_float_error("its values are");
  return std::nullopt;
}

// ---- Attributes ---------------------------------------------------------------------------------

/// Whether values of the type may be strings of a fixed length in the file.
bool may_be_fixed_text(const model::Type& type) {
  if (type.type_class == model::TypeClass::string) return true;
  if (type.is_atomic()) return false;
  const auto is_text = [](const model::TypeRef& inner) {
    return inner->type_class == model::TypeClass::char_ || may_be_fixed_text(*inner);
  };
  return (type.base && is_text(type.base)) ||
         std::any_of(type.fields.begin(), type.fields.end(),
                     [&](const model::CompoundField& field) { return is_text(field.type); });
}

bool has_nul_inside(std::string_view text) {
  const std::size_t end = text.find_last_not_of('\0');
  return end != std::string_view::npos && text.substr(0, end).find('\0') != std::string_view::npos;
}

/// Of strings of a fixed length that do not end with a NUL.
bool has_any_nul_inside(hid_t attribute, hid_t type) {
  const Handle space(call(H5Aget_space, attribute), &H5Sclose);
  const auto count = static_cast<std::size_t>(call(H5Sget_simple_extent_npoints, space.id()));
  const std::size_t length = H5Tget_size(type);
  std::string texts(count * length, '\0');
  call(H5Aread, attribute, type, static_cast<void*>(texts.data()));
  for (std::size_t i = 0; i < count; ++i) {
    if (has_nul_inside(std::string_view(texts).substr(i * length, length))) return true;
  }
  return false;
}

void require_whole(hid_t attribute) {
  const Handle type(call(H5Aget_type, attribute), &H5Tclose);
  if (!has_fixed_text(type.id())) return;
  if (!is_fixed_text(type.id())) throw text_error("its values have");
  if (H5Tget_strpad(type.id()) == H5T_STR_NULLTERM || !has_any_nul_inside(attribute, type.id())) {
    return;
  }
  throw Error(ErrorCode::unsupported,
              "one of its strings has a NUL inside, where netCDF's strings end; delete the "
              "attribute or write it otherwise, for example with h5py");
}

void require_whole(const Handle& file, const std::string& object,
                   const std::vector<model::Attribute>& attributes) {
  for (const model::Attribute& one : attributes) {
    if (!may_be_fixed_text(*one.values->type())) continue;
    ErrorCapture quiet;
    const Handle attribute(
        H5Aopen_by_name(file.id(), object.c_str(), one.name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        &H5Aclose);
    if (attribute.id() < 0) continue;  // libnetcdf makes some attributes itself
    base::at_place([&] { return "attribute " + one.name; }, [&] { require_whole(attribute.id()); });
  }
}

}  // namespace

bool check_before_opening(const std::filesystem::path& path, bool follow_external) {
  std::optional<Handle> file;
  try {
    file = open_file(path.string());
  } catch (const Error&) {
    return false;  // libnetcdf reports what is wrong
  }
  return Survey(std::move(*file), follow_external).run();
}

std::vector<std::optional<Error>> find_faults(const std::filesystem::path& path,
                                              const model::Schema& schema, bool follow_external) {
  const Handle file = open_file(path.string());
  ForeignFileFinder foreign_files(file.id());
  std::vector<std::optional<Error>> faults;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    faults.push_back(
        fault_of(file, dataset_path(file, schema, id), follow_external, foreign_files));
  }
  return faults;
}

void require_whole_attributes(const std::filesystem::path& path, const model::Schema& schema) {
  const Handle file = open_file(path.string());
  for (model::GroupId id = 0; id < schema.groups.size(); ++id) {
    base::at_place(
        [&] { return "group " + schema.group_path(id); },
        [&] { require_whole(file, schema.group_path(id), schema.groups[id].attributes); });
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const auto& attributes = schema.variables[id].attributes;
    if (attributes.empty()) continue;
    base::at_place([&] { return "variable " + schema.variable_path(id); },
                   [&] { require_whole(file, dataset_path(file, schema, id), attributes); });
  }
}

}  // namespace ncf::store::hdf5
