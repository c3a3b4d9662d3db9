// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output folder that appears whole or not at all. One that it replaces changes places with it at
// once where the system can do that, else by two names with a way back, and is then removed.
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
  /// Why a folder that is there, and not empty, is not to be replaced, and so lost: "is ...". Empty
  /// if it may be.
  using WhyKept = std::function<std::optional<std::string>(const std::filesystem::path&)>;

  /// throws: Error(not_found) if the folder above is missing, Error(io) if it is not writable or
  /// something is there that may not be replaced. An empty folder may always be.
  PendingFolder(const std::filesystem::path& target, const WhyKept& why_kept);

  /// Throws what the constructor would throw, and makes nothing.
  static void check(const std::filesystem::path& target, const WhyKept& why_kept);

  void reserve(std::uint64_t bytes) override;
  void commit() override;

 private:
  WhyKept why_kept_;
};

}  // namespace ncf::base
