# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Whichever process gets a signal, once or twice, nothing is left. timeout(1) sends it to the program
# and then to its group. A plugin that hangs and ignores the signal does not keep the program alive.
. "$NCF_CASES/prelude.sh"
need pgrep timeout
make_input
ulimit -c 0
for file in a.nc b.nc c.nc; do cp in.nc "$file"; done
mkdir out
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/ending"
export NCF_ENDING_WHEN_RUN=hang
hanging=(ncfcopy -j 2 -F v,405 --into out a.nc b.nc c.nc)

# wait_until_hanging: until two files are being written.
wait_until_hanging() {
  until [[ "$(compgen -G 'out/.*.ncf-*' | wc -l)" == 2 ]]; do sleep 0.01; done
}

# left: how many files there are, but for the journal of --into.
left() { find out -mindepth 1 ! -name .ncfcopy-journal | wc -l; }

# end_of PID: how the program in the background ended, and how many files are left.
end_of() {
  local status=0
  wait "$1" 2>/dev/null || status=$?
  echo "exit status $((status - 128)) above 128, left: $(left)"
}

for to in program worker both program_twice; do
  echo "$to:"
  "${hanging[@]}" &
  wait_until_hanging
  worker=$(pgrep -P $!)
  case $to in
    program) kill -s TERM $! ;;
    worker) kill -s TERM "$worker" ;;
    both) kill -s TERM $! "$worker" ;;
    program_twice) kill -s TERM $!; kill -s TERM $! ;;
  esac
  end_of $!
done 2>&1
echo 'timeout:'
timeout -s TERM 1 "${hanging[@]}" 2>&1 || echo "exit status $?, left: $(left)"
echo 'one file:'
timeout -s QUIT 1 ncfcopy -F v,405 in.nc out/x.nc 2>&1 ||
  echo "exit status $?, left: $(left)"
