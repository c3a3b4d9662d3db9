// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How a dataset is written as CDL: the choices that ncdump's options offer. Plain values.
// source: ncdump(1)
//
//   ncf::DumpOptions options;
//   options.input = "in.nc";
//   options.style.exact = true;
//   options.style.special_attributes = true;
#pragma once

#include <cstddef>
#include <optional>

namespace ncf {

/// How the indices in annotations are written.
enum class IndexOrder {
  c,       ///< the last dimension varies fastest, from 0
  fortran  ///< the first dimension varies fastest, from 1
};

struct CdlStyle {
  std::size_t line_length = 80;  ///< `-l`, of the data section; at least 10
  /// `-p` and `-d`: significant digits, 1 to 20.
  int float_digits = 7;
  int double_digits = 15;
  /// The digits take precedence over a variable's C_format attribute: `-p`, not `-d`.
  bool float_digits_rule = false;
  bool double_digits_rule = false;
  bool exact = false;  ///< `--exact`: the shortest text that reads back to the same values
  /// `-t` (a blank) and `-i` ('T'): print times as dates, with this between date and time of day.
  std::optional<char> date_separator;
  bool brief_annotations = false;  ///< `-b`: indices before each row
  bool full_annotations = false;   ///< `-f`: indices after each value
  IndexOrder index_order = IndexOrder::c;
  bool special_attributes = false;  ///< `-s`: how variables are stored
  bool filters_in_full = false;     ///< `-F`: _Filter names all filters
  bool properties = true;           ///< not `-Xp`: _NCProperties among the special attributes
  bool fill_value_type = false;     ///< `-XF`: the type before _FillValue
  bool explain = false;             ///< `--explain`: describe filters and codecs in comments
};

}  // namespace ncf
