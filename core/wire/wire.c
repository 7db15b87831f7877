#include "core/wire/wire.h"

#include "core/base/assert.h"
#include "core/kernel/cpu.h"
#include "core/wire/chain.h"
#include "core/wire/coder.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* metres: a step of a joint moves its child by this, for an error of at most 1 mm */
#define STEP_MM     0.0007
#define LEVER       0.1  /* metres: least lever; joints without a child rotate a hand, a foot or a head */
#define FINGER      0.05 /* metres: lever of a finger joint */
#define STEP_MOST   0.05 /* radians: largest step */
/* metres: a joint corrects the position of its first child at this distance or more */
#define BONE        0.05
#define ROOT_UNIT   1024.0  /* steps per metre of the root's position */
#define YAW_TURN    16384   /* steps per turn of the facing */
#define PHASE_TURN  256     /* steps per cycle */
#define WEIGHT_UNIT 128.0   /* steps per unit of a weight */
#define REFERENCE   32767.0 /* steps per unit of a reference rotation's parameters, -1 to 1 */

/* First tracks of a character, before those of its chains. */
enum { TICK_TRACKS = 2, CONTACTS = 0, GAIT, SEQ, PHASE, ROOT, YAW = ROOT + 3, FIXED };

/* State of a rotation since the key frame. */
typedef struct turn {
    pd_quat reference;
    double step; /* radians */
    int child;   /* joint whose position the rotation corrects; -1: none */
    int code;    /* step = 2^(-code / 8) */
    int parent;  /* parent and offset of the joint at the key frame */
    pd_vec3 offset;
} turn;

/* State of a character since the key frame. Its tracks,
 * turns and groups follow those of the character before. */
typedef struct member {
    uint32_t id;
    uint64_t seq;
    unsigned channels;
    int counts[PD_WIRE_CHAINS], weights, fingers;
    int tracks, turns, groups;        /* index of its first track, turn and group */
    int group_counts[PD_WIRE_CHAINS]; /* number of groups of each chain */
} member;

struct pd_wire {
    double precision; /* metres: a step of a joint moves its child by this */
    int place_bits;   /* 2^place_bits steps per metre of a chain's position */
    int age;
    uint32_t tick;
    double time, period;
    pd_wire_track ticks[TICK_TRACKS];
    uint32_t tick_means[TICK_TRACKS];
    pd_wire_track *tracks;
    uint32_t *means; /* (mean_capacity) coder's means of the tracks */
    turn *turns;
    pd_wire_group *groups;
    double *workspace; /* (block_capacity * PD_WIRE_BLOCK) scratch for the groups of one chain */
    member *members;
    int32_t *k; /* (k_capacity) integers of a character that are not coded yet */
    int count, member_capacity, k_capacity, track_capacity, mean_capacity, turn_capacity, group_capacity,
        block_capacity;
};

/* Destination of a frame. A key frame has the values themselves; `coder` is NULL. In a delta frame a
 * character's integers are collected in `k` and coded together, which takes half the time. */
typedef struct sink {
    pd_wire_encoder *coder;
    unsigned char *key;
    int32_t *k;
} sink;

/* -- bytes of key frames ------------------------------------------------------------------------- */

static unsigned char *put_bytes(unsigned char *p, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++) *p++ = (unsigned char)(v >> 8 * i);
    return p;
}

static unsigned char *put_double(unsigned char *p, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put_bytes(p, bits, 8);
}

/* -- tracks ------------------------------------------------------------------------------------- */

/* Rounds to the nearest integer, for magnitudes below 2^51.
 * After the addition the last place of the double is 1. */
static double wire_whole(double value)
{
    const double last_place_is_one = 0x1.8p52;
    return value + last_place_is_one - last_place_is_one;
}

static double wire_clamp(double v, double most)
{
    return v > most ? most : v > -most ? v : -most; /* NaN becomes -most */
}

static void step_to(pd_wire_track *t, int32_t value)
{
    t->before = t->now;
    t->now = value;
}

/* Codes a value in steps. Of the integers within PD_WIRE_SLACK it takes the one nearest to the prediction. A
 * key frame gets the nearest integer as `bytes` bytes. */
static void put_value(sink *to, pd_wire_track *t, double value, int bytes)
{
    value = wire_clamp(value, to->coder || bytes > 2 ? PD_WIRE_MOST : INT16_MAX);
    if (!to->coder) {
        t->now = t->before = (int32_t)wire_whole(value);
        to->key = put_bytes(to->key, (uint64_t)(int64_t)t->now, bytes);
        return;
    }

    const int32_t predicted = pd_wire_predict(t);
    const double nearest = wire_whole(value);
    const double over = value - nearest;
    int32_t now = (int32_t)nearest;
    now += (predicted > now) & (over >= 1 - PD_WIRE_SLACK);
    now -= (predicted < now) & (over <= PD_WIRE_SLACK - 1);
    *to->k++ = now - predicted;
    step_to(t, now);
}

/* Codes an angle in steps. Of the equivalent angles it takes the nearest to the prediction.
 * whole_turn: steps per turn. */
static void put_angle(sink *to, pd_wire_track *t, double value, int whole_turn, int bytes)
{
    if (to->coder) value += whole_turn * wire_whole((pd_wire_predict(t) - value) / whole_turn);
    put_value(to, t, value, bytes);
}

/* Codes the change of a number that is usually constant. */
static void put_state(sink *to, pd_wire_track *t, uint32_t *mean, int32_t value, int bytes)
{
    if (to->coder)
        pd_wire_encode(to->coder, value - t->now, mean);
    else
        to->key = put_bytes(to->key, (uint32_t)value, bytes);
    t->now = value;
}

/* Codes the sequence number of an input: 0 unchanged, 1 the next one, 2 any other, followed by 60 bits. */
static void put_seq(sink *to, uint32_t *mean, uint64_t *now, uint64_t seq)
{
    if (!to->coder) {
        to->key = put_bytes(to->key, seq, 8);
    } else {
        const int32_t how = seq == *now ? 0 : seq == *now + 1 ? 1 : 2;
        pd_wire_encode(to->coder, how, mean);
        for (int i = 4; how == 2 && i >= 0; i--)
            pd_wire_encode_bits(to->coder, (uint32_t)(seq >> 12 * i) & 4095, 12);
    }

    *now = seq;
}

/* -- rotations ---------------------------------------------------------------------------------- */

/* Returns the rotation with these parameters: the axis times tan(angle / 4). */
static pd_quat from_parameters(double x, double y, double z)
{
    const double square = x * x + y * y + z * z;
    const double scale = 1 / (1 + square);
    return (pd_quat){2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale};
}

/* Returns the parameters of a rotation, of at most half a turn. */
static pd_vec3 to_parameters(pd_quat q)
{
    const double scale = (q.w < 0 ? -1 : 1) / (1 + fabs(q.w));
    return pd_vec3_make(q.x * scale, q.y * scale, q.z * scale);
}

/* Codes a rotation and returns the decoded one. */
static pd_quat put_turn(sink *to, turn *r, pd_wire_track *t, pd_quat wanted)
{
    if (!to->coder) {
        const pd_vec3 m = to_parameters(wanted);
        int32_t v[3];
        for (int i = 0; i < 3; i++) {
            v[i] = (int32_t)wire_whole(wire_clamp((&m.x)[i] * REFERENCE, REFERENCE));
            to->key = put_bytes(to->key, (uint64_t)(int64_t)v[i], 2);
            t[i] = (pd_wire_track){0};
        }

        *to->key++ = (unsigned char)r->code;
        r->reference = from_parameters(v[0] / REFERENCE, v[1] / REFERENCE, v[2] / REFERENCE);
        return r->reference;
    }

    const pd_vec3 m = to_parameters(pd_q_mul(pd_q_conjugate(r->reference), wanted));
    const double scale = 4 / r->step;
    const double back = r->step / 4;
    for (int i = 0; i < 3; i++) put_value(to, &t[i], (&m.x)[i] * scale, 2);

    return pd_q_mul(r->reference, from_parameters(t[0].now * back, t[1].now * back, t[2].now * back));
}

/* Chooses the code of the largest step that is at most `wanted`. */
static void choose_step(turn *r, double wanted)
{
    wanted = wanted < STEP_MOST ? wanted : STEP_MOST;
    const double code = ceil(-8 * log2(wanted));
    r->code = code < 255 ? (int)code : 255;
    r->step = exp2(-r->code / 8.0);
}

/* Divides the joints below the root into groups of PD_WIRE_LANES. A parent is in an earlier group than its
 * children. Joints of long branches come first, so that there are few groups. A group with fewer joints
 * repeats its first one. Returns the number of groups. */
static int group_joints(int out[PD_WIRE_JOINTS_MOST][PD_WIRE_LANES], const pd_wire_chain *c)
{
    int below[PD_WIRE_JOINTS_MOST] = {0}; /* length of the longest branch below each joint */
    int group_of[PD_WIRE_JOINTS_MOST];    /* INT_MAX: none yet; -1: root */
    int count = 0;
    int left = c->count - 1;

    for (int j = c->count - 1; j > 0; j--) {
        group_of[j] = INT_MAX;
        if (below[c->parents[j]] < below[j] + 1) below[c->parents[j]] = below[j] + 1;
    }

    group_of[0] = -1;

    for (; left > 0; count++) {
        int *group = out[count];
        int some = 0;
        for (; some < PD_WIRE_LANES; some++) {
            int best = -1;
            for (int j = 1; j < c->count; j++)
                if (group_of[j] == INT_MAX && group_of[c->parents[j]] < count &&
                    (best < 0 || below[j] > below[best]))
                    best = j;
            if (best < 0) break;
            group[some] = best;
            group_of[best] = count;
        }

        left -= some;
        for (int l = some; l < PD_WIRE_LANES; l++) group[l] = group[0];
    }

    return count;
}

/* Chooses the steps of a chain from the distances between its joints, at a key frame. */
static void plan_chain(turn *turns, const pd_wire_chain *c, double precision)
{
    for (int j = 0; j < c->count; j++) {
        double lever = LEVER;
        turns[j].child = -1;
        turns[j].parent = c->parents[j];
        turns[j].offset = c->offsets[j];
        for (int k = j + 1; k < c->count; k++) {
            if (c->parents[k] != j) continue;
            const double length = pd_vec3_length(c->offsets[k]);
            if (length > lever) lever = length;
            if (turns[j].child < 0 && length >= BONE) turns[j].child = k;
        }

        choose_step(&turns[j], precision / lever);
    }
}

/* Prepares the groups of a chain for delta frames. Called at a key frame, after its turns have their
 * references. Returns the number of groups. */
static int plan_groups(pd_wire_group *groups, const turn *turns, const pd_wire_chain *c)
{
    int joints[PD_WIRE_JOINTS_MOST][PD_WIRE_LANES];
    int place[PD_WIRE_JOINTS_MOST] = {0};
    const int count = group_joints(joints, c);

    for (int i = 0; i < count; i++) {
        pd_wire_group *g = &groups[i];
        memset(g, 0, sizeof *g);
        for (int l = 0; l < PD_WIRE_LANES; l++) {
            const int j = joints[i][l];
            const turn *t = &turns[j];
            if (!l || j != joints[i][0]) place[j] = (i + 1) * PD_WIRE_BLOCK + l;
            const pd_vec3 end = t->child < 0 ? pd_vec3_make(1, 0, 0) : c->offsets[t->child];
            g->joint[l] = j;
            g->parent[l] = place[c->parents[j]];
            for (int n = 0; n < 3; n++) {
                g->offset[n][l] = (&c->offsets[j].x)[n];
                g->end[n][l] = (&end.x)[n];
            }

            g->gain[l] = t->child < 0 ? 0 : 0.5 / pd_vec3_dot(end, end);
            g->reference[0][l] = t->reference.x;
            g->reference[1][l] = t->reference.y;
            g->reference[2][l] = t->reference.z;
            g->reference[3][l] = t->reference.w;
            g->per_step[l] = 4 / t->step;
            g->back[l] = t->step / 4;
        }
    }

    return count;
}

/* Returns the rotation to be coded for a joint, in the root's frame. It rotates the bone below so that its
 * end comes to its exact position, as far as the error is perpendicular to the bone. exact: the joint's
 * rotation. error: its exact position minus the decoded one. */
static pd_quat wanted_of(const turn *t, const pd_wire_chain *c, pd_quat exact, pd_vec3 error)
{
    if (t->child < 0) return exact;
    const pd_vec3 end = c->offsets[t->child];
    const pd_vec3 bone = pd_q_rotate(exact, end);
    const pd_vec3 by = pd_vec3_scale(pd_vec3_cross(bone, error), 0.5 / pd_vec3_dot(end, end));
    return pd_q_mul((pd_quat){by.x, by.y, by.z, 1 - 0.5 * pd_vec3_dot(by, by)}, exact);
}

/* Writes the rotations below the root in a key frame. exact, exact_at: rotations and positions in the root's
 * frame; shown, shown_at: the decoded ones. The caller sets the first entries, those of the chain's root. */
static void key_turns(sink *to, const pd_wire_chain *c, turn *turns, pd_wire_track *tracks,
                      pd_quat exact[PD_WIRE_JOINTS_MOST], pd_vec3 exact_at[PD_WIRE_JOINTS_MOST],
                      pd_quat shown[PD_WIRE_JOINTS_MOST], pd_vec3 shown_at[PD_WIRE_JOINTS_MOST])
{
    for (int j = 1; j < c->count; j++) {
        const int p = c->parents[j];
        PD_DEBUG_ASSERT(p < j);
        exact[j] = pd_q_mul(exact[p], c->rotations[j]);
        exact_at[j] = pd_vec3_add(exact_at[p], pd_q_rotate(exact[p], c->offsets[j]));
        shown_at[j] = pd_vec3_add(shown_at[p], pd_q_rotate(shown[p], c->offsets[j]));
        const pd_quat wanted = wanted_of(&turns[j], c, exact[j], pd_vec3_sub(exact_at[j], shown_at[j]));
        const pd_quat got =
            put_turn(to, &turns[j], tracks + 3 * j, pd_q_mul(pd_q_conjugate(shown[p]), wanted));
        shown[j] = pd_q_mul(shown[p], got);
    }
}

/* Sets the root's numbers in the workspace, in lane 0. */
static void put_root(double *workspace, pd_quat exact, pd_quat shown, pd_vec3 error)
{
    const double numbers[PD_WIRE_NUMBERS] = {exact.x, exact.y, exact.z, exact.w, shown.x, shown.y,
                                             shown.z, shown.w, error.x, error.y, error.z};
    for (int i = 0; i < PD_WIRE_NUMBERS; i++) workspace[i * PD_WIRE_LANES] = numbers[i];
}

/* Returns the version for this processor. */
static pd_wire_code_groups *code_groups(void)
{
#if defined(__x86_64__)
    if (pd_k_cpu_chosen() == PD_K_CPU_AVX512 || pd_k_cpu_chosen() == PD_K_CPU_AVX2)
        return pd_wire_code_groups_avx2;
#endif
    return pd_wire_code_groups_ref;
}

/* Codes a chain: the position of its first joint in the root's frame, then its rotations.
 * A key frame sets *group_count. */
static void put_chain(sink *to, pd_wire *w, const pd_wire_chain *c, turn *turns, pd_wire_group *groups,
                      int *group_count, pd_wire_track *tracks, pd_vec3 root, pd_quat facing)
{
    const double unit = (double)(1 << w->place_bits);

    /* Position of the first joint. All values are relative to the decoded root. */
    const pd_quat back = pd_q_conjugate(facing);
    const pd_vec3 exact_at = pd_q_rotate(back, pd_vec3_sub(c->position, root));
    for (int i = 0; i < 3; i++) put_value(to, &tracks[i], (&exact_at.x)[i] * unit, 2);
    const pd_vec3 shown_at = pd_vec3_make(tracks[0].now / unit, tracks[1].now / unit, tracks[2].now / unit);
    tracks += 3;

    /* Rotation of the first joint. */
    const pd_quat exact = pd_q_mul(back, c->rotations[0]);
    const pd_vec3 error = pd_vec3_sub(exact_at, shown_at);
    const pd_quat shown = put_turn(to, &turns[0], tracks, wanted_of(&turns[0], c, exact, error));

    /* Joints below: in groups, or one by one in a key frame. */
    if (to->coder) {
        put_root(w->workspace, exact, shown, error);
        code_groups()(to->k - 3, w->workspace, groups, *group_count, c->rotations); /* k - 3: joint 0 */
        to->k += 3 * (c->count - 1);
        return;
    }

    pd_quat exact_of[PD_WIRE_JOINTS_MOST] = {exact};
    pd_quat shown_of[PD_WIRE_JOINTS_MOST] = {shown};
    pd_vec3 exact_at_of[PD_WIRE_JOINTS_MOST] = {exact_at};
    pd_vec3 shown_at_of[PD_WIRE_JOINTS_MOST] = {shown_at};
    key_turns(to, c, turns, tracks, exact_of, exact_at_of, shown_of, shown_at_of);
    *group_count = plan_groups(groups, turns, c);
}

/* -- frames ------------------------------------------------------------------------------------- */

static int tracks_of(const pd_wire_character *c)
{
    int count = FIXED + c->weight_count + 3 * c->finger_count;
    for (int g = 0; g < PD_WIRE_CHAINS; g++) count += c->chains[g].count ? 3 + 3 * c->chains[g].count : 0;
    return count;
}

/* Sets the number of groups of each chain and returns their sum. */
static int groups_of(int counts[PD_WIRE_CHAINS], const pd_wire_character *c)
{
    int joints[PD_WIRE_JOINTS_MOST][PD_WIRE_LANES];
    int count = 0;

    for (int g = 0; g < PD_WIRE_CHAINS; g++) {
        counts[g] = c->chains[g].count ? group_joints(joints, &c->chains[g]) : 0;
        count += counts[g];
    }

    return count;
}

static int turns_of(const pd_wire_character *c)
{
    return c->chains[0].count + c->chains[1].count + c->finger_count;
}

/* Codes a value for each track from PHASE on, in order. */
static void put_values(sink *to, pd_wire *w, member *m, pd_wire_track *t, const pd_wire_character *c)
{
    turn *turns = w->turns + m->turns;
    pd_wire_group *groups = w->groups + m->groups;

    /* The root, and its decoded frame. */
    put_angle(to, &t[PHASE], c->phase * (PHASE_TURN / (2 * M_PI)), PHASE_TURN, 4);
    for (int i = 0; i < 3; i++) put_value(to, &t[ROOT + i], (&c->root.x)[i] * ROOT_UNIT, 4);
    put_angle(to, &t[YAW], c->yaw * (YAW_TURN / (2 * M_PI)), YAW_TURN, 4);
    const pd_vec3 root =
        pd_vec3_make(t[ROOT].now / ROOT_UNIT, t[ROOT + 1].now / ROOT_UNIT, t[ROOT + 2].now / ROOT_UNIT);
    const pd_quat facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), t[YAW].now * (2 * M_PI / YAW_TURN));
    t += FIXED;

    /* The chains. */
    for (int g = 0; g < PD_WIRE_CHAINS; g++) {
        const pd_wire_chain *chain = &c->chains[g];
        if (!chain->count) continue;
        if (!to->coder) {
            *to->key++ = (unsigned char)chain->count;
            plan_chain(turns, chain, w->precision);
        }

        put_chain(to, w, chain, turns, groups, &m->group_counts[g], t, root, facing);
        groups += m->group_counts[g];
        t += 3 + 3 * chain->count;
        turns += chain->count;
    }

    /* The face and the fingers. */
    if (!c->weight_count) return;
    if (!to->coder) {
        *to->key++ = (unsigned char)c->weight_count;
        *to->key++ = (unsigned char)c->finger_count;
    }

    for (int i = 0; i < c->weight_count; i++, t++) put_value(to, t, (double)c->weights[i] * WEIGHT_UNIT, 2);
    for (int k = 0; k < c->finger_count; k++, t += 3) {
        turns[k].child = -1;
        if (!to->coder) choose_step(&turns[k], w->precision / FINGER);
        put_turn(to, &turns[k], t, c->fingers[k]);
    }
}

static void put_character(sink *to, pd_wire *w, member *m, const pd_wire_character *c)
{
    pd_wire_track *t = w->tracks + m->tracks;
    uint32_t *means = w->means + m->tracks;

    /* Values that rarely change. */
    put_state(to, &t[CONTACTS], &means[CONTACTS], (int32_t)c->contacts, 1);
    put_state(to, &t[GAIT], &means[GAIT], c->gait, 1);
    put_seq(to, &means[SEQ], &m->seq, c->seq);

    to->k = w->k;
    put_values(to, w, m, t, c);
    if (to->coder) pd_wire_encode_all(to->coder, w->k, means + PHASE, (int)(to->k - w->k));
}

/* Returns the difference of a frame's time from that of its tick, in microseconds.
 * It is 0 unless ticks were skipped. */
static int32_t late_us(const pd_wire *w, const pd_wire_frame *frame)
{
    const double due = w->time + (double)(uint32_t)(frame->tick - w->tick) * w->period;
    return (int32_t)wire_whole(wire_clamp((frame->time - due) * 1e6, PD_WIRE_MOST));
}

static bool reserve(void **block, int *capacity, int count, size_t size)
{
    if (count <= *capacity) return true;
    void *more = realloc(*block, (size_t)count * size);
    if (!more) return false;
    *block = more;
    *capacity = count;

    return true;
}

pd_wire *pd_wire_new(double millimetres)
{
    PD_ASSERT(millimetres >= 1 && millimetres <= 10);
    pd_wire *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->precision = STEP_MM * millimetres;
    w->place_bits = millimetres < 2 ? 12 : 11;
    w->age = -1;

    return w;
}

void pd_wire_free(pd_wire *w)
{
    if (!w) return;
    free(w->tracks);
    free(w->means);
    free(w->k);
    free(w->turns);
    free(w->groups);
    free(w->workspace);
    free(w->members);
    free(w);
}

int pd_wire_age(const pd_wire *w)
{
    return w->age;
}

void pd_wire_key(pd_wire *w, pd_buffer *out, const pd_wire_frame *frame)
{
    PD_ASSERT(frame->count >= 0 && frame->count <= UINT16_MAX);

    /* Allocate memory for these characters. */
    int tracks = 0, turns = 0, groups = 0, blocks = 1;
    int counts[PD_WIRE_CHAINS];
    for (int i = 0; i < frame->count; i++) {
        const pd_wire_character *c = &frame->characters[i];
        PD_ASSERT(c->weight_count >= 0 && c->weight_count < 256 && c->finger_count >= 0 &&
                  c->finger_count < 256);
        for (int g = 0; g < PD_WIRE_CHAINS; g++)
            PD_ASSERT(c->chains[g].count >= 0 && c->chains[g].count <= PD_WIRE_JOINTS_MOST);
        tracks += tracks_of(c);
        turns += turns_of(c);
        groups += groups_of(counts, c);
        for (int g = 0; g < PD_WIRE_CHAINS; g++)
            if (blocks < counts[g] + 1) blocks = counts[g] + 1; /* with the first joint's */
    }

    w->age = -1;
    if (!reserve((void **)&w->members, &w->member_capacity, frame->count, sizeof *w->members) ||
        !reserve((void **)&w->k, &w->k_capacity, tracks, sizeof *w->k) ||
        !reserve((void **)&w->tracks, &w->track_capacity, tracks, sizeof *w->tracks) ||
        !reserve((void **)&w->means, &w->mean_capacity, tracks, sizeof *w->means) ||
        !reserve((void **)&w->turns, &w->turn_capacity, turns, sizeof *w->turns) ||
        !reserve((void **)&w->groups, &w->group_capacity, groups, sizeof *w->groups) ||
        !reserve((void **)&w->workspace, &w->block_capacity, blocks, PD_WIRE_BLOCK * sizeof *w->workspace)) {
        out->failed = true;
        return;
    }

    const size_t most = PD_WIRE_KEY_HEADER + 8 * ((size_t)frame->count + (size_t)tracks + (size_t)turns);
    const size_t at = out->size;
    if (!pd_buffer_extend(out, most)) return;

    /* Header. */
    unsigned char *p = out->data + at;
    memcpy(p, "PSD1", 4);
    p[4] = 1;
    p[5] = PD_WIRE_KIND;
    p[6] = (unsigned char)w->place_bits;
    p[7] = 0;
    p = put_double(put_bytes(p + 8, frame->tick, 4), frame->time);
    p = put_double(put_bytes(p, (uint64_t)(unsigned)frame->count, 4), frame->period);
    w->tick = frame->tick;
    w->time = frame->time;
    w->period = frame->period;
    memset(w->ticks, 0, sizeof w->ticks);
    for (int i = 0; i < TICK_TRACKS; i++) w->tick_means[i] = PD_WIRE_MEAN_FIRST;
    for (int i = 0; i < tracks; i++) w->means[i] = PD_WIRE_MEAN_FIRST;

    /* Characters. */
    sink to = {NULL, p, NULL};
    tracks = turns = groups = 0;
    for (int i = 0; i < frame->count; i++) {
        const pd_wire_character *c = &frame->characters[i];
        member *m = &w->members[i];
        *m = (member){.id = c->id,
                      .channels = c->channels,
                      .weights = c->weight_count,
                      .fingers = c->finger_count,
                      .tracks = tracks,
                      .turns = turns,
                      .groups = groups};
        for (int g = 0; g < PD_WIRE_CHAINS; g++) m->counts[g] = c->chains[g].count;
        to.key = put_bytes(put_bytes(to.key, c->id, 4), c->channels, 2);
        put_character(&to, w, m, c);
        tracks += tracks_of(c);
        turns += turns_of(c);
        groups += m->group_counts[0] + m->group_counts[1];
    }

    PD_ASSERT(to.key <= out->data + at + most);
    out->size = (size_t)(to.key - out->data);
    w->count = frame->count;
    w->age = 0;
}

/* Returns whether a chain has the joints of the key frame, at the same distances. */
static bool same_chain(const turn *turns, const pd_wire_chain *c)
{
    for (int j = 0; j < c->count; j++)
        if (turns[j].parent != c->parents[j] || memcmp(&turns[j].offset, &c->offsets[j], sizeof *c->offsets))
            return false;
    return true;
}

bool pd_wire_continues(const pd_wire *w, const pd_wire_frame *frame)
{
    if (w->age < 0 || w->count != frame->count || w->period != frame->period) return false;
    for (int i = 0; i < frame->count; i++) {
        const pd_wire_character *c = &frame->characters[i];
        const member *m = &w->members[i];
        if (m->id != c->id || m->channels != c->channels || m->weights != c->weight_count ||
            m->fingers != c->finger_count || m->counts[0] != c->chains[0].count ||
            m->counts[1] != c->chains[1].count)
            return false;
        const turn *turns = w->turns + m->turns;
        if (!same_chain(turns, &c->chains[0]) || !same_chain(turns + m->counts[0], &c->chains[1]))
            return false;
    }

    return true;
}

void pd_wire_delta(pd_wire *w, pd_buffer *out, const pd_wire_frame *frame)
{
    PD_ASSERT(pd_wire_continues(w, frame));
    size_t integers = TICK_TRACKS;
    for (int i = 0; i < frame->count; i++) integers += (size_t)tracks_of(&frame->characters[i]);
    const size_t at = out->size;
    const size_t most = 2 + PD_WIRE_INTEGER_BYTES * integers + 8;
    if (!pd_buffer_extend(out, most)) {
        w->age = -1; /* readers do not get this frame */
        return;
    }

    w->age++;
    out->data[at] = PD_WIRE_DELTA;
    out->data[at + 1] = (unsigned char)w->age;
    pd_wire_encoder coder;
    pd_wire_encoder_begin(&coder, out->data + at + 2);
    sink to = {&coder, NULL, NULL};

    /* The tick, by its second difference, and the time. */
    const int32_t ticks = (int32_t)(frame->tick - w->tick);
    const int32_t change = ticks - w->ticks[0].now;
    const int32_t before = w->ticks[0].now - w->ticks[0].before;
    pd_wire_encode(&coder, change - before, &w->tick_means[0]);
    step_to(&w->ticks[0], ticks);
    put_state(&to, &w->ticks[1], &w->tick_means[1], late_us(w, frame), 4);

    for (int i = 0; i < frame->count; i++) put_character(&to, w, &w->members[i], &frame->characters[i]);
    out->size = at + 2 + pd_wire_encoder_end(&coder);
    PD_ASSERT(out->size <= at + most);
}
