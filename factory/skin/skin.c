#include "factory/skin/skin.h"

#include "core/base/assert.h"
#include "core/io/mesh/png.h"
#include "core/math/triangle_tree.h"
#include "factory/makehuman/makehuman.h"
#include "core/wardrobe/palette.h"
#include "factory/skin/grain.h"
#include "factory/skin/picture.h"
#include "factory/skin/skin_layout.h"
#include "factory/skin/skin_paint.h"
#include "factory/skin/texture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RAYS        96    /* directions that a vertex looks for skin in */
#define REACH       0.22f /* metres: skin farther off takes no light away */
#define PAD         6     /* texels by which islands grow, so that filters find colour beyond their edge */
#define TISSUE_SIDE 512
#define RELIEF_SIDE 1024
#define HEAD_ROWS   0.53f /* share of the texture that shows the head */
#define AT_LIPS     0.12f /* share of the grain on lips */
#define AT_LIDS     0.22f /* share of the grain at the lids */
#define PNG_EFFORT  12    /* of libdeflate */

/* Inputs of the skin's paint, one value for each vertex. */
typedef struct vertex_fields {
    float *normals, *lips, *ear, *hand, *foot, *head, *open; /* (V,3), then (V) each */
} vertex_fields;

/* The point of the skin that a texel shows; is_on: the texel is on an island. */
typedef struct texel {
    pd_factory_skin_place place;
    float open, picture[2]; /* picture: texture coordinates of MakeHuman */
    bool is_on;
} texel;

/* ---- vertices ---- */

/* Adds |move| of a target to each vertex it moves. Returns the longest move. */
static pd_status add_target(float *out, float *longest, const char *folder, const char *name,
                            int vertex_count, pd_error *err)
{
    char path[1024];
    pd_buffer text = {0};
    pd_factory_target target;

    snprintf(path, sizeof path, "%s/targets/%s.target", folder, name);
    pd_status status = pd_factory_read(&text, path, err);
    if (status == PD_OK) {
        status = pd_factory_target_parse(&target, (pd_bytes){text.data, text.size}, 19158, vertex_count, path,
                                         err);
        for (int i = 0; status == PD_OK && i < target.move_count; i++) {
            const float *o = target.moves[i].offset;
            const float length = sqrtf(o[0] * o[0] + o[1] * o[1] + o[2] * o[2]);
            float *at = &out[target.moves[i].vertex];
            *at = fmaxf(*at, length);
            *longest = fmaxf(*longest, length);
        }

        if (status == PD_OK) pd_factory_target_deinit(&target);
    }

    pd_buffer_deinit(&text);

    return status;
}

/* Writes how much each vertex belongs to a part, 0 to 1: how far targets of that part move it, relative to
 * the longest move. */
static pd_status skin_part_of(float *out, const char *folder, const char *const *names, float from, float to,
                              int vertex_count, pd_error *err)
{
    float longest = 1e-9f;
    pd_status status = PD_OK;

    memset(out, 0, (size_t)vertex_count * sizeof *out);
    for (; *names && status == PD_OK; names++)
        status = add_target(out, &longest, folder, *names, vertex_count, err);
    for (int v = 0; v < vertex_count; v++) {
        const float t = fmaxf(0, fminf(1, (out[v] / longest - from) / (to - from)));
        out[v] = t * t * (3 - 2 * t);
    }

    return status;
}

/* Writes the sum of the weights of the joints whose names begin with one of the words. */
static void joint_share(float *out, const pd_smpl_data *m, const char *const *words)
{
    memset(out, 0, (size_t)m->vertex_count * sizeof *out);
    for (int k = 0; k < m->joint_count; k++) {
        bool is_part = false;
        for (int i = 0; words[i]; i++) is_part |= strstr(m->joint_names[k], words[i]) != NULL;
        for (int v = 0; is_part && v < m->vertex_count; v++)
            out[v] += m->weights[(size_t)v * (size_t)m->joint_count + (size_t)k];
    }
}

typedef struct looking {
    const pd_smpl_data *model;
    const pd_triangle_tree *tree;
    vertex_fields *fields;
} looking;

/* Computes the share of the sky over a vertex, cosine-weighted, that no skin hides. */
static void look_task(void *arg, int v, int worker)
{
    const looking *l = arg;
    const float *n = l->fields->normals + 3 * (size_t)v;
    const float *p = l->model->v_template + 3 * (size_t)v;
    const float helper[3] = {fabsf(n[0]) < 0.8f, fabsf(n[0]) >= 0.8f, 0};
    float t[3] = {helper[1] * n[2] - helper[2] * n[1], helper[2] * n[0] - helper[0] * n[2],
                  helper[0] * n[1] - helper[1] * n[0]};
    float b[3];
    float seen = 0;
    const float length = sqrtf(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    (void)worker;

    for (int c = 0; c < 3; c++) t[c] /= length;
    b[0] = n[1] * t[2] - n[2] * t[1];
    b[1] = n[2] * t[0] - n[0] * t[2];
    b[2] = n[0] * t[1] - n[1] * t[0];

    /* Choose directions with the density of the cosine: Malley's method on a golden spiral. */
    for (int i = 0; i < RAYS; i++) {
        const float r = sqrtf(((float)i + 0.5f) / RAYS);
        const float angle = 2.399963f * (float)i;
        const float up = sqrtf(1 - r * r);
        pd_triangle_line line = {.nearest = 0, .farthest = REACH};
        float far = REACH;
        for (int c = 0; c < 3; c++) {
            line.along[c] = r * cosf(angle) * t[c] + r * sinf(angle) * b[c] + up * n[c];
            line.from[c] = p[c] + 0.0012f * n[c];
        }

        line.sign = -1;
        seen += pd_triangle_tree_meet(&far, l->tree, &line) < 0 ? 1 : far / REACH;
    }

    l->fields->open[v] = seen / RAYS;
}

/* Computes the ambient occlusion of the template. */
static pd_status look_around(vertex_fields *f, const pd_smpl_data *m, const pd_executor *executor,
                             pd_error *err)
{
    pd_triangle_tree tree = {0};
    float *triangles = malloc(9 * (size_t)m->face_count * sizeof *triangles);
    bool good = triangles != NULL;

    for (size_t i = 0; good && i < 3 * (size_t)m->face_count; i++)
        memcpy(triangles + 3 * i, m->v_template + 3 * (size_t)m->faces[i], 3 * sizeof *triangles);
    good = good && pd_triangle_tree_build(&tree, triangles, m->face_count);
    if (good) pd_execute(executor, look_task, &(looking){m, &tree, f}, m->vertex_count);
    pd_triangle_tree_deinit(&tree);
    free(triangles);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");
}

static void add_normals(float *normals, const pd_smpl_data *m)
{
    memset(normals, 0, 3 * (size_t)m->vertex_count * sizeof *normals);
    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *face = m->faces + 3 * (size_t)f;
        const float *p[3];
        float a[3], b[3];
        for (int k = 0; k < 3; k++) p[k] = m->v_template + 3 * (size_t)face[k];
        for (int c = 0; c < 3; c++) {
            a[c] = p[1][c] - p[0][c];
            b[c] = p[2][c] - p[0][c];
        }

        const float n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) normals[3 * (size_t)face[k] + (size_t)c] += n[c];
    }

    for (size_t v = 0; v < (size_t)m->vertex_count; v++) {
        float *n = normals + 3 * v;
        const float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; c++) n[c] /= length > 0 ? length : 1;
    }
}

pd_status pd_factory_skin_shares(float *lips, float *ears, const char *folder, int vertex_count,
                                 pd_error *err)
{
    static const char *const lip_targets[] = {"mouth/mouth-upperlip-volume-incr",
                                              "mouth/mouth-lowerlip-volume-incr", NULL};
    static const char *const ear_targets[] = {"ears/l-ear-trans-up", "ears/r-ear-trans-up", NULL};
    const pd_status status = skin_part_of(lips, folder, lip_targets, 0.12f, 0.45f, vertex_count, err);

    return status == PD_OK ? skin_part_of(ears, folder, ear_targets, 0.75f, 0.95f, vertex_count, err)
                           : status;
}

static pd_status fill_fields(vertex_fields *f, const pd_smpl_data *m, const char *folder,
                             const pd_executor *executor, pd_error *err)
{
    static const char *const hands[] = {"wrist", "thumb", "index", "middle", "ring", "pinky", NULL};
    static const char *const feet[] = {"foot", "ankle", NULL};
    static const char *const heads[] = {"head", "jaw", "eye", NULL};

    add_normals(f->normals, m);
    const pd_status status = pd_factory_skin_shares(f->lips, f->ear, folder, m->vertex_count, err);
    joint_share(f->hand, m, hands);
    joint_share(f->foot, m, feet);
    joint_share(f->head, m, heads);

    return status == PD_OK ? look_around(f, m, executor, err) : status;
}

/* ---- texels ---- */

/* Fills the texels of one triangle: each whose centre lies in it. */
static void fill_triangle(texel *texels, int side, const pd_factory_skin_layout *l, const pd_smpl_data *m,
                          const vertex_fields *f, int face)
{
    const uint16_t *corners = l->faces + 3 * (size_t)face;
    float p[3][2];
    float least[2] = {1e9f, 1e9f};
    float most[2] = {-1e9f, -1e9f};

    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 2; c++) {
            p[k][c] = l->uvs[2 * (size_t)corners[k] + (size_t)c] * (float)side - 0.5f;
            least[c] = fminf(least[c], p[k][c]);
            most[c] = fmaxf(most[c], p[k][c]);
        }
    const float area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    if (area == 0) return;
    for (int y = (int)ceilf(least[1]); y <= (int)floorf(most[1]); y++)
        for (int x = (int)ceilf(least[0]); x <= (int)floorf(most[0]); x++) {
            if (x < 0 || y < 0 || x >= side || y >= side) continue;
            float w[3];
            for (int k = 0; k < 3; k++) {
                const float *a = p[(k + 1) % 3];
                const float *b = p[(k + 2) % 3];
                w[k] = ((b[0] - a[0]) * ((float)y - a[1]) - (b[1] - a[1]) * ((float)x - a[0])) / area;
            }

            if (w[0] < -1e-4f || w[1] < -1e-4f || w[2] < -1e-4f) continue;

            texel *t = &texels[(size_t)y * (size_t)side + (size_t)x];
            *t = (texel){.is_on = true};
            for (int k = 0; k < 3; k++) {
                const size_t v = l->corners[corners[k]];
                for (size_t c = 0; c < 3; c++) {
                    t->place.at[c] += w[k] * m->v_template[3 * v + c];
                    t->place.normal[c] += w[k] * f->normals[3 * v + c];
                }

                t->place.lips += w[k] * f->lips[v];
                t->place.ear += w[k] * f->ear[v];
                t->place.hand += w[k] * f->hand[v];
                t->place.foot += w[k] * f->foot[v];
                t->place.head += w[k] * f->head[v];
                t->open += w[k] * f->open[v];
                for (size_t c = 0; c < 2; c++) t->picture[c] += w[k] * l->pictures[2 * corners[k] + c];
            }
        }
}

/* Lets texels beside the islands have the place of a neighbour on them. */
static void grow_skin(texel *texels, int side)
{
    for (int pass = 0; pass < PAD; pass++) {
        /* Texels added in this pass are sources from the next pass on.
         * Until then a negative `open` marks them. */
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side; x++) {
                texel *t = &texels[(size_t)y * (size_t)side + (size_t)x];
                for (int k = 0; k < 4 && !t->is_on; k++) {
                    const int nx = x + (k == 0) - (k == 1);
                    const int ny = y + (k == 2) - (k == 3);
                    if (nx < 0 || ny < 0 || nx >= side || ny >= side) continue;
                    const texel *n = &texels[(size_t)ny * (size_t)side + (size_t)nx];
                    if (n->is_on && n->open >= 0) {
                        *t = *n;
                        t->open = -1 - t->open;
                    }
                }
            }

        for (size_t i = 0; i < (size_t)side * (size_t)side; i++)
            if (texels[i].open < 0) texels[i].open = -1 - texels[i].open;
    }
}

static texel *make_texels(int side, const pd_factory_skin_layout *l, const pd_smpl_data *m,
                          const vertex_fields *f)
{
    texel *texels = calloc((size_t)side * (size_t)side, sizeof *texels);
    for (int face = 0; texels && face < m->face_count; face++) fill_triangle(texels, side, l, m, f, face);
    if (texels) grow_skin(texels, side);
    return texels;
}

/* ---- maps ---- */

static uint8_t byte(float v)
{
    return (uint8_t)lrintf(255 * fmaxf(0, fminf(1, v)));
}

/* Encodes -1 .. 1 as a byte, with 128 for 0. */
static uint8_t signed_byte(float v)
{
    return (uint8_t)lrintf(128 + 127 * fmaxf(-1, fminf(1, v)));
}

pd_status pd_factory_put_png(pd_wardrobe *w, const char *name, pd_buffer png, pd_error *err)
{
    int t = 0;

    while (t < w->texture_count && strcmp(w->textures[t].name, name) != 0) t++;
    if (t == w->texture_count) {
        pd_wardrobe_texture *more = realloc(w->textures, ((size_t)t + 1) * sizeof *more);
        if (!more || t == PD_WARDROBE_TEXTURES_MAX) {
            if (more) w->textures = more;
            pd_buffer_deinit(&png);
            return pd_fail(err, PD_ERR_MEMORY, name, "no room for another texture");
        }

        w->textures = more;
        w->textures[t] = (pd_wardrobe_texture){0};
        snprintf(w->textures[t].name, sizeof w->textures[t].name, "%s", name);
        w->texture_count++;
    }

    free(w->textures[t].png);
    w->textures[t].png = png.data;
    w->textures[t].bytes = png.size;

    return PD_OK;
}

static pd_status put_texture(pd_wardrobe *w, const char *name, const pd_io_image *image, pd_error *err)
{
    pd_buffer png = {0};
    const pd_status status = pd_io_png_write(&png, image, err);
    if (status == PD_OK) return pd_factory_put_png(w, name, png, err);
    pd_buffer_deinit(&png);
    return status;
}

/* Returns how much a texel takes of the photographs' grain: nothing inside of the mouth and behind the eyes,
 * whose islands are these boxes of MakeHuman's layout, and below hair;
 * less at the lids, which are dark there. */
static float grain_weight(const texel *t, const pd_factory_skin_look *look,
                          const pd_factory_skin_marks *marks)
{
    static const float inner[2][4] = {{0.75f, 0.862f, 0.93f, 1}, {0, 0.36f, 0.16f, 0.46f}};
    const float *p = t->place.at;
    float square = 0;

    for (int i = 0; i < 2; i++)
        if (t->picture[0] > inner[i][0] && t->picture[0] < inner[i][2] && t->picture[1] > inner[i][1] &&
            t->picture[1] < inner[i][3])
            return 0;
    for (int c = 0; c < 3; c++) {
        const float d = (c ? p[c] : fabsf(p[0])) - marks->eye[c];
        square += d * d;
    }

    const float far = fmaxf(0, fminf(1, (sqrtf(square) - 0.020f) / 0.012f));

    /* The picture's line between the lips is not where ours is: lips, and what is near their line. */
    const float high = (fabsf(p[1] - marks->corner[1]) - 0.004f) / 0.004f;
    const float wide = (fabsf(p[0]) - fabsf(marks->mouth[0]) - 0.003f) / 0.004f;
    const float off = fmaxf(0, fminf(1, fmaxf(high, wide)));
    const float lips = fmaxf(look->lips, t->place.head > 0.5f && p[2] > 0 ? 1 - off : 0);

    return (1 - look->scalp) * (1 - (1 - AT_LIPS) * lips) * (AT_LIDS + (1 - AT_LIDS) * far);
}

/* Draws the map skin-grain. large (RELIEF_SIDE, RELIEF_SIDE): its texels. */
static pd_status draw_grain_map(pd_wardrobe *w, const texel *large, const pd_factory_skin_marks *marks,
                                const char *pictures, pd_error *err)
{
    const size_t count = (size_t)RELIEF_SIDE * RELIEF_SIDE;
    pd_factory_grain_texel *texels = calloc(count, sizeof *texels);
    pd_io_image map = {0};
    pd_buffer png = {0};

    if (!texels) return pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory for the grain");
    for (size_t i = 0; i < count; i++) {
        pd_factory_skin_look look = {0};
        if (!large[i].is_on) continue;
        pd_factory_skin_paint(&look, marks, &large[i].place);
        texels[i] = (pd_factory_grain_texel){.uv = {large[i].picture[0], large[i].picture[1]},
                                             .weight = grain_weight(&large[i], &look, marks),
                                             .lips = look.lips,
                                             .is_on = true};
    }

    pd_status status =
        pd_factory_skin_grain(&map, texels, RELIEF_SIDE, (int)(HEAD_ROWS * RELIEF_SIDE), pictures, err);
    if (status == PD_OK) status = pd_io_png_write_level(&png, &map, PNG_EFFORT, err);
    if (status == PD_OK)
        status = pd_factory_put_png(w, pd_wardrobe_map_name(PD_WARDROBE_MAP_GRAIN), png, err);
    else
        pd_buffer_deinit(&png);
    pd_io_image_deinit(&map);
    free(texels);

    return status;
}

/* Draws the five maps (core/wardrobe/export/complexion.h has their channels). */
static pd_status draw_maps(pd_wardrobe *w, const pd_factory_skin_layout *l, const pd_smpl_data *m,
                           const vertex_fields *f, const pd_factory_skin_marks *marks, const char *pictures,
                           pd_error *err)
{
    pd_io_image tissue = {0}, surface = {0}, relief = {0}, brow = {0};
    texel *small = make_texels(TISSUE_SIDE, l, m, f);
    texel *large = make_texels(RELIEF_SIDE, l, m, f);
    pd_status status = small && large ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");

    if (status == PD_OK) status = pd_io_image_init(&tissue, TISSUE_SIDE, TISSUE_SIDE, 4, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&surface, TISSUE_SIDE, TISSUE_SIDE, 4, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&relief, RELIEF_SIDE, RELIEF_SIDE, 4, 8, err);
    if (status == PD_OK) status = pd_io_image_init(&brow, RELIEF_SIDE, RELIEF_SIDE, 4, 8, err);

    for (size_t i = 0; status == PD_OK && i < (size_t)TISSUE_SIDE * TISSUE_SIDE; i++) {
        pd_factory_skin_look look = {.roughness = 0.6f};
        const texel *t = &small[i];
        if (t->is_on) pd_factory_skin_paint(&look, marks, &t->place);
        const uint8_t a[4] = {signed_byte(look.melanin), signed_byte(look.blood), byte(look.lips),
                              byte(look.beard)};
        const uint8_t b[4] = {byte(t->is_on ? t->open : 1), byte(look.roughness), byte(look.nail),
                              byte(look.spot)};
        memcpy((uint8_t *)tissue.samples + 4 * i, a, 4);
        memcpy((uint8_t *)surface.samples + 4 * i, b, 4);
    }

    for (size_t i = 0; status == PD_OK && i < (size_t)RELIEF_SIDE * RELIEF_SIDE; i++) {
        pd_factory_skin_look look = {0};
        if (large[i].is_on) pd_factory_skin_paint(&look, marks, &large[i].place);
        const uint8_t c[4] = {signed_byte(look.wrinkle), byte(look.pores), byte(look.scalp),
                              signed_byte(look.fold)};
        memcpy((uint8_t *)relief.samples + 4 * i, c, 4);
        const uint8_t e[4] = {byte(look.brow_along / 1.5f + 0.2f), signed_byte(look.brow_across),
                              byte(look.brow), byte(look.lid_edge)};
        memcpy((uint8_t *)brow.samples + 4 * i, look.brow > 0 ? e : (uint8_t[4]){0, 0, 0, e[3]}, 4);
    }

    if (status == PD_OK) status = put_texture(w, "skin-tissue", &tissue, err);
    if (status == PD_OK) status = put_texture(w, "skin-surface", &surface, err);
    if (status == PD_OK) status = put_texture(w, "skin-relief", &relief, err);
    if (status == PD_OK) status = put_texture(w, "skin-brow", &brow, err);
    if (status == PD_OK) status = draw_grain_map(w, large, marks, pictures, err);
    pd_io_image_deinit(&tissue);
    pd_io_image_deinit(&surface);
    pd_io_image_deinit(&relief);
    pd_io_image_deinit(&brow);
    free(small);
    free(large);

    return status;
}

/* Draws the irises from the release's picture of grey ones, in place of those that the wardrobe has. */
static pd_status draw_irises(pd_wardrobe *w, const char *pictures, pd_error *err)
{
#define IRIS_NAME(id, name, r, g, b) "iris-" name,
    static const char *const names[] = {PD_WARDROBE_IRIS_TABLE(IRIS_NAME)};
#undef IRIS_NAME
    pd_io_image eyes;
    pd_status status = pd_factory_picture_read(&eyes, pictures, "eyes/materials/grey_eye", err);

    for (int i = 0; i < PD_WARDROBE_IRIS_COUNT && status == PD_OK; i++) {
        pd_buffer png = {0};
        if (pd_wardrobe_texture_find(w, names[i]) < 0) continue;
        status =
            pd_factory_texture_photo_iris(&png, &eyes, pd_wardrobe_iris_srgb((pd_wardrobe_iris_color)i), err);
        if (status == PD_OK)
            status = pd_factory_put_png(w, names[i], png, err);
        else
            pd_buffer_deinit(&png);
    }

    pd_io_image_deinit(&eyes);

    return status;
}

pd_status pd_factory_paint_skin(pd_wardrobe *w, const pd_smpl_data *m, const char *folder,
                                const char *pictures, const pd_executor *executor, pd_error *err)
{
    char path[1024];
    pd_buffer text = {0};
    pd_factory_skin_layout layout = {0};
    pd_factory_skin_marks marks;
    const size_t v = (size_t)m->vertex_count;
    float *block = malloc(9 * v * sizeof *block);
    vertex_fields f = {.normals = block,
                       .lips = block + 3 * v,
                       .ear = block + 4 * v,
                       .hand = block + 5 * v,
                       .foot = block + 6 * v,
                       .head = block + 7 * v,
                       .open = block + 8 * v};

    if (!block) return pd_fail(err, PD_ERR_MEMORY, "skin", "out of memory");

    /* Make texture coordinates, fields of the vertices, marks and maps. */
    snprintf(path, sizeof path, "%s/3dobjs/base.obj", folder);
    pd_status status = pd_factory_read(&text, path, err);
    if (status == PD_OK)
        status = pd_factory_skin_layout_init(&layout, m, (pd_bytes){text.data, text.size}, err);
    if (status == PD_OK) status = fill_fields(&f, m, folder, executor, err);
    if (status == PD_OK) status = pd_factory_skin_marks_find(&marks, m, w, f.lips, err);
    if (status == PD_OK) status = draw_maps(w, &layout, m, &f, &marks, pictures, err);

    /* Lashes as train-wardrobe draws them, for wardrobes that it made before. */
    pd_buffer lash = {0};
    if (status == PD_OK) status = pd_factory_texture_lash(&lash, err);
    if (status == PD_OK) status = pd_factory_put_png(w, "lash", lash, err);

    if (status == PD_OK) status = draw_irises(w, pictures, err);

    /* The wardrobe takes the layout over. */
    if (status == PD_OK) {
        free(w->skin.corners);
        free(w->skin.uvs);
        free(w->skin.faces);
        w->skin.corner_count = layout.corner_count;
        w->skin.face_count = m->face_count;
        w->skin.corners = layout.corners;
        w->skin.uvs = layout.uvs;
        w->skin.faces = layout.faces;
        free(layout.pictures);
        layout = (pd_factory_skin_layout){0};
    }

    pd_factory_skin_layout_deinit(&layout);
    pd_buffer_deinit(&text);
    free(block);

    return status;
}
