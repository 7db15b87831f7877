#include "server/stage/past.h"

#include "core/base/assert.h"
#include "core/base/references.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SOFT      ((int)(sizeof((pd_srv_moment *)0)->soft / sizeof(float)))
#define ROTATION_SCALE 32767.0
#define MARGIN         0.3 /* metres from the joints of an adult's motion to the skin of its body, and more */

/* Beginning of a tick; rotations (J,4), weights and soft tissue follow as 16-bit integers. */
typedef struct noted {
    pd_vec3 root, first; /* first: in the frame of the root */
    double yaw;
    pd_vec3 low, high; /* box about the joints of the motion and MARGIN more, world */
} noted;

pd_srv_spheres *pd_srv_spheres_retain(pd_srv_spheres *spheres)
{
    if (spheres) pd_references_add(&spheres->references);
    return spheres;
}

void pd_srv_spheres_release(pd_srv_spheres *spheres)
{
    if (!spheres || !pd_references_drop(&spheres->references)) return;
    free(spheres->bounds);
    free(spheres);
}

pd_srv_past *pd_srv_past_new(const pd_srv_character *a, int capacity)
{
    pd_srv_past *past = calloc(1, sizeof *past);

    PD_ASSERT(capacity > 0);
    if (!past) return NULL;
    past->capacity = capacity;
    past->joint_count = a->group->figure.skeleton.joint_count;
    pd_anim_capsules_init(&past->capsules, pd_srv_character_skeleton(a));
    if (a->body) {
        pd_retarget_live_shown shown;
        pd_retarget_live_shape shape;
        pd_retarget_live_body_shown(&shown, a->body);
        pd_retarget_live_body_shape(&shape, a->body);
        past->joint_count = shown.joint_count;
        past->weight_count = shape.model->expression_count < PD_RETARGET_FACE_SHAPES
                                 ? shape.model->expression_count
                                 : PD_RETARGET_FACE_SHAPES;
        past->soft_count = shown.soft_count < MOST_SOFT ? shown.soft_count : MOST_SOFT;
    }

    const size_t numbers = 4 * (size_t)past->joint_count + (size_t)(past->weight_count + past->soft_count);
    past->stride = (sizeof(noted) + numbers * sizeof(int16_t) + 7) / 8 * 8;
    past->bytes = sizeof *past + past->stride * (size_t)capacity;
    past->ticks = malloc(past->stride * (size_t)capacity);
    if (past->ticks) return past;
    free(past);

    return NULL;
}

void pd_srv_past_free(pd_srv_past *past)
{
    if (!past) return;
    pd_srv_spheres_release(past->spheres);
    free(past->ticks);
    free(past);
}

/* Rounds to 16 bits; values out of range are clamped. */
static int16_t fixed16(double value, double scale)
{
    const double v = nearbyint(value * scale);
    return (int16_t)(v > -32767 ? (v < 32767 ? v : 32767) : -32767);
}

static pd_quat facing(double yaw)
{
    return pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
}

/* Finds the box about a character. */
static void find_box(noted *head, const pd_character_pose *pose, const pd_srv_character *a)
{
    const double margin = MARGIN * fmax(a->motion.size, 1);
    pd_vec3 low = pose->joints[0], high = low;

    for (int j = 1; j < a->group->figure.skeleton.joint_count; j++) {
        const pd_vec3 at = pose->joints[j];
        low = pd_vec3_make(fmin(low.x, at.x), fmin(low.y, at.y), fmin(low.z, at.z));
        high = pd_vec3_make(fmax(high.x, at.x), fmax(high.y, at.y), fmax(high.z, at.z));
    }

    const pd_vec3 more = pd_vec3_make(margin, margin, margin);
    head->low = pd_vec3_sub(low, more);
    head->high = pd_vec3_add(high, more);
}

void pd_srv_past_note(pd_srv_past *past, const pd_srv_character *a, uint32_t tick)
{
    const pd_character_pose *pose = pd_srv_character_pose(a);
    unsigned char *place = past->ticks + past->stride * (tick % (uint32_t)past->capacity);
    int16_t *numbers = (int16_t *)(void *)(place + sizeof(noted));
    pd_retarget_live_shown shown = {
        .rotations = pose->rotations, .root = pose->translation, .joint_count = past->joint_count};

    if (a->body) pd_retarget_live_body_shown(&shown, a->body);
    PD_ASSERT(shown.joint_count == past->joint_count);

    /* Place and rotation of the first joint in the frame of the root. */
    const pd_quat back = facing(-pose->yaw);
    noted head = {.root = pose->root,
                  .first = pd_q_rotate(back, pd_vec3_sub(shown.root, pose->root)),
                  .yaw = pose->yaw};
    find_box(&head, pose, a);
    memcpy(place, &head, sizeof head);
    for (int j = 0; j < past->joint_count; j++) {
        const pd_quat q = j ? shown.rotations[j] : pd_q_mul(back, shown.rotations[0]);
        const double parts[] = {q.x, q.y, q.z, q.w};
        for (int k = 0; k < 4; k++) *numbers++ = fixed16(parts[k], ROTATION_SCALE);
    }

    for (int i = 0; i < past->weight_count; i++)
        *numbers++ =
            i < shown.expression_count ? fixed16((double)shown.expression[i], PD_API_FRAME_WEIGHT) : 0;
    for (int i = 0; i < past->soft_count; i++) *numbers++ = fixed16((double)shown.soft[i], PD_API_FRAME_SOFT);

    /* A gap, as of a character that was not moved for some ticks, begins a new past. */
    const bool follows = past->count && tick == past->newest + 1;
    past->count = !follows ? 1 : past->count < past->capacity ? past->count + 1 : past->capacity;
    past->newest = tick;
}

/* Returns the place of a tick, or NULL if it is not kept. */
static const unsigned char *tick_of(const pd_srv_past *past, uint32_t tick)
{
    const uint32_t age = past->newest - tick; /* modulo 2^32: ticks to come are far beyond count */
    if (!past->count || age >= (uint32_t)past->count) return NULL;
    return past->ticks + past->stride * (tick % (uint32_t)past->capacity);
}

static pd_vec3 mix_places(pd_vec3 a, pd_vec3 b, double t)
{
    return pd_vec3_fma(a, t, pd_vec3_sub(b, a));
}

/* Reads the beginnings of two ticks. */
static bool read_heads(noted heads[2], const unsigned char *places[2], const pd_srv_past *past, uint32_t tick,
                       int span, double fraction)
{
    places[0] = tick_of(past, tick);
    places[1] = fraction > 0 ? tick_of(past, tick + (uint32_t)span) : places[0];
    for (int i = 0; i < 2; i++) {
        if (!places[i]) return false;
        memcpy(&heads[i], places[i], sizeof heads[i]);
    }

    return true;
}

bool pd_srv_past_box(pd_vec3 *low, pd_vec3 *high, const pd_srv_past *past, uint32_t tick, int span,
                     double fraction)
{
    const unsigned char *places[2];
    noted heads[2];

    if (!read_heads(heads, places, past, tick, span, fraction)) return false;
    const pd_vec3 a = heads[0].low, b = heads[1].low, c = heads[0].high, d = heads[1].high;
    *low = pd_vec3_make(fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z));
    *high = pd_vec3_make(fmax(c.x, d.x), fmax(c.y, d.y), fmax(c.z, d.z));

    return true;
}

/* Reads a rotation, of unit length but for rounding. */
static pd_quat read_rotation(const int16_t *numbers, int joint)
{
    const int16_t *n = numbers + 4 * (size_t)joint;
    return pd_q_normalize((pd_quat){n[0], n[1], n[2], n[3]});
}

bool pd_srv_past_between(pd_srv_moment *out, const pd_srv_past *past, uint32_t tick, int span,
                         double fraction)
{
    const unsigned char *places[2];
    const int16_t *numbers[2];
    noted heads[2];

    if (!read_heads(heads, places, past, tick, span, fraction)) return false;
    for (int i = 0; i < 2; i++) numbers[i] = (const int16_t *)(const void *)(places[i] + sizeof(noted));

    /* The frame of the root, then what is in it. */
    const double turn = remainder(heads[1].yaw - heads[0].yaw, 2 * M_PI);
    const pd_quat ahead = facing(heads[0].yaw + fraction * turn);
    out->root = mix_places(heads[0].root, heads[1].root, fraction);
    out->first =
        pd_vec3_add(out->root, pd_q_rotate(ahead, mix_places(heads[0].first, heads[1].first, fraction)));
    out->joint_count = past->joint_count;
    out->weight_count = past->weight_count;
    out->soft_count = past->soft_count;
    for (int j = 0; j < past->joint_count; j++)
        out->rotations[j] = pd_q_slerp(read_rotation(numbers[0], j), read_rotation(numbers[1], j), fraction);
    out->rotations[0] = pd_q_mul(ahead, out->rotations[0]);

    const int begin = 4 * past->joint_count;
    for (int i = 0; i < past->weight_count + past->soft_count; i++) {
        const bool is_soft = i >= past->weight_count;
        const double a = numbers[0][begin + i], b = numbers[1][begin + i];
        const float value =
            (float)((a + (b - a) * fraction) / (is_soft ? PD_API_FRAME_SOFT : PD_API_FRAME_WEIGHT));
        if (is_soft)
            out->soft[i - past->weight_count] = value;
        else
            out->weights[i] = value;
    }

    return true;
}
