// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes an HTML page with results, as `ncfinfo --html` does.
//
//   ncf::PageFile page("in.html", {"in.nc"});
//   page.write(ncf::format_file_info_html(ncf::inspect_file("in.nc", {.map_chunks = true})));
//
// The file appears complete or not at all. One thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ncf/export.hpp"

namespace ncf {

/// What makes a page, which it says at its end.
struct PageOrigin {
  std::vector<std::string> command;  ///< the words of a command line; empty: not shown
  std::string time;                  ///< "2020-03-05 12:00:00 UTC"; empty: not shown
};

class NCF_API PageFile {
 public:
  /// Construct it before the work whose results the page will show, because it throws if the page
  /// cannot be written.
  /// inputs: paths or URLs of the datasets that the page describes. Only users who may read all of
  /// them may read the page.
  /// throws: Error, also if the path leads to an input, or to a file that is not an HTML page.
  PageFile(const std::string& path, const std::vector<std::string>& inputs, PageOrigin origin = {});
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;
  /// If the page was not written, an older one stays as it was.
  ~PageFile();

  /// Writes a page as the functions `format_..._html` return it, and adds what made it: the
  /// version, the origin, and the paths, sizes and times of the inputs. throws: Error(io).
  void write(std::string page);

 private:
  struct Output;

  std::string path_;
  std::vector<std::string> inputs_;
  PageOrigin origin_;
  std::unique_ptr<Output> output_;
};

}  // namespace ncf
