// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/roundable.hpp"

#include <fmt/format.h>

#include "model/schema/fill_values.hpp"
#include "model/schema/quantization.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {

bool is_real(const model::Variable& variable) {
  return model::max_digits(model::Quantization::Mode::bit_round, *variable.type) > 0;
}

std::optional<std::string> why_not_round(const model::Variable& variable, RoundingBy by) {
  if (!is_real(variable)) {
    const char* advice = is_packed(variable)
                             ? "; the precision of packed values is their scale_factor"
                             : "; -F compresses others without loss";
    return fmt::format("is of type {}; only float and double can be rounded{}", variable.type->name,
                       advice);
  }
  if (is_packed(variable) && by == RoundingBy::values) {
    return "is packed by scale_factor or add_offset, so the error of its values cannot be "
           "measured; give ncfcopy --quantize the number of bits, as in bitround,10";
  }
  return std::nullopt;
}

void NotRounded::add(const model::Variable& variable, const std::string& path,
                     const std::string& why) {
  if (is_real(variable)) {
    reals_.push_back(fmt::format("variable {} {}", path, why));
  } else if (is_packed(variable)) {
    packed_integers_.push_back(path);
  }
}

void NotRounded::note(std::vector<std::string>& notes) const {
  notes.insert(notes.end(), reals_.begin(), reals_.end());
  if (packed_integers_.empty()) return;
  notes.push_back("packed integers are not rounded, because scale_factor gives their precision: " +
                  format_few(packed_integers_));
}

}  // namespace ncf::ops
