#ifndef PD_SERVER_STREAM_RECEPTION_H
#define PD_SERVER_STREAM_RECEPTION_H
/* What comes in on one WebSocket, counted in bytes: what the socket has taken in, and what the library has handed over of it.
 *
 *     hidden = taken in - request - sum over the frames handed over (2, 4 or 10 bytes of head, 4 of mask, payload)
 *
 * libwebsockets answers pings without a word and takes frames that are not masked. Both show in the difference: pings make it grow, so they are
 * limited by their bytes where they cannot be by their number; below zero it only gets when a mask was missing (RFC 6455, 5.1). Until
 * a frame has come whole the difference holds up to PD_SRV_RECEPTION_SLACK bytes of it.
 * Pure: no socket, no clock.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_SRV_RECEPTION_SLACK (16 << 10)
#define PD_SRV_CONTROL_BYTES   131 /* of the largest control frame */

typedef struct pd_srv_reception {
    uint64_t handed_over; /* bytes, the request's included      */
    uint64_t hidden;      /* at the last judgement              */
    double level;         /* of a bucket that leaks             */
    int64_t judged_us;
    bool is_within_frame;
} pd_srv_reception;

typedef enum pd_srv_reception_verdict {
    PD_SRV_RECEPTION_GOOD,
    PD_SRV_RECEPTION_UNMASKED,
    PD_SRV_RECEPTION_FLOOD
} pd_srv_reception_verdict;

/* request: bytes of the upgrade. */
void pd_srv_reception_init(pd_srv_reception *r, size_t request, int64_t now_us);
/* A piece of a data frame, of which so many bytes follow; true: the frame is complete. */
bool pd_srv_reception_piece(pd_srv_reception *r, size_t size, size_t follows);
/* A whole control frame. */
void pd_srv_reception_control(pd_srv_reception *r, size_t size);
/* taken_in: of the socket, without what nobody has read yet. rate: control frames a second, of which two seconds' worth may come at once. */
pd_srv_reception_verdict pd_srv_reception_judge(pd_srv_reception *r, uint64_t taken_in, double rate,
                                                int64_t now_us);

/* Whether a close frame may have this code: 1000 to 1003 and 1007 to 1014, which RFC 6455 and IANA's registry of WebSocket close codes define, and
 * 3000 to 4999. 1004 is reserved, 1005, 1006 and 1015 are never sent (RFC 6455, 7.4.1), and the rest is not defined. */
bool pd_srv_close_may_be_sent(int code);
/* The code that answers a close: 1000 when its payload is good (or empty); 1002: one byte, or a code that may not be sent; 1007: the reason is
 * not UTF-8 (RFC 6455, 5.5.1). */
int pd_srv_close_answer(const void *payload, size_t size);

#endif
