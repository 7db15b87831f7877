#ifndef PD_SERVER_STAGE_FRAME_H
#define PD_SERVER_STAGE_FRAME_H
/* An encoded frame, shared by all that get the same: counted references, any thread. */
#include "api/http/api.h"

#include <stdatomic.h>
#include <stddef.h>

/* Writable bytes before a message, for the header that the transport puts there (LWS_PRE). */
#define PD_SRV_FRAME_PRE 16

typedef struct pd_srv_frame {
    atomic_int references;
    size_t size;             /* of the message                                  */
    const pd_api_host *host; /* in whose memory account it is; NULL: none      */
    unsigned char bytes[];   /* PD_SRV_FRAME_PRE bytes, then the message (size) */
} pd_srv_frame;

/* One reference; a binary message. Counted for host (NULL: nowhere) until the last reference is gone. NULL when memory is out. */
pd_srv_frame *pd_srv_frame_new(const pd_api_host *host, const void *message, size_t size);
pd_srv_frame *pd_srv_frame_retain(pd_srv_frame *frame);
void pd_srv_frame_release(pd_srv_frame *frame); /* NULL is fine */

#endif
