// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/main_guard.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>

#include "common/command_line.hpp"
#include "common/progress_line.hpp"
#include "common/standard_streams.hpp"
#include "ncf/error.hpp"
#include "ncf/supervise.hpp"

namespace ncf::apps {
namespace {

constexpr int wrong_usage = 2;

/// Returns whether a child of this process ended because it exceeded the system's processor time
/// limit.
bool has_used_processor_time_up() {
  rlimit limit{};
  rusage used{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0 || ::getrusage(RUSAGE_CHILDREN, &used) != 0) {
    return false;
  }
  const auto seconds = [](const timeval& time) {
    constexpr double microsecond = 1e-6;
    return static_cast<double>(time.tv_sec) + microsecond * static_cast<double>(time.tv_usec);
  };
  // The limit counts clock ticks at which the process was running, while the usage is exact.
  constexpr double least_part = 0.75;
  return limit.rlim_max != RLIM_INFINITY && seconds(used.ru_utime) + seconds(used.ru_stime) >=
                                                least_part * static_cast<double>(limit.rlim_max);
}

/// Describes what became of the outputs of supervised work that ended early; empty if it had begun
/// none.
std::string describe_outputs(const SupervisedEnd& end) {
  std::string text;
  if (end.incomplete_outputs > end.left_on_servers.size()) {
    text = end.left_on_servers.empty() ? "; unfinished outputs were removed"
                                       : "; unfinished outputs on this machine were removed";
  }
  if (end.complete_outputs > 0) {
    text += fmt::format("; {} {} complete", format_count(end.complete_outputs, "output"),
                        end.complete_outputs == 1 ? "is" : "are");
  }
  return text;
}

/// Describes the end of supervised work by a signal, or by exit() in foreign code.
std::string describe_end(const SupervisedEnd& end) {
  const std::string outputs = describe_outputs(end);
  constexpr const char* advice = "'ncfinfo doctor' tests all plugins";
  if (end.signal == 0) {
    const std::string library =
        end.is_plugin ? "the plugin " + end.library : "a library, probably a filter plugin,";
    return fmt::format("{} ended the program before its work was done{}; {}", library, outputs,
                       advice);
  }
  const char* const signal = strsignal(end.signal);
  if (end.is_crash && end.is_plugin) {
    return fmt::format("the plugin {} crashed ({}){}; {}", end.library, signal, outputs, advice);
  }
  if (end.is_crash) {
    const std::string place = end.library.empty() ? "" : " in " + end.library;
    return fmt::format("crashed{} ({}), which a damaged input or a lack of memory can cause{}",
                       place, signal, outputs);
  }
  switch (end.signal) {
    case SIGINT:
    case SIGTERM:
    case SIGHUP:
    case SIGQUIT:
      return fmt::format("interrupted{}", outputs);
    case SIGKILL:
      if (has_used_processor_time_up()) {
        return fmt::format("was killed: its processor time was used up (ulimit -t){}", outputs);
      }
      return fmt::format("was killed, perhaps because memory ran out{}", outputs);
    default:
      return fmt::format("ended by a signal ({}){}", signal, outputs);
  }
}

/// Ends this process with the signal that ended the work, as shells expect.
int die_of(int signal) {
  const rlimit no_core{0, 0};  // a core dump of this process would be useless
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::raise(signal);
  constexpr int as_shells_show_it = 128;
  return as_shells_show_it + signal;
}

int report_early_end(const std::string& name, const SupervisedEnd& end, int failed) {
  // If the reader of a pipe is gone, no message is needed.
  if (end.signal != SIGPIPE) {
    erase_progress_line();
    print_message(fmt::format("{}: {}", name, describe_end(end)));
  }
  for (const std::string& url : end.left_on_servers) {
    print_message(
        fmt::format("{}: {}: objects of the unfinished store may be there; remove them (aws s3 rm "
                    "--recursive)",
                    name, url));
  }
  return end.signal == 0 ? failed : die_of(end.signal);
}

int report_usage(const std::string& name, const std::string& message) {
  print_message(fmt::format("{}: {}", name, message));
  print_message(fmt::format("Try '{} --help' for the options.", name));
  return wrong_usage;
}

int report_error(const std::string& name, const Error& error, int failed) {
  const bool is_usage = error.code() == ErrorCode::usage;
  // Where the status is that of any failure, the advice tells wrong usage from others.
  if (is_usage && failed == wrong_usage) return report_usage(name, error.what());
  print_message(fmt::format("{}: {}", name, error.what()));
  return is_usage ? wrong_usage : failed;
}

/// Flushes the output. That of --plan and --report is a result, so a full disk is an error.
int finish_output(const std::string& name, int status, int failed) {
  if (flush_output()) return status;
  print_message(fmt::format("{}: cannot write to standard output", name));
  return failed;
}

std::string program_name(int argc, char** argv) {
  return std::filesystem::path(argc > 0 ? argv[0] : "ncf").filename().string();
}

/// Runs a program, or a part of it, and turns exceptions into messages and an exit status.
int report_errors(const std::string& name, const std::function<int()>& program, int failed) {
  try {
    return program();
  } catch (const UsageError& error) {
    return report_usage(name, error.what());
  } catch (const Error& error) {
    return report_error(name, error, failed);
  } catch (const std::bad_alloc&) {
    print_message(name + ": out of memory");
  } catch (const std::exception& error) {
    print_message(fmt::format("{}: internal error: {}", name, error.what()));
  }
  return failed;
}

int guard(const std::string& name, const std::function<int()>& program, int failed) {
  prepare_streams();
  const auto work = [&] {
    skip_cleanup_at_exit();
    return report_errors(
        name, [&] { return finish_output(name, program(), failed); }, failed);
  };
  const auto supervise_work = [&] {
    const SupervisedEnd end = supervise(work);
    return end.status ? *end.status : report_early_end(name, end, failed);
  };
  return report_errors(name, supervise_work, failed);
}

}  // namespace

int guard_main(int argc, char** argv,
               const std::function<int(const std::string&, int, char**)>& program) {
  const std::string name = program_name(argc, argv);
  return guard(
      name, [&] { return program(name, argc, argv); }, 1);
}

int guard_command(int argc, char** argv,
                  const std::function<int(const std::string&, int, char**)>& command, int failed) {
  const std::string name = fmt::format("{} {}", program_name(argc, argv), argv[1]);
  return guard(
      name, [&] { return command(name, argc - 1, argv + 1); }, failed);
}

void print_note(const std::string& name, const std::string& text) {
  print_message(fmt::format("{}: note: {}", name, text));
}

}  // namespace ncf::apps
