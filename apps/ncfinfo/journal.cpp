// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/journal.hpp"

#include <optional>

#include "common/main_guard.hpp"
#include "common/shared_options.hpp"
#include "common/standard_streams.hpp"
#include "ncfinfo/commands.hpp"

namespace ncf::apps::info {
namespace {

class Journal : public Command {
 public:
  void declare(CommandLine& line) override {
    line.operand("FILE", "a journal written by ncfcopy --journal",
                 [this](const auto& text) { path_ = text; });
    line.value("--sums", "WHICH", "print checksums of inputs or outputs, for sha256sum -c",
               set_choice<SumsOf>("--sums ", "inputs or outputs", sums_,
                                  {{"inputs", SumsOf::inputs}, {"outputs", SumsOf::outputs}}));
    line.flag("--check", "exit with status 1 if a file has failed", checks_);
    add_json(line, json_);
  }

  int run(const std::string& name) override {
    if (sums_ && json_) throw UsageError("--sums and --json contradict each other");
    const CopyManyReport report = read_journal(path_);
    if (sums_) {
      print_sums(name, report);
    } else {
      print_piece(json_ ? format_summary_json(report) : summary_of(report));
    }
    return checks_ && report.count(FileCopy::Outcome::failed) > 0 ? 1 : 0;
  }

 private:
  static std::string summary_of(const CopyManyReport& report) {
    std::string text;
    for (const std::string& failure : list_failures(report)) text += failure + '\n';
    return escape_lines(text) + format_summary(report);
  }

  void print_sums(const std::string& name, const CopyManyReport& report) const {
    const std::string sums = format_sums(report, *sums_);
    if (sums.empty()) {
      print_note(name, "no file has a checksum; ncfcopy --checksums adds them");
    }
    print_piece(sums);
  }

  std::string path_;
  std::optional<SumsOf> sums_;
  bool checks_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_journal() { return std::make_unique<Journal>(); }

}  // namespace ncf::apps::info
