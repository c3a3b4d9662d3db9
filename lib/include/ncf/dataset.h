/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Elements of any of netCDF's types, for C: reads and writes them, and copies and frees them with
 * all that they contain.
 *
 *   ncf_source* source = NULL;
 *   ncf_type* type = NULL;
 *   void* words = NULL;
 *   size_t count = 0;
 *   ncf_source_open("in.nc", &source, NULL);
 *   ncf_source_read(source, "/words", NULL, NULL, &type, &count, &words, NULL);
 *   ncf_source_close(source);
 *   ... ((const char**)words)[0] ...
 *   ncf_elements_free(type, count, words);
 *   ncf_type_free(type);
 *
 * In memory, elements are as in libnetcdf: numbers, pointers to characters (NULL for a null
 * string), nc_vlen_t for sequences, structs for compounds. All memory is from malloc. So these
 * functions also copy and free what libnetcdf's nc_get_var returned, and libnetcdf may free what
 * they returned. A type does not depend on the file it came from: elements can be copied, compared
 * and freed after the file is closed.
 *
 * Functions return a status. `message`, the last argument, may be NULL; otherwise `*message`
 * becomes a text to free with ncf_string_free, or NULL: after a failure the error, after success
 * notes. A result that is not needed may be NULL where that is said. Variables and groups are named
 * by absolute paths. Thread rule: as <ncf/ncf.h>; functions that have no source, target or ncid may
 * be called on any thread.
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using): C has no others. */
#include <stddef.h>

#include "ncf/export.h"
#include "ncf/filter_spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Types ----
 *
 * Free what the first two functions make with ncf_type_free. */

typedef struct ncf_type ncf_type;

/* Makes one of the types that CDL defines, with its path, or an atomic type, with its name, for
 * which `cdl` may be NULL: ncf_type_of_cdl("netcdf t { types: int(*) row ; }", "/row", ...). */
NCF_API ncf_status ncf_type_of_cdl(const char* cdl, const char* path, ncf_type** type,
                                   char** message);
/* Returns the type with this nc_type in a file that is open in libnetcdf. */
NCF_API ncf_status ncf_type_of_netcdf(int ncid, int nc_type, ncf_type** type, char** message);
/* Accepts NULL. */
NCF_API void ncf_type_free(ncf_type* type);

/* Valid as long as the type. */
NCF_API const char* ncf_type_name(const ncf_type* type);
/* The size of an element in memory, without what it points to. */
NCF_API size_t ncf_type_bytes(const ncf_type* type);
/* 1 if no part of an element is a string or a sequence, otherwise 0. */
NCF_API int ncf_type_is_fixed(const ncf_type* type);

/* ---- Elements ----
 *
 * `count` elements in C order. Those of a type of variable size must not contain pointers to memory
 * that is not from malloc if they are to be freed. */

/* Makes deep copies in the caller's memory. After a failure, nothing is there to free. */
NCF_API ncf_status ncf_elements_copy(const ncf_type* type, size_t count, const void* elements,
                                     void* copy);
/* Makes deep copies in memory of their own, which ncf_elements_free frees. */
NCF_API ncf_status ncf_elements_copy_all(const ncf_type* type, size_t count, const void* elements,
                                         void** copy);
/* Frees what elements contain, and makes them zeros. The elements are in the caller's memory. */
NCF_API void ncf_elements_clear(const ncf_type* type, size_t count, void* elements);
/* Frees elements and what they contain. Accepts NULL. */
NCF_API void ncf_elements_free(const ncf_type* type, size_t count, void* elements);
/* 1 if all are equal, with strings and sequences compared by content, and numbers by bits. */
NCF_API int ncf_elements_equal(const ncf_type* type, size_t count, const void* a, const void* b);
/* Writes elements as CDL. Free `*text` with ncf_string_free. */
NCF_API ncf_status ncf_elements_cdl(const ncf_type* type, size_t count, const void* elements,
                                    char** text);

/* ---- Reading ---- */

typedef struct ncf_source ncf_source;

/* input: any dataset that ncfcopy reads. */
NCF_API ncf_status ncf_source_open(const char* input, ncf_source** source, char** message);
/* Accepts NULL. */
NCF_API void ncf_source_close(ncf_source* source);

/* The lengths of a variable's dimensions. shape: may be NULL, to ask for the rank first. */
NCF_API ncf_status ncf_source_shape(ncf_source* source, const char* variable, size_t* rank,
                                    size_t* shape, char** message);
/* Reads a box: one start and one length for each dimension, or both NULL for the whole variable.
 * type: may be NULL. Free `*type` and `*elements`. */
NCF_API ncf_status ncf_source_read(ncf_source* source, const char* variable, const size_t* start,
                                   const size_t* lengths, ncf_type** type, size_t* count,
                                   void** elements, char** message);
/* Reads an attribute of a variable or a group. */
NCF_API ncf_status ncf_source_attribute(ncf_source* source, const char* path, const char* name,
                                        ncf_type** type, size_t* count, void** elements,
                                        char** message);

/* ---- Writing ---- */

typedef struct ncf_target ncf_target;

/* Begins a dataset with the definitions of a CDL text: types, dimensions, variables, attributes,
 * also special ones (_Format, _ChunkSizes, _Filter), and no data. The dataset appears when it is
 * committed. */
NCF_API ncf_status ncf_target_create(const char* output, const char* cdl, ncf_target** target,
                                     char** message);
/* Writes a box of elements of the variable's type. They remain the caller's. start, lengths: as for
 * reading. */
NCF_API ncf_status ncf_target_write(ncf_target* target, const char* variable, const size_t* start,
                                    const size_t* lengths, const void* elements, char** message);
/* Completes the dataset. Only ncf_target_free may follow. */
NCF_API ncf_status ncf_target_commit(ncf_target* target, char** message);
/* A target that was not committed leaves no output. Accepts NULL. */
NCF_API void ncf_target_free(ncf_target* target);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-use-using) */
