// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/asked_by_signal.hpp"

#include <csignal>

namespace ncf::apps {
namespace {

volatile std::sig_atomic_t is_asked = 0;

void on_signal(int /*signal*/) { is_asked = 1; }

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGUSR1, &action, nullptr);
}

}  // namespace

AskedBySignal::AskedBySignal() { handle(on_signal); }

AskedBySignal::~AskedBySignal() { handle(SIG_IGN); }

bool AskedBySignal::take() const noexcept {
  if (is_asked == 0) return false;
  is_asked = 0;
  return true;
}

}  // namespace ncf::apps
