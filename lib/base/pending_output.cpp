// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/pending_output.hpp"

#include <fmt/format.h>

#include "base/remove_output.hpp"
#include "base/target_path.hpp"
#include "base/temporary_name.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

PendingOutput::PendingOutput(const fs::path& target)
    : given_(target), target_(follow_links(target)) {}

PendingOutput::~PendingOutput() {
  if (entry_ && !committed_) remove_output(temporary_.c_str());
}

void PendingOutput::begin(const std::function<void(const fs::path& target)>& check) {
  clear_leftovers(target_);
  try {
    check(target_);
  } catch (Error& error) {
    if (target_ != given_) error.add_context(fmt::format("{} (a link)", given_.native()));
    throw;
  }
  temporary_ = pick_temporary(target_);
  entry_.emplace(temporary_);
}

}  // namespace ncf::base
