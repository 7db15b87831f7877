#ifndef PD_RETARGET_CHARACTER_NOTE_H
#define PD_RETARGET_CHARACTER_NOTE_H
/* Messages of the readers of motions: notes about what was assumed, and errors at a member of a file.
 *
 * Memory   the caller owns notes. Texts that are too long are cut.
 */
#include "core/base/error.h"

#include <stddef.h>

/* Appends a line to notes (notes_bytes), a text that ends with 0. */
void pd_retarget_note(char *notes, size_t notes_bytes, const char *format, ...) PD_PRINTF(3, 4);
/* Fails at "file: member", or at the one of the two that is not "". Returns `status`. */
pd_status pd_retarget_fail(pd_error *err, pd_status status, const char *file, const char *member,
                           const char *format, ...) PD_PRINTF(5, 6);

#endif
