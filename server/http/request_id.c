#include "server/http/request_id.h"

#include "server/base/digest.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

static bool is_sane(const char *text)
{
    size_t size = 0;

    for (; text[size]; size++) {
        unsigned char c = (unsigned char)text[size];
        if (size == 64 || !(isalnum(c) || c == '.' || c == '_' || c == '-')) return false;
    }

    return size > 0;
}

void pd_srv_request_id(char out[65], const char *given)
{
    static _Atomic uint64_t next;
    static atomic_int seeded;

    if (given && is_sane(given)) {
        memcpy(out, given, strlen(given) + 1);
        return;
    }

    int expected = 0;
    if (atomic_compare_exchange_strong(&seeded, &expected, 1)) {
        uint64_t seed = 0;
        if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == sizeof seed) atomic_fetch_add(&next, seed);
    }

    /* splitmix64 is a bijection: different counts give different ids. */
    uint64_t x = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    uint64_t id = x ^ x >> 31;

    pd_srv_hex_encode(out, (const unsigned char *)&id, sizeof id);
}
