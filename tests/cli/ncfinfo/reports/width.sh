# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Help fits into 80 columns, and tables are folded to the terminal's width without splitting
# numbers. Files and pipes get lines of any length.
. "$NCF_CASES/prelude.sh"
for program in ncfcopy ncfdump ncfgen ncfinfo; do
  "$program" --help | awk -v name="$program" 'length($0) > 80 { print name ": " $0 }'
done
for command in $(ncfinfo --help | sed -n '/^Commands/,$s/^  \([a-z]*\) .*/\1/p'); do
  ncfinfo "$command" --help | awk -v name="$command" 'length($0) > 80 { print name ": " $0 }'
done
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("longitude", 1440)
    dataset.createDimension("latitude", 721)
    dataset.createVariable("temperature_at_two_metres_above_ground", "f4", ("latitude", "longitude"),
                           zlib=True, chunksizes=(103, 720))
PYTHON
cat >terminal.py <<'PYTHON'
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
output = b""
try:
    while part := os.read(terminal, 4096):
        output += part
except OSError:
    pass
print(output.decode().replace("\r\n", "\n"), end="")
PYTHON
ncfinfo file in.nc
"$NCF_PYTHON" terminal.py 72 ncfinfo file in.nc
"$NCF_PYTHON" terminal.py 72 ncfcopy -j 2 --plan -d 3 in.nc out.nc
