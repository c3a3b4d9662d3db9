# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes the README.md of an installation: it links to the pages that are installed beside it, in
# docs/, and to the web. Other links name files of the sources and become plain text.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS README.md)
file(READ README.md readme)
string(REGEX REPLACE "\\]\\((docs/[a-z]+\\.|https?:|#)" "]@(\\1" readme "${readme}")
string(REGEX REPLACE "\\[([^][]+)\\]\\([^)]+\\)" "\\1" readme "${readme}")
string(REPLACE "]@(" "](" readme "${readme}")
file(WRITE ${PROJECT_BINARY_DIR}/README.md "${readme}")
