#include "core/smpl/measure/tape.h"

#include "core/base/assert.h"
#include "core/kernel/body/strip.h"
#include "core/smpl/derived_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define L PD_K_STRIP

size_t pd_smpl_tape_bytes(const pd_smpl_model *model)
{
    size_t v = (size_t)model->vertex_count;
    size_t f = (size_t)model->face_count;
    size_t k = (size_t)model->joint_count;

    return pd_arena_bytes(v, 1) + 5 * pd_arena_bytes(f, sizeof(uint32_t)) +
           pd_arena_bytes(f, 2 * sizeof(float)) + pd_arena_bytes(2 * f, 2 * sizeof(double)) +
           pd_arena_bytes(3 * v, sizeof(float)) + pd_arena_bytes(3 * k, sizeof(double));
}

/* Marks the vertices for which the weights of `joint` and of all joints below it add to at least one half.
 * joint -1: marks none. */
static void mark_tape(pd_smpl_tape *tape, int joint, unsigned bits)
{
    PD_ASSERT(joint < tape->model->joint_count && bits <= 255);
    const pd_smpl_model *m = tape->model;

    /* The joint and all joints below it. Parents precede their children,
     * so an ancestor's index decreases. */
    int below[PD_SMPL_MAX_JOINTS];
    int count = 0;
    for (int k = 0; joint >= 0 && k < m->joint_count; k++) {
        int ancestor = k;
        while (ancestor > joint) ancestor = m->data.parents[ancestor];
        if (ancestor == joint) below[count++] = k;
    }

    /* Weights over that part of the tree, summed per vertex. */
    for (int v = 0; v < m->vertex_count && count > 0; v++) {
        const float *w = m->data.weights + (size_t)v * (size_t)m->joint_count;
        double sum = 0;
        for (int i = 0; i < count; i++) sum += w[below[i]];
        if (sum >= 0.5) tape->parts[v] |= (unsigned char)bits;
    }
}

/* Returns a coordinate of a joint of the template, or `otherwise` if there is no such joint. */
static double place_tape(const pd_smpl_model *m, int joint, int axis, double otherwise)
{
    return joint < 0 ? otherwise : m->joint_template[3 * joint + axis];
}

/* Lists the triangles whose corners all have the bits of `with`, none of the bits of `without`, and are not
 * all marked by a bit of `outside`. */
static pd_smpl_tape_list list_tape(const pd_smpl_tape *tape, pd_arena *arena, unsigned with, unsigned without,
                                   unsigned outside)
{
    const pd_smpl_model *m = tape->model;
    pd_smpl_tape_list l = {pd_arena_take(arena, (size_t)m->face_count, sizeof(uint32_t)), 0};

    for (int i = 0; i < m->face_count; i++) {
        const uint32_t *f = m->data.faces + 3 * (size_t)i;
        unsigned a = tape->parts[f[0]];
        unsigned b = tape->parts[f[1]];
        unsigned c = tape->parts[f[2]];
        l.triangles[l.count] = (uint32_t)i;
        l.count += (a & b & c & with) == with && !((a | b | c) & without) && !(a & b & c & outside);
    }

    return l;
}

/* Takes memory for a body and its sections from the arena. */
static void take_body(pd_smpl_tape *tape, const pd_smpl_model *model, pd_arena *arena)
{
    const size_t v = (size_t)model->vertex_count;
    const size_t f = (size_t)model->face_count;
    const size_t k = (size_t)model->joint_count;

    tape->vertices = pd_arena_take(arena, 3 * v, sizeof(float));
    tape->joints_at = pd_arena_take(arena, 3 * k, sizeof(double));
    tape->slab.vertices = tape->vertices;
    tape->slab.faces = model->data.faces;
    tape->slab.triangles = pd_arena_take(arena, f, sizeof(uint32_t));
    tape->slab.ranges = pd_arena_take(arena, f, sizeof *tape->slab.ranges);
    tape->slab.points = pd_arena_take(arena, 2 * f, sizeof *tape->slab.points);
}

/* Finds the data that do not depend on the body: parts, their triangles and the landmarks. */
static void find_parts(pd_smpl_tape *tape, const pd_smpl_model *model, pd_arena *arena)
{
    const size_t v = (size_t)model->vertex_count;

    memset(tape, 0, sizeof *tape);
    tape->model = model;
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) tape->found[i] = NAN;
#define FIND(name) tape->joints.name = pd_smpl_joint_find(&model->data, #name);
    PD_SMPL_TAPE_JOINTS(FIND)
#undef FIND

    /* Mark the vertices by the joints that hold them ... */
    tape->parts = pd_arena_take(arena, v, 1);
    memset(tape->parts, 0, v);
    mark_tape(tape, tape->joints.left_shoulder, PD_SMPL_PART_ARMS | PD_SMPL_PART_LEFT_ARM);
    mark_tape(tape, tape->joints.right_shoulder, PD_SMPL_PART_ARMS);
    mark_tape(tape, tape->joints.left_wrist, PD_SMPL_PART_LEFT_HAND);
    mark_tape(tape, tape->joints.left_ankle, PD_SMPL_PART_LEFT_FOOT);

    /* ... and by their position in the template. A joint that is missing marks nothing. */
    const pd_smpl_tape_joints *j = &tape->joints;
    double middle = place_tape(model, j->pelvis, 0, 0);
    double hips = place_tape(model, j->pelvis, 1, INFINITY);
    double high = place_tape(model, j->spine3, 1, -INFINITY);
    double knee = place_tape(model, j->left_knee, 1, -INFINITY);
    double head = place_tape(model, j->head, 1, INFINITY);
    for (size_t i = 0; i < v; i++) {
        const float *p = model->data.v_template + 3 * i;
        unsigned bits = p[0] > middle && p[1] < hips ? PD_SMPL_PART_LEFT_LEG : 0;
        if (p[1] > high) bits |= PD_SMPL_PART_HIGH;
        if (p[1] > head || p[1] < knee) bits |= PD_SMPL_PART_FAR;
        tape->parts[i] |= (unsigned char)bits;
    }

    /* List the triangles of each group of measurements. */
    tape->trunk = list_tape(tape, arena, 0, PD_SMPL_PART_ARMS, PD_SMPL_PART_FAR);
    tape->head = list_tape(tape, arena, PD_SMPL_PART_HIGH, PD_SMPL_PART_ARMS, 0);
    tape->left_leg = list_tape(tape, arena, PD_SMPL_PART_LEFT_LEG, PD_SMPL_PART_ARMS, 0);
    tape->left_arm = list_tape(tape, arena, PD_SMPL_PART_LEFT_ARM, 0, 0);

    /* Find the landmarks on the mean shape. */
    take_body(tape, model, arena);
    pd_smpl_tape_shape(tape, NULL, 0);
    pd_smpl_tape_find_landmarks(tape);
}

static size_t strips_of(const pd_smpl_model *model)
{
    return (3 * (size_t)model->vertex_count + L - 1) / L;
}

/* Returns the bytes that shape directions take in strips. */
static size_t strips_bytes(const pd_smpl_model *model, int beta_count)
{
    return pd_arena_bytes(strips_of(model) * L * (size_t)beta_count, sizeof(float));
}

/* Copies shape directions into strips, in which the L numbers of each beta are adjacent. */
static void copy_directions(pd_smpl_tape *tape, int beta_count, pd_arena *arena)
{
    const pd_smpl_model *m = tape->model;
    const size_t n = (size_t)beta_count;
    const size_t strips = strips_of(m);

    float *out = pd_arena_take(arena, strips * L * n, sizeof(float));
    memset(out, 0, strips * L * n * sizeof *out);
    for (size_t c = 0; c < 3 * (size_t)m->vertex_count; c++)
        for (size_t i = 0; i < n; i++)
            out[(c / L * n + i) * L + c % L] = m->data.shapedirs[c * (size_t)m->beta_count + i];
    tape->directions = out;
    tape->direction_count = beta_count;
    tape->largest_direction = pd_k_strip_get()->largest(out, strips * L * n);
}

/* Returns the tape that is kept with the model, with parts and directions. Makes it at the first use. Returns
 * NULL when out of memory. */
static const pd_smpl_tape *kept_tape(const pd_smpl_model *model)
{
    pd_arena **place_of = &model->derived->tape;
    pd_arena *first = __atomic_load_n(place_of, __ATOMIC_ACQUIRE);

    if (first) return (const pd_smpl_tape *)(const void *)first->base;

    /* The tape is the first piece of its arena. */
    const int betas = model->beta_count < PD_SMPL_TAPE_KEPT ? model->beta_count : PD_SMPL_TAPE_KEPT;
    pd_arena *made = malloc(sizeof *made);
    if (!made || !pd_arena_init(made, pd_arena_bytes(1, sizeof(pd_smpl_tape)) + pd_smpl_tape_bytes(model) +
                                          strips_bytes(model, betas))) {
        free(made);
        return NULL;
    }

    pd_smpl_tape *tape = pd_arena_take(made, 1, sizeof *tape);
    find_parts(tape, model, made);
    copy_directions(tape, betas, made);

    if (!__atomic_compare_exchange_n(place_of, &first, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        pd_arena_deinit(made);
        free(made); /* another thread was first */
        return (const pd_smpl_tape *)(const void *)first->base;
    }

    return tape;
}

void pd_smpl_tape_init(pd_smpl_tape *tape, const pd_smpl_model *model, pd_arena *arena)
{
    const pd_smpl_tape *kept = kept_tape(model);

    if (!kept) {
        find_parts(tape, model, arena);
        return;
    }

    *tape = *kept;
    take_body(tape, model, arena);
}

size_t pd_smpl_tape_directions_bytes(const pd_smpl_model *model, int beta_count)
{
    return strips_bytes(model, beta_count) + pd_arena_bytes(3 * (size_t)model->vertex_count, sizeof(float)) +
           pd_arena_bytes(3 * (size_t)model->joint_count, sizeof(double)) +
           pd_arena_bytes(2 * (size_t)model->face_count, sizeof(uint32_t));
}

void pd_smpl_tape_take_directions(pd_smpl_tape *tape, int beta_count, pd_arena *arena)
{
    PD_ASSERT(beta_count >= 0 && beta_count <= tape->model->beta_count);
    const pd_smpl_model *m = tape->model;

    if (beta_count > tape->direction_count || !tape->directions) copy_directions(tape, beta_count, arena);
    tape->near_most = 2 * m->face_count;
    tape->near_room = pd_arena_take(arena, (size_t)tape->near_most, sizeof *tape->near_room);
    tape->kept_vertices = pd_arena_take(arena, 3 * (size_t)m->vertex_count, sizeof(float));
    tape->kept_joints = pd_arena_take(arena, 3 * (size_t)m->joint_count, sizeof(double));
}

/* Computes the shape from the model's rows, with the same order of sums for each coordinate as
 * pd_k_strip_shape. */
static void shape_by_rows(float *out, const pd_smpl_model *m, const float *b, int beta_count)
{
    for (size_t c = 0; c < 3 * (size_t)m->vertex_count; c++) {
        const size_t row = c * (size_t)m->beta_count;
        float sum = m->data.v_template[c];
        for (int i = 0; i < beta_count; i++) sum += m->data.shapedirs[row + (size_t)i] * b[i];
        out[c] = sum;
    }
}

/* Finds the smallest and the largest y. */
static void find_ends(pd_smpl_tape *tape)
{
    float least, greatest;
    pd_k_strip_get()->range(&least, &greatest, tape->vertices, 3 * (size_t)tape->model->vertex_count);
    tape->bottom = (double)least;
    tape->top = (double)greatest;
}

void pd_smpl_tape_shape(pd_smpl_tape *tape, const double *betas, int beta_count)
{
    PD_ASSERT(beta_count >= 0 && beta_count <= PD_SMPL_MAX_BETAS && beta_count <= tape->model->beta_count);
    const pd_smpl_model *m = tape->model;
    float b[PD_SMPL_MAX_BETAS];

    for (int i = 0; i < beta_count; i++) b[i] = (float)betas[i];
    if (tape->directions && beta_count <= tape->direction_count)
        pd_k_strip_get()->shape(tape->vertices, m->data.v_template, tape->directions,
                                (size_t)tape->direction_count, b, beta_count, 3 * (size_t)m->vertex_count);
    else
        shape_by_rows(tape->vertices, m, b, beta_count);

    for (int c = 0; c < 3 * m->joint_count; c++) {
        const double *row = m->joint_shapedirs + (size_t)c * (size_t)m->beta_count;
        tape->joints_at[c] = m->joint_template[c];
        for (int i = 0; i < beta_count; i++) tape->joints_at[c] += row[i] * betas[i];
    }

    find_ends(tape);
}

void pd_smpl_tape_keep(pd_smpl_tape *tape)
{
    PD_ASSERT(tape->kept_vertices);
    const pd_smpl_model *m = tape->model;
    memcpy(tape->kept_vertices, tape->vertices, 3 * (size_t)m->vertex_count * sizeof *tape->vertices);
    memcpy(tape->kept_joints, tape->joints_at, 3 * (size_t)m->joint_count * sizeof *tape->joints_at);
}

void pd_smpl_tape_change(pd_smpl_tape *tape, int beta, double change)
{
    PD_ASSERT(tape->kept_vertices && beta >= 0 && beta < tape->direction_count);
    const pd_smpl_model *m = tape->model;

    /* The direction's strips lie `direction_count` strips apart. */
    pd_k_strip_get()->change(tape->vertices, tape->kept_vertices, tape->directions + (size_t)beta * L,
                             (size_t)tape->direction_count, (float)change, 3 * (size_t)m->vertex_count);
    for (int c = 0; c < 3 * m->joint_count; c++)
        tape->joints_at[c] = tape->kept_joints[c] +
                             m->joint_shapedirs[(size_t)c * (size_t)m->beta_count + (size_t)beta] * change;
    find_ends(tape);
}
