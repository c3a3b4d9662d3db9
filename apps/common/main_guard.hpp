// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What every main() is wrapped in: the only place where exceptions become exit statuses. 0 done, 1
// failed, 2 the command line is wrong. The program runs in a child process (ncf/supervise.hpp);
// after a signal or a crash, unfinished outputs are removed and this process dies of the same
// signal, so that shells see it.
#pragma once

#include <functional>
#include <string>

namespace ncf::apps {

/// Runs `program` with what argv[0] calls it; returns what main must return. Errors are printed
/// to standard error as "NAME: message".
int guard_main(int argc, char** argv,
               const std::function<int(const std::string& name, int argc, char** argv)>& program);

/// The same for a program of several commands, called as "NAME COMMAND ...": `command` gets this
/// name and the words from COMMAND on. argc: at least 2.
int guard_command(
    int argc, char** argv,
    const std::function<int(const std::string& name, int argc, char** argv)>& command);

/// Prints "NAME: note: text" to standard error.
void print_note(const std::string& name, const std::string& text);

}  // namespace ncf::apps
