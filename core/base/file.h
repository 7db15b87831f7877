#ifndef PD_BASE_FILE_H
#define PD_BASE_FILE_H
/* Reads and writes whole files.
 *
 * Reading copies the file into anonymous pages, except for pd_file_share. Mapping the file itself raises
 * SIGBUS if another program truncates it meanwhile. Replace model files by rename, as pd_file_write does: a
 * reader that runs while a file is overwritten in place can read half of the old and half of the new.
 *
 * Errors   ERR_NOT_FOUND, ERR_IO, ERR_MEMORY with the path in where and the system's reason in detail.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

/* Reads a file into memory that must not be written. An empty file gives size 0, and its data must not be
 * read. Release with pd_file_unmap. */
pd_status pd_file_map(pd_bytes *out, const char *path, pd_error *err);
/* Reads at most the first `size` bytes of a file in the same way; *whole is the size of the file. */
pd_status pd_file_map_head(pd_bytes *out, size_t *whole, const char *path, size_t size, pd_error *err);
/* Maps a file itself, read-only: all processes that do so share its pages. Only for files that are never
 * written in place. */
pd_status pd_file_share(pd_bytes *out, const char *path, pd_error *err);
/* Releases what the functions above read or mapped and empties *file. Does nothing when *file is empty. */
void pd_file_unmap(pd_bytes *file);

/* Writes the path of `place`, which is relative to the folder of the running program, as "../models" is.
 * Returns false when the program's path cannot be read or the result is too long; then *out is empty. */
bool pd_file_beside_program(char *out, size_t size, const char *place);

/* Returns a text without the byte order mark of UTF-8 (EF BB BF),
 * which some programs of Windows write before it. */
pd_bytes pd_text_unmarked(pd_bytes text);

/* Writes a file so that it is either complete under its name or unchanged: writes a temporary file in the
 * same folder, fsyncs it, renames it to `path` and fsyncs the folder. Its mode is 0644 less the umask. A
 * writer that is killed before the rename leaves PATH.0.tmp, which the next writer of `path` overwrites. Two
 * writers of one path at the same time use PATH.0.tmp and PATH.1.tmp. ERR_IO when `path` exists and is not a
 * regular file: the rename would replace a device such as /dev/null. */
pd_status pd_file_write(const char *path, const void *bytes, size_t size, pd_error *err);

#endif
