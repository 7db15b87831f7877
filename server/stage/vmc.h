#ifndef PD_SERVER_STREAM_VMC_H
#define PD_SERVER_STREAM_VMC_H
/* A session's character to a VRM application: datagrams of api/stream/vmc.h from the tick, to one address that the operator permits.
 *
 *     stream.vmc_allow   where sessions may send, ADDRESS:PORT each; port 0 permits every port of the address. Empty: nowhere
 *
 * Nobody can aim posed at others with it: destinations are numeric addresses of that list alone, no name is looked up, broadcast
 * is refused by the kernel, each destination is fed by one session at a time and gets one character's datagrams, at most as many as
 * there are ticks. A reload that takes a destination off the list ends the sending.
 *
 * Never blocks: a datagram that the socket does not take, or that the receiver's machine refused, is dropped and counted.
 * Threads  the tick's; _open and _close under the stage's lock.
 */
#include "config/config.h"
#include "server/stage/stage_parts.h"

typedef struct pd_srv_vmc pd_srv_vmc;

/* ERR_INVALID, ERR_RANGE or ERR_IO at "/vmc". */
pd_status pd_srv_vmc_open(pd_srv_vmc **out, const pd_srv_vmc_request *request, const pd_cfg *cfg,
                          pd_error *err);
void pd_srv_vmc_close(pd_srv_vmc *vmc); /* NULL is fine */
/* "127.0.0.1:39539", however it was written. */
const char *pd_srv_vmc_destination(const pd_srv_vmc *vmc);

/* Sends the session's first character, or that there is none. now: the current settings. */
void pd_srv_vmc_send(pd_srv_vmc *vmc, const pd_srv_character *characters, const pd_srv_settings *now,
                     uint32_t tick, double time);

/* Since the last call. */
typedef struct pd_srv_vmc_counts {
    uint64_t sent, dropped; /* datagrams */
} pd_srv_vmc_counts;
pd_srv_vmc_counts pd_srv_vmc_take_counts(pd_srv_vmc *vmc);

#endif
