#include "core/io/mesh/glb_scene.h"

#include "core/base/assert.h"
#include "core/base/text/number.h"
#include "core/kernel/bytes/vertex_code.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/math/strongest.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define INFLUENCES PD_STRONGEST
#define STEPS      32767 /* int16 positions use -32767 .. 32767 */

static const pd_io_glb_format positions_f = {"VEC3", PD_IO_GLB_FLOAT, 3, 12, 0, 1, PD_IO_GLB_VERTEX};
static const pd_io_glb_format positions_q = {"VEC3", PD_IO_GLB_SHORT, 3, 8, 0, 1, PD_IO_GLB_VERTEX};
static const pd_io_glb_format normals_f = {"VEC3", PD_IO_GLB_FLOAT, 3, 12, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format normals_q = {"VEC3", PD_IO_GLB_BYTE, 3, 4, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format uvs_f = {"VEC2", PD_IO_GLB_FLOAT, 2, 8, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format joints_u8 = {"VEC4", PD_IO_GLB_UBYTE, 4, 4, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format weights_f = {"VEC4", PD_IO_GLB_FLOAT, 4, 16, 0, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format weights_q = {"VEC4", PD_IO_GLB_USHORT, 4, 8, 1, 0, PD_IO_GLB_VERTEX};
static const pd_io_glb_format indices_u16 = {"SCALAR", PD_IO_GLB_USHORT, 1, 2, 0, 0, PD_IO_GLB_INDEX};
static const pd_io_glb_format indices_u32 = {"SCALAR", PD_IO_GLB_UINT, 1, 4, 0, 0, PD_IO_GLB_INDEX};
static const pd_io_glb_format matrices_f = {"MAT4", PD_IO_GLB_FLOAT, 16, 64, 0, 0, PD_IO_GLB_OTHER};
static const pd_io_glb_format times_f = {"SCALAR", PD_IO_GLB_FLOAT, 1, 4, 0, 1, PD_IO_GLB_OTHER};
static const pd_io_glb_format places_f = {"VEC3", PD_IO_GLB_FLOAT, 3, 12, 0, 0, PD_IO_GLB_OTHER};
static const pd_io_glb_format rotations_f = {"VEC4", PD_IO_GLB_FLOAT, 4, 16, 0, 0, PD_IO_GLB_OTHER};

const float *pd_io_glb_body_vertices(const pd_io_glb_scene *scene, int b)
{
    return scene->rig ? scene->glb->poses[b].rest : scene->mesh->bodies[b].vertices;
}

static const float *body_normals(const pd_io_glb_scene *scene, int b)
{
    return scene->rig ? scene->glb->poses[b].rest_normals : scene->mesh->bodies[b].normals;
}

/* Computes the bounding box of a body and its layers. Writes its centre, and returns its largest side. */
static float box(float center[3], const pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count);
    const float *vertices = pd_io_glb_body_vertices(scene, b);
    const int layers = scene->glb->layer_count;
    float low[3], high[3];
    float largest = 0;

    /* Begin with the first vertex. */
    memcpy(low, vertices, sizeof low);
    memcpy(high, vertices, sizeof high);
    pd_io_glb_widen(low, high, vertices, 3 * (size_t)scene->mesh->vertex_count, 3);
    for (int l = 0; l < layers; l++)
        pd_io_glb_widen(low, high, scene->glb->worn[b * layers + l].vertices,
                        3 * (size_t)scene->glb->layers[l].corner_count, 3);

    /* Centre and largest side. */
    for (int c = 0; c < 3; c++) {
        center[c] = low[c] + 0.5f * (high[c] - low[c]);
        largest = high[c] - low[c] > largest ? high[c] - low[c] : largest;
    }

    return largest;
}

int pd_io_glb_add_points(pd_io_glb_scene *scene, const float *v, int vertex_count, const float center[3])
{
    void *rows =
        pd_io_glb_begin(&scene->file, scene->glb->quantize ? &positions_q : &positions_f, vertex_count);

    if (rows && !scene->glb->quantize) memcpy(rows, v, 12 * (size_t)vertex_count);
    if (rows && scene->glb->quantize)
        pd_k_vertex_code_get()->positions(rows, v, (size_t)vertex_count, center, 1 / (double)scene->step);

    return pd_io_glb_end(&scene->file);
}

/* Returns whether all normals are unit vectors, and none is 0. */
static bool are_units(const float *n, size_t count)
{
    int bad = 0;
    for (size_t i = 0; i < 3 * count; i += 3)
        bad |= !(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2] > 0.5f);
    return !bad;
}

int pd_io_glb_add_units(pd_io_glb_scene *scene, const float *n, int normal_count)
{
    const size_t count = (size_t)normal_count;

    if (!n) return -1;
    void *rows = pd_io_glb_begin(&scene->file, scene->glb->quantize ? &normals_q : &normals_f, normal_count);

    /* A vertex without triangles has no normal. It gets +Y, because glTF requires unit vectors. */
    const bool is_whole = are_units(n, count);
    for (size_t i = 0; rows && !is_whole && i < count; i++) {
        const float *own = n + 3 * i;
        const float up[3] = {0, 1, 0};
        const float *unit = are_units(own, 1) ? own : up;
        if (scene->glb->quantize)
            pd_k_vertex_code_get()->units((int8_t *)rows + 4 * i, unit, 1);
        else
            memcpy((float *)rows + 3 * i, unit, 12);
    }

    if (rows && is_whole && scene->glb->quantize) pd_k_vertex_code_get()->units(rows, n, count);
    if (rows && is_whole && !scene->glb->quantize) memcpy(rows, n, 12 * count);

    return pd_io_glb_end(&scene->file);
}

int pd_io_glb_add_corners(pd_io_glb_scene *scene, const uint32_t *corners, size_t count, int vertex_count)
{
    PD_ASSERT(count <= INT32_MAX && vertex_count >= 0);
    const pd_io_glb_packed *packed = scene->glb->packed;
    const int small = vertex_count <= 65535; /* index 65535 means "restart" and must not be used */
    const bool is_ready = packed && packed->corners == corners && packed->corner_count == count;
    if (is_ready && count >= 16 && scene->file.compress)
        return pd_io_glb_packed_indices(&scene->file, small ? &indices_u16 : &indices_u32, packed);
    void *rows = pd_io_glb_begin(&scene->file, small ? &indices_u16 : &indices_u32, (int)count);

    /* In a compressed file stage 32-bit indices, which the codec needs. */
    const int wide = !small || scene->file.row_bytes == 4;
    if (rows && wide) memcpy(rows, corners, 4 * count);
    if (rows && !wide && is_ready && packed->narrow) {
        memcpy(rows, packed->narrow, 2 * count);
        return pd_io_glb_end(&scene->file);
    }

    for (size_t i = 0; rows && !wide && i < count; i++) ((uint16_t *)rows)[i] = (uint16_t)corners[i];

    return pd_io_glb_end(&scene->file);
}

int pd_io_glb_add_still(pd_io_glb_scene *scene, int count)
{
    return pd_io_glb_zeros(&scene->file, scene->glb->quantize ? &positions_q : &positions_f, count);
}

/* Converts weights to 16-bit integers with a sum of exactly 65535.
 * The largest weight takes the rounding error. */
void pd_io_glb_weight_parts(uint16_t out[INFLUENCES], uint8_t joints[INFLUENCES],
                            const float weights[INFLUENCES])
{
    int rest = 65535;

    for (int s = INFLUENCES - 1; s >= 0; s--) {
        int part = s ? (int)lrintf(65535 * weights[s]) : rest;
        out[s] = (uint16_t)part;
        rest -= part;
        if (!part) joints[s] = 0; /* glTF: a joint without weight is joint 0 */
    }
}

/* Rows of JOINTS_0 and WEIGHTS_0 of one vertex. */
typedef struct influence {
    float weights[INFLUENCES];
    uint16_t parts[INFLUENCES];
    uint8_t joints[INFLUENCES];
} influence;

/* Adds joints and weights of all vertices. */
static void add_skin_glb_arrays(pd_io_glb_scene *scene)
{
    size_t count = (size_t)scene->mesh->vertex_count;
    int quantize = scene->glb->quantize;
    const pd_io_glb_rig *rig = scene->rig;
    influence *all = malloc(count * sizeof *all);

    if (!all) {
        scene->file.accessors.failed = 1;
        return;
    }

    /* Find the influences once, because joints and weights are written one after the other. */
    for (size_t i = 0; i < count; i++) {
        const size_t row = rig->rows ? rig->rows[i] : i;
        pd_strongest(all[i].joints, all[i].weights, rig->weights + row * (size_t)rig->joint_count,
                     rig->joint_count);
        if (quantize) pd_io_glb_weight_parts(all[i].parts, all[i].joints, all[i].weights);
    }

    /* JOINTS_0, then WEIGHTS_0. */
    uint8_t *joints = pd_io_glb_begin(&scene->file, &joints_u8, (int)count);
    for (size_t i = 0; joints && i < count; i++) memcpy(joints + INFLUENCES * i, all[i].joints, INFLUENCES);
    scene->joints = pd_io_glb_end(&scene->file);
    unsigned char *rows = pd_io_glb_begin(&scene->file, quantize ? &weights_q : &weights_f, (int)count);

    for (size_t i = 0; rows && i < count; i++)
        memcpy(rows + i * (quantize ? sizeof all->parts : sizeof all->weights),
               quantize ? (const void *)all[i].parts : all[i].weights,
               quantize ? sizeof all->parts : sizeof all->weights);

    scene->weights = pd_io_glb_end(&scene->file);
    free(all);
}

/* Writes the inverse bind matrices B_k = A_k^T translate(-rest_joint_k), which also convert int16 steps to
 * metres: scale, then translate by the centre. */
static int add_binds(pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(scene->rig && b >= 0 && b < scene->mesh->body_count);
    const float *joints = scene->glb->poses[b].rest_joints;
    const float *center = scene->bodies[b].center;
    float *m = pd_io_glb_begin(&scene->file, &matrices_f, scene->rig->joint_count);
    for (int k = 0; m && k < scene->rig->joint_count; k++, m += 16) { /* column after column */
        const float *axes = pd_io_glb_axes(&scene->glb->poses[b], k);
        memset(m, 0, 16 * sizeof *m);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                m[4 * c + r] = scene->step * axes[3 * c + r];
                m[12 + r] += axes[3 * c + r] * (center[c] - joints[3 * k + c]);
            }
        m[15] = 1;
    }

    return pd_io_glb_end(&scene->file);
}

enum { TOGETHER = 16 }; /* morph targets that are transposed at a time: their numbers fill a cache line */

/* Directions of some targets, transposed. */
typedef struct moves {
    int moved_count;   /* number of vertices that any target of the scene moves, or of all vertices */
    uint32_t *moved;   /* (V) indices of these vertices, ascending */
    int count;         /* number of vertices that at least one of these targets moves, or moved_count */
    uint32_t *numbers; /* (V) indices of these vertices, ascending */
    float *points;     /* (TOGETHER,V,3) displacements; each target uses `count` points */
    uint32_t *own;     /* (V) scratch: indices of the vertices that one target moves */
    float *packed;     /* (V,3) scratch: displacements of one target, packed or spread */
} moves;

/* Transposes `some` directions, which are stored by vertex, to targets, which are stored by beta. keep_all:
 * also lists vertices that do not move. */
static void transpose(moves *out, const float *dirs, size_t stride, int some, const uint16_t *rows,
                      int vertex_count, bool keep_all)
{
    const size_t target = 3 * (size_t)vertex_count;
    float tile[3][TOGETHER] = {{0}};

    out->count = 0;
    for (int i = 0; i < out->moved_count; i++) {
        const uint32_t v = out->moved[i];
        const float *from = dirs + 3 * (size_t)(rows ? rows[v] : v) * stride;
        for (size_t c = 0; c < 3; c++, from += stride) {
            if (some == TOGETHER)
                memcpy(tile[c], from, sizeof tile[c]);
            else
                memcpy(tile[c], from, (size_t)some * sizeof *from);
        }

        int any = keep_all;
        for (int b = 0; b < TOGETHER; b++) any |= (tile[0][b] != 0) | (tile[1][b] != 0) | (tile[2][b] != 0);
        if (!any) continue;

        float *to = out->points + 3 * (size_t)out->count;
        for (int b = 0; b < some; b++, to += target) {
            to[0] = tile[0][b];
            to[1] = tile[1][b];
            to[2] = tile[2][b];
        }

        out->numbers[out->count++] = v;
    }
}

/* Lists the vertices that one target moves. Returns their number. */
static int list_own(moves *m, const float *points)
{
    int own = 0;

    for (int i = 0; i < m->count; i++) {
        const float *p = points + 3 * (size_t)i;
        memcpy(m->packed + 3 * (size_t)own, p, 3 * sizeof *p);
        m->own[own] = m->numbers[i];
        own += (p[0] != 0) | (p[1] != 0) | (p[2] != 0);
    }

    return own;
}

/* Adds one target, sparse if it moves at most half of the vertices. */
static void add_target(pd_io_glb_scene *scene, moves *m, const float *points, int vertex_count)
{
    static const float nowhere[3] = {0};
    const int own = scene->glb->quantize ? vertex_count : list_own(m, points);

    if (own == 0) {
        pd_io_glb_add_still(scene, vertex_count);
        return;
    }

    if (2 * own <= vertex_count) {
        pd_io_glb_sparse(&scene->file, &positions_f, vertex_count, own, m->own, m->packed);
        return;
    }

    if (m->count < vertex_count) {
        memset(m->packed, 0, 12 * (size_t)vertex_count);
        for (int i = 0; i < m->count; i++) memcpy(m->packed + 3 * m->numbers[i], points + 3 * (size_t)i, 12);
        points = m->packed;
    }

    pd_io_glb_add_points(scene, points, vertex_count, nowhere);
}

void pd_io_glb_add_morphs(pd_io_glb_scene *scene, const float *dirs, int stride, int count,
                          const uint16_t *rows, const unsigned char *moved, int vertex_count)
{
    const size_t vertices = (size_t)vertex_count;
    const size_t most = (size_t)(count < TOGETHER ? count : TOGETHER);

    if (count < 1) return;
    moves m = {.numbers = malloc((3 * vertices + 1) * sizeof *m.numbers),
               .points = malloc((most + 1) * 3 * vertices * sizeof *m.points + 12)};
    if (!m.numbers || !m.points) scene->file.accessors.failed = 1;

    /* List the vertices that any direction moves; expressions move only the face. */
    m.own = m.numbers + vertices;
    m.moved = m.own + vertices;
    m.packed = m.points + most * 3 * vertices;
    for (int v = 0; m.numbers && m.points && v < vertex_count; v++) {
        const size_t row = (size_t)(rows ? rows[v] : v);
        const size_t numbers = 3 * (size_t)stride;
        m.moved[m.moved_count] = (uint32_t)v;
        m.moved_count += scene->glb->quantize ||
                         (moved ? moved[row] != 0 : !pd_io_numbers_are_zero(dirs + row * numbers, numbers));
    }

    for (int first = 0; m.numbers && m.points && first < count; first += TOGETHER) {
        const int some = count - first < TOGETHER ? count - first : TOGETHER;
        transpose(&m, dirs + first, (size_t)stride, some, rows, vertex_count, scene->glb->quantize != 0);
        for (size_t b = 0; b < (size_t)some; b++)
            add_target(scene, &m, m.points + b * 3 * vertices, vertex_count);
    }

    free(m.numbers);
    free(m.points);
}

/* Converts the rotations of joint k to those of its node, whose axes may differ:
 * A_parent^T R A_k in each frame. */
static void turn_keys(float *q, const pd_io_glb_scene *scene, int body, int k, int frame_count)
{
    const pd_io_glb_pose *pose = &scene->glb->poses[body];
    float before[4] = {0, 0, 0, 1};
    float after[4];

    if (!pose->axes) return;

    /* The conjugate of the parent's axes, and the joint's own. */
    const int parent = scene->rig->parents[k];
    if (parent >= 0) pd_rot_to_quat_array(before, pose->axes + 9 * (size_t)parent, 1);
    pd_rot_to_quat_array(after, pose->axes + 9 * (size_t)k, 1);
    const pd_quat first = {-(double)before[0], -(double)before[1], -(double)before[2], (double)before[3]};
    const pd_quat last = {(double)after[0], (double)after[1], (double)after[2], (double)after[3]};
    for (int t = 0; t < frame_count; t++, q += 4) {
        const pd_quat own = {(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
        const pd_quat turned = pd_q_mul(pd_q_mul(first, own), last);
        q[0] = (float)turned.x;
        q[1] = (float)turned.y;
        q[2] = (float)turned.z;
        q[3] = (float)turned.w;
    }
}

/* Adds the arrays of a clip: times, rotations, root, weights. */
static void add_clip(pd_io_glb_scene *scene, const pd_io_glb_clip *clip)
{
    size_t joint_count = (size_t)scene->rig->joint_count;
    size_t frame_count = (size_t)clip->frame_count;

    /* Times of the keys. */
    void *rows = pd_io_glb_begin(&scene->file, &times_f, clip->frame_count);
    if (rows) memcpy(rows, clip->times, frame_count * sizeof(float));
    pd_io_glb_end(&scene->file);

    /* Rotations, one array a joint, because a channel needs its own. */
    for (size_t k = 0; k < joint_count; k++) {
        float *q = pd_io_glb_begin(&scene->file, &rotations_f, clip->frame_count);
        for (size_t t = 0; q && t < frame_count; t++)
            memcpy(q + 4 * t, clip->quaternions + 4 * (t * joint_count + k), 4 * sizeof *q);
        if (q) turn_keys(q, scene, clip->body, (int)k, clip->frame_count);
        pd_io_glb_end(&scene->file);
    }

    /* Root and weights of morph targets, if they are animated. */
    if (clip->root) {
        rows = pd_io_glb_begin(&scene->file, &places_f, clip->frame_count);
        if (rows) memcpy(rows, clip->root, 3 * frame_count * sizeof(float));
        pd_io_glb_end(&scene->file);
    }

    if (clip->weights || clip->morphs) pd_io_glb_add_clip_weights(scene, clip);
}

void pd_io_glb_add_arrays(pd_io_glb_scene *scene)
{
    /* One step for all bodies, so that they can share their morph targets. */
    float largest = 0;

    for (int b = 0; scene->glb->quantize && b < scene->mesh->body_count; b++)
        largest = fmaxf(largest, box(scene->bodies[b].center, scene, b));
    scene->step = largest > 0 ? largest / (2 * STEPS) : 1;

    /* Surface of each body. Bodies share the faces, and have positions and normals of their own. */
    const pd_io_mesh *mesh = scene->mesh;
    scene->indices = -1;
    if (mesh->face_count)
        scene->indices =
            pd_io_glb_add_corners(scene, mesh->faces, 3 * (size_t)mesh->face_count, mesh->vertex_count);
    scene->uvs = -1;
    if (scene->glb->uvs) {
        void *rows = pd_io_glb_begin(&scene->file, &uvs_f, mesh->vertex_count);
        if (rows) memcpy(rows, scene->glb->uvs, 8 * (size_t)mesh->vertex_count);
        scene->uvs = pd_io_glb_end(&scene->file);
    }

    for (int b = 0; b < scene->mesh->body_count && !pd_cancelled(scene->mesh->cancel); b++) {
        scene->bodies[b].positions = pd_io_glb_add_points(scene, pd_io_glb_body_vertices(scene, b),
                                                          scene->mesh->vertex_count, scene->bodies[b].center);
        scene->bodies[b].normals =
            pd_io_glb_add_units(scene, body_normals(scene, b), scene->mesh->vertex_count);
        scene->bodies[b].tangents =
            pd_io_glb_add_tangents(scene, pd_io_glb_body_vertices(scene, b), body_normals(scene, b));
    }

    /* With a rig: skin, bind poses, morph targets, clothes and hair, clips. Store the first accessor of each
     * group, because the JSON counts from it. */
    if (scene->rig) {
        add_skin_glb_arrays(scene);
        for (int b = 0; b < scene->mesh->body_count; b++) scene->bodies[b].binds = add_binds(scene, b);
        scene->first_morph = scene->file.accessor_count;
        pd_io_glb_add_morphs(scene, scene->rig->shapedirs, scene->rig->shapedirs_stride,
                             scene->rig->beta_count, scene->rig->rows, scene->rig->moved,
                             scene->mesh->vertex_count);
        PD_ASSERT(pd_io_glb_failed(&scene->file) ||
                  scene->file.accessor_count == scene->first_morph + scene->rig->beta_count);
        if (scene->rig->still_morph) scene->still = pd_io_glb_add_still(scene, scene->mesh->vertex_count);
        pd_io_glb_add_correctives(scene);
        if (scene->glb->layer_count) pd_io_glb_add_layers(scene);
        scene->first_clip = scene->file.accessor_count;

        for (int i = 0; i < scene->glb->clip_count; i++) add_clip(scene, &scene->glb->clips[i]);
    } else if (scene->glb->layer_count)
        pd_io_glb_add_layers(scene);

    /* Coarser copies and pictures come last. */
    pd_io_glb_add_levels(scene);
    pd_io_glb_add_textures(scene);
}
