#include "server/base/tickets.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/base/digest.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define TICKETS 4096
#define BYTES   24

typedef struct ticket {
    unsigned char secret[BYTES];
    char name[64]; /* name of the key whose owner requested the ticket; `key` below is the key itself */
    uint64_t key;
    pd_srv_identity *by_token; /* the whole identity of a client with a token; NULL: a client with a key */
    int64_t until_us;          /* 0: free */
} ticket;

struct pd_srv_tickets {
    pthread_mutex_t lock;
    int next; /* slot that is used next: the oldest */
    ticket slots[TICKETS];
};

pd_srv_tickets *pd_srv_tickets_new(void)
{
    pd_srv_tickets *tickets = calloc(1, sizeof *tickets);
    if (tickets) pthread_mutex_init(&tickets->lock, NULL);
    return tickets;
}

void pd_srv_tickets_free(pd_srv_tickets *tickets)
{
    if (!tickets) return;
    for (int i = 0; i < TICKETS; i++) free(tickets->slots[i].by_token);
    pthread_mutex_destroy(&tickets->lock);
    free(tickets);
}

pd_status pd_srv_tickets_issue(pd_srv_tickets *tickets, const pd_srv_identity *who, char out[64],
                               int64_t now_us, pd_error *err)
{
    ticket fresh = {.until_us = now_us + PD_SRV_TICKET_SECONDS * PD_SRV_SECOND};

    if (getrandom(fresh.secret, BYTES, 0) != BYTES)
        return pd_fail(err, PD_ERR_INTERNAL, "ticket", "the system gave no random numbers");
    memcpy(fresh.name, who->name, sizeof fresh.name);
    fresh.key = who->key;

    /* Store the whole identity of a token's client. The identity of a key's client is read from the keys file
     * when the ticket is used. */
    if (who->is_token) {
        fresh.by_token = malloc(sizeof *fresh.by_token);
        if (!fresh.by_token) return pd_fail(err, PD_ERR_MEMORY, "ticket", "out of memory");
        *fresh.by_token = *who;
    }

    pthread_mutex_lock(&tickets->lock);
    PD_ASSERT(tickets->next >= 0 && tickets->next < TICKETS);
    free(tickets->slots[tickets->next].by_token);
    tickets->slots[tickets->next] = fresh;
    tickets->next = (tickets->next + 1) % TICKETS;
    pthread_mutex_unlock(&tickets->lock);
    pd_srv_hex_encode(out, fresh.secret, BYTES);

    return PD_OK;
}

/* Compares every slot, so that the time does not depend on which one matches. */
static bool find_tickets(pd_srv_tickets *tickets, const char *text, pd_srv_identity *who, int64_t now_us,
                         bool use_up)
{
    unsigned char secret[BYTES];
    ticket *found = NULL;

    if (!text || !pd_srv_hex_decode(secret, BYTES, text)) return false;
    pthread_mutex_lock(&tickets->lock);
    for (int i = 0; i < TICKETS; i++) {
        ticket *t = &tickets->slots[i];
        if (pd_srv_equal_bytes(t->secret, secret, BYTES) && t->until_us > now_us) found = t;
    }

    if (found) {
        PD_ASSERT(found->until_us > now_us);
        memset(who, 0, sizeof *who);
        memcpy(who->name, found->name, sizeof who->name);
        who->key = found->key;
        if (found->by_token) *who = *found->by_token;
        if (use_up) {
            free(found->by_token);
            memset(found, 0, sizeof *found);
        }
    }

    pthread_mutex_unlock(&tickets->lock);

    return found != NULL;
}

int pd_srv_tickets_look(pd_srv_tickets *tickets, const char *text, pd_srv_identity *who, int64_t now_us)
{
    return find_tickets(tickets, text, who, now_us, false);
}

int pd_srv_tickets_redeem(pd_srv_tickets *tickets, const char *text, pd_srv_identity *who, int64_t now_us)
{
    return find_tickets(tickets, text, who, now_us, true);
}
