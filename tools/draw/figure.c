#include "tools/draw/figure.h"

#include "core/anim/parts.h"
#include "core/base/assert.h"
#include "core/io/mesh/glb.h"
#include "tools/draw/raster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BONE_FACES 8
#define BONE_THICK 0.15  /* thickness of a bone as a fraction of its length */
#define THIN       0.012 /* metres */
#define THICK      0.028
#define BULGE      0.25 /* position of the thickest place, as a fraction of the length */
#define FOV        0.25f
#define MIDDLE     0.86f /* metres over the ground that cells are centred at */
#define REACH      1.0f  /* metres from there that are seen                  */
#define GROUND     8.0f  /* half a side of the square below the figure */
#define PITCH      0.10f

static const float colors[3][3] = {{0.62f, 0.12f, 0.10f}, {0.35f, 0.36f, 0.38f}, {0.10f, 0.24f, 0.62f}};

/* ---- the figure ---- */

/* Adds a triangle with three vertices of its own, so that it is shaded flat. */
static void add_face(pd_tool_figure *f, pd_vec3 a, pd_vec3 b, pd_vec3 c, int joint, const float *color)
{
    PD_ASSERT(joint >= 0);
    const pd_vec3 corners[3] = {a, b, c};
    pd_vec3 n = pd_vec3_unit_or(pd_vec3_cross(pd_vec3_sub(b, a), pd_vec3_sub(c, a)), pd_vec3_make(0, 1, 0));
    for (int i = 0; i < 3; i++) {
        size_t v = (size_t)f->vertex_count++;
        float *rest = f->rest + 3 * v;
        float *normal = f->normals + 3 * v;
        rest[0] = (float)corners[i].x;
        rest[1] = (float)corners[i].y;
        rest[2] = (float)corners[i].z;
        normal[0] = (float)n.x;
        normal[1] = (float)n.y;
        normal[2] = (float)n.z;
        memcpy(f->colors + 3 * v, color, 3 * sizeof *color);
        f->joints[v] = joint;
        f->faces[v] = (uint32_t)v;
    }

    f->face_count++;
}

/* Adds a bone as an octahedron from a joint to a child or a tip. It moves with the joint. */
static void add_bone(pd_tool_figure *f, pd_vec3 from, pd_vec3 offset, int joint)
{
    PD_ASSERT(joint >= 0);
    double length = pd_vec3_length(offset);
    double thick = fmin(fmax(BONE_THICK * length, THIN), THICK);
    int side = 0;
    if (length < 1e-4) return;

    /* Compute a ring of four points around the thickest place of the bone. */
    pd_anim_part_of(f->skeleton.names[joint], &side);
    pd_vec3 along = pd_vec3_scale(offset, 1 / length);
    pd_vec3 u = pd_vec3_perpendicular(along);
    pd_vec3 v = pd_vec3_cross(along, u);
    pd_vec3 to = pd_vec3_add(from, offset);
    pd_vec3 ring[4];
    pd_vec3 middle = pd_vec3_fma(from, BULGE, offset);
    for (int i = 0; i < 4; i++)
        ring[i] = pd_vec3_fma(pd_vec3_fma(middle, thick * cos(M_PI_2 * i), u), thick * sin(M_PI_2 * i), v);

    /* Connect the ring to both ends of the bone by triangles. */
    for (int i = 0; i < 4; i++) {
        add_face(f, from, ring[(i + 1) % 4], ring[i], joint, colors[side + 1]);
        add_face(f, to, ring[i], ring[(i + 1) % 4], joint, colors[side + 1]);
    }
}

pd_status pd_tool_figure_init(pd_tool_figure *f, const pd_anim_clip *clip, pd_error *err)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    int count = clip->skeleton.joint_count;

    memset(f, 0, sizeof *f);
    f->skeleton = clip->skeleton;

    /* A joint has at most two bones: from its parent and to its tip. */
    size_t vertices = 3 * BONE_FACES * (size_t)(2 * count);
    f->rest = malloc(9 * vertices * sizeof *f->rest);
    f->joints = malloc(vertices * sizeof *f->joints);
    f->faces = malloc(vertices * sizeof *f->faces);
    if (!f->rest || !f->joints || !f->faces) {
        pd_tool_figure_deinit(f);
        return pd_fail(err, PD_ERR_MEMORY, "figure", "out of memory for %d bones", 2 * count);
    }

    f->normals = f->rest + 3 * vertices;
    f->colors = f->normals + 3 * vertices;

    /* Build the bones in the rest pose. */
    pd_anim_skeleton_forward(rest, NULL, &f->skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int j = 0; j < count; j++) {
        int parent = f->skeleton.parents[j];
        if (parent >= 0) add_bone(f, rest[parent], f->skeleton.offsets[j], parent);
        add_bone(f, rest[j], clip->ends[j], j);
    }

    return PD_OK;
}

void pd_tool_figure_deinit(pd_tool_figure *f)
{
    free(f->rest);
    free(f->joints);
    free(f->faces);
    memset(f, 0, sizeof *f);
}

/* Poses the figure as in a frame and moves its root above the origin.
 * Writes vertices and normals, (V,3) each. */
static void pose_figure(float *vertices, float *normals, const pd_tool_figure *f, const pd_anim_clip *clip,
                        int frame)
{
    PD_ASSERT(frame >= 0 && frame < clip->frame_count);
    pd_vec3 rest[PD_ANIM_MAX_JOINTS], p[PD_ANIM_MAX_JOINTS];
    pd_vec3 root = clip->roots[frame];
    pd_quat q[PD_ANIM_MAX_JOINTS];

    /* Places of the joints at rest and in the frame. */
    pd_anim_skeleton_forward(rest, NULL, &f->skeleton, NULL, pd_vec3_make(0, 0, 0));
    pd_anim_clip_pose(p, q, clip, frame);
    for (size_t i = 0; i < (size_t)f->vertex_count; i++) {
        int j = f->joints[i];
        const float *r = f->rest + 3 * i;
        const float *n = f->normals + 3 * i;

        /* Vertices and normals follow their joint rigidly. */
        pd_vec3 v = pd_vec3_sub(pd_vec3_make((double)r[0], (double)r[1], (double)r[2]), rest[j]);
        v = pd_vec3_add(p[j], pd_q_rotate(q[j], v));
        pd_vec3 m = pd_q_rotate(q[j], pd_vec3_make((double)n[0], (double)n[1], (double)n[2]));
        float *to = vertices + 3 * i;
        float *normal = normals + 3 * i;
        to[0] = (float)(v.x - root.x);
        to[1] = (float)v.y;
        to[2] = (float)(v.z - root.z);
        normal[0] = (float)m.x;
        normal[1] = (float)m.y;
        normal[2] = (float)m.z;
    }
}

/* ---- picture ---- */

typedef struct drawing {
    const pd_tool_figure *figure;
    const pd_anim_clip *clip;
    const pd_tool_figure_sheet *sheet;
    pd_io_image *picture;
    pd_tool_raster *rasters; /* (worker_count) */
    float *rooms;            /* (worker_count, V, 6) */
} drawing;

/* Draws one cell. Runs on a worker. */
static void draw_cell(void *arg, int index, int worker)
{
    static const uint8_t ink[3] = {40, 44, 52};
    drawing *d = arg;
    const pd_tool_figure *f = d->figure;
    const int size = d->sheet->size;
    const int first = d->sheet->first;
    const int count = d->sheet->count;
    int frame = first;

    if (count > 1) frame += (int)lround((double)index * (d->sheet->last - first) / (count - 1));
    float *vertices = d->rooms + 6 * (size_t)worker * (size_t)f->vertex_count;
    float *normals = vertices + 3 * (size_t)f->vertex_count;
    char label[64];

    /* Turn the camera with the figure's heading, or keep that of the first frame. */
    const int seen_at = d->sheet->is_fixed ? first : frame;
    const pd_vec3 ahead =
        pd_q_rotate(pd_anim_clip_frame(d->clip, seen_at)[d->clip->skeleton.root], pd_vec3_make(0, 0, 1));
    pd_draw_camera camera = {.target = {0, MIDDLE, 0},
                             .distance = REACH / tanf(0.5f * FOV),
                             .yaw = (float)atan2(ahead.x, ahead.z) + d->sheet->yaw,
                             .pitch = PITCH,
                             .fov = FOV};
    pd_tool_surface surface = {.vertices = vertices,
                               .normals = normals,
                               .colors = f->colors,
                               .faces = f->faces,
                               .vertex_count = f->vertex_count,
                               .face_count = f->face_count};
    pd_tool_raster *raster = &d->rasters[worker];

    /* Draw the ground and the figure. */
    pose_figure(vertices, normals, f, d->clip, frame);
    pd_tool_raster_clear(raster);

    static const float corners[12] = {-GROUND, 0, -GROUND, -GROUND, 0, GROUND,
                                      GROUND,  0, GROUND,  GROUND,  0, -GROUND};
    static const float up[12] = {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    static const uint32_t faces[6] = {0, 1, 2, 0, 2, 3};
    pd_tool_surface ground = {.vertices = corners,
                              .normals = up,
                              .faces = faces,
                              .vertex_count = 4,
                              .face_count = 2,
                              .albedo = {0.42f, 0.47f, 0.40f}};
    pd_tool_raster_draw(raster, &camera, &ground);

    pd_tool_raster_draw(raster, &camera, &surface);

    /* Copy the cell into the picture with its time. */
    int left = index % d->sheet->columns * size;
    int top = index / d->sheet->columns * size;
    pd_tool_raster_resolve(d->picture, left, top, raster);
    snprintf(label, sizeof label, "%.2f s", frame / d->clip->rate);
    pd_tool_raster_text(d->picture, left + 6, top + 6, size >= 300 ? 2 : 1, label, ink);
}

pd_status pd_tool_figure_render(pd_io_image *picture, const pd_tool_figure *figure, const pd_anim_clip *clip,
                                const pd_tool_figure_sheet *sheet, const pd_executor *executor, pd_error *err)
{
    drawing d = {.figure = figure, .clip = clip, .sheet = sheet, .picture = picture};
    int rows = (sheet->count + sheet->columns - 1) / sheet->columns;
    pd_status status = pd_io_image_init(picture, sheet->columns * sheet->size, rows * sheet->size, 3, 8, err);

    if (status != PD_OK) return status;
    memset(picture->samples, 190, 3 * (size_t)picture->width * (size_t)picture->height);

    /* Allocate a raster and vertices for each worker. */
    const int workers = executor->worker_count;
    d.rasters = calloc((size_t)workers, sizeof *d.rasters);
    d.rooms = malloc(6 * (size_t)workers * (size_t)figure->vertex_count * sizeof *d.rooms);
    if (!d.rasters || !d.rooms)
        status = pd_fail(err, PD_ERR_MEMORY, "sheet", "out of memory for %d workers", workers);
    for (int i = 0; status == PD_OK && i < workers; i++)
        status = pd_tool_raster_init(&d.rasters[i], sheet->size, sheet->size, 3, err);
    if (status == PD_OK) pd_execute(executor, draw_cell, &d, sheet->count);
    for (int i = 0; d.rasters && i < workers; i++) pd_tool_raster_deinit(&d.rasters[i]);
    free(d.rasters);
    free(d.rooms);
    if (status != PD_OK) pd_io_image_deinit(picture);

    return status;
}

/* ---- GLB ---- */

pd_status pd_tool_figure_glb(pd_buffer *out, const pd_tool_figure *f, const pd_anim_clip *clip,
                             const char *name, pd_error *err)
{
    size_t joint_count = (size_t)f->skeleton.joint_count;
    size_t frames = (size_t)clip->frame_count;
    size_t weight_count = (size_t)f->vertex_count * joint_count;
    float *block = calloc(weight_count + 3 * joint_count + frames * (4 + 4 * joint_count), sizeof *block);

    if (!block) return pd_fail(err, PD_ERR_MEMORY, "glb", "out of memory for %zu frames", frames);
    float *weights = block;                  /* (V,K) one-hot */
    float *joints = weights + weight_count;  /* (K,3) at rest */
    float *times = joints + 3 * joint_count; /* (T)           */
    float *roots = times + frames;           /* (T,3)         */
    float *rotations = roots + 3 * frames;   /* (T,K,4)       */

    /* Describe the rest pose: each vertex follows one joint with weight 1. */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    pd_anim_skeleton_forward(rest, NULL, &f->skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (size_t i = 0; i < (size_t)f->vertex_count; i++) weights[i * joint_count + (size_t)f->joints[i]] = 1;
    for (size_t j = 0; j < joint_count; j++) {
        float *to = joints + 3 * j;
        to[0] = (float)rest[j].x;
        to[1] = (float)rest[j].y;
        to[2] = (float)rest[j].z;
    }

    /* Times, root and rotations of all frames. */
    for (size_t t = 0; t < frames; t++) {
        const pd_quat *q = pd_anim_clip_frame(clip, (int)t);
        float *root = roots + 3 * t;
        float *to = rotations + 4 * joint_count * t;
        times[t] = (float)((double)t / clip->rate);
        root[0] = (float)clip->roots[t].x;
        root[1] = (float)clip->roots[t].y;
        root[2] = (float)clip->roots[t].z;
        for (size_t j = 0; j < joint_count; j++, to += 4) {
            to[0] = (float)q[j].x;
            to[1] = (float)q[j].y;
            to[2] = (float)q[j].z;
            to[3] = (float)q[j].w;
        }
    }

    /* Write a rigged mesh with one animation. */
    pd_io_mesh_body body = {.vertices = f->rest, .normals = f->normals};
    pd_io_mesh mesh = {.bodies = &body,
                       .body_count = 1,
                       .vertex_count = f->vertex_count,
                       .faces = f->faces,
                       .face_count = f->face_count,
                       .frame = PD_FRAME_GLTF};
    pd_io_glb_rig rig = {.joint_count = f->skeleton.joint_count,
                         .parents = f->skeleton.parents,
                         .names = (const char(*)[32])f->skeleton.names,
                         .weights = weights};
    pd_io_glb_pose at_rest = {
        .rest = f->rest, .rest_normals = f->normals, .rest_joints = joints, .root = roots};
    pd_io_glb_clip animation = {.name = name,
                                .frame_count = clip->frame_count,
                                .times = times,
                                .quaternions = rotations,
                                .root = roots};
    const pd_io_glb glb = {
        .mesh = &mesh, .rig = &rig, .poses = &at_rest, .clips = &animation, .clip_count = 1};
    pd_status status = pd_io_glb_write(out, &glb, err);
    free(block);

    return status;
}
