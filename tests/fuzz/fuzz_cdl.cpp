// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as a text in CDL: both readings end in a schema or in messages, and the messages
// are the same whatever pieces the text comes in.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/read/array_reader.hpp"
#include "cdl/read/parser.hpp"
#include "cdl/read/value_reader.hpp"
#include "ncf/error.hpp"

namespace {

using namespace ncf;

/// The most values of a variable that are made, whether given or not.
constexpr std::size_t max_values = std::size_t{1} << 16U;

cdl::TextSource source_of(std::string_view text, std::size_t piece) {
  return [text, piece](std::span<char> to) mutable {
    const std::size_t count = text.copy(to.data(), std::min(piece, to.size()));
    text.remove_prefix(count);
    return count;
  };
}

class Reading {
 public:
  Reading(std::string_view text, std::size_t piece) : text_(text), piece_(piece) {
    cdl::Diagnostics silent("in", {});
    read(silent, [&](const model::Schema& schema, model::VariableId id, cdl::Lexer& lexer) {
      lengths_.resize(schema.dimensions.size());
      cdl::LengthCounter(schema, id, lexer, silent, lengths_).count();
    });
    // How much of a long line is shown depends on the piece.
    cdl::Diagnostics told("in", [&](const std::string& message) {
      messages += message.substr(0, message.find('\n')) + '\n';
    });
    read(told, [&](const model::Schema& schema, model::VariableId id, cdl::Lexer& lexer) {
      read_values(schema, id, lexer, told);
    });
  }

  std::string messages;

 private:
  void read(cdl::Diagnostics& diagnostics, const cdl::DataHandler& on_data) {
    try {
      cdl::TextWindow window(source_of(text_, piece_), piece_);
      const cdl::Document document = cdl::Parser(window, diagnostics, on_data).parse();
      lengths_.resize(std::max(lengths_.size(), document.schema.dimensions.size()));
    } catch (const Error& error) {
      messages += error.what();
    }
  }

  void read_values(const model::Schema& schema, model::VariableId id, cdl::Lexer& lexer,
                   cdl::Diagnostics& diagnostics) {
    const model::Variable& variable = schema.variables[id];
    std::vector<std::size_t> shape = schema.shape(variable);
    lengths_.resize(std::max(lengths_.size(), schema.dimensions.size()));
    std::size_t total = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (schema.dimensions[variable.dimensions[i]].is_unlimited) {
        shape[i] = lengths_[variable.dimensions[i]];
      }
      if (__builtin_mul_overflow(total, shape[i], &total) || total > max_values) {
        throw cdl::Fault{lexer.peek().span, "more than a fuzzer has time for"};
      }
    }
    const model::Values fill = cdl::fill_value(variable.type);
    cdl::ValueStream stream(fill, {total, std::max<std::size_t>(1, total), 64},
                            [](std::size_t, const model::Values&) {});
    cdl::ArrayReader(schema, id, shape, lexer, diagnostics, stream).read();
    stream.finish();
  }

  std::string_view text_;
  std::size_t piece_;
  std::vector<std::size_t> lengths_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Reading whole(text, size + 1);
  const Reading pieces(text, 16);
  if (whole.messages != pieces.messages) {
    std::fprintf(stderr, "broken law: pieces do not matter\n%s---\n%s", whole.messages.c_str(),
                 pieces.messages.c_str());
    std::abort();
  }
  return 0;
}
