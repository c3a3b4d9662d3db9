// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/library/available_filters.hpp"

#include <hdf5.h>

#include "base/errors/error_context.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/error_capture.hpp"
#include "ncf/error.hpp"

namespace ncf::hdf5 {

void require_filter(std::uint32_t id) {
  ErrorCapture capture;
  const htri_t available = H5Zfilter_avail(static_cast<H5Z_filter_t>(id));
  if (available > 0) return;
  std::string message = "not available: no plugin with this id was found";
  if (!capture.text().empty()) message += " (HDF5: " + capture.text() + ")";
  throw Error(ErrorCode::not_found, message);
}

void require_filters(const StoredChain& filters) {
  for (const StoredFilter& filter : filters) {
    base::with_context([&] { return filter::filter_title(filter.id); },
                       [&] { require_filter(filter.id); });
  }
}

}  // namespace ncf::hdf5
