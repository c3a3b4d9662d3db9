// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A text that can be read more than once, whatever its source. Text that does not come from a file
// is kept in memory, or in an unnamed file if it is large.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "cdl/read/text.hpp"

namespace ncf::ops {

class InputText {
 public:
  /// path: of a file, or "-" for standard input, which is read to its end.
  /// throws: Error(io); Error(unsupported) for a text in another encoding than UTF-8.
  explicit InputText(const std::string& path);

  /// Returns the text from its beginning, without a byte order mark. Valid as long as this object.
  [[nodiscard]] cdl::TextSource source() const;

  /// Returns the identity of the opened file, whatever its name.
  [[nodiscard]] const base::FileIdentity& identity() const noexcept { return identity_; }

  /// Returns the name in messages.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  void keep(int descriptor);
  void skip_byte_order_mark();
  [[nodiscard]] std::size_t read_at(std::uint64_t offset, std::span<char> text) const;

  std::string name_;
  base::FileIdentity identity_;
  std::optional<base::Descriptor> file_;  ///< empty if the text is in memory
  std::vector<char> small_;
  std::uint64_t begin_ = 0;
};

}  // namespace ncf::ops
