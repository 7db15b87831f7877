#include "server/stage/compact.h"

#include "core/base/assert.h"
#include "server/stage/stage_parts.h"

#include <stdlib.h>

#define SMPL_JOINTS PD_ANIM_SMPL_JOINTS

/* Parents of SMPL's joints. */
static const int smpl_parents[SMPL_JOINTS] = {-1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                                              9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21};

/* Arrays to which the description of a character in a frame (pd_wire_character) points. */
typedef struct shown {
    pd_srv_shown_face face;
    pd_vec3 offsets[SMPL_JOINTS];
} shown;

struct pd_srv_compact_scratch {
    int capacity;
    pd_wire_character *characters; /* (capacity) */
    shown *shown;                  /* (capacity) */
};

void pd_srv_compact_scratch_free(pd_srv_compact_scratch *scratch)
{
    if (!scratch) return;
    free(scratch->characters);
    free(scratch->shown);
    free(scratch);
}

/* Reserves memory for `count` characters. Returns false when out of memory. */
static bool reserve(pd_srv_compact_scratch **scratch, int count)
{
    if (!*scratch) *scratch = calloc(1, sizeof **scratch);
    pd_srv_compact_scratch *s = *scratch;
    if (!s) return false;
    if (count <= s->capacity) return true;
    free(s->characters);
    free(s->shown);
    s->capacity = 0;
    s->characters = malloc((size_t)count * sizeof *s->characters);
    s->shown = malloc((size_t)count * sizeof *s->shown);
    if (!s->characters || !s->shown) return false;
    s->capacity = count;

    return true;
}

/* Fills the description of a character with the requested channels. */
static void describe_compact(pd_wire_character *out, shown *parts, const pd_srv_character *a,
                             unsigned channels)
{
    const pd_character_pose *pose = pd_srv_character_pose(a);
    const pd_anim_skeleton *skeleton = pd_srv_character_skeleton(a);

    *out = (pd_wire_character){.id = a->id,
                               .seq = a->now_seq,
                               .channels = channels & (PD_API_CHANNEL_ROOT | PD_API_CHANNEL_CONTACTS),
                               .phase = pose->phase,
                               .root = pose->root,
                               .yaw = pose->yaw};
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) out->contacts |= (pose->contacts[i] > 0.5f ? 1u : 0u) << i;
    for (int i = 1; i < PD_PFNN_GAITS; i++)
        if (pose->gaits[i] > pose->gaits[out->gait]) out->gait = i;

    /* The motion's own skeleton, and the body's. A chain needs each joint behind its parent, as skeletons of
     * networks have them. */
    bool is_chain = skeleton->joint_count <= PD_WIRE_JOINTS_MOST && skeleton->root == 0;
    for (int j = 1; j < skeleton->joint_count && is_chain; j++) is_chain = skeleton->parents[j] < j;
    if (channels & PD_API_CHANNEL_ROTATIONS && is_chain) {
        out->channels |= PD_API_CHANNEL_ROTATIONS;
        out->chains[0] = (pd_wire_chain){.count = skeleton->joint_count,
                                         .rotations = pose->rotations,
                                         .parents = skeleton->parents,
                                         .offsets = skeleton->offsets,
                                         .position = pose->joints[0]};
    }

    if (channels & PD_API_CHANNEL_SMPL && a->body) {
        pd_vec3 pelvis;
        const pd_quat *rotations = pd_retarget_live_body_pose(&pelvis, a->body);
        pd_retarget_live_body_rest(parts->offsets, a->body);
        out->channels |= PD_API_CHANNEL_SMPL;
        out->chains[1] = (pd_wire_chain){.count = SMPL_JOINTS,
                                         .rotations = rotations,
                                         .parents = smpl_parents,
                                         .offsets = parts->offsets,
                                         .position = pelvis};
    }

    /* The face and the fingers of the body, or the face of the client's own character. */
    if (!(channels & PD_API_CHANNEL_FACE) || !pd_srv_character_face(&parts->face, a)) return;
    out->channels |= PD_API_CHANNEL_FACE;
    out->weights = parts->face.weights;
    out->weight_count = parts->face.weight_count;
    out->fingers = parts->face.fingers;
    out->finger_count = parts->face.finger_count;
}

bool pd_srv_compact_encode(pd_srv_compact *compact, pd_buffer *out, pd_srv_compact_scratch **scratch,
                           pd_srv_character *const *characters, int count, uint32_t tick, double time,
                           double rate, bool needs_key)
{
    PD_ASSERT(count >= 0 && compact->profile.compact > 0);
    if (!compact->wire || !reserve(scratch, count)) {
        out->failed = true;
        return false;
    }

    for (int i = 0; i < count; i++)
        describe_compact(&(*scratch)->characters[i], &(*scratch)->shown[i], characters[i],
                         compact->profile.channels);
    const pd_wire_frame frame = {
        .tick = tick, .time = time, .period = 1 / rate, .characters = (*scratch)->characters, .count = count};

    /* Write a key frame when a subscriber needs one, when the last is too old, or when the frame before
     * cannot be continued. */
    const uint32_t age = tick - compact->key_tick;
    const bool is_time = age >= PD_SRV_COMPACT_EVERY * rate || (needs_key && age >= PD_SRV_COMPACT_APART);
    if (is_time || !pd_wire_continues(compact->wire, &frame)) {
        pd_wire_key(compact->wire, out, &frame);
        compact->key_tick = tick;
        return false;
    }

    pd_wire_delta(compact->wire, out, &frame);

    return true;
}

pd_srv_compact *pd_srv_compact_for(pd_srv_compact **list, const pd_api_profile *profile, uint32_t offset)
{
    const uint32_t phase = offset % (uint32_t)profile->divisor;

    for (pd_srv_compact *c = *list; c; c = c->next)
        if (pd_api_profile_same(&c->profile, profile) && c->profile.divisor == profile->divisor &&
            c->phase == phase)
            return c;

    pd_srv_compact *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->profile = *profile;
    c->phase = phase;
    c->wire = pd_wire_new(profile->compact);
    c->next = *list;
    *list = c;

    return c;
}

void pd_srv_compact_free(pd_srv_compact *list)
{
    while (list) {
        pd_srv_compact *c = list;
        list = c->next;
        pd_wire_free(c->wire);
        free(c);
    }
}
