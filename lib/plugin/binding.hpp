// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Binds the parameters of every filter that is here: by its kernel, and where it has none by
// libhdf5, which asks the filter's can-apply and set-local callbacks.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include "filter/binding.hpp"

namespace ncf::plugin {

class FilterBinding final : public filter::Binding {
 public:
  [[nodiscard]] StoredFilter bind(const Filter& visible,
                                  const filter::ChunkLayout& layout) override;
};

}  // namespace ncf::plugin
