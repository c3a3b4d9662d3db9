// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A header as NcML, the XML of the classic data model. Pure function, any thread.
// source: ncdump(1), option -x; the NcML 2.2 schema
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

struct NcmlText {
  std::string text;                   ///< always well-formed
  std::vector<std::string> replaced;  ///< the parts in which U+FFFD replaces some characters
};

/// schema: of the classic model. shown: for each variable, whether its values are shown. If so, its
/// element is not written as an empty one.
NcmlText format_ncml(const model::Schema& schema, std::string_view location,
                     const std::vector<bool>& shown, const CdlStyle& style);

}  // namespace ncf::cdl
