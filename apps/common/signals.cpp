// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/signals.hpp"

#include <array>
#include <csignal>

namespace ncf::apps {
namespace {

using Handler = void (*)(int);

void set_handler(int signal, Handler handler) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  ::sigaction(signal, &action, nullptr);
}

volatile std::sig_atomic_t is_asked = 0;

void note_question(int /*signal*/) { is_asked = 1; }

constexpr std::array stopping_signals{SIGINT, SIGTERM, SIGHUP};

StopSource stop;
volatile std::sig_atomic_t caught_signal = 0;

void request_stop(int signal) {
  caught_signal = signal;
  stop.request_stop();
}

/// Replaces the handlers only of signals that are handled by `from`: nohup ignores SIGHUP, which
/// must stay ignored.
void replace_handlers(Handler from, Handler to) {
  for (const int signal : stopping_signals) {
    struct sigaction before {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler == from) set_handler(signal, to);
  }
}

}  // namespace

AskedBySignal::AskedBySignal() { set_handler(SIGUSR1, note_question); }

AskedBySignal::~AskedBySignal() { set_handler(SIGUSR1, SIG_IGN); }

bool AskedBySignal::take() const noexcept {
  if (is_asked == 0) return false;
  is_asked = 0;
  return true;
}

StopOnSignals::StopOnSignals() { replace_handlers(SIG_DFL, request_stop); }

StopOnSignals::~StopOnSignals() { replace_handlers(request_stop, SIG_DFL); }

const StopSource& StopOnSignals::source() const noexcept { return stop; }

void StopOnSignals::die_of_signal() const {
  if (caught_signal == 0) return;
  std::signal(caught_signal, SIG_DFL);
  std::raise(caught_signal);
}

}  // namespace ncf::apps
