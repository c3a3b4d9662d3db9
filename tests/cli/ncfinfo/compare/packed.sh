# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Variables that are packed differently are compared as unpacked values; the numbers agree with
# NumPy's.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(3)
shape = (3, 20, 30)
t2m = (280 + 10 * random.normal(size=shape)).astype("f4").clip(250, 310)
t2m[0, 4, 5:9] = 1e20
t2m[2, 7, 8] = numpy.nan

def write(name, kind, values, **attributes):
    with netCDF4.Dataset(name, "w") as dataset:
        for dimension, length in zip("tyx", shape):
            dataset.createDimension(dimension, length)
        fill = attributes.pop("_FillValue")
        variable = dataset.createVariable("t2m", kind, ("t", "y", "x"), zlib=True,
                                          chunksizes=(1, 20, 30), fill_value=fill)
        variable.set_auto_maskandscale(False)
        variable.setncatts(attributes)
        variable[:] = values

def pack(kind, factor, offset, fill):
    steps = numpy.rint((t2m.astype("f8") - offset) / factor)
    return numpy.where(numpy.isnan(t2m) | (t2m > 1e19), fill, steps).astype(kind)

units = dict(units="K")
write("in.nc", "f4", t2m, _FillValue=numpy.float32(1e20), valid_range=numpy.float32([200, 350]),
      **units)
write("coarse.nc", "u1", pack("u1", 0.5, 225.0, 255), _FillValue=255, scale_factor=0.5,
      add_offset=225.0, **units)
# Steps from 128 on are negative numbers of the type, as classic files have them.
write("unsigned.nc", "i1", pack("u1", 0.5, 225.0, 255).view("i1"), _FillValue=-1,
      scale_factor=0.5, add_offset=225.0, _Unsigned="true", **units)
wrong = pack("u1", 0.5, 225.0, 255)
wrong[1, 2, 3] += 9
wrong[1, 2, 4] = 255
write("wrong.nc", "u1", wrong, _FillValue=255, scale_factor=0.5, add_offset=225.0, **units)
write("broken.nc", "u1", wrong, _FillValue=255, scale_factor="half", **units)
write("other_factor.nc", "u1", pack("u1", 0.5, 225.0, 255), _FillValue=255, scale_factor=1.0,
      add_offset=225.0, **units)
PYTHON
ncfcopy --quantize t2m,error,0.01,pack=int16 in.nc packed.nc 2>notes

echo '== within the limit, and not within a smaller one'
try ncfinfo compare --error t2m,0.01 in.nc packed.nc | sed -n '/^\/t2m: /,$p'
try ncfinfo compare --error t2m,0.001 in.nc packed.nc | tail -n 2
try ncfinfo compare in.nc packed.nc | tail -n 2
try ncfinfo compare --storage --error t2m,0.01 in.nc packed.nc | sed -n '/^storage/,/^$/p'

echo '== as NumPy has it'
ncfinfo compare --json --maps -j 1 --error t2m,0.01 in.nc packed.nc >packed.json
ncfinfo compare --json --maps -j 5 --error t2m,0.01 in.nc packed.nc | cmp - packed.json
ncfinfo compare --json --ignore-attributes valid_range coarse.nc packed.nc >both.json || test $? = 1
"$NCF_PYTHON" - <<'PYTHON'
import json, math, netCDF4, numpy

def unpacked(name):
    with netCDF4.Dataset(name) as dataset:
        return dataset["t2m"][:].astype("f8").filled(numpy.nan)

for report, first, second in (("packed", "in.nc", "packed.nc"), ("both", "coarse.nc", "packed.nc")):
    with open(report + ".json", encoding="utf-8") as file:
        report = json.load(file)
    (variable,) = report["variables"]
    a, b = unpacked(first), unpacked(second)
    error = abs(b - a)
    at = numpy.unravel_index(numpy.nanargmax(error), error.shape)
    numbers = variable["numbers"]
    assert numbers["pairs"] == (~numpy.isnan(error)).sum() == a.size - 5, numbers
    assert variable["differing"] == (error > 0).sum(), variable
    assert numbers["missing_in_first"] == numbers["missing_in_second"] == 5, numbers
    largest = numbers["largest_error"]
    assert math.isclose(largest["error"], error[at], rel_tol=1e-12), largest
    assert largest["at"] == list(at) and math.isclose(float(largest["second"]), b[at]), largest
    assert math.isclose(numbers["rmse"], math.sqrt(numpy.nanmean(error**2)), rel_tol=1e-9), numbers
    print([packing.split(",")[0] for packing in variable["unpacked"].values()],
          report["definitions"], numbers.get("level_checks", {}).get("failed"))
PYTHON

echo '== two packed ones: the same values, others, and others packed in the same way'
try ncfinfo compare coarse.nc unsigned.nc
try ncfinfo compare coarse.nc other_factor.nc | sed -n '/largest error/p; /compared/,$p'
try ncfinfo compare --error t2m,0.26 coarse.nc wrong.nc | sed -n '/largest error/p; /^\/t2m: /,$p'

echo '== a factor that is no number'
try ncfinfo compare coarse.nc broken.nc | grep -e scale_factor -e unpacked

echo '== a valid range wider than what can be packed, and one that means another'
ncfcopy --quantize t2m,error,0.0006,pack=int16 in.nc fine.nc 2>notes
try ncfinfo compare --error t2m,0.0006 --storage in.nc fine.nc | sed -n '/valid_range/p; /^within/,$p'
ncdump packed.nc | sed 's/t2m:valid_range = .*/t2m:valid_range = 0s, 100s ;/' | ncgen -4 -o range.nc
try ncfinfo compare --error t2m,0.01 in.nc range.nc | sed -n '/^definition/,/^$/p; /exit/p'

echo '== folders'
mkdir one two
cp in.nc one/a.nc
cp packed.nc two/a.nc
try ncfinfo compare --error t2m,0.01 one two | tail -n 3
