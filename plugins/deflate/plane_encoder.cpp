// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/plane_encoder.hpp"
#include <cstdlib>
#include <cstdio>
#include <algorithm>
#include <libdeflate.h>

#include "deflate/block.hpp"
#include "deflate/byte_counts.hpp"

namespace ncf::plugins::deflate {
struct Effort {
  unsigned greedy_from;   // permille
  unsigned lazy_from;
  SearchLimits limits;
  unsigned stored_gain;
  unsigned segment_bytes;
  unsigned redo;
};
Effort tune{30, 100000, {8, 32, 32}, 10, 32768, 32};
namespace {
constexpr std::uint32_t least_plane_bytes = 2048;
constexpr std::uint32_t most_block_bytes = 1u << 22;
}  // namespace

std::size_t PlaneEncoder::bound(std::size_t n) noexcept { return n + 6 * (n / 1024 + 4) + 64; }
bool PlaneEncoder::is_for(std::size_t e, std::size_t n) noexcept { return e > 1 && n / e >= least_plane_bytes; }

void PlaneEncoder::flush_block(std::span<const Sequence> sequences, bool is_last) {
  if (!block_) return;
  write_block(writer_, {block_->segment.bytes(), sequences, block_->counts}, is_last);
  block_.reset();
}
void PlaneEncoder::flush_stored(bool is_last) {
  if (!stored_) return;
  write_stored(writer_, stored_->bytes(), is_last);
  stored_.reset();
}

void PlaneEncoder::add_to_stored(const Segment& s) {
  parse_.drop_last();
  flush_block(parse_.sequences(), false);
  parse_.clear();
  if (stored_) stored_->end = s.end; else stored_ = s;
}
void PlaneEncoder::add_to_block(const Segment& s, const SymbolCounts& counts, std::uint64_t cost) {
  flush_stored(false);
  if (block_) {
    SymbolCounts joint = block_->counts;
    joint.add(counts);
    const std::uint64_t jc = block_cost(joint);
    if (jc <= block_->cost + cost && s.end - block_->segment.begin < most_block_bytes) {
      block_->counts = joint;
      block_->cost = jc;
      block_->segment.end = s.end;
      return;
    }
    flush_block(parse_.sequences_before_last(), false);
    parse_.keep_last();
  }
  block_ = Pending{s, counts, cost};
}

void PlaneEncoder::find_matches(const Effort& e, const Segment& s, const SymbolCounts& lit) {
  const LiteralCosts costs = literal_costs(lit);
  unsigned most = *std::max_element(lit.main.begin(), lit.main.end());
  #ifndef SHARE
#define SHARE 8
#endif
  bool few = most > s.size() / SHARE || symbols_cost(lit.main) < std::uint64_t{s.size()} * 13;
  bool constant = most > s.size() - s.size() / 256;
  const unsigned saved = constant ? 0 : sampler_.saved_permille(s, costs);
  if (getenv("DBG")) fprintf(stderr, "%u-%u most %.3f few %d const %d saved %u\n", s.begin, s.end, most/(double)s.size(), few, constant, saved);
  if (constant || (e.lazy_from > saved && (few || saved >= e.greedy_from))) greedy_parser_.run(s, costs, parse_);
  else if (saved >= e.lazy_from) {
    lazy_parser_.run(s, e.limits, costs, match_costs_, parse_);
    lazy_parser_.run(s, e.limits, costs, match_costs_, parse_);
      lc = literal_costs(parse_.counts());
      match_costs_ = match_costs(parse_.counts());
      parse_.drop_last();
      std::swap(lazy_parser_, keep);
    }
    lazy_parser_.run(s, e.limits, costs, match_costs_, parse_);
    match_costs_ = match_costs(parse_.counts()); }
  else { parse_.begin(s); parse_.end(); }
}

void PlaneEncoder::encode_segment(const Effort& e, const Segment& s) {
  SymbolCounts lit{};
  count_bytes(s.bytes(), std::span(lit.main).first<literals>());
  std::uint64_t cost = block_cost(lit);
  find_matches(e, s, lit);
  const SymbolCounts* counts = &lit;
  std::uint64_t mc = block_cost(parse_.counts());
  if (mc < cost) { counts = &parse_.counts(); cost = mc; }
  else parse_.forget_matches();
  if (cost * 1000 >= std::uint64_t{s.size()} * 8 * bit * (1000 - e.stored_gain)) add_to_stored(s);
  else add_to_block(s, *counts, cost);
}
std::size_t PlaneEncoder::encode_planes(const Effort& effort, std::span<const std::uint8_t> chunk,
                            std::uint32_t plane, Bytes output) {
  auto* out = reinterpret_cast<std::uint8_t*>(output.data());
  out[0] = 0x78; out[1] = 0x01;
  writer_ = BitWriter(out + 2);
  if (effort.lazy_from < 10000) lazy_parser_.clear();
  greedy_parser_.clear();
  sampler_.clear();
  parse_.clear();
  match_costs_ = typical_match_costs();
  std::uint32_t n = chunk.size();
  std::uint32_t pos = 0, plane_end = plane;
  while (pos < n) {
    if (pos >= plane_end) { plane_end += plane; if (plane_end > n || n - plane_end < plane) plane_end = n;  }
    std::uint32_t rem = plane_end - pos, k = (rem + effort.segment_bytes - 1) / effort.segment_bytes, len = (rem + k - 1) / k;
    encode_segment(effort, {chunk, pos, pos + len});
    pos += len;
  }
  if (n == 0) write_stored(writer_, {}, true);
  flush_stored(true);
  flush_block(parse_.sequences(), true);
  writer_.align();
  auto* e = writer_.end();
  std::uint32_t ad = libdeflate_adler32(1, chunk.data(), n);
  for (int i = 3; i >= 0; --i) *e++ = ad >> (8 * i);
  return e - out;
}

std::size_t PlaneEncoder::encode(int, std::size_t es, ConstBytes input, Bytes output) {
  const std::uint32_t n = input.size();
  const auto* in = reinterpret_cast<const std::uint8_t*>(input.data());
  std::uint32_t plane = is_for(es, n) ? n / es : n;
  std::size_t r = encode_planes(tune, {in, n}, plane, output);
  if (getenv("TWO") && n < 1<<17) {
    first_try_.assign(output.begin(), output.begin() + r);
    Effort e = tune; e.segment_bytes = 1 << 15; 
    std::size_t r2 = encode_planes(e, {in, n}, plane, output);
    if (r2 < r) r = r2;
    else std::copy(first_try_.begin(), first_try_.end(), output.begin());
  }
  if (tune.redo && r < n / tune.redo) {
    first_try_.assign(output.begin(), output.begin() + r);
    Effort e = tune; e.segment_bytes = 1 << 22; e.lazy_from = 0; e.limits = {64, 258, 64};
    std::size_t r2 = encode_planes(e, {in, n}, n, output);
    if (r2 < r) return r2;
    std::copy(first_try_.begin(), first_try_.end(), output.begin());
  }
  return r;
}

}  // namespace ncf::plugins::deflate
