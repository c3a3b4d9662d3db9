# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A long run stops after failures, gives up copies that hang, and reports its progress.
. "$NCF_CASES/prelude.sh"
for i in 1 2 3 4; do make_input "$i.nc"; done
for i in 5 6 7; do echo "no netCDF" >"$i.nc"; done
mkdir out

try ncfcopy -j 1 --into out --stop-after 2 1.nc 5.nc 2.nc 6.nc 3.nc 7.nc 4.nc
ls out
try ncfcopy -j 1 --into out --stop-after 4 1.nc 5.nc 6.nc 7.nc 2.nc
try ncfcopy --into out --jobs 2 --nice 5 1.nc 2.nc 3.nc

# A server that never answers, and a file that can be copied.
"$NCF_PYTHON" - <<'PYTHON'
import re
import signal
import socket
import subprocess
import time

with socket.create_server(("localhost", 0)) as server:
    port = server.getsockname()[1]
    url = f"http://localhost:{port}/a.nc"

    def run(*options):
        return subprocess.Popen(["ncfcopy", "-j", "2", "--into", "out", *options, url, "1.nc"],
                                stderr=subprocess.PIPE, text=True)

    def shown(text):
        return re.sub(r"[0-9.]+ [kM]?B/s|for \d+ s", "...", text.replace(str(port), "PORT"))

    begin = time.monotonic()
    with run("--file-timeout", "1s", "--journal", "journal.jsonl", "5.nc") as hanging:
        print(shown(hanging.stderr.read()), end="")
    print("exit status", hanging.returncode, time.monotonic() - begin < 20)

    # SIGUSR1 asks, also where all processes get it.
    with run("--file-timeout", "1h") as asked:
        while "1.nc" not in __import__("os").listdir("out") or time.monotonic() - begin < 4:
            time.sleep(0.1)
        asked.send_signal(signal.SIGUSR1)
        print(shown(asked.stderr.readline() + asked.stderr.readline()), end="")
        asked.terminate()
        print(shown(asked.stderr.read()), end="")
    print("exit status", asked.returncode)
PYTHON
# The journal contains failures with their size, if known, and their time.
"$NCF_PYTHON" - <<'PYTHON'
import json, os
failed = [line for line in map(json.loads, open("journal.jsonl")) if line.get("outcome") == "failed"]
print(sorted((line["input"].rpartition("/")[2], line["failure_kind"],
              line["input_bytes"] == (os.path.getsize("5.nc") if "5.nc" in line["input"] else 0),
              "a.nc" not in line["input"] or 1 <= line["seconds"] < 20)
             for line in failed))
PYTHON
for option in '--jobs 0' '--jobs many' '--stop-after 0' '--file-timeout 0' '--file-timeout 5d' \
  '--file-timeout h' '--nice 20' '-j 2 --jobs 3'; do
  try ncfcopy --into out $option 1.nc
done
for option in '--jobs 2' '--stop-after 1' '--file-timeout 5' '--null'; do
  try ncfcopy $option 1.nc copy.nc
done
try ncfcopy --into out --null 1.nc
