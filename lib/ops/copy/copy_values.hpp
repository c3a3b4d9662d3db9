// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies the values of planned work on their routes, and compares them with the input when the
// output is read back. Reports the progress of both. I/O thread only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/dataset/target.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/copy_work.hpp"
#include "transcode/pipeline/pipeline.hpp"
#include "transcode/ranks/other_ranks.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf::ops {

class ValueCopy {
 public:
  /// Reports that nothing is done. All arguments must outlive this object.
  ValueCopy(CopyWork& work, const ProgressHandler& on_progress);

  /// Writes all values, and notes in the work which encoders were chosen and which variables are
  /// certain to keep their error bounds. ranks: other processes that share the work; may be null.
  /// tell: called with notes on values that the output's format cannot represent. throws: Error.
  void write(model::Target& output, transcode::OtherRanks* ranks,
             const std::function<void(const std::vector<std::string>&)>& tell);

  /// Compares the output, which is read back, with the input: everything with --verify; otherwise
  /// only variables whose lossy filters may have exceeded their bounds. Returns the variables with
  /// values beyond their error bound. throws: Error(corrupt) for any other difference.
  [[nodiscard]] transcode::Excesses compare(model::Source& source, transcode::OtherRanks* ranks);

  /// Reports what needed no work, for example missing chunks and variables that are not read back.
  void finish();

 private:
  void add(std::uint64_t bytes);
  [[nodiscard]] BytesHandler adder();
  void pass_through(model::Target& output, transcode::OtherRanks* ranks);
  void recode(model::Target& output, transcode::OtherRanks* ranks);
  void take_recoded(model::VariableId id, transcode::Recoded recoded);

  CopyWork& work_;
  const ProgressHandler& on_progress_;
  /// In whole chunks, which may have more bytes than the values, so the bytes done are limited.
  CopyProgress progress_;
};

}  // namespace ncf::ops
