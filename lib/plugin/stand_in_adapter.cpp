// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/stand_in_adapter.hpp"

#include <hdf5.h>

#include <set>

#include "filter/registry.hpp"
#include "plugin/h5z_adapter.hpp"
#include "plugin/program_filters.hpp"

namespace ncf::plugin {
namespace {

// What libhdf5 has registered belongs to the process, and so does this.
std::set<std::uint32_t>& stand_ins() {
  static std::set<std::uint32_t> ids;
  return ids;
}

std::size_t refuse(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*,
                   void**) noexcept {
  H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_PLINE, H5E_CANTFILTER,
           "a filter that was only to be stored was run");
  return 0;
}

/// The name goes into files; the registry's, whose texts live as long as the program.
H5Z_class2_t stand_in_for(std::uint32_t id) {
  const filter::FilterFacts* facts = filter::find_filter(id);
  H5Z_class2_t stand_in{};
  stand_in.version = H5Z_CLASS_T_VERS;
  stand_in.id = static_cast<H5Z_filter_t>(id);
  stand_in.encoder_present = 1;
  stand_in.decoder_present = 1;
  stand_in.name = facts == nullptr ? "unknown" : facts->name.data();
  stand_in.filter = &refuse;
  return stand_in;
}

std::ptrdiff_t open_file_count() noexcept {
  return H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_FILE);
}

}  // namespace

StandInFilters::StandInFilters() noexcept : files_before_(open_file_count()) {}

void StandInFilters::add(std::span<const std::uint32_t> ids) {
  for (const std::uint32_t id : ids) {
    if (id < H5Z_FILTER_RESERVED || id > H5Z_FILTER_MAX) continue;
    const H5Z_class2_t stand_in = stand_in_for(id);
    register_filter_class(&stand_in);
    stand_ins().insert(id);
    ids_.push_back(id);
  }
}

// HDF5 looks through all open files for this, and crashes on one that it failed to close. Where one
// is left they stay, until they are asked for.
StandInFilters::~StandInFilters() {
  if (open_file_count() > files_before_) return;
  for (const std::uint32_t id : ids_) {
    if (!is_stand_in(id) || !unregister_filter_class(id).empty()) continue;
    forget_stand_in(id);
    if (const void* own = class_of_program(id)) register_filter_class(own);
  }
}

bool is_stand_in(std::uint32_t id) noexcept { return stand_ins().count(id) > 0; }

void forget_stand_in(std::uint32_t id) noexcept { stand_ins().erase(id); }

}  // namespace ncf::plugin
