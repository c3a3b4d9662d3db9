// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs of an array as a schema keeps them: a list that does not change, shared by all copies
// of the schema. Most code that uses schemas needs no codecs, so this header does without JSON and
// the facts about filters; codec_json.hpp defines a `Codec`. Values, any thread.
#pragma once

#include <memory>
#include <vector>

namespace ncf::filter {

enum class ZarrFormat { v2, v3 };

struct Codec;

/// The codecs of an array of either format; for v3 including `bytes`.
using CodecList = std::vector<Codec>;

class StoredCodecs {
 public:
  StoredCodecs() = default;
  StoredCodecs(CodecList codecs);

  [[nodiscard]] bool empty() const noexcept { return codecs_ == nullptr; }
  [[nodiscard]] const CodecList& list() const noexcept;

 private:
  std::shared_ptr<const CodecList> codecs_;  ///< null if there are none
};

}  // namespace ncf::filter
