/* A place in Redis. Keys begin with the prefix of the cluster:
 *
 *     PREFIX:object:KIND:ID       hash: revision, owner, note, and record or file (a file of the folder that
 *                                 has the record)
 *     PREFIX:objects:KIND         sorted set of the ids by the time of their last use, in seconds
 *     PREFIX:owned:KIND:OWNER     the same for the objects of one owner
 *     PREFIX:node:NODE            entry of a daemon that runs, which entry.c renews
 *
 * Every change is one script, so it happens as a whole. The connection is opened again at most every
 * PD_SRV_REDIS_RETRY_US after a failure; until then all functions fail at once, so that a lost Redis costs a
 * thread one timeout and not one for each request. */
#include "core/base/assert.h"
#include "core/base/file.h"
#include "server/base/clock.h"
#include "server/cluster/connection.h"
#include "server/depot/place.h"

#include <errno.h>
#include <fcntl.h>
#include <hiredis/hiredis.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_BYTES 160 /* size of the name of a file */

/* Names of the keys of an object: k the hash, z the ids of its kind, o the ids of its owner. */
#define KEYS                                                                                                 \
    "local p,kind,id=ARGV[1],ARGV[2],ARGV[3]\n"                                                              \
    "local function key(i) return p..':object:'..kind..':'..i end\n"                                         \
    "local k=key(id)\n"                                                                                      \
    "local z=p..':objects:'..kind\n"                                                                         \
    "local function owned(o) return p..':owned:'..kind..':'..o end\n"

/* 4 known revision, or "*": the head alone. Answers {} or {revision, owner, note, record, file}. */
static const char find_script[] =
    KEYS "local h=redis.call('HMGET',k,'revision','owner','note')\n"
         "if not h[1] then return {} end\n"
         "local now=redis.call('TIME')[1]\n"
         "redis.call('ZADD',z,'XX',now,id)\n"
         "if ARGV[4]=='*' or ARGV[4]==h[1] then return {h[1],h[2],h[3] or '','',''} end\n"
         "local r=redis.call('HMGET',k,'record','file')\n"
         "return {h[1],h[2],h[3] or '',r[1] or '',r[2] or ''}";

/* 4 expected revision, 5 revision, 6 owner, 7 note, 8 record, 9 file, 10 most, 11 most of an owner, 12
 * seconds without use after which a full store drops an object, 13 milliseconds to keep (0: no end). Answers
 * {"ok", files that are no longer used...}, {"changed"}, {"full", count} or {"owner", count}. */
static const char put_script[] =
    KEYS "local now=tonumber(redis.call('TIME')[1])\n"
         "local old=redis.call('HMGET',k,'revision','file','owner')\n"
         "if (old[1] or '')~=ARGV[4] then return {'changed'} end\n"
         "local o=owned(ARGV[6])\n"
         "local out={'ok'}\n"
         "if not old[1] then\n"
         "  local function tidy(set)\n"
         "    for _,i in ipairs(redis.call('ZRANGE',set,0,-1)) do\n"
         "      if redis.call('EXISTS',key(i))==0 then redis.call('ZREM',z,i) redis.call('ZREM',set,i) end\n"
         "    end\n"
         "  end\n"
         "  if redis.call('ZCARD',o)>=tonumber(ARGV[11]) then tidy(o) end\n"
         "  local n=redis.call('ZCARD',o)\n"
         "  if n>=tonumber(ARGV[11]) then return {'owner',tostring(n)} end\n"
         "  if redis.call('ZCARD',z)>=tonumber(ARGV[10]) then tidy(z) end\n"
         "  n=redis.call('ZCARD',z)\n"
         "  if n>=tonumber(ARGV[10]) then\n"
         "    local last=redis.call('ZRANGE',z,0,0,'WITHSCORES')\n"
         "    if not last[1] or now-tonumber(last[2])<=tonumber(ARGV[12]) then return {'full',tostring(n)} "
         "end\n"
         "    local h=redis.call('HMGET',key(last[1]),'owner','file')\n"
         "    redis.call('DEL',key(last[1]))\n"
         "    redis.call('ZREM',z,last[1])\n"
         "    redis.call('ZREM',owned(h[1] or ''),last[1])\n"
         "    if h[2] and h[2]~='' then out[#out+1]=h[2] end\n"
         "  end\n"
         "end\n"
         "if old[3] and old[3]~=ARGV[6] then redis.call('ZREM',owned(old[3]),id) end\n"
         "if old[2] and old[2]~='' and old[2]~=ARGV[9] then out[#out+1]=old[2] end\n"
         "redis.call('HSET',k,'revision',ARGV[5],'owner',ARGV[6],'note',ARGV[7],'record',ARGV[8],'file',"
         "ARGV[9])\n"
         "if ARGV[13]~='0' then redis.call('PEXPIRE',k,ARGV[13]) else redis.call('PERSIST',k) end\n"
         "redis.call('ZADD',z,now,id)\n"
         "redis.call('ZADD',o,now,id)\n"
         "return out";

/* 4 expected revision, 5 revision, 6 note. Answers "ok", "none" or "changed". */
static const char mark_script[] = KEYS "local old=redis.call('HGET',k,'revision')\n"
                                       "if not old then return 'none' end\n"
                                       "if old~=ARGV[4] then return 'changed' end\n"
                                       "redis.call('HSET',k,'revision',ARGV[5],'note',ARGV[6])\n"
                                       "return 'ok'";

/* 4 expected revision, "*": any. Answers {"ok", file}, {"none"} or {"changed"}. */
static const char drop_script[] = KEYS "local h=redis.call('HMGET',k,'revision','owner','file')\n"
                                       "if not h[1] then redis.call('ZREM',z,id) return {'none'} end\n"
                                       "if ARGV[4]~='*' and ARGV[4]~=h[1] then return {'changed'} end\n"
                                       "redis.call('DEL',k)\n"
                                       "redis.call('ZREM',z,id)\n"
                                       "redis.call('ZREM',owned(h[2] or ''),id)\n"
                                       "return {'ok',h[3] or ''}";

/* Answers {id, revision, owner, note, ...} of all objects of a kind. */
static const char list_script[] =
    KEYS "local out={}\n"
         "for _,i in ipairs(redis.call('ZRANGE',z,0,-1)) do\n"
         "  local h=redis.call('HMGET',key(i),'revision','owner','note')\n"
         "  if h[1] then out[#out+1]=i out[#out+1]=h[1] out[#out+1]=h[2] out[#out+1]=h[3] or ''\n"
         "  else redis.call('ZREM',z,i) end\n"
         "end\n"
         "return out";

typedef struct redis_place {
    pd_srv_place base;
    pd_srv_place_options options; /* its texts are `texts` */
    char *texts[4];
    char user[65];
    pthread_mutex_t lock; /* protects what follows */
    pd_srv_redis redis;
    int64_t retry_us; /* time of the next attempt to connect */
} redis_place;

#define ARGUMENTS 16
typedef struct redis_words {
    const char *at[ARGUMENTS];
    size_t sizes[ARGUMENTS];
    int count;
} redis_words;

static void add_bytes(redis_words *w, const void *bytes, size_t size)
{
    PD_ASSERT(w->count < ARGUMENTS);
    w->at[w->count] = size ? bytes : "";
    w->sizes[w->count++] = size;
}

static void add_word(redis_words *w, const char *text)
{
    add_bytes(w, text, strlen(text));
}

/* Begins a script for an object. */
static redis_words begin_script(const redis_place *r, const char *script, const char *kind, const char *id)
{
    redis_words w = {.count = 0};

    add_word(&w, "EVAL");
    add_word(&w, script);
    add_word(&w, "0");
    add_word(&w, r->options.prefix);
    add_word(&w, kind);
    add_word(&w, id);

    return w;
}

/* Runs a command on the connection, which is opened if need be. Called with the lock. */
static pd_status run_words(redis_place *r, redisReply **out, const redis_words *w, pd_error *err)
{
    *out = NULL;
    if (!r->redis.context) {
        const int64_t now = pd_srv_now_us();
        if (now < r->retry_us)
            return pd_fail(err, PD_ERR_IO, "cluster.redis", "Redis cannot be used (cluster.redis)");
        if (pd_srv_redis_open(&r->redis, &r->options.redis, err) != PD_OK) {
            r->retry_us = pd_srv_now_us() + PD_SRV_REDIS_RETRY_US;
            return PD_ERR_IO;
        }
    }

    pd_srv_redis_queue(&r->redis, w->count, w->at, w->sizes);
    const pd_status status = pd_srv_redis_answer(out, &r->redis, err);
    if (status != PD_OK && !r->redis.context) r->retry_us = pd_srv_now_us() + PD_SRV_REDIS_RETRY_US;

    return status;
}

/* Runs a command. A connection that was lost since its last use is opened again once. */
static pd_status ask_redis(redis_place *r, redisReply **out, const redis_words *w, pd_error *err)
{
    pthread_mutex_lock(&r->lock);
    const bool was_open = r->redis.context != NULL;
    pd_status status = run_words(r, out, w, err);
    if (status != PD_OK && was_open && !r->redis.context) {
        r->retry_us = 0;
        status = run_words(r, out, w, err);
    }

    pthread_mutex_unlock(&r->lock);

    return status;
}

/* Returns the text at an index of an answer that is a list; "" when it is not there. */
static const char *word_at(const redisReply *reply, size_t i)
{
    if (reply->type != REDIS_REPLY_ARRAY || i >= reply->elements) return "";
    const redisReply *item = reply->element[i];
    return item->type == REDIS_REPLY_STRING ? item->str : "";
}

static void head_of_words(pd_srv_place_head *head, const redisReply *reply, size_t first)
{
    *head = (pd_srv_place_head){.owner = strtoull(word_at(reply, first + 1), NULL, 10)};
    snprintf(head->revision, sizeof head->revision, "%s", word_at(reply, first));
    snprintf(head->note, sizeof head->note, "%s", word_at(reply, first + 2));
}

/* -- files of large records ---------------------------------------------------------- */

static void remove_file(const redis_place *r, const char *name)
{
    char path[4400];

    if (!*name || !*r->options.folder || strchr(name, '/')) return;
    snprintf(path, sizeof path, "%s/files/%s", r->options.folder, name);
    unlink(path);
}

/* Writes a record to a file of the folder, and its name. */
static pd_status write_file(char name[FILE_BYTES], const redis_place *r, const char *kind, const char *id,
                            pd_bytes record, pd_error *err)
{
    char path[4400];

    snprintf(path, sizeof path, "%s/files", r->options.folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/files/%s-%s-XXXXXX", r->options.folder, kind, id);
    const int fd = mkostemp(path, O_CLOEXEC);
    size_t done = 0;
    while (fd >= 0 && done < record.size) {
        const ssize_t got = write(fd, record.data + done, record.size - done);
        if (got <= 0) break;
        done += (size_t)got;
    }

    const bool good = fd >= 0 && done == record.size && !fdatasync(fd);
    if (!good) pd_fail(err, PD_ERR_IO, "store.folder", "an object cannot be written: %s", strerror(errno));
    if (fd >= 0) close(fd);
    if (!good && fd >= 0) unlink(path);
    snprintf(name, FILE_BYTES, "%s", strrchr(path, '/') + 1);

    return good ? PD_OK : PD_ERR_IO;
}

static pd_status read_file(pd_buffer *out, const redis_place *r, const char *name, pd_error *err)
{
    char path[4400];
    pd_bytes bytes;

    if (!*r->options.folder)
        return pd_fail(err, PD_ERR_IO, "store.folder",
                       "an object is in the folder of other daemons, which this one does not have");
    snprintf(path, sizeof path, "%s/files/%s", r->options.folder, name);
    const pd_status status = pd_file_map(&bytes, path, err);
    if (status != PD_OK) return PD_ERR_IO;
    pd_buffer_add(out, bytes.data, bytes.size);
    pd_file_unmap(&bytes);

    return PD_OK;
}

/* -- functions of a place ------------------------------------------------------------- */

static pd_status redis_find(pd_srv_place *place, pd_srv_place_head *head, pd_buffer *record,
                            const pd_srv_place_rule *rule, const char *id, const char *known, pd_error *err)
{
    redis_place *r = (redis_place *)place;
    redis_words w = begin_script(r, find_script, rule->kind, id);
    redisReply *reply;

    *head = (pd_srv_place_head){.owner = 0};
    add_word(&w, known ? known : "*");
    pd_status status = ask_redis(r, &reply, &w, err);
    if (status != PD_OK) return status;
    head_of_words(head, reply, 0);
    if (!*head->revision) {
        status = PD_ERR_NOT_FOUND;
    } else if (known && strcmp(known, head->revision) != 0) {
        const char *file = word_at(reply, 4);
        if (*file)
            status = read_file(record, r, file, err);
        else
            pd_buffer_add(record, reply->element[3]->str, (size_t)reply->element[3]->len);
    }

    freeReplyObject(reply);

    return status;
}

static pd_status redis_put(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                           const pd_srv_place_head *head, pd_bytes record, const char *expected,
                           pd_error *err)
{
    redis_place *r = (redis_place *)place;
    redis_words w = begin_script(r, put_script, rule->kind, id);
    char file[FILE_BYTES] = "", owner[24], most[16], owner_most[16], unused[24], keep[24];
    redisReply *reply;

    /* A record that is too large for Redis goes to the folder. */
    const bool is_large = record.size > r->options.record_bytes;
    if (is_large && !*r->options.folder)
        return pd_fail(err, PD_ERR_LIMIT, "cluster.blob_bytes",
                       "%zu bytes; Redis takes %zu (cluster.blob_bytes), and there is no folder for larger "
                       "ones (store.folder)",
                       record.size, r->options.record_bytes);
    pd_status status = is_large ? write_file(file, r, rule->kind, id, record, err) : PD_OK;
    if (status != PD_OK) return status;

    snprintf(owner, sizeof owner, "%llu", (unsigned long long)head->owner);
    snprintf(most, sizeof most, "%d", rule->limits.most);
    snprintf(owner_most, sizeof owner_most, "%d", rule->limits.owner_most);
    snprintf(unused, sizeof unused, "%lld", (long long)(rule->limits.unused_us / PD_SRV_SECOND));
    snprintf(keep, sizeof keep, "%.0f", rule->keep_s * 1000);
    add_word(&w, expected);
    add_word(&w, head->revision);
    add_word(&w, owner);
    add_word(&w, head->note);
    add_bytes(&w, record.data, is_large ? 0 : record.size);
    add_word(&w, file);
    add_word(&w, most);
    add_word(&w, owner_most);
    add_word(&w, unused);
    add_word(&w, keep);
    status = ask_redis(r, &reply, &w, err);
    if (status != PD_OK) {
        remove_file(r, file);
        return status;
    }

    const char *word = word_at(reply, 0);
    if (!strcmp(word, "changed"))
        status = pd_fail(err, PD_ERR_BUSY, "", "\"%.64s\" was changed meanwhile", id);
    else if (!strcmp(word, "full"))
        status = pd_fail(err, PD_ERR_LIMIT, "", "%.16s %s are stored; at most %d allowed (%s)",
                         word_at(reply, 1), rule->kind, rule->limits.most, rule->option);
    else if (!strcmp(word, "owner"))
        status = pd_fail(err, PD_ERR_LIMIT, "",
                         "%.16s %s of this client are stored; at most %d allowed for each client (%s)",
                         word_at(reply, 1), rule->kind, rule->limits.owner_most, rule->owner_option);
    else
        for (size_t i = 1; i < reply->elements; i++) remove_file(r, word_at(reply, i));
    if (status != PD_OK) remove_file(r, file);
    freeReplyObject(reply);

    return status;
}

/* Returns the status of an answer "ok", "none" or "changed". */
static pd_status status_of_word(const char *word)
{
    return !strcmp(word, "ok") ? PD_OK : !strcmp(word, "none") ? PD_ERR_NOT_FOUND : PD_ERR_BUSY;
}

static pd_status redis_mark(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                            const pd_srv_place_head *head, const char *expected, pd_error *err)
{
    redis_place *r = (redis_place *)place;
    redis_words w = begin_script(r, mark_script, rule->kind, id);
    redisReply *reply;

    add_word(&w, expected);
    add_word(&w, head->revision);
    add_word(&w, head->note);
    pd_status status = ask_redis(r, &reply, &w, err);
    if (status != PD_OK) return status;
    status = status_of_word(reply->type == REDIS_REPLY_STRING ? reply->str : "");
    freeReplyObject(reply);

    return status;
}

static pd_status redis_drop(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                            const char *expected, pd_error *err)
{
    redis_place *r = (redis_place *)place;
    redis_words w = begin_script(r, drop_script, rule->kind, id);
    redisReply *reply;

    add_word(&w, expected ? expected : "*");
    pd_status status = ask_redis(r, &reply, &w, err);
    if (status != PD_OK) return status;
    status = status_of_word(word_at(reply, 0));
    if (status == PD_OK) remove_file(r, word_at(reply, 1));
    freeReplyObject(reply);

    return status;
}

static pd_status redis_list(pd_srv_place *place, const pd_srv_place_rule *rule, pd_srv_place_visit *visit,
                            void *arg, pd_error *err)
{
    redis_place *r = (redis_place *)place;
    const redis_words w = begin_script(r, list_script, rule->kind, "");
    redisReply *reply;
    pd_srv_place_head head;

    const pd_status status = ask_redis(r, &reply, &w, err);
    if (status != PD_OK) return status;
    for (size_t i = 0; i + 3 < reply->elements; i += 4) {
        head_of_words(&head, reply, i + 1);
        visit(arg, word_at(reply, i), &head);
    }

    freeReplyObject(reply);

    return PD_OK;
}

/* The part `cluster` renews the entry of this daemon. */
static pd_status redis_beat(pd_srv_place *place, pd_error *err)
{
    (void)place;
    (void)err;
    return PD_OK;
}

/* A daemon counts as alive while Redis cannot be asked. */
static bool redis_is_alive(pd_srv_place *place, const char *node)
{
    redis_place *r = (redis_place *)place;
    redis_words w = {.count = 0};
    char key[192];
    redisReply *reply;

    if (!*node) return false;
    snprintf(key, sizeof key, "%s:node:%s", r->options.prefix, node);
    add_word(&w, "EXISTS");
    add_word(&w, key);
    if (ask_redis(r, &reply, &w, NULL) != PD_OK) return true;
    const bool is_alive = reply->integer == 1;
    freeReplyObject(reply);

    return is_alive;
}

static void redis_close(pd_srv_place *place)
{
    redis_place *r = (redis_place *)place;

    pd_srv_redis_close(&r->redis);
    pthread_mutex_destroy(&r->lock);
    for (int i = 0; i < 4; i++) free(r->texts[i]);
    free(r);
}

pd_status pd_srv_place_redis_open(pd_srv_place **out, const pd_srv_place_options *options, pd_error *err)
{
    redis_place *r = calloc(1, sizeof *r);

    *out = NULL;
    if (!r) return pd_fail(err, PD_ERR_MEMORY, "cluster.redis", "out of memory");
    r->options = *options;

    /* Copies, because a reload of the configuration frees the texts. */
    const char **const owned[] = {&r->options.folder, &r->options.prefix, &r->options.redis.url,
                                  &r->options.redis.password_file};
    bool good = true;
    for (int i = 0; i < 4; i++) {
        *owned[i] = r->texts[i] = strdup(*owned[i]);
        good &= r->texts[i] != NULL;
    }

    snprintf(r->user, sizeof r->user, "%s", options->redis.user);
    r->options.redis.user = r->user;
    if (!good) {
        for (int i = 0; i < 4; i++) free(r->texts[i]);
        free(r);
        return pd_fail(err, PD_ERR_MEMORY, "cluster.redis", "out of memory");
    }

    pthread_mutex_init(&r->lock, NULL);
    r->base = (pd_srv_place){.find = redis_find,
                             .put = redis_put,
                             .mark = redis_mark,
                             .drop = redis_drop,
                             .list = redis_list,
                             .beat = redis_beat,
                             .is_alive = redis_is_alive,
                             .close = redis_close};
    *out = &r->base;

    return PD_OK;
}
