#ifndef PD_SERVER_STAGE_VMC_H
#define PD_SERVER_STAGE_VMC_H
/* Sends one character of a session to a VRM application: its pose as UDP datagrams of the VMC protocol
 * (api/stream/vmc.h) in every divisor-th tick.
 *
 *     stream.vmc_allow   permitted destinations, ADDRESS:PORT each; port 0 permits every port of the address;
 *                        empty permits none
 *
 * Clients cannot use posed to flood other machines: a destination must be a numeric address on this list, no
 * name is looked up, the kernel refuses broadcast addresses, only one session at a time sends to a
 * destination, and it sends at most one pose per tick. When a reload removes a destination from the list,
 * sending stops.
 *
 * Sending never blocks: a datagram that the socket does not accept, or that the receiving machine refused, is
 * dropped and counted.
 *
 * Threads  _send runs on the tick's thread; _open and _close under the stage's lock.
 * Errors   _open: ERR_INVALID, ERR_RANGE or ERR_IO at "/vmc".
 */
#include "config/config.h"
#include "server/stage/stage_parts.h"

typedef struct pd_srv_vmc pd_srv_vmc;

/* Opens a socket to the destination of `request`, if stream.vmc_allow of `cfg` permits it. */
pd_status pd_srv_vmc_open(pd_srv_vmc **out, const pd_srv_vmc_request *request, const pd_cfg *cfg,
                          pd_error *err);
/* Closes the socket. NULL is allowed. */
void pd_srv_vmc_close(pd_srv_vmc *vmc);
/* Returns the destination in its normal form, such as "127.0.0.1:39539", whatever form the request used. */
const char *pd_srv_vmc_destination(const pd_srv_vmc *vmc);

/* Returns the request that the socket was opened for. */
const pd_srv_vmc_request *pd_srv_vmc_request_of(const pd_srv_vmc *vmc);

/* Sends the living character with the lowest id, or the state "not loaded" when the list is empty. now: the
 * current settings. time: seconds on the stage's clock. */
void pd_srv_vmc_send(pd_srv_vmc *vmc, const pd_srv_character *characters, const pd_srv_settings *now,
                     uint32_t tick, double time);

typedef struct pd_srv_vmc_counts {
    uint64_t sent, dropped; /* datagrams sent; datagrams that could not be sent */
} pd_srv_vmc_counts;
/* Returns the counts since the previous call and sets them to zero. */
pd_srv_vmc_counts pd_srv_vmc_take_counts(pd_srv_vmc *vmc);

#endif
