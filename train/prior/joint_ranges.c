#include "train/prior/joint_ranges.h"

#include "core/anim/source.h"
#include "core/base/sort.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define K             PD_TRAIN_POSE_JOINTS
#define TO_DEGREE     57.29577951308232
#define RATE          10   /* poses a second that are measured                                 */
#define CLIP_MOST     200  /* poses of a clip, spread over it                                   */
#define TOLERATED     1.0  /* degrees beyond a range that still count as within                 */
#define TRIMMED       10.0 /* degrees: a pose farther beyond pulls no more than this            */
#define CONSTANT      6.0  /* degrees: a little more than the 5 that retargeting clamps some joints at */
#define CONSTANT_PART 0.05
#define FARTHEST      20.0 /* degrees beyond anatomy */
#define REJECTED      0.005
#define EXTREME       0.001 /* of the poses: no end goes beyond what these have about its axis */
#define MARGIN        1.0

/* Limits that capture may not exceed, about x, y, z. The knee of the shipped bodies is bent by 7 degrees at
 * rest, so that -7 is a straight leg and -12 one that bends backwards by 5. Sideways angles of the knee come
 * from the tilt of other skeletons' hinges. */
static const struct {
    const char *name;
    int axis;
    double low, high;
} bounds[] = {{"knee", 0, -12, 160}, {"knee", 1, -20, 20}, {"knee", 2, -6, 6}, {"elbow", 1, -160, 10}};

typedef struct samples {
    float (*angles)[3]; /* (count) degrees by x, y, z of the left side */
    long count;
} samples;

static int row_count(const pd_anim_range *rows)
{
    int count = 0;
    while (rows[count].name) count++;
    return count;
}

static int joint_ranges_row_of(const pd_anim_range *range)
{
    return (int)(range - pd_anim_ranges_anatomical);
}

/* Returns the distance of angles from a row's range, degrees: 0 inside. The twist, or each angle of a hinge
 * or a box, is clamped to its ends; the swing is scaled back to the rim of its ellipse. */
static double excess_of(const float angles[3], const pd_anim_range *row)
{
    double square = 0, rim = 0, swing = 0;

    for (int c = 0; c < 3; c++) {
        if (!row->box && c != row->twist) {
            double half = angles[c] < 0 ? -row->min_deg[c] : row->max_deg[c];
            rim += half > 1e-9 ? angles[c] * angles[c] / (half * half) : 0;
            swing += angles[c] * angles[c];
            continue;
        }

        double beyond = fmax(0, fmax(row->min_deg[c] - angles[c], angles[c] - row->max_deg[c]));
        square += beyond * beyond;
    }

    if (rim > 1) square += swing * (1 - 1 / sqrt(rim)) * (1 - 1 / sqrt(rim));

    return sqrt(square);
}

/* ---- poses of the clips ---- */

/* Finds SMPL's joints in a clip's skeleton. ERR_INVALID names a joint that it lacks. */
static pd_status joints_of(int joints[K], const pd_train_pose_clip *clip, pd_error *err)
{
    for (int k = 0; k < K; k++) {
        joints[k] = pd_anim_skeleton_find(&clip->clip->skeleton, pd_anim_smpl_names[k]);
        if (joints[k] < 0)
            return pd_fail(err, PD_ERR_INVALID, clip->name, "it has no joint \"%s\"", pd_anim_smpl_names[k]);
    }

    return PD_OK;
}

/* Returns how many frames lie between two poses that are measured: about RATE poses a second, and at most
 * `most` of a clip; `most` 0: no limit. */
static int stride_of(const pd_anim_clip *clip, int most)
{
    /* Take about RATE poses a second, and fewer of a long clip. */
    int stride = (int)lround(clip->rate / RATE);
    if (stride < 1) stride = 1;
    while (most && clip->frame_count / stride >= most) stride++;
    return stride;
}

/* Splits the rotation of SMPL's joint k into degrees about the axes of its anatomical range, as of the left
 * side. */
static void angles_of(float angles[3], const pd_anim_range **range, int *side, int k, pd_quat rotation)
{
    double radians[3];
    *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], side);
    pd_anim_range_split(radians, *range, *side, rotation);
    for (int c = 0; c < 3; c++) angles[c] = (float)(radians[c] * TO_DEGREE);
}

/* Returns whether a joint is beyond its range by more than CONSTANT in nearly all poses of a clip. */
static bool is_constant(const pd_anim_clip *clip, int k, int joint, int stride)
{
    long within = 0, count = 0;

    for (int t = 0; t < clip->frame_count; t += stride, count++) {
        const pd_anim_range *range;
        float angles[3];
        int side;
        angles_of(angles, &range, &side, k, pd_anim_clip_frame(clip, t)[joint]);
        within += excess_of(angles, range) <= CONSTANT;
    }

    return within < CONSTANT_PART * count;
}

/* ---- one row ---- */

/* Returns whether an end is at its bound, to which no margin is added. */
static int is_bound(const pd_anim_range *row, int end)
{
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        if (strcmp(bounds[i].name, row->name) || bounds[i].axis != end / 2) continue;
        return end % 2 ? row->max_deg[end / 2] >= bounds[i].high : row->min_deg[end / 2] <= bounds[i].low;
    }
    return 0;
}

/* Moves one end (numbered as in joint_ranges_widen) outwards by `by` degrees. A joint in the middle of the
 * body stays symmetric: its opposite end of y or z moves too. */
static void move_end(pd_anim_range *row, int end, double by)
{
    if (end % 2) /* The end itself, and of a joint in the middle the mirror image of that end. */
        row->max_deg[end / 2] += by;
    else
        row->min_deg[end / 2] -= by;
    if (row->paired) return;
    if (end / 2 == 0) return; /* a middle joint's y and z are mirrors of themselves */
    if (end % 2)
        row->min_deg[end / 2] -= by;
    else
        row->max_deg[end / 2] += by;
}

/* Returns the sum over all poses of how far they lie beyond a range, degrees, each at most TRIMMED. *rejected
 * counts the poses beyond by more than TOLERATED. */
static double beyond_sum(const samples *s, const pd_anim_range *row, long *rejected)
{
    double sum = 0;

    *rejected = 0;
    for (long i = 0; i < s->count; i++) {
        double excess = excess_of(s->angles[i], row);
        sum += fmin(excess, TRIMMED);
        *rejected += excess > TOLERATED;
    }

    return sum;
}

/* Removes the samples that are within the row. They stay within when the row grows, so only the others are
 * measured again. */
static void keep_beyond(samples *s, const pd_anim_range *row)
{
    long kept = 0;
    for (long i = 0; i < s->count; i++)
        if (excess_of(s->angles[i], row) > 0) memmove(s->angles[kept++], s->angles[i], sizeof s->angles[i]);
    s->count = kept;
}

/* Widens one row, which starts as the anatomical one, by the rule of joint_ranges.h. Removes from s the poses
 * that are within it. The six ends are numbered 2 c for the low and 2 c + 1 for the high end of axis c. */
static pd_status joint_ranges_widen(pd_anim_range *row, const pd_anim_range *anatomical, samples *s,
                                    const pd_train_range_options *options, pd_error *err)
{
    double farthest[6];

    /* Farthest values of the six ends: at each end the value that a share of EXTREME of the poses exceeds, at
     * most FARTHEST beyond the anatomical range, and within `bounds`. */
    double *sorted = malloc((size_t)(s->count + 1) * sizeof *sorted);
    if (!sorted) return pd_fail(err, PD_ERR_MEMORY, "ranges", "out of memory");

    for (int c = 0; c < 3; c++) {
        long cut = (long)(EXTREME * (double)s->count);
        double low = anatomical->min_deg[c];
        double high = anatomical->max_deg[c];
        for (long i = 0; i < s->count; i++) sorted[i] = s->angles[i][c];
        pd_sort_doubles(sorted, (size_t)s->count);
        if (s->count) {
            low = sorted[cut];
            high = sorted[s->count - 1 - cut];
        }

        low = fmax(low, anatomical->min_deg[c] - FARTHEST);
        high = fmin(high, anatomical->max_deg[c] + FARTHEST);

        for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
            if (strcmp(bounds[i].name, anatomical->name) || bounds[i].axis != c) continue;
            low = fmax(low, bounds[i].low);
            high = fmin(high, bounds[i].high);
        }

        farthest[2 * c] = floor(low);
        farthest[2 * c + 1] = ceil(high);
    }

    free(sorted);

    /* Widen the end that helps most, a degree at a time, until few enough poses are beyond. */
    long most = (long)(options->rejected * (double)s->count);
    long rejected;
    int moved[6] = {0};
    keep_beyond(s, row);

    double sum = beyond_sum(s, row, &rejected);
    while (rejected > most) {
        int best = -1;
        double least = sum - 1e-6;
        for (int end = 0; end < 6; end++) {
            long left;
            pd_anim_range wider = *row;
            if (!(end % 2 ? row->max_deg[end / 2] + 1 <= farthest[end]
                          : row->min_deg[end / 2] - 1 >= farthest[end]))
                continue;
            move_end(&wider, end, 1);
            double there = beyond_sum(s, &wider, &left);
            if (there >= least) continue;
            least = there;
            best = end;
        }

        if (best < 0) break; /* the poses that are still beyond are not believed */
        move_end(row, best, 1);
        moved[best] = 1;
        keep_beyond(s, row);
        sum = beyond_sum(s, row, &rejected);
    }

    /* An end that moved gets a margin, unless it is at its bound. */
    for (int end = 0; end < 6; end++)
        if (moved[end] && !is_bound(row, end)) move_end(row, end, options->margin_deg);

    return PD_OK;
}

/* ---- all ---- */

/* Collects the angles of every joint in the poses of training clips, by row of the anatomical table; a joint
 * in the middle of the body gives its mirror image too. ERR_INVALID: a clip lacks a joint, or none is left to
 * learn from. */
static pd_status collect_all(samples *all, pd_train_ranges *out, const pd_train_pose_clip *clips,
                             int clip_count, uint64_t seed, pd_error *err)
{
    /* Allocate all poses and their mirror images. */
    size_t capacity = 1;

    for (int i = 0; i < clip_count; i++) capacity += 2 * CLIP_MOST;
    for (int r = 0; r < row_count(pd_anim_ranges_anatomical); r++) {
        all[r].angles = malloc(capacity * sizeof *all[r].angles);
        if (!all[r].angles) return pd_fail(err, PD_ERR_MEMORY, "ranges", "out of memory");
    }

    /* Clips that are held out are for the judgement. */
    for (int i = 0; i < clip_count; i++) {
        int joints[K];
        if (pd_train_pose_is_held_out(clips[i].name, seed)) {
            out->clips_held_out++;
            continue;
        }

        pd_status status = joints_of(joints, &clips[i], err);
        if (status != PD_OK) return status;
        out->clips++;

        /* Angles of each joint in each pose, unless the joint is stuck beyond its range in the whole clip. */
        const pd_anim_clip *clip = clips[i].clip;
        int stride = stride_of(clip, CLIP_MOST);
        for (int k = 1; k < K; k++) {
            int side;
            float angles[3];
            const pd_anim_range *range = pd_anim_anatomical_of(pd_anim_smpl_names[k], &side);
            samples *to = &all[joint_ranges_row_of(range)];
            if (is_constant(clip, k, joints[k], stride)) {
                out->left_out[joint_ranges_row_of(range)]++;
                continue;
            }

            for (int t = 0; t < clip->frame_count; t += stride) {
                angles_of(angles, &range, &side, k, pd_anim_clip_frame(clip, t)[joints[k]]);
                memcpy(to->angles[to->count++], angles, sizeof angles);
                if (range->paired) continue;
                angles[1] = -angles[1];
                angles[2] = -angles[2];
                memcpy(to->angles[to->count++], angles, sizeof angles);
            }
        }
    }

    if (out->clips) return PD_OK;

    return pd_fail(err, PD_ERR_INVALID, "clips",
                   "%d, of which %d are held out; at least one to learn from expected", clip_count,
                   out->clips_held_out);
}

pd_status pd_train_ranges_learn(pd_train_ranges *out, const pd_train_pose_clip *clips, int clip_count,
                                const pd_train_range_options *options, pd_error *err)
{
    /* Options that are 0 have their default. */
    pd_train_range_options o = options ? *options : (pd_train_range_options){0};

    if (!o.seed) o.seed = 1;
    if (!(o.rejected > 0)) o.rejected = REJECTED;
    if (!(o.margin_deg > 0)) o.margin_deg = MARGIN;

    samples all[PD_TRAIN_RANGES_MAX] = {{0}};
    const pd_anim_range *anatomical = pd_anim_ranges_anatomical;
    memset(out, 0, sizeof *out);

    /* Widen the anatomical ranges by the poses. */
    pd_status status = collect_all(all, out, clips, clip_count, o.seed, err);
    for (int r = 0; r < row_count(anatomical); r++) {
        out->rows[r] = anatomical[r];
        out->poses[r] = all[r].count;
        if (status == PD_OK) status = joint_ranges_widen(&out->rows[r], &anatomical[r], &all[r], &o, err);
        free(all[r].angles);
    }

    return status;
}

pd_status pd_train_ranges_judge(pd_train_ranges_score *out, const pd_anim_range *rows,
                                const pd_train_pose_clip *clips, int clip_count, uint64_t seed, int held_out,
                                pd_error *err)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < clip_count; i++) {
        int joints[K];
        if (pd_train_pose_is_held_out(clips[i].name, seed) != held_out) continue;
        pd_status status = joints_of(joints, &clips[i], err);
        if (status != PD_OK) return status;

        /* Joints that are stuck in this clip are counted, but not believed. */
        const pd_anim_clip *clip = clips[i].clip;
        unsigned char constant[K] = {0};
        for (int k = 1; k < K; k++)
            constant[k] = is_constant(clip, k, joints[k], stride_of(clip, CLIP_MOST)) != 0;
        for (int t = 0; t < clip->frame_count; t += stride_of(clip, 0)) {
            unsigned beyond = 0, believed = 0;
            for (int k = 1; k < K; k++) {
                const pd_anim_range *range;
                float angles[3];
                int side;
                angles_of(angles, &range, &side, k, pd_anim_clip_frame(clip, t)[joints[k]]);
                const pd_anim_range *row = &rows[joint_ranges_row_of(range)];
                if (pd_anim_range_excess(pd_anim_clip_frame(clip, t)[joints[k]], row, side) * TO_DEGREE >
                    TOLERATED) {
                    beyond |= 1u << joint_ranges_row_of(range);
                    believed |= !constant[k];
                }
            }

            /* One pose, and the rows that it is beyond. */
            out->poses++;
            out->rejected += beyond != 0;
            out->rejected_believed += believed != 0;
            for (int r = 0; rows[r].name; r++) out->by_row[r] += beyond >> r & 1;
        }
    }

    /* Counts become parts of the poses. */
    for (int r = 0; rows[r].name && out->poses; r++) out->by_row[r] /= (double)out->poses;
    if (out->poses) {
        out->rejected /= (double)out->poses;
        out->rejected_believed /= (double)out->poses;
    }

    return PD_OK;
}

double pd_train_range_volume(const pd_anim_range *row)
{
    double volume = row->box ? 1 : 0.78539816339744831; /* an ellipse's part of its box */

    for (int c = 0; c < 3; c++) volume *= fmax(1, row->max_deg[c] - row->min_deg[c]);
    return volume;
}
