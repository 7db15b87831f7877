#ifndef PD_SERVER_BASE_RATE_H
#define PD_SERVER_BASE_RATE_H
/* Token buckets: `rate` requests a second for each client, `burst` at once.
 *
 * Clients are 64-bit numbers: an API key's or an address's hash. A fixed table holds the most recent ones: an
 * attacker with many addresses can only push others' buckets out, which forgives them, never grow memory.
 */
#include <stdint.h>
#include <sys/socket.h>

typedef struct pd_srv_rate pd_srv_rate;

/* Wrong keys and tickets from one address: guessing a key of 24 random bytes is hopeless at any rate, so this spares work and
 * log lines, and shows in the metrics. Right ones are let through meanwhile. */
#define PD_SRV_WRONG_KEYS_PER_SECOND 1
#define PD_SRV_WRONG_KEYS_BURST      20

pd_srv_rate *pd_srv_rate_new(void); /* NULL when memory is out */
void pd_srv_rate_free(pd_srv_rate *rate);
/* 0: go on. Else the seconds, at least 1, after which a request would be let through. rate 0: no limit. */
int pd_srv_rate_take(pd_srv_rate *rate, uint64_t client, double per_second, int burst, int64_t now_us);
/* The same for what counts as `amount` of them. */
int pd_srv_rate_take_amount(pd_srv_rate *rate, uint64_t client, double amount, double per_second,
                            double burst, int64_t now_us);
/* The client of an address: of its host, for IPv6 of its first 64 bits, which are a household. An IPv4 address within IPv6
 * (::ffff:192.0.2.7, of a listener at [::]) is that IPv4 address. */
uint64_t pd_srv_rate_client(const struct sockaddr *address);

#endif
