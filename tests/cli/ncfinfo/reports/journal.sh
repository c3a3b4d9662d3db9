# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfinfo journal summarizes the outcomes of files.
. "$NCF_CASES/prelude.sh"
cat >run.jsonl <<'JSON'
{"time":"2026-11-25T03:00:00Z","outcome":"failed","input":"/in/a.nc","output":"/out/a.nc","failure":"a.nc: no such file","failure_kind":"not found","input_bytes":0,"output_bytes":0,"seconds":0.000,"verified":false,"notes":[]}
{"time":"2026-11-25T03:00:01Z","outcome":"copied","input":"/in/b.nc","output":"/out/b.nc","input_bytes":3000,"output_bytes":1000,"input_sha256":"01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b","output_sha256":"01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b","seconds":1.500,"verified":true,"notes":[]}
{"time":"2026-11-25T03:00:02Z","outcome":"copied","input":"/in/c.nc","output":"/out/c.nc","input_bytes":5000,"output_bytes":1000,"seconds":1.500,"verified":true,"notes":[]}
{"time":"2026-11-25T03:00:03Z","outcome":"skipped","input":"/in/b.nc","output":"/out/b.nc","input_bytes":3000,"output_bytes":1000,"seconds":0.000,"verified":false,"notes":[]}
{"time":"2026-11-25T03:00:04Z","outcome":"failed","input":"/in/\udce9\n.nc","output":"/out/x.nc","failure":"\udce9\n.nc: damaged","failure_kind":"corrupt","input_bytes":0,"output_bytes":0,"seconds":0.000,"verified":false,"notes":[]}
{"time":"2026-11-25T03:00:05Z","outc
JSON
ncfinfo journal run.jsonl
ncfinfo journal --json run.jsonl
ncfinfo journal --sums outputs run.jsonl
sed 's/a[.]nc/z.nc/g' run.jsonl | head -n 1 | cat run.jsonl - | grep -v '"outc$' >twice.jsonl
ncfinfo journal twice.jsonl | head -n 2
head -n 1 run.jsonl >one.jsonl
ncfinfo journal --sums inputs one.jsonl 2>&1
try ncfinfo journal --sums both run.jsonl
try ncfinfo journal --sums inputs --json run.jsonl
try ncfinfo journal absent
echo "text" >other
try ncfinfo journal other
