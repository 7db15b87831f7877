#include "server/cluster/held.h"

#include "server/cluster/cluster_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the index of a session in c->held, or the index at which it would be inserted. */
static int held_index(const pd_srv_cluster *c, const char *session, bool *is_there)
{
    int low = 0;
    int high = c->held_count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if (strcmp(c->held[middle].session, session) < 0)
            low = middle + 1;
        else
            high = middle;
    }

    *is_there = low < c->held_count && !strcmp(c->held[low].session, session);

    return low;
}

pd_srv_held *pd_srv_held_find(pd_srv_cluster *c, const char *session)
{
    bool is_there;
    const int at = held_index(c, session, &is_there);
    return is_there ? &c->held[at] : NULL;
}

pd_srv_held *pd_srv_held_add(pd_srv_cluster *c, const char *session, uint64_t epoch)
{
    bool is_there;
    int at = held_index(c, session, &is_there);

    if (!is_there) {
        if (c->held_count == c->held_capacity) {
            const int capacity = 2 * c->held_capacity + 64;
            pd_srv_held *grown = realloc(c->held, (size_t)capacity * sizeof *grown);
            if (!grown) return NULL;
            c->held = grown;
            c->held_capacity = capacity;
        }

        memmove(c->held + at + 1, c->held + at, (size_t)(c->held_count - at) * sizeof *c->held);
        c->held_count++;
        c->held[at] = (pd_srv_held){.epoch = epoch};
        snprintf(c->held[at].session, sizeof c->held[at].session, "%s", session);
    }

    c->held[at].epoch = epoch;

    return &c->held[at];
}

void pd_srv_held_remove(pd_srv_cluster *c, const char *session)
{
    bool is_there;
    const int at = held_index(c, session, &is_there);

    if (!is_there) return;
    free(c->held[at].blobs);
    memmove(c->held + at, c->held + at + 1, (size_t)(c->held_count - at - 1) * sizeof *c->held);
    c->held_count--;
}
