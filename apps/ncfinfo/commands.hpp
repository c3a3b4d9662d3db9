// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The commands of ncfinfo, one file each: a command line and one call of the library. Each receives
// its name for messages ("ncfinfo filters") and the arguments from its own name on, and returns the
// exit status.
#pragma once

#include <string>

namespace ncf::apps::info {

int doctor(const std::string& name, int argc, char** argv);
int explain(const std::string& name, int argc, char** argv);
int file(const std::string& name, int argc, char** argv);
int filters(const std::string& name, int argc, char** argv);
int tune(const std::string& name, int argc, char** argv);

}  // namespace ncf::apps::info
