// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/program_filters.hpp"

#include <map>

namespace ncf::plugin {
namespace {

std::map<std::uint32_t, const void*>& classes_of_program() {
  static std::map<std::uint32_t, const void*> classes;
  return classes;
}

}  // namespace

const void* class_of_program(std::uint32_t id) noexcept {
  const auto found = classes_of_program().find(id);
  return found == classes_of_program().end() ? nullptr : found->second;
}

void set_class_of_program(std::uint32_t id, const void* filter_class) {
  classes_of_program()[id] = filter_class;
}

}  // namespace ncf::plugin
