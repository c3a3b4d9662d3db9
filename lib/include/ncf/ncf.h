/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The library for C, and for every language that calls C: requests and answers are JSON.
 *
 *   char* answer = NULL;
 *   const ncf_status status = ncf_copy(
 *       "{\"input\": \"in.nc\", \"output\": \"out.nc\", \"filters\": [\":data,shuffle|zstd,3\"]}",
 *       NULL, &answer);
 *   if (status != ncf_ok) fprintf(stderr, "%s\n", answer != NULL ? answer : "out of memory");
 *   ncf_string_free(answer);
 *
 * A request is an object with the members of the options in C++, by the same names: CopyOptions
 * (without "mpi"), DumpOptions (with those of CdlStyle in "style"), GenerateOptions and so on.
 * Texts, numbers, booleans and lists of texts are written as such; enumerators are texts; options
 * within options, for example "view", are objects. "plugin_path", a list of folders, is a member of
 * every request: they are searched for filter plugins first, until the call ends (see
 * ncf/plugins.hpp). Members that are not given have their defaults. An unknown member is an error,
 * so no option is ignored.
 *
 * Requests and answers get further members in later versions; these functions stay as they are.
 *
 * `*answer` becomes the answer, or on failure a message for people; the caller frees it with
 * ncf_string_free. It is NULL if memory is short (ncf_no_memory) or a pointer is NULL that must not
 * be (ncf_invalid_pointer). An answer is UTF-8; a message may repeat bytes of the request or of
 * file names that are not. No function prints, ends the program, or throws an exception.
 *
 * Functions may be called on several threads; one that opens files or loads plugins waits until
 * those of other threads have returned. A program that also calls libhdf5 or libnetcdf itself, on
 * other threads, hands over the lock that it holds around these calls (ncf_set_library_lock).
 */
#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using): C has no others. */
#include <stddef.h>
#include <stdint.h>

#include "ncf/export.h"
#include "ncf/filter_spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The lock of a program around its own calls of libhdf5 and libnetcdf. The rules are those of
 * <ncf/library_lock.hpp>. */
typedef struct ncf_library_lock {
  void* context; /* passed to both functions */
  /* Waits until the thread has the lock. Returns 0, or anything else if that cannot be, for example
   * because the thread has it already and it is not recursive: then the call fails, with
   * ncf_usage_error. */
  int (*lock)(void* context);
  void (*unlock)(void* context);
} ncf_library_lock;

/* Makes later calls hold a lock; NULL ends that. `*lock` is copied. Returns ncf_usage_error during
 * a call, from a handler. */
NCF_API ncf_status ncf_set_library_lock(const ncf_library_lock* lock);

/* Stops the calls whose handlers refer to it. It stays requested, so each call needs a new one. */
typedef struct ncf_stop ncf_stop;

/* Returns NULL if memory is short. */
NCF_API ncf_stop* ncf_stop_make(void);

/* From any thread or a signal handler. The calls end soon, with ncf_interrupted, and leave no
 * output. Ignores NULL. */
NCF_API void ncf_stop_request(ncf_stop* stop);

/* After the calls that refer to it have ended. Accepts NULL. */
NCF_API void ncf_stop_free(ncf_stop* stop);

/* What may stop a call, and functions called meanwhile, on the thread of the call. Each may be
 * NULL. If a function returns anything but 0, the call stops as by ncf_stop_request.
 */
typedef struct ncf_handlers {
  size_t size;          /* sizeof(ncf_handlers): later versions may add members at the end */
  void* context;        /* passed to each function */
  const ncf_stop* stop; /* for all calls */
  /* For ncf_copy: at the beginning, often, and at the end, with the bytes of values copied so far
   * and to be copied; often for ncf_copy_many, ncf_compare and ncf_tune, too. */
  int (*on_progress)(void* context, uint64_t bytes_done, uint64_t bytes);
  /* For ncf_dump and ncf_copy_many: with the next piece of the text, not terminated by NUL. */
  int (*on_text)(void* context, const char* text, size_t bytes);
} ncf_handlers;

/* A netCDF file, or a Zarr store in a zip file, whose bytes the program reads itself. Until it is
 * freed, "bytes://NAME" is an input of every call. */
typedef struct ncf_input_bytes ncf_input_bytes;

/* Fills `bytes` from `offset` on, and returns 0; anything else ends the call that needs them, with
 * ncf_io_error. It is called on several threads at the same time. */
typedef int (*ncf_read_bytes)(void* context, uint64_t offset, void* bytes, size_t count);

/* name: of letters, digits and any of "-_./". size: of the file, in bytes. */
NCF_API ncf_status ncf_input_bytes_make(const char* name, uint64_t size, ncf_read_bytes read,
                                        void* context, ncf_input_bytes** made, char** message);
/* Accepts NULL. */
NCF_API void ncf_input_bytes_free(ncf_input_bytes* bytes);

/* Copies a file. Answers with the report, as `ncfcopy --report=json` prints it. handlers: may be
 * NULL, here and below. */
NCF_API ncf_status ncf_copy(const char* request, const ncf_handlers* handlers, char** answer);

/* What ncf_copy would do; writes nothing. Answers as `ncfcopy --plan --report=json` prints it. */
NCF_API ncf_status ncf_plan(const char* request, const ncf_handlers* handlers, char** answer);

/* Copies many files and folders. Request: the members of CopyManyOptions, with those of CopyOptions
 * for every file in "copy", and "file_timeout" in seconds. Answers as `ncfcopy --into FOLDER
 * --report=json` prints it; the failures of files are in the answer. on_text gets each file's line
 * of the journal as soon as the file is done, on_progress the sizes of inputs. When it is called,
 * no file may be open in libhdf5 or libnetcdf, because the process forks. */
NCF_API ncf_status ncf_copy_many(const char* request, const ncf_handlers* handlers, char** answer);

/* What became of the files of a journal. Request: "journal", its path. Answers as `ncfinfo journal
 * --json` prints it. */
NCF_API ncf_status ncf_journal(const char* request, char** answer);

/* How two datasets, or those in two folders, differ. Request: the members of CompareOptions, or
 * "journal" instead of "first" and "second", for the copies in a journal. Answers as `ncfinfo
 * compare --json` prints it: "equal" and "within_limits" are the verdict. */
NCF_API ncf_status ncf_compare(const char* request, const ncf_handlers* handlers, char** answer);

/* Which filters suit the data. Request: the members of TuneOptions; for an archive, those of
 * TuneManyOptions on the same level, "inputs" instead of "input". Answers as `ncfinfo tune --json`
 * prints it. */
NCF_API ncf_status ncf_tune(const char* request, const ncf_handlers* handlers, char** answer);

/* Makes references with which a file is read as Zarr. Request: the members of ReferenceOptions.
 * Answers with an object: "notes", what is left out, and without an "output" in the request
 * "references", which are otherwise in that file. */
NCF_API ncf_status ncf_references(const char* request, const ncf_handlers* handlers, char** answer);

/* All filters and what each can do here, and whether plugins and filters work. Request: an object
 * that may be empty. Answer as `ncfinfo filters --json` and `ncfinfo doctor --json` print it. */
NCF_API ncf_status ncf_filters(const char* request, char** answer);
NCF_API ncf_status ncf_doctor(const char* request, char** answer);

/* Writes a dataset as text, to on_text of the handlers, which must exist. Answers with an object of
 * two lists of texts: "failures", what could not be read, and "notes". */
NCF_API ncf_status ncf_dump(const char* request, const ncf_handlers* handlers, char** answer);

/* Makes a file from CDL. Answers with an object: "output", "format", and "messages", the warnings
 * about the text. The message of a failure contains its errors. */
NCF_API ncf_status ncf_generate(const char* request, const ncf_handlers* handlers, char** answer);

/* How the variables of a file are stored. Request: "input", and the members of
 * InspectOptions. Answers as `ncfinfo file --json` prints it. */
NCF_API ncf_status ncf_info(const char* request, const ncf_handlers* handlers, char** answer);

/* Which implementation serves a dataset, and why. Request: as of ncf_info. Answers with an object
 * of the members of Inference. */
NCF_API ncf_status ncf_infer(const char* request, const ncf_handlers* handlers, char** answer);

/* What a filter spec means. Request: "spec", and the members of ExplainOptions. Answers as `ncfinfo
 * explain --json` prints it. */
NCF_API ncf_status ncf_explain(const char* request, char** answer);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-use-using) */
