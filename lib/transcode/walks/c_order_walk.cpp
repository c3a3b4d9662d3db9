// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/c_order_walk.hpp"

#include <algorithm>
#include <utility>

namespace ncf::transcode {

COrderWalk::COrderWalk(std::vector<std::size_t> shape, const std::vector<std::size_t>& chunk,
                       std::size_t max_values)
    : shape_(std::move(shape)), start_(shape_.size(), 0) {
  std::size_t left = max_values;
  for (cut_ = shape_.size(); cut_ > 0 && shape_[cut_ - 1] <= left; --cut_) {
    left /= std::max<std::size_t>(1, shape_[cut_ - 1]);
  }
  done_ = std::find(shape_.begin(), shape_.end(), 0U) != shape_.end();
  if (cut_ == 0) {
    step_ = shape_.empty() ? 1 : shape_.front();
    return;
  }
  --cut_;
  step_ = std::max<std::size_t>(1, left);
  if (!chunk.empty() && chunk[cut_] <= step_) step_ -= step_ % chunk[cut_];
}

std::optional<model::Box> COrderWalk::next() {
  if (done_) return std::nullopt;
  model::Box box{start_, shape_};
  for (std::size_t i = 0; i < std::min(cut_, shape_.size()); ++i) box.count[i] = 1;
  done_ = true;
  if (shape_.empty()) return box;
  box.count[cut_] = std::min(step_, shape_[cut_] - start_[cut_]);

  start_[cut_] += step_;
  if (start_[cut_] < shape_[cut_]) {
    done_ = false;
    return box;
  }
  start_[cut_] = 0;
  for (std::size_t i = cut_; i-- > 0;) {
    if (++start_[i] < shape_[i]) {
      done_ = false;
      break;
    }
    start_[i] = 0;
  }
  return box;
}

}  // namespace ncf::transcode
