#include "server/cluster/objects.h"

#include "core/base/assert.h"
#include "server/base/digest.h"
#include "server/cluster/blob.h"
#include "server/cluster/cluster_parts.h"
#include "server/stage/snapshot.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes an object into c->blob. Its hash is computed once for each revision. */
static const pd_srv_known_object *describe_object(pd_srv_cluster *c, const pd_api_scene *scene,
                                                  const pd_api_skeleton *own)
{
    PD_ASSERT(scene || own);
    const char *revision = scene ? scene->revision : own->revision;
    unsigned char hash[PD_SRV_SHA256_BYTES];
    for (int i = 0; i < c->known_count; i++)
        if (!strcmp(c->known[i].revision, revision)) return &c->known[i];

    if (scene)
        pd_srv_blob_write_scene(&c->blob, scene);
    else
        pd_srv_blob_write_character(&c->blob, own);
    if (c->blob.failed) return NULL;
    if (c->known_count == PD_SRV_KNOWN_OBJECTS) c->known_count = 0;
    pd_srv_known_object *known = &c->known[c->known_count++];
    snprintf(known->revision, sizeof known->revision, "%s", revision);
    pd_srv_sha256(hash, c->blob.data, c->blob.size);
    pd_srv_hex_encode(known->sha, hash, sizeof hash);
    known->size = c->blob.size;

    return known;
}

void pd_srv_objects_list(pd_srv_cluster *c, pd_srv_held *h, const pd_srv_snapshot_entry *entry)
{
    pd_srv_snapshot_uses uses;
    pd_buffer text = {0};

    if (h->blobs && h->characters == entry->characters && h->newest == entry->newest) return;
    if (pd_srv_snapshot_uses_of(&uses, c->deps.stage, h->session)) {
        /* -1 stands for the scene. */
        for (int i = uses.scene ? -1 : 0; i < uses.count; i++) {
            const pd_srv_known_object *known =
                describe_object(c, i < 0 ? uses.scene : NULL, i < 0 ? NULL : uses.characters[i]);
            if (!known) continue;
            if (known->size > c->blob_bytes && !h->is_large) {
                h->is_large = true;
                pd_srv_log_write(c->deps.log, PD_SRV_WARNING,
                                 "cluster: an object is too large to be stored; its session can only "
                                 "continue where the object is",
                                 "session=%s bytes=%zu cluster.blob_bytes=%zu", h->session, known->size,
                                 c->blob_bytes);
            }

            if (known->size <= c->blob_bytes)
                pd_buffer_printf(&text, "%s:%s:%s,", i < 0 ? "scene" : "character", known->revision,
                                 known->sha);
        }
    }

    pd_srv_snapshot_uses_deinit(&uses);
    pd_buffer_add(&text, "", 1);
    free(h->blobs);
    h->blobs = text.failed ? NULL : (char *)text.data;
    h->characters = entry->characters;
    h->newest = entry->newest;
}

/* Stores an object of a session that Redis does not have. */
static void upload_object(pd_srv_cluster *c, const char *session, const char *sha)
{
    pd_srv_snapshot_uses uses;
    pd_error err = {0};

    if (pd_srv_snapshot_uses_of(&uses, c->deps.stage, session))
        for (int i = uses.scene ? -1 : 0; i < uses.count; i++) {
            const pd_srv_known_object *known =
                describe_object(c, i < 0 ? uses.scene : NULL, i < 0 ? NULL : uses.characters[i]);
            if (!known || strcmp(known->sha, sha) != 0) continue;
            if (i < 0)
                pd_srv_blob_write_scene(&c->blob, uses.scene);
            else
                pd_srv_blob_write_character(&c->blob, uses.characters[i]);
            char key[192], keep[24];
            pd_srv_cluster_expiry_text(keep, c);
            snprintf(key, sizeof key, "%s:blob:%s", c->prefix, sha);
            const char *const arguments[] = {"SET", key, (const char *)c->blob.data, "PX", keep};
            const size_t sizes[] = {3, strlen(key), c->blob.size, 2, strlen(keep)};
            redisReply *reply;
            pd_srv_redis_queue(&c->redis, 5, arguments, sizes);
            if (pd_srv_redis_answer(&reply, &c->redis, &err) == PD_OK)
                freeReplyObject(reply);
            else
                pd_srv_connection_failed(c, &err);
            break;
        }
    pd_srv_snapshot_uses_deinit(&uses);
}

void pd_srv_objects_upload(pd_srv_cluster *c, const pd_srv_held *h)
{
    pd_error err = {0};
    redisReply *reply;
    char session[PD_SRV_SESSION_ID], key[192];

    if (!h->blobs || !*h->blobs) return;
    memcpy(session, h->session, sizeof session);
    char *copy = strdup(h->blobs);
    char *next = NULL;
    for (char *item = copy ? strtok_r(copy, ",", &next) : NULL; item; item = strtok_r(NULL, ",", &next)) {
        const char *sha = strrchr(item, ':');
        if (!sha || !c->redis.context) continue;
        snprintf(key, sizeof key, "%s:blob:%s", c->prefix, sha + 1);
        if (pd_srv_redis_ask(&reply, &c->redis, &err, "EXISTS", key, PD_SRV_REDIS_LAST) != PD_OK) {
            pd_srv_connection_failed(c, &err);
            break;
        }

        const bool is_there = reply->integer == 1;
        freeReplyObject(reply);
        if (!is_there) upload_object(c, session, sha + 1);
    }

    free(copy);
}

/* Fetches an object from Redis by its revision. Returns an empty buffer if Redis lacks it, or if its bytes
 * do not have the listed hash. */
static pd_buffer fetch_object(const pd_srv_object_finder *f, const char *kind, const char *revision)
{
    char start[96], key[192];
    pd_buffer out = {0};
    pd_error err = {0};
    redisReply *reply;

    snprintf(start, sizeof start, "%s:%s:", kind, revision);
    const char *at = strstr(f->blobs, start);
    if (!at || strlen(at + strlen(start)) < PD_SRV_HASH_TEXT - 1) return out;
    snprintf(key, sizeof key, "%s:blob:%.*s", f->cluster->prefix, PD_SRV_HASH_TEXT - 1, at + strlen(start));
    if (pd_srv_redis_ask(&reply, &f->cluster->redis, &err, "GET", key, PD_SRV_REDIS_LAST) != PD_OK) {
        pd_srv_connection_failed(f->cluster, &err);
        return out;
    }

    unsigned char hash[PD_SRV_SHA256_BYTES];
    char text[PD_SRV_HASH_TEXT];
    if (reply->type == REDIS_REPLY_STRING) {
        pd_srv_sha256(hash, reply->str, (size_t)reply->len);
        pd_srv_hex_encode(text, hash, sizeof hash);
        if (!strncmp(text, at + strlen(start), PD_SRV_HASH_TEXT - 1))
            pd_buffer_add(&out, reply->str, (size_t)reply->len);
    }

    freeReplyObject(reply);

    return out;
}

pd_api_scene *pd_srv_objects_scene(void *ctx, const char *id, const char *revision)
{
    const pd_srv_object_finder *f = ctx;
    const pd_api_host *host = f->cluster->deps.host;
    pd_api_scene *scene = host->scene ? host->scene(host->ctx, id) : NULL;

    if (scene && !strcmp(scene->revision, revision)) return scene;
    pd_api_scene_release(scene);
    scene = NULL;
    pd_buffer bytes = fetch_object(f, "scene", revision);
    if (bytes.size) pd_srv_blob_read_scene(&scene, (pd_bytes){bytes.data, bytes.size}, NULL);
    pd_buffer_deinit(&bytes);

    return scene;
}

pd_api_skeleton *pd_srv_objects_character(void *ctx, const char *id, const char *revision)
{
    const pd_srv_object_finder *f = ctx;
    const pd_api_host *host = f->cluster->deps.host;
    pd_api_skeleton *own = host->skeleton ? host->skeleton(host->ctx, id) : NULL;

    if (own && !strcmp(own->revision, revision)) return own;
    pd_api_skeleton_release(own);
    own = NULL;
    pd_buffer bytes = fetch_object(f, "character", revision);
    if (bytes.size)
        pd_srv_blob_read_character(&own, (pd_bytes){bytes.data, bytes.size},
                                   pd_srv_cluster_cfg(f->cluster)->limits_json_memory, NULL);
    pd_buffer_deinit(&bytes);

    return own;
}
