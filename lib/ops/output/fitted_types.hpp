// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives variables and attributes whose types the output's format lacks the nearest types that it
// has. The rest of the copy sees an input that already has these types:
//
//   type                   in a format without it
//   enumeration            its integers; variables get `flag_values` and `flag_meanings` (CF 3.5),
//                          attributes become the names of their values
//   booleans, as in h5py   the same; attributes become true and false in plain Zarr, else 1 and 0
//   compound {real, imag}  in plain Zarr its complex numbers, {r, i}
//   ubyte, ushort          short, int
//   uint, int64, uint64    double; a value that no double is equal to is an error when it is read
//   string, in attributes  char; several become the lines of one text
//
// What still has another type is an error when the output is made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// Replaces the input and the definitions in `source` if any type must change, with notes.
void fit_types(std::unique_ptr<model::Source>& input, Subset& source, Format format,
               std::vector<std::string>& notes);

}  // namespace ncf::ops
