// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A text that can be read more than once, wherever it comes from: what is no file is kept in one
// without a name, unless it is small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/file_identity.hpp"
#include "cdl/read/text_window.hpp"

namespace ncf::ops {

class InputText {
 public:
  /// `path`, or "-" for standard input, which is read to its end here.
  /// throws: Error(io); Error(unsupported) for a text that says it is not UTF-8.
  explicit InputText(const std::string& path);

  /// The text from its beginning, without a byte order mark. Valid as long as this is.
  [[nodiscard]] cdl::TextSource source() const;

  /// Of what was opened, under whatever name.
  [[nodiscard]] const base::FileIdentity& identity() const noexcept { return identity_; }

  /// What messages call it.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  void keep(int descriptor);
  void skip_byte_order_mark();
  [[nodiscard]] std::size_t read_at(std::uint64_t offset, std::span<char> text) const;

  std::string name_;
  base::FileIdentity identity_;
  std::optional<base::Descriptor> file_;  ///< the one it is in; empty where it is in memory
  std::vector<char> small_;
  std::uint64_t begin_ = 0;
};

}  // namespace ncf::ops
