#ifndef PD_BASE_TEXT_BASE64_H
#define PD_BASE_TEXT_BASE64_H
/* Encodes and decodes base64, in both alphabets of RFC 4648: that of section 4, with '+' and '/', and that of
 * section 5 for URLs, with '-' and '_'.
 *
 * Threads  pure functions.
 */
#include "core/base/buffer.h"

#include <stddef.h>

/* Texts that the decoder accepts. The two strict forms accept only the text that an encoder writes, so that
 * two different texts never decode to the same bytes. */
typedef enum pd_base64_form {
    PD_BASE64_LENIENT, /* section 4; padded or not; white space anywhere is skipped             */
    PD_BASE64_PADDED,  /* section 4; padded with '=' to a multiple of four characters; strict   */
    PD_BASE64_URL,     /* section 5; without padding, as tokens have it (RFC 7515, 2); strict   */
} pd_base64_form;

/* Decodes `size` characters to `out`, which has room for out_bytes and may be the text itself. Returns the
 * number of bytes. Returns SIZE_MAX for a text that does not have this form or does not fit. */
size_t pd_base64_decode(unsigned char *out, size_t out_bytes, const char *text, size_t size,
                        pd_base64_form form);
/* Appends bytes as base64 of section 4, padded with '='. */
void pd_base64_encode(pd_buffer *out, const void *bytes, size_t count);

#endif
