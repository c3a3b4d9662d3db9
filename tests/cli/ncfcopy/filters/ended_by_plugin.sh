# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# However a plugin ends the process, the copy fails, names the library if it can be known, and
# leaves nothing behind. If there are several files, a new process copies the others.
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "it reports crashes itself"
make_input
folder=$(realpath "$NCF_BIN/../tests/plugins/ending")
ulimit -c 0

# try_ending VARIABLE WAY COMMAND...
try_ending() {
  local status=0
  { env "$1=$2" "${@:3}" >message 2>&1 || status=$?; } 2>/dev/null # bash speaks of crashes too
  printf '%s: exit status %s\n' "$2" "$status"
  sed "s#$folder#FOLDER#" message
  test "$(ls -A)" = "$(printf 'in.nc\nmessage')"
}

for way in exit _exit quick_exit system_call exec crash crash_in_libc abort overflow kill; do
  try_ending NCF_ENDING_WHEN_RUN "$way" ncfcopy --plugin-path "$folder" -F v,405 in.nc out.nc
done
ended=$(mktemp)
# pthread_exit leaves libhdf5 in the middle of a call; a libhdf5 with assertions aborts.
try_ending NCF_ENDING_WHEN_RUN pthread_exit ncfcopy --plugin-path "$folder" -F v,405 in.nc out.nc \
  >"$ended"
case "$(cat "$ended")" in
  'pthread_exit: exit status 1'$'\n''ncfcopy: a library, probably a filter plugin, ended the program'*) ;;
  'pthread_exit: exit status 134'*'libhdf5'*'(Aborted)'*'; unfinished outputs were removed') ;;
  *) cat "$ended" ;;
esac
rm "$ended"

echo
echo 'When it is loaded:'
for way in exit _exit crash; do
  try_ending NCF_ENDING_WHEN_LOADED "$way" ncfcopy --plugin-path "$folder" -F v,405 in.nc out.nc
done

echo
echo 'Of several files:'
cp in.nc other.nc
ncfcopy --plugin-path "$folder" -F v,405 in.nc filtered.nc
mkdir out
for way in exit _exit crash kill; do
  NCF_ENDING_WHEN_RUN=$way try ncfcopy --plugin-path "$folder" -j 1 -d 1 --into out filtered.nc other.nc |
    sed "s#$folder#FOLDER#"
  ls -A out
done

echo
echo 'Programs that only read:'
NCF_ENDING_WHEN_RUN=_exit try ncfdump --plugin-path "$folder" -v v filtered.nc | tail -n 2

echo
echo 'At the limit of processor time:'
(ulimit -t 1; NCF_ENDING_WHEN_RUN=spin try ncfcopy --plugin-path "$folder" -F v,405 in.nc out.nc) \
  2>/dev/null | tail -n 2
