#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds Debian source and binary packages of the commit checked out here, and has lintian examine
# them: a warning is an error. Needs git, lintian and what debian/control names.
#
#   bash packaging/debian_packages.sh FOLDER
set -euo pipefail
folder="$(realpath -m "${1:?usage: debian_packages.sh FOLDER}")"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version="$(dpkg-parsechangelog -S Version)"
upstream="${version%-*}"

mkdir -p "$folder"
rm -rf "$folder/ncf-$upstream"
# Debian's part is an archive of its own.
git archive --prefix="ncf-$upstream/" --output="$folder/ncf_$upstream.orig.tar.gz" HEAD \
  -- . ':(exclude)debian'
git archive --prefix="ncf-$upstream/" HEAD | tar -C "$folder" -x
cd "$folder/ncf-$upstream"
dpkg-buildpackage --no-sign

# The first upload of a package closes a request for it, which this one does not have.
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
  "../ncf_${version}_$(dpkg --print-architecture).changes"
