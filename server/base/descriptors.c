#include "server/base/descriptors.h"

#include <sys/resource.h>

#define A_THREAD 4 /* an http thread's loop and its pipe */
#define LEAST    4

static int64_t least_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

pd_status pd_srv_descriptors_share(pd_srv_descriptors *out, int connections, int streams, int relays,
                                   int http_threads, int64_t limit, pd_error *err)
{
    int64_t own = PD_SRV_DESCRIPTORS_OWN + A_THREAD * (int64_t)http_threads;
    int64_t served = (int64_t)connections + streams;
    int64_t sockets = served + relays;
    int64_t lingers = least_of(PD_SRV_LINGERS_MAX, limit / 8);

    *out = (pd_srv_descriptors){.limit = limit,
                                .wanted = own + PD_SRV_LINGERS_MAX + sockets,
                                .connections = connections,
                                .streams = streams,
                                .relays = relays,
                                .lingers = (int)lingers};

    int64_t left = limit - own - lingers;
    if (left >= sockets) return PD_OK;
    if (left < 2 * LEAST) {
        int64_t needed = limit;
        while (needed - own - least_of(PD_SRV_LINGERS_MAX, needed / 8) < 2 * LEAST) needed++;
        return pd_fail(err, PD_ERR_LIMIT, "limits.connections",
                       "%lld file descriptors (RLIMIT_NOFILE); at least %lld expected", (long long)limit,
                       (long long)needed);
    }

    /* Share in proportion. Relays take what leaves the least of the others. */
    out->relays = (int)least_of(left * relays / sockets, left - 2 * LEAST);
    left -= out->relays;
    int64_t share = left * connections / served;
    share = share < LEAST ? LEAST : least_of(share, left - LEAST);
    out->connections = (int)least_of(connections, share);
    out->streams = (int)least_of(streams, left - out->connections);

    return PD_OK;
}

int64_t pd_srv_descriptors_raise(int64_t wanted)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit)) return wanted;
    if (limit.rlim_cur < (rlim_t)wanted) {
        const struct rlimit raised = {limit.rlim_max < (rlim_t)wanted ? limit.rlim_max : (rlim_t)wanted,
                                      limit.rlim_max};
        if (!setrlimit(RLIMIT_NOFILE, &raised)) limit = raised;
    }

    return limit.rlim_cur > (rlim_t)INT64_MAX ? INT64_MAX : (int64_t)limit.rlim_cur;
}
