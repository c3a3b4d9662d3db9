// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/options_record.hpp"

#include "ops/copy/options_fields.hpp"

namespace ncf::ops {

base::Json record_of_options(CopyOptions options) {
  base::JsonWriter writer;
  writer("form", output_form);
  output_fields(writer, options);
  base::Json record = writer.take();
  for (auto& [name, value] : record.members) {
    if (name == "history") value = true;  // the line has the time
    if (name == "strings") value = *options.strings == StringForm::strings;
    if (name == "view" && !options.view.concat) value.members.front().value = "";
  }
  return record;
}

}  // namespace ncf::ops
