#ifndef PD_API_MOTION_CLIPS_H
#define PD_API_MOTION_CLIPS_H
/* Clips that characters play: the emotes that ship with posed (core/character/action/clip_set.h), and clips
 * that clients put under an id, read, delete, and use in sessions of the stream and in roll-outs.
 *
 *     PUT   a motion of a person, as POST /v1/characters/{id}/clip takes it (person_file.h):
 *           ?mask=upper&loop=true&from=1.5&seconds=4
 *
 * A clip does not change once it is put. A character that plays it retains it, so that it stays valid when a
 * client replaces it. The ids of emotes cannot be put.
 *
 * Memory   Reference-counted (atomic).
 */
#include "api/http/condition.h"
#include "api/http/routes.h"
#include "core/character/action/clip_set.h"
#include "core/character/action/play.h"

struct pd_api_clip {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    char revision[PD_API_REVISION_BYTES]; /* condition.h */
    uint64_t owner;                       /* pd_api_owner.id of the client that put the clip */
    pd_model_name mask;            /* part of the body on which it is played if the order has no mask */
    bool loops;                    /* it is repeated if the order does not say so */
    double fade;                   /* seconds in which a pose changes to it, likewise */
    const pd_character_clip *clip; /* retained */
    /* host that counts `held` bytes until the last reference is released; NULL: not counted */
    const pd_api_host *host;
    size_t held;
};

/* Makes a clip and takes the reference of `motion`, also on failure. Returns NULL if allocation failed. */
pd_api_clip *pd_api_clip_new(const char *id, const pd_character_clip *motion, const char *mask, bool loops,
                             double fade);
pd_api_clip *pd_api_clip_retain(pd_api_clip *clip);
void pd_api_clip_release(pd_api_clip *clip); /* clip may be NULL */

/* Values of the fields of a play order of the stream and of scripts; json_t members are borrowed. */
typedef struct pd_api_play_values {
    const char *clip;
    const json_t *mask, *weights;
    double fade, fade_out, speed; /* fade, fade_out: negative where they are not given */
    int loop, root, feet;         /* -1 where they are not given */
    int queue, stop;
} pd_api_play_values;
extern const pd_api_field pd_api_play_fields[];
extern const pd_api_play_values pd_api_play_preset;

/* An order to play a clip, or to stop, before its clip is found. */
typedef struct pd_api_play {
    pd_character_play_request request; /* without clip; name: the id of the clip, "": stop */
    bool stops, has_mask, has_loop, has_fade, has_fade_out, has_root, has_feet;
} pd_api_play;

/* Makes an order of values. Returns false if an error was noted at or below `pointer`. */
bool pd_api_play_read(pd_api_play *out, const pd_api_play_values *values, const char *pointer,
                      pd_api_problems *problems);
/* Finds the clip of an order, and fills in what the order does not say: play->request is then complete, with
 * a reference to its clip. ERR_WAIT: the emotes are being loaded (only if !may_wait). ERR_NOT_FOUND,
 * ERR_FORBIDDEN and ERR_INVALID at "/clip" and so on. */
pd_status pd_api_play_find(pd_api_play *play, const pd_api_host *host, const pd_api_access *access,
                           bool may_wait, pd_error *err);
/* Returns a reference to the clip with a name and content, or NULL; for snapshots. */
const pd_character_clip *pd_api_clip_find(const pd_api_host *host, const char *id, uint64_t hash);

pd_api_handler pd_api_handle_clips, pd_api_handle_clip, pd_api_handle_clip_put, pd_api_handle_clip_delete,
    pd_api_judge_clip_put;
pd_api_cost pd_api_clip_put_cost;
extern const pd_api_field pd_api_clip_put_query_fields[];

#endif
