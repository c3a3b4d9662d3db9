# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Shows Doxygen our comments as its own, line by line: what opens a header describes the file (that
# of ncf.hpp, the whole), comments of the headers for C count, and examples are code.
function opening() { return FILENAME ~ /ncf\.hpp$/ ? "\\mainpage ncf" : "\\file" }
function text_of(line) {
  gsub(/throws:/, "<b>throws:</b>", line)
  gsub(/source:/, "<b>source:</b>", line)
  return line
}

FNR == 1 { in_opening = 1; in_c = /^\/\*/; print (in_c ? "/** " : "/// ") opening(); next }
FNR == 2 { print in_c ? " *" : "///"; next }

in_opening && in_c {
  if (/\*\//) in_opening = 0
  sub(/^ \*   /, " *     ")
  print text_of($0)
  next
}
in_opening && /^\/\// {
  sub(/^\/\//, "///")
  sub(/^\/\/\/   /, "///     ")
  print text_of($0)
  next
}
{ in_opening = 0 }

/NOLINT/ { print ""; next }
FILENAME ~ /\.h$/ && /^ *\/\* / { sub(/\/\* /, "/** ") }
FILENAME ~ /\.h$/ && /[^ ].*\/\* / && !/^ *\/\*\*/ { sub(/\/\* /, "/**< ") }
{ print text_of($0) }
