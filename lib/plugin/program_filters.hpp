// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filters that the program registered (ncf::register_filter), which a placeholder may have replaced
// in libhdf5.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <cstdint>

namespace ncf::plugin {

/// Returns the program's class of filter `id`, or null.
const void* class_of_program(std::uint32_t id) noexcept;

/// Sets the program's class. filter_class: must outlive its registration; null unregisters.
void set_class_of_program(std::uint32_t id, const void* filter_class);

}  // namespace ncf::plugin
