# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --into takes folders: paths below each are kept, and files are recognised by their contents.
. "$NCF_CASES/prelude.sh"
mkdir -p tree/2019/01 tree/2019/02 tree/notes out
make_input tree/2019/01/a.nc
make_input tree/2019/02/a.nc -3
make_input tree/2019/02/b.data
ncfcopy -u tree/2019/01/a.nc tree/2019/store.zarr
echo "read me" >tree/notes/README.nc
ln -s 01 tree/2019/first
ln -s a.nc tree/2019/01/linked.nc
mkfifo tree/notes/pipe
chmod 750 tree/2019
umask 022

# A store is one input. Entries that are left out are named; if they are many ordinary files, they
# are counted.
try ncfcopy -d 1 --into out tree
find out -mindepth 1 ! -path '*.zarr/*' | sort
stat -c '%a %n' out/2019 out/2019/01
same_data tree/2019/02/b.data out/2019/02/b.data
ncfcopy --into out --resume -d 1 --report=json tree 2>notes | grep -o '"outcome": .*"'

# Other files are copied unchanged on request.
try ncfcopy -d 1 --into out --resume --copy-others --verify tree
cmp tree/notes/README.nc out/notes/README.nc
ncfcopy --into out --resume -d 1 --copy-others --verify --report=json tree 2>notes |
  grep -o '"outcome": .*"'
echo "damaged" >out/notes/README.nc
touch -r tree/notes/README.nc out/notes/README.nc
ncfcopy --into out --resume -d 1 --copy-others tree 2>notes
cmp tree/notes/README.nc out/notes/README.nc

# Selection by patterns of names, or of paths below the folder.
mkdir some
ncfcopy --into some --include '*.nc' --exclude '2019/02' tree 2>notes
(cd some && find . -name '*.nc' | sort)
try ncfcopy --into some --include '[a' tree
try ncfcopy --into some --include 'no such' tree
try ncfcopy --into some --include 'no such' --copy-others tree
try ncfcopy --into some --exclude ''  tree
mkdir fewer
ncfcopy --into fewer --exclude '02/' --exclude '*.zarr/' tree 2>notes
(cd fewer && find . -type f -name '[a-z]*' | sort)

# Names of outputs.
mkdir renamed
ncfcopy --into renamed --rename '{name}_packed{suffix}' --include 'a.nc' tree 2>notes
(cd renamed && find . -name '*.nc' | sort)
ncfcopy -u --into renamed --rename '{name}.zarr' tree/2019/02/b.data
ls renamed
try ncfcopy --into renamed --rename 'all.nc' tree

# Equal names and conflicting outputs are found before anything is copied.
mkdir -p other/2019/01 clash
make_input other/2019/01/a.nc
try ncfcopy --into clash tree other
mkdir -p deep/store.zarr
make_input deep/store.zarr/x.nc
ncfcopy -u tree/2019/01/a.nc store.zarr
try ncfcopy --into clash store.zarr deep
mkdir -p nest/sub/sub
cp tree/2019/01/a.nc nest/sub/
cp tree/2019/01/a.nc nest/sub/sub/
try ncfcopy --into nest nest/sub
ln -s ../deep/store.zarr/x.nc clash/a.nc
try ncfcopy --into clash tree/2019/01/a.nc deep/store.zarr/x.nc
ln -s b.nc clash/c.nc
cp tree/2019/01/a.nc b.nc
cp tree/2019/01/a.nc c.nc
try ncfcopy --into clash b.nc c.nc
ls -A clash

# The output folder may be in the tree, where it is ignored, but must not be the tree itself.
mkdir other/packed
ncfcopy --into other/packed other
ncfcopy --into other/packed other
(cd other && find . -name '*.nc' | sort)
try ncfcopy --into other other/.
mkdir nothing
try ncfcopy --into out nothing

# Lists of files, from a file or a pipe, separated by newlines or NULs.
mkdir listed
printf '%s\n' tree/2019/01/a.nc '' tree/2019/02 >list
ncfcopy --into listed --relative-to tree --files-from list
(cd listed && find . -type f -name '[ab].*' | sort)
mkdir piped
find tree -name '?.nc' -print0 | ncfcopy --into piped --relative-to tree --files-from - --null
(cd piped && find . -type f -name '[ab].*' | sort)
(cd tree/2019 && ncfcopy --into ../../piped --relative-to .. --rename 'again_{name}.nc' 01/a.nc)
ls piped/2019/01
try ncfcopy --into piped --relative-to other tree/2019/01/a.nc
try ncfcopy --into piped --relative-to tree tree/absent.nc tree/2019/02/a.nc
try ncfcopy --into piped --relative-to tree http://localhost/a.nc
find tree -name '?.nc' -print0 | sort -z >ended_by_nul
try ncfcopy --into piped --relative-to tree --files-from ended_by_nul
try ncfcopy --into piped --files-from absent
try ncfcopy --into piped --files-from .
try ncfcopy --into piped --files-from - <.
try ncfcopy --into piped --files-from - </dev/null
try ncfcopy --files-from list in.nc out.nc
try ncfcopy --include '*.nc' in.nc out.nc

# Folders get the mode of the input's folder; a failure names a folder with a slash at the end.
mkdir -p modes/inner made
cp -r tree/2019/store.zarr modes/inner/
mkdir modes/inner/bad.zarr
echo '{"zarr_format": 2}' >modes/inner/bad.zarr/.zgroup
mkdir modes/inner/bad.zarr/v
echo 'no JSON' >modes/inner/bad.zarr/v/.zarray
chmod 700 modes/inner/store.zarr
chmod 751 modes/inner
try ncfcopy --into made --relative-to modes modes/inner/store.zarr/
stat -c '%a %n' made/inner
try ncfcopy --into made modes/inner/bad.zarr/
