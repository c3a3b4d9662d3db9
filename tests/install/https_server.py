# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Serves a folder on https://localhost with a new certificate, until its standard input ends.

    https_server.py FOLDER    prints the URL of the folder; FOLDER/certificate.pem is what to trust
"""

import ssl
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "network"))
from server import Server  # noqa: E402

folder = Path(sys.argv[1])
certificate, key = folder / "certificate.pem", folder / "key.pem"
subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
                certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost"], check=True, capture_output=True)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
with Server(folder) as server:
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.url("well").replace("http://127.0.0.1", "https://localhost"), flush=True)
    sys.stdin.read()
