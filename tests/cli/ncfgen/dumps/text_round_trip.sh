# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Characters of any value in arrays of any shape are restored from the text that ncfdump prints, by
# ncfgen and by ncgen. With --exact, text attributes are too.
. "$NCF_CASES/prelude.sh"
need ncgen
need_python netCDF4
cat >random_text.py <<'PYTHON'
import random, subprocess, sys
import netCDF4, numpy

LENGTHS = {"t": 4, "u": 3, "one": 1, "two": 2, "five": 5}
POOLS = [list(range(256)), b'\n\0a"\\', b"\0b", b"\na"]


def random_bytes(random_numbers, count):
    pool = random_numbers.choice(POOLS)
    return bytes(random_numbers.choice(pool) for _ in range(count))


def add_variable(dataset, number, names, random_numbers):
    fill = random_numbers.choice([None, None, b"x", b"\0", b"\n"])
    dimensions = [random_numbers.choice(names) for _ in range(random_numbers.randrange(4))]
    if dataset.data_model != "NETCDF4":
        dimensions[1:] = [name if name != "t" else "two" for name in dimensions[1:]]
    variable = dataset.createVariable(f"v{number}", "S1", dimensions, fill_value=fill)
    variable.set_auto_chartostring(False)
    shape = [LENGTHS[name] for name in dimensions]
    text = random_bytes(random_numbers, int(numpy.prod(shape)))
    variable[tuple(slice(length) for length in shape)] = numpy.frombuffer(text, "S1").reshape(shape)


def make(path, model, random_numbers):
    with netCDF4.Dataset(path, "w", format=model) as dataset:
        names = [name for name in LENGTHS if name != "u" or model == "NETCDF4"]
        for name in names:
            dataset.createDimension(name, None if name in "tu" else LENGTHS[name])
        for number in range(80):
            add_variable(dataset, number, names, random_numbers)


def contents(path):
    with netCDF4.Dataset(path) as dataset:
        dataset.set_auto_mask(False)
        dataset.set_auto_chartostring(False)
        return {
            name: (variable.dimensions, variable.shape, variable[...].tobytes(),
                   getattr(variable, "_FillValue", None))
            for name, variable in dataset.variables.items()
        }


def check(model, kind, reader, options):
    text = subprocess.run(["ncfdump", *options, "in.nc"], capture_output=True, check=True).stdout
    with open("in.cdl", "wb") as file:
        file.write(text)
    subprocess.run([reader, "-k", kind, "-o", "out.nc", "in.cdl"], check=True)
    before, after = contents("in.nc"), contents("out.nc")
    different = [name for name in before if before[name] != after.get(name)]
    print(model, reader, *options, *[(before[name], after.get(name)) for name in different])


for model, kind in (("NETCDF4", "nc4"), ("NETCDF4_CLASSIC", "nc7"), ("NETCDF3_CLASSIC", "nc3")):
    make("in.nc", model, random.Random(5))
    check(model, kind, "ncfgen", [])
    check(model, kind, "ncgen", [])
    check(model, kind, "ncfgen", ["-b", "c", "-l", "20"])
    check(model, kind, "ncfgen", ["-f", "f"])
PYTHON
"$NCF_PYTHON" random_text.py

cat >attributes.cdl <<'CDL'
netcdf attributes {
dimensions:
  x = 2 ;
variables:
  char v(x) ;
    v:C_format = "%d" ;
    v:zeros = "ab\000\000" ;
    v:zero = "\000" ;
    v:lines = "a\nb\n" ;
data:
  v = "a\n" ;
}
CDL
for kind in nc3 nc4; do
  ncfgen -k $kind -o attributes.nc attributes.cdl
  ncfdump -n attributes --exact attributes.nc | tee exact.cdl | sed -n '/variables/,$p'
  ncfgen -k $kind -o again.nc exact.cdl
  ncfcopy --verify -k nc3 -F none attributes.nc first.nc
  ncfcopy --verify -k nc3 -F none again.nc second.nc
  cmp first.nc second.nc
done
