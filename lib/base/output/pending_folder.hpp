// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output folder that appears complete or not at all. A folder that it replaces is exchanged with
// it, in one step if the system supports that, otherwise in several steps that can be undone, and
// is then removed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/output/pending_output.hpp"

namespace ncf::base {

class PendingFolder final : public PendingOutput {
 public:
  /// Returns why an existing folder that is not empty must not be replaced, and thus lost: "is
  /// ..."; empty if it may be.
  using WhyKept = std::function<std::optional<std::string>(const std::filesystem::path&)>;

  /// throws: Error(not_found) if the parent folder is missing, Error(io) if it is not writable or
  /// there is something that may not be replaced. An empty folder may always be replaced.
  PendingFolder(const std::filesystem::path& target, const WhyKept& why_kept);

  /// Throws what the constructor would throw, without making anything.
  static void check(const std::filesystem::path& target, const WhyKept& why_kept);

  void reserve(std::uint64_t bytes) override;
  void commit() override;

 private:
  WhyKept why_kept_;
};

}  // namespace ncf::base
