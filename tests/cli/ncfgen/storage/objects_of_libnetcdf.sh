# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfgen makes the same HDF5 objects from a text as ncgen: types, dataspaces, layouts, fill values,
# flags and attributes, including hidden ones. Only the order of attributes differs, and libnetcdf
# may write _Netcdf4Dimid without meaning, in variables that are not scales.
. "$NCF_CASES/prelude.sh"
/usr/bin/python3 -c 'import h5py' 2>/dev/null || { echo "h5py is not here"; exit 77; }
cat >objects_of.py <<'PYTHON'
import sys
import h5py
import numpy
from h5py import h5t

def described(type):
    return type.encode().hex() if not type.committed() else "named " + type.copy().encode().hex()

def space(of):
    return of.get_simple_extent_type(), of.shape, of.get_simple_extent_dims(True)

def fill(properties, type):
    value = numpy.zeros((), type.dtype)
    if type.get_class() in (h5t.VLEN, h5t.STRING):
        return properties.fill_value_defined()
    properties.get_fill_value(value)
    return value.tobytes().hex()

def attribute_of(object, name, file):
    attribute = object.attrs.get_id(name)
    shown = [described(attribute.get_type()), space(attribute.get_space())]
    if name == "DIMENSION_LIST":
        shown.append([[file[use].name for use in uses] for uses in object.attrs[name]])
    elif name == "REFERENCE_LIST":
        # The index is unsigned where libhdf5 1.12 or later made the list, and ours signed.
        shown[0] = shown[0].replace("0008100000000400000000002000", "0008100800000400000000002000")
        shown.append(sorted((file[use].name, int(axis)) for use, axis in object.attrs[name]))
    else:
        shown.append(str(object.attrs[name]))
    return shown

def show(path, object, file):
    if isinstance(object, h5py.Datatype):
        print(path, described(object.id))
        return
    properties = object.id.get_create_plist() if path != "/" else file.id.get_create_plist()
    print(path, properties.get_attr_creation_order(), properties.get_obj_track_times())
    if isinstance(object, h5py.Group):
        print(path, properties.get_link_creation_order())
    else:
        filters = [properties.get_filter(i) for i in range(properties.get_nfilters())]
        print(path, described(object.id.get_type()), space(object.id.get_space()), object.chunks,
              properties.get_layout(), filters, properties.get_fill_time(),
              fill(properties, object.id.get_type()))
    is_scale = "CLASS" in object.attrs
    for name in sorted(object.attrs):
        if name != "_NCProperties" and (is_scale or name != "_Netcdf4Dimid"):
            print(path, name, attribute_of(object, name, file))

with h5py.File(sys.argv[1]) as file:
    show("/", file, file)
    file.visititems(lambda path, object: show(path, object, file))
PYTHON
objects_of() { /usr/bin/python3 objects_of.py "$1"; }
cat >enhanced.cdl <<'CDL'
netcdf enhanced {
types:
  compound cell { int id ; float corners(2, 3) ; double area ; } ;
  byte enum sky { clear = 0, cloud = 1, unknown = -1 } ;
  opaque(11) key ;
  int(*) row ;
dimensions: time = UNLIMITED ; lat = 3 ; lon = 4 ; member = UNLIMITED ; alone = 7 ; later = UNLIMITED ;
variables:
  double time(time) ; time:units = "d" ; float lat(lat) ; float lon(lon, lat) ;
  float t(time, lat, lon) ; t:_FillValue = -1.f ; string t:text = "a", "b" ;
  int z(lat, lon) ; z:_ChunkSizes = 2, 2 ; z:_Shuffle = "true" ; z:_DeflateLevel = 1 ;
  int big(lat) ; big:_Endianness = "big" ; int small(lat) ; small:_Storage = "compact" ;
  int unfilled(lat) ; unfilled:_NoFill = "true" ; char letters(time, lon) ; char letter ;
  string name(lat) ; string names(time) ; ubyte both(time, member, lat) ;
  cell cells(lat) ; sky seen(time) ; sky sea(lat) ; sky sea:_FillValue = cloud ;
  key keys(member) ; row line(lat) ; row lines(time, lat) ;
  :title = "all" ; :one = 1 ; :many = 1., 2. ; string :utf8 = "\u00e9" ;
  sky :skies = clear, cloud ; row :rows = {1, 2}, {3} ;
group: inner {
  dimensions: lat = 5 ; level = UNLIMITED ;
  variables: float lat(lat) ; float level(level) ; float q(time, level, lat, lon) ; int alone(lat) ;
  :inside = 1s ;
}
group: hollow { }
}
CDL
cat >classic.cdl <<'CDL'
netcdf classic {
dimensions: time = UNLIMITED ; x = 4 ; bounds = 2 ;
variables: double time(time) ; float x(x) ; float v(time, x) ; v:units = "K" ; char c(x, bounds) ;
  :title = "classic" ;
data: time = 1, 2, 3 ; x = 1, 2, 3, 4 ;
}
CDL
for name in enhanced classic; do
  kind=nc4
  if [[ $name == classic ]]; then kind=nc7; fi
  ncgen -k "$kind" -o theirs.nc "$name.cdl"
  ncfgen -k "$kind" -o ours.nc "$name.cdl"
  diff <(objects_of theirs.nc) <(objects_of ours.nc) && echo "$name: the same objects"
  rm ours.nc theirs.nc
done
