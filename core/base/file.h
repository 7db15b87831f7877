#ifndef PD_BASE_FILE_H
#define PD_BASE_FILE_H
/* Whole files, in and out.
 *
 * Reading copies the file into pages of its own, given back to the system by _unmap. Mapping the file itself would
 * raise SIGBUS if it were truncated meanwhile; still, replace model files by rename, as pd_file_write does.
 * Errors: ERR_NOT_FOUND, ERR_IO with the path in where and the system's reason in detail.
 */
#include "core/base/error.h"
#include "core/base/size.h"

/* Read-only. An empty file gives size 0 and data that must not be read. Undo with pd_file_unmap. */
pd_status pd_file_map(pd_bytes *out, const char *path, pd_error *err);
void pd_file_unmap(pd_bytes *file); /* an empty one is fine */

/* The file is complete under its name or not there at all: written beside it, fsynced, renamed, and the
 * folder fsynced. A file that was there before stays until the rename. Mode 0644 less the umask.
 * A writer that is killed meanwhile leaves PATH.0.tmp, which the next writer of PATH overwrites and renames; a second one at the same time writes PATH.1.tmp.
 * ERR_IO when path is there and is no regular file: a device must not be replaced. */
pd_status pd_file_write(const char *path, const void *bytes, size_t size, pd_error *err);

#endif
