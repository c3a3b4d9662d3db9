// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/joined_inputs.hpp"

#include "base/errors/error_context.hpp"

namespace ncf::ops {

JoinedInput find_joined(const std::string& name, const store::Network& network) {
  return base::with_context(name, [&] {
    return JoinedInput{name, store::reach_input(name, network), 0, {}, {}};
  });
}

void watch(JoinedInput& joined) {
  base::with_context(joined.name, [&] {
    joined.bytes = store::input_bytes(joined.found);
    if (joined.found.path && joined.found.kind == location::Contents::Kind::folder) {
      joined.folder = base::find_state(*joined.found.path);
    } else if (joined.found.path) {
      joined.watched.emplace(*joined.found.path);
    }
  });
}

void require_unchanged_input(const JoinedInput& joined) {
  base::with_context(joined.name, [&] {
    if (joined.watched) joined.watched->require_unchanged();
    if (joined.folder) require_unchanged_folder(*joined.found.path, *joined.folder);
  });
}

void require_unchanged_folder(const std::filesystem::path& folder, const base::FileState& before) {
  const auto now = base::find_state(folder);
  if (now && now->checksum == before.checksum) return;
  throw base::BusyFile("a file of the store changed while it was read");
}

}  // namespace ncf::ops
