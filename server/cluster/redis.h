#ifndef PD_SERVER_CLUSTER_REDIS_H
#define PD_SERVER_CLUSTER_REDIS_H
/* A connection to Redis (hiredis), and the scripts by which daemons share sessions. docs/guide/cluster.md
 * lists the keys.
 *
 * Fencing   a session has an epoch, which every takeover raises. A daemon stores a checkpoint with the epoch
 *           of its own takeover; Redis refuses it when the session's epoch is higher. If two daemons run the
 *           same session, Redis therefore refuses the next checkpoint of one of them.
 *
 * Threads  a connection belongs to one thread.
 * Errors   ERR_IO: Redis cannot be reached, does not answer in time, or refuses (the detail has its message).
 *          The connection is then closed; pd_srv_redis_open opens it again.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct redisContext;
struct redisReply;

#define PD_SRV_REDIS_TIMEOUT 2.0 /* seconds for an answer */

/* Address of Redis, and how the daemon authenticates. The texts are borrowed. */
typedef struct pd_srv_redis_place {
    const char *url;           /* "HOST:PORT", "[::1]:6379" or "unix:/run/redis/redis.sock" */
    const char *user;          /* ACL user; "": the default user  */
    const char *password_file; /* file whose first line is the password; "": none */
    int database;              /* number of the database */
} pd_srv_redis_place;

typedef struct pd_srv_redis {
    struct redisContext *context; /* NULL: closed */
    char scripts[6][41];          /* SHA-1 of the scripts that are loaded; "": none */
} pd_srv_redis;

typedef enum pd_srv_redis_script {
    PD_SRV_REDIS_STORE, /* stores a checkpoint, if the epoch is not too old */
    PD_SRV_REDIS_TAKE,  /* takes a session whose owner is gone              */
    PD_SRV_REDIS_YIELD, /* give up a session that could not be restored */
    PD_SRV_REDIS_END,   /* deletes a session that has ended                 */
    PD_SRV_REDIS_RENEW, /* writes or renews the entry of a daemon           */
    PD_SRV_REDIS_LOCATE /* finds the daemon of a session                    */
} pd_srv_redis_script;

/* Opens the connection, authenticates and loads the scripts. */
pd_status pd_srv_redis_open(pd_srv_redis *redis, const pd_srv_redis_place *place, pd_error *err);
void pd_srv_redis_close(pd_srv_redis *redis);
/* Queues a script with its arguments. Every queued command has an answer,
 * which pd_srv_redis_answer takes in order. */
void pd_srv_redis_queue_script(pd_srv_redis *redis, pd_srv_redis_script script, int count,
                               const char *const *arguments, const size_t *sizes);
/* Queues a command. */
void pd_srv_redis_queue(pd_srv_redis *redis, int count, const char *const *arguments, const size_t *sizes);
/* Writes the queued commands to the socket when they have more than `bytes` bytes. An error is returned with
 * the next answer. */
void pd_srv_redis_push(pd_srv_redis *redis, size_t bytes);
/* Takes the next answer. The caller frees it with freeReplyObject. An answer that is an error is ERR_IO as
 * well, but leaves the connection open; *out is then NULL. */
pd_status pd_srv_redis_answer(struct redisReply **out, pd_srv_redis *redis, pd_error *err);
/* Returns whether an answer is this text. */
bool pd_srv_redis_is_word(const struct redisReply *answer, const char *word);
#define PD_SRV_REDIS_LAST ((const char *)NULL)
/* Queues a command and takes its answer. The arguments are the words of the command, then
 * PD_SRV_REDIS_LAST. */
pd_status pd_srv_redis_ask(struct redisReply **out, pd_srv_redis *redis, pd_error *err, ...);

#endif
