#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks and makes a release of the commit checked out here; docs/releasing.md says what comes
# before and after.
#
#   bash packaging/release.sh versions       every file names the same version
#   bash packaging/release.sh check          that, and the commit is ready to be released
#   sudo bash packaging/release.sh make FOLDER
#                                            that, and all tests pass; builds bundle, wheel and
#                                            sources, tries them on Debian 12, 13 and sid, and
#                                            writes SHA256SUMS. FOLDER/machines keeps machines
set -euo pipefail
usage="usage: release.sh versions|check|make FOLDER"
cd "$(dirname "${BASH_SOURCE[0]}")/.."
suites=(bookworm trixie sid)
version="$(sed -n 's/^#define NCF_VERSION_[A-Z]* //p' lib/include/ncf/version.hpp | paste -sd.)"
soversion="${version%.*}"
faults=0

# require WHAT COMMAND...: counts and names what is not so.
require() {
  local what="$1"
  shift
  if ! "$@" >/dev/null 2>&1; then
    echo "release.sh: $what" >&2
    faults=$((faults + 1))
  fi
}

# states FILE LINE: a file has this line, or one that begins so.
states() {
  grep -q "^ *${2//./\\.}\( \|,\|$\)" "$1"
}

check_versions() {
  require "debian/changelog does not begin with $version" \
    grep -q "^ncf (${version//./\\.}-" <(head -n 1 debian/changelog)
  require "debian/control has no package libncf$soversion" \
    states debian/control "Package: libncf$soversion"
  require "packaging/conda/recipe.yaml does not have version $version" \
    states packaging/conda/recipe.yaml "version: \"$version\""
  require "CITATION.cff does not have version $version" states CITATION.cff "version: $version"
  require "python/ncf/__init__.py does not have version $version" \
    states python/ncf/__init__.py "__version__ = \"$version\""
  require "CHANGELOG.md has no section $version" states CHANGELOG.md "## $version"
}

check_readiness() {
  require "the section $version of CHANGELOG.md has no date" \
    grep -qE "^## ${version//./\\.} - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md
  require "CITATION.cff names no homepage or repository: it has placeholders" \
    bash -c '! grep -q "\.invalid" CITATION.cff'
  require "there are changes that are not committed" git diff --quiet HEAD
  require "the tag $version exists" bash -c "! git rev-parse --verify --quiet refs/tags/$version"
}

end_if_faulty() {
  if [[ "$faults" != 0 ]]; then exit 1; fi
}

check_soname() {
  readelf --dynamic build/release/lib/libncf.so | grep -qF "soname: [libncf.so.$soversion]"
}

# make_files FOLDER
make_files() {
  local folder="$1" suite
  bash tests/run.sh --release
  require "the soname of libncf is not libncf.so.$soversion" check_soname
  end_if_faulty
  SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" cmake --build --preset release --target wheel
  cp build/release/bundle/ncf-"$version"-*{.tar.xz,.whl} "$folder"
  git archive --prefix="ncf-$version/" --output="$folder/ncf-$version-source.tar.gz" HEAD
  if command -v twine >/dev/null; then twine check "$folder"/*.whl; fi
  for suite in "${suites[@]}"; do
    bash tests/install/fresh_bundle.sh "$folder/machines" "$suite" "$folder"/ncf-*.tar.xz \
      "$folder"/ncf-*.whl
    bash tests/install/fresh_packages.sh "$folder/machines" "$suite"
  done
  (cd "$folder" && sha256sum ncf-* >SHA256SUMS)
}

case "${1:-}" in
  versions) check_versions ;;
  check)
    check_versions
    check_readiness
    ;;
  make)
    folder="$(realpath -m "${2:?$usage}")"
    mkdir -p "$folder"
    check_versions
    check_readiness
    end_if_faulty
    make_files "$folder"
    cat "$folder/SHA256SUMS"
    ;;
  *)
    echo "$usage" >&2
    exit 2
    ;;
esac
end_if_faulty
