#include "train/augment/terrain.h"

#include "core/base/assert.h"
#include "train/augment/copy.h"
#include "train/motion/feet.h"
#include "train/motion/filter.h"
#include "train/augment/trunk.h"

#include <stdlib.h>
#include <string.h>

#define CELL        0.1  /* metres of the copy's ground                                  */
#define MARGIN      3.0  /* metres of it around the path                                 */
#define HIP_MEAN    0.65 /* the rest is the lower foot                                   */
#define HIP_SIGMA   6.0  /* frames                                                       */
#define LEAN_PART   0.35 /* part of the slope's angle by which the trunk leans into it; chosen by hand */
#define SLOPE_REACH 0.4  /* metres ahead and behind that the slope is taken over         */
#define CLEARANCE   0.02 /* metres over its planted height that a swinging joint is kept */
#define TIP_MOST    0.07 /* metres between the rises of heel and toe                     */
#define LIFT_HOLD   6    /* frames around that a lift is kept                            */
#define LIFT_SIGMA  3.0  /* frames */
#define LIFT_FADE   5    /* frames after and before a plant that it grows over           */

/* ---- the ground of the copy ---- */

/* A map is used over and over: beyond its edges it goes on as its mirror image. */
static double folded(double at, double low, double length)
{
    PD_ASSERT(length > 0);
    double part = (at - low) / (2 * length);
    return low + 2 * length * (0.5 - fabs(part - floor(part) - 0.5));
}

/* Returns the height of the map under a point (x, z) of the motion, metres, scaled. Beyond its edge the map
 * is continued by its mirror image. */
static double map_height(const pd_train_laying *how, double x, double z)
{
    const pd_anim_ground *map = how->map;
    double c = cos(how->yaw);
    double s = sin(how->yaw);
    double mx = how->x + c * x + s * z;
    double mz = how->z + c * z - s * x;

    mx = folded(mx, map->x, (map->columns - 1) * map->cell);
    mz = folded(mz, map->z, (map->rows - 1) * map->cell);

    return how->scale * pd_anim_ground_height(map, mx, mz);
}

/* Makes the ground of a copy: the map at a place and yaw, under the whole path with MARGIN around it. */
static pd_status lay_ground(pd_anim_ground *ground, const pd_anim_clip *clip, const pd_train_laying *how,
                            pd_error *err)
{
    double low[2], high[2];

    /* Find the extent of the path on the floor. */
    low[0] = high[0] = clip->roots[0].x;
    low[1] = high[1] = clip->roots[0].z;
    for (int t = 1; t < clip->frame_count; t++) {
        low[0] = fmin(low[0], clip->roots[t].x);
        high[0] = fmax(high[0], clip->roots[t].x);
        low[1] = fmin(low[1], clip->roots[t].z);
        high[1] = fmax(high[1], clip->roots[t].z);
    }

    /* The map's place is that of the path's centre; heights are relative to the first root. */
    double cx = 0.5 * (low[0] + high[0]);
    double cz = 0.5 * (low[1] + high[1]);
    double first = map_height(how, clip->roots[0].x - cx, clip->roots[0].z - cz);
    int columns = (int)ceil((high[0] - low[0] + 2 * MARGIN) / CELL) + 1;
    int rows = (int)ceil((high[1] - low[1] + 2 * MARGIN) / CELL) + 1;
    pd_status status = pd_anim_ground_init(
        ground,
        (pd_anim_ground_grid){
            .rows = rows, .columns = columns, .x = low[0] - MARGIN, .z = low[1] - MARGIN, .cell = CELL},
        "terrain", err);

    /* Sample the map at each cell. */
    for (int i = 0; status == PD_OK && i < rows; i++)
        for (int j = 0; j < columns; j++)
            ground->heights[(size_t)i * (size_t)columns + (size_t)j] =
                (float)(map_height(how, ground->x + j * CELL - cx, ground->z + i * CELL - cz) - first);

    return status;
}

/* ---- feet ---- */

/* Heights by which the ground lifts one foot's ankle and toe in each frame:
 * exact while planted, interpolated in between. */
typedef struct lifted {
    double (*rise)[2]; /* (T,2) ankle, toe */
    double *lift;      /* (T)              */
    unsigned char *mask;
} lifted;

static double under(const pd_anim_ground *ground, pd_vec3 p)
{
    return pd_anim_ground_height(ground, p.x, p.z);
}

/* A planted foot on the ground: the toe touches, and the heel too while it is down; three rounds because the
 * ankle moves along with the slope of the bone. */
static pd_train_foot terrain_stand(pd_train_foot foot, const pd_anim_ground *ground, const double rise[2],
                                   int heel, int toe)
{
    pd_train_foot on = foot;
    double bone = pd_vec3_distance(foot.ankle, foot.toe);

    /* A toe in the air: the heel stands. */
    if (!toe) {
        on.ankle.y += under(ground, on.ankle);
        on.toe.y = fmax(on.toe.y + rise[1], under(ground, on.toe) + PD_ANIM_BIPED_TOE);
        return on;
    }

    /* The toe stands; the heel too, or it rises with the ground. */
    on.toe.y = under(ground, on.toe) + PD_ANIM_BIPED_TOE;
    on.ankle.y += rise[0];
    for (int round = 0; heel && round < 3; round++) {
        on.ankle.y = under(ground, on.ankle) + foot.ankle.y;
        pd_vec3 up = pd_vec3_unit_or(pd_vec3_sub(on.ankle, on.toe), pd_vec3_make(0, 1, 0));
        on.ankle = pd_vec3_fma(on.toe, bone, up);
    }

    return on;
}

/* Puts one foot on the ground. Writes to `feet` the foot as it goes over the ground, and to `want` where it
 * has to be when planted. l: scratch. */
static pd_status raise_side(pd_train_feet *feet, pd_train_feet *want, lifted *l,
                            const pd_character_motion *motion, int side, pd_error *err)
{
    PD_ASSERT(side == 0 || side == 1);
    PD_ASSERT(feet->frame_count == motion->clip.frame_count && want->frame_count == feet->frame_count);

    /* The first and the last frame count as planted: there is no plant beyond them to go by. */
    int count = feet->frame_count;

    /* Fill l->rise (T,2): rise of the ground under heel and toe when planted, interpolated through swings. */
    for (int part = 0; part < 2; part++) {
        double *rise = l->lift; /* not used yet: room for a column */
        for (int t = 0; t < count; t++) {
            const pd_train_foot *foot = &feet->at[t][side];
            l->mask[t] = motion->contacts[t][2 * side + part] || t == 0 || t == count - 1;
            rise[t] = under(&motion->ground, part ? foot->toe : foot->ankle);
        }

        pd_train_fill(rise, 1, l->mask, count);
        for (int t = 0; t < count; t++) l->rise[t][part] = rise[t];
    }

    /* A foot is no longer than its bone: what is planted has its rise,
     * the other end may differ by TIP_MOST. */
    for (int t = 0; t < count; t++) {
        int heel = motion->contacts[t][2 * side];
        int toe = motion->contacts[t][2 * side + 1];
        double *rise = l->rise[t];
        double tip = rise[1] - rise[0];
        double over = tip - fmin(fmax(tip, -TIP_MOST), TIP_MOST);
        double of_toe =
            heel == toe ? 0.5 : heel; /* the toe's part of the correction: all of it if the heel is planted */
        if (heel && toe) continue;
        rise[1] -= of_toe * over;
        rise[0] += (1 - of_toe) * over;
    }

    /* Put planted feet on the ground, and lift the others by the rise. */
    for (int t = 0; t < feet->frame_count; t++) {
        pd_train_foot flat = feet->at[t][side];
        pd_train_foot *foot = &feet->at[t][side];
        int heel = motion->contacts[t][2 * side];
        int toe = motion->contacts[t][2 * side + 1];
        foot->ankle.y += l->rise[t][0];
        foot->toe.y += l->rise[t][1];
        want->at[t][side] = heel || toe ? terrain_stand(flat, &motion->ground, l->rise[t], heel, toe) : *foot;
        l->mask[t] = (unsigned char)(heel || toe);

        /* By how much ankle or toe must rise to clear the ground that it swings over. */
        double toe_y = under(&motion->ground, foot->toe) + fmin(flat.toe.y, PD_ANIM_BIPED_TOE + CLEARANCE);
        double ankle_y =
            under(&motion->ground, foot->ankle) + fmin(flat.ankle.y, PD_ANIM_BIPED_ANKLE + CLEARANCE);
        l->lift[t] = fmax(0, fmax(toe_y - foot->toe.y, ankle_y - foot->ankle.y));
    }

    /* A smooth curve above the lift that each frame needs, which begins and ends with the swing. */
    pd_status status = pd_train_highest(l->lift, feet->frame_count, LIFT_HOLD, err);
    if (status == PD_OK) status = pd_train_gaussian(l->lift, feet->frame_count, 1, LIFT_SIGMA, err);

    /* Fade the curve in after a plant (pass 0) and out before one (pass 1). */
    for (int pass = 0, from = LIFT_FADE; pass < 2; pass++, from = LIFT_FADE)
        for (int i = 0; i < feet->frame_count; i++) {
            int t = pass ? feet->frame_count - 1 - i : i;
            from = l->mask[t] ? 0 : from + 1;
            if (from < LIFT_FADE) l->lift[t] *= pd_train_smoothstep((double)from / LIFT_FADE);
        }

    for (int t = 0; t < feet->frame_count; t++) {
        feet->at[t][side].ankle.y += l->lift[t];
        feet->at[t][side].toe.y += l->lift[t];
    }

    return status;
}

/* ---- hips and trunk ---- */

/* The scratch of a copy; all arrays but the feet are in one block. */
typedef struct work {
    pd_train_feet feet, want;
    lifted side[2];
    double *hips, *slope;
    pd_vec3 *facing;
    void *memory;
} work;

/* Allocates the scratch of a copy: 11 numbers a frame (for each side rise (2) and lift; facing (3), hips,
 * slope) and both masks, as one block. */
static pd_status work_init(work *w, int count, pd_error *err)
{
    PD_ASSERT(count > 0);
    size_t n = (size_t)count;
    memset(w, 0, sizeof *w);
    pd_status status = pd_train_feet_init(&w->feet, count, err);
    if (status == PD_OK) status = pd_train_feet_init(&w->want, count, err);

    double *memory = calloc(n, 11 * sizeof *memory + 2);
    w->memory = memory;
    if (status != PD_OK) return status;
    if (!memory) return pd_fail(err, PD_ERR_MEMORY, "terrain", "out of memory for %d frames", count);

    for (int side = 0; side < 2; side++, memory += 3 * n) {
        w->side[side].rise = (double(*)[2])memory;
        w->side[side].lift = memory + 2 * n;
    }

    w->facing = (pd_vec3 *)memory;
    w->hips = memory + 3 * n;
    w->slope = memory + 4 * n;
    w->side[0].mask = (unsigned char *)(memory + 5 * n);
    w->side[1].mask = w->side[0].mask + n;

    return PD_OK;
}

/* Fills w->hips: how far the hips rise in each frame.
 * They follow the mean rise of both feet, without the lift. */
static pd_status raise_hips(work *w, int count, pd_error *err)
{
    PD_ASSERT(count == w->feet.frame_count);
    for (int t = 0; t < count; t++) {
        double left = 0.5 * (w->side[0].rise[t][0] + w->side[0].rise[t][1]);
        double right = 0.5 * (w->side[1].rise[t][0] + w->side[1].rise[t][1]);
        w->hips[t] = HIP_MEAN * 0.5 * (left + right) + (1 - HIP_MEAN) * fmin(left, right);
    }

    return pd_train_gaussian(w->hips, count, 1, HIP_SIGMA, err);
}

/* Fills w->slope: the slope of the ground ahead of and behind the root in each frame, in radians. */
static pd_status find_slopes(work *w, const pd_character_motion *motion, pd_error *err)
{
    PD_ASSERT(motion->clip.frame_count == w->feet.frame_count);
    for (int t = 0; t < motion->clip.frame_count; t++) {
        pd_vec3 root = motion->clip.roots[t];
        double ahead = under(&motion->ground, pd_vec3_fma(root, SLOPE_REACH, w->facing[t]));
        double behind = under(&motion->ground, pd_vec3_fma(root, -SLOPE_REACH, w->facing[t]));
        w->slope[t] = atan((ahead - behind) / (2 * SLOPE_REACH));
    }

    return pd_train_gaussian(w->slope, motion->clip.frame_count, 1, HIP_SIGMA, err);
}

/* Lays a motion on its ground: feet, hips, trunk and legs. */
static pd_status climb(pd_character_motion *motion, work *w, pd_error *err)
{
    pd_anim_clip *clip = &motion->clip;
    int count = clip->frame_count;

    PD_ASSERT(count == w->feet.frame_count && count == w->want.frame_count);

    /* Put the feet on the ground, and the hips above them. */
    pd_train_feet_read(&w->feet, clip);
    for (int side = 0; side < 2; side++) {
        const pd_status status = raise_side(&w->feet, &w->want, &w->side[side], motion, side, err);
        if (status != PD_OK) return status;
    }

    pd_status status = raise_hips(w, count, err);
    if (status != PD_OK) return status;

    /* Planted feet stay where they are. */
    status = pd_train_facing(w->facing, motion, err);
    if (status != PD_OK) return status;
    status = pd_train_feet_plant(&w->feet, &w->want, (const unsigned char(*)[4])motion->contacts, err);
    if (status != PD_OK) return status;

    /* Lean the trunk into the slope. */
    status = find_slopes(w, motion, err);
    if (status != PD_OK) return status;
    for (int t = 0; t < count; t++) {
        clip->roots[t].y += w->hips[t];
        pd_train_trunk_lean(clip, t, w->facing[t], LEAN_PART * w->slope[t]);
    }

    /* Hips that are too high for a leg come down; then the legs are solved. */
    status = pd_train_feet_reach(NULL, clip, &w->feet, err);
    if (status != PD_OK) return status;
    pd_train_feet_solve(clip, &w->feet);

    return PD_OK;
}

/* Checks that the motion has labels, the map rows, and the place and scale of the laying a sane size. */
static pd_status check_laying(const pd_character_motion *in, const pd_train_laying *how, pd_error *err)
{
    /* Ranges: heights up to doubled, two turns either way, a place within 1000 km. */
    const struct {
        const char *field;
        double value, least, most;
    } ranges[] = {{"scale", how->scale, 0, 2},
                  {"yaw", how->yaw, -4 * M_PI, 4 * M_PI},
                  {"x", how->x, -1e6, 1e6},
                  {"z", how->z, -1e6, 1e6}};
    pd_status status = pd_train_motion_labelled(in, 1, err);
    if (status != PD_OK) return status;
    if (!how->map->rows)
        return pd_fail(err, PD_ERR_INVALID, in->name, "the map is empty; 2 rows and columns are the least");
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        status = pd_train_motion_within(in, ranges[i].field, ranges[i].value, ranges[i].least, ranges[i].most,
                                        err);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

pd_status pd_train_motion_terrain(pd_character_motion *out, const pd_character_motion *in,
                                  const pd_train_laying *how, pd_error *err)
{
    work w;

    memset(out, 0, sizeof *out);
    pd_status status = check_laying(in, how, err);
    if (status != PD_OK) return status;

    /* Copy the motion, put the ground under it, and lift its feet and hips onto that ground. */
    status = work_init(&w, in->clip.frame_count, err);
    if (status == PD_OK) status = pd_train_motion_copy(out, in, "terrain", err);
    if (status == PD_OK) status = lay_ground(&out->ground, &in->clip, how, err);
    if (status == PD_OK) status = climb(out, &w, err);
    pd_train_feet_deinit(&w.feet);
    pd_train_feet_deinit(&w.want);
    free(w.memory);
    if (status != PD_OK) pd_character_motion_deinit(out);

    return status;
}
