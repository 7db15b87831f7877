#include "core/character/action/clip.h"

#include "core/base/assert.h"
#include "core/base/hash.h"
#include "core/base/references.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds: Gaussian of the root. With half of it the root sways with the hips of each step, with twice of it
 * the root lags behind turns by up to 20 degrees. */
#define ROOT_SIGMA     0.33
#define ACROSS_LEAST   0.05 /* metres: a shorter line across hips and shoulders does not tell the facing */
#define CONTACT_HEIGHT 0.045
#define CONTACT_SPEED  0.35 /* m/s */
/* metres: with lower hips the body rests on more than its feet */
#define CONTACT_HIPS   0.65
#define CONTACT_SPAN   3     /* frames of 60 Hz to both sides over which the speed is measured */
#define STEPS          16383 /* steps from 0 to 1/sqrt 2 of a packed component */
#define PACKED_MOST    32766
#define MAKE_RATE      60.0
#define SKIP           2 /* frames of 60 Hz for a frame of the clip */

/* ---- packing ---- */

void pd_character_clip_pack(uint16_t out[3], pd_quat q)
{
    const double c[4] = {q.x, q.y, q.z, q.w};
    int largest = 0;

    for (int i = 1; i < 4; i++)
        if (fabs(c[i]) > fabs(c[largest])) largest = i;

    const double sign = c[largest] < 0 ? -1 : 1;
    for (int i = 0, k = 0; i < 4; i++) {
        if (i == largest) continue;
        const double step = floor(sign * c[i] * M_SQRT2 * STEPS + 0.5);
        out[k++] = (uint16_t)(pd_plane_clamp(step, -STEPS, STEPS) + STEPS);
    }

    out[0] = (uint16_t)(out[0] | (largest & 1) << 15);
    out[1] = (uint16_t)(out[1] | (largest >> 1) << 15);
}

pd_quat pd_character_clip_unpack(const uint16_t packed[3])
{
    const int largest = packed[0] >> 15 | packed[1] >> 15 << 1;
    double c[4], sum = 0;

    for (int i = 0, k = 0; i < 4; i++) {
        if (i == largest) continue;
        c[i] = ((packed[k++] & 0x7fff) - STEPS) * (M_SQRT1_2 / STEPS);
        sum += c[i] * c[i];
    }

    c[largest] = sqrt(pd_fmax(0, 1 - sum));
    return pd_q_normalize((pd_quat){c[0], c[1], c[2], c[3]});
}

/* ---- memory ---- */

size_t pd_character_clip_bytes(int frame_count)
{
    const pd_character_clip *clip = NULL;
    return sizeof *clip +
           (size_t)frame_count * (sizeof *clip->roots + sizeof *clip->rotations + sizeof *clip->contacts);
}

/* Allocates a clip with one reference in one block. */
static pd_character_clip *new_clip(int frame_count)
{
    pd_character_clip *clip = calloc(1, pd_character_clip_bytes(frame_count));

    if (!clip) return NULL;
    clip->references = 1;
    clip->frame_count = frame_count;
    clip->roots = (pd_character_clip_root *)(clip + 1);
    clip->rotations = (uint16_t(*)[PD_ANIM_BIPED_JOINTS][3])(clip->roots + frame_count);
    clip->contacts = (uint8_t *)(clip->rotations + frame_count);

    return clip;
}

pd_character_clip *pd_character_clip_retain(const pd_character_clip *clip)
{
    pd_character_clip *own = (pd_character_clip *)clip;
    pd_references_add(&own->references);
    return own;
}

void pd_character_clip_release(const pd_character_clip *clip)
{
    pd_character_clip *own = (pd_character_clip *)clip;

    if (own && pd_references_drop(&own->references)) free(own);
}

/* Sets the hash of all arrays. */
static void hash_clip(pd_character_clip *clip)
{
    const size_t n = (size_t)clip->frame_count;
    clip->hash = pd_hash64(clip->roots, n * sizeof *clip->roots, 0);
    clip->hash = pd_hash64(clip->rotations, n * sizeof *clip->rotations, clip->hash);
    clip->hash = pd_hash64(clip->contacts, n, clip->hash);
}

/* ---- making ---- */

/* Smooths `values` (count) with a Gaussian of ROOT_SIGMA; the ends are continued by point reflection, so that
 * a steady motion stays steady. */
static void smooth_root(double *out, const double *values, int count)
{
    const int reach = (int)(3 * ROOT_SIGMA * MAKE_RATE);

    for (int t = 0; t < count; t++) {
        double sum = 0, weights = 0;
        for (int k = -reach; k <= reach; k++) {
            const int i = t + k;
            const double s = k / (ROOT_SIGMA * MAKE_RATE);
            const double w = pd_exp(-0.5 * s * s);
            const int mirrored = i < 0 ? -i : 2 * (count - 1) - i;
            const int inside = mirrored < 0 ? 0 : mirrored >= count ? count - 1 : mirrored;
            const double v = i < 0        ? 2 * values[0] - values[inside]
                             : i >= count ? 2 * values[count - 1] - values[inside]
                                          : values[i];
            sum += w * v;
            weights += w;
        }

        out[t] = sum / weights;
    }
}

/* Measurements of each frame of 60 Hz from which the root and the contacts are made. */
typedef struct tracks {
    double *raw[3], *smooth[3];        /* (T) x, z and yaw of the hips; of the root */
    pd_vec3 (*feet)[PD_PFNN_CONTACTS]; /* (T) heel and toe of both feet */
} tracks;

static const int foot_joints[PD_PFNN_CONTACTS] = {PD_BIPED_L_FOOT, PD_BIPED_L_TOE, PD_BIPED_R_FOOT,
                                                  PD_BIPED_R_TOE};

static void free_tracks(tracks *all)
{
    for (int i = 0; i < 3; i++) {
        free(all->raw[i]);
        free(all->smooth[i]);
    }

    free(all->feet);
}

/* Measures hips, facing and feet of all frames. */
static bool measure_tracks(tracks *out, const pd_anim_clip *clip)
{
    const size_t n = (size_t)clip->frame_count;
    bool good = true;

    for (int i = 0; i < 3; i++) {
        out->raw[i] = malloc(n * sizeof(double));
        out->smooth[i] = malloc(n * sizeof(double));
        good = good && out->raw[i] && out->smooth[i];
    }

    out->feet = malloc(n * sizeof *out->feet);
    if (!good || !out->feet) return false;

    double before = 0;
    for (int t = 0; t < clip->frame_count; t++) {
        pd_vec3 at[PD_ANIM_BIPED_JOINTS];
        pd_anim_clip_pose(at, NULL, clip, t);
        out->raw[0][t] = at[PD_BIPED_HIPS].x;
        out->raw[1][t] = at[PD_BIPED_HIPS].z;

        /* Facing: at right angles to the line across hips and shoulders, unwrapped. A body that lies on its
         * side keeps the facing that it had. */
        const pd_vec3 across = pd_vec3_add(pd_vec3_sub(at[PD_BIPED_L_THIGH], at[PD_BIPED_R_THIGH]),
                                           pd_vec3_sub(at[PD_BIPED_L_ARM], at[PD_BIPED_R_ARM]));
        double yaw = before;
        if (pd_hypot(across.x, across.z) > ACROSS_LEAST) yaw = pd_atan2(-across.z, across.x);
        if (t) yaw = before + remainder(yaw - before, 2 * M_PI);
        out->raw[2][t] = before = yaw;
        for (int i = 0; i < PD_PFNN_CONTACTS; i++) out->feet[t][i] = at[foot_joints[i]];
    }

    for (int i = 0; i < 3; i++) smooth_root(out->smooth[i], out->raw[i], clip->frame_count);

    return true;
}

/* Returns the contacts of frame t as bits. hips: their height. */
static uint8_t find_contacts(const tracks *all, double hips, int t, int count)
{
    const int from = t < CONTACT_SPAN ? 0 : t - CONTACT_SPAN;
    const int to = t + CONTACT_SPAN >= count ? count - 1 : t + CONTACT_SPAN;
    unsigned bits = 0;

    if (hips < CONTACT_HIPS) return 0;
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        const pd_vec3 a = all->feet[from][i], b = all->feet[to][i];
        const double speed = pd_hypot(b.x - a.x, b.z - a.z) * MAKE_RATE / (to - from);
        const double rest = i % 2 ? PD_ANIM_BIPED_TOE : PD_ANIM_BIPED_ANKLE;
        if (all->feet[t][i].y < rest + CONTACT_HEIGHT && speed < CONTACT_SPEED) bits |= 1u << i;
    }

    return (uint8_t)bits;
}

/* Writes frame k of the clip from frame t of the motion. */
static void pack_frame(pd_character_clip *out, int k, const pd_anim_clip *clip, int t, const tracks *all)
{
    const double dir[2] = {pd_sin(all->smooth[2][0]), pd_cos(all->smooth[2][0])};
    const double yaw = all->smooth[2][t];
    const pd_quat to_root = {0, pd_sin(-yaw / 2), 0, pd_cos(-yaw / 2)};
    pd_character_clip_root *root = &out->roots[k];
    double at[2];

    /* Root relative to that of the first frame. */
    pd_plane_in(at, dir, all->smooth[0][t] - all->smooth[0][0], all->smooth[1][t] - all->smooth[1][0]);
    root->at[0] = (float)at[0];
    root->at[1] = (float)at[1];
    root->yaw = (float)(yaw - all->smooth[2][0]);

    /* Hips in the root's frame. */
    const pd_vec3 place = {all->raw[0][t] - all->smooth[0][t], clip->roots[t].y,
                           all->raw[1][t] - all->smooth[1][t]};
    const pd_vec3 hips = pd_q_rotate(to_root, place);
    root->hips[0] = (float)hips.x;
    root->hips[1] = (float)hips.y;
    root->hips[2] = (float)hips.z;

    const pd_quat *q = pd_anim_clip_frame(clip, t);
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        pd_character_clip_pack(out->rotations[k][j], j ? q[j] : pd_q_mul(to_root, q[j]));
    out->contacts[k] = find_contacts(all, clip->roots[t].y, t, clip->frame_count);
}

pd_status pd_character_clip_make(pd_character_clip **out, const pd_anim_clip *clip, pd_error *err)
{
    const double seconds = pd_anim_clip_seconds(clip);
    const int count = (clip->frame_count - 1) / SKIP + 1;

    *out = NULL;
    if (clip->skeleton.joint_count != PD_ANIM_BIPED_JOINTS || clip->rate != MAKE_RATE)
        return pd_fail(err, PD_ERR_INVALID, "clip", "%d joints at %g frames/s; the biped's %d at %g expected",
                       clip->skeleton.joint_count, clip->rate, PD_ANIM_BIPED_JOINTS, MAKE_RATE);
    if (!(seconds <= PD_CHARACTER_CLIP_SECONDS))
        return pd_fail(err, PD_ERR_LIMIT, "", "the clip lasts %g s; at most %.10g s allowed", seconds,
                       PD_CHARACTER_CLIP_SECONDS);
    if (count < 2)
        return pd_fail(err, PD_ERR_RANGE, "", "%d frames at %g frames/s; at least 2 expected", count,
                       PD_CHARACTER_CLIP_RATE);

    tracks all = {.feet = NULL};
    pd_character_clip *made = new_clip(count);
    const bool good = made && measure_tracks(&all, clip);
    for (int k = 0; k < count && good; k++) pack_frame(made, k, clip, SKIP * k, &all);
    free_tracks(&all);
    if (!good) {
        pd_character_clip_release(made);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a clip of %d frames", count);
    }

    hash_clip(made);
    *out = made;

    return PD_OK;
}

/* Checks the numbers of one frame. */
static pd_status check_frame(const pd_character_clip *clip, int t, const char *where, pd_error *err)
{
    char place[160];
    const pd_character_clip_root *root = &clip->roots[t];
    const float numbers[] = {root->at[0],   root->at[1],   root->yaw,
                             root->hips[0], root->hips[1], root->hips[2]};

    for (int i = 0; i < 6; i++) {
        snprintf(place, sizeof place, "%.96s: root %d/%d", where, t, i);
        if (!(fabs((double)numbers[i]) <= PD_CHARACTER_CLIP_REACH))
            return pd_fail(err, PD_ERR_RANGE, place, "%g; -%g to %g allowed", (double)numbers[i],
                           PD_CHARACTER_CLIP_REACH, PD_CHARACTER_CLIP_REACH);
    }

    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        for (int i = 0; i < 3; i++) {
            snprintf(place, sizeof place, "%.96s: rotation %d/%d/%d", where, t, j, i);
            const int step = clip->rotations[t][j][i] & (i < 2 ? 0x7fff : 0xffff);
            if (step > PACKED_MOST)
                return pd_fail(err, PD_ERR_RANGE, place, "%d; 0 to %d allowed", step, PACKED_MOST);
        }

    return PD_OK;
}

pd_status pd_character_clip_from_arrays(pd_character_clip **out, const pd_character_clip *arrays,
                                        const char *where, pd_error *err)
{
    const int most = (int)(PD_CHARACTER_CLIP_SECONDS * PD_CHARACTER_CLIP_RATE) + 1;
    const int count = arrays->frame_count;

    *out = NULL;
    if (count < 2 || count > most)
        return pd_fail(err, PD_ERR_LIMIT, where, "%d frames; 2 to %d allowed", count, most);
    for (int t = 0; t < count; t++)
        if (check_frame(arrays, t, where, err) != PD_OK) return err ? err->status : PD_ERR_RANGE;

    pd_character_clip *made = new_clip(count);
    if (!made) return pd_fail(err, PD_ERR_MEMORY, where, "out of memory for a clip of %d frames", count);
    memcpy(made->roots, arrays->roots, (size_t)count * sizeof *made->roots);
    memcpy(made->rotations, arrays->rotations, (size_t)count * sizeof *made->rotations);
    memcpy(made->contacts, arrays->contacts, (size_t)count);
    hash_clip(made);
    *out = made;

    return PD_OK;
}

/* ---- sampling ---- */

double pd_character_clip_seconds(const pd_character_clip *clip)
{
    return (clip->frame_count - 1) / PD_CHARACTER_CLIP_RATE;
}

/* Weights of four neighbouring frames at the part u of the way from the second to the third. */
static void spline_weights(double w[4], double u)
{
    w[0] = 0.5 * u * (u * (2 - u) - 1);
    w[1] = 0.5 * (u * u * (3 * u - 5) + 2);
    w[2] = 0.5 * u * (u * (4 - 3 * u) + 1);
    w[3] = 0.5 * u * u * (u - 1);
}

void pd_character_clip_sample(pd_character_clip_moment *out, const pd_character_clip *clip, double time)
{
    const int last = clip->frame_count - 1;
    const double place = pd_plane_clamp(time * PD_CHARACTER_CLIP_RATE, 0, last);
    const int k = place >= last ? last - 1 : (int)place;
    const int frames[4] = {k ? k - 1 : 0, k, k + 1, k + 2 <= last ? k + 2 : last};
    double w[4];

    PD_ASSERT(last >= 1 && k >= 0 && k < last);
    spline_weights(w, place - k);

    /* Before the first and after the last frame the motion goes on straight. */
    if (k == 0) {
        w[1] += 2 * w[0];
        w[2] -= w[0];
        w[0] = 0;
    }

    if (k + 2 > last) {
        w[2] += 2 * w[3];
        w[1] -= w[3];
        w[3] = 0;
    }

    /* Root, hips and contacts. */
    *out = (pd_character_clip_moment){.yaw = 0};
    for (int i = 0; i < 4; i++) {
        const pd_character_clip_root *root = &clip->roots[frames[i]];
        const pd_vec3 hips = {(double)root->hips[0], (double)root->hips[1], (double)root->hips[2]};
        out->at[0] += w[i] * (double)root->at[0];
        out->at[1] += w[i] * (double)root->at[1];
        out->yaw += w[i] * (double)root->yaw;
        out->hips = pd_vec3_fma(out->hips, w[i], hips);
    }

    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        const double a = clip->contacts[k] >> i & 1, b = clip->contacts[k + 1] >> i & 1;
        out->contacts[i] = (float)(a + (b - a) * (place - k));
    }

    /* Rotations: all neighbours in the hemisphere of the second. */
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_quat own = pd_character_clip_unpack(clip->rotations[k][j]);
        pd_quat sum = {0, 0, 0, 0};
        for (int i = 0; i < 4; i++) {
            const pd_quat q = pd_character_clip_unpack(clip->rotations[frames[i]][j]);
            sum = pd_q_fma(sum, pd_q_dot(q, own) < 0 ? -w[i] : w[i], q);
        }

        out->rotations[j] = pd_q_normalize(sum);
    }
}
