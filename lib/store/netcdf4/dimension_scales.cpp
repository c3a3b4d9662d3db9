// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dimension_scales.hpp"

#include <cstddef>
#include <utility>

#include "store/netcdf4/attribute_writer.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::Handle;

/// Makes an object reference, which is the address of the object's header.
hobj_ref_t reference_to(const Handle& dataset) {
  hobj_ref_t reference = 0;
  call(H5Rcreate, static_cast<void*>(&reference), dataset.id(), ".", H5R_OBJECT, hid_t{-1});
  return reference;
}

Handle open_reference(const Handle& file, hobj_ref_t reference) {
  return {call(H5Rdereference2, file.id(), H5P_DEFAULT, H5R_OBJECT,
               static_cast<const void*>(&reference)),
          &H5Dclose};
}

}  // namespace

void mark_as_scale(const Handle& dataset, const std::string& title) {
  static const std::string of_scales = "DIMENSION_SCALE";
  write_text(dataset, "CLASS", of_scales, of_scales.size() + 1);
  write_text(dataset, "NAME", title, title.size() + 1);
}

void DimensionScales::set_scale(model::DimensionId dimension, const Handle& dataset) {
  scales_.at(dimension).dataset = reference_to(dataset);
}

DimensionScales::DimensionScales(std::size_t dimension_count)
    : list_type_(call(H5Tvlen_create, H5T_STD_REF_OBJ), &H5Tclose), scales_(dimension_count) {}

void DimensionScales::add_user(const Handle& dataset, std::vector<model::DimensionId> dimensions) {
  const hobj_ref_t reference = reference_to(dataset);
  bool has_all = true;
  for (std::size_t axis = 0; axis < dimensions.size(); ++axis) {
    Scale& scale = scales_.at(dimensions[axis]);
    scale.uses.push_back({reference, static_cast<int>(axis)});
    has_all = has_all && scale.dataset != 0;
  }
  if (has_all) return write_scales(dataset, dimensions);
  users_.push_back({reference, std::move(dimensions)});
}

void DimensionScales::write_scales(const Handle& dataset,
                                   const std::vector<model::DimensionId>& dimensions) const {
  std::vector<hvl_t> lists;
  for (const model::DimensionId id : dimensions) {
    lists.push_back({1, const_cast<hobj_ref_t*>(&scales_[id].dataset)});
  }
  write_list(dataset, "DIMENSION_LIST", list_type_.id(), lists.size(), lists.data());
}

void DimensionScales::attach(const Handle& file) const {
  for (const User& user : users_) {
    write_scales(open_reference(file, user.dataset), user.dimensions);
  }
  const Handle use_type(call(H5Tcreate, H5T_COMPOUND, sizeof(Use)), &H5Tclose);
  call(H5Tinsert, use_type.id(), "dataset", offsetof(Use, dataset), H5T_STD_REF_OBJ);
  call(H5Tinsert, use_type.id(), "dimension", offsetof(Use, axis), H5T_NATIVE_INT);
  for (const Scale& scale : scales_) {
    if (scale.uses.empty()) continue;
    write_list(open_reference(file, scale.dataset), "REFERENCE_LIST", use_type.id(),
               scale.uses.size(), scale.uses.data());
  }
}

}  // namespace ncf::store::netcdf4
