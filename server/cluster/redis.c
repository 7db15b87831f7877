#include "server/cluster/redis.h"

#include "core/base/assert.h"
#include "core/base/file.h"

#include <errno.h>
#include <hiredis/hiredis.h>
#include <hiredis/sds.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_SECONDS 1
#define ARGUMENTS_MOST  24

/* Scripts. The first three arguments are always: 1 prefix, 2 session (may be empty for a takeover), 3 node;
 * further ones are listed at each script. Scripts make the names of keys from them,
 * so all keys must be in one Redis. */
static const char *const scripts[] = {
    /* 4 epoch, 5 hashes of the tokens, with blanks between them, 6 key's name, 7 milliseconds to keep, 8
     * tick, 9 blobs "KIND:REVISION:SHA256,...", 10 state, 11 "1": no daemon has the session from now on, 12
     * client that owns it, 13 "1": other keys may watch it.
     * Answers {1, missing blobs...} or {0, epoch, node}. */
    [PD_SRV_REDIS_STORE] =
        "local p,id,node,epoch,ttl=ARGV[1],ARGV[2],ARGV[3],tonumber(ARGV[4]),ARGV[7]\n"
        "local s=p..':session:'..id\n"
        "local h=redis.call('HMGET',s,'epoch','node','token')\n"
        "local e=tonumber(h[1] or '0')\n"
        "if e>epoch or (e==epoch and h[2] and h[2]~='' and h[2]~=node) then return {0,e,h[2] or ''} end\n"
        "if h[3] and h[3]~=ARGV[5] then for t in string.gmatch(h[3],'%x+') do\n"
        "  if not string.find(ARGV[5],t,1,true) then redis.call('DEL',p..':token:'..t) end\n"
        "end end\n"
        "redis.call('HSET',s,'node',ARGV[11]=='1' and '' or node,'epoch',epoch,'token',ARGV[5],'key',ARGV[6],"
        "'tick',ARGV[8],'blobs',ARGV[9],'client',ARGV[12],'shared',ARGV[13],'updated',redis.call('TIME')[1])"
        "\n"
        "redis.call('PEXPIRE',s,ttl)\n"
        "redis.call('SET',p..':state:'..id,ARGV[10],'PX',ttl)\n"
        "for t in string.gmatch(ARGV[5],'%x+') do redis.call('SET',p..':token:'..t,id,'PX',ttl) end\n"
        "local out={1}\n"
        "for sha in string.gmatch(ARGV[9],':(%x+)[,]') do\n"
        "  if redis.call('PEXPIRE',p..':blob:'..sha,ttl)==0 then out[#out+1]=sha end\n"
        "end\n"
        "return out",
    /* 4 hash of the token or of a room's name, if there is no session, 5 "1": by a room's name. Answers
     * {"own", session} for a room that this daemon has according to Redis; otherwise {"none"}, {"held",
     * session, node} or {"taken", session, epoch, blobs, state}. */
    [PD_SRV_REDIS_TAKE] = "local p,id,node=ARGV[1],ARGV[2],ARGV[3]\n"
                          "if id=='' then id=redis.call('GET',p..':token:'..ARGV[4]) end\n"
                          "if not id then return {'none'} end\n"
                          "local s=p..':session:'..id\n"
                          "local h=redis.call('HMGET',s,'node','epoch','blobs')\n"
                          "local state=redis.call('GET',p..':state:'..id)\n"
                          "if not h[2] or not state then return {'none'} end\n"
                          "local o=h[1]\n"
                          "if ARGV[5]=='1' and o==node then return {'own',id} end\n"
                          "if o and o~='' and o~=node and redis.call('EXISTS',p..':node:'..o)==1 then "
                          "return {'held',id,o} end\n"
                          "local epoch=redis.call('HINCRBY',s,'epoch',1)\n"
                          "redis.call('HSET',s,'node',node)\n"
                          "return {'taken',id,tostring(epoch),h[3] or '',state}",
    /* 4 epoch */
    [PD_SRV_REDIS_YIELD] =
        "local s=ARGV[1]..':session:'..ARGV[2]\n"
        "if redis.call('HGET',s,'epoch')==ARGV[4] then redis.call('HSET',s,'node','') end\n"
        "return 1",
    /* 4 epoch */
    [PD_SRV_REDIS_END] =
        "local s=ARGV[1]..':session:'..ARGV[2]\n"
        "local h=redis.call('HMGET',s,'epoch','token')\n"
        "if h[1]~=ARGV[4] then return 0 end\n"
        "redis.call('DEL',s,ARGV[1]..':state:'..ARGV[2])\n"
        "for t in string.gmatch(h[2] or '','%x+') do redis.call('DEL',ARGV[1]..':token:'..t) end\n"
        "return 1",
    /* 4 milliseconds to keep, then pairs of field and value */
    [PD_SRV_REDIS_RENEW] = "local n=ARGV[1]..':node:'..ARGV[3]\n"
                           "local old=redis.call('HMGET',n,'secret','address')\n"
                           "for i=5,#ARGV,2 do redis.call('HSET',n,ARGV[i],ARGV[i+1]) end\n"
                           "redis.call('PEXPIRE',n,ARGV[4])\n"
                           "redis.call('SADD',ARGV[1]..':nodes',ARGV[3])\n"
                           "return {old[1] or '',old[2] or ''}",
    /* Answers {"none"} or {node, client, shared, key, address and secret of the node}. */
    [PD_SRV_REDIS_LOCATE] =
        "local h=redis.call('HMGET',ARGV[1]..':session:'..ARGV[2],'node','client','shared','key')\n"
        "if not h[1] then return {'none'} end\n"
        "local n={}\n"
        "if h[1]~='' then n=redis.call('HMGET',ARGV[1]..':node:'..h[1],'address','secret') end\n"
        "return {h[1],h[2] or '',h[3] or '',h[4] or '',n[1] or '',n[2] or ''}",
};
#define SCRIPT_COUNT ((int)(sizeof scripts / sizeof *scripts))

/* Closes the connection. At the end of its time for a read, hiredis reports EAGAIN, whose text (Resource
 * temporarily unavailable) says nothing about time. */
static pd_status lost(pd_srv_redis *r, pd_error *err)
{
    if (r->context && r->context->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK))
        pd_fail(err, PD_ERR_IO, "cluster.redis", "no answer within %g s", PD_SRV_REDIS_TIMEOUT);
    else
        pd_fail(err, PD_ERR_IO, "cluster.redis", "%s",
                !r->context             ? "not connected"
                : r->context->errstr[0] ? r->context->errstr
                                        : "the connection was lost");
    pd_srv_redis_close(r);

    return PD_ERR_IO;
}

void pd_srv_redis_close(pd_srv_redis *r)
{
    if (r->context) redisFree(r->context);
    *r = (pd_srv_redis){.context = NULL};
}

/* Splits "HOST:PORT" or "[HOST]:PORT". */
static bool split_redis(char *host, size_t size, int *port, const char *url)
{
    const char *colon = strrchr(url, ':');
    char *end;

    if (!colon || colon == url) return false;
    *port = (int)strtol(colon + 1, &end, 10);
    if (*end || *port < 1 || *port > 65535) return false;
    size_t length = (size_t)(colon - url);
    if (*url == '[' && url[length - 1] == ']') {
        url++;
        length -= 2;
    }

    if (!length || length >= size) return false;
    memcpy(host, url, length);
    host[length] = 0;

    return true;
}

/* Reads the password: the first line of the file. */
static pd_status read_password(char *out, size_t size, const char *file, pd_error *err)
{
    pd_bytes bytes;

    *out = 0;
    if (!*file) return PD_OK;
    pd_status status = pd_file_map(&bytes, file, err);
    if (status != PD_OK) return status;
    const pd_bytes text = pd_text_unmarked(bytes);
    size_t length = 0;
    while (length < text.size && text.data[length] != '\n' && text.data[length] != '\r') length++;
    if (length < size) {
        memcpy(out, text.data, length);
        out[length] = 0;
    }

    pd_file_unmap(&bytes);
    if (length && length < size) return PD_OK;

    return pd_fail(err, PD_ERR_INVALID, "cluster.password_file",
                   "the first line has %zu bytes; 1 to %zu allowed", length, size - 1);
}

static pd_status greet(pd_srv_redis *r, const pd_srv_redis_place *place, pd_error *err)
{
    char password[512], database[16];
    redisReply *reply;
    pd_status status = read_password(password, sizeof password, place->password_file, err);

    if (status != PD_OK) return status;

    if (*password && *place->user)
        status = pd_srv_redis_ask(&reply, r, err, "AUTH", place->user, password, PD_SRV_REDIS_LAST);
    else if (*password)
        status = pd_srv_redis_ask(&reply, r, err, "AUTH", password, PD_SRV_REDIS_LAST);
    else
        status = pd_srv_redis_ask(&reply, r, err, "PING", PD_SRV_REDIS_LAST);
    if (status != PD_OK) return status;
    freeReplyObject(reply);
    if (place->database) {
        snprintf(database, sizeof database, "%d", place->database);
        status = pd_srv_redis_ask(&reply, r, err, "SELECT", database, PD_SRV_REDIS_LAST);
        if (status != PD_OK) return status;
        freeReplyObject(reply);
    }

    for (int i = 0; i < SCRIPT_COUNT; i++) {
        status = pd_srv_redis_ask(&reply, r, err, "SCRIPT", "LOAD", scripts[i], PD_SRV_REDIS_LAST);
        if (status != PD_OK) return status;
        if (reply->type == REDIS_REPLY_STRING && reply->len == 40) memcpy(r->scripts[i], reply->str, 41);
        freeReplyObject(reply);
    }

    return PD_OK;
}

pd_status pd_srv_redis_open(pd_srv_redis *r, const pd_srv_redis_place *place, pd_error *err)
{
    const struct timeval limit = {.tv_sec = CONNECT_SECONDS};
    const struct timeval answer = {.tv_sec = (time_t)PD_SRV_REDIS_TIMEOUT};
    char host[256];
    int port;

    pd_srv_redis_close(r);
    if (!strncmp(place->url, "unix:", 5))
        r->context = redisConnectUnixWithTimeout(place->url + 5, limit);
    else if (split_redis(host, sizeof host, &port, place->url))
        r->context = redisConnectWithTimeout(host, port, limit);
    else
        return pd_fail(err, PD_ERR_INVALID, "cluster.redis", "\"%.100s\"; HOST:PORT or unix:PATH expected",
                       place->url);
    if (!r->context || r->context->err) return lost(r, err);
    redisSetTimeout(r->context, answer);

    /* On a unix socket this is an error, after which hiredis refuses the connection. */
    if (r->context->connection_type == REDIS_CONN_TCP) redisEnableKeepAlive(r->context);
    pd_status status = greet(r, place, err);
    if (status != PD_OK) pd_srv_redis_close(r);

    return status;
}

void pd_srv_redis_queue(pd_srv_redis *r, int count, const char *const *arguments, const size_t *sizes)
{
    if (r->context) redisAppendCommandArgv(r->context, count, (const char **)(uintptr_t)arguments, sizes);
}

void pd_srv_redis_queue_script(pd_srv_redis *r, pd_srv_redis_script script, int count,
                               const char *const *arguments, const size_t *sizes)
{
    const char *all[ARGUMENTS_MOST + 3] = {"EVALSHA", r->scripts[script], "0"};
    size_t lengths[ARGUMENTS_MOST + 3] = {7, 40, 1};

    PD_ASSERT(count <= ARGUMENTS_MOST);
    for (int i = 0; i < count; i++) {
        all[3 + i] = arguments[i];
        lengths[3 + i] = sizes ? sizes[i] : strlen(arguments[i]);
    }

    pd_srv_redis_queue(r, 3 + count, all, lengths);
}

void pd_srv_redis_push(pd_srv_redis *r, size_t bytes)
{
    int is_done = 0;
    if (!r->context || sdslen(r->context->obuf) < bytes) return;
    while (!is_done && redisBufferWrite(r->context, &is_done) == REDIS_OK) {}
}

pd_status pd_srv_redis_answer(redisReply **out, pd_srv_redis *r, pd_error *err)
{
    void *reply = NULL;

    *out = NULL;
    if (!r->context || redisGetReply(r->context, &reply) != REDIS_OK || !reply) return lost(r, err);
    *out = reply;
    if ((*out)->type != REDIS_REPLY_ERROR) return PD_OK;

    /* Scripts are gone after a restart of Redis: a new connection loads them again. */
    pd_fail(err, PD_ERR_IO, "cluster.redis", "%.200s", (*out)->str);
    const bool is_new = !strncmp((*out)->str, "NOSCRIPT", 8);
    freeReplyObject(reply);
    *out = NULL;
    if (is_new) pd_srv_redis_close(r);

    return PD_ERR_IO;
}

pd_status pd_srv_redis_ask(redisReply **out, pd_srv_redis *r, pd_error *err, ...)
{
    const char *arguments[ARGUMENTS_MOST];
    size_t sizes[ARGUMENTS_MOST];
    int count = 0;
    va_list list;

    va_start(list, err);
    for (const char *a = va_arg(list, const char *); a; a = va_arg(list, const char *)) {
        PD_ASSERT(count < ARGUMENTS_MOST);
        arguments[count] = a;
        sizes[count++] = strlen(a);
    }

    va_end(list);
    pd_srv_redis_queue(r, count, arguments, sizes);

    return pd_srv_redis_answer(out, r, err);
}

bool pd_srv_redis_is_word(const redisReply *answer, const char *word)
{
    return answer->type == REDIS_REPLY_STRING && !strcmp(answer->str, word);
}
