#include "train/prior/pose_prior_rows.h"

#include "core/anim/source.h"
#include "core/base/assert.h"
#include "train/corrective/poses.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define K        PD_ANIM_SMPL_JOINTS
#define D        PD_TRAIN_PRIOR_DIM
/* Thresholds of the styles. All are chosen by hand. */
#define SECONDS  0.1  /* between rows of a clip      */
#define WINDOW   0.25 /* seconds to each side, of speeds */
#define JUMPS    0.7  /* m/s up or down              */
#define CROUCHES 0.8  /* of the standing height      */
#define REACHES  0.85 /* of the arm's length         */
#define LEVEL    0.25 /* of it: so far under the shoulder a hand reaches out */
#define OVERHEAD 0.2  /* metres above the head joint: a hand that is higher reaches */
#define RUNS     2.0  /* m/s                         */
#define MOVES    0.3  /* m/s                         */
#define ASIDE    50   /* degrees between facing and motion */
#define BACKWARD 130
#define DEGREE   0.017453292519943295

enum {
    PELVIS = 0,
    HIP = 1,
    FOOT = 10,
    HEAD = 15,
    SHOULDER = 16,
    ELBOW = 18,
    WRIST = 20
}; /* SMPL's numbers, the right one follows the left */

const char *pd_train_style_name(pd_train_style style)
{
    static const char *const names[PD_TRAIN_STYLE_COUNT] = {

#define NAME(id, name) [PD_TRAIN_STYLE_##id] = name,
        PD_TRAIN_STYLE_TABLE(NAME)
#undef NAME
    };

    return names[style];
}

/* A clip with joints by SMPL's numbers, and the measures that tell styles apart. */
typedef struct reading {
    const pd_anim_clip *clip;
    int joints[K];
    int by_name;          /* a style, or -1      */
    double standing, arm; /* metres, at rest     */
    double window;        /* seconds: of a speed */
    pd_vec3 at[K], before, after;
} reading;

/* Prepares a clip: finds SMPL's joints, the style that its description names, and the sizes of its skeleton.
 * ERR_INVALID names a joint that it lacks. */
static pd_status open_clip(reading *r, const pd_train_prior_clip *c, pd_error *err)
{
    static const struct {
        const char *word;
        pd_train_style style;
    } words[] = {{"basketball", PD_TRAIN_STYLE_DRIBBLE},
                 {"SadWalk", PD_TRAIN_STYLE_SAD},
                 {"skipping", PD_TRAIN_STYLE_SKIP},
                 {"to skip", PD_TRAIN_STYLE_SKIP},
                 {"skip to", PD_TRAIN_STYLE_SKIP}};
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];

    /* Some styles are known only from the words of the clip's description. */
    *r = (reading){.clip = c->clip, .by_name = -1};
    for (size_t i = 0; c->description && i < sizeof words / sizeof *words; i++)
        if (strstr(c->description, words[i].word)) {
            r->by_name = (int)words[i].style;
            break;
        }

    /* All joints must be there; extra ones do not matter. */
    for (int k = 0; k < K; k++) {
        r->joints[k] = pd_anim_skeleton_find(&c->clip->skeleton, pd_anim_smpl_names[k]);
        if (r->joints[k] < 0)
            return pd_fail(err, PD_ERR_INVALID, c->name, "it has no joint \"%s\"", pd_anim_smpl_names[k]);
    }

    /* Measure the skeleton at rest; the thresholds of styles scale with it. */
    pd_anim_skeleton_forward(rest, NULL, &c->clip->skeleton, NULL, pd_vec3_make(0, 0, 0));
    r->standing = rest[r->joints[PELVIS]].y - rest[r->joints[FOOT]].y;
    r->arm = pd_vec3_distance(rest[r->joints[SHOULDER]], rest[r->joints[ELBOW]]) +
             pd_vec3_distance(rest[r->joints[ELBOW]], rest[r->joints[WRIST]]);

    return PD_OK;
}

/* Returns whether a hand reaches out or up (pose_prior_rows.h). */
static bool reaches(const reading *r)
{
    for (int side = 0; side < 2; side++) {
        pd_vec3 hand = r->at[WRIST + side];
        pd_vec3 shoulder = r->at[SHOULDER + side];
        if (hand.y > r->at[HEAD].y + OVERHEAD) return true;
        if (hand.y > shoulder.y - LEVEL * r->arm && pd_vec3_distance(hand, shoulder) > REACHES * r->arm)
            return true;
    }

    return false;
}

/* Returns the style of the frame by the rules of pose_prior_rows.h, in their order. */
static pd_train_style style_of(const reading *r)
{
    pd_vec3 way = pd_vec3_scale(pd_vec3_sub(r->after, r->before), 1 / r->window);
    double speed = sqrt(way.x * way.x + way.z * way.z);
    double low = fmin(r->at[FOOT].y, r->at[FOOT + 1].y);

    /* between where the hips face and where they go, 0 .. pi */
    pd_vec3 across = pd_vec3_sub(r->at[HIP], r->at[HIP + 1]);
    pd_vec3 facing = pd_vec3_cross(across, pd_vec3_make(0, 1, 0)); /* left x up = forward */
    double dot = facing.x * way.x + facing.z * way.z;
    double cross = facing.x * way.z - facing.z * way.x;
    double off = fabs(atan2(cross, dot));

    if (r->by_name >= 0) return (pd_train_style)r->by_name;
    if (fabs(way.y) > JUMPS) return PD_TRAIN_STYLE_JUMP;
    if (r->at[PELVIS].y - low < CROUCHES * r->standing) return PD_TRAIN_STYLE_CROUCH;
    if (reaches(r)) return PD_TRAIN_STYLE_REACH;
    if (speed > RUNS && off < BACKWARD * DEGREE) return PD_TRAIN_STYLE_RUN;
    if (speed > MOVES && off > BACKWARD * DEGREE) return PD_TRAIN_STYLE_BACK;
    if (speed > MOVES && off > ASIDE * DEGREE) return PD_TRAIN_STYLE_SIDE;

    return speed > MOVES ? PD_TRAIN_STYLE_WALK : PD_TRAIN_STYLE_STAND;
}

/* Adds two rows, of frame t and of its mirror image, unless the frame has lost a marker. clip: the clip's
 * number. */
static void add_frame(pd_train_prior_rows *rows, reading *r, int t, int clip, int held_out)
{
    PD_ASSERT(t >= 0 && t < r->clip->frame_count);
    static const int other[K] = {0,  2,  1,  3,  5,  4,  6,  8,  7,  9,  11, 10,
                                 12, 14, 13, 15, 17, 16, 19, 18, 21, 20, 23, 22};
    pd_quat q[2][K]; /* the pose and its mirror image */
    for (int k = 0; k < K; k++) q[0][k] = pd_anim_clip_frame(r->clip, t)[r->joints[k]];
    if (pd_train_pose_has_lost_marker(q[0])) return;

    /* Make the mirror image: sides change places, and turns about y and z change their sign. */
    for (int k = 0; k < K; k++) {
        pd_quat from = q[0][other[k]];
        q[1][k] = (pd_quat){from.x, -from.y, -from.z, from.w};
    }

    /* The window about the frame that its style is judged by, cut at the clip's ends. */
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    int half = (int)lround(WINDOW * r->clip->rate);
    int last = r->clip->frame_count - 1;
    int from = t - half < 0 ? 0 : t - half;
    int to = t + half > last ? last : t + half;
    pd_anim_clip_pose(at, NULL, r->clip, t);
    for (int k = 0; k < K; k++) r->at[k] = at[r->joints[k]];
    r->before = r->clip->roots[from];
    r->after = r->clip->roots[to];
    r->window = to > from ? (to - from) / r->clip->rate : 1;

    /* Write both rows: up as the pelvis sees it, then a rotation vector for each joint. */
    pd_train_style style = style_of(r);
    for (int m = 0; m < 2; m++) {
        int i = rows->count++;
        float *x = rows->x + (size_t)i * D;
        pd_vec3 up = pd_q_rotate(pd_q_conjugate(q[m][0]), pd_vec3_make(0, 1, 0));
        x[0] = (float)up.x;
        x[1] = (float)up.z;
        for (int k = 1; k < K; k++) {
            pd_vec3 turn = pd_q_to_rotvec(q[m][k]);
            float *of_joint = x + 2 + 3 * (k - 1);
            of_joint[0] = (float)turn.x;
            of_joint[1] = (float)turn.y;
            of_joint[2] = (float)turn.z;
        }

        rows->styles[i] = (unsigned char)style;
        rows->held_out[i] = (unsigned char)held_out;
        rows->mirrored[i] = (unsigned char)m;
        rows->clips[i] = clip;
    }
}

static int step_of(const pd_anim_clip *clip)
{
    int step = (int)lround(SECONDS * clip->rate);
    return step > 1 ? step : 1;
}

pd_status pd_train_prior_rows_init(pd_train_prior_rows *rows, const pd_train_prior_clip *clips,
                                   int clip_count, uint64_t seed, pd_error *err)
{
    PD_ASSERT(clip_count >= 0);
    size_t most = 1;
    pd_status status = PD_OK;
    memset(rows, 0, sizeof *rows);

    /* Allocate every frame and its mirror image. */
    for (int i = 0; i < clip_count; i++)
        most += 2 * ((size_t)clips[i].clip->frame_count / (size_t)step_of(clips[i].clip) + 1);
    rows->x = malloc(most * D * sizeof *rows->x);
    rows->styles = malloc(most);
    rows->held_out = malloc(most);
    rows->mirrored = malloc(most);
    rows->clips = malloc(most * sizeof *rows->clips);
    if (!rows->x || !rows->styles || !rows->held_out || !rows->mirrored || !rows->clips)
        status = pd_fail(err, PD_ERR_MEMORY, "poses", "out of memory for %zu poses", most);

    /* A whole clip is held out or not: its frames are too alike to be on both sides. */
    for (int i = 0; i < clip_count && status == PD_OK; i++) {
        reading r;
        int held_out = pd_train_pose_is_held_out(clips[i].name, seed);
        status = open_clip(&r, &clips[i], err);
        for (int t = 0; t < r.clip->frame_count && status == PD_OK; t += step_of(r.clip))
            add_frame(rows, &r, t, i, held_out);
    }

    if (status != PD_OK) pd_train_prior_rows_deinit(rows);
    return status;
}

void pd_train_prior_rows_deinit(pd_train_prior_rows *rows)
{
    free(rows->x);
    free(rows->styles);
    free(rows->held_out);
    free(rows->mirrored);
    free(rows->clips);
    memset(rows, 0, sizeof *rows);
}

int pd_train_prior_rows_count(const pd_train_prior_rows *rows, int style, int held_out)
{
    int count = 0;
    for (int i = 0; i < rows->count; i++)
        count += rows->held_out[i] == held_out && (style < 0 || rows->styles[i] == style);
    return count;
}
