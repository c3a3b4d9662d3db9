// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output that is being made, on this machine (base/output/pending_output.hpp) or on a server
// (store/open/remote.hpp). It appears complete or not at all. I/O thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/files/file_attributes.hpp"
#include "base/output/pending_output.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "ncf/format.hpp"
#include "ops/output/output_place.hpp"
#include "store/common/tuning.hpp"

namespace ncf::ops {

/// Whether reading back must use the disk, not the system's memory.
enum class ReadFrom { anywhere, disk };

class PendingDataset {
 public:
  PendingDataset() = default;
  PendingDataset(const PendingDataset&) = delete;
  PendingDataset& operator=(const PendingDataset&) = delete;
  /// Removes the output unless it was committed.
  virtual ~PendingDataset() = default;

  /// See PendingOutput; only for outputs on this machine.
  virtual void limit_readers(const base::SourceStatus& /*source*/) {}
  virtual void preserve(const base::SourceStatus& /*source*/) {}
  virtual void take_over_target(base::PendingOutput::ReplacedCheck /*check*/,
                                base::PendingOutput::OnNote /*on_note*/) {}
  virtual void require_space(std::uint64_t /*bytes*/) const {}
  virtual void reserve(std::uint64_t /*bytes*/) {}

  /// Returns its path while it is made; empty on a server.
  [[nodiscard]] virtual std::optional<std::filesystem::path> local_path() const { return {}; }

  /// Creates the target. Call it once. throws: Error naming the variable that failed.
  [[nodiscard]] virtual std::unique_ptr<model::Target> create(const model::Schema& schema,
                                                              store::Tuning tuning,
                                                              filter::FilterSource& filters) = 0;

  /// Returns the size of the output, after the target is closed. throws: Error.
  [[nodiscard]] virtual std::uint64_t size_bytes() = 0;

  /// Opens the output after the target is closed, and passes it to `work`. throws: Error naming the
  /// output.
  virtual void read_back(ReadFrom from, filter::FilterSource& filters,
                         const std::function<void(model::Source&)>& work) = 0;

  virtual void commit() = 0;

  /// Removes the output. Returns a message about what could not be removed; empty if everything
  /// was.
  [[nodiscard]] virtual std::string discard() { return {}; }
};

/// Does `work`, which makes the output. If it fails, the output is removed, and the error also
/// names what could not be removed. pending: null if the output was given up. throws: what `work`
/// throws.
void make_or_discard(const std::unique_ptr<PendingDataset>& pending,
                     const std::function<void()>& work);

/// Does the checks of make_pending, with the same errors, without creating anything. May ask a
/// server.
void check_pending(const OutputPlace& place, Format format, const store::Network& network);

/// Makes a pending output. name: in messages. throws: as PendingFile, PendingFolder and
/// RemoteOutput.
[[nodiscard]] std::unique_ptr<PendingDataset> make_pending(const OutputPlace& place, Format format,
                                                           std::string name,
                                                           const store::Network& network);

}  // namespace ncf::ops
