// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The inner side of <ncf/stop.hpp>: where work asks whether it should go on.
#pragma once

#include "ncf/stop.hpp"

namespace ncf::base {

/// To be called between pieces of work. throws: Error(interrupted) after `request_stop`.
void throw_if_stopped();

}  // namespace ncf::base
