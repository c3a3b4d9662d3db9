// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The special attributes that `ncdump -s` prints in addition to those in the file. They describe
// how each variable is stored, and the file. Pure functions, any thread.
// source: ncdump(1); netCDF User Guide, "Special Virtual Attributes"
#pragma once

#include <string>
#include <vector>

#include "model/schema/finding.hpp"
#include "model/schema/schema.hpp"
#include "ncf/cdl_style.hpp"

namespace ncf::cdl {

struct SpecialAttribute {
  std::string name;
  std::string value;    ///< as CDL writes it, with quotes and escapes
  std::string comment;  ///< the meaning in words, or empty
};

/// Returns those of a variable in ncdump's order. Variables of classic and 64-bit offset files have
/// none.
std::vector<SpecialAttribute> special_attributes(const model::Schema& schema,
                                                 const model::Variable& variable,
                                                 const CdlStyle& style);

/// Returns those of the file.
std::vector<SpecialAttribute> special_attributes(const model::Schema& schema,
                                                 const model::Provenance& provenance,
                                                 const CdlStyle& style);

}  // namespace ncf::cdl
