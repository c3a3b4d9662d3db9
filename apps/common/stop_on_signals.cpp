// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/stop_on_signals.hpp"

#include <array>
#include <csignal>

namespace ncf::apps {
namespace {

constexpr std::array stopping_signals{SIGINT, SIGTERM, SIGHUP};

StopSource stop;
volatile std::sig_atomic_t caught_signal = 0;

void on_signal(int signal) {
  caught_signal = signal;
  stop.request_stop();
}

void handle(void (*from)(int), void (*to)(int)) {
  struct sigaction action {};
  action.sa_handler = to;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int signal : stopping_signals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    // nohup ignores SIGHUP, which must stay ignored.
    if (before.sa_handler == from) ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace

StopOnSignals::StopOnSignals() { handle(SIG_DFL, on_signal); }

StopOnSignals::~StopOnSignals() { handle(on_signal, SIG_DFL); }

const StopSource& StopOnSignals::source() const noexcept { return stop; }

void StopOnSignals::die_of_signal() const {
  if (caught_signal == 0) return;
  std::signal(caught_signal, SIG_DFL);
  std::raise(caught_signal);
}

}  // namespace ncf::apps
