// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/input.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/text/characters.hpp"
#include "ncf/error.hpp"
#include "ncf/input_bytes.hpp"

namespace ncf {
namespace {

constexpr std::string_view protocol = "bytes://";

struct Given {
  std::uint64_t size = 0;
  InputBytes::Read read;
};

class ReadByProgram final : public base::ByteSource {
 public:
  explicit ReadByProgram(Given given) : given_(std::move(given)) {}

  [[nodiscard]] std::uint64_t size_bytes() const override { return given_.size; }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > given_.size || bytes.size() > given_.size - offset) {
      throw Error(ErrorCode::io, "the file ends too early");
    }
    try {
      given_.read(offset, bytes);
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      throw Error(ErrorCode::io, error.what());
    }
  }

 private:
  Given given_;
};

struct Registry {
  std::mutex mutex;
  std::map<std::string, Given> inputs;
};

Registry& registry() {
  static Registry all;
  return all;
}

bool is_in_name(char character) {
  return base::is_letter(character) || base::is_digit(character) ||
         std::string_view("-_./").find(character) != std::string_view::npos;
}

}  // namespace

InputBytes::InputBytes(const std::string& name, std::uint64_t size, Read read)
    : input_(std::string(protocol) + name) {
  if (name.empty() || !std::ranges::all_of(name, is_in_name)) {
    throw Error(ErrorCode::usage,
                input_ + ": a name of input bytes consists of letters, digits and any of -_./");
  }
  const std::scoped_lock lock(registry().mutex);
  if (!registry().inputs.try_emplace(input_, Given{size, std::move(read)}).second) {
    throw Error(ErrorCode::usage, input_ + ": there are other input bytes with this name");
  }
}

InputBytes::~InputBytes() {
  const std::scoped_lock lock(registry().mutex);
  registry().inputs.erase(input_);
}

namespace store {

std::unique_ptr<base::ByteSource> find_input_bytes(const std::string& input) {
  if (!input.starts_with(protocol)) return nullptr;
  const std::scoped_lock lock(registry().mutex);
  const auto found = registry().inputs.find(input);
  if (found != registry().inputs.end()) return std::make_unique<ReadByProgram>(found->second);
  throw Error(ErrorCode::not_found, "the program offers no bytes with this name");
}

}  // namespace store
}  // namespace ncf
