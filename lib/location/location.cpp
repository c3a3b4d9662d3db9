// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/location.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/text/characters.hpp"

namespace ncf::location {
namespace {

using base::equals_ignoring_case;
using base::is_digit;
using base::is_letter;

constexpr std::string_view protocol_names[] = {"http", "https", "file", "dods",
                                               "dap4", "s3",    "gs3"};

bool is_scheme_character(char c) {
  return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}
bool is_host_character(char c) { return base::is_name_character(c) || c == '.'; }

/// Returns the end of a scheme that begins at `at`; `at` if there is none.
std::size_t end_of_scheme(std::string_view text, std::size_t at) noexcept {
  if (at == text.size() || !is_letter(text[at])) return at;
  while (at < text.size() && is_scheme_character(text[at])) ++at;
  return at;
}

/// Returns the end of the `[key=value]...` in front of a URL.
std::size_t end_of_prefixes(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size() && text[at] == '[') {
    const std::size_t bracket = text.find(']', at);
    if (bracket == std::string_view::npos) return at;
    at = bracket + 1;
  }
  return at;
}

// Descent over grammar/location.ebnf; the functions are named after its rules.
class UrlParser {
 public:
  explicit UrlParser(std::string_view text) : text_(text) {}

  Url parse() {
    prefixes();
    const std::size_t body = at_;
    std::size_t hash = std::min(text_.find('#', body), text_.size());
    if (hash < text_.size()) parameters({hash + 1, text_.size()});
    // Users escape "#" for the shell. If they also quote it, the backslash is still there.
    if (hash < text_.size() && text_[hash - 1] == '\\') --hash;
    end_ = hash;
    protocol();
    if (url_.protocol == "file") {
      file();
    } else {
      authority();
    }
    path_and_query();
    return std::move(url_);
  }

 private:
  [[noreturn]] void fail(SourceSpan span, std::string reason) const {
    throw SyntaxError(text_, span, std::move(reason));
  }

  std::string_view part(SourceSpan span) const {
    return text_.substr(span.begin, span.end - span.begin);
  }

  /// Returns the first of `characters` in `span`, or its end.
  std::size_t find(std::string_view characters, SourceSpan span) const {
    const std::size_t found = part(span).find_first_of(characters);
    return found == std::string_view::npos ? span.end : span.begin + found;
  }

  // ---- { "[" parameters "]" } ----

  void prefixes() {
    const std::size_t end = end_of_prefixes(text_);
    while (at_ < end) {
      const std::size_t bracket = text_.find(']', at_);
      parameters({at_ + 1, bracket});
      at_ = bracket + 1;
    }
  }

  // ---- parameters = [ parameter ] { "&" [ parameter ] } ----

  void parameters(SourceSpan span) {
    while (true) {
      const std::size_t end = find("&", span);
      if (end > span.begin) parameter({span.begin, end});
      if (end == span.end) return;
      span.begin = end + 1;
    }
  }

  void parameter(SourceSpan span) {
    const std::size_t equals_sign = find("=", span);
    if (equals_sign == span.begin) fail(span, R"(no key, expected one before "=")");
    Parameter parameter{std::string(part({span.begin, equals_sign})), {}};
    if (equals_sign + 1 < span.end)
      parameter.values = base::split(part({equals_sign + 1, span.end}), ',');
    url_.parameters.push_back(std::move(parameter));
  }

  // ---- protocol ":" ----

  void protocol() {
    const SourceSpan written{at_, end_of_scheme(text_, at_)};
    const auto* const known = std::ranges::find_if(protocol_names, [&](std::string_view protocol) {
      return equals_ignoring_case(protocol, part(written));
    });
    if (known == std::end(protocol_names)) {
      fail(written, "unknown protocol, expected http, https, file, dods, dap4, s3 or gs3");
    }
    url_.protocol = *known;
    at_ = written.end + 1;  // after the ":"
  }

  // ---- file = 'file:' ( "/" | "//" | "///" ) name ----

  void file() {
    const std::size_t name = std::min(text_.find_first_not_of('/', at_), end_);
    const std::size_t slashes = name - at_;
    if (slashes > 3) {
      fail({at_, name},
           "too many slashes, expected file:///path for an absolute path or "
           "file://path for a relative one");
    }
    if (name == end_ || text_[name] == '?') fail({name, name}, "no path, expected one after file:");
    if (slashes > 1) at_ += 2;
  }

  // ---- authority = "//" [ user ":" password "@" ] host [ ":" port ] ----

  void authority() {
    at_ += 2;
    const SourceSpan whole{at_, find("/?", {at_, end_})};
    SourceSpan host = whole;
    const std::size_t at_sign = find("@", whole);
    if (at_sign < whole.end) {
      credentials({whole.begin, at_sign});
      host.begin = at_sign + 1;
    }
    const std::size_t colon = find(":", host);
    if (colon < host.end) port({colon + 1, host.end});
    host.end = colon;
    host_name(host);
    at_ = whole.end;
  }

  void credentials(SourceSpan span) {
    const std::size_t colon = find(":", span);
    if (colon == span.begin || colon + 1 >= span.end) {
      fail(span, R"(incomplete credentials, expected user:password before "@")");
    }
    url_.credentials = part(span);
  }

  void port(SourceSpan span) {
    url_.port = part(span);
    if (url_.port.empty() || !std::all_of(url_.port.begin(), url_.port.end(), is_digit)) {
      fail(span, "incorrect port, expected digits");
    }
  }

  void host_name(SourceSpan span) {
    if (span.begin == span.end) fail(span, "no host, expected one after " + url_.protocol + "://");
    url_.host = part(span);
    const auto wrong = std::find_if_not(url_.host.begin(), url_.host.end(), is_host_character);
    if (wrong == url_.host.end()) return;
    const std::size_t place = span.begin + static_cast<std::size_t>(wrong - url_.host.begin());
    fail({place, place + 1}, R"(incorrect host, expected letters, digits, "-", "_" and ".")");
  }

  // ---- [ "/" path ] [ "?" query ] ----

  void path_and_query() {
    const std::size_t question_mark = find("?", {at_, end_});
    url_.path = part({at_, question_mark});
    if (question_mark < end_) url_.query = part({question_mark + 1, end_});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  ///< of the part before the fragment
  Url url_;
};

template <class Parameters>
auto find_by_key(Parameters& parameters, std::string_view key) {
  return std::find_if(parameters.begin(), parameters.end(), [key](const Parameter& parameter) {
    return base::equals_ignoring_case(parameter.key, key);
  });
}

}  // namespace

bool claims_to_be_url(std::string_view text) noexcept {
  const std::size_t begin = end_of_prefixes(text);
  const std::size_t end = end_of_scheme(text, begin);
  if (end == begin) return false;
  const std::string_view rest = text.substr(end);
  return rest.substr(0, 3) == "://" ||
         (rest.substr(0, 2) == ":/" &&
          equals_ignoring_case(text.substr(begin, end - begin), "file"));
}

std::string decode_percent(std::string_view text) {
  constexpr int hexadecimal = 16;
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned char byte = 0;
    const bool is_escape = text[at] == '%' && at + 2 < text.size();
    const char* const digits = text.data() + at + 1;
    if (is_escape && std::from_chars(digits, digits + 2, byte, hexadecimal).ptr == digits + 2 &&
        byte != 0) {
      decoded += static_cast<char>(byte);
      at += 2;
    } else {
      decoded += text[at];
    }
  }
  return decoded;
}

Url parse_url(std::string_view text) { return UrlParser(text).parse(); }

std::string format_url(const Url& url) {
  std::string text = url.protocol + "://";
  if (!url.credentials.empty()) text += url.credentials + '@';
  text += url.host;
  if (!url.port.empty()) text += ':' + url.port;
  text += url.path.empty() ? "/" : url.path;
  if (!url.query.empty()) text += '?' + url.query;
  // Otherwise the backslash of "\#" would be taken for an escape for the shell.
  if (!url.parameters.empty() && text.back() == '\\') text += '\\';
  char separator = '#';
  for (const Parameter& parameter : url.parameters) {
    text += std::exchange(separator, '&') + parameter.key;
    char before_value = '=';
    for (const std::string& value : parameter.values) {
      text += std::exchange(before_value, ',') + value;
    }
  }
  return text;
}

const Parameter* find_parameter(const std::vector<Parameter>& parameters, std::string_view key) {
  const auto found = find_by_key(parameters, key);
  return found == parameters.end() ? nullptr : &*found;
}

bool contains(const std::vector<std::string>& values, std::string_view value) {
  return std::any_of(values.begin(), values.end(), [value](const std::string& other) {
    return base::equals_ignoring_case(other, value);
  });
}

std::vector<std::string> modes_of(const std::vector<Parameter>& parameters) {
  const Parameter* const mode = find_parameter(parameters, "mode");
  return mode == nullptr ? std::vector<std::string>{} : mode->values;
}

void set_modes(std::vector<Parameter>& parameters, std::vector<std::string> modes) {
  const auto mode = find_by_key(parameters, "mode");
  if (mode != parameters.end()) {
    mode->values = std::move(modes);
  } else {
    parameters.push_back({"mode", std::move(modes)});
  }
}

std::vector<Parameter> merged(const std::vector<Parameter>& parameters) {
  std::vector<Parameter> result;
  for (const Parameter& parameter : parameters) {
    auto known = find_by_key(result, parameter.key);
    if (known == result.end()) known = result.insert(known, {parameter.key, {}});
    for (const std::string& value : parameter.values) {
      if (!value.empty() && !contains(known->values, value)) known->values.push_back(value);
    }
  }
  return result;
}

Location parse_location(std::string_view text) {
  if (text.empty()) throw SyntaxError(text, {0, 0}, "empty, expected a path or a URL");
  if (claims_to_be_url(text)) return {std::string(text), parse_url(text)};
  return path_location(text);
}

Location path_location(std::string_view path) { return {std::string(path), std::nullopt}; }

std::optional<std::string> local_path(const Location& location) {
  if (!location.url) return location.text;
  if (location.url->protocol == "file") return decode_percent(location.url->path);
  return std::nullopt;
}

}  // namespace ncf::location
