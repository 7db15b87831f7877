#ifndef TESTS_SUPPORT_TAKES_H
#define TESTS_SUPPORT_TAKES_H
/* A moving person with markers, for tests of core/observe/take:
 * the shipped body, by a forward pass of its own. */
#include "core/observe/marker/markers.h"
#include "tests/support/sight.h"

enum { TAKES_MARKERS = 20, TAKES_MOST = 48 };

typedef struct takes {
    int frames;
    pd_markers file;
    float *joints; /* (F,24,3) true */
    float betas[SIGHT_BETAS];
} takes;

/* Opens a take whose markers are vertices of the table, on the skin and not above it.
 * The fit has to find these offsets. */
static inline void takes_open_with(takes *t, const pd_smpl_model *m, const char *const *names, int count,
                                   int frames, uint64_t seed)
{
    const size_t v = (size_t)m->vertex_count;
    float *vertices = malloc(3 * v * sizeof *vertices), *rest = malloc(3 * v * sizeof *rest);
    sight_person from, to, now;
    int vertex[TAKES_MOST];
    double normals[TAKES_MOST][3];
    pd_error err;

    *t = (takes){.frames = frames, .file = {.marker_count = count, .frame_count = frames}};
    t->file.rate = 60, t->file.up_axis = 1;
    assert_int_equal(pd_markers_make(&t->file, "test", &err), PD_OK);
    t->joints = malloc((size_t)frames * 3 * SIGHT_JOINTS * sizeof *t->joints);
    sight_draw(&from, 0.8, 0, seed);
    sight_draw(&to, 0.8, 0, seed + 1);
    memcpy(t->betas, from.betas, sizeof t->betas);
    for (int i = 0; i < count; i++) {
        bool right;
        const int row = pd_observe_marker_of(names[i], &right);
        snprintf(t->file.names[i], sizeof t->file.names[i], "Test:%s", names[i]);
        vertex[i] = pd_observe_marker_vertex(normals[i], m, &pd_observe_markers[row], right);
        assert_true(vertex[i] >= 0);
    }

    for (int f = 0; f < frames; f++) {
        const double share = 0.5 - 0.5 * cos(2 * M_PI * f / 120.0);
        now = from;
        for (int k = 0; k < SIGHT_JOINTS; k++) {
            double a[9], b[9], back[9], by[9], turn[3], r[9];
            for (int i = 0; i < 9; i++) {
                a[i] = (double)from.rotations[9 * k + i], b[i] = (double)to.rotations[9 * k + i];
                back[i] = (double)from.rotations[9 * k + 3 * (i % 3) + i / 3];
            }
            pd_rot_mul(by, back, b);
            pd_rot_to_axis_angle(turn, by);
            for (int c = 0; c < 3; c++) turn[c] *= share;
            pd_rot_from_axis_angle(by, turn);
            pd_rot_mul(r, a, by);
            for (int i = 0; i < 9; i++) now.rotations[9 * k + i] = (float)r[i];
        }
        now.translation[0] += (float)(0.005 * f);
        sight_pose(vertices, t->joints + 3 * SIGHT_JOINTS * f, m, &now);
        for (int i = 0; i < count; i++)
            for (int c = 0; c < 3; c++)
                t->file.positions[3 * (f * count + i) + c] = vertices[3 * vertex[i] + c];
    }
    free(vertices), free(rest);
}

static inline void takes_open(takes *t, const pd_smpl_model *m, int frames, uint64_t seed)
{
    static const char *const names[TAKES_MARKERS] = {"LFHD", "RFHD", "LBHD", "C7",   "CLAV", "LSHO", "RSHO",
                                                     "LELB", "RELB", "LWRA", "RWRA", "LWRB", "RWRB", "LFWT",
                                                     "RFWT", "LBWT", "LKNE", "RKNE", "LANK", "RANK"};
    takes_open_with(t, m, names, TAKES_MARKERS, frames, seed);
}

static inline void takes_close(takes *t)
{
    pd_markers_deinit(&t->file);
    free(t->joints);
}

/* A fit with all of its memory, and its input. */
typedef struct takes_fit {
    pd_observe_marker_set set;
    pd_observe_take take;
} takes_fit;

static inline void takes_fit_open(takes_fit *f, const takes *t, const pd_smpl_model *m,
                                  const pd_observe_prior *poses, const pd_executor *executor)
{
    pd_error err;
    assert_int_equal(pd_observe_marker_set_make(&f->set, &t->file, t->file.up_axis, 0.003, m, "test", &err),
                     PD_OK);
    const size_t frames = (size_t)t->frames, places = (size_t)f->set.count;
    f->take = (pd_observe_take){.betas = calloc(SIGHT_BETAS, sizeof(float)),
                                .betas_sd = calloc(SIGHT_BETAS, sizeof(double)),
                                .rotations = malloc(frames * 9 * SIGHT_JOINTS * sizeof(float)),
                                .translations = malloc(frames * 3 * sizeof(float)),
                                .offsets = malloc(places * 3 * sizeof(double)),
                                .residuals = malloc(frames * places * sizeof(float)),
                                .taken = malloc(frames * places * sizeof(short)),
                                .places = f->set.places,
                                .mounts = f->set.mounts,
                                .at = f->set.at,
                                .place_count = f->set.count,
                                .frame_count = t->frames,
                                .rate = t->file.rate,
                                .prior = poses,
                                .robust_space = 0.05,
                                .executor = executor};
}

static inline void takes_fit_close(takes_fit *f)
{
    pd_observe_take *t = &f->take;
    free(t->betas), free(t->betas_sd), free(t->rotations), free(t->translations), free(t->offsets);
    free(t->residuals), free(t->taken);
    pd_observe_marker_set_deinit(&f->set);
}

static inline void takes_run(takes_fit *f, const pd_smpl_model *m)
{
    sight_take_run(&f->take, m);
}

/* Returns the mean distance of one frame's joints from the truth,
 * without the joints at the ends of chains. */
static inline double takes_distance(const takes_fit *f, const takes *t, const pd_smpl_model *m, int frame)
{
    const pd_observe_take *take = &f->take;
    float joints[3 * SIGHT_JOINTS];
    sight_person p;
    double sum = 0;

    memcpy(p.betas, take->betas, sizeof p.betas);
    memcpy(p.rotations, take->rotations + 9 * SIGHT_JOINTS * frame, sizeof p.rotations);
    memcpy(p.translation, take->translations + 3 * frame, sizeof p.translation);
    sight_pose(NULL, joints, m, &p);
    for (int k = 0; k < 22; k++) {
        double square = 0;
        for (int c = 0; c < 3; c++)
            square +=
                pow((double)joints[3 * k + c] - (double)t->joints[3 * (SIGHT_JOINTS * frame + k) + c], 2);
        sum += sqrt(square) / 22;
    }
    return sum;
}

#endif
