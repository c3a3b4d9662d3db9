# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Whether a request to S3 is signed correctly.

source: AWS Signature Version 4, "Create a signed AWS API request"
"""

import base64
import hashlib
import hmac
import re
from urllib.parse import parse_qsl, quote, urlsplit

AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, ?"
    r"SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})")


def canonical_query(query):
    pairs = sorted((quote(key, safe="-_.~"), quote(value, safe="-_.~"))
                   for key, value in parse_qsl(query, keep_blank_values=True))
    return "&".join(f"{key}={value}" for key, value in pairs)


def sign(method, target, headers, signed, secret, date, region):
    """target: path and query; headers: by their names in small letters; signed: names of those."""
    url = urlsplit(target)
    lines = "".join(f"{name}:{' '.join(headers[name].split())}\n" for name in signed)
    request = "\n".join([method, url.path, canonical_query(url.query), lines, ";".join(signed),
                         headers["x-amz-content-sha256"]])
    scope = f"{date}/{region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], scope,
                      hashlib.sha256(request.encode()).hexdigest()])
    key = b"AWS4" + secret.encode()
    for part in (date, region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def fault_of_body(headers, body):
    """Whether a request says the right checksum of its body."""
    digest = hashlib.sha256(body)
    of_signed = headers.get("x-amz-content-sha256")
    of_unsigned = headers.get("x-amz-checksum-sha256")
    if of_signed == digest.hexdigest() or of_unsigned == base64.b64encode(digest.digest()).decode():
        return ""
    return "XAmzContentSHA256Mismatch"


def fault_of(method, target, headers, credentials, body=None):
    """What is wrong, as S3 calls it; empty if nothing is. credentials: secrets by id, or None for a
    bucket that everybody may use."""
    if body is not None and fault_of_body(headers, body):
        return fault_of_body(headers, body)
    if credentials is None:
        return "" if headers.get("Authorization") is None else "UnexpectedSignature"
    parts = AUTHORIZATION.fullmatch(headers.get("Authorization", ""))
    if not parts:
        return "AccessDenied"
    key_id, date, region, signed, found = parts.groups()
    if key_id not in credentials:
        return "InvalidAccessKeyId"
    names = signed.split(";")
    given = {name.lower(): value for name, value in headers.items()}
    if not {"host", "x-amz-date", "x-amz-content-sha256"} <= set(names):
        return "UnsignedHeaders"
    if "x-amz-security-token" in given and "x-amz-security-token" not in names:
        return "UnsignedHeaders"
    right = sign(method, target, given, names, credentials[key_id], date, region)
    return "" if hmac.compare_digest(right, found) else "SignatureDoesNotMatch"


# The example that AWS documents: if this fails, the judge is wrong.
assert sign("GET", "/test.txt",
            {"host": "examplebucket.s3.amazonaws.com", "range": "bytes=0-9",
             "x-amz-content-sha256": hashlib.sha256(b"").hexdigest(),
             "x-amz-date": "20130524T000000Z"},
            ["host", "range", "x-amz-content-sha256", "x-amz-date"],
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "20130524", "us-east-1"
            ) == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
