/* Hands of bodies that walk, of many statures and masses: the vertices of the hands stay outside of the
 * body's own skin without arms. */
#include "core/retarget/character/hands.h"

#include "core/character/load.h"
#include "core/character/rollout/rollout.h"
#include "core/character/size.h"
#include "core/retarget/legs.h"
#include "core/retarget/motion_retarget.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"
#include "tests/support/default_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STRIDE 6  /* every 6th vertex of the hands is tested, */
#define FRAMES 24 /* in every 24th frame */

static pd_pfnn_model *network;
static pd_character_rig rig;

static int setup(void **state)
{
    return default_model_setup(state) ||
           pd_character_model_load(&network, "models/motion.safetensors", NULL) ||
           pd_character_rig_init(&rig, network, NULL);
}

static int teardown(void **state)
{
    pd_pfnn_model_release(network);
    return default_model_teardown(state);
}

/* Returns whether a joint belongs to an arm. */
static bool is_of_arm(int joint)
{
    const char *name = model->data.joint_names[joint];
    return strstr(name, "shoulder") || strstr(name, "elbow") || strstr(name, "wrist") || strstr(name, "hand");
}

static bool is_of_hand(int joint)
{
    const char *name = model->data.joint_names[joint];
    return strstr(name, "wrist") || strstr(name, "hand");
}

/* The vertex's joint with the largest weight. */
static int joint_of(int vertex)
{
    const float *weights = model->data.weights + (size_t)vertex * (size_t)model->joint_count;
    int most = 0;
    for (int k = 1; k < model->joint_count; k++)
        if (weights[k] > weights[most]) most = k;
    return most;
}

/* Skin without arms, and the vertices of the hands that are tested. */
typedef struct parts {
    int *faces; /* (face_count) */
    int *hands; /* (hand_count) */
    int face_count, hand_count;
} parts;

static parts find_parts(void)
{
    const pd_smpl_data *d = &model->data;
    parts p = {.faces = malloc((size_t)d->face_count * sizeof *p.faces),
               .hands = malloc((size_t)d->vertex_count * sizeof *p.hands)};

    for (int f = 0; f < d->face_count; f++) {
        bool is_arm = false;
        for (int c = 0; c < 3; c++) is_arm |= is_of_arm(joint_of((int)d->faces[3 * f + c]));
        if (!is_arm) p.faces[p.face_count++] = f;
    }

    for (int v = 0, i = 0; v < d->vertex_count; v++)
        if (is_of_hand(joint_of(v)) && i++ % STRIDE == 0) p.hands[p.hand_count++] = v;

    return p;
}

/* Writes the faces that are as high as one of the hands' vertices to out. Returns their number. */
static int beside_hands(int *out, const float *vertices, const parts *p)
{
    float low = INFINITY, high = -INFINITY;
    int count = 0;

    for (int i = 0; i < p->hand_count; i++) {
        low = fminf(low, vertices[3 * p->hands[i] + 1]);
        high = fmaxf(high, vertices[3 * p->hands[i] + 1]);
    }
    for (int i = 0; i < p->face_count; i++) {
        const uint32_t *corners = model->data.faces + 3 * p->faces[i];
        int under = 0, over = 0;
        for (int c = 0; c < 3; c++) {
            under += vertices[3 * corners[c] + 1] < low;
            over += vertices[3 * corners[c] + 1] > high;
        }
        if (under < 3 && over < 3) out[count++] = p->faces[i];
    }

    return count;
}

/* Returns whether a point is inside of the skin: a ray from it along +x crosses an odd number of triangles.
 * */
static bool is_inside(const float *vertices, const int *faces, int face_count, const float *at)
{
    bool is_in = false;

    for (int i = 0; i < face_count; i++) {
        const uint32_t *corners = model->data.faces + 3 * faces[i];
        double y[3], z[3], x[3];
        int above = 0;
        for (int c = 0; c < 3; c++) {
            const float *v = vertices + 3 * corners[c];
            x[c] = (double)v[0] - (double)at[0];
            y[c] = (double)v[1] - (double)at[1];
            z[c] = (double)v[2] - (double)at[2];
            above += y[c] > 0;
        }
        if (above == 0 || above == 3) continue;

        /* Barycentric coordinates of the ray in the triangle, seen along x. */
        const double area = (y[1] - y[0]) * (z[2] - z[0]) - (z[1] - z[0]) * (y[2] - y[0]);
        const double w0 = (y[1] * z[2] - z[1] * y[2]) / area;
        const double w1 = (y[2] * z[0] - z[2] * y[0]) / area;
        const double w2 = 1 - w0 - w1;
        if (w0 < 0 || w1 < 0 || w2 < 0) continue;
        is_in ^= w0 * x[0] + w1 * x[1] + w2 * x[2] > 0;
    }

    return is_in;
}

/* Walks, turns and jogs for 14 s, and returns the share of frames with a vertex of a hand inside of the body.
 * */
static double share_inside(const float *betas, int beta_count, const parts *p)
{
    const pd_character_cue cues[] = {{0, {.move = {0, 0}}},
                                     {2, {.move = {0, 1}}},
                                     {5, {.move = {1, 0}}},
                                     {7, {.move = {0, -1}}},
                                     {9, {.move = {-1, 0}, .gait = PD_CHARACTER_WANT_JOG}},
                                     {12, {.move = {0, 0}}}};
    pd_character_rollout_job job = {.seconds = 14, .cues = cues, .cue_count = 6, .person = {.variation = 3}};
    pd_character_rollout r;
    pd_retarget_motion motion;
    pd_arena scratch = {0};
    float *vertices = malloc(3 * (size_t)model->vertex_count * sizeof *vertices);
    int *near = malloc((size_t)p->face_count * sizeof *near);
    float rotations[9 * PD_ANIM_MAX_JOINTS];
    double leg;
    int frames = 0, inside = 0;

    assert_int_equal(pd_retarget_legs_of_body(&leg, model, betas, beta_count, NULL), PD_OK);
    job.size = pd_character_size_of_leg(leg, &rig);
    assert_int_equal(pd_character_rollout_run(&r, &job, 1, &rig, &pd_executor_serial, NULL, NULL), PD_OK);
    assert_int_equal(
        pd_retarget_motion_retarget(&motion, &r.clip, &r.track, model, betas, beta_count, NULL, NULL, NULL),
        PD_OK);
    for (int t = 0; t < r.clip.frame_count; t += FRAMES, frames++) {
        pd_retarget_motion_rotations(rotations, &motion, t);
        const pd_smpl_body posed = {
            .betas = betas, .beta_count = beta_count, .rotations = rotations, .vertices = vertices};
        const pd_smpl_job one = {.bodies = &posed, .body_count = 1, .skinning = PD_SMPL_LBS};
        assert_true(pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&one, model)));
        pd_smpl_job_run(&one, model, &scratch, &pd_executor_serial);
        const int near_count = beside_hands(near, vertices, p);
        bool is_in = false;
        for (int i = 0; i < p->hand_count && !is_in; i++)
            is_in = is_inside(vertices, near, near_count, vertices + 3 * p->hands[i]);
        inside += is_in;
    }

    pd_arena_deinit(&scratch);
    pd_anim_clip_deinit(&motion.clip);
    pd_character_rollout_deinit(&r);
    free(vertices);
    free(near);
    return (double)inside / frames;
}

/* Bodies that `posedctl measure` finds for a height or a mass alone. */
static const struct {
    const char *name;
    float betas[16];
} people[] = {
    {"mean", {0}},
    {"1.20 m",
     {-5, .497f, 1.3245f, .6792f, .3824f, -.1309f, -.3578f, .8551f, .5442f, -.51f, -.2526f, .2447f, .5074f,
      -.0428f, -.1733f, -.3872f}},
    {"1.45 m",
     {-2.5754f, .1147f, .2456f, .1692f, .1427f, -.0253f, -.0852f, .1668f, .1108f, -.102f, -.054f, .0456f,
      .1119f, -.0202f, -.0338f, -.0936f}},
    {"2.10 m",
     {4.189f, -.1854f, -.3425f, -.2871f, -.286f, .0356f, .1394f, -.2417f, -.1712f, .1472f, .0815f, -.0642f,
      -.1778f, .0419f, .0512f, .1569f}},
    {"45 kg",
     {-.973f, -1.605f, 0, .056f, -.074f, -.125f, -.071f, -.039f, -.001f, .006f, -.024f, -.134f, -.006f, .1f,
      -.023f, -.013f}},
    {"140 kg",
     {1.564f, 2.58f, 0, -.09f, .118f, .201f, .114f, .063f, .001f, -.01f, .039f, .216f, .01f, -.16f, .037f,
      .022f}},
};

static void hands_of_walkers_stay_outside_of_their_bodies(void **state)
{
    (void)state;
    parts p = find_parts();

    for (size_t i = 0; i < sizeof people / sizeof *people; i++) {
        const double share = share_inside(people[i].betas, 16, &p);
        if (share > 0.05) fail_msg("%s: hands inside in %.3f of the frames", people[i].name, share);
    }

    free(p.faces);
    free(p.hands);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_of_walkers_stay_outside_of_their_bodies),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
