// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/journal_line.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <charconv>
#include <ctime>

#include "base/json/json.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using base::FileState;
using base::Json;
using std::chrono::system_clock;
using Outcome = FileCopy::Outcome;

constexpr Outcome outcomes[] = {Outcome::planned, Outcome::copied, Outcome::kept, Outcome::skipped,
                                Outcome::failed};

std::string format_time(system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(system_clock::to_time_t(time)));
}

Json as_json(const FileState& state) {
  return base::json_object()
      .add("bytes", base::json_number(state.bytes))
      .add("modified", base::json_number(state.modified_nanoseconds))
      .add("checksum", base::json_text(fmt::format("{:016x}", state.checksum)));
}

Json as_json(const std::vector<std::string>& texts) {
  Json list = base::json_list();
  for (const std::string& text : texts) list.elements.push_back(base::json_text(text));
  return list;
}

/// Adds a member that is left out if it is empty.
void add_text(Json& object, std::string_view name, const std::string& text) {
  if (!text.empty()) object.add(name, base::json_text(text));
}

/// The value of a member, which must exist.
class Members {
 public:
  explicit Members(const Json& object) : object_(object) {}

  [[nodiscard]] std::string text(std::string_view name) const {
    return get(name, Json::Kind::text).text;
  }
  [[nodiscard]] std::string text_or_none(std::string_view name) const {
    return object_.find(name) == nullptr ? "" : text(name);
  }
  [[nodiscard]] bool boolean(std::string_view name) const {
    return get(name, Json::Kind::boolean).boolean;
  }
  [[nodiscard]] double real(std::string_view name) const {
    return base::as_double(get(name, Json::Kind::number)).value_or(0);
  }
  [[nodiscard]] std::uint64_t size(std::string_view name) const {
    return require(base::as_uint64(get(name, Json::Kind::number)));
  }
  [[nodiscard]] std::uint64_t size_or_zero(std::string_view name) const {
    return object_.find(name) == nullptr ? 0 : size(name);
  }
  [[nodiscard]] std::int64_t integer(std::string_view name) const {
    return require(base::as_int64(get(name, Json::Kind::number)));
  }
  [[nodiscard]] const Json& get(std::string_view name, Json::Kind kind) const {
    const Json* const found = object_.find(name);
    if (found == nullptr || !found->is(kind)) throw not_a_line();
    return *found;
  }

  static Error not_a_line() { return {ErrorCode::corrupt, "is not a line of a journal"}; }

 private:
  template <class Number>
  static Number require(const std::optional<Number>& number) {
    if (!number) throw not_a_line();
    return *number;
  }

  const Json& object_;
};

system_clock::time_point parse_time(const std::string& text) {
  std::tm parts{};
  if (::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) {
    throw Members::not_a_line();
  }
  return system_clock::from_time_t(::timegm(&parts));
}

Outcome parse_outcome(const std::string& name) {
  for (const Outcome outcome : outcomes) {
    if (outcome_name(outcome) == name) return outcome;
  }
  throw Members::not_a_line();
}

std::optional<FileState> parse_state(const Json& line, std::string_view name) {
  if (line.find(name) == nullptr) return std::nullopt;
  const Members state(Members(line).get(name, Json::Kind::object));
  const std::string digits = state.text("checksum");
  FileState parsed{state.size("bytes"), state.integer("modified"), 0};
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, parsed.checksum, 16);
  if (error != std::errc{} || stop != end) throw Members::not_a_line();
  return parsed;
}

FileCopy parse_file(const Json& line) {
  const Members members(line);
  FileCopy file;
  file.ended = parse_time(members.text("time"));
  file.outcome = parse_outcome(members.text("outcome"));
  file.input = members.text("input");
  file.output = members.text_or_none("output");
  file.failure = members.text_or_none("failure");
  file.failure_kind = members.text_or_none("failure_kind");
  for (const Json& note : members.get("notes", Json::Kind::list).elements) {
    file.notes.push_back(note.text);
  }
  file.input_bytes = members.size("input_bytes");
  file.output_bytes = members.size("output_bytes");
  file.peak_memory_bytes = members.size_or_zero("peak_memory_bytes");
  file.input_sha256 = members.text_or_none("input_sha256");
  file.output_sha256 = members.text_or_none("output_sha256");
  file.elapsed = std::chrono::duration<double>(members.real("seconds"));
  file.is_verified = members.boolean("verified");
  if (const Json* const options = line.find("options")) {
    file.options = base::format_compact_json(*options);
  }
  return file;
}

}  // namespace

std::string_view outcome_name(Outcome outcome) {
  switch (outcome) {
    case Outcome::planned:
      return "planned";
    case Outcome::copied:
      return "copied";
    case Outcome::kept:
      return "kept";
    case Outcome::skipped:
      return "skipped";
    case Outcome::failed:
      return "failed";
  }
  return "";
}

std::string format_journal_line(const JournalLine& line) {
  const FileCopy& file = line.file;
  Json object = base::json_object();
  object.add("time", base::json_text(format_time(file.ended)));
  object.add("outcome", base::json_text(outcome_name(file.outcome)));
  object.add("input", base::json_text(file.input));
  add_text(object, "output", file.output);
  add_text(object, "name", line.name);
  add_text(object, "failure", file.failure);
  add_text(object, "failure_kind", file.failure_kind);
  object.add("input_bytes", base::json_number(file.input_bytes));
  object.add("output_bytes", base::json_number(file.output_bytes));
  if (file.peak_memory_bytes > 0) {
    object.add("peak_memory_bytes", base::json_number(file.peak_memory_bytes));
  }
  add_text(object, "input_sha256", file.input_sha256);
  add_text(object, "output_sha256", file.output_sha256);
  object.add("seconds", base::json_digits(fmt::format("{:.3f}", file.elapsed.count())));
  object.add("verified", base::json_boolean(file.is_verified));
  object.add("notes", as_json(file.notes));
  if (!file.options.empty()) object.add("options", base::parse_json(file.options));
  if (line.input_state) object.add("input_state", as_json(*line.input_state));
  if (line.output_state) object.add("output_state", as_json(*line.output_state));
  return base::format_compact_json(object) + '\n';
}

std::optional<JournalLine> parse_journal_line(std::string_view text) {
  try {
    const Json line = base::parse_json(text);
    return JournalLine{parse_file(line), Members(line).text_or_none("name"),
                       parse_state(line, "input_state"), parse_state(line, "output_state")};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace ncf::ops
