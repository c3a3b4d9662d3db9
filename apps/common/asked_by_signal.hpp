// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// SIGUSR1 asks a program for its progress.
#pragma once

namespace ncf::apps {

/// While this object lives, the signal does not end the program. Only one may live at a time.
class AskedBySignal {
 public:
  AskedBySignal();
  AskedBySignal(const AskedBySignal&) = delete;
  AskedBySignal& operator=(const AskedBySignal&) = delete;
  ~AskedBySignal();

  /// Whether the signal has arrived since the last call.
  [[nodiscard]] bool take() const noexcept;
};

}  // namespace ncf::apps
