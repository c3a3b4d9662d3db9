// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// zfp, HDF5 filter 32013 of H5Z-ZFP, and numcodecs' zfpy: blocks of 4 values along each dimension
// are transformed and their bit planes coded, with a rate, a precision, an error bound, or without
// loss. Stored bytes are a zfp stream from libzfp, with its header in front only in Zarr. There it
// is padded to a multiple of 8 bytes, because zfpy reads whole words.
//
// Unsigned integers are encoded as signed ones, as by H5Z-ZFP.
// source: zfp 1.0 manual; H5Z-ZFP 1.1; measured with Debian's hdf5-filter-plugin-zfp-serial
#pragma once

#include "common/kernel.hpp"
#include "zfp/parameters.hpp"

namespace ncf::plugins::zfp {

std::size_t bound(Parameters working, std::size_t decoded_bytes) noexcept;

/// Returns the memory for values in the machine's byte order and for stored bytes.
std::unique_ptr<Workspace> make_scratch();

/// throws: KernelError unless the input is the chunk that the parameters were made for.
std::size_t encode(Workspace& scratch, Parameters working, ConstBytes input, Bytes output);

/// Decodes a stream. Bytes after it are ignored, as by H5Z-ZFP.
/// throws: KernelError if the stream is truncated, or its header does not match the chunk. Other
/// damage is not noticed, because nearly any bits are valid.
std::size_t decode(Workspace& scratch, Parameters working, ConstBytes input, Output& output);

inline constexpr Kernel kernel{32013, "zfp", check, bind, bound, make_scratch, encode, decode};

}  // namespace ncf::plugins::zfp
