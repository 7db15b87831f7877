#ifndef PD_SERVER_IDENTITY_BASE64URL_H
#define PD_SERVER_IDENTITY_BASE64URL_H
/* Decodes base64url without padding (RFC 4648, section 5; RFC 7515, section 2), the coding of tokens and of
 * keys in JSON.
 *
 * The decoder is strict: it refuses '=', blanks, characters of plain base64, lengths that no bytes have, and
 * unused bits that are not zero. So two different texts never decode to the same bytes.
 */
#include <stdbool.h>
#include <stddef.h>

/* Decodes `length` characters to `out`, which has room for out_bytes. Returns false for a malformed text or
 * one that does not fit. */
bool pd_srv_base64url_decode(unsigned char *out, size_t out_bytes, size_t *size, const char *text,
                             size_t length);

#endif
