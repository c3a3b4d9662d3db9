// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/text/messages.hpp"
#include "hdf5/library/calls.hpp"
#include "model/values/type.hpp"
#include "store/netcdf4/foreign_files.hpp"

namespace ncf::store::netcdf4 {
namespace {

using hdf5::call;
using hdf5::ErrorCapture;
using hdf5::Handle;
using Kind = model::Finding::Kind;

struct Link {
  std::string name;
  H5L_type_t type;
  std::int64_t position;  ///< in the order of creation; 0 if the group does not track it
};

struct LinkList {
  std::vector<Link> links;
  std::exception_ptr failure;
};

// Exceptions must not pass through libhdf5.
herr_t add_link(hid_t /*group*/, const char* name, const H5L_info_t* info, void* list) noexcept {
  auto& links = *static_cast<LinkList*>(list);
  try {
    links.links.push_back({name, info->type, info->corder_valid != 0 ? info->corder : 0});
    return 0;
  } catch (...) {
    links.failure = std::current_exception();
    return -1;
  }
}

/// Returns the links in the order of creation if the group tracks it, otherwise by name. libhdf5
/// lists them in its own order: before it sorts a large group, it reads all links into memory that
/// it would free uninitialized after a failed read.
std::vector<Link> links_of(const Handle& group) {
  LinkList list;
  hsize_t position = 0;
  ErrorCapture capture;
  const herr_t status =
      H5Literate(group.id(), H5_INDEX_NAME, H5_ITER_NATIVE, &position, &add_link, &list);
  if (list.failure) std::rethrow_exception(list.failure);
  if (status < 0) throw hdf5::error_of(capture.text());
  std::ranges::sort(list.links, {}, [](const Link& link) {
    return std::tuple(link.position, std::string_view(link.name));
  });
  return std::move(list.links);
}

/// Returns the target of a soft link, or of an external link with the file's name in front.
std::string target_of(const Handle& group, const std::string& name) {
  H5L_info_t info;
  call(H5Lget_info, group.id(), name.c_str(), &info, H5P_DEFAULT);
  std::vector<char> value(info.u.val_size);
  call(H5Lget_val, group.id(), name.c_str(), static_cast<void*>(value.data()), value.size(),
       H5P_DEFAULT);
  if (info.type == H5L_TYPE_SOFT) return {value.data()};
  unsigned flags = 0;
  const char* file = nullptr;
  const char* object = nullptr;
  call(H5Lunpack_elink_val, value.data(), value.size(), &flags, &file, &object);
  return fmt::format("{} in {}", object, file);
}

/// Returns the same name if the file is no longer on disk.
std::string canonical_name(const std::string& file) {
  std::error_code removed;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(file, removed);
  return removed ? file : canonical.string();
}

class Walk {
 public:
  Walk(const Handle& file, OtherFiles others)
      : file_(file),
        others_(others),
        link_access_(H5P_LINK_ACCESS, others == OtherFiles::allowed) {}

  Objects run() {
    H5O_info_t info;
    call(H5Oget_info2, file_.id(), &info, unsigned{H5O_INFO_BASIC});
    file_number_ = info.fileno;
    own_file_ = found_.files.number_of(hdf5::file_name_of(file_));
    pending_.push_back({{{}, {info.addr, {}}, {own_file_, info.addr}}, std::nullopt});
    while (!pending_.empty()) {
      Pending group = std::move(pending_.back());
      pending_.pop_back();
      visit(std::move(group));
    }
    keep_passed_files();
    return std::move(found_);
  }

 private:
  /// A group to visit.
  struct Pending {
    FoundObject group;
    std::optional<std::size_t> parent;
  };

  void visit(Pending pending) {
    FoundObject& group = pending.group;
    const auto [known, is_new] = visited_.try_emplace(group.identity, found_.groups.size());
    if (!is_new) {
      note(Kind::left_out, *pending.parent, group.name,
           "is left out: it is another name of the group " + found_.group_path(known->second));
      return;
    }
    const std::size_t id = found_.groups.size();
    const std::size_t path_bytes = pending.parent ? path_bytes_in(*pending.parent, group.name) : 0;
    found_.groups.push_back(
        {std::move(group.name), pending.parent, std::move(group.place), path_bytes});
    const Handle opened = open_object(file_, found_.groups[id].place);
    const std::size_t first_child = pending_.size();
    for (const Link& link : links_of(opened)) look_at(opened, id, link);
    std::reverse(pending_.begin() + static_cast<std::ptrdiff_t>(first_child), pending_.end());
  }

  void look_at(const Handle& group, std::size_t id, const Link& link) {
    require_short_path(id, link.name);
    if (link.type == H5L_TYPE_EXTERNAL && others_ != OtherFiles::allowed) {
      note_external(id, link.name, target_of(group, link.name));
      return;
    }
    ErrorCapture capture;
    H5O_info_t info;
    if (H5Oget_info_by_name2(group.id(), link.name.c_str(), &info, H5O_INFO_BASIC,
                             link_access_.id()) < 0) {
      if (const auto refused = link_access_.take_refused()) {
        note_external(id, link.name, fmt::format("{} in {}", refused->object, refused->file));
        return;
      }
      const bool is_broken = link.type == H5L_TYPE_HARD;
      note(is_broken ? Kind::unreadable : Kind::unreachable, id, link.name,
           why_not(group, link, capture.text()));
      return;
    }
    add(id, link.name, info);
  }

  static std::string why_not(const Handle& group, const Link& link, const std::string& hdf5_text) {
    if (link.type == H5L_TYPE_HARD) {
      return fmt::format("cannot be opened: {}", hdf5::error_of(hdf5_text).what());
    }
    if (link.type != H5L_TYPE_SOFT && link.type != H5L_TYPE_EXTERNAL) {
      return "is a link of an unknown kind";
    }
    return fmt::format("is a link to {}, which does not exist", target_of(group, link.name));
  }

  [[nodiscard]] std::size_t path_bytes_in(std::size_t group, const std::string& name) const {
    return found_.groups[group].path_bytes + 1 + name.size();
  }

  void require_short_path(std::size_t group, const std::string& name) const {
    constexpr std::size_t shown_bytes = 60;
    const std::size_t bytes = path_bytes_in(group, name);
    if (bytes <= model::max_path_bytes) return;
    const std::string path = found_.path_in(group, name);
    throw Error(
        ErrorCode::unsupported,
        fmt::format("the path of an object in it, {}..., has {} bytes; ncf reads paths of at "
                    "most {} bytes",
                    base::printable(path, shown_bytes), bytes, model::max_path_bytes));
  }

  void add(std::size_t group, const std::string& name, const H5O_info_t& info) {
    FoundObject object{name, {info.addr, {}}, {own_file_, info.addr}};
    if (info.fileno != file_number_) {
      object.place = {HADDR_UNDEF, found_.path_in(group, name)};
      object.identity = found_.files.identify(open_object(file_, object.place));
      found_.linked_files.insert(found_.files.path(object.identity.file));
    }
    switch (info.type) {
      case H5O_TYPE_GROUP:
        pending_.push_back({std::move(object), group});
        break;
      case H5O_TYPE_DATASET:
        found_.groups[group].datasets.push_back(std::move(object));
        break;
      case H5O_TYPE_NAMED_DATATYPE:
        found_.groups[group].types.push_back(std::move(object));
        break;
      default:
        note(Kind::left_out, group, name, "is left out: it is of a kind that netCDF does not have");
    }
  }

  // A chain of external links leads through files without any object that is read.
  void keep_passed_files() {
    for (const std::string& file : link_access_.passed_files()) {
      found_.linked_files.insert(found_.files.path(found_.files.number_of(file)));
    }
    found_.linked_files.erase(found_.files.path(own_file_));
  }

  void note_external(std::size_t group, const std::string& name, const std::string& target) {
    note(Kind::unreachable, group, name,
         fmt::format("is a link to {}{}", target, how_to_read(others_, "it")));
  }

  void note(Kind kind, std::size_t group, const std::string& name, std::string text) {
    found_.findings.push_back({kind, found_.path_in(group, name), std::move(text)});
  }

  const Handle& file_;
  OtherFiles others_;
  LinkAccess link_access_;
  unsigned long file_number_ = 0;  ///< in libhdf5
  std::size_t own_file_ = 0;       ///< its number in found_.files
  Objects found_;
  std::vector<Pending> pending_;  ///< the next group last
  std::map<Identity, std::size_t> visited_;
};

}  // namespace

std::string Objects::group_path(std::size_t group) const {
  std::vector<const std::string*> names;
  for (; groups[group].parent; group = *groups[group].parent) names.push_back(&groups[group].name);
  std::string path;
  for (auto name = names.rbegin(); name != names.rend(); ++name) path += "/" + **name;
  return path.empty() ? "/" : path;
}

std::string Objects::path_in(std::size_t group, const std::string& name) const {
  const std::string path = group_path(group);
  return path == "/" ? path + name : path + "/" + name;
}

std::string how_to_read(OtherFiles others, std::string_view pronoun) {
  if (others == OtherFiles::not_found) return ", which can be read only if both files are on disk";
  return fmt::format("; --follow-external reads {}", pronoun);
}

Objects find_objects(const Handle& file, OtherFiles others) { return Walk(file, others).run(); }

Place place_of(const Handle& object) {
  H5O_info_t info;
  call(H5Oget_info2, object.id(), &info, unsigned{H5O_INFO_BASIC});
  return {info.addr, {}};
}

std::size_t FileNumbers::number_of(const std::string& name) {
  if (const auto known = by_name_.find(name); known != by_name_.end()) return known->second;
  const std::string path = canonical_name(name);
  const auto [same, is_new] = by_name_.try_emplace(path, paths_.size());
  if (is_new) paths_.push_back(path);
  return by_name_.try_emplace(name, same->second).first->second;
}

Identity FileNumbers::identify(const Handle& object) {
  return {number_of(hdf5::file_name_of(object)), place_of(object).address};
}

Handle open_object(const Handle& file, const Place& place) {
  if (place.is_here()) return {call(H5Oopen_by_addr, file.id(), place.address), &H5Oclose};
  return {call(H5Oopen, file.id(), place.path.c_str(), H5P_DEFAULT), &H5Oclose};
}

Handle open_dataset(const Handle& file, const Place& group, const std::string& name,
                    const Handle& access_properties) {
  const Handle opened = open_object(file, group);
  Handle dataset(call(H5Dopen2, opened.id(), name.c_str(), access_properties.id()), &H5Dclose);
  // Until libhdf5 is asked for the extent of a virtual dataset, it reads fill values where sources
  // have grown.
  const Handle extent(call(H5Dget_space, dataset.id()), &H5Sclose);
  return dataset;
}

}  // namespace ncf::store::netcdf4
