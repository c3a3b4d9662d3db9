# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A filter that exists only as a third-party plugin: libhdf5 runs it, also to decode chunks that are
# copied as stored, and we call its callback for chunks that we pad.
. "$NCF_CASES/prelude.sh"
without_our_plugins libh5zzfp.so
. "$NCF_CASES/ncfcopy/lossy/verify_lossy.sh"
