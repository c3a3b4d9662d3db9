// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An output that is being made, on this machine (base/output/pending_output.hpp) or on a server
// (store/remote_output.hpp). It appears whole or not at all. I/O thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/files/source_status.hpp"
#include "base/output/pending_output.hpp"
#include "filter/filter_source.hpp"
#include "model/source.hpp"
#include "model/target.hpp"
#include "ncf/format.hpp"
#include "ops/output_place.hpp"
#include "store/input.hpp"
#include "store/tuning.hpp"

namespace ncf::ops {

/// Whether what is read back must come from the disk, not from the system's memory.
enum class ReadFrom { anywhere, disk };

class PendingDataset {
 public:
  PendingDataset() = default;
  PendingDataset(const PendingDataset&) = delete;
  PendingDataset& operator=(const PendingDataset&) = delete;
  /// Removes what was made unless committed.
  virtual ~PendingDataset() = default;

  /// Only for outputs on this machine; as of a PendingOutput.
  virtual void limit_readers(const base::SourceStatus& /*source*/) {}
  virtual void preserve(const base::SourceStatus& /*source*/) {}
  virtual void take_over_target(base::PendingOutput::ReplacedCheck /*check*/) {}
  [[nodiscard]] virtual std::optional<std::string> take_over_note() const { return {}; }
  virtual void require_space(std::uint64_t /*bytes*/) const {}
  virtual void reserve(std::uint64_t /*bytes*/) {}

  /// Returns where it is while it is made; empty for a server.
  [[nodiscard]] virtual std::optional<std::filesystem::path> local_path() const { return {}; }

  /// Call it once. throws: Error naming the variable that failed.
  [[nodiscard]] virtual std::unique_ptr<model::Target> create(const model::Schema& schema,
                                                              store::Tuning tuning,
                                                              filter::FilterSource& filters) = 0;

  /// Returns the size of what was made, when the target is closed. throws: Error.
  [[nodiscard]] virtual std::uint64_t size_bytes() = 0;

  /// Opens it when the target is closed, and passes it to `work`. throws: Error naming the output.
  virtual void read_back(ReadFrom from, filter::FilterSource& filters,
                         const std::function<void(model::Source&)>& work) = 0;

  virtual void commit() = 0;

  /// Removes what was made. Returns what could not be removed, for a message; empty for nothing.
  [[nodiscard]] virtual std::string discard() { return {}; }
};

/// Does `work`, which makes the output. If it fails, what it made is removed, and the error also
/// says what could not be. pending: null if the output was given up. throws: what `work` throws.
void make_or_discard(const std::unique_ptr<PendingDataset>& pending,
                     const std::function<void()>& work);

/// Makes the checks of make_pending, with the same errors, and creates nothing. It may ask a
/// server.
void check_pending(const OutputPlace& place, Format format, const store::Network& network);

/// name: of the output in messages. throws: as PendingFile, PendingFolder and RemoteOutput.
[[nodiscard]] std::unique_ptr<PendingDataset> make_pending(const OutputPlace& place, Format format,
                                                           std::string name,
                                                           const store::Network& network);

}  // namespace ncf::ops
