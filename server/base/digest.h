#ifndef PD_SERVER_BASE_DIGEST_H
#define PD_SERVER_BASE_DIGEST_H
/* Digests and secrets as text, by nettle: SHA-256 (FIPS 180-4), how keys are kept in the keys file. */
#include <stdbool.h>
#include <stddef.h>

#define PD_SRV_SHA256_BYTES 32

void pd_srv_sha256(unsigned char out[PD_SRV_SHA256_BYTES], const void *data, size_t size);
/* true when equal, in a time that does not depend on where they differ. */
bool pd_srv_equal_bytes(const void *a, const void *b, size_t size);
/* 2 size hexadecimal digits, either case, into size bytes. false when text is anything else. */
bool pd_srv_hex_decode(unsigned char *out, size_t size, const char *text);
void pd_srv_hex_encode(char *out, const unsigned char *bytes, size_t size); /* 2 size + 1 characters */

#endif
