#ifndef PD_SRV_SHA1_H
#define PD_SRV_SHA1_H
/* SHA-1 (FIPS 180-4), for the answer to a WebSocket handshake alone: RFC 6455 asks for it, and nothing secret hangs on it. */
#include <stddef.h>

#define PD_SRV_SHA1_BYTES 20
#define PD_SRV_SHA1_MOST  119 /* bytes that can be hashed: two blocks less the padding */

void pd_srv_sha1(unsigned char out[PD_SRV_SHA1_BYTES], const void *data, size_t size);

#endif
