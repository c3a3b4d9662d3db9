/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A filter as ncf itself runs it: re-entrant functions over memory, in C, so that a plugin and ncf
 * may be built by different compilers. A plugin that exports
 *
 *   const ncf_kernel* ncf_get_kernel(void);
 *
 * beside HDF5's entry points is decoded and encoded by ncf on many threads at once; one without it
 * works too, through libhdf5, on one thread. The table lives as long as the library that holds it.
 *
 * Parameters. *Visible* parameters are what users write; *working* ones are what a file stores and
 * what the filter works with, HDF5's cd_values. `bind` makes the second of the first.
 *
 * Threads. Every function may run on any number of threads at once; what a kernel wants to keep
 * from one call to the next lies in a workspace, which one thread at a time may use.
 *
 * Memory. Everything passed belongs to the caller and is used during the call only; a pointer may
 * be NULL where its count is 0. Input and output do not overlap. No function calls back but by
 * `grow`, keeps a pointer, prints, ends the program, or lets an exception out.
 *
 * Failure. A function that can fail returns a status and says why in `message`: one line without
 * the filter's name, always ended by NUL, cut where it is longer than the capacity. What was to be
 * written is then worth nothing.
 *
 * Growth. A structure that begins with `size` may get members at its end in a later ncf; all others
 * stay as they are. Whoever fills one in sets `size` to its sizeof, as of the header it is compiled
 * with; whoever reads a member that was added later asks NCF_KERNEL_HAS first. So plugins and ncf
 * work together whichever is older: a member that the other side does not have counts as NULL or 0.
 * The version changes only if something that is there changes its meaning. Enumerations may get
 * values; an unknown class of elements is ncf_element_other, an unknown status an internal error.
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using): C. */
#include <stddef.h>
#include <stdint.h>

#include "ncf/export.hpp"

#ifdef __cplusplus
extern "C" {
#endif

/* Of this interface. A kernel of another version is not used. */
#define NCF_KERNEL_VERSION 6

/* Whether `structure`, a pointer to a `type` that begins with `size`, has `member`. */
#define NCF_KERNEL_HAS(type, structure, member) \
  (offsetof(type, member) + sizeof((structure)->member) <= (structure)->size)

typedef enum ncf_kernel_status {
  ncf_kernel_ok = 0,
  ncf_kernel_wrong_parameters = 1, /* whatever the data */
  ncf_kernel_wrong_data = 2,       /* damaged, or larger than may be */
  ncf_kernel_no_memory = 3,
  ncf_kernel_internal_error = 4 /* a bug in the kernel */
} ncf_kernel_status;

/* Parameters: 32-bit words. */
typedef struct ncf_kernel_words {
  const uint32_t* words;
  size_t count;
} ncf_kernel_words;

/* Memory for parameters, and how many they are. */
enum { ncf_kernel_max_words = 64 };
typedef struct ncf_kernel_bound_words {
  uint32_t words[ncf_kernel_max_words];
  size_t count;
} ncf_kernel_bound_words;

typedef enum ncf_element_class {
  ncf_element_integer = 0,
  ncf_element_floating = 1,
  ncf_element_other = 2 /* characters, strings, and what users define */
} ncf_element_class;

typedef enum ncf_element_order {
  ncf_order_little = 0,
  ncf_order_big = 1,
  ncf_order_none = 2
} ncf_element_order;

/* What parameters may depend on: the elements, the chunk and the shape of a variable. */
typedef struct ncf_chunk_layout {
  size_t size; /* sizeof(ncf_chunk_layout) */
  size_t element_bytes;
  ncf_element_class element_class;
  ncf_element_order byte_order;
  const uint64_t* shape; /* elements of the chunk in each dimension; the last varies fastest */
  size_t rank;
  /* Lengths of the variable's dimensions, `rank` of them, for a Zarr array; NULL for HDF5, whose
   * parameters depend on the chunk alone. */
  const uint64_t* dimension_lengths;
} ncf_chunk_layout;

typedef struct ncf_kernel_input {
  const unsigned char* bytes;
  size_t count;
} ncf_kernel_input;

/* Memory that is written to from its front. */
typedef struct ncf_kernel_output {
  unsigned char* bytes;
  size_t capacity;
  /* NULL for memory that is as large as the data may be. Else makes `capacity` at least `needed`,
   * in large steps where small ones are asked for, keeping the contents, and returns ncf_kernel_ok;
   * or leaves all as it is and returns ncf_kernel_wrong_data where data may not be as large, or
   * ncf_kernel_no_memory. */
  ncf_kernel_status (*grow)(struct ncf_kernel_output* output, size_t needed);
  void* context; /* the caller's, for `grow` */
} ncf_kernel_output;

/* Memory for a message; 256 bytes are enough for all of ours. */
typedef struct ncf_kernel_message {
  char* text;
  size_t capacity; /* with the NUL; 0 where nobody wants to know */
} ncf_kernel_message;

/* What is known of data besides their bytes. All of it but `size` is 0 where nothing is. */
typedef struct ncf_encode_hints {
  size_t size; /* sizeof(ncf_encode_hints) */
  /* HDF5's shuffle has just been over them: as many planes of equal length, and what is left. */
  size_t shuffled_element_bytes;
  uint64_t strategy; /* number of the one that `choose_strategy` chose for their variable */
} ncf_encode_hints;

/* One of the strategies by which a kernel encodes: a number that it alone understands, not 0, and a
 * few words for a report. */
enum { ncf_kernel_strategy_text = 64 };
typedef struct ncf_kernel_strategy {
  uint64_t number;
  char text[ncf_kernel_strategy_text]; /* ended by NUL */
} ncf_kernel_strategy;

/* The functions of one filter. No pointer is NULL, except `bind`, `encode_hinted` and
 * `choose_strategy`. */
typedef struct ncf_kernel {
  uint32_t version; /* NCF_KERNEL_VERSION of the header the kernel was compiled with */
  uint32_t id;      /* registered HDF5 filter id */
  size_t size;      /* sizeof(ncf_kernel), likewise */
  const char* name; /* as in filter specs: "zstd" */

  /* Whether a user may ask for these visible parameters. */
  ncf_kernel_status (*check)(ncf_kernel_words visible, ncf_kernel_message message);

  /* Visible parameters and a variable -> working parameters. Depends on nothing else. NULL where
   * the working parameters are the visible ones. */
  ncf_kernel_status (*bind)(ncf_kernel_words visible, const ncf_chunk_layout* layout,
                            ncf_kernel_bound_words* working, ncf_kernel_message message);

  /* Bytes that encoding `decoded_bytes` of the worst data can take. Any parameters will do. */
  size_t (*bound)(ncf_kernel_words working, size_t decoded_bytes);

  /* Memory for `encode` and `decode` of this kernel, and of no other, to be given to
   * `free_workspace`, on any thread; NULL when memory is short. */
  void* (*make_workspace)(void);
  void (*free_workspace)(void* workspace); /* takes NULL too */

  /* Decoded bytes -> stored bytes. `output` has a capacity of `bound` or more and does not grow.
   * `*written` becomes the bytes written. */
  ncf_kernel_status (*encode)(void* workspace, ncf_kernel_words working, ncf_kernel_input decoded,
                              ncf_kernel_output* output, size_t* written,
                              ncf_kernel_message message);

  /* Stored bytes -> decoded bytes: all of them, or failure. */
  ncf_kernel_status (*decode)(void* workspace, ncf_kernel_words working, ncf_kernel_input stored,
                              ncf_kernel_output* output, size_t* written,
                              ncf_kernel_message message);

  /* As `encode`, making use of hints. They are no more than that: any bytes are encoded, and
   * decoded by `decode` without them. NULL where the kernel makes no use of any. */
  ncf_kernel_status (*encode_hinted)(void* workspace, ncf_kernel_words working,
                                     const ncf_encode_hints* hints, ncf_kernel_input decoded,
                                     ncf_kernel_output* output, size_t* written,
                                     ncf_kernel_message message);

  /* Chooses the strategy for the chunks of a variable by the first one, in a time that is small
   * beside that of encoding `variable_bytes`. Depends on the arguments alone. NULL where there is
   * one strategy only. */
  ncf_kernel_status (*choose_strategy)(void* workspace, ncf_kernel_words working,
                                       const ncf_encode_hints* hints, uint64_t variable_bytes,
                                       ncf_kernel_input first_chunk, ncf_kernel_strategy* strategy,
                                       ncf_kernel_message message);
} ncf_kernel;

/* What a plugin exports, and the type of it. libncf itself has no such symbol. */
NCF_API const ncf_kernel* ncf_get_kernel(void);
typedef const ncf_kernel* (*ncf_get_kernel_function)(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using) */
