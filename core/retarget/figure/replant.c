#include "core/retarget/figure/replant.h"

#include "core/base/assert.h"
#include "core/anim/two_bone.h"

#include <math.h>
#include <stdlib.h>

#define REACH       0.998 /* Largest length of a leg, as a fraction of that of its bones. */
#define DROP_FRAMES 4     /* Frames by which a lowering of the hips starts earlier and ends later. */
#define DROP_SIGMA  2.5   /* Standard deviation of the smoothing of the lowering, frames. */
#define DROP_FALL   0.5   /* Share of the way to a deeper lowering in each frame ... */
#define DROP_RISE   0.08  /* ... and of the way back. */
#define RISE_SIGMA  1.5   /* Standard deviation of the smoothing of the rise of shoes, frames. */
/* Heights of toe or heel above its planted height, metres: a shoe is on the ground up to the first and in
 * the air from the second on. */
#define STANDS      0.005
#define SWINGS      0.03

typedef struct pose {
    pd_vec3 positions[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS]; /* world */
} pose;

static void take_pose(pose *p, const pd_anim_clip *clip, int frame)
{
    pd_anim_clip_pose(p->positions, p->rotations, clip, frame);
}

/* Rotates the feet so that the soles of their shoes are flat. */
static void turn_feet(pd_anim_clip *clip, const pd_retarget_replant *r, int frame)
{
    pd_quat *local = pd_anim_clip_frame(clip, frame);
    for (int s = 0; s < 2; s++) local[r->legs[s].ankle] = pd_q_mul(local[r->legs[s].ankle], r->legs[s].turn);
}

/* Moves the hips over the source's, at the scaled height. */
static void move_hips(pd_anim_clip *clip, const pd_retarget_replant *r, int frame, const pose *p)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    pd_vec3 middle =
        pd_vec3_scale(pd_vec3_add(p->positions[r->legs[0].hip], p->positions[r->legs[1].hip]), 0.5);
    pd_vec3 theirs = r->hips[frame];
    double floor = (double)r->floor[3 * frame + 1];
    double scale = r->seated ? r->scale + (1 - r->scale) * (double)r->seated[frame] : r->scale;
    double lift = 0.5 * (r->legs[0].lift + r->legs[1].lift);
    if (r->seated) lift *= 1 - (double)r->seated[frame];
    pd_vec3 wanted = {theirs.x, floor + scale * (theirs.y - floor) + lift, theirs.z};
    clip->roots[frame] = pd_vec3_add(clip->roots[frame], pd_vec3_sub(wanted, middle));
}

/* Returns the height above the ground of the lowest point of a part of a shoe. at: position of the part's
 * joint. toe_ground: height of the ground if there is no surface. */
static double part_height(const pd_retarget_sole_part *part, pd_vec3 at, pd_quat turned,
                          const pd_anim_ground *surface, double toe_ground)
{
    if (!part->count) return INFINITY;
    const double ground = surface ? pd_anim_ground_height(surface, at.x, at.z) : toe_ground;
    const pd_vec3 normal = surface ? pd_anim_ground_normal(surface, at.x, at.z) : pd_vec3_make(0, 1, 0);

    /* Height above the plane that touches the ground below the joint. `down` is scaled so that a metre of
     * height is a metre along it. */
    const pd_vec3 down = pd_vec3_scale(normal, -1 / normal.y);

    return at.y - ground - pd_retarget_sole_reach(part, turned, 1, down);
}

/* Returns the goal of a leg's toe joint for a flat sole. */
static pd_vec3 toe_target(const pd_retarget_replant *r, int frame, int side)
{
    pd_vec3 toe = r->toes[2 * frame + side];
    toe.y += r->legs[side].toe_rest - r->toe_rest;
    return toe;
}

/* Returns the metres by which a foot must be raised so that the lowest point of its shoe is as high as the
 * source's foot. p: pose of the frame. */
static double shoe_rise(const pd_anim_clip *clip, const pd_retarget_replant *r, int frame, int side,
                        const pose *p)
{
    const pd_retarget_replant_leg *leg = &r->legs[side];
    const pd_quat foot = p->rotations[leg->ankle];
    const double ground = (double)r->ground[2 * frame + side];
    const pd_vec3 toe = toe_target(r, frame, side);
    const pd_vec3 heel = r->heels[2 * frame + side];
    const pd_vec3 ankle = pd_vec3_sub(toe, pd_q_rotate(foot, clip->skeleton.offsets[leg->toe]));

    const double low = fmin(part_height(&leg->shoe->foot, ankle, foot, r->surface, ground),
                            part_height(&leg->shoe->toes, toe, p->rotations[leg->toe], r->surface, ground));

    /* The height of the source's foot is that of its lower joint.
     * In the air the shoe may have another height. */
    const double under = r->surface ? pd_anim_ground_height(r->surface, heel.x, heel.z) : ground;
    const double high =
        fmax(fmin(r->toes[2 * frame + side].y - ground - r->toe_rest, heel.y - under - r->heel_rest), 0);
    const double t = fmin(fmax((SWINGS - high) / (SWINGS - STANDS), 0), 1);

    return t * t * (3 - 2 * t) * (high - low);
}

/* Returns the goal of a leg's ankle. rise: result of shoe_rise; 0 for bare feet. */
static pd_vec3 ankle_target(const pd_anim_clip *clip, const pd_retarget_replant *r, int frame, int side,
                            const pose *p, double rise)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count && side >= 0 && side < 2);
    const pd_retarget_replant_leg *leg = &r->legs[side];
    pd_vec3 toe = toe_target(r, frame, side);
    toe.y += rise;
    return pd_vec3_sub(toe, pd_q_rotate(p->rotations[leg->ankle], clip->skeleton.offsets[leg->toe]));
}

/* Returns the metres by which the hips must be lowered so that both ankles are within reach. */
static double drop_needed(const pd_anim_clip *clip, const pd_retarget_replant *r, int frame,
                          const double rises[2])
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    const pd_vec3 *offsets = clip->skeleton.offsets;
    pose p;
    double drop = 0;
    take_pose(&p, clip, frame);

    for (int s = 0; s < 2; s++) {
        pd_vec3 target = ankle_target(clip, r, frame, s, &p, rises[s]);
        pd_vec3 hip = p.positions[r->legs[s].hip];
        double reach = REACH * pd_anim_two_bone_length(offsets[r->legs[s].knee], offsets[r->legs[s].ankle]);
        double across = hypot(target.x - hip.x, target.z - hip.z);
        double up = reach > across ? sqrt(reach * reach - across * across) : 0;
        drop = fmax(drop, hip.y - (target.y + up));
    }

    if (r->seated) drop *= 1 - (double)r->seated[frame]; /* feet of a seated body may hang above the ground */
    return drop;
}

/* Solves both legs so that the ankles are at their goals. Feet keep their world rotations. */
static void plant(pd_anim_clip *clip, const pd_retarget_replant *r, int frame, const double rises[2])
{
    pose p;
    pd_quat *local = pd_anim_clip_frame(clip, frame);

    take_pose(&p, clip, frame);

    for (int s = 0; s < 2; s++) {
        const pd_retarget_replant_leg *leg = &r->legs[s];
        pd_anim_two_bone_job job = {.root = p.positions[leg->hip],
                                    .middle = p.positions[leg->knee],
                                    .tip = p.positions[leg->ankle],
                                    .target = ankle_target(clip, r, frame, s, &p, rises[s]),
                                    .bend_axis = pd_q_rotate(p.rotations[leg->knee], pd_vec3_make(1, 0, 0))};
        pd_anim_two_bone_run(&job);

        int parent = clip->skeleton.parents[leg->hip];
        pd_quat hip = pd_q_mul(job.root_rotation, p.rotations[leg->hip]);
        pd_quat knee = pd_q_mul(job.middle_rotation, p.rotations[leg->knee]);
        local[leg->hip] = pd_q_normalize(pd_q_inv_mul(p.rotations[parent], hip));
        local[leg->knee] = pd_q_normalize(pd_q_inv_mul(hip, knee));
        local[leg->ankle] = pd_q_normalize(pd_q_inv_mul(knee, p.rotations[leg->ankle]));
    }
}

void pd_retarget_replant_frame(pd_anim_clip *clip, const pd_retarget_replant *replant, int frame,
                               double *drop)
{
    static const double bare[2] = {0};
    pose p;

    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    PD_ASSERT(!replant->legs[0].shoe && !replant->legs[1].shoe);
    turn_feet(clip, replant, frame);
    take_pose(&p, clip, frame);
    move_hips(clip, replant, frame, &p);
    double needed = drop_needed(clip, replant, frame, bare);
    *drop += (needed > *drop ? DROP_FALL : DROP_RISE) * (needed - *drop);
    clip->roots[frame].y -= *drop;
    plant(clip, replant, frame, bare);
}

/* Smooths a series with a Gaussian. sigma: in elements of the series; both series have `stride` numbers
 * between elements. */
static void smooth_replant(double *out, const double *in, int count, int stride, double sigma)
{
    const int reach = (int)ceil(3.2 * sigma);

    for (int i = 0; i < count; i++) {
        double sum = 0, weights = 0;
        for (int d = -reach; d <= reach; d++) {
            int at = i + d < 0 ? 0 : i + d >= count ? count - 1 : i + d;
            double w = exp(-0.5 * d * d / (sigma * sigma));
            sum += w * in[(size_t)at * (size_t)stride];
            weights += w;
        }

        out[(size_t)i * (size_t)stride] = sum / weights;
    }
}

pd_status pd_retarget_replant_run(pd_anim_clip *clip, const pd_retarget_replant *replant, pd_error *err)
{
    const int count = clip->frame_count;
    double *room = calloc(6 * (size_t)count, sizeof *room);

    if (!room) return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory for %d frames", count);
    double *drops = room, *largest = room + count, *rises = room + 2 * (size_t)count,     /* (T,2) */
                                                       *sharp = room + 4 * (size_t)count; /* (T,2) */

    /* Place the hips, and compute the rise of shoes. */
    for (int t = 0; t < count; t++) {
        pose p;
        turn_feet(clip, replant, t);
        take_pose(&p, clip, t);
        move_hips(clip, replant, t, &p);
        for (int s = 0; s < 2; s++)
            if (replant->legs[s].shoe) sharp[2 * t + s] = shoe_rise(clip, replant, t, s, &p);
    }

    /* Smooth the rise, because it has a corner when the foot rolls from one point of the sole to the next. */
    for (int s = 0; s < 2; s++)
        if (replant->legs[s].shoe) smooth_replant(rises + s, sharp + s, count, 2, RISE_SIGMA);

    /* Lower the hips by the largest drop of the frames around, smoothed. So the drop is as large as needed
     * wherever it lasts for some frames. */
    for (int t = 0; t < count; t++) drops[t] = drop_needed(clip, replant, t, &rises[2 * t]);
    for (int i = 0; i < count; i++)
        for (int d = -DROP_FRAMES; d <= DROP_FRAMES; d++)
            if (i + d >= 0 && i + d < count) largest[i] = fmax(largest[i], drops[i + d]);
    smooth_replant(drops, largest, count, 1, DROP_SIGMA);

    for (int t = 0; t < count; t++) {
        clip->roots[t].y -= drops[t];
        plant(clip, replant, t, &rises[2 * t]);
    }

    free(room);
    pd_anim_clip_align_signs(clip);

    return PD_OK;
}
