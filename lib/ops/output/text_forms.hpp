// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives variables of texts the other form: strings become characters with a last dimension named
// string<N>, N the bytes of the variable's longest text, padded with NULs, as xarray writes them;
// and characters along their last dimension become strings. The rest of the copy sees an input of
// this form.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "ncf/copy.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// Replaces the input and the definitions in `source`, with a note. For characters, reads the
/// strings first, to find the longest. throws: Error naming the variable.
void change_texts(std::unique_ptr<model::Source>& input, Subset& source, StringForm form,
                  std::vector<std::string>& notes);

}  // namespace ncf::ops
