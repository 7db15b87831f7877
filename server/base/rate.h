#ifndef PD_SERVER_BASE_RATE_H
#define PD_SERVER_BASE_RATE_H
/* Limits the rate of requests of each client with token buckets: `per_second` tokens a second, at most
 * `burst` saved.
 *
 * A client is a 64-bit number: the hash of an API key or of an address. A table of fixed size
 * (core/base/table.h) holds the most recent clients. An attacker with many addresses can therefore not grow
 * memory; he can only displace the buckets of others, which then begin full again.
 *
 * Threads  any.
 */
#include <stdint.h>
#include <sys/socket.h>

typedef struct pd_srv_rate pd_srv_rate;

/* Limit of wrong keys and tickets from one address. A key of 24 random bytes cannot be guessed at any rate;
 * the limit saves work and log lines, and the metrics show it. Valid keys from the same address are accepted
 * meanwhile. Tokens are not: verifying a signature costs more than the rest of a refusal. */
#define PD_SRV_WRONG_KEYS_PER_SECOND 1
#define PD_SRV_WRONG_KEYS_BURST      20

/* Returns NULL when allocation fails. */
pd_srv_rate *pd_srv_rate_new(void);
void pd_srv_rate_free(pd_srv_rate *rate);
/* Takes one token of a client. Returns 0 when the request may go on, otherwise the seconds, at least 1, after
 * which it may be repeated. per_second 0: no limit. */
int pd_srv_rate_take(pd_srv_rate *rate, uint64_t client, double per_second, int burst, int64_t now_us);
/* Takes `amount` tokens; otherwise as pd_srv_rate_take. */
int pd_srv_rate_take_amount(pd_srv_rate *rate, uint64_t client, double amount, double per_second,
                            double burst, int64_t now_us);
/* Returns what pd_srv_rate_take would return, and takes nothing. per_second > 0. */
int pd_srv_rate_wait(pd_srv_rate *rate, uint64_t client, double per_second, int burst, int64_t now_us);
/* Returns the time between two of `count` events that are to happen evenly: that of per_second, or less when
 * not all of them would happen within left_us. 0: at once. */
int64_t pd_srv_rate_step_us(double per_second, int count, int64_t left_us);
/* Returns the client number of an address. IPv6 addresses with the same first 64 bits, which one network has,
 * are one client. An IPv4 address within IPv6 (::ffff:192.0.2.7, from a listener at [::]) counts as the IPv4
 * address. The port does not count. */
uint64_t pd_srv_rate_client(const struct sockaddr *address);

#endif
