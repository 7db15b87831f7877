/* Hats, glasses and beards on the shipped person: where they are, and that glasses follow the head as one. */
#include "factory/wardrobe/made/made.h"
#include "core/smpl/model.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_smpl_model *model;
static pd_wardrobe *wardrobe;

static int setup(void **state)
{
    (void)state;
    return pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK ||
           pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model), pd_wardrobe_release(wardrobe);
    return 0;
}

static const pd_wardrobe_item *item_of(const char *name)
{
    const int i = pd_wardrobe_find(wardrobe, name);
    assert_true(i >= 0);
    return &wardrobe->items[i];
}

/* Lenses stand before the eyes' centres by 2 to 5 cm and reach to both sides of them. */
static void lenses_are_before_the_eyes(void **state)
{
    (void)state;
    static const char *const names[] = {"glasses-round", "glasses-square", "glasses-narrow",
                                        "glasses-aviator"};
    const double *eye = model->joint_template + 3 * pd_smpl_joint_find(&model->data, "left_eye_smplhf");
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        double low[3] = {9, 9, 9}, high[3] = {-9, -9, -9};
        for (int i = 0; i < 3 * item->parts[1].face_count; i++) {
            const float *p =
                item->rest + 3 * (size_t)item->corners[item->faces[3 * item->parts[1].first_face + i]];
            for (int c = 0; c < 3 && p[0] > 0; c++)
                low[c] = fmin(low[c], (double)p[c]), high[c] = fmax(high[c], (double)p[c]);
        }
        assert_true(low[0] < eye[0] - 0.015 && high[0] > eye[0] + 0.015 && low[1] < eye[1] - 0.008 &&
                    high[1] > eye[1] + 0.005);
        assert_true(low[2] > eye[2] + 0.018 && high[2] < eye[2] + 0.05);
    }
}

/* Every part is the mirror image of itself at x = 0, to 3 mm: the head's scan is nearly so. */
static void hats_and_glasses_are_symmetric(void **state)
{
    (void)state;
    static const char *const names[] = {"beanie", "cap", "bucket-hat", "straw-hat", "glasses-square"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        float least = 0, most = 0;
        for (int i = 0; i < item->vertex_count; i++)
            least = fminf(least, item->rest[3 * i]), most = fmaxf(most, item->rest[3 * i]);
        assert_true(most > 0.06f && fabsf(least + most) < 0.003f);
    }
}

/* A hat is outside of all skin that it does not hide: the skull is under it. */
static void hats_hide_the_top_of_the_head(void **state)
{
    (void)state;
    static const char *const names[] = {"beanie", "cap", "bucket-hat", "straw-hat"};
    int top = -1;
    for (int l = 0; l < model->data.landmark_count; l++)
        if (!strcmp(model->data.landmarks[l].name, "head_top")) top = model->data.landmarks[l].vertex;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        bool is_hidden = false;
        float highest = -9;
        for (int h = 0; h < item->hide_count; h++) is_hidden |= item->hides[h] == top;
        for (int i = 0; i < item->vertex_count; i++) highest = fmaxf(highest, item->rest[3 * i + 1]);
        assert_true(is_hidden && highest > model->data.v_template[3 * top + 1] + 0.003f);
    }
}

/* The visor of a cap stays above the eyes, at its ends too. */
static void a_visor_ends_above_the_eyes(void **state)
{
    (void)state;
    const pd_wardrobe_item *item = item_of("cap");
    const double *eye = model->joint_template + 3 * pd_smpl_joint_find(&model->data, "left_eye_smplhf");
    double low = 9, high = -9;
    for (int i = 0; i < 3 * item->parts[1].face_count; i++) {
        const int corner = item->faces[3 * item->parts[1].first_face + i];
        const double over = (double)item->rest[3 * item->corners[corner] + 1] - eye[1];
        low = fmin(low, over), high = fmax(high, over);
    }
    print_message("visor: %.0f to %.0f mm over the eyes\n", 1e3 * low, 1e3 * high);
    assert_true(low > 0.005 && high < 0.09);
}

/* Returns whether a vertex of the skin is on the outer rim of an ear:
 * farther aside than the skull is wide. */
static bool is_rim(int vertex)
{
    const float *p = model->data.v_template + 3 * (size_t)vertex;
    const double *head = model->joint_template + 3 * pd_smpl_joint_find(&model->data, "head"),
                 *eye = model->joint_template + 3 * pd_smpl_joint_find(&model->data, "left_eye_smplhf");
    return fabsf(p[0]) > 0.076f && (double)p[1] > head[1] - 0.05 && (double)p[1] < eye[1] + 0.03;
}

/* Hair that follows the hairline leaves the ears free:
 * seen from the side, none of it lies over their rims. */
static void ears_are_free_of_short_hair(void **state)
{
    (void)state;
    static const char *const names[] = {"hair-buzz", "hair-slick"};
    int rims = 0;
    for (int v = 0; v < model->data.vertex_count; v++) {
        const float *ear = model->data.v_template + 3 * (size_t)v;
        if (!is_rim(v)) continue;
        rims++;
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            const pd_wardrobe_item *item = item_of(names[n]);
            for (int i = 0; i < item->vertex_count; i++) {
                const float *p = item->rest + 3 * i;
                if (p[0] * ear[0] > 0 && fabsf(p[0]) > fabsf(ear[0]) &&
                    hypotf(p[1] - ear[1], p[2] - ear[2]) < 0.006f)
                    fail_msg("%s: vertex %d lies over the ear at vertex %d of the skin", names[n], i, v);
            }
        }
    }
    if (rims <= 20) fail_msg("%d vertices on the rims of ears; more than 20 expected", rims);
}

/* Clipped hair is a layer over the scalp: every vertex follows one vertex of the skin, closer than 6 mm; the
 * crown is below it, brows and face are not. */
static void clipped_hair_lies_on_the_scalp(void **state)
{
    (void)state;
    const pd_wardrobe_item *item = item_of("hair-buzz");
    const double *eye = model->joint_template + 3 * pd_smpl_joint_find(&model->data, "left_eye_smplhf");
    bool is_crown_hidden = false;
    for (int i = 0; i < item->vertex_count; i++) {
        const float *p = item->rest + 3 * i,
                    *skin = model->data.v_template + 3 * (size_t)item->anchors[3 * i];
        assert_true(item->anchor_weights[3 * i] == 1);
        assert_true(hypotf(hypotf(p[0] - skin[0], p[1] - skin[1]), p[2] - skin[2]) < 0.006f);
        assert_false((double)p[1] < eye[1] && (double)p[2] > eye[2]);
    }
    for (int l = 0; l < model->data.landmark_count; l++)
        for (int h = 0; h < item->hide_count; h++)
            is_crown_hidden |= !strcmp(model->data.landmarks[l].name, "head_top") &&
                               item->hides[h] == model->data.landmarks[l].vertex;
    assert_true(is_crown_hidden);
}

/* A beard is on the lower face: below the eyes, before the neck, and moves with jaw or head. */
static void beards_are_on_the_lower_face(void **state)
{
    (void)state;
    static const char *const names[] = {"beard-full", "beard-goatee", "moustache"};
    const int head = pd_smpl_joint_find(&model->data, "head"), jaw = pd_smpl_joint_find(&model->data, "jaw"),
              neck = pd_smpl_joint_find(&model->data, "neck"),
              eye = pd_smpl_joint_find(&model->data, "left_eye_smplhf");
    int last = 0;
    for (size_t n = sizeof names / sizeof *names; n-- > 0;) {
        const pd_wardrobe_item *item = item_of(names[n]);
        assert_true(item->vertex_count >
                    last); /* a moustache is a part of a goatee, and that of a full beard */
        last = item->vertex_count;
        for (int i = 0; i < item->vertex_count; i++) {
            const float y = item->rest[3 * i + 1];
            assert_true(y < (float)model->joint_template[3 * eye + 1] + 0.025f &&
                        y > (float)model->joint_template[3 * neck + 1] - 0.03f);
            float held = 0;
            for (int k = 0; k < 4; k++)
                if (item->joints[4 * i + k] == head || item->joints[4 * i + k] == jaw ||
                    item->joints[4 * i + k] == neck)
                    held += item->weights[4 * i + k];
            assert_true(held > 0.7f); /* the rest is the upper trunk's, at the throat */
        }
    }
}

/* A beard's vertices each take a move of every shape of the mouth in an avatar's file, so that there may not
 * be many; and none is inside of the skin: it lies over its anchors by a millimetre or more. */
static void beards_have_few_vertices_and_lie_over_the_skin(void **state)
{
    (void)state;
    static const char *const names[] = {"beard-full", "beard-goatee", "moustache"};
    const float *skin = model->data.v_template;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        assert_in_range(item->vertex_count, 50, 600);
        for (int i = 0; i < item->vertex_count; i++) {
            const uint16_t *a = item->anchors + 3 * (size_t)i;
            float root[3] = {0}, u[3], v[3], over = 0, square = 0;
            for (int c = 0; c < 3; c++) {
                for (int k = 0; k < 3; k++) root[c] += item->anchor_weights[3 * i + k] * skin[3 * a[k] + c];
                u[c] = skin[3 * a[1] + c] - skin[3 * a[0] + c],
                v[c] = skin[3 * a[2] + c] - skin[3 * a[0] + c];
            }
            const float normal[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                     u[0] * v[1] - u[1] * v[0]};
            for (int c = 0; c < 3; c++)
                over += normal[c] * (item->rest[3 * i + c] - root[c]), square += normal[c] * normal[c];
            assert_true(over > 0.0007f * sqrtf(square)); /* normals of vertices differ from the triangle's */
        }
    }
}

/* A full beard grows up to the sideburns before the ears, and leaves the cheeks beside the nose free. */
static void a_full_beard_leaves_the_cheeks_free(void **state)
{
    (void)state;
    const pd_wardrobe_item *item = item_of("beard-full");
    const double *eye = model->joint_template + 3 * pd_smpl_joint_find(&model->data, "left_eye_smplhf");
    double beside_ear = -9, on_cheek = -9; /* highest vertices, metres over the eyes */
    for (int i = 0; i < item->vertex_count; i++) {
        const float *p = item->rest + 3 * i;
        double *highest = p[2] < 0.08f ? &beside_ear : p[2] > 0.09f ? &on_cheek : NULL;
        if (highest) *highest = fmax(*highest, (double)p[1] - eye[1]);
    }
    assert_true(beside_ear > -0.02);
    assert_true(on_cheek < -0.025);
}

/* Returns the share of the lips at the vertex of the skin that is nearest to a point,
 * from the map of the skin's tissue. */
static double lips_at(const float at[3])
{
    const pd_wardrobe_skin *skin = &wardrobe->skin;
    const pd_io_image *tissue = &skin->maps[0];
    const float *v = model->data.v_template;
    double least = INFINITY;
    int best = 0;
    for (int c = 0; c < skin->corner_count; c++) {
        const float *p = v + 3 * (size_t)skin->corners[c];
        const double square =
            pow((double)p[0] - at[0], 2) + pow((double)p[1] - at[1], 2) + pow((double)p[2] - at[2], 2);
        if (square < least) least = square, best = c;
    }
    const int x = (int)(skin->uvs[2 * best] * (float)tissue->width),
              y = (int)(skin->uvs[2 * best + 1] * (float)tissue->height);
    return ((const unsigned char *)tissue->samples)[4 * ((size_t)y * (size_t)tissue->width + (size_t)x) + 2] /
           255.0;
}

/* Hairs of a moustache grow from skin and end before the red of the lips. A root that is drawn, with v below
 * 1, is followed by the tip of its hair. */
static void a_moustache_leaves_the_lips_free(void **state)
{
    (void)state;
    const pd_wardrobe_item *item = item_of("moustache");
    int red = 0, hairs = 0;
    for (int c = 0; c + 1 < item->corner_count; c++) {
        if (item->uvs[2 * c + 1] > 0.98f) continue;
        hairs++;
        red += lips_at(item->rest + 3 * item->corners[c]) > 0.5 ||
               lips_at(item->rest + 3 * item->corners[c + 1]) > 0.5;
    }
    print_message("moustache: %d of %d hairs over the lips\n", red, hairs);
    assert_in_range(hairs, 15, 200);
    assert_in_range(red, 0, hairs / 10);
}

/* Skin shows between the hairs of a beard: at the densest roots, too, a part of the texture is clear. */
static void skin_shows_through_beards(void **state)
{
    (void)state;
    static const char *const names[] = {"beard-full", "beard-goatee", "moustache"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = item_of(names[n]);
        const pd_wardrobe_texture *texture = &wardrobe->textures[item->parts[0].texture];
        pd_io_image image;
        float v = 1;
        int clear = 0;
        for (int c = 0; c < item->corner_count; c++) v = fminf(v, item->uvs[2 * c + 1]);
        assert_int_equal(pd_io_png_read(&image, texture->png, texture->bytes, NULL, NULL), PD_OK);
        const unsigned char *row = (const unsigned char *)image.samples +
                                   4 * (size_t)image.width * (size_t)(v * (float)image.height);
        for (int x = 0; x < image.width; x++) clear += row[4 * x + 3] < 128;
        assert_in_range(clear, image.width / 20, image.width / 2);
        pd_io_image_deinit(&image);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lenses_are_before_the_eyes),
                                       cmocka_unit_test(hats_and_glasses_are_symmetric),
                                       cmocka_unit_test(hats_hide_the_top_of_the_head),
                                       cmocka_unit_test(a_visor_ends_above_the_eyes),
                                       cmocka_unit_test(ears_are_free_of_short_hair),
                                       cmocka_unit_test(clipped_hair_lies_on_the_scalp),
                                       cmocka_unit_test(beards_are_on_the_lower_face),
                                       cmocka_unit_test(a_moustache_leaves_the_lips_free),
                                       cmocka_unit_test(skin_shows_through_beards),
                                       cmocka_unit_test(a_full_beard_leaves_the_cheeks_free),
                                       cmocka_unit_test(beards_have_few_vertices_and_lie_over_the_skin)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
