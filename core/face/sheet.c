#include "core/face/sheet.h"

#include "core/draw/draw.h"
#include "core/io/mesh/png.h"
#include "core/retarget/face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS  6
#define ROWS     3
#define SIDE     256   /* pixels of a picture */
#define FOV      0.35f /* radians */
#define DISTANCE 0.72f /* metres from the face */
#define MIXED    3     /* most shapes of a picture */

/* Shapes of each picture, at weight 1. */
static const char *const sheet_shapes[ROWS * COLUMNS][MIXED] = {
    {NULL},
    {"eyeBlinkLeft", "eyeBlinkRight"},
    {"eyeLookOutLeft", "eyeLookInRight"},
    {"eyeWideLeft", "eyeWideRight"},
    {"browInnerUp"},
    {"browDownLeft", "browDownRight"},
    {"jawOpen"},
    {"mouthSmileLeft", "mouthSmileRight"},
    {"mouthFrownLeft", "mouthFrownRight"},
    {"mouthPucker"},
    {"mouthFunnel"},
    {"cheekPuff"},
    {"jawOpen", "mouthClose"},
    {"viseme_PP"},
    {"viseme_aa"},
    {"viseme_E"},
    {"viseme_O"},
    {"tongueOut", "jawOpen"},
};

/* Colours of the kinds of islands: skin, still, eyes, teeth, tongue, film; linear. */
static const float sheet_colors[PD_FACE_PARTS][3] = {
    [PD_FACE_PART_SKIN] = {0.50f, 0.47f, 0.44f},        [PD_FACE_PART_STILL] = {0.22f, 0.22f, 0.24f},
    [PD_FACE_PART_LEFT_EYE] = {0.75f, 0.78f, 0.82f},    [PD_FACE_PART_RIGHT_EYE] = {0.75f, 0.78f, 0.82f},
    [PD_FACE_PART_UPPER_TEETH] = {0.80f, 0.78f, 0.66f}, [PD_FACE_PART_LOWER_TEETH] = {0.70f, 0.72f, 0.58f},
    [PD_FACE_PART_TONGUE] = {0.60f, 0.25f, 0.25f},      [PD_FACE_PART_FILM] = {0.16f, 0.12f, 0.10f}};

/* Arrays of one picture. */
typedef struct sheet_arrays {
    float *vertices, *normals, *colors;
    uint32_t *faces;
    double (*rest)[3]; /* borrowed */
    uint8_t *picture;
} sheet_arrays;

/* Draws one picture into its place of the sheet. */
static bool draw_sheet_picture(pd_io_image *image, sheet_arrays *a, pd_face_mesh *m, const pd_face *face,
                               int index)
{
    const size_t n = (size_t)m->count;

    /* The moved mesh, with its normals. */
    memcpy(m->at, a->rest, n * sizeof *m->at);
    for (int k = 0; k < MIXED && sheet_shapes[index][k]; k++) {
        const double(*d)[3] = (const double(*)[3])(face->carried.shapes +
                                                   (size_t)pd_face_shape_find(sheet_shapes[index][k]) * n);
        for (size_t v = 0; v < n; v++)
            for (int x = 0; x < 3; x++) m->at[v][x] += d[v][x];
    }
    pd_face_mesh_normals(m);
    for (size_t i = 0; i < 3 * n; i++) {
        a->vertices[i] = (float)m->at[i / 3][i % 3];
        a->normals[i] = (float)m->normals[i / 3][i % 3];
        a->colors[i] = sheet_colors[face->parts.of[m->island[i / 3]]][i % 3];
    }

    pd_draw_surface surface = {.vertices = a->vertices,
                               .normals = a->normals,
                               .colors = a->colors,
                               .faces = a->faces,
                               .vertex_count = m->count,
                               .face_count = m->face_count,
                               .kind = PD_DRAW_PLAIN,
                               .color = {1, 1, 1},
                               .roughness = 0.75f,
                               .two_sided = true};
    const double *eyes[2] = {face->found.eyes[0], face->found.eyes[1]};
    pd_draw_job job = {.picture = a->picture,
                       .width = SIDE,
                       .height = SIDE,
                       .samples = 2,
                       .surfaces = &surface,
                       .surface_count = 1,
                       .background = {{0.8f, 0.82f, 0.85f}, {0.6f, 0.62f, 0.65f}}};
    job.camera = (pd_draw_camera){.distance = DISTANCE, .fov = FOV, .yaw = 0.12f};
    for (int x = 0; x < 3; x++) job.camera.target[x] = (float)((eyes[0][x] + eyes[1][x]) / 2);
    job.camera.target[1] -= 0.035f;
    job.light = pd_draw_studio(&job.camera);

    pd_arena scratch;
    if (!pd_arena_init(&scratch, pd_draw_scratch_bytes(&job, 1))) return false;
    pd_draw_run(&job, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    for (int y = 0; y < SIDE; y++) {
        const size_t row = (size_t)(index / COLUMNS * SIDE + y) * (size_t)image->width;
        memcpy((uint8_t *)image->samples + 3 * (row + (size_t)(index % COLUMNS * SIDE)),
               a->picture + 3 * (size_t)y * SIDE, 3 * SIDE);
    }

    return true;
}

pd_status pd_face_sheet(pd_buffer *out, const pd_face *face, const pd_cancel *cancel, pd_error *err)
{
    const size_t n = (size_t)face->mesh.count + 1;
    pd_face_mesh mesh = face->mesh;
    sheet_arrays a = {.vertices = malloc(3 * n * sizeof(float)),
                      .normals = malloc(3 * n * sizeof(float)),
                      .colors = malloc(3 * n * sizeof(float)),
                      .faces = malloc(3 * (size_t)mesh.face_count * sizeof(uint32_t)),
                      .rest = face->mesh.at,
                      .picture = malloc(3 * (size_t)SIDE * SIDE)};
    pd_io_image image = {0};

    /* A copy of what moves. */
    mesh.at = malloc(n * sizeof *mesh.at);
    mesh.normals = malloc(n * sizeof *mesh.normals);
    pd_status status = a.vertices && a.normals && a.colors && a.faces && a.picture && mesh.at && mesh.normals
                           ? pd_io_image_init(&image, COLUMNS * SIDE, ROWS * SIDE, 3, 8, err)
                           : pd_fail(err, PD_ERR_MEMORY, "picture", "out of memory");
    for (int f = 0; status == PD_OK && f < 3 * mesh.face_count; f++)
        a.faces[f] = (uint32_t)mesh.faces[f / 3][f % 3];
    for (int i = 0; status == PD_OK && i < ROWS * COLUMNS; i++) {
        if (pd_cancelled(cancel))
            status = pd_fail(err, PD_ERR_BUSY, "", "cancelled");
        else if (!draw_sheet_picture(&image, &a, &mesh, face, i))
            status = pd_fail(err, PD_ERR_MEMORY, "picture", "out of memory");
    }
    if (status == PD_OK) status = pd_io_png_write_level(out, &image, PD_IO_PNG_QUICK, err);
    pd_io_image_deinit(&image);
    free(a.vertices);
    free(a.normals);
    free(a.colors);
    free(a.faces);
    free(a.picture);
    free(mesh.at);
    free(mesh.normals);

    return status;
}
