# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Any signal to any process, once or twice, leaves nothing behind. A stopped program continues. A
# plugin that hangs and ignores the signal does not keep the program alive.
. "$NCF_CASES/prelude.sh"
need pgrep
make_input
ulimit -c 0
set -m # each program has a process group of its own, and ignores no signal
for file in a.nc b.nc c.nc; do cp in.nc "$file"; done
mkdir out
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/ending"
export NCF_ENDING_WHEN_RUN=hang
many=(ncfcopy -j 2 -F v,405 --into out a.nc b.nc c.nc)
one=(ncfcopy -F v,405 in.nc out/x.nc)

# wait_until_writing PID COUNT: waits until the program writes that many files, or has ended.
wait_until_writing() {
  until [[ "$(compgen -G 'out/.*.ncf-*' | wc -l)" == "$2" ]] || ! kill -0 "$1"; do sleep 0.01; done
}

# wait_until_in STATES PID...: waits until each process is in one of the states of ps(1), or has
# ended.
wait_until_in() {
  local states=$1 process
  shift
  for process; do
    until [[ "$(sed 's/.*) //' "/proc/$process/stat")" == [$states]* ]] || ! kill -0 "$process"; do
      sleep 0.01
    done
  done
}

# left: prints the number of files, without the journal of --into.
left() { find out -mindepth 1 ! -name .ncfcopy-journal | wc -l; }

# end_of PID: prints how the program in the background ended, and how many files are left.
end_of() {
  local status=0
  wait "$1" 2>/dev/null || status=$?
  echo "exit status $((status - 128)) above 128, left: $(left)"
}

# The first signal may have ended everything before the second.
for to in program worker both program_twice program_and_group; do
  echo "$to:"
  "${many[@]}" &
  wait_until_writing $! 2
  worker=$(pgrep -P $!)
  case $to in
    program) kill -s TERM $! ;;
    worker) kill -s TERM "$worker" ;;
    both) kill -s TERM $! "$worker" 2>kill.log || true ;;
    program_twice) kill -s TERM $!; kill -s TERM $! 2>kill.log || true ;;
    program_and_group) # as timeout(1) does
      kill -s TERM $!
      kill -s TERM -- -$! 2>kill.log || true ;;
  esac
  end_of $!
done 2>&1
echo 'One file:'
for signal in QUIT ABRT SEGV BUS FPE ILL SYS TRAP STKFLT RTMIN RTMAX; do
  "${one[@]}" 2>message &
  wait_until_writing $! 1
  kill -s "$signal" $!
  end_of $!
  cat message
done
echo 'Stopped, continued and ended:'
set +m # the shell itself takes no notice of a stop
env --default-signal=INT "${one[@]}" 2>message &
wait_until_writing $! 1
worker=$(pgrep -P $!)
kill -s STOP $! "$worker"
wait_until_in T $! "$worker"
kill -s CONT $!
wait_until_in RSD $! "$worker"
kill -s INT $!
end_of $!
