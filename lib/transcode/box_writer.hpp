// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that come box after box, as chunks. The thread that calls is the I/O thread: it alone
// writes to the target. Worker threads encode the chunks, which are written in the order of the
// boxes, so that the output is the same for any number of threads.
//
//   BoxWriter writer(target, threads, window_bytes);
//   writer.write(recoding, box, values);  ...
//   writer.finish();
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "model/target.hpp"
#include "model/values.hpp"
#include "transcode/recoding.hpp"

namespace ncf::transcode {

class BoxWriter {
 public:
  /// window_bytes: of decoded chunks that are on their way; one box at least always is.
  BoxWriter(model::Target& output, std::size_t threads, std::uint64_t window_bytes);
  BoxWriter(const BoxWriter&) = delete;
  BoxWriter& operator=(const BoxWriter&) = delete;
  ~BoxWriter();  ///< what is on its way is given up

  /// recoding: from elements to chunks that its chain encodes; outlives this. box: no chunk it
  /// reaches into gets values from another; those it leaves out are fill values.
  /// throws: Error naming variable and chunk, perhaps of an earlier box.
  void write(const Recoding& recoding, const model::Box& box, const model::Values& values);

  /// Writes what is on its way. throws: as `write`.
  void finish();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace ncf::transcode
