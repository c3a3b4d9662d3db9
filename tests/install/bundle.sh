# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu bundle.sh CMAKE BUILD_FOLDER VERSION
#
# A bundle of this build, moved, works without the libraries of this machine, and so does a wheel of
# it in a new environment, beside Debian's h5py and netCDF4. fresh_bundle.sh tries an archive of the
# bundle on other machines.
cmake="$1" build="$2" version="$3"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need patchelf dpkg-query readelf
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

"$NCF_PYTHON" -B "$NCF_SOURCE_DIR/packaging/bundle/make_bundle.py" --cmake "$cmake" \
  --build "$build" --made "$build/bundle" --version "$version" --output "$folder" \
  --unpacked >"$folder/log"
mv "$folder/ncf-$version-linux-"* "$folder/moved here"
bash -eu "$here/bundle_smoke.sh" "$folder/moved here"
for document in LICENSE README.md share/doc/ncf/LIBRARIES.md \
    "share/modulefiles/ncf/$version" share/man/man1/ncfcopy.1; do
  test -s "$folder/moved here/$document"
done
# Each bundled library is in the list, and has its licence; libnocurl.so is our own.
for library in "$folder/moved here"/lib/ncf/bundled/*; do
  name="$(basename "$library")"
  [[ "$name" == libnocurl.so ]] || grep -qF "$name" "$folder/moved here/share/doc/ncf/LIBRARIES.md" || {
    echo "$name is not in LIBRARIES.md"
    exit 1
  }
done
sed -n 's/^| .* | .* | \(.*\) |$/\1/p' "$folder/moved here/share/doc/ncf/LIBRARIES.md" |
  grep -vx licence | while read -r licence; do
  test -s "$folder/moved here/share/doc/ncf/licences/$licence"
done

cp "$folder/moved here"/lib/ncf/bundled/libhdf5*.so.[0-9]* "$folder"
rm "$folder"/libhdf5*_hl*
mv "$folder"/libhdf5*.so.* "$folder/libhdf5-another.so"
patchelf --set-soname libhdf5-another.so --set-rpath "$folder/moved here/lib/ncf/bundled" \
  "$folder/libhdf5-another.so"
"$NCF_PYTHON" -B "$here/another_hdf5.py" "$folder/moved here/lib/ncf/plugins" \
  "$folder/libhdf5-another.so" "$folder/another.h5"
for filter in zstd blosc zfp; do
  "$folder/moved here/bin/ncfdump" -v "$filter" "$folder/another.h5" | grep -q '1997, 1998, 1999'
done

if ! "$NCF_PYTHON" -c 'import ensurepip, venv, h5py, netCDF4' 2>/dev/null; then
  echo "no venv, h5py or netCDF4: the wheel is not tested"
  exit
fi
"$NCF_PYTHON" -B "$NCF_SOURCE_DIR/packaging/bundle/make_wheel.py" --bundle "$folder/moved here" \
  --output "$folder" >"$folder/log"
"$NCF_PYTHON" -m venv --system-site-packages "$folder/environment"
env PIP_NO_INDEX=1 "$folder/environment/bin/pip" install --quiet "$folder"/ncf-*.whl
cd "$folder"
env --unset=PYTHONPATH "PATH=$folder/environment/bin:/usr/bin:/bin" python -B "$here/wheel_smoke.py"
env PIP_NO_INDEX=1 "$folder/environment/bin/pip" uninstall --quiet --yes ncf
if find environment -name '*ncf*' | grep .; then
  echo "these files remain"
  exit 1
fi
