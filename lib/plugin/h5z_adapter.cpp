// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/h5z_adapter.hpp"

#include <H5PLextern.h>
#include <fmt/format.h>
#include <hdf5.h>

#include <utility>

#include "hdf5/library/calls.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;

// Prevents libhdf5 from searching for plugins while this object exists.
class NoPluginSearch {
 public:
  NoPluginSearch() {
    if (H5PLget_loading_state(&before_) < 0) return;
    is_changed_ = before_ != 0 && H5PLset_loading_state(0) >= 0;
  }
  NoPluginSearch(const NoPluginSearch&) = delete;
  NoPluginSearch& operator=(const NoPluginSearch&) = delete;
  ~NoPluginSearch() {
    if (is_changed_) H5PLset_loading_state(before_);
  }

 private:
  unsigned before_ = 0;
  bool is_changed_ = false;
};

// type: an H5PL_type_t, or what a later version or a faulty library returns.
void check_type(int type) {
  if (type == H5PL_TYPE_FILTER) return;
  constexpr int other_kinds = 8;  // virtual connectors and drivers, of later versions
  throw Error(
      type > H5PL_TYPE_FILTER && type < other_kinds ? ErrorCode::unsupported : ErrorCode::corrupt,
      fmt::format("an HDF5 plugin, but not of a filter (type {})", type));
}

H5Z_class2_t in_words_of_version_2(const H5Z_class1_t& old) {
  constexpr int no_version = 0;
  return {no_version, old.id, 1, 1, old.name, old.can_apply, old.set_local, old.filter};
}

FilterClass checked_class(const H5Z_class2_t& filter, const void* address) {
  if (filter.id <= H5Z_FILTER_NONE || filter.id > H5Z_FILTER_MAX) {
    throw Error(ErrorCode::corrupt, fmt::format("its filter class has the id {}, expected 1 to {}",
                                                filter.id, H5Z_FILTER_MAX));
  }
  if (filter.filter == nullptr) {
    throw Error(ErrorCode::corrupt, "its filter class has no filter function");
  }
  FilterInterface facts;
  facts.id = static_cast<std::uint32_t>(filter.id);
  facts.name = filter.name == nullptr ? "" : filter.name;
  facts.class_version = filter.version == H5Z_CLASS_T_VERS ? 2 : 1;
  facts.encode = filter.encoder_present != 0;
  facts.decode = filter.decoder_present != 0;
  return {std::move(facts), address};
}

}  // namespace

std::string hdf5_default_folder() { return H5_DEFAULT_PLUGINDIR; }

bool hdf5_loads_plugins() {
  unsigned allowed = 0;
  call(H5PLget_loading_state, &allowed);
  return (allowed & H5PL_FILTER_PLUGIN) != 0;
}

std::optional<FilterAvailability> find_in_libhdf5(std::uint32_t id) {
  if (id > H5Z_FILTER_MAX) return std::nullopt;
  const ErrorCapture quiet;
  const NoPluginSearch no_search;
  const auto filter = static_cast<H5Z_filter_t>(id);
  if (H5Zfilter_avail(filter) <= 0) return std::nullopt;
  unsigned flags = 0;
  call(H5Zget_filter_info, filter, &flags);
  return FilterAvailability{(flags & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0,
                            (flags & H5Z_FILTER_CONFIG_DECODE_ENABLED) != 0,
                            {}};
}

bool load_own_filter(std::uint32_t id) {
  const ErrorCapture quiet;
  return H5Zfilter_avail(static_cast<H5Z_filter_t>(id)) > 0;
}

FilterClass read_filter_class(void* get_type, void* get_info) {
  check_type(reinterpret_cast<decltype(&H5PLget_plugin_type)>(get_type)());
  const void* info = reinterpret_cast<decltype(&H5PLget_plugin_info)>(get_info)();
  if (info == nullptr) throw Error(ErrorCode::corrupt, "H5PLget_plugin_info returned NULL");
  return read_filter_class(info);
}

// A class of version 1 begins with its id where later ones have a version. Only the id 1 would be
// ambiguous, and that is HDF5's own deflate.
FilterClass read_filter_class(const void* address) {
  const int first = *static_cast<const int*>(address);
  return first == H5Z_CLASS_T_VERS
             ? checked_class(*static_cast<const H5Z_class2_t*>(address), address)
             : checked_class(in_words_of_version_2(*static_cast<const H5Z_class1_t*>(address)),
                             address);
}

std::string unregister_filter_class(std::uint32_t id) {
  const ErrorCapture capture;
  if (H5Zunregister(static_cast<H5Z_filter_t>(id)) >= 0) return {};
  return capture.text();
}

void register_filter_class(const void* filter_class) { call(H5Zregister, filter_class); }

}  // namespace ncf::plugin
