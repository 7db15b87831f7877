#ifndef PD_SERVER_BASE_DIGEST_H
#define PD_SERVER_BASE_DIGEST_H
/* SHA-256 (FIPS 180-4, by OpenSSL), hexadecimal text and comparison of secrets.
 * Keys are stored as such hashes. */
#include <stdbool.h>
#include <stddef.h>

#define PD_SRV_SHA256_BYTES 32

/* Computes the SHA-256 digest of `size` bytes. */
void pd_srv_sha256(unsigned char out[PD_SRV_SHA256_BYTES], const void *data, size_t size);
/* Returns true when both are equal. The time does not depend on where they differ. */
bool pd_srv_equal_bytes(const void *a, const void *b, size_t size);
/* Decodes exactly 2 * size hexadecimal digits, in either case, to `size` bytes.
 * Returns false for any other text. */
bool pd_srv_hex_decode(unsigned char *out, size_t size, const char *text);
/* Encodes `size` bytes as 2 * size hexadecimal digits and a zero. */
void pd_srv_hex_encode(char *out, const unsigned char *bytes, size_t size);

#endif
