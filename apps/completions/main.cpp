// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// ncf_completions bash|zsh|fish PROGRAM: prints the completion of a program. Run by the build, not
// installed.
#include <exception>
#include <iostream>
#include <string>

#include "completions/program_help.hpp"
#include "completions/scripts.hpp"

int main(int argc, char** argv) {
  using namespace ncf::apps::completions;
  try {
    const std::string shell = argc == 3 ? argv[1] : "";
    if (shell == "bash") {
      std::cout << bash_script(read_help(argv[2]));
    } else if (shell == "zsh") {
      std::cout << zsh_script(read_help(argv[2]));
    } else if (shell == "fish") {
      std::cout << fish_script(read_help(argv[2]));
    } else {
      std::cerr << "usage: ncf_completions bash|zsh|fish PROGRAM\n";
      return 2;
    }
  } catch (const std::exception& error) {
    std::cerr << "ncf_completions: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
