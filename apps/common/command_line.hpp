// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Adapts CLI11 to programs whose conventions are older: an option takes exactly one value per
// occurrence, values are never split at commas or brackets, digits like -4 are flags, short options
// can be bundled, options may follow operands, `--` ends them, and only `--help` prints help,
// because `-h` has another meaning in the original tools.
//
// Options are actions, run in the order of the command line after all of it was parsed. So the last
// of several wins, as with getopt.
#pragma once

#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/program_help.hpp"

namespace ncf::apps {

/// The command line is wrong; ends a program with status 2 and a pointer to --help.
class UsageError : public std::exception {
 public:
  explicit UsageError(std::string message) : message_(std::move(message)) {}
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// Parses `text` as a number of bytes or items, as ncf/byte_count.hpp. throws: UsageError naming
/// `option`.
std::uint64_t parse_size(const std::string& option, const std::string& text);

/// Receives the option's value. May throw UsageError.
using Action = std::function<void(const std::string& value)>;

/// A member of options, not an Action.
template <class Member>
concept OptionMember = !std::invocable<Member&, const std::string&>;

class CommandLine {
 public:
  /// Adds `--help` and `--version`. examples: end of the help.
  CommandLine(const std::string& program, const std::string& description,
              const std::string& examples);
  ~CommandLine();

  /// Adds an option without a value.
  void flag(const std::string& name, const std::string& help, std::function<void()> action);
  /// Adds one that sets a member of options, which must outlive this.
  void flag(const std::string& name, const std::string& help, bool& member) {
    flag(name, help, [&member] { member = true; });
  }
  /// Adds an option with a value, called `value_name` in the help. A FILE or FOLDER may not be
  /// empty.
  void value(const std::string& name, const std::string& value_name, const std::string& help,
             Action action);
  /// Adds one that sets a member of options, which must outlive this: a text, a list, to which each
  /// value is added, or a size, as parse_size.
  template <OptionMember Member>
  void value(const std::string& name, const std::string& value_name, const std::string& help,
             Member& member) {
    value(name, value_name, help, Action([name, &member](const std::string& text) {
            if constexpr (requires { member.emplace_back(text); }) {
              member.emplace_back(text);
            } else if constexpr (std::assignable_from<Member&, const std::string&>) {
              member = text;
            } else {
              member = parse_size(name, text);
            }
          }));
  }
  /// Adds an option with an optional value: `--name` (the value is empty) or `--name=value`.
  void optional_value(const std::string& name, const std::string& value_name,
                      const std::string& help, Action action);
  /// Adds a required operand. Operands are taken in the order of declaration and may not be empty.
  void operand(const std::string& name, const std::string& help, Action action);
  /// Adds an optional operand; only the last one may be optional.
  void optional_operand(const std::string& name, const std::string& help, Action action);
  /// Accepts more operands than those declared; otherwise they are an error.
  void further_operands(Action action);
  /// Sets the usage lines of the help, instead of one derived from the operands.
  void usage(std::vector<std::string> lines);
  /// Adds `-h` as a synonym of `--help`, for programs without another `-h`.
  void add_short_help();
  /// Adds `--completion`, which prints a script for a shell.
  void add_completion();
  /// Sets the program's commands, for the help and the completions.
  void commands(std::vector<ProgramHelp> commands);

  /// Returns the declarations so far.
  [[nodiscard]] const ProgramHelp& help() const { return help_; }

  /// Parses the arguments; opens no file. Returns false if `--help`, `--version` or `--completion`
  /// was given and printed to standard output. throws: UsageError.
  [[nodiscard]] bool parse(int argc, const char* const* argv);

  /// Returns the program and the arguments that were parsed.
  [[nodiscard]] const std::vector<std::string>& words() const noexcept { return words_; }

 private:
  struct Parser;  ///< hides CLI11, whose headers are slow to compile

  [[nodiscard]] std::vector<std::string> further() const;
  [[nodiscard]] std::string advice_on(std::string_view unknown) const;
  void require_operands() const;
  void run_actions();

  std::unique_ptr<Parser> parser_;
  ProgramHelp help_;
  Action on_further_operand_;  ///< empty if there may be none
  std::vector<std::string> words_;
};

/// Parses `text` as a whole number from `lowest` to `highest`. throws: UsageError naming `option`.
int parse_number(const std::string& option, const std::string& text, int lowest, int highest);

/// Splits "a,b" at commas; a backslash makes the next character literal.
std::vector<std::string> split_names(const std::string& text);

// Actions that set a member of options, which must outlive them.

inline Action set_names(std::vector<std::string>& names) {
  return [&names](const std::string& text) { names = split_names(text); };
}

template <std::integral Number>
Action set_number(const std::string& option, int lowest, int highest, Number& member) {
  return [=, &member](const std::string& text) {
    member = static_cast<Number>(parse_number(option, text, lowest, highest));
  };
}
template <class Number>
Action set_number(const std::string& option, int lowest, int highest,
                  std::optional<Number>& member) {
  return [=, &member](const std::string& text) {
    set_number(option, lowest, highest, member.emplace())(text);
  };
}

/// option: what is before the value in a message, "--strings " or "--mpi=". choices: texts and what
/// they mean. expected: the texts, for people.
template <class Value, class Member>
Action set_choice(const std::string& option, const std::string& expected, Member& member,
                  std::vector<std::pair<std::string, Value>> choices) {
  return [=, &member](const std::string& text) {
    for (const auto& [name, value] : choices) {
      if (text == name) {
        member = value;
        return;
      }
    }
    throw UsageError(option + text + ": expected " + expected);
  };
}

}  // namespace ncf::apps
