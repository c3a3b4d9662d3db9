// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Texts that follow a rule: whether one does, and random ones.
#include <algorithm>
#include <cctype>
#include <utility>

#include "support/ebnf_node.hpp"

namespace ncf::test {
namespace {

constexpr char32_t no_code_point = 0x110000;

/// UTF-8 to code points; a stray byte becomes what no rule speaks of.
std::u32string decode(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xC2) || at + size > text.size()) {
      points += no_code_point;
      ++at;
      continue;
    }
    char32_t point = size == 1 ? lead : lead & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
      point = point << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    }
    points += point;
    at += size;
  }
  return points;
}

void append_utf8(std::string& text, char32_t point) {
  if (point < 0x80) {
    text += static_cast<char>(point);
    return;
  }
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  const char32_t lead = more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0;
  text += static_cast<char>(lead | point >> (6 * more));
  for (int i = more - 1; i >= 0; --i) {
    text += static_cast<char>(0x80U | (point >> (6 * i) & 0x3FU));
  }
}

char32_t fold(char32_t c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

}  // namespace

/// For a node and a place, all places where the node may end; remembered, so that no grammar
/// takes exponential time.
class Ebnf::Recogniser {
 public:
  Recogniser(const Ebnf& grammar, std::string_view text) : grammar_(grammar), text_(decode(text)) {}

  bool recognises(const Node& node) { return ends(node, 0).count(text_.size()) != 0; }

 private:
  using Places = std::set<std::size_t>;

  const Places& ends(const Node& node, std::size_t begin) {
    const auto found = known_.find({&node, begin});
    if (found != known_.end()) return found->second;
    Places places = compute(node, begin);
    return known_.emplace(std::make_pair(&node, begin), std::move(places)).first->second;
  }

  Places compute(const Node& node, std::size_t begin) {
    switch (node.kind) {
      case Node::Kind::sequence: {
        Places places{begin};
        for (const NodePtr& part : node.children) places = after(*part, places);
        return places;
      }
      case Node::Kind::choice: {
        Places places;
        for (const NodePtr& choice : node.children) places.merge(Places(ends(*choice, begin)));
        return places;
      }
      case Node::Kind::repeat:
        return after_repetition(*node.children[0], begin);
      case Node::Kind::optional: {
        Places places = ends(*node.children[0], begin);
        places.insert(begin);
        return places;
      }
      case Node::Kind::except: {
        Places places = ends(*node.children[0], begin);
        for (const std::size_t end : ends(*node.children[1], begin)) places.erase(end);
        return places;
      }
      case Node::Kind::rule:
        return ends(grammar_.rule(node.text), begin);
      case Node::Kind::exact:
      case Node::Kind::any_case:
        return after_text(node, begin);
      case Node::Kind::ranges:
        break;
    }
    return after_character(node, begin);
  }

  Places after_repetition(const Node& node, std::size_t begin) {
    Places all{begin};
    for (Places fresh{begin}; !fresh.empty();) {
      Places next;
      for (const std::size_t end : after(node, fresh)) {
        if (all.insert(end).second) next.insert(end);
      }
      fresh = std::move(next);
    }
    return all;
  }

  Places after_character(const Node& node, std::size_t begin) const {
    const bool inside = begin < text_.size() &&
                        std::any_of(node.ranges.begin(), node.ranges.end(), [&](const auto& range) {
                          return text_[begin] >= range.first && text_[begin] <= range.second;
                        });
    return inside ? Places{begin + 1} : Places{};
  }

  Places after(const Node& node, const Places& begins) {
    Places places;
    for (const std::size_t begin : begins) places.merge(Places(ends(node, begin)));
    return places;
  }

  Places after_text(const Node& node, std::size_t begin) const {
    const std::u32string wanted = decode(node.text);
    if (text_.size() - begin < wanted.size()) return {};
    const bool any_case = node.kind == Node::Kind::any_case;
    const bool same = std::equal(
        wanted.begin(), wanted.end(), text_.begin() + static_cast<long>(begin),
        [any_case](char32_t a, char32_t b) { return any_case ? fold(a) == fold(b) : a == b; });
    return same ? Places{begin + wanted.size()} : Places{};
  }

  const Ebnf& grammar_;
  std::u32string text_;
  std::map<std::pair<const Node*, std::size_t>, Places> known_;
};

class Ebnf::Deriver {
 public:
  Deriver(const Ebnf& grammar, std::mt19937& random, int budget)
      : grammar_(grammar), random_(random), budget_(budget) {}

  std::string derive(const Node& node) {
    std::string text;
    append(node, text);
    return text;
  }

 private:
  std::size_t pick(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
  }

  void append(const Node& node, std::string& text) {
    --budget_;
    switch (node.kind) {
      case Node::Kind::sequence:
        for (const NodePtr& part : node.children) append(*part, text);
        return;
      case Node::Kind::choice:
        append(choose(node), text);
        return;
      case Node::Kind::repeat:
        while (budget_ > 0 && pick(2) == 0) append(*node.children[0], text);
        return;
      case Node::Kind::optional:
        if (budget_ > 0 && pick(2) == 0) append(*node.children[0], text);
        return;
      case Node::Kind::except:
        text += derive_except(node);
        return;
      case Node::Kind::rule:
        append(grammar_.rule(node.text), text);
        return;
      case Node::Kind::exact:
        text += node.text;
        return;
      case Node::Kind::any_case:
        for (const char c : node.text) {
          text += pick(2) == 0 ? c : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        }
        return;
      case Node::Kind::ranges: {
        const auto& range = node.ranges[pick(node.ranges.size())];
        append_utf8(text, choose_between(range.first, range.second));
      }
    }
  }

  const Node& choose(const Node& node) {
    if (budget_ > 0) return *node.children[pick(node.children.size())];
    return **std::min_element(
        node.children.begin(), node.children.end(), [this](const NodePtr& a, const NodePtr& b) {
          return grammar_.heights_.at(a.get()) < grammar_.heights_.at(b.get());
        });
  }

  /// Mostly ASCII, else most texts would be exotic; never half of a surrogate pair.
  char32_t choose_between(char32_t first, char32_t last) {
    if (last > 0x7E && pick(8) != 0) last = 0x7E;
    const auto point = first + static_cast<char32_t>(pick(last - first + 1));
    return point >= 0xD800 && point <= 0xDFFF ? first : point;
  }

  std::string derive_except(const Node& node) {
    while (true) {
      std::string text = derive(*node.children[0]);
      if (!Recogniser(grammar_, text).recognises(*node.children[1])) return text;
    }
  }

  const Ebnf& grammar_;
  std::mt19937& random_;
  int budget_;
};

bool Ebnf::recognises(const std::string& rule_name, std::string_view text) const {
  return Recogniser(*this, text).recognises(rule(rule_name));
}

std::string Ebnf::derive(const std::string& rule_name, std::mt19937& random, int budget) const {
  return Deriver(*this, random, budget).derive(rule(rule_name));
}

}  // namespace ncf::test
