# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A signal soon ends a copy: the program dies of that signal, leaves no unfinished output and keeps
# the older one. The next run removes the remains of a killed run. With several files, the finished
# copies are kept.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("x", 1 << 24)
    values = numpy.random.default_rng(1).normal(size=1 << 24).astype("f4")
    dataset.createVariable("v", "f4", ("x",), contiguous=True)[:] = values
PYTHON
make_input out.nc
cp out.nc before.nc
for signal in INT TERM HUP KILL; do
  status=0
  # The shell makes background processes ignore SIGINT.
  env --default-signal=INT ncfcopy -F v,bzip2,9 in.nc out.nc 2>message &
  until compgen -G '.out.nc.ncf-*' >/dev/null || ! kill -0 $!; do sleep 0.01; done
  kill -s "$signal" $!
  wait $! 2>/dev/null || status=$?
  echo "$signal: exit status $((status - 128)) above 128"
  cat message
  cmp before.nc out.nc
  compgen -G '.out.nc.ncf-*' | wc -l
done
ncfcopy out.nc out2.nc
compgen -G '.out.nc.ncf-*' | wc -l
ncfcopy out2.nc out.nc
compgen -G '.out.nc.ncf-*' | wc -l
echo
echo 'With several files, the report names the copies that were done:'
mkdir out
cp out.nc a.nc
cp out.nc b.nc
status=0
env --default-signal=INT ncfcopy -j 1 -F '*,bzip2,9' --report --into out \
  a.nc absent.nc b.nc in.nc out2.nc >report.txt 2>message &
until compgen -G 'out/.in.nc.ncf-*' >/dev/null || ! kill -0 $!; do sleep 0.01; done
kill -s INT $!
wait $! 2>/dev/null || status=$?
echo "INT: exit status $((status - 128)) above 128"
find out -type f | sort
tail -n 1 report.txt | sed 's/in [0-9.]* s/in TIME/'
grep -v ': note: ' message
