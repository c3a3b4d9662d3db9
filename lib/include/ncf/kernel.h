/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A filter as ncf itself runs it: re-entrant functions over memory, in C, so that a plugin and ncf
 * may be built by different compilers. If a plugin exports
 *
 *   const ncf_kernel* ncf_get_kernel(void);
 *
 * beside HDF5's entry points, ncf encodes and decodes with it on many threads at once. A plugin
 * without it works too, through libhdf5, on one thread. The table must live as long as the library
 * that contains it.
 *
 * Parameters. *Visible* parameters are those that users write. *Working* parameters are HDF5's
 * cd_values, which a file stores and with which the filter works. `bind` computes the working ones
 * from the visible ones.
 *
 * Threads. Every function may run on any number of threads at once. A kernel keeps data between
 * calls in a workspace, which only one thread at a time may use.
 *
 * Memory. All arguments belong to the caller and are used only during the call. A pointer may be
 * NULL if its count is 0. Input and output do not overlap. No function calls back except through
 * `grow`, keeps a pointer, prints, ends the program, or throws an exception.
 *
 * Failure. A function that can fail returns a status and says why in `message`: one line without
 * the filter's name, always terminated by NUL, truncated to the capacity. The output is then
 * unspecified.
 *
 * Growth. A later ncf may add members at the end of structures that have a member `size`; all
 * other structures stay as they are. The side that fills in a structure sets `size` to its sizeof.
 * The side that reads a member that was added later checks NCF_KERNEL_HAS first. So plugins and ncf
 * work together whichever is older: a member that the other side lacks counts as NULL or 0. The
 * version changes only if something existing changes its meaning. Enumerations may get new values:
 * an unknown element class is treated as ncf_element_other, an unknown status as an internal error.
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using): C. */
#include <stddef.h>
#include <stdint.h>

#include "ncf/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. ncf does not use kernels of another version; their filters run
 * through libhdf5. */
#define NCF_KERNEL_VERSION 6

/* Whether `structure`, a pointer to a `type` with a member `size`, has `member`. */
#define NCF_KERNEL_HAS(type, structure, member) \
  (offsetof(type, member) + sizeof((structure)->member) <= (structure)->size)

typedef enum ncf_kernel_status {
  ncf_kernel_ok = 0,
  ncf_kernel_wrong_parameters = 1, /* for any data */
  ncf_kernel_wrong_data = 2,       /* damaged, or larger than allowed */
  ncf_kernel_no_memory = 3,
  ncf_kernel_internal_error = 4 /* a bug in the kernel */
} ncf_kernel_status;

/* Parameters: 32-bit numbers, which HDF5 calls cd_values. */
typedef struct ncf_kernel_cd_values {
  const uint32_t* values;
  size_t count;
} ncf_kernel_cd_values;

/* Memory for parameters, and their number. */
enum { ncf_kernel_max_cd_values = 64 };
typedef struct ncf_kernel_bound_cd_values {
  uint32_t values[ncf_kernel_max_cd_values];
  size_t count;
} ncf_kernel_bound_cd_values;

typedef enum ncf_element_class {
  ncf_element_integer = 0,
  ncf_element_floating = 1,
  ncf_element_other = 2 /* characters, strings, and user-defined types */
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
  /* The lengths of the variable's `rank` dimensions, for a Zarr array; NULL for HDF5, where
   * parameters depend only on the chunk. */
  const uint64_t* dimension_lengths;
} ncf_chunk_layout;

typedef struct ncf_kernel_input {
  const unsigned char* bytes;
  size_t count;
} ncf_kernel_input;

/* Memory that is written from its beginning. */
typedef struct ncf_kernel_output {
  unsigned char* bytes;
  size_t capacity;
  /* NULL if the memory is as large as the data may be. Otherwise it makes `capacity` at least
   * `needed`, growing in large steps, keeps the contents, and returns ncf_kernel_ok. Or it changes
   * nothing and returns ncf_kernel_wrong_data if data may not be that large, or
   * ncf_kernel_no_memory. */
  ncf_kernel_status (*grow)(struct ncf_kernel_output* output, size_t needed);
  void* context; /* the caller's, for `grow` */
} ncf_kernel_output;

/* Memory for a message; 256 bytes are enough for all messages of ncf's own kernels. */
typedef struct ncf_kernel_message {
  char* text;
  size_t capacity; /* including the NUL; 0 if no message is wanted */
} ncf_kernel_message;

/* What is known about data besides their bytes. A member other than `size` is 0 if unknown. */
typedef struct ncf_encode_hints {
  size_t size; /* sizeof(ncf_encode_hints) */
  /* HDF5's shuffle was applied just before: this many planes of equal length, and a rest. */
  size_t shuffled_element_bytes;
  uint64_t strategy; /* the number that `choose_strategy` chose for their variable */
} ncf_encode_hints;

/* A strategy of encoding: a number other than 0 that only the kernel understands, and a few words
 * for a report. */
enum { ncf_kernel_strategy_text = 64 };
typedef struct ncf_kernel_strategy {
  uint64_t number;
  char text[ncf_kernel_strategy_text]; /* terminated by NUL */
} ncf_kernel_strategy;

/* Whether data come back as they were after `encode` and `decode`. */
typedef enum ncf_kernel_loss {
  ncf_kernel_loss_unknown = 0,
  ncf_kernel_lossless = 1, /* bit by bit */
  ncf_kernel_lossy = 2
} ncf_kernel_loss;

/* The functions of one filter. No pointer is NULL, except `bind`, `encode_hinted`,
 * `choose_strategy` and `loss`. */
typedef struct ncf_kernel {
  uint32_t version; /* NCF_KERNEL_VERSION of the header the kernel was compiled with */
  uint32_t id;      /* registered HDF5 filter id */
  size_t size;      /* sizeof(ncf_kernel) in that header */
  const char* name; /* as in filter specs: "zstd" */

  /* Checks visible parameters given by a user. */
  ncf_kernel_status (*check)(ncf_kernel_cd_values visible, ncf_kernel_message message);

  /* Computes working parameters from visible ones and a variable, and from nothing else. NULL if
   * the working parameters are the visible ones. */
  ncf_kernel_status (*bind)(ncf_kernel_cd_values visible, const ncf_chunk_layout* layout,
                            ncf_kernel_bound_cd_values* working, ncf_kernel_message message);

  /* The most bytes that encoding `decoded_bytes` can take, for any data. Accepts any parameters. */
  size_t (*bound)(ncf_kernel_cd_values working, size_t decoded_bytes);

  /* Makes memory for `encode` and `decode` of this kernel only. Free it with `free_workspace`, on
   * any thread. NULL if memory is short. */
  void* (*make_workspace)(void);
  void (*free_workspace)(void* workspace); /* accepts NULL */

  /* Encodes bytes. `output` has a capacity of at least `bound` and does not grow. Sets `*written`
   * to the number of bytes written. */
  ncf_kernel_status (*encode)(void* workspace, ncf_kernel_cd_values working,
                              ncf_kernel_input decoded, ncf_kernel_output* output, size_t* written,
                              ncf_kernel_message message);

  /* Decodes stored bytes: all of them, or fails. */
  ncf_kernel_status (*decode)(void* workspace, ncf_kernel_cd_values working,
                              ncf_kernel_input stored, ncf_kernel_output* output, size_t* written,
                              ncf_kernel_message message);

  /* As `encode`, with hints. Even if a hint is wrong, the bytes are encoded so that `decode`
   * restores them without it. NULL if the kernel does not use hints. */
  ncf_kernel_status (*encode_hinted)(void* workspace, ncf_kernel_cd_values working,
                                     const ncf_encode_hints* hints, ncf_kernel_input decoded,
                                     ncf_kernel_output* output, size_t* written,
                                     ncf_kernel_message message);

  /* Chooses the strategy for the chunks of a variable from the first one, in a short time compared
   * with that of encoding `variable_bytes`. Depends only on the arguments. NULL if there is only
   * one strategy. */
  ncf_kernel_status (*choose_strategy)(void* workspace, ncf_kernel_cd_values working,
                                       const ncf_encode_hints* hints, uint64_t variable_bytes,
                                       ncf_kernel_input first_chunk, ncf_kernel_strategy* strategy,
                                       ncf_kernel_message message);

  /* Says whether the filter changes data, with these visible parameters. ncf believes it about a
   * filter of which it has no facts, and otherwise reads back what the filter encoded. NULL if
   * unknown. */
  ncf_kernel_loss (*loss)(ncf_kernel_cd_values visible);
} ncf_kernel;

/* The function that a plugin exports, and its type. libncf itself has no such symbol. */
NCF_API const ncf_kernel* ncf_get_kernel(void);
typedef const ncf_kernel* (*ncf_get_kernel_function)(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg,modernize-use-using) */
