/* The renderer: what is covered, what is in front, what light does. Expected values are geometry. */
#include "core/draw/draw.h"
#include "core/draw/occlusion.h"
#include "core/draw/raster.h"
#include "core/draw/tone.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 64 };

/* A square of 1 m about the origin that faces +Z, moved by z. */
static const uint32_t square_faces[6] = {0, 1, 2, 0, 2, 3};
static void square(float vertices[12], float normals[12], float z)
{
    static const float at[4][2] = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
    for (int i = 0; i < 4; i++) {
        vertices[3 * i] = at[i][0], vertices[3 * i + 1] = at[i][1], vertices[3 * i + 2] = z;
        normals[3 * i] = normals[3 * i + 1] = 0, normals[3 * i + 2] = 1;
    }
}

/* Returns the surface of a square whose texture's alpha is cut out. */
static pd_draw_surface cut_out_square(const float *vertices, const float *normals,
                                      const pd_draw_texture *texture)
{
    static const float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    return (pd_draw_surface){.vertices = vertices,
                             .normals = normals,
                             .uvs = uvs,
                             .faces = square_faces,
                             .vertex_count = 4,
                             .face_count = 2,
                             .color = {1, 1, 1},
                             .roughness = 1,
                             .albedo = texture,
                             .has_alpha = true};
}

static pd_draw_job job_of(uint8_t *picture, const pd_draw_surface *surfaces, int count)
{
    pd_draw_job job = {.picture = picture,
                       .width = SIDE,
                       .height = SIDE,
                       .samples = 3,
                       .camera = {{0, 0, 0}, 10, 0, 0, 2 * atanf(0.1f)}, /* 2 m high at the target */
                       .surfaces = surfaces,
                       .surface_count = count,
                       .is_clear = true};
    job.light = pd_draw_studio(&job.camera);
    return job;
}

static void run(const pd_draw_job *job, const pd_executor *executor)
{
    pd_arena scratch;
    pd_error err = {0};
    assert_int_equal(pd_draw_check(job, &err), PD_OK);
    assert_true(pd_arena_init(&scratch, pd_draw_scratch_bytes(job, executor->worker_count)));
    pd_draw_run(job, &scratch, executor);
    assert_true(scratch.used <= scratch.size);
    pd_arena_deinit(&scratch);
}

/* Sum of alpha in pixels. */
static double covered(const uint8_t *picture)
{
    double sum = 0;
    for (int i = 0; i < SIDE * SIDE; i++) sum += picture[4 * i + 3] / 255.0;
    return sum;
}

/* 1 m of 2 m: half of the side, a quarter of the pixels, since the square's edges fall between samples. */
static void a_square_covers_the_area_that_perspective_gives_it(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE];
    float v[12], n[12];
    square(v, n, 0);
    pd_draw_surface s = {.vertices = v,
                         .normals = n,
                         .faces = square_faces,
                         .vertex_count = 4,
                         .face_count = 2,
                         .color = {1, 1, 1},
                         .roughness = 1};
    pd_draw_job job = job_of(picture, &s, 1);
    run(&job, &pd_executor_serial);
    assert_true(fabs(covered(picture) - SIDE * SIDE / 4.0) < 0.5);

    /* At 5 m instead of 10 it is twice as large. */
    square(v, n, 5);
    run(&job, &pd_executor_serial);
    assert_true(fabs(covered(picture) - SIDE * SIDE) < 0.5);

    /* Its back is not seen, unless it is two-sided. */
    job.camera.yaw = 3.14159265f;
    square(v, n, 0);
    run(&job, &pd_executor_serial);
    assert_true(covered(picture) == 0);
    s.two_sided = true;
    run(&job, &pd_executor_serial);
    assert_true(fabs(covered(picture) - SIDE * SIDE / 4.0) < 0.5);
}

/* A disk of thin triangles around its middle covers its area without a hole: each row of them begins and ends
 * with samples of no triangle. */
static void slivers_cover_a_disk_without_holes(void **state)
{
    (void)state;
    enum { SLIVERS = 90 };
    static uint8_t picture[4 * SIDE * SIDE];
    float v[3 * (SLIVERS + 1)] = {0}, n[3 * (SLIVERS + 1)] = {0};
    uint32_t faces[3 * SLIVERS];
    for (int i = 0; i <= SLIVERS; i++) {
        const float angle = 6.2831853f * (float)i / SLIVERS;
        n[3 * i + 2] = 1;
        if (i == SLIVERS) continue; /* the middle */
        v[3 * i] = 0.9f * cosf(angle), v[3 * i + 1] = 0.9f * sinf(angle);
        faces[3 * i] = (uint32_t)i, faces[3 * i + 1] = (uint32_t)((i + 1) % SLIVERS),
                  faces[3 * i + 2] = SLIVERS;
    }
    const pd_draw_surface s = {.vertices = v,
                               .normals = n,
                               .faces = faces,
                               .vertex_count = SLIVERS + 1,
                               .face_count = SLIVERS,
                               .roughness = 1};
    const pd_draw_job job = job_of(picture, &s, 1);
    run(&job, &pd_executor_serial);
    const double radius = 0.45 * SIDE;
    assert_true(fabs(covered(picture) - 3.1416 * radius * radius) < 0.01 * 3.1416 * radius * radius);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            const double far = hypot(x + 0.5 - SIDE / 2.0, y + 0.5 - SIDE / 2.0);
            if (far < radius - 1.5) assert_int_equal(picture[4 * (y * SIDE + x) + 3], 255);
            if (far > radius + 1.5) assert_int_equal(picture[4 * (y * SIDE + x) + 3], 0);
        }
}

/* Red before green, in either order of drawing. */
static void the_nearer_surface_is_seen(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE];
    float v[2][12], n[2][12];
    for (int i = 0; i < 2; i++) square(v[i], n[i], i ? 0.5f : -0.5f);
    for (int turn = 0; turn < 2; turn++) {
        pd_draw_surface s[2];
        for (int i = 0; i < 2; i++) {
            const int k = turn ? 1 - i : i;
            s[i] = (pd_draw_surface){.vertices = v[k],
                                     .normals = n[k],
                                     .faces = square_faces,
                                     .vertex_count = 4,
                                     .face_count = 2,
                                     .roughness = 1};
            s[i].color[k ? 0 : 1] = 0.5f;
        }
        const pd_draw_job job = job_of(picture, s, 2);
        run(&job, &pd_executor_serial);
        const uint8_t *middle = picture + 4 * (SIDE / 2 * SIDE + SIDE / 2);
        assert_true(middle[0] > 100 && middle[1] < middle[0] / 2);
    }
}

/* Black hair shows its highlight alone: half of it at half the gloss, none where it is rough. */
static void rough_hair_has_a_weak_highlight(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE];
    static const float down[12] = {0, -1, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0}, uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    static const float roughness[3] = {0.55f, 0.775f, 1};
    float v[12], n[12];
    int bright[3];
    square(v, n, 0);
    for (int r = 0; r < 3; r++) {
        const pd_draw_surface s = {.vertices = v,
                                   .normals = n,
                                   .uvs = uvs,
                                   .second = down,
                                   .faces = square_faces,
                                   .vertex_count = 4,
                                   .face_count = 2,
                                   .kind = PD_DRAW_HAIR,
                                   .roughness = roughness[r]};
        const pd_draw_job job = job_of(picture, &s, 1);
        run(&job, &pd_executor_serial);
        bright[r] = picture[4 * (SIDE / 2 * SIDE + SIDE / 2)];
    }
    assert_true(bright[0] > bright[1] + 3 && bright[1] > bright[2] + 3);
    assert_true(bright[2] < 3);
}

/* A texture with alpha a covers the share a of the samples, for each a. */
static void alpha_covers_its_share(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE];
    float v[12], n[12];
    square(v, n, 0);
    for (int alpha = 0; alpha <= 255; alpha += 51) {
        pd_io_image image;
        pd_draw_texture texture;
        assert_int_equal(pd_io_image_init(&image, 4, 4, 4, 8, NULL), PD_OK);
        for (int i = 0; i < 16; i++)
            memset((uint8_t *)image.samples + 4 * i, 200, 3),
                ((uint8_t *)image.samples)[4 * i + 3] = (uint8_t)alpha;
        assert_int_equal(pd_draw_texture_init(&texture, &image, NULL), PD_OK);
        const pd_draw_surface s = cut_out_square(v, n, &texture);
        const pd_draw_job job = job_of(picture, &s, 1);
        run(&job, &pd_executor_serial);
        assert_true(fabs(covered(picture) - SIDE * SIDE / 4.0 * alpha / 255) < SIDE * SIDE / 4.0 * 0.06);
        pd_draw_texture_deinit(&texture);
    }
}

/* A wall beside the light's way shades the floor behind it: the floor is darker with it than without. */
static void objects_before_the_light_cast_a_shadow(void **state)
{
    (void)state;
    static uint8_t lit[4 * SIDE * SIDE], shaded[4 * SIDE * SIDE];
    float v[2][12], n[2][12];
    square(v[0], n[0], 0);
    pd_draw_surface s[2] = {{.vertices = v[0],
                             .normals = n[0],
                             .faces = square_faces,
                             .vertex_count = 4,
                             .face_count = 2,
                             .color = {0.5f, 0.5f, 0.5f},
                             .roughness = 1}};
    pd_draw_job job = job_of(lit, s, 1);
    job.light.exposure = 0.5f;
    run(&job, &pd_executor_serial);

    /* The wall hangs between the middle of the floor and the key light, outside of the picture. */
    square(v[1], n[1], 0);
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 3; c++) v[1][3 * i + c] = 0.25f * v[1][3 * i + c] + 0.45f * job.light.key_to[c];
    s[1] = s[0], s[1].vertices = v[1], s[1].normals = n[1], s[1].two_sided = true;
    job.surface_count = 2;
    job.picture = shaded;
    run(&job, &pd_executor_serial);
    const size_t middle = 4 * (SIDE / 2 * SIDE + SIDE / 2);
    assert_true(shaded[middle] < lit[middle] - 20);
}

/* Runs tasks from the last to the first, as other workers might. */
static void backwards(void *ctx, pd_task *task, void *arg, int count)
{
    (void)ctx;
    for (int i = count - 1; i >= 0; i--) task(arg, i, i % 3);
}

static void the_picture_does_not_depend_on_the_order_of_tasks_and_their_workers(void **state)
{
    (void)state;
    static uint8_t a[4 * SIDE * SIDE], b[4 * SIDE * SIDE];
    float v[12], n[12];
    square(v, n, 0);
    const pd_draw_surface s = {.vertices = v,
                               .normals = n,
                               .faces = square_faces,
                               .vertex_count = 4,
                               .face_count = 2,
                               .color = {1, 0.5f, 0.2f},
                               .roughness = 0.3f,
                               .kind = PD_DRAW_SKIN};
    pd_draw_job job = job_of(a, &s, 1);
    job.camera.yaw = 0.4f;
    run(&job, &pd_executor_serial);
    job.picture = b;
    run(&job, &(pd_executor){backwards, NULL, 3});
    assert_memory_equal(a, b, sizeof a);
}

/* A plane hides no light from itself, seen at any angle; the foot of a step does. */
static void a_plane_is_open_and_a_corner_is_not(void **state)
{
    (void)state;
    enum { N = 48 };
    static float depth[N * N], open[N * N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) depth[N * y + x] = 2 + 0.004f * (float)x;
    pd_draw_occlusion(open, depth, N, N, 0.05f, 400, 0, N);
    for (int y = 12; y < N - 12; y++)
        for (int x = 12; x < N - 12; x++) assert_true(open[N * y + x] > 0.99f);

    /* A step of 4 cm: dark at its foot, open on top and far from it. */
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) depth[N * y + x] = x < N / 2 ? 2.0f : 1.96f;
    pd_draw_occlusion(open, depth, N, N, 0.05f, 400, 0, N);
    assert_true(open[N * 24 + 22] < 0.9f && open[N * 24 + 30] > 0.95f && open[N * 24 + 4] > 0.95f);
}

/* In a crease of grey skin, under the same light from all sides, all channels are equally bright: the walls'
 * light has their colour. Red had sqrt(open), so that creases at the corners of eyes looked sore. The crease
 * is brighter than the light that reaches it alone, and less bright than open skin. */
static void creases_of_grey_skin_are_grey(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE], surface[3] = {51, 255, 0}, white[3] = {255, 255, 255};
    static const float uvs[8] = {0};
    float v[12], n[12];
    square(v, n, 0);
    const pd_draw_texture crease = {.level_count = 1, .channels = 3, .levels = {{1, 1, 3, 8, surface}}},
                          flat = {.level_count = 1, .channels = 3, .levels = {{1, 1, 3, 8, white}}};
    pd_draw_surface s = {.vertices = v,
                         .normals = n,
                         .uvs = uvs,
                         .faces = square_faces,
                         .vertex_count = 4,
                         .face_count = 2,
                         .color = {0.5f, 0.5f, 0.5f},
                         .roughness = 1,
                         .surface = &crease,
                         .kind = PD_DRAW_SKIN};
    pd_draw_job job = job_of(picture, &s, 1);
    for (int c = 0; c < 3; c++)
        job.light.key[c] = job.light.fill[c] = job.light.rim[c] = 0,
        job.light.sky[c] = job.light.ground[c] = 0.5f;
    const uint8_t *middle = picture + 4 * (SIDE / 2 * SIDE + SIDE / 2);
    run(&job, &pd_executor_serial);
    assert_true(middle[0] == middle[1] && middle[1] == middle[2]);
    const int dark = middle[0];
    s.kind = PD_DRAW_PLAIN;
    run(&job, &pd_executor_serial);
    assert_true(middle[0] < dark);
    s.kind = PD_DRAW_SKIN, s.surface = &flat;
    run(&job, &pd_executor_serial);
    assert_true(dark < middle[0]);
}

/* IEC 61966-2-1 at the ends, at half and where its two branches meet; and back again. */
static void the_srgb_transfer_function_is_that_of_the_standard(void **state)
{
    (void)state;
    assert_int_equal(pd_draw_srgb(0), 0);
    assert_int_equal(pd_draw_srgb(1), 255);
    assert_int_equal(pd_draw_srgb(0.5f), 188);
    assert_int_equal(pd_draw_srgb(0.0031308f), 10);
    for (int i = 0; i < 256; i++) assert_int_equal(pd_draw_srgb(pd_draw_linear((float)i)), i);

    /* The table has the same numbers, also beside the values at which they change and beyond 0 and 1. */
    static pd_draw_srgb_table table;
    pd_draw_srgb_table_fill(&table);
    for (int i = -100; i <= 70000; i++) {
        const float value = (float)i / 65536;
        assert_int_equal(pd_draw_srgb_find(&table, value), pd_draw_srgb(value));
    }
    for (int i = 1; i < 256; i++) {
        assert_int_equal(pd_draw_srgb_find(&table, table.from[i]), i);
        assert_int_equal(pd_draw_srgb_find(&table, nextafterf(table.from[i], 0)), i - 1);
    }

    /* The tone curve keeps the order of brightness, stays below 1, and leaves grey grey. */
    float last = -1;
    for (int i = 0; i <= 100; i++) {
        float grey[3] = {0.1f * (float)i, 0.1f * (float)i, 0.1f * (float)i};
        pd_draw_tone(grey);
        assert_true(grey[0] > last && grey[0] < 1 && grey[0] == grey[1] && grey[1] == grey[2]);
        last = grey[0];
    }
}

/* A texture of black and white columns: texel by texel near, their mean far away. */
static void far_textures_are_averages(void **state)
{
    (void)state;
    pd_io_image image;
    pd_draw_texture t;
    float out[4];
    assert_int_equal(pd_io_image_init(&image, 8, 8, 1, 8, NULL), PD_OK);
    for (int i = 0; i < 64; i++) ((uint8_t *)image.samples)[i] = i % 2 ? 255 : 0;
    assert_int_equal(pd_draw_texture_init(&t, &image, NULL), PD_OK);
    assert_null(image.samples);
    assert_int_equal(t.level_count, 4);
    pd_draw_texture_at(out, &t, (const float[2]){1.5f / 8, 0.5f}, 1);
    assert_true(out[0] == 255);
    pd_draw_texture_at(out, &t, (const float[2]){2.0f / 8, 0.5f}, 1);
    assert_true(fabsf(out[0] - 127.5f) < 0.01f);
    pd_draw_texture_at(out, &t, (const float[2]){1.5f / 8, 0.5f}, 4);
    assert_true(fabsf(out[0] - 128) < 1);

    /* With nearly two texels per pixel the columns are nearly grey:
     * one of them alone would make a pattern of its own. */
    pd_draw_texture_at(out, &t, (const float[2]){1.5f / 8, 0.5f}, 1.9f);
    assert_true(fabsf(out[0] - 128) < 12);
    pd_draw_texture_deinit(&t);
}

/* Returns the mean of the green of the middle of a picture of one square. */
static double middle_of(const pd_draw_surface *s)
{
    static uint8_t picture[4 * SIDE * SIDE];
    const pd_draw_job job = job_of(picture, s, 1);
    double sum = 0;
    int count = 0;
    run(&job, &pd_executor_serial);
    for (int y = 2 * SIDE / 5; y < 3 * SIDE / 5; y++)
        for (int x = 2 * SIDE / 5; x < 3 * SIDE / 5; x++, count++) sum += picture[4 * (y * SIDE + x) + 1];
    return sum / count;
}

/* The shade at the places multiplies the albedo, or half of it and the occlusion; folds that lean to the
 * light are lighter than those that lean away. */
static void folds_and_shade_at_the_places_are_seen(void **state)
{
    (void)state;
    static const float places[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    float vertices[12], normals[12];
    square(vertices, normals, 0);
    pd_draw_texture shade, folds[2];
    pd_io_image image;
    assert_int_equal(pd_io_image_init(&image, 4, 4, 1, 8, NULL), PD_OK);
    memset(image.samples, 188, 16); /* half of the light */
    assert_int_equal(pd_draw_texture_init(&shade, &image, NULL), PD_OK);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(pd_io_image_init(&image, 4, 4, 3, 8, NULL), PD_OK);
        for (int i = 0; i < 16; i++)
            memcpy((uint8_t *)image.samples + 3 * i, (uint8_t[3]){k ? 190 : 66, 128, 238}, 3);
        assert_int_equal(pd_draw_texture_init(&folds[k], &image, NULL), PD_OK);
    }
    pd_draw_surface s = cut_out_square(vertices, normals, NULL);
    s.has_alpha = false;
    for (int c = 0; c < 3; c++) s.color[c] = 0.5f;
    const double plain = middle_of(&s);
    s.places = places, s.shade = &shade;
    const double tiled = middle_of(&s);
    s.is_at_places = true;
    const double shown = middle_of(&s);
    assert_true(tiled < 0.95 * plain && shown < 0.9 * plain && shown > 0.4 * plain);
    s.shade = NULL, s.is_at_places = false;
    double leaning[2];
    for (int k = 0; k < 2; k++) s.folds = &folds[k], leaning[k] = middle_of(&s);
    assert_true(leaning[0] > 1.1 * leaning[1]); /* the key light is on the left */
    pd_draw_texture_deinit(&shade);
    for (int k = 0; k < 2; k++) pd_draw_texture_deinit(&folds[k]);
}

/* A black plate covers the right of a white one 2 cm behind it. In the pixel of its edge the white share is
 * as dark as the white beside it, which the plate shades:
 * occlusion at the pixel's centre is that of the black plate. */
static void what_is_behind_an_edge_is_as_dark_as_beside_it(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE];
    const float pixel = 0.2f * 0.98f / SIDE, edge = 8.4f * pixel; /* 0.4 of column 40 shows the white plate */
    float back[12], front[12], n[12];
    square(back, n, 0), square(front, n, 0.02f);
    for (int i = 0; i < 4; i++) front[3 * i] += 0.5f + edge;
    pd_draw_surface s[2] = {{.color = {0.8f, 0.8f, 0.8f}}, {.color = {0, 0, 0}}};
    for (int i = 0; i < 2; i++) {
        s[i].vertices = i ? front : back, s[i].normals = n, s[i].faces = square_faces;
        s[i].vertex_count = 4, s[i].face_count = 2, s[i].roughness = 1;
    }
    pd_draw_job job = job_of(picture, s, 2);
    job.camera.distance = 1;
    job.light = pd_draw_studio(&job.camera);
    for (int c = 0; c < 3; c++) job.light.key[c] = 0;
    run(&job, &pd_executor_serial);

    /* Linear brightness of the row's middle, without what the black plate reflects. */
    const uint8_t *row = picture + (size_t)4 * SIDE * (SIDE / 2);
    const float black = pd_draw_linear(row[4 * 50]), beside = pd_draw_linear(row[4 * 39]) - black,
                at_edge = pd_draw_linear(row[4 * 40]) - black, far = pd_draw_linear(row[4 * 5]) - black;
    assert_true(beside < 0.9f * far);
    assert_true(fabsf(3 * at_edge / beside - 1) < 0.06f);
}

static void jobs_that_cannot_be_drawn_are_refused(void **state)
{
    (void)state;
    static uint8_t picture[4 * SIDE * SIDE];
    float v[12], n[12];
    pd_error err;
    square(v, n, 0);
    pd_draw_surface s = {
        .vertices = v, .normals = n, .faces = square_faces, .vertex_count = 4, .face_count = 2};
    pd_draw_job job = job_of(picture, &s, 1);
    job.width = 5000;
    assert_int_equal(pd_draw_check(&job, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "width");
    job = job_of(picture, &s, 1), job.samples = 9;
    assert_int_equal(pd_draw_check(&job, &err), PD_ERR_RANGE);
    job = job_of(picture, &s, 1), job.camera.distance = 0;
    assert_int_equal(pd_draw_check(&job, &err), PD_ERR_RANGE);
    job = job_of(picture, &s, 1), s.has_alpha = true;
    assert_int_equal(pd_draw_check(&job, &err), PD_ERR_INVALID);
    s.has_alpha = false, s.kind = PD_DRAW_HAIR;
    assert_int_equal(pd_draw_check(&job, &err), PD_ERR_INVALID);
}

/* Strokes of a texture that are thinner than a sample, such as lashes, cover their share of every pixel
 * column; read between the texels, some columns had twice as much, others nothing. */
static void thin_strokes_cover_evenly(void **state)
{
    (void)state;
    enum { TEXELS = 512, PERIOD = 17, WIDTH = 2 };
    static uint8_t picture[4 * SIDE * SIDE];
    const double share = (double)WIDTH / PERIOD;
    float v[12], n[12];
    pd_io_image image;
    pd_draw_texture texture;
    square(v, n, 0);
    assert_int_equal(pd_io_image_init(&image, TEXELS, TEXELS, 4, 8, NULL), PD_OK);
    for (int i = 0; i < TEXELS * TEXELS; i++)
        memset((uint8_t *)image.samples + 4 * i, i % TEXELS % PERIOD < WIDTH ? 255 : 0, 4);
    assert_int_equal(pd_draw_texture_init(&texture, &image, NULL), PD_OK);
    const pd_draw_surface s = cut_out_square(v, n, &texture);
    const pd_draw_job job = job_of(picture, &s, 1);
    run(&job, &pd_executor_serial);

    /* Columns inside of the square, which is half as wide and half as high as the picture. */
    for (int x = SIDE / 4 + 2; x < 3 * SIDE / 4 - 2; x++) {
        double sum = 0;
        for (int y = SIDE / 4; y < 3 * SIDE / 4; y++) sum += picture[4 * (y * SIDE + x) + 3] / 255.0;
        const double found = sum / (SIDE / 2);
        if (fabs(found - share) > 0.5 * share) fail_msg("column %d: %.3f, %.3f expected", x, found, share);
    }
    pd_draw_texture_deinit(&texture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_square_covers_the_area_that_perspective_gives_it),
        cmocka_unit_test(slivers_cover_a_disk_without_holes),
        cmocka_unit_test(the_nearer_surface_is_seen),
        cmocka_unit_test(rough_hair_has_a_weak_highlight),
        cmocka_unit_test(alpha_covers_its_share),
        cmocka_unit_test(thin_strokes_cover_evenly),
        cmocka_unit_test(objects_before_the_light_cast_a_shadow),
        cmocka_unit_test(the_picture_does_not_depend_on_the_order_of_tasks_and_their_workers),
        cmocka_unit_test(a_plane_is_open_and_a_corner_is_not),
        cmocka_unit_test(creases_of_grey_skin_are_grey),
        cmocka_unit_test(the_srgb_transfer_function_is_that_of_the_standard),
        cmocka_unit_test(far_textures_are_averages),
        cmocka_unit_test(folds_and_shade_at_the_places_are_seen),
        cmocka_unit_test(what_is_behind_an_edge_is_as_dark_as_beside_it),
        cmocka_unit_test(jobs_that_cannot_be_drawn_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
