// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers and texts in few bytes, for messages between processes of one program: seven bits of a
// number in a byte, the lowest first.
//
//   std::string bytes;
//   base::pack(bytes, 300);
//   base::Unpacker packed(bytes);
//   packed.number();  // 300
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ncf::base {

void pack(std::string& bytes, std::uint64_t number);
void pack(std::string& bytes, std::string_view text);

/// Reads in the order of packing. The functions throw Error(internal) if the bytes end too early.
class Unpacker {
 public:
  /// bytes: must outlive this.
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }
  std::uint64_t number();
  std::string text();
  /// A number of items to follow, each of at least one byte.
  std::size_t count();

 private:
  std::string_view rest_;
};

}  // namespace ncf::base
