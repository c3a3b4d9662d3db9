// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Wraps every main(): the only place where exceptions become exit statuses. 0 done, 1 failed (or
// what the command says), 2 wrong command line. The program runs in a child process
// (ncf/supervise.hpp). After a signal or a crash, unfinished outputs are removed and this process
// ends with the same signal, so that shells see it.
#pragma once

#include <functional>
#include <string>

namespace ncf::apps {

/// Runs `program` with the name from argv[0]; returns the exit status for main. Errors are printed
/// to standard error as "NAME: message".
int guard_main(int argc, char** argv,
               const std::function<int(const std::string& name, int argc, char** argv)>& program);

/// The same for a program with commands, called as "NAME COMMAND ...": `command` receives this name
/// and the arguments from COMMAND on. argc: at least 2. failed: the exit status of a failure.
int guard_command(int argc, char** argv,
                  const std::function<int(const std::string& name, int argc, char** argv)>& command,
                  int failed);

/// Prints "NAME: note: text" to standard error.
void print_note(const std::string& name, const std::string& text);

}  // namespace ncf::apps
