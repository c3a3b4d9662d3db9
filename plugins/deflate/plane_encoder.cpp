// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/plane_encoder.hpp"

#include <algorithm>
#include <libdeflate.h>
#include <cstdio>

#include "deflate/block.hpp"

namespace ncf::plugins::deflate {
Effort tune{false, {8, 32, 32}, 40, 10, 32768, 1};
namespace {

constexpr std::uint32_t least_plane_bytes = 2048;
}  // namespace

std::size_t PlaneEncoder::bound(std::size_t n) noexcept { return n + 6 * (n / 1024 + 4) + 64; }

void PlaneEncoder::flush_block(std::uint32_t end, bool is_last) {
  if (pending_.size() == 0) return;
  write_block(writer_, {{pending_.bytes(), end - pending_.begin}, parse_.sequences(), pending_counts_}, is_last);
  pending_.begin = pending_.end;
}
void PlaneEncoder::flush_stored(bool is_last) {
  if (stored_.size() == 0) return;
  write_stored(writer_, {stored_.bytes(), stored_.size()}, is_last);
  stored_.begin = stored_.end;
}

void PlaneEncoder::encode_segment(const Segment& s) {
  SymbolCounts lit{};
  count_bytes(s.bytes(), s.size(), std::span(lit.main).first<literals>());
  std::uint64_t lit_cost = block_cost(lit);
  const LiteralCosts costs = literal_costs(lit.main);
  bool search = s.size() >= 32;
  if (search && effort_.sample_gain_permille && last_kind_ != Kind::matches) {
    const std::uint64_t raw = lit_cost / s.size();  // 1/8 bit per byte
    if (raw > 13) {
      const auto sm = greedy_.sample(s, costs);
      search = sm.saved * 1000 > effort_.sample_gain_permille * raw * sm.bytes;
    }
  }
  Kind kind = Kind::literals;
  parse_.begin(s);
  if (search) {
    if (effort_.lazy) {
      lazy_.run(s, effort_.limits, costs, match_costs_, parse_);
      for (int p = 1; p < effort_.passes; ++p) {
      }
    } else greedy_.run(s, costs, parse_);
    if (parse_.matches() && block_cost(parse_.counts()) < lit_cost) kind = Kind::matches;
  } else if (effort_.lazy) lazy_.skip(s);
  const SymbolCounts* counts = kind == Kind::matches ? &parse_.counts() : &lit;
  if (kind == Kind::matches) { if (effort_.lazy) match_costs_ = match_costs(parse_.counts()); }
  else parse_.drop_matches();
  const std::uint64_t cost = kind == Kind::matches ? block_cost(*counts) : lit_cost;
#ifdef DBG
  fprintf(stderr,"seg %u-%u kind %d search %d lit %.3f cost %.3f matches %zu\n",s.begin,s.end,(int)kind,(int)search,lit_cost/8./8/s.size(),cost/8./8/s.size(),parse_.matches());
#endif
  last_kind_ = kind;
  if (cost * 1000 >= std::uint64_t{s.size()} * 8 * bit * (1000 - effort_.stored_gain_permille)) {
    last_kind_ = Kind::stored;
    parse_.take_back();
    flush_block(s.begin, false);
    parse_.clear();
    if (stored_.size() == 0) stored_ = s; else stored_.end = s.end;
    return;
  }
  flush_stored(false);
  if (pending_.size() != 0) {
    SymbolCounts joint = pending_counts_;
    joint.add(*counts);
    const std::uint64_t jc = block_cost(joint);
    if (jc <= pending_cost_ + cost && s.end - pending_.begin < (1u << 22)) {
      pending_counts_ = joint;
      pending_cost_ = jc;
      pending_.end = s.end;
      return;
    }
    auto all = parse_.sequences();
    write_block(writer_, {{pending_.bytes(), pending_.size()}, all.first(all.size() - parse_.last_sequences()), pending_counts_}, false);
    parse_.keep_last();
  }
  pending_ = s;
  pending_counts_ = *counts;
  pending_cost_ = cost;
}

std::size_t PlaneEncoder::encode(int, std::size_t es, ConstBytes input, Bytes output) {
  effort_ = tune;
  const std::uint32_t n = input.size();
  const auto* in = reinterpret_cast<const std::uint8_t*>(input.data());
  auto* out = reinterpret_cast<std::uint8_t*>(output.data());
  out[0] = 0x78; out[1] = 0x01;
  writer_ = BitWriter(out + 2);
  if (effort_.lazy) lazy_.clear();
  greedy_.clear();
  parse_.clear();
  pending_ = stored_ = {in, n, 0, 0};
  match_costs_ = typical_match_costs();
  std::uint32_t plane = es ? n / es : n;
  if (es < 2 || plane < least_plane_bytes) plane = n;
  std::uint32_t pos = 0, plane_end = plane;
  while (pos < n) {
    if (pos >= plane_end) { plane_end += plane; if (plane_end > n || n - plane_end < plane) plane_end = n; last_kind_ = Kind::literals; }
    std::uint32_t rem = plane_end - pos, k = (rem + effort_.segment_bytes - 1) / effort_.segment_bytes, len = (rem + k - 1) / k;
    encode_segment({in, n, pos, pos + len});
    pos += len;
  }
  if (n == 0) write_stored(writer_, {}, true);
  flush_stored(true);
  if (pending_.size()) flush_block(pending_.end, true);
  writer_.align();
  auto* e = writer_.end();
  std::uint32_t ad = libdeflate_adler32(1, in, n);
  for (int i = 3; i >= 0; --i) *e++ = ad >> (8 * i);
  return e - out;
}

}  // namespace ncf::plugins::deflate
