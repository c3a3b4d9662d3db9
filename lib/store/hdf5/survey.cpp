// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/survey.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <filesystem>
#include <utility>

#include "base/at_place.hpp"
#include "base/memory.hpp"
#include "store/hdf5/dataset_path.hpp"
#include "store/hdf5/filter_list.hpp"
#include "store/hdf5/misread_types.hpp"
#include "store/hdf5/text_of.hpp"

namespace ncf::store::hdf5 {
namespace {

// ---- Links --------------------------------------------------------------------------------------

struct Link {
  std::string name;  ///< relative to the group
  H5L_type_t type;
  haddr_t address;  ///< of a hard link's object
};

struct LinkList {
  std::vector<Link> links;
  std::exception_ptr failure;
};

// No exception may pass through libhdf5.
herr_t add_link(hid_t /*group*/, const char* name, const H5L_info_t* info, void* list) noexcept {
  auto& links = *static_cast<LinkList*>(list);
  try {
    const haddr_t address = info->type == H5L_TYPE_HARD ? info->u.address : HADDR_UNDEF;
    links.links.push_back({name, info->type, address});
    return 0;
  } catch (...) {
    links.failure = std::current_exception();
    return -1;
  }
}

/// Of the group and of all groups below it.
std::vector<Link> links_below(hid_t group) {
  LinkList list;
  ErrorCapture capture;
  const herr_t status = H5Lvisit(group, H5_INDEX_NAME, H5_ITER_NATIVE, add_link, &list);
  if (list.failure) std::rethrow_exception(list.failure);
  if (status < 0) throw error_of(capture.text());
  return std::move(list.links);
}

/// The file that an external link names.
std::string file_of_link(const Handle& file, const std::string& path) {
  H5L_info_t info;
  call(H5Lget_info, file.id(), path.c_str(), &info, H5P_DEFAULT);
  std::vector<char> value(info.u.val_size);
  call(H5Lget_val, file.id(), path.c_str(), static_cast<void*>(value.data()), value.size(),
       H5P_DEFAULT);
  unsigned flags = 0;
  const char* name = nullptr;
  const char* object = nullptr;
  call(H5Lunpack_elink_val, value.data(), value.size(), &flags, &name, &object);
  return name;
}

/// The file that holds an object and its place there. The text of a link does not identify them:
/// names of files are relative to the file that the link is in.
std::string identity_of(const Handle& object) {
  H5O_info_t info;
  call(H5Oget_info, object.id(), &info);
  const std::string name = text_of(
      [&](char* text, std::size_t bytes) { return call(H5Fget_name, object.id(), text, bytes); });
  return fmt::format("{}\n{}", std::filesystem::weakly_canonical(name).native(), info.addr);
}

// ---- Datasets -----------------------------------------------------------------------------------

/// libnetcdf reads one string right if it ends within its length.
bool is_misread_text(hid_t dataset, hid_t type) {
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

}  // namespace

// Who opens a file first decides on the chunk caches of its datasets, for libnetcdf too. Thousands
// of variables shall not take much room for slots; the bytes are libnetcdf's.
Handle open_to_survey(const std::string& path) {
  constexpr std::size_t cache_slots = 31;
  constexpr std::size_t cache_bytes = std::size_t{16} << 20U;
  constexpr double preemption = 0.75;
  base::require_memory();
  const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  call(H5Pset_cache, access.id(), 0, cache_slots, cache_bytes, preemption);
  return {call(H5Fopen, path.c_str(), unsigned{H5F_ACC_RDONLY}, access.id()), &close_file};
}

Survey::Survey(Handle file, bool follow_external)
    : file_(std::move(file)), foreign_files_(file_.id()), follow_external_(follow_external) {
  const ErrorCapture capture;
  look_below(file_.id(), "/");
}

Handle Survey::end() && {
  open_.clear();
  return std::move(file_);
}

std::string Survey::path_of(const model::Schema& schema, model::VariableId id) const {
  const PossiblePaths paths = possible_paths(schema, id);
  if (datasets_.contains(paths.renamed)) return paths.renamed;
  if (datasets_.contains(paths.plain)) return paths.plain;
  return dataset_path(file_, schema, id);  // by a link that the walk did not take
}

const DatasetFacts& Survey::get(const model::Schema& schema, model::VariableId id) {
  const std::string path = path_of(schema, id);
  const auto known = datasets_.find(path);
  if (known != datasets_.end()) return known->second;
  const Handle dataset = open_dataset(file_, path);
  return datasets_.emplace(path, read_facts(dataset.id())).first->second;
}

// An object is opened by its address: the search for its name would take as long again.
void Survey::look_below(hid_t group, const std::string& path) {
  for (const Link& link : links_below(group)) {
    const std::string link_path = (path == "/" ? path : path + "/") + link.name;
    if (link.type == H5L_TYPE_EXTERNAL) {
      look_beyond(link_path);
    } else if (link.type == H5L_TYPE_HARD) {
      look_at({call(H5Oopen_by_addr, group, link.address), &H5Oclose}, link_path);
    }
  }
}

void Survey::look_at(Handle object, const std::string& path) {
  if (H5Iget_type(object.id()) != H5I_DATASET) return;
  base::at_place([&] { return "variable " + path; },
                 [&] { datasets_.emplace(path, read_facts(object.id())); });
  open_.push_back(std::move(object));
}

void Survey::look_beyond(const std::string& path) {
  if (follow_external_) {
    follow(path);
  } else {
    links_.push_back({path, file_of_link(file_, path)});
  }
}

void Survey::follow(const std::string& path) {
  Handle object(call(H5Oopen, file_.id(), path.c_str(), H5P_DEFAULT), &H5Oclose);
  if (!followed_.insert(identity_of(object)).second) return;
  const auto own = static_cast<std::ptrdiff_t>(open_.size());
  if (H5Iget_type(object.id()) == H5I_GROUP) {
    look_below(object.id(), path);
  } else {
    look_at(std::move(object), path);
  }
  // The other file does not stay open as end() says it must.
  open_.erase(open_.begin() + own, open_.end());
}

DatasetFacts Survey::read_facts(hid_t dataset) {
  const Handle properties(call(H5Dget_create_plist, dataset), &H5Pclose);
  const Handle type(call(H5Dget_type, dataset), &H5Tclose);
  DatasetFacts facts;
  facts.filters = filters_of(properties.id());
  if (!follow_external_) {
    facts.foreign_file = foreign_files_.find(properties.id());
    if (facts.foreign_file) facts.is_length_elsewhere = is_length_elsewhere(properties.id());
  }
  facts.is_wide_float = is_wide_float(type.id());
  facts.has_fixed_text = has_fixed_text(type.id());
  if (!facts.is_wide_float && !facts.has_fixed_text) return facts;
  facts.has_overlong_fill = has_overlong_fill(properties.id(), type.id());
  // libhdf5 may open other files to tell the shape.
  facts.is_misread =
      facts.is_wide_float || (!facts.foreign_file && is_misread_text(dataset, type.id()));
  return facts;
}

}  // namespace ncf::store::hdf5
