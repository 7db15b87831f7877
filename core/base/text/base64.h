#ifndef PD_BASE_TEXT_BASE64_H
#define PD_BASE_TEXT_BASE64_H
/* Decodes base64 (RFC 4648, section 4), padded or not. pd_buffer_base64 encodes it. Blanks between characters
 * are passed over.
 *
 * Threads  pure function. */
#include <stddef.h>

/* Writes the bytes to out, which has room for 3/4 of size and may be the text itself. Returns their number,
 * or SIZE_MAX when the text has another character, or one after the padding. */
size_t pd_base64_decode(unsigned char *out, const char *text, size_t size);

#endif
