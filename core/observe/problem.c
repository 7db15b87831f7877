#include "core/observe/problem.h"

#include "core/ik/job/limit.h"

#include <math.h>
#include <string.h>

#define LEVEL 0.5 /* cosine of a camera's largest roll or pitch beside which the term lean counts */

static const char *const floor_names[PD_OBSERVE_FLOOR_POINTS] = {
    "@left_heel", "@left_big_toe", "@left_small_toe", "@right_heel", "@right_big_toe", "@right_small_toe"};

pd_observe_layout pd_observe_job_layout(const pd_observe_job *job, const pd_smpl_model *m)
{
    const int betas = job->keep_betas ? 0 : job->beta_count ? job->beta_count : m->beta_count;
    return pd_observe_layout_of(m->joint_count, betas, job->fit_scale, job->fit_focal);
}

size_t pd_observe_problem_bytes(const pd_observe_job *job, const pd_smpl_model *m)
{
    const pd_observe_layout l = pd_observe_job_layout(job, m);
    const size_t count = (size_t)job->seen_count + 1;
    const size_t joints = (size_t)m->joint_count;
    const size_t columns = (size_t)l.count > count ? (size_t)l.count : count;
    size_t bytes = pd_arena_bytes(count, sizeof(pd_observe_place_of)) + pd_arena_bytes(joints, 1) +
                   pd_arena_bytes(joints, sizeof *((pd_observe_problem *)0)->rest_sd) +
                   pd_arena_bytes(joints, sizeof(pd_ik_limit)) + pd_arena_bytes(columns, 3 * sizeof(double)) +
                   pd_arena_bytes(joints, 3 * sizeof(double)) + pd_observe_body_bytes(m) +
                   pd_observe_state_bytes(m);

    /* Count a part of one vertex for each end of the feet. */
    for (int i = 0; job->has_floor && i < PD_OBSERVE_FLOOR_POINTS; i++) {
        pd_observe_part part[PD_OBSERVE_MOST_PARTS];
        if (pd_observe_place(part, m, floor_names[i]) != 1) break;
        bytes += pd_arena_bytes(1, sizeof(void *)) + pd_arena_bytes(1, sizeof(pd_observe_vertex)) +
                 pd_observe_vertex_bytes(m, part[0].index);
    }

    for (int i = 0; i < job->seen_count; i++) {
        const pd_observe_seen *s = &job->seen[i];
        bytes += pd_arena_bytes((size_t)s->part_count, sizeof(void *));
        for (int k = 0; k < s->part_count; k++)
            if (s->parts[k].is_vertex)
                bytes += pd_arena_bytes(1, sizeof(pd_observe_vertex)) +
                         pd_observe_vertex_bytes(m, s->parts[k].index);
    }

    return bytes;
}

/* Compiles the vertices of a place. */
static bool compile(pd_observe_place_of *out, const pd_observe_part *parts, int count, const pd_smpl_model *m,
                    pd_arena *arena)
{
    const pd_observe_vertex **compiled = pd_arena_take(arena, (size_t)count, sizeof *compiled);

    if (!compiled) return false;

    *out = (pd_observe_place_of){.parts = parts, .compiled = compiled, .part_count = count};
    for (int k = 0; k < count; k++) {
        compiled[k] = NULL;
        if (!parts[k].is_vertex) continue;
        pd_observe_vertex *v = pd_arena_take(arena, 1, sizeof *v);
        if (!v || !pd_observe_vertex_compile(v, m, parts[k].index, arena)) return false;
        compiled[k] = v;
    }

    return true;
}

/* Returns whether the term lean counts: one camera alone sees the body,
 * and +Y of the world is up in its picture. */
static bool leans(const pd_observe_problem *p)
{
    bool is_seen = false;

    if (p->view_count || -p->camera.rotation[4] < LEVEL) return false;
    for (int i = 0; i < p->seen_count; i++) {
        if (!(p->seen[i].confidence > 0)) continue;
        if (!p->seen[i].in_picture) return false;
        is_seen = true;
    }

    return is_seen;
}

/* Standard deviations of joints outside the prior, radians.
 * Fingers clench about z: they lie along x at rest. */
#define REST_SD       0.3
#define REST_SD_ALONE 0.6 /* without any prior */
#define CLENCH_SD     0.9
#define THUMB_SD      0.5 /* radians: deviation of the thumb's joints from rest */

/* Writes by how much a joint outside the prior may turn about each axis. */
static void rest_deviations(double sd[3], const char *joint, const pd_observe_prior *prior)
{
    static const char *const fingers[] = {"_index", "_middle", "_ring", "_pinky"};
    const double usual = prior ? REST_SD : REST_SD_ALONE;

    for (int c = 0; c < 3; c++) sd[c] = strstr(joint, "_thumb") ? THUMB_SD : usual;
    for (size_t i = 0; i < sizeof fingers / sizeof *fingers; i++)
        if (strstr(joint, fingers[i])) sd[2] = CLENCH_SD;
}

bool pd_observe_problem_init(pd_observe_problem *p, const pd_observe_job *job, const pd_smpl_model *m,
                             pd_arena *arena)
{
    static const double front[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    static const char *const bends[PD_OBSERVE_BENDS] = {"left_knee", "right_knee", "left_elbow",
                                                        "right_elbow"};
    const size_t joints = (size_t)m->joint_count;
    const size_t count = (size_t)job->seen_count + 1;
    double sum = 0;

    /* Observations, prior and layout of the unknowns. A weight of 0 means 1,
     * a negative one switches the term off. */
    *p = (pd_observe_problem){.model = m,
                              .seen = job->seen,
                              .seen_count = job->seen_count,
                              .prior = job->prior,
                              .floor = job->floor,
                              .blur = 1,
                              .layout = pd_observe_job_layout(job, m)};
    const size_t columns = (size_t)p->layout.count > count ? (size_t)p->layout.count : count;
    p->robust_space = job->robust_space > 0 ? job->robust_space : INFINITY;
    p->robust_picture = job->robust_picture > 0 ? job->robust_picture : INFINITY;
    for (int t = 0; t < PD_OBSERVE_TERM_COUNT; t++)
        p->weights[t] = job->weights[t] == 0 ? 1 : fmax(job->weights[t], 0);

    /* A camera without a rotation looks at the body from the front. */
    p->camera = job->camera;
    for (int i = 0; i < 9; i++) sum += fabs(job->camera.rotation[i]);
    if (sum == 0) memcpy(p->camera.rotation, front, sizeof front);
    p->views = job->views;
    p->view_count = job->view_count;
    p->leans = leans(p);
    for (int b = 0; b < PD_OBSERVE_BENDS; b++) p->bends[b] = pd_smpl_joint_find(&m->data, bends[b]);

    /* Take the memory. */
    p->places = pd_arena_take(arena, count, sizeof *p->places);
    p->in_prior = pd_arena_take(arena, joints, 1);
    p->rest_sd = pd_arena_take(arena, joints, sizeof *p->rest_sd);
    p->limits = pd_arena_take(arena, joints, sizeof *p->limits);
    p->columns = pd_arena_take(arena, columns, sizeof *p->columns);
    p->joints = pd_arena_take(arena, joints, sizeof *p->joints);
    p->capsules = pd_smpl_model_capsules(m);
    if (!p->capsules || !p->joints || !p->places || !p->in_prior || !p->rest_sd || !p->limits ||
        !p->columns || !pd_observe_body_init(&p->body, m, arena) ||
        !pd_observe_state_init(&p->state, m, arena))
        return false;

    /* Joints of the prior, joint limits, and the places of the observations on the body. */
    memset(p->in_prior, 0, joints);
    for (int j = 0; p->prior && j < p->prior->joint_count; j++) p->in_prior[p->prior->joints[j]] = 1;
    for (size_t k = 0; k < joints; k++) {
        pd_ik_limit_of(&p->limits[k], m->data.joint_names[k]);
        rest_deviations(p->rest_sd[k], m->data.joint_names[k], p->prior);
    }

    for (int i = 0; i < p->seen_count; i++) {
        if (!compile(&p->places[i], job->seen[i].parts, job->seen[i].part_count, m, arena)) return false;
        p->places[i].offset = job->seen[i].offset;
        p->places[i].number = i;
    }

    /* Points of the feet that stay above the floor. */
    if (!job->has_floor) return true;
    for (int i = 0; i < PD_OBSERVE_FLOOR_POINTS; i++) {
        pd_observe_part part[PD_OBSERVE_MOST_PARTS];

        /* Without feet the term floor has no points. */
        if (pd_observe_place(part, m, floor_names[i]) != 1) return true;
        p->floor_parts[i] = part[0];
        if (!compile(&p->floor_places[i], &p->floor_parts[i], 1, m, arena)) return false;
    }

    p->floor_count = PD_OBSERVE_FLOOR_POINTS;

    return true;
}

void pd_observe_problem_bake(pd_observe_problem *p, const double *betas)
{
    for (int i = 0; i < p->seen_count; i++)
        for (int k = 0; k < p->places[i].part_count; k++)
            if (p->places[i].compiled[k])
                pd_observe_vertex_bake((pd_observe_vertex *)p->places[i].compiled[k], p->model, betas);
}
