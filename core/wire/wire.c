#include "core/wire/wire.h"

#include "core/base/assert.h"
#include "core/wire/coder.h"
#include "core/wire/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP_MM   0.0007 /* metres that a step of a joint moves its child by, for an error of 1 mm at most */
#define LEVER     0.1    /* least lever of a joint: what has no child turns a hand, a foot or a head */
#define FINGER    0.05   /* lever of a finger joint, metres */
#define STEP_MOST 0.05   /* radians */
#define SLACK                                                                                                \
    0.75 /* an integer may differ from the exact value by so much, if it is nearer to the prediction */
#define BONE        0.05 /* a joint corrects the place of its first child that is at least so far away, metres */
#define ROOT_UNIT   1024.0 /* steps of the root's place in a metre */
#define YAW_TURN    16384  /* steps of a turn of the facing */
#define PHASE_TURN  256
#define WEIGHT_UNIT 128.0
#define REFERENCE   32767.0   /* steps of a reference rotation's parameters, which are within 1 */
#define MOST        (1 << 25) /* largest value of a track: 8 km of a root's place */

/* Tracks of every character, before those of its chains. */
enum { TICK_TRACKS = 2, CONTACTS = 0, GAIT, SEQ, PHASE, ROOT, YAW = ROOT + 3, FIXED };

/* One rotation. */
typedef struct turn {
    pd_quat reference;
    double step; /* radians */
    int child;   /* joint whose place the rotation corrects; -1: none */
    int code;    /* of the step: 2^(-code / 8) */
    int pair
        [2]; /* of the i-th turn of a chain: the joints that are coded i-th after the root, equal for one alone; -1: no more */
} turn;

/* What is known of a character since the key frame. Its tracks and turns follow those of the character before it. */
typedef struct member {
    uint32_t id;
    uint64_t seq;
    unsigned channels;
    int counts[PD_WIRE_GROUPS], weights, fingers;
    int tracks, turns; /* first of its own */
} member;

struct pd_wire {
    double precision; /* metres that a step moves a child by */
    int place_bits;   /* steps of a chain's position in a metre: 2^place_bits */
    int age;
    uint32_t tick;
    double time, period;
    pd_wire_track ticks[TICK_TRACKS];
    pd_wire_track *tracks;
    turn *turns;
    member *members;
    int32_t *k; /* (k_capacity) integers that wait to be coded */
    int count, member_capacity, k_capacity, track_capacity, turn_capacity;
};

/* Where frames are written to. In a key frame the values themselves are written; `coder` is NULL then. In others the integers of a character's values wait in `k` until all
 * are known: coding them in one go takes half the time. */
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

/* Rounds to the nearest integer, for magnitudes below 2^51: after the addition the last place of the double is 1. */
static double whole(double value)
{
    const double last_place_is_one = 0x1.8p52;
    return value + last_place_is_one - last_place_is_one;
}

static double clamp(double v, double most)
{
    return v > most ? most : v > -most ? v : -most; /* NaN becomes -most */
}

static void step_to(pd_wire_track *t, int32_t value)
{
    t->before = t->now;
    t->now = value;
}

/* Codes a value in steps: of the integers within SLACK the one nearest to the prediction. In a key frame the nearest integer is written in `bytes`. */
static void put_value(sink *to, pd_wire_track *t, double value, int bytes)
{
    value = clamp(value, to->coder || bytes > 2 ? MOST : INT16_MAX);
    if (!to->coder) {
        t->now = t->before = (int32_t)whole(value);
        t->mean = PD_WIRE_MEAN_FIRST;
        to->key = put_bytes(to->key, (uint64_t)(int64_t)t->now, bytes);
        return;
    }

    const int32_t predicted = pd_wire_predict(t);
    const double nearest = whole(value), over = value - nearest;
    int32_t now = (int32_t)nearest;
    now += (predicted > now) & (over >= 1 - SLACK);
    now -= (predicted < now) & (over <= SLACK - 1);
    *to->k++ = now - predicted;
    step_to(t, now);
}

/* Codes an angle in steps of which a turn has `turn`: the equal one that is nearest to the prediction. */
static void put_angle(sink *to, pd_wire_track *t, double value, int whole_turn, int bytes)
{
    if (to->coder) value += whole_turn * whole((pd_wire_predict(t) - value) / whole_turn);
    put_value(to, t, value, bytes);
}

/* Codes a number that usually stays as it is: its change. */
static void put_state(sink *to, pd_wire_track *t, int32_t value, int bytes)
{
    if (to->coder)
        pd_wire_encode(to->coder, value - t->now, &t->mean);
    else
        to->key = put_bytes(to->key, (uint32_t)value, bytes), t->mean = PD_WIRE_MEAN_FIRST;
    t->now = value;
}

/* Codes the number of an input: 0 as before, 1 the next one, 2 another, which follows in 60 bits. */
static void put_seq(sink *to, pd_wire_track *t, uint64_t *now, uint64_t seq)
{
    if (!to->coder) {
        to->key = put_bytes(to->key, seq, 8), t->mean = PD_WIRE_MEAN_FIRST;
    } else {
        const int32_t how = seq == *now ? 0 : seq == *now + 1 ? 1 : 2;
        pd_wire_encode(to->coder, how, &t->mean);
        for (int i = 4; how == 2 && i >= 0; i--)
            pd_wire_encode_bits(to->coder, (uint32_t)(seq >> 12 * i) & 4095, 12);
    }
    *now = seq;
}

/* -- rotations ---------------------------------------------------------------------------------- */

/* Rotation of parameters: the axis times tan(angle / 4). */
static pd_quat from_parameters(double x, double y, double z)
{
    const double square = x * x + y * y + z * z, scale = 1 / (1 + square);
    return (pd_quat){2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale};
}

/* Parameters of a rotation of at most half a turn. */
static pd_vec3 to_parameters(pd_quat q)
{
    const double scale = (q.w < 0 ? -1 : 1) / (1 + fabs(q.w));
    return pd_vec3_make(q.x * scale, q.y * scale, q.z * scale);
}

/* Codes a rotation in the sink and returns the one that a reader has. */
static pd_quat put_turn(sink *to, turn *r, pd_wire_track *t, pd_quat wanted)
{
    if (!to->coder) {
        const pd_vec3 m = to_parameters(wanted);
        int32_t v[3];
        for (int i = 0; i < 3; i++) {
            v[i] = (int32_t)whole(clamp((&m.x)[i] * REFERENCE, REFERENCE));
            to->key = put_bytes(to->key, (uint64_t)(int64_t)v[i], 2);
            t[i] = (pd_wire_track){.mean = PD_WIRE_MEAN_FIRST};
        }
        *to->key++ = (unsigned char)r->code;
        r->reference = from_parameters(v[0] / REFERENCE, v[1] / REFERENCE, v[2] / REFERENCE);
        return r->reference;
    }

    const pd_vec3 m = to_parameters(pd_q_mul(pd_q_conjugate(r->reference), wanted));
    const double scale = 4 / r->step, back = r->step / 4;
    for (int i = 0; i < 3; i++) put_value(to, &t[i], (&m.x)[i] * scale, 2);
    return pd_q_mul(r->reference, from_parameters(t[0].now * back, t[1].now * back, t[2].now * back));
}

/* What a step's code stands for. The step is at most the one that is wanted. */
static void choose_step(turn *r, double wanted)
{
    wanted = wanted < STEP_MOST ? wanted : STEP_MOST;
    const double code = ceil(-8 * log2(wanted));
    r->code = code < 255 ? (int)code : 255;
    r->step = exp2(-r->code / 8.0);
}

/* Pairs the joints below the root, so that their parents come in earlier pairs and the longest branches are not left for the end. */
static void pair_joints(turn *turns, const pd_wire_chain *c)
{
    int below[PD_WIRE_JOINTS_MOST] = {0}, pairs = 0; /* below: joints on the longest way down */
    bool is_paired[PD_WIRE_JOINTS_MOST] = {true};
    for (int j = c->count - 1; j > 0; j--)
        if (below[c->parents[j]] < below[j] + 1) below[c->parents[j]] = below[j] + 1;

    for (;; pairs++) {
        int *pair = turns[pairs].pair;
        pair[0] = pair[1] = -1;
        for (int j = 1; j < c->count; j++) {
            if (is_paired[j] || !is_paired[c->parents[j]]) continue;
            if (pair[0] < 0 || below[j] > below[pair[0]])
                pair[1] = pair[0], pair[0] = j;
            else if (pair[1] < 0 || below[j] > below[pair[1]])
                pair[1] = j;
        }
        if (pair[0] < 0) return;
        if (pair[1] < 0) pair[1] = pair[0];
        is_paired[pair[0]] = is_paired[pair[1]] = true;
    }
}

/* Steps of a chain by the distances between its joints, at a key frame. */
static void plan_chain(turn *turns, const pd_wire_chain *c, double precision)
{
    for (int j = 0; j < c->count; j++) {
        double lever = LEVER;
        turns[j].child = -1;
        for (int k = j + 1; k < c->count; k++) {
            if (c->parents[k] != j) continue;
            const double length = pd_vec3_length(c->offsets[k]);
            if (length > lever) lever = length;
            if (turns[j].child < 0 && length >= BONE) turns[j].child = k;
        }
        choose_step(&turns[j], precision / lever);
    }
    pair_joints(turns, c);
}

/* A chain that is being coded. */
typedef struct posing {
    const pd_wire_chain *chain;
    turn *turns;
    pd_wire_track *tracks; /* three for each joint */
    /* Of each joint in the root's frame: rotation and place as they are, the bone to it from its parent, and rotation and place as a reader has them. */
    pd_quat exact[PD_WIRE_JOINTS_MOST], shown[PD_WIRE_JOINTS_MOST];
    pd_vec3 exact_at[PD_WIRE_JOINTS_MOST], bone[PD_WIRE_JOINTS_MOST], shown_at[PD_WIRE_JOINTS_MOST];
} posing;

/* The rotation to be coded for joint j, in the root's frame: it turns the bone below so that its end is where it should be, by the error's part across the bone. */
static pd_quat wanted_of(const posing *s, int j)
{
    const int child = s->turns[j].child;
    if (child < 0) return s->exact[j];
    const pd_vec3 bone = s->bone[child], error = pd_vec3_sub(s->exact_at[j], s->shown_at[j]);
    const pd_vec3 by = pd_vec3_scale(pd_vec3_cross(bone, error), 0.5 / pd_vec3_dot(bone, bone));
    return pd_q_mul((pd_quat){by.x, by.y, by.z, 1 - 0.5 * pd_vec3_dot(by, by)}, s->exact[j]);
}

/* As put_value, for one parameter of two rotations: returns the values that a reader has, and sets *k to the integers. */
static pd_wire_two step_two(pd_wire_two *k, const pd_wire_track *a, const pd_wire_track *b, pd_wire_two value)
{
    const pd_wire_two most = pd_wire_both(MOST), last_place_is_one = pd_wire_both(0x1.8p52);
    value = pd_wire_select(value > most, most, pd_wire_select(value > -most, value, -most));

    /* The prediction, rounded down. All of it is exact in double precision. */
    const pd_wire_two now = {a->now, b->now}, before = {a->before, b->before};
    const pd_wire_two change = (13 * (now - before) + 8) * 0.0625,
                      rounded = change + last_place_is_one - last_place_is_one;
    const pd_wire_two predicted =
        now + rounded + (pd_wire_two)((pd_wire_mask)(rounded > change) & (pd_wire_mask)pd_wire_both(-1));

    const pd_wire_two nearest = value + last_place_is_one - last_place_is_one, over = value - nearest;
    const pd_wire_mask up = (predicted > nearest) & (over >= 1 - SLACK),
                       down = (predicted < nearest) & (over <= SLACK - 1);
    const pd_wire_two one = pd_wire_both(1);
    const pd_wire_two taken =
        nearest + (pd_wire_two)(up & (pd_wire_mask)one) - (pd_wire_two)(down & (pd_wire_mask)one);
    *k = taken - predicted;
    return taken;
}

/* Codes the rotations of the i-th pair of joints. They take as long as one alone, with the same result. */
static void put_pair(sink *to, posing *s, const int *pair)
{
    const int *parents = s->chain->parents, a = pair[0], b = pair[1], pa = parents[a], pb = parents[b];
    const turn *ta = &s->turns[a], *tb = &s->turns[b];
    const pd_wire_quat parent = pd_wire_load4(&s->shown[pa], &s->shown[pb]);

    /* Where a reader has the joints. */
    const pd_wire_vec3 offset = pd_wire_load3(&s->chain->offsets[a], &s->chain->offsets[b]);
    const pd_wire_vec3 at =
        pd_wire_add(pd_wire_load3(&s->shown_at[pa], &s->shown_at[pb]), pd_wire_rotate(parent, offset));
    s->shown_at[a] = pd_vec3_make(at.x[0], at.y[0], at.z[0]);
    s->shown_at[b] = pd_vec3_make(at.x[1], at.y[1], at.z[1]);

    /* What is wanted (wanted_of), in the parent's frame and from the reference. */
    static const pd_vec3 no_bone = {1, 0, 0}, no_error = {0, 0, 0};
    const pd_vec3 off[2] = {ta->child < 0 ? no_error : pd_vec3_sub(s->exact_at[a], s->shown_at[a]),
                            tb->child < 0 ? no_error : pd_vec3_sub(s->exact_at[b], s->shown_at[b])};
    const pd_wire_vec3 bone = pd_wire_load3(ta->child < 0 ? &no_bone : &s->bone[ta->child],
                                            tb->child < 0 ? &no_bone : &s->bone[tb->child]);
    const pd_wire_vec3 by =
        pd_wire_scale(pd_wire_cross(bone, pd_wire_load3(&off[0], &off[1])), 0.5 / pd_wire_dot(bone, bone));
    const pd_wire_quat wanted = pd_wire_mul((pd_wire_quat){by.x, by.y, by.z, 1 - 0.5 * pd_wire_dot(by, by)},
                                            pd_wire_load4(&s->exact[a], &s->exact[b]));
    const pd_wire_quat reference = pd_wire_load4(&ta->reference, &tb->reference);
    const pd_wire_quat q =
        pd_wire_mul(pd_wire_conjugate(reference), pd_wire_mul(pd_wire_conjugate(parent), wanted));

    /* Its parameters in steps. */
    const pd_wire_mask sign = (pd_wire_mask)pd_wire_both(-0.0);
    const pd_wire_two step = {ta->step, tb->step}, per_step = 4 / step, back = step / 4;
    const pd_wire_two scale = pd_wire_select(q.w < 0, pd_wire_both(-1), pd_wire_both(1)) /
                              (1 + (pd_wire_two)((pd_wire_mask)q.w & ~sign));
    pd_wire_track *of_a = s->tracks + 3 * a, *of_b = s->tracks + 3 * b;
    const pd_wire_two m[3] = {q.x * scale * per_step, q.y * scale * per_step, q.z * scale * per_step};
    pd_wire_two v[3];
    for (int i = 0; i < 3; i++) {
        pd_wire_two k;
        v[i] = step_two(&k, &of_a[i], &of_b[i], m[i]);
        to->k[3 * a + i] = (int32_t)k[0], to->k[3 * b + i] = (int32_t)k[1];
        step_to(&of_a[i], (int32_t)v[i][0]);
        if (b != a) step_to(&of_b[i], (int32_t)v[i][1]);
        v[i] *= back;
    }

    /* The rotations that a reader has. */
    const pd_wire_two square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2], part = 1 / (1 + square);
    const pd_wire_quat got = pd_wire_mul(
        reference, (pd_wire_quat){2 * v[0] * part, 2 * v[1] * part, 2 * v[2] * part, (1 - square) * part});
    const pd_wire_quat shown = pd_wire_mul(parent, got);
    s->shown[a] = (pd_quat){shown.x[0], shown.y[0], shown.z[0], shown.w[0]};
    s->shown[b] = (pd_quat){shown.x[1], shown.y[1], shown.z[1], shown.w[1]};
}

/* Codes a chain: the place of its root in the root's frame, then its rotations. */
static void put_chain(sink *to, const pd_wire *w, const pd_wire_chain *c, turn *turns, pd_wire_track *tracks,
                      pd_vec3 root, pd_quat facing)
{
    posing s;
    s.chain = c, s.turns = turns, s.tracks = tracks + 3;
    const double unit = (double)(1 << w->place_bits);

    /* The root's place. Everything is relative to the root that the reader has. */
    const pd_quat back = pd_q_conjugate(facing);
    s.exact_at[0] = pd_q_rotate(back, pd_vec3_sub(c->position, root));
    for (int i = 0; i < 3; i++) put_value(to, &tracks[i], (&s.exact_at[0].x)[i] * unit, 2);
    s.shown_at[0] = pd_vec3_make(tracks[0].now / unit, tracks[1].now / unit, tracks[2].now / unit);

    /* Where all joints are. */
    s.exact[0] = pd_q_mul(back, c->rotations[0]);
    for (int j = 1; j < c->count; j++) {
        const int p = c->parents[j];
        PD_DEBUG_ASSERT(p < j);
        s.exact[j] = pd_q_mul(s.exact[p], c->rotations[j]);
        s.bone[j] = pd_q_rotate(s.exact[p], c->offsets[j]);
        s.exact_at[j] = pd_vec3_add(s.exact_at[p], s.bone[j]);
    }

    /* The rotations: two joints at a time, or in the order in which a key frame has them. */
    s.shown[0] = put_turn(to, &turns[0], s.tracks, wanted_of(&s, 0));
    if (to->coder) {
        to->k -= 3; /* of joint 0: those of joint j are 3 j further */
        for (int i = 0; turns[i].pair[0] >= 0; i++) put_pair(to, &s, turns[i].pair);
        to->k += 3 * c->count;
        return;
    }
    for (int j = 1; j < c->count; j++) {
        const int p = c->parents[j];
        s.shown_at[j] = pd_vec3_add(s.shown_at[p], pd_q_rotate(s.shown[p], c->offsets[j]));
        const pd_quat got =
            put_turn(to, &turns[j], s.tracks + 3 * j, pd_q_mul(pd_q_conjugate(s.shown[p]), wanted_of(&s, j)));
        s.shown[j] = pd_q_mul(s.shown[p], got);
    }
}

/* -- frames ------------------------------------------------------------------------------------- */

static int tracks_of(const pd_wire_character *c)
{
    int count = FIXED + c->weight_count + 3 * c->finger_count;
    for (int g = 0; g < PD_WIRE_GROUPS; g++) count += c->chains[g].count ? 3 + 3 * c->chains[g].count : 0;
    return count;
}

static int turns_of(const pd_wire_character *c)
{
    return c->chains[0].count + c->chains[1].count + c->finger_count;
}

/* Values: a number for each track from PHASE on, in their order. */
static void put_values(sink *to, pd_wire *w, const member *m, pd_wire_track *t, const pd_wire_character *c)
{
    turn *turns = w->turns + m->turns;

    /* The root, and the frame that the reader has it in. */
    put_angle(to, &t[PHASE], c->phase * (PHASE_TURN / (2 * M_PI)), PHASE_TURN, 4);
    for (int i = 0; i < 3; i++) put_value(to, &t[ROOT + i], (&c->root.x)[i] * ROOT_UNIT, 4);
    put_angle(to, &t[YAW], c->yaw * (YAW_TURN / (2 * M_PI)), YAW_TURN, 4);
    const pd_vec3 root =
        pd_vec3_make(t[ROOT].now / ROOT_UNIT, t[ROOT + 1].now / ROOT_UNIT, t[ROOT + 2].now / ROOT_UNIT);
    const pd_quat facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), t[YAW].now * (2 * M_PI / YAW_TURN));
    t += FIXED;

    /* The chains. */
    for (int g = 0; g < PD_WIRE_GROUPS; g++) {
        const pd_wire_chain *chain = &c->chains[g];
        if (!chain->count) continue;
        if (!to->coder) {
            *to->key++ = (unsigned char)chain->count;
            plan_chain(turns, chain, w->precision);
        }
        put_chain(to, w, chain, turns, t, root, facing);
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

    /* What changes now and then. */
    put_state(to, &t[CONTACTS], (int32_t)c->contacts, 1);
    put_state(to, &t[GAIT], c->gait, 1);
    put_seq(to, &t[SEQ], &m->seq, c->seq);

    to->k = w->k;
    put_values(to, w, m, t, c);
    if (to->coder) pd_wire_encode_tracks(to->coder, w->k, t + PHASE, (int)(to->k - w->k));
}

/* Time of a frame beside what the tick says, in microseconds: 0 unless ticks were left out. */
static int32_t late_us(const pd_wire *w, const pd_wire_frame *frame)
{
    const double due = w->time + (double)(uint32_t)(frame->tick - w->tick) * w->period;
    return (int32_t)whole(clamp((frame->time - due) * 1e6, MOST));
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
    free(w->k);
    free(w->turns);
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

    /* Room for what a frame of these characters has. */
    int tracks = 0, turns = 0;
    for (int i = 0; i < frame->count; i++) {
        const pd_wire_character *c = &frame->characters[i];
        PD_ASSERT(c->weight_count >= 0 && c->weight_count < 256 && c->finger_count >= 0 &&
                  c->finger_count < 256);
        for (int g = 0; g < PD_WIRE_GROUPS; g++)
            PD_ASSERT(c->chains[g].count >= 0 && c->chains[g].count <= PD_WIRE_JOINTS_MOST);
        tracks += tracks_of(c), turns += turns_of(c);
    }
    w->age = -1;
    if (!reserve((void **)&w->members, &w->member_capacity, frame->count, sizeof *w->members) ||
        !reserve((void **)&w->k, &w->k_capacity, tracks, sizeof *w->k) ||
        !reserve((void **)&w->tracks, &w->track_capacity, tracks, sizeof *w->tracks) ||
        !reserve((void **)&w->turns, &w->turn_capacity, turns, sizeof *w->turns)) {
        out->failed = true;
        return;
    }
    const size_t most = PD_WIRE_KEY_HEADER + 8 * ((size_t)frame->count + (size_t)tracks + (size_t)turns);
    const size_t at = out->size;
    if (!pd_buffer_extend(out, most)) return;

    /* The head. */
    unsigned char *p = out->data + at;
    memcpy(p, "PSD1", 4);
    p[4] = 1, p[5] = PD_WIRE_KIND, p[6] = (unsigned char)w->place_bits, p[7] = 0;
    p = put_double(put_bytes(p + 8, frame->tick, 4), frame->time);
    p = put_double(put_bytes(p, (uint64_t)(unsigned)frame->count, 4), frame->period);
    w->tick = frame->tick, w->time = frame->time, w->period = frame->period;
    for (int i = 0; i < TICK_TRACKS; i++) w->ticks[i] = (pd_wire_track){.mean = PD_WIRE_MEAN_FIRST};

    /* The characters. */
    sink to = {NULL, p, NULL};
    tracks = turns = 0;
    for (int i = 0; i < frame->count; i++) {
        const pd_wire_character *c = &frame->characters[i];
        member *m = &w->members[i];
        *m = (member){.id = c->id,
                      .channels = c->channels,
                      .weights = c->weight_count,
                      .fingers = c->finger_count,
                      .tracks = tracks,
                      .turns = turns};
        for (int g = 0; g < PD_WIRE_GROUPS; g++) m->counts[g] = c->chains[g].count;
        to.key = put_bytes(put_bytes(to.key, c->id, 4), c->channels, 2);
        put_character(&to, w, m, c);
        tracks += tracks_of(c), turns += turns_of(c);
    }
    PD_ASSERT(to.key <= out->data + at + most);
    out->size = (size_t)(to.key - out->data);
    w->count = frame->count;
    w->age = 0;
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
    }
    return true;
}

void pd_wire_delta(pd_wire *w, pd_buffer *out, const pd_wire_frame *frame)
{
    PD_ASSERT(pd_wire_continues(w, frame));
    size_t integers = TICK_TRACKS;
    for (int i = 0; i < frame->count; i++) integers += (size_t)tracks_of(&frame->characters[i]);
    const size_t at = out->size, most = 2 + PD_WIRE_INTEGER_BYTES * integers + 8;
    if (!pd_buffer_extend(out, most)) {
        w->age = -1; /* the reader will not have this frame */
        return;
    }

    w->age++;
    out->data[at] = PD_WIRE_DELTA;
    out->data[at + 1] = (unsigned char)w->age;
    pd_wire_encoder coder;
    pd_wire_encoder_begin(&coder, out->data + at + 2);
    sink to = {&coder, NULL, NULL};

    /* The tick, as the change of its change; its time. */
    const int32_t ticks = (int32_t)(frame->tick - w->tick);
    const int32_t change = ticks - w->ticks[0].now, before = w->ticks[0].now - w->ticks[0].before;
    pd_wire_encode(&coder, change - before, &w->ticks[0].mean);
    step_to(&w->ticks[0], ticks);
    put_state(&to, &w->ticks[1], late_us(w, frame), 4);

    for (int i = 0; i < frame->count; i++) put_character(&to, w, &w->members[i], &frame->characters[i]);
    out->size = at + 2 + pd_wire_encoder_end(&coder);
    PD_ASSERT(out->size <= at + most);
}
