// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/rank_messages.hpp"

namespace ncf::transcode {

using base::unpack;

void pack_error(std::string& bytes, const Error& error) {
  base::pack(bytes, error.code(), error.message(), error.context());
}

Error unpack_error(base::Unpacker& packed) {
  const auto code = unpack<ErrorCode>(packed);
  Error error(code, unpack<std::string>(packed));
  for (const auto& place : unpack<std::vector<std::string>>(packed)) error.add_context(place);
  return error;
}

}  // namespace ncf::transcode
