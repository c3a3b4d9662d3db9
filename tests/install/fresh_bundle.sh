#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Proves the bundle: a user without root unpacks it on a minimal Debian of that suite made by
# debootstrap, and does there what bundle_smoke.sh does, with a file on an HTTPS server of this
# machine. Its certificate is where Debian, Red Hat or SUSE keep theirs. With WHEEL, pip installs that
# on another such Debian, beside its h5py and netCDF4 with their libhdf5. Takes network, root and
# 2 GB; run by hand before a release, not by ctest.
#
#   sudo bash tests/install/fresh_bundle.sh FOLDER bookworm|trixie|sid BUNDLE.tar.xz [WHEEL.whl]
#
# FOLDER/SUITE keeps the machines (base, bundle, wheel); base is made once.
set -euo pipefail
usage="usage: fresh_bundle.sh FOLDER SUITE BUNDLE.tar.xz [WHEEL.whl]"
folder="$(realpath -m "${1:?$usage}")"
suite="${2:?$usage}"
archive="$(realpath "${3:?$usage}")"
wheel="${4:-}"
source_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
. "$source_dir/tests/install/machine.sh"

copy_base bundle
machine="$folder/$suite/bundle"
# Only glibc: what a bundle needs must be in it.
find "$machine"/{,usr/}lib/*-linux-gnu -regextype posix-extended \
  -regex '.*/lib(stdc\+\+|gcc_s|z|zstd|bz2|lz4|lzma|crypto|ssl|gmp|nettle|hogweed|gnutls|idn2|unistring|tasn1|p11-kit|ffi)\.so.*' \
  -delete
mkdir "$machine/srv/user"
tar -C "$machine/srv/user" -xf "$archive"
cp "$source_dir/tests/install/bundle_smoke.sh" "$machine/srv/user"
chown -R 12345:12345 "$machine/srv/user"
bundle="/srv/user/$(basename "$archive" .tar.xz)"

served="$(mktemp -d)"
coproc SERVER { python3 -B "$source_dir/tests/install/https_server.py" "$served"; }
read -r url <&"${SERVER[0]}"
# as_user MACHINE SCRIPT...
as_user() {
  inside "$1" chroot --userspec=12345:12345 / bash -eu "${@:2}"
}
cat >"$machine/srv/user/make.sh" <<CDL
echo 'netcdf in { dimensions: x = 16 ; variables: int v(x) ;
data: v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ; }' |
  $bundle/bin/ncfgen -4 -o /srv/user/in.nc
CDL
as_user bundle /srv/user/make.sh
cp "$machine/srv/user/in.nc" "$served"
for certificates in etc/ssl/certs/ca-certificates.crt etc/pki/tls/certs/ca-bundle.crt \
    etc/ssl/ca-bundle.pem; do
  rm -rf "$machine"/etc/{ssl,pki}
  mkdir -p "$(dirname "$machine/$certificates")"
  cp "$served/certificate.pem" "$machine/$certificates"
  as_user bundle /srv/user/bundle_smoke.sh "$bundle" "${url}in.nc"
done
exec {SERVER[1]}>&-
rm -rf "$served"

if [[ -n "$wheel" ]]; then
  copy_base wheel
  machine="$folder/$suite/wheel"
  inside wheel apt-get --quiet update
  inside wheel env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes --no-install-recommends \
    install python3-venv python3-h5py python3-netcdf4
  mkdir "$machine/srv/user"
  cp "$wheel" "$source_dir/tests/install/wheel_smoke.py" "$machine/srv/user"
  echo 'cd /srv/user
    python3 -m venv --system-site-packages environment
    environment/bin/pip install --quiet --no-index ./*.whl
    PATH=/srv/user/environment/bin:/usr/bin:/bin python wheel_smoke.py' >"$machine/srv/user/try.sh"
  chown -R 12345:12345 "$machine/srv/user"
  as_user wheel /srv/user/try.sh
fi
echo "the bundle is good on $suite"
