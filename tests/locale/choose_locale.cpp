// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into a process: chooses the locale of its environment before main() runs, as programs
// with a graphical interface, R and Python do. It must be the one of in_foreign_locale.sh.
#include <cctype>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <locale>

namespace {

bool is_foreign() {
  return std::strtod("1,5", nullptr) == 1.5 && std::tolower('I') != 'i' && std::isspace(0xA0) != 0;
}

struct ChooseLocale {
  ChooseLocale() {
    if (std::setlocale(LC_ALL, "") == nullptr || !is_foreign()) {
      std::fputs("the foreign locale is not there\n", stderr);
      std::abort();
    }
    std::locale::global(std::locale(""));
  }
};

const ChooseLocale choose_locale;

}  // namespace
