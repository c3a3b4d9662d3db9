// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an output is called until it is finished: `.NAME.ncf-MACHINE-PID-XXXX` beside its target
// NAME, which is cut where it is long. MACHINE are hexadecimal digits that differ from machine to
// machine, container to container and target to target: of processes elsewhere nobody here knows
// whether they are dead. A folder on its way out of the target's place has `-old` behind its name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ncf::base {

constexpr std::string_view aside_suffix = "-old";

/// The begin of the name, up to PID.
std::string temporary_prefix(const std::filesystem::path& target);

/// A path that nothing has.
std::filesystem::path pick_temporary(const std::filesystem::path& target);

/// Whether a file name has this form, whatever the machine and the target.
bool is_temporary_name(std::string_view name);

/// Removes what dead processes of this machine left beside the target. A folder that one of them
/// had moved aside gets its place back where nothing has taken it.
void clear_leftovers(const std::filesystem::path& target);

/// Does the same for all targets in a folder, which is read once: from then on `clear_leftovers`
/// does nothing for targets in it, in this process and those it forks. For many outputs in one
/// folder; call it before other threads make outputs.
void clear_leftovers_in(const std::filesystem::path& folder);

}  // namespace ncf::base
