# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --with-coordinates adds the variables that belong to those of -V by the CF conventions.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions:
  time = UNLIMITED ; // (1 currently)
  y = 2 ;
  x = 2 ;
  nv = 2 ;
variables:
  double time(time) ;
    time:units = "days since 2000-01-01" ;
    time:bounds = "time_bounds" ;
  double time_bounds(time, nv) ;
  double y(y) ;
  double x(x) ;
  double lat(y, x) ;
  double lon(y, x) ;
  int crs ;
  float area(y, x) ;
  byte quality(time, y, x) ;
  float t2m(time, y, x) ;
    t2m:coordinates = "lat lon absent" ;
    t2m:grid_mapping = "crs: x y" ;
    t2m:cell_measures = "area: area" ;
    t2m:ancillary_variables = "quality" ;
  float u10(time, y, x) ;
data:
  time = 1 ;
  y = 1, 2 ;
group: model {
  variables:
    float t2m(time, y, x) ;
      t2m:coordinates = "/lat height" ;
    double height ;
  }
}
CDL
variables() { ncdump -h "$1" | sed -n 's/^[[:blank:]]*[a-z]* \([a-z0-9_]*\)[( ].*;$/\1/p' | grep -v ' =' | tr '\n' ' '; echo; }
ncfcopy -V /t2m --with-coordinates in.nc part.nc
variables part.nc
ncfcopy -V u10 --with-coordinates in.nc part.nc 
variables part.nc
ncfcopy -V /model/t2m --with-coordinates in.nc part.nc
variables part.nc
# With -v, they also have values.
ncfcopy -v u10 --with-coordinates in.nc part.nc
ncdump -v y,time part.nc | sed -n '/^data/,$p'
# The topology of a mesh, and what belongs to it.
ncgen -4 -o mesh.nc <<'CDL'
netcdf mesh {
dimensions: node = 3 ; face = 1 ; corner = 3 ;
variables:
  int topology ;
    topology:cf_role = "mesh_topology" ;
    topology:topology_dimension = 2 ;
    topology:node_coordinates = "node_x node_y" ;
    topology:face_node_connectivity = "face_nodes" ;
  double node_x(node) ;
  double node_y(node) ;
  int face_nodes(face, corner) ;
  float t(face) ;
    t:mesh = "topology" ;
    t:location = "face" ;
  float u(face) ;
}
CDL
ncfcopy -V t --with-coordinates mesh.nc part.nc
variables part.nc
try ncfcopy --with-coordinates in.nc part.nc
