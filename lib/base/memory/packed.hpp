// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Packs records into few bytes, for messages between processes of one program. A record states its
// members once, for both directions, with or without names (base/memory/members.hpp):
//
//   void fields(auto& archive, Job& job) { archive(job.number, job.excess); }
//
//   std::string bytes;
//   base::pack(bytes, job);
//   base::Unpacker packed(bytes);
//   base::unpack<Job>(packed);
//
// Members are integers, enumerators, doubles, texts, paths, times and other records, and optional
// ones or vectors of these. A number takes a byte for each seven of its bits, the lowest first.
#pragma once

#include <bit>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory/members.hpp"

namespace ncf::base {

template <class Item>
concept Number = std::integral<Item> || std::is_enum_v<Item>;

class Packer {
 public:
  /// bytes: appended to; must outlive this.
  explicit Packer(std::string& bytes) : bytes_(bytes) {}

  template <class... Items>
  void operator()(Items&&... items) {
    (add(items), ...);
  }

 private:
  void add(const char* /*name*/) {}
  void add_number(std::uint64_t number);
  void add(std::string& text);
  void add(double& value) { add_number(std::bit_cast<std::uint64_t>(value)); }
  void add(std::filesystem::path& path) {
    std::string text = path.native();
    add(text);
  }
  void add(std::chrono::system_clock::time_point& time) {
    auto ticks = time.time_since_epoch().count();
    add(ticks);
  }
  template <Number Item>
  void add(Item& number) {
    add_number(static_cast<std::uint64_t>(number));
  }
  template <class Item>
  void add(std::optional<Item>& item) {
    add_number(item.has_value() ? 1 : 0);
    if (item) add(*item);
  }
  template <class Item>
  void add(std::vector<Item>& items) {
    add_number(items.size());
    for (Item& item : items) add(item);
  }
  template <Written how, class Value>
  void add(Member<how, Value>& member) {
    add(member.value);
  }
  template <class Record>
  void add(Record& record) {
    fields(*this, record);
  }

  std::string& bytes_;
};

/// Reads in the order of packing. throws: Error(internal) if the bytes end too early, or cannot
/// come from a Packer.
class Unpacker {
 public:
  /// bytes: must outlive this.
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }
  template <class... Items>
  void operator()(Items&&... items) {
    (take(items), ...);
  }

 private:
  [[noreturn]] static void throw_invalid();
  std::uint64_t take_number();
  /// Returns how many items follow, each of at least one byte.
  std::size_t take_count();
  void take(const char* /*name*/) {}
  void take(std::string& text);
  void take(double& value) { value = std::bit_cast<double>(take_number()); }
  void take(std::filesystem::path& path) {
    std::string text;
    take(text);
    path = std::move(text);
  }
  void take(std::chrono::system_clock::time_point& time) {
    std::chrono::system_clock::rep ticks = 0;
    take(ticks);
    time = std::chrono::system_clock::time_point(std::chrono::system_clock::duration(ticks));
  }
  template <Number Item>
  void take(Item& item) {
    const std::uint64_t number = take_number();
    item = static_cast<Item>(number);
    if (static_cast<std::uint64_t>(item) != number) throw_invalid();
  }
  template <class Item>
  void take(std::optional<Item>& item) {
    bool has_value = false;
    take(has_value);
    if (has_value) take(item.emplace());
  }
  template <class Item>
  void take(std::vector<Item>& items) {
    for (std::size_t count = take_count(); count > 0; --count) take(items.emplace_back());
  }
  template <Written how, class Value>
  void take(Member<how, Value>& member) {
    take(member.value);
  }
  template <class Record>
  void take(Record& record) {
    fields(*this, record);
  }

  std::string_view rest_;
};

/// Packs items. They are passed by value, because `fields` takes a record that it may change.
template <class... Items>
void pack(std::string& bytes, Items... items) {
  Packer packer(bytes);
  packer(items...);
}

/// Returns a packed item.
template <class Item>
std::string packed(Item item) {
  std::string bytes;
  pack(bytes, std::move(item));
  return bytes;
}

template <class Item>
Item unpack(Unpacker& packed) {
  Item item{};
  packed(item);
  return item;
}

/// Returns the item at the beginning of `bytes`. throws: as Unpacker.
template <class Item>
Item unpacked(std::string_view bytes) {
  Unpacker packed(bytes);
  return unpack<Item>(packed);
}

}  // namespace ncf::base
