// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/main_guard.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>

#include "common/command_line.hpp"
#include "common/crash_handler.hpp"
#include "common/standard_streams.hpp"
#include "ncf/error.hpp"
#include "ncf/stop.hpp"

namespace ncf::apps {
namespace {

constexpr int failed = 1;
constexpr int wrong_usage = 2;

volatile std::sig_atomic_t caught_signal = 0;

/// The first signal asks the work to stop; a second one leaves at once.
void on_signal(int signal) {
  if (caught_signal != 0) {
    remove_unfinished_outputs();
    ::_exit(128 + signal);
  }
  caught_signal = signal;
  request_stop();
}

void install_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // Under nohup, SIGHUP is ignored and must stay so.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

/// Dies of the signal that stopped the work, as the shell expects.
void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int report_usage(const std::string& name, const std::string& message) {
  print_message(fmt::format("{}: {}\nTry '{} --help' for the options.\n", name, message, name));
  return wrong_usage;
}

int report_error(const std::string& name, const Error& error) {
  if (error.code() == ErrorCode::interrupted && caught_signal != 0) {
    print_message(fmt::format("{}: interrupted; unfinished outputs were removed\n", name));
    die_of(caught_signal);
  }
  print_message(fmt::format("{}: {}\n", name, error.what()));
  return error.code() == ErrorCode::usage ? wrong_usage : failed;
}

/// Standard output is the result of --plan and --report: a full disk behind it is a failure.
int finish_output(const std::string& name, int status) {
  if (flush_output()) return status;
  print_message(fmt::format("{}: cannot write to standard output\n", name));
  return failed;
}

std::string program_name(int argc, char** argv) {
  return std::filesystem::path(argc > 0 ? argv[0] : "ncf").filename().string();
}

int guard(const std::string& name, const std::function<int()>& program) {
  prepare_streams();
  skip_cleanup_at_exit();
  install_crash_handler(name);
  install_handlers();
  try {
    return finish_output(name, program());
  } catch (const UsageError& error) {
    return report_usage(name, error.what());
  } catch (const Error& error) {
    return report_error(name, error);
  } catch (const std::bad_alloc&) {
    print_message(name + ": out of memory\n");
  } catch (const std::exception& error) {
    print_message(fmt::format("{}: internal error: {}\n", name, error.what()));
  }
  return failed;
}

}  // namespace

int guard_main(int argc, char** argv,
               const std::function<int(const std::string&, int, char**)>& program) {
  const std::string name = program_name(argc, argv);
  return guard(name, [&] { return program(name, argc, argv); });
}

int guard_command(int argc, char** argv,
                  const std::function<int(const std::string&, int, char**)>& command) {
  const std::string name = fmt::format("{} {}", program_name(argc, argv), argv[1]);
  return guard(name, [&] { return command(name, argc - 1, argv + 1); });
}

void print_note(const std::string& name, const std::string& text) {
  print_message(fmt::format("{}: note: {}\n", name, text));
}

}  // namespace ncf::apps
