// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Zarr's codec gzip: the data of deflate in other bytes. It has no HDF5 filter, so its id is one
// that HDF5 does not have. Parameters are those of deflate.
// source: RFC 1952; Zarr v3 codec "gzip"
#pragma once

#include "deflate/kernel.hpp"

namespace ncf::plugins::deflate {

std::size_t gzip_bound(Parameters parameters, std::size_t decoded_bytes) noexcept;

/// Makes the coders of deflate, and a decoder of gzip.
std::unique_ptr<Workspace> make_gzip_coders();

std::size_t encode_gzip(Workspace& coders, Parameters parameters, ConstBytes input, Bytes output);

std::size_t encode_gzip_hinted(Workspace& coders, Parameters parameters, const EncodeHints& hints,
                               ConstBytes input, Bytes output);

ChosenStrategy choose_gzip_strategy(Workspace& coders, Parameters parameters,
                                    const EncodeHints& hints, std::uint64_t variable_bytes,
                                    ConstBytes first_chunk);

/// Decodes all members. throws: KernelError as deflate's.
std::size_t decode_gzip(Workspace& coders, Parameters parameters, ConstBytes input, Output& output);

inline constexpr Kernel gzip_kernel{0x10001,
                                    "gzip",
                                    check,
                                    nullptr,
                                    gzip_bound,
                                    make_gzip_coders,
                                    encode_gzip,
                                    decode_gzip,
                                    encode_gzip_hinted,
                                    choose_gzip_strategy};

}  // namespace ncf::plugins::deflate
