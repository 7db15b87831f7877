#include "train/augment/slow.h"

#include "core/base/assert.h"
#include "train/augment/copy.h"
#include "train/motion/feet.h"

#include <string.h>

/* The Catmull-Rom weights of a moment between four frames;
 * beyond the ends the first and last frame are repeated. */
typedef struct spline {
    int frame[4], nearest;
    double weight[4], u;
} spline;

static int clamped(int t, int count)
{
    return t < 0 ? 0 : t >= count ? count - 1 : t;
}

static pd_quat mixed(const pd_quat q[4], const double w[4])
{
    pd_quat sum = {0, 0, 0, 0};
    for (int n = 0; n < 4; n++) sum = pd_q_fma(sum, pd_q_dot(q[n], q[1]) < 0 ? -w[n] : w[n], q[n]);
    return pd_q_normalize(sum);
}

static pd_vec3 mixed_point(const pd_vec3 p[4], const double w[4])
{
    pd_vec3 sum = {0, 0, 0};
    for (int n = 0; n < 4; n++) sum = pd_vec3_fma(sum, w[n], p[n]);
    return sum;
}

/* Returns the Catmull-Rom spline through four frames of the input at frame t of the output. */
static spline spline_at(const pd_character_motion *in, int t, double time)
{
    const double s = t / time;
    int i =
        clamped((int)floor(s), in->clip.frame_count > 1 ? in->clip.frame_count - 1 : in->clip.frame_count);
    double u = s - i;
    double u2 = u * u;
    double u3 = u2 * u;
    spline k = {.u = u, .nearest = clamped((int)floor(s + 0.5), in->clip.frame_count)};

    for (int n = 0; n < 4; n++) k.frame[n] = clamped(i - 1 + n, in->clip.frame_count);
    k.weight[0] = 0.5 * (-u3 + 2 * u2 - u);
    k.weight[1] = 0.5 * (3 * u3 - 5 * u2 + 2);
    k.weight[2] = 0.5 * (-3 * u3 + 4 * u2 + u);
    k.weight[3] = 0.5 * (u3 - u2);
    PD_ASSERT(k.nearest >= 0 && k.nearest < in->clip.frame_count);

    return k;
}

/* Blends the body and the labels of the input's frames into frame t. */
static void blend_body(pd_character_motion *out, int t, const pd_character_motion *in, const spline *k)
{
    PD_ASSERT(t >= 0 && t < out->clip.frame_count);
    pd_quat *pose = pd_anim_clip_frame(&out->clip, t);
    pd_quat q[4];
    pd_vec3 root[4];
    for (int j = 0; j < in->clip.skeleton.joint_count; j++) {
        for (int n = 0; n < 4; n++) q[n] = pd_anim_clip_frame(&in->clip, k->frame[n])[j];
        pose[j] = mixed(q, k->weight);
    }

    for (int n = 0; n < 4; n++) root[n] = in->clip.roots[k->frame[n]];
    out->clip.roots[t] = mixed_point(root, k->weight);

    double first = in->phase[k->frame[1]];
    double to = in->phase[k->frame[2]];
    out->phase[t] = first + k->u * (to - first);
    memcpy(out->contacts[t], in->contacts[k->nearest], sizeof *out->contacts);
    memcpy(out->gaits[t], in->gaits[k->nearest], sizeof *out->gaits);
}

/* Returns the blended foot, and in *want where it has to be when it is planted: where it was in the nearest
 * frame, so that what the spline makes of lift-off and landing does not move it. */
static pd_train_foot blend_foot(pd_train_foot *want, const pd_train_feet *from, int side, const spline *k,
                                bool is_toe_down)
{
    PD_ASSERT(side == 0 || side == 1);
    pd_vec3 ankles[4], toes[4];
    pd_quat q[4];
    for (int n = 0; n < 4; n++) {
        const pd_train_foot *one = &from->at[k->frame[n]][side];
        ankles[n] = one->ankle;
        toes[n] = one->toe;
        q[n] = one->rotation;
    }

    const pd_train_foot *planted = &from->at[k->nearest][side];
    const pd_train_foot blended = {mixed_point(ankles, k->weight), mixed_point(toes, k->weight),
                                   mixed(q, k->weight)};

    /* The part on the ground is where it was; the rest keeps its distance to it. */
    *want = blended;
    if (is_toe_down) {
        want->toe = planted->toe;
        want->ankle = pd_vec3_add(blended.ankle, pd_vec3_sub(want->toe, blended.toe));
    } else {
        want->ankle = planted->ankle;
        want->toe = pd_vec3_add(blended.toe, pd_vec3_sub(want->ankle, blended.ankle));
    }

    return blended;
}

/* Fills the frames of `out` with those of `in` at another speed, by a spline, and keeps planted feet in
 * place. */
static pd_status warp_and_plant(pd_character_motion *out, const pd_character_motion *in, double time,
                                pd_error *err)
{
    pd_train_feet from = {0}, feet = {0}, want = {0};
    pd_status status = pd_train_feet_init(&from, in->clip.frame_count, err);

    if (status == PD_OK) status = pd_train_feet_init(&feet, out->clip.frame_count, err);
    if (status == PD_OK) status = pd_train_feet_init(&want, out->clip.frame_count, err);

    if (status == PD_OK) {
        /* Compute body and feet of every frame from the spline. */
        pd_train_feet_read(&from, &in->clip);
        for (int t = 0; t < out->clip.frame_count; t++) {
            const spline k = spline_at(in, t, time);
            blend_body(out, t, in, &k);
            for (int side = 0; side < 2; side++)
                feet.at[t][side] =
                    blend_foot(&want.at[t][side], &from, side, &k, in->contacts[k.nearest][2 * side + 1]);
        }

        /* Planted feet are held, and the legs reach them. */
        status = pd_train_feet_plant(&feet, &want, (const unsigned char(*)[4])out->contacts, err);
        if (status == PD_OK) pd_train_feet_solve(&out->clip, &feet);
    }

    pd_train_feet_deinit(&from);
    pd_train_feet_deinit(&feet);
    pd_train_feet_deinit(&want);

    return status;
}

pd_status pd_train_motion_slow(pd_character_motion *out, const pd_character_motion *in, double time,
                               const char *step, pd_error *err)
{
    memset(out, 0, sizeof *out);
    pd_status status = pd_train_motion_labelled(in, 0, err);
    if (status == PD_OK) status = pd_train_motion_within(in, "time", time, 0.5, 2, err);
    if (status != PD_OK) return status;
    int count = (int)lround((in->clip.frame_count - 1) * time) + 1;
    status = pd_train_motion_blank(out, in, count, step, err);
    if (status == PD_OK) status = warp_and_plant(out, in, time, err);
    if (status != PD_OK) pd_character_motion_deinit(out);

    return status;
}
