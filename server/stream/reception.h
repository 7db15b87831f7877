#ifndef PD_SERVER_STREAM_RECEPTION_H
#define PD_SERVER_STREAM_RECEPTION_H
/* Detects floods of pings and unmasked frames on a WebSocket, neither of which libwebsockets reports, by
 * counting bytes.
 *
 *     hidden = received - upgrade request - sum over reported frames (2, 4 or 10 bytes of header, 4 of mask,
 *     payload)
 *
 * libwebsockets answers pings without telling its user, and accepts frames without a mask. Pings make
 * `hidden` grow, so their bytes are limited in place of their number. `hidden` becomes negative only when
 * masks were missing (RFC 6455, 5.1). While a frame is incomplete, `hidden` includes up to
 * PD_SRV_RECEPTION_SLACK bytes of it.
 *
 * Threads  pure functions; times are arguments.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_SRV_RECEPTION_SLACK (16 << 10)
#define PD_SRV_CONTROL_BYTES   131 /* size of the largest control frame */

typedef struct pd_srv_reception {
    uint64_t handed_over; /* bytes of the request and of all reported frames */
    uint64_t hidden;      /* value of `hidden` at the last judgement         */
    double level;         /* level of the leaky bucket of hidden bytes       */
    int64_t judged_us;    /* time of the last judgement                      */
    bool is_within_frame; /* true: a frame was reported in part              */
} pd_srv_reception;

typedef enum pd_srv_reception_verdict {
    PD_SRV_RECEPTION_GOOD,
    PD_SRV_RECEPTION_UNMASKED,
    PD_SRV_RECEPTION_FLOOD
} pd_srv_reception_verdict;

/* Begins a connection. request: bytes of the upgrade request. */
void pd_srv_reception_init(pd_srv_reception *r, size_t request, int64_t now_us);
/* Counts a reported piece of a data frame. follows: missing bytes of the frame.
 * Returns true when the frame is complete. */
bool pd_srv_reception_piece(pd_srv_reception *r, size_t size, size_t follows);
/* Counts a reported control frame with `size` bytes of payload. */
void pd_srv_reception_control(pd_srv_reception *r, size_t size);
/* Judges the connection. taken_in: bytes that were read from the socket so far. rate: permitted control
 * frames per second; two seconds' worth may arrive at once. */
pd_srv_reception_verdict pd_srv_reception_judge(pd_srv_reception *r, uint64_t taken_in, double rate,
                                                int64_t now_us);

/* Returns true when a close frame may have this code: 1000 to 1003 and 1007 to 1014, which RFC 6455 and
 * IANA's registry define, and 3000 to 4999. 1004 is reserved; 1005, 1006 and 1015 are never sent (RFC 6455,
 * 7.4.1); other codes are undefined. */
bool pd_srv_close_may_be_sent(int code);
/* Returns the code with which to answer a close frame: 1000 for a valid or empty payload; 1002 for a payload
 * of one byte or a code that may not be sent; 1007 when the reason is not UTF-8 (RFC 6455, 5.5.1). */
int pd_srv_close_answer(const void *payload, size_t size);

#endif
