/* How garments are learned, step by step, against what it came to before: a .mhclo and a mesh parsed, placed and thinned out, bound to the skin of people
 * that vary, by each carrier, evened out, a skirt made of two legs of cloth, lined and trimmed, what another layer covers left out, textures. That it is right
 * is for tests/unit/core/train/wardrobe.
 *
 * tests/golden/steps/garments.txt: POSED_GOLDEN=write makes it anew, which a change of the training asks for. */
#include "tests/support/golden_lines.h"
#include "tests/support/skirts.h"

#include "core/base/buffer.h"
#include "core/io/mesh/png.h"
#include "core/base/rng.h"
#include "train/wardrobe/bind.h"
#include "train/wardrobe/cover.h"
#include "train/wardrobe/relax.h"
#include "train/wardrobe/skirt.h"
#include "train/wardrobe/texture.h"
#include "train/wardrobe/thin.h"

#define TOLERANCE 1e-7

static double numbers_of(const uint16_t *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += values[i] * (1 + (double)(i % 97) / 97);
    return sum / 100;
}

static void add_item(golden_lines *g, const char *name, const pd_wardrobe_item *item)
{
    const size_t n = 3 * (size_t)item->vertex_count;
    double weights = 0, parts = 0;
    for (int i = 0; i < 4 * item->vertex_count; i++)
        weights += (double)item->weights[i] * (1 + item->joints[i]) * (1 + (double)(i % 97) / 97);
    for (int p = 0; p < item->part_count; p++)
        parts += (p + 1) * (item->parts[p].first_face + 3 * item->parts[p].face_count +
                            (double)item->parts[p].color[1]);
    golden_lines_add(g, name,
                     (double[]){item->vertex_count, item->corner_count, item->face_count, item->part_count,
                                item->hide_count, golden_weighted(item->rest, n),
                                golden_weighted(item->dirs, n * (size_t)item->dir_count),
                                golden_weighted(item->anchor_weights, n), weights,
                                golden_weighted(item->uvs, 2 * (size_t)item->corner_count),
                                numbers_of(item->hides, item->hide_count), numbers_of(item->anchors, (int)n),
                                numbers_of(item->corners, item->corner_count),
                                numbers_of(item->faces, 3 * item->face_count), parts},
                     15, TOLERANCE);
}

static void deinit(pd_wardrobe_item *item)
{
    pd_wardrobe w = {.items = malloc(sizeof *item), .item_count = 1};
    w.items[0] = *item;
    pd_wardrobe_deinit(&w);
}

/* ---- people of a tube ---- */

/* The skin is a tube with a cap on top, wide where ears are, the data's helpers a wider one around it; people differ by two betas and a little, and their
 * arms and trunk turn on the way to the T-pose. A garment is a tube on the helpers and a patch before it. */
enum {
    TURN = 14,
    RINGS = 13,
    BODY = TURN * RINGS + 1,
    WHOLE = BODY + TURN * RINGS,
    PEOPLE = 9,
    BODY_FACES = 2 * TURN * (RINGS - 1) + TURN,
    PATCH = 4,
    GARMENT = TURN * (RINGS - 4) + PATCH * PATCH
};
static const char *const joint_names[] = {"pelvis", "spine3",          "head",
                                          "jaw",    "left_eye_smplhf", "right_eye_smplhf"};
enum { NAMES = sizeof joint_names / sizeof *joint_names };

typedef struct tubes {
    pd_train_people people;
    pd_smpl_data model;
    pd_train_fitting fitting;
} tubes;

static void tube(float *out, double wide, double tall, double out_by)
{
    for (int i = 0; i < TURN * RINGS; i++) {
        const int ring = i / TURN;
        const double turn = 2 * M_PI * (i % TURN) / TURN,
                     radius = (0.1 + 0.02 * sin(0.9 * ring) + 0.005 * sin(2 * turn)) * wide + out_by;
        out[3 * i] = (float)(radius * sin(turn)), out[3 * i + 1] = (float)((0.06 * ring - 0.4) * tall);
        out[3 * i + 2] = (float)(radius * cos(turn) + 0.01 * ring);
    }
}

static void skin(float *out, double wide, double tall)
{
    tube(out, wide, tall, 0);
    out[3 * (BODY - 1)] = 0, out[3 * (BODY - 1) + 1] = (float)(0.37 * tall), out[3 * (BODY - 1) + 2] = 0.12F;
}

static int tube_faces(uint32_t *faces, int rings)
{
    int at = 0;
    for (int i = 0; i < TURN * (rings - 1); i++) {
        const uint32_t a = (uint32_t)i, b = (uint32_t)(i - i % TURN + (i + 1) % TURN);
        const uint32_t two[6] = {a, b, a + TURN, b, b + TURN, a + TURN};
        memcpy(faces + 3 * at, two, sizeof two);
        at += 2;
    }
    return at;
}

static void make_model(pd_smpl_data *m)
{
    *m = (pd_smpl_data){.vertex_count = BODY,
                        .joint_count = NAMES,
                        .beta_count = 2,
                        .expression_count = 1,
                        .face_count = BODY_FACES,
                        .landmark_count = 1,
                        .v_template = calloc(BODY, 12),
                        .shapedirs = calloc(BODY, 24),
                        .expressiondirs = calloc(BODY, 12),
                        .weights = calloc(BODY * NAMES, sizeof(float)),
                        .faces = calloc(BODY_FACES, 12),
                        .joint_names = calloc(NAMES, PD_SMPL_NAME_BYTES),
                        .landmarks = calloc(1, sizeof(pd_smpl_landmark)),
                        .regressor_start = calloc(NAMES + 1, sizeof(int)),
                        .regressor_vertex = calloc(NAMES * TURN, sizeof(int)),
                        .regressor_weight = calloc(NAMES * TURN, sizeof(double))};
    for (int j = 0; j < NAMES; j++) {
        strcpy(m->joint_names[j], joint_names[j]);
        m->regressor_start[j + 1] = (j + 1) * TURN;
        for (int k = 0; k < TURN; k++) {
            m->regressor_vertex[j * TURN + k] = 2 * j * TURN + k;
            m->regressor_weight[j * TURN + k] = 1.0 / TURN;
        }
    }
    strcpy(m->landmarks[0].name, "head_top");
    m->landmarks[0].vertex = BODY - 1;
    skin(m->v_template, 1, 1);
    for (int i = 0; i < BODY; i++) {
        const float *x = m->v_template + 3 * i;
        const int ring = i / TURN;
        for (int c = 0; c < 3; c++) {
            m->shapedirs[(3 * i + c) * 2] = c == 1 ? 0 : 0.1F * x[c] * (1 + 0.3F * x[1]);
            m->shapedirs[(3 * i + c) * 2 + 1] = c == 1 ? 0.08F * x[c] : 0;
            m->expressiondirs[3 * i + c] = ring == 10 && i % TURN < 3 ? 0.004F : 0;
        }
        float *w = m->weights + NAMES * i;
        w[0] = ring < 4 ? 1 : ring < 6 ? 0.4F : 0, w[1] = ring < 4 ? 0 : ring < 6 ? 0.6F : ring < 8 ? 1 : 0;
        w[2] = ring < 8 ? 0 : ring == 8 ? 0.6F : 1, w[3] = ring == 8 ? 0.4F : 0;
    }
    const int at = tube_faces(m->faces, RINGS);
    for (int k = 0; k < TURN; k++) {
        const uint32_t cap[3] = {(uint32_t)((RINGS - 1) * TURN + k),
                                 (uint32_t)((RINGS - 1) * TURN + (k + 1) % TURN), BODY - 1};
        memcpy(m->faces + 3 * (at + k), cap, sizeof cap);
    }
}

static tubes *make_tubes(void)
{
    tubes *p = calloc(1, sizeof *p);
    pd_rng rng;
    pd_rng_init(&rng, 8);
    p->people.sample = (pd_train_sample){.count = PEOPLE,
                                         .vertex_count = BODY,
                                         .bodies = calloc(PEOPLE * BODY, 12),
                                         .composed = calloc(PEOPLE * WHOLE, 12)};
    p->people.asset.composed_count = WHOLE;
    p->people.asset.vertex_count = p->people.mesh.vertex_count = BODY;
    p->people.tposer.weights = calloc(BODY * PD_TRAIN_GROUP_COUNT, sizeof(double));
    p->people.a_centers = calloc(PEOPLE * 3 * PD_TRAIN_POINT_COUNT, sizeof(double));
    for (int i = 0; i < BODY; i++) {
        p->people.tposer.weights[i * PD_TRAIN_GROUP_COUNT] = 0.7;
        p->people.tposer.weights[i * PD_TRAIN_GROUP_COUNT + 2 + i % 3] = 0.3;
    }
    for (int s = 0; s < PEOPLE; s++) {
        const double wide = 1 + 0.1 * (s % 3 - 1) + 0.01 * pd_rng_normal(&rng), tall = 1 + 0.05 * (s / 3 - 1);
        float *body = p->people.sample.bodies + 3 * BODY * s,
              *whole = p->people.sample.composed + 3 * WHOLE * s;
        for (int j = 0; j < 3 * PD_TRAIN_POINT_COUNT;
             j++) /* joints that are apart, so that no direction is 0 */
            p->people.a_centers[s * 3 * PD_TRAIN_POINT_COUNT + j] =
                0.1 * sin(j * 1.7) + 0.01 * j + 0.003 * pd_rng_normal(&rng);
        skin(body, wide, tall);
        memcpy(whole, body, 3 * BODY * sizeof *whole);
        tube(whole + 3 * BODY, wide, tall, 0.012 + 0.05 * (wide - 1));
    }
    make_model(&p->model);
    assert_int_equal(pd_train_fitting_init(&p->fitting, &p->people, &p->model, NULL), PD_OK);
    return p;
}

static void drop_tubes(tubes *p)
{
    pd_train_fitting_deinit(&p->fitting);
    free(p->people.sample.bodies), free(p->people.sample.composed), free(p->people.tposer.weights),
        free(p->people.a_centers);
    pd_smpl_data_deinit(&p->model);
    free(p);
}

/* The text of a file as MakeHuman has it: the tube over the middle rings of the helpers, each vertex of three of them with an offset, and a patch of its own. */
static void write_binding(pd_buffer *out)
{
    const int first = BODY + 2 * TURN, count = TURN * (RINGS - 4);
    pd_buffer_text(out, "# cloth\nname cloth\nx_scale 3 10 2.1\ny_scale 0 170 7.2\nz_scale 1 8 2\nverts 0\n");
    for (int i = 0; i < count; i++)
        if (i % 5 == 0)
            pd_buffer_printf(out, "%d\n", first + i);
        else
            pd_buffer_printf(out, "%d %d %d 0.8 %.4f 0.05 %.4f %.4f %.4f\n", first + i,
                             first + (i + 1) % count, first + TURN + i, 0.15 + 0.01 * (i % 3), 0.03 * sin(i),
                             0.02 * cos(i), -0.12 * (i % 11 == 0));
    for (int i = 0; i < PATCH * PATCH; i++)
        pd_buffer_printf(out, "%d %d %d 0.5 0.25 0.25 %.3f %.3f 0.4\n", first + 6 * TURN,
                         first + 6 * TURN + 1, first + 7 * TURN, 0.1 * (i % PATCH) - 0.15,
                         -0.1 * (i / PATCH));
    pd_buffer_printf(out, "delete_verts\n20 - 95 100 101\n110 - %d 12 13\n", BODY + 3);
}

static void write_mesh(pd_buffer *out)
{
    for (int i = 0; i < GARMENT; i++)
        pd_buffer_printf(out, "v %.3f %.3f 0\nvt %.4f %.4f\n", 0.1 * i, 0.2 * i, (i % TURN) / 14.0,
                         (i / TURN) / 13.0);
    for (int i = 0; i < TURN * (RINGS - 5); i++) {
        const int a = i + 1, b = i - i % TURN + (i + 1) % TURN + 1;
        pd_buffer_printf(out, "f %d/%d %d/%d %d/%d %d/%d\n", a, a, b, b % TURN == 1 ? b + 1 : b, b + TURN,
                         b + TURN, a + TURN, a + TURN);
    }
    for (int i = 0; i < PATCH * (PATCH - 1); i++) {
        const int a = TURN * (RINGS - 4) + i + 1;
        if (i % PATCH == PATCH - 1) continue;
        pd_buffer_printf(out, "f %d %d %d\nf %d/%d/1 %d/%d %d/%d\n", a, a + 1, a + PATCH, a + 1, a,
                         a + 1 + PATCH, a + 1, a + PATCH, a + 2);
    }
}

static void add_garment(golden_lines *g, const char *name, const pd_train_garment *m,
                        const pd_train_binding *b)
{
    double bound = 0;
    for (int i = 0; i < b->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            bound += (1 + (double)((3 * i + k) % 97) / 97) *
                     (0.01 * b->bound[i].vertices[k] + (double)b->bound[i].weights[k] +
                      10 * (double)b->bound[i].offset[k]);
    golden_lines_add(g, name,
                     (double[]){m->vertex_count, m->corner_count, m->face_count,
                                numbers_of(m->corners, m->corner_count),
                                golden_weighted(m->uvs, 2 * (size_t)m->corner_count),
                                numbers_of(m->faces, 3 * m->face_count), b->vertex_count, b->hide_count,
                                numbers_of(b->hides, b->hide_count), bound},
                     10, TOLERANCE);
}

static void cloth_is_bound(golden_lines *g)
{
    static const pd_train_bind ways[] = {{PD_TRAIN_BY_SKIN, 2, 0.02F, 3},  {PD_TRAIN_BY_SKIN, 1, 0, 0},
                                         {PD_TRAIN_BY_FACE, 2, 0.004F, 1}, {PD_TRAIN_BY_HEAD, 2, 0.004F, 2},
                                         {PD_TRAIN_BY_EYES, 1, 0, 0},      {PD_TRAIN_BY_TEETH, 2, 0, 0},
                                         {PD_TRAIN_BY_JAW, 2, 0.004F, 1}};
    tubes *p = make_tubes();
    pd_buffer words = {0}, mesh = {0};
    pd_train_binding b;
    pd_train_garment m;
    double scalp = 0;
    for (int i = 0; i < BODY; i++) scalp += p->fitting.scalp[i] * (1 + i % 97 / 97.0);
    golden_lines_add(g, "people",
                     (double[]){golden_weighted(p->fitting.mean, 3 * WHOLE),
                                golden_weighted(p->fitting.normals, 3 * BODY), scalp, p->fitting.betas[3],
                                p->fitting.betas[10], p->fitting.gram[0], p->fitting.gram[4],
                                p->fitting.gram[8]},
                     8, TOLERANCE);
    write_binding(&words), write_mesh(&mesh);
    assert_int_equal(
        pd_train_binding_parse(&b, (pd_bytes){words.data, words.size}, WHOLE, BODY, "cloth", NULL), PD_OK);
    assert_int_equal(pd_train_garment_parse(&m, (pd_bytes){mesh.data, mesh.size}, "cloth", NULL), PD_OK);
    add_garment(g, "garment", &m, &b);

    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        pd_wardrobe_item item = {.name = "cloth"};
        assert_int_equal(pd_train_bind_item(&item, &p->fitting, &b, &m, &ways[w], NULL), PD_OK);
        add_item(g, "bound", &item);
        deinit(&item);
    }

    float at[3 * GARMENT];
    pd_train_binding_place(at, &b, p->fitting.mean);
    golden_lines_add(g, "placed", (double[]){golden_weighted(at, 3 * GARMENT)}, 1, TOLERANCE);
    assert_int_equal(pd_train_garment_thin(&m, &b, at, 90, NULL), PD_OK);
    add_garment(g, "thinned", &m, &b);
    pd_train_binding_deinit(&b), pd_train_garment_deinit(&m);
    pd_buffer_deinit(&words), pd_buffer_deinit(&mesh);
    drop_tubes(p);
}

/* ---- skirts ---- */

static void a_skirt_is_sewn(golden_lines *g)
{
    skirt_fixture *f = skirt_make();
    pd_wardrobe_item *item = &f->item;
    float *normals = calloc(3 * SKIN, sizeof *normals), row[4 * CLOTH];
    unsigned char among[CLOTH];
    pd_train_neighbors near;
    for (int i = 0; i < CLOTH; i++) {
        for (int c = 0; c < 3; c++) {
            item->rest[3 * i + c] += 0.003F * (float)sin(1.3 * i + c);
            item->dirs[3 * i + c] += 0.02F * (float)cos(0.7 * i + c);
        }
        for (int k = 0; k < 4; k++) row[4 * i + k] = (float)sin(0.3 * i * (k + 1));
        among[i] = i % 3 != 0;
    }
    for (int i = 0; i < SKIN; i++) normals[3 * i] = 0.6F, normals[3 * i + 2] = 0.8F;

    assert_true(pd_train_neighbors_init(&near, item));
    for (int way = 0; way < 2; way++) {
        assert_true(pd_train_relax(row, 4, &near, CLOTH, 2 + way, way ? among : NULL));
        golden_lines_add(g, "relaxed", (double[]){near.start[CLOTH], golden_weighted(row, 4 * CLOTH)}, 2,
                         TOLERANCE);
    }
    pd_train_neighbors_deinit(&near);

    item->parts[0] = (pd_wardrobe_part){.face_count = FACES, .color = {0.25F, 0.5F, 0.75F}};
    assert_int_equal(pd_train_skirt(item, &f->model, 1, NULL), PD_OK);
    add_item(g, "sewn", item);
    assert_int_equal(pd_train_skirt_line(item, &f->model, normals, 0.004F, 0, NULL), PD_OK);
    add_item(g, "lined", item);
    free(normals);
    skirt_drop(f);
}

/* The shirt over the skirt, tilted and jagged, so that some of each is covered. */
static void layers_are_covered(golden_lines *g)
{
    for (int way = 0; way < 3; way++) {
        skirt_fixture *f = skirt_make();
        pd_wardrobe_item *item = &f->item;
        for (int i = 0; i < CLOTH; i++) {
            const float out = i < SKIRT ? 0.97F : 1.08F + 0.02F * (float)sin(0.4 * i);
            float *x = item->rest + 3 * i;
            x[0] *= out, x[2] *= out;
            x[1] += i < SKIRT ? 0 : 0.1F * x[0] - 0.06F * (float)(way > 0);
        }
        free(item->parts);
        item->parts = calloc(2, sizeof *item->parts), item->part_count = 2;
        item->parts[0] = (pd_wardrobe_part){.first_face = SKIRT_FACES, .face_count = FACES - SKIRT_FACES};
        item->parts[1] = (pd_wardrobe_part){.face_count = SKIRT_FACES};
        if (way == 2)
            assert_int_equal(pd_train_skirt_trim(item, 1, NULL), PD_OK);
        else
            assert_int_equal(pd_train_cover(item, 0, 1, NULL), PD_OK);
        add_item(g, way == 2 ? "trimmed" : "covered", item);
        skirt_drop(f);
    }
}

/* ---- textures ---- */

static void textures_are_drawn(golden_lines *g)
{
    static pd_status (*const draw[])(pd_buffer *, pd_error *) = {
        pd_train_texture_cloth, pd_train_texture_strands, pd_train_texture_lash};
    double clear = 0;
    for (int i = 0; i < 3; i++) {
        pd_buffer png = {0};
        pd_io_image image = {0};
        double sum = 0;
        assert_int_equal(draw[i](&png, NULL), PD_OK);
        assert_int_equal(pd_io_png_read(&image, png.data, png.size, NULL, NULL), PD_OK);
        for (int k = 0; k < image.channels * image.width * image.height; k++)
            sum += ((unsigned char *)image.samples)[k] * (1 + k % 97 / 97.0);
        golden_lines_add(g, "texture", (double[]){image.width, image.height, image.channels, image.bits, sum},
                         5, 1e-7);
        pd_io_image_deinit(&image), pd_buffer_deinit(&png);
    }
    for (int i = 0; i < 41 * 41; i++)
        clear += pd_train_texture_is_clear((float[2]){(float)(i % 41) / 40, (float)(i / 41) / 40}) *
                 (1 + i % 97 / 97.0);
    golden_lines_add(g, "clear", &clear, 1, TOLERANCE);
}

static void garments_are_what_they_were(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/garments.txt");
    cloth_is_bound(&g);
    a_skirt_is_sewn(&g);
    layers_are_covered(&g);
    textures_are_drawn(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(garments_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
