#ifndef PD_SERVER_QUEUE_FRAME_H
#define PD_SERVER_QUEUE_FRAME_H
/* An encoded frame. One copy is shared by all subscribers that receive the same bytes; references are
 * counted. Any thread. */
#include "api/http/api.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Writable bytes in front of a message, into which the transport writes its header (LWS_PRE of
 * libwebsockets). */
#define PD_SRV_FRAME_PRE 16

typedef struct pd_srv_frame {
    atomic_int references;
    size_t size;             /* bytes of the message                             */
    bool follows;            /* true: readable only after the frame before it    */
    const pd_api_host *host; /* memory account that counts the frame; NULL: none */
    unsigned char bytes[];   /* PD_SRV_FRAME_PRE bytes, then the message (size)  */
} pd_srv_frame;

/* Creates a frame with one reference from a copy of a binary message. The memory account of `host` (NULL:
 * none) counts it until the last reference is released. Returns NULL when allocation fails. */
pd_srv_frame *pd_srv_frame_new(const pd_api_host *host, const void *message, size_t size);
/* Adds a reference and returns the frame. */
pd_srv_frame *pd_srv_frame_retain(pd_srv_frame *frame);
/* Removes a reference; the last one frees the frame. NULL is allowed. */
void pd_srv_frame_release(pd_srv_frame *frame);

#endif
