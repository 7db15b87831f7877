#include "server/cluster/entry.h"

#include "config/version.h"
#include "core/base/hash.h"
#include "server/base/clock.h"
#include "server/cluster/cluster_parts.h"

#include <hiredis/hiredis.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DOUBLED_US (60 * PD_SRV_SECOND) /* between two lines about another daemon of the same name */

/* Bodies and models that move characters, with the sizes of their files. */
typedef struct models {
    pd_buffer list; /* "motion=1912345,..." */
    /* Hash of ids and sizes, independent of their order: equal on daemons with the same models. */
    uint64_t sum;
    char sum_text[24];
} models;

static void add_model(void *arg, const pd_api_model *model)
{
    models *m = arg;
    struct stat file;

    if (!pd_api_model_moves(model) && model->kind != &pd_api_kinds[PD_API_KIND_BODY]) return;

    /* The size of the file, not a hash of the contents: a model that waits on disk counts as one in memory
     * does. A session that needs other contents is refused when it is restored. */
    const long long bytes = stat(model->file, &file) == 0 ? (long long)file.st_size : -1;
    pd_buffer_printf(&m->list, "%s%s=%lld", m->list.size ? "," : "", model->id, bytes);
    m->sum += pd_hash64(model->id, strlen(model->id), (uint64_t)bytes);
}

/* Returns the list of the models and its checksum. The caller frees the list. */
static models models_of(const pd_srv_cluster *c)
{
    models m = {.sum = 0};
    c->deps.host->each_model(c->deps.host->ctx, add_model, &m);
    pd_buffer_add(&m.list, "", 1);
    snprintf(m.sum_text, sizeof m.sum_text, "%016llx", (unsigned long long)m.sum);
    return m;
}

/* Logs that another daemon writes the entry of this one, which has its name. Sessions would be sent to
 * either of them. before: secret and address that the entry had before a renewal. */
static void check_node_name(pd_srv_cluster *c, const redisReply *before)
{
    const bool is_read = before->type == REDIS_REPLY_ARRAY && before->elements == 2 &&
                         before->element[0]->type == REDIS_REPLY_STRING &&
                         before->element[1]->type == REDIS_REPLY_STRING;

    /* The first renewal may find the entry of a daemon of this name that has just ended. */
    const bool is_first = !c->has_entry;

    c->has_entry = true;
    if (is_first || !is_read || !before->element[0]->str[0] || !strcmp(before->element[0]->str, c->secret))
        return;
    const int64_t now_us = pd_srv_now_us();
    if (c->doubled_us && now_us - c->doubled_us < DOUBLED_US) return;
    c->doubled_us = now_us;
    pd_srv_log_write(c->deps.log, PD_SRV_ERROR,
                     "cluster: another daemon has this name; give each a cluster.node of its own",
                     "node=%s address=%s", c->node, before->element[1]->str);
}

void pd_srv_entry_renew(pd_srv_cluster *c)
{
    const pd_srv_stage_state now = pd_srv_stage_now(c->deps.stage);
    char keep[24], load[32], sessions[16], characters[16];
    pd_error err = {0};
    redisReply *reply;
    models m = models_of(c);
    pd_buffer rooms = {0};

    pd_srv_rooms_write(&rooms, c);
    pd_buffer_add(&rooms, "", 1);
    snprintf(keep, sizeof keep, "%lld", (long long)(c->lease_us / 1000));
    snprintf(load, sizeof load, "%.4f", now.load);
    snprintf(sessions, sizeof sessions, "%d", now.sessions);
    snprintf(characters, sizeof characters, "%d", now.characters);
    const char *const arguments[] = {c->prefix,    "",
                                     c->node,      keep,
                                     "address",    c->url,
                                     "version",    pd_cfg_version_text(),
                                     "models",     m.list.failed ? "" : (const char *)m.list.data,
                                     "models_sum", m.sum_text,
                                     "load",       load,
                                     "sessions",   sessions,
                                     "characters", characters,
                                     "secret",     c->secret,
                                     "rooms",      rooms.failed ? "" : (const char *)rooms.data,
                                     "draining",   atomic_load(&c->draining) ? "1" : "0"};
    pd_srv_redis_queue_script(&c->redis, PD_SRV_REDIS_RENEW, sizeof arguments / sizeof *arguments, arguments,
                              NULL);
    pd_buffer_deinit(&m.list);
    pd_buffer_deinit(&rooms);

    if (pd_srv_redis_answer(&reply, &c->redis, &err) != PD_OK) {
        pd_srv_connection_failed(c, &err);
        c->has_entry = false; /* the entry may expire meanwhile, and another daemon may take the name */
        return;
    }

    check_node_name(c, reply);
    freeReplyObject(reply);
    pd_srv_connection_works(c);
}

void pd_srv_entry_renew_if_due(pd_srv_cluster *c)
{
    const int64_t now = pd_srv_now_us();
    if (now < c->next_lease_us || !c->redis.context) return;
    c->next_lease_us = now + c->lease_us / 3;
    pd_srv_entry_renew(c);
    if (c->redis.context) pd_srv_rooms_read(c);
}

/* Returns the load of another daemon; INFINITY if it cannot take sessions over because it has other
 * models, is stopping, or is gone. A daemon that is gone is removed from the list of daemons in Redis. */
static double load_of_daemon(pd_srv_cluster *c, const char *node, const char *models_sum)
{
    char key[256];
    pd_error err = {0};
    redisReply *entry, *removed;
    double load = INFINITY;

    snprintf(key, sizeof key, "%s:node:%s", c->prefix, node);
    if (pd_srv_redis_ask(&entry, &c->redis, &err, "HMGET", key, "models_sum", "draining", "load",
                         "characters", PD_SRV_REDIS_LAST) != PD_OK)
        return load;

    redisReply **e = entry->element;
    bool is_there = entry->type == REDIS_REPLY_ARRAY && entry->elements == 4;
    for (int i = 0; i < 4 && is_there; i++) is_there = e[i]->type == REDIS_REPLY_STRING;
    if (is_there && !strcmp(e[0]->str, models_sum) && strcmp(e[1]->str, "1") != 0)
        load = strtod(e[2]->str, NULL) + 1e-6 * strtod(e[3]->str, NULL);
    freeReplyObject(entry);
    snprintf(key, sizeof key, "%s:nodes", c->prefix);
    if (!is_there &&
        pd_srv_redis_ask(&removed, &c->redis, &err, "SREM", key, node, PD_SRV_REDIS_LAST) == PD_OK)
        freeReplyObject(removed);

    return load;
}

void pd_srv_entry_find_targets(pd_srv_targets *out, pd_srv_cluster *c)
{
    char all[96];
    pd_error err = {0};
    redisReply *names;
    models m = models_of(c);

    pd_buffer_deinit(&m.list);
    snprintf(all, sizeof all, "%s:nodes", c->prefix);
    out->count = 0;
    if (pd_srv_redis_ask(&names, &c->redis, &err, "SMEMBERS", all, PD_SRV_REDIS_LAST) != PD_OK) {
        pd_srv_connection_failed(c, &err);
        return;
    }

    for (size_t i = 0; names->type == REDIS_REPLY_ARRAY && i < names->elements && c->redis.context; i++) {
        const char *name = names->element[i]->str;
        if (!name || !strcmp(name, c->node) || strlen(name) > 64 || out->count == PD_SRV_TARGETS_MOST)
            continue;
        const double load = load_of_daemon(c, name, m.sum_text);
        if (!isfinite(load)) continue;
        out->loads[out->count] = load;
        snprintf(out->names[out->count++], sizeof out->names[0], "%s", name);
    }

    freeReplyObject(names);
}

const char *pd_srv_entry_choose_target(pd_srv_targets *t, double load)
{
    int least = 0;

    for (int i = 1; i < t->count; i++)
        if (t->loads[i] < t->loads[least]) least = i;
    if (!t->count) return "";
    t->loads[least] += load;

    return t->names[least];
}
