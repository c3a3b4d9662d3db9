#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Shows pages of `ncfinfo --html` in Chromium, for people to look at: wide and narrow, light and
# dark. Fails if the browser complains about a page.
#
#   bash tests/page/browser.sh FOLDER PAGE.html...
#
# FOLDER gets the screenshots, NAME-wide-light.png and so on. Needs Debian's chromium; run by hand
# and by the workflow.
set -euo pipefail

folder="$1"
shift
mkdir -p "$folder"
profile="$(mktemp -d)"
trap 'rm -rf "$profile"' EXIT

# show OPTION...: runs the browser without a window; its log about pages goes to standard error.
show() {
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$profile" \
    --enable-logging=stderr "$@" 2>"$profile/log"
  if grep -E 'CONSOLE|Refused|ERR_' "$profile/log"; then
    echo "the browser complains about ${*: -1}" >&2
    return 1
  fi
}

for page in "$@"; do
  name="$(basename "$page" .html)"
  address="file://$(realpath "$page")"
  for scheme in light dark; do
    color=$([[ $scheme == dark ]] && echo 0 || echo 1)
    for size in wide:1280,2200 narrow:390,2600; do
      show --blink-settings=preferredColorScheme="$color" --window-size="${size#*:}" \
        --screenshot="$folder/$name-${size%:*}-$scheme.png" "$address"
    done
  done
done
