/* Garments of clients: where they lie, what they hide, what of their materials is kept, and what is refused.
 *
 * Most tests wear a shell: the skin of the trunk of the template, 15 mm further out. */
#include "core/wardrobe/own.h"
#include "core/math/triangle.h"
#include "core/wardrobe/dress.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

#define SHELL_LOW  -0.40f /* metres: the shell is between these heights of the template */
#define SHELL_HIGH 0.10f
#define SHELL_SIDE 0.20f /* metres: largest distance from the middle plane, which leaves the arms out */
#define SHELL_OUT  0.015f
#define EDGE       0.07f /* metres: skin as near to an edge of the shell may be seen */

static pd_smpl_model *person;
static float *normals; /* (V,3) of the template */

static int load(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&person, "models/person.safetensors", NULL) != PD_OK) return 1;
    normals = malloc(3 * (size_t)person->vertex_count * sizeof *normals);
    if (normals) pd_wardrobe_skin_normals(normals, person->data.v_template, &person->data);
    return !normals;
}

static int unload(void **state)
{
    (void)state;
    free(normals);
    pd_smpl_model_release(person);
    return 0;
}

/* Writes a .glb of one mesh without a skin. members: more members of the file, ",..." or "". */
static void make_file(pd_buffer *out, const float *points, int point_count, const uint32_t *faces,
                      int face_count, const char *members)
{
    const size_t at = 3 * (size_t)point_count, numbers = at + 3 * (size_t)face_count;
    float *block = malloc(numbers * sizeof *block);
    pd_buffer json = {0};

    assert_non_null(block);
    memcpy(block, points, at * sizeof *block);
    memcpy(block + at, faces, 3 * (size_t)face_count * sizeof *faces);
    pd_buffer_printf(&json,
                     "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],"
                     "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1%s}]}],"
                     "\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu},"
                     "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}],\"accessors\":[{\"bufferView\":0,"
                     "\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},{\"bufferView\":1,"
                     "\"componentType\":5125,\"count\":%d,\"type\":\"SCALAR\"}]%s}",
                     *members ? ",\"material\":0" : "", 4 * numbers, 4 * at, 4 * at, 4 * (numbers - at),
                     point_count, 3 * face_count, members);
    pd_buffer_add(&json, "", 1);
    avatar_pack(out, (const char *)json.data, block, numbers);
    assert_false(out->failed || json.failed);
    pd_buffer_deinit(&json);
    free(block);
}

static bool is_in_shell(size_t vertex, float margin)
{
    const float *p = person->data.v_template + 3 * vertex;
    return p[1] > SHELL_LOW + margin && p[1] < SHELL_HIGH - margin && fabsf(p[0]) < SHELL_SIDE - margin;
}

/* Writes the shell, or its triangles turned over. */
static void make_shell(pd_buffer *out, bool is_turned, const char *members)
{
    const size_t count = (size_t)person->vertex_count;
    float *points = malloc(3 * count * sizeof *points);
    uint32_t *faces = malloc(3 * (size_t)person->face_count * sizeof *faces);
    int *number = malloc(count * sizeof *number);
    int point_count = 0, face_count = 0;

    assert_true(points && faces && number);
    for (size_t v = 0; v < count; v++) {
        number[v] = -1;
        if (!is_in_shell(v, 0)) continue;
        for (size_t c = 0; c < 3; c++)
            points[3 * (size_t)point_count + c] =
                person->data.v_template[3 * v + c] + SHELL_OUT * normals[3 * v + c];
        number[v] = point_count++;
    }

    for (int f = 0; f < person->face_count; f++) {
        const uint32_t *face = person->data.faces + 3 * (size_t)f;
        if (number[face[0]] < 0 || number[face[1]] < 0 || number[face[2]] < 0) continue;
        for (int k = 0; k < 3; k++)
            faces[3 * (size_t)face_count + (size_t)k] = (uint32_t)number[face[is_turned ? 2 - k : k]];
        face_count++;
    }

    assert_true(point_count > 500 && face_count > 800);
    make_file(out, points, point_count, faces, face_count, members);
    free(points);
    free(faces);
    free(number);
}

static pd_status make_own(pd_wardrobe_own *out, const pd_buffer *file, pd_wardrobe_slot slot, pd_error *err)
{
    const pd_wardrobe_own_job job = {.file = {file->data, file->size},
                                     .json_memory = 64u << 20,
                                     .name = "mine",
                                     .slot = slot,
                                     .model = person};
    return pd_wardrobe_own_make(out, &job, err);
}

static void shell_of(pd_wardrobe_own *out, pd_wardrobe_slot slot, bool is_turned, const char *members)
{
    pd_buffer file = {0};
    pd_error err;

    make_shell(&file, is_turned, members);
    const pd_status status = make_own(out, &file, slot, &err);
    if (status != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(&file);
}

/* Returns the distance from a point to the nearest triangle of the template, of all of them. */
static float distance_to_skin(const float p[3])
{
    const float *points = person->data.v_template;
    float best = INFINITY;

    for (int f = 0; f < person->face_count; f++) {
        const uint32_t *face = person->data.faces + 3 * (size_t)f;
        const float *t[3];
        float w[3];
        for (int k = 0; k < 3; k++) t[k] = points + 3 * (size_t)face[k];
        pd_triangle_nearest(w, p, t[0], t[1], t[2]);
        best = fminf(best, pd_triangle_distance(p, w, t[0], t[1], t[2]));
    }

    return best;
}

static void the_fit_is_the_distance_from_the_skin(void **state)
{
    pd_wardrobe_own own;
    (void)state;

    shell_of(&own, PD_WARDROBE_OUTFIT, false, "");
    assert_true(fabsf(own.median - SHELL_OUT) < 0.001f);
    assert_true(own.deep == 0);
    assert_int_equal(own.joint_count, 0);
    pd_wardrobe_own_deinit(&own);
}

static void a_vertex_is_anchored_at_the_nearest_point_of_the_skin(void **state)
{
    pd_wardrobe_own own;
    int looked = 0, nearest = 0;
    (void)state;

    shell_of(&own, PD_WARDROBE_OUTFIT, false, "");
    for (size_t v = 0; v < (size_t)own.item.vertex_count; v += 7) {
        const float *p = own.item.rest + 3 * v;
        const uint16_t *anchors = own.item.anchors + 3 * v;
        const float *t[3], *w = own.item.anchor_weights + 3 * v;
        for (int k = 0; k < 3; k++) t[k] = person->data.v_template + 3 * (size_t)anchors[k];
        assert_true(fabsf(w[0] + w[1] + w[2] - 1) < 1e-5f);

        /* Of triangles that do not touch the nearest vertex, one may be a little nearer. */
        const float far = pd_triangle_distance(p, w, t[0], t[1], t[2]), least = distance_to_skin(p);
        assert_true(far >= least - 1e-6f && far < least + 0.003f);
        nearest += far < least + 1e-5f;
        looked++;
    }

    assert_true(nearest > 0.95 * looked);
    pd_wardrobe_own_deinit(&own);
}

static void weights_are_those_of_the_skin_below(void **state)
{
    pd_wardrobe_own own;
    (void)state;

    shell_of(&own, PD_WARDROBE_OUTFIT, false, "");
    for (size_t v = 0; v < (size_t)own.item.vertex_count; v++) {
        float sum = 0, all[PD_SMPL_MAX_JOINTS] = {0};
        for (size_t a = 0; a < 3; a++)
            for (int k = 0; k < person->joint_count; k++)
                all[k] +=
                    own.item.anchor_weights[3 * v + a] *
                    person->data.weights[(size_t)own.item.anchors[3 * v + a] * (size_t)person->joint_count +
                                         (size_t)k];
        for (size_t i = 4 * v; i < 4 * v + 4; i++) {
            sum += own.item.weights[i];
            if (own.item.weights[i] > 0) assert_true(all[own.item.joints[i]] > 0);
        }

        assert_true(fabsf(sum - 1) < 1e-5f);
    }

    pd_wardrobe_own_deinit(&own);
}

static void what_is_in_the_skin_is_moved_out(void **state)
{
    pd_wardrobe_own own;
    pd_buffer file = {0};
    pd_error err;
    (void)state;

    /* A patch 3 mm below the skin of the belly. */
    size_t belly = 0;
    for (size_t v = 0; v < (size_t)person->vertex_count; v++) {
        const float *p = person->data.v_template + 3 * v, *b = person->data.v_template + 3 * belly;
        if (is_in_shell(v, 0.15f) && (p[2] > b[2] || !is_in_shell(belly, 0.15f))) belly = v;
    }

    const float *b = person->data.v_template + 3 * belly;
    const float points[9] = {b[0] - 0.02f,  b[1], b[2] - 0.003f, b[0] + 0.02f, b[1],
                             b[2] - 0.003f, b[0], b[1] + 0.03f,  b[2] - 0.003f};
    const uint32_t faces[3] = {0, 1, 2};
    make_file(&file, points, 3, faces, 1, "");
    assert_int_equal(make_own(&own, &file, PD_WARDROBE_OUTFIT, &err), PD_OK);
    for (int v = 0; v < 3; v++) {
        assert_true(own.item.rest[3 * v + 2] > points[3 * v + 2]);
        assert_true(distance_to_skin(own.item.rest + 3 * v) > 0.5f * PD_WARDROBE_OWN_OVER);
    }

    pd_wardrobe_own_deinit(&own);
    pd_buffer_deinit(&file);
}

static void skin_below_is_hidden_but_for_its_edges(void **state)
{
    (void)state;

    /* Either side of the triangles may be out. */
    for (int is_turned = 0; is_turned < 2; is_turned++) {
        pd_wardrobe_own own;
        bool *hidden = calloc((size_t)person->vertex_count, sizeof *hidden);
        shell_of(&own, PD_WARDROBE_OUTFIT, is_turned, "");
        for (int i = 0; i < own.item.hide_count; i++) hidden[own.item.hides[i]] = true;
        for (size_t v = 0; v < (size_t)person->vertex_count; v++) {
            if (hidden[v]) assert_true(is_in_shell(v, 0));
            if (is_in_shell(v, EDGE)) assert_true(hidden[v]);
        }

        assert_true(own.item.hide_count > 200);
        free(hidden);
        pd_wardrobe_own_deinit(&own);
    }
}

static void what_one_looks_through_hides_nothing(void **state)
{
    pd_wardrobe_own own;
    (void)state;

    shell_of(&own, PD_WARDROBE_GLASSES, false, "");
    assert_int_equal(own.item.hide_count, 0);
    pd_wardrobe_own_deinit(&own);

    static const char *const modes[] = {"BLEND", "MASK", "OPAQUE"};
    for (int m = 0; m < 3; m++) {
        char members[80];
        snprintf(members, sizeof members, ",\"materials\":[{\"alphaMode\":\"%s\"}]", modes[m]);
        shell_of(&own, PD_WARDROBE_OUTFIT, false, members);
        assert_int_equal(own.item.hide_count > 0, m == 2);
        pd_wardrobe_own_deinit(&own);
    }
}

static void what_a_material_loses_is_named(void **state)
{
    static const struct {
        const char *material, *note;
    } rows[] = {
        {"{}", ""},
        {"{\"alphaMode\":\"MASK\",\"alphaCutoff\":0.5}", ""},
        {"{\"emissiveFactor\":[0,1,0]}", "materials: left out are emission"},
        {"{\"alphaMode\":\"MASK\",\"alphaCutoff\":0.3,\"emissiveFactor\":[0,0,1]}",
         "materials: left out are emission, alpha cutoffs besides 0.5"},
    };
    (void)state;

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        pd_wardrobe_own own;
        char members[160];
        snprintf(members, sizeof members, ",\"materials\":[%s]", rows[r].material);
        shell_of(&own, PD_WARDROBE_OUTFIT, false, members);
        assert_string_equal(own.note, rows[r].note);
        pd_wardrobe_own_deinit(&own);
    }
}

static void opacity_of_a_material_is_in_its_texture(void **state)
{
    pd_wardrobe_own own;
    pd_io_image image;
    (void)state;

    shell_of(&own, PD_WARDROBE_OUTFIT, false,
             ",\"materials\":[{\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\":{\"baseColorFactor\":"
             "[0.5,0.25,1,0.4],\"roughnessFactor\":0.3}}]");
    const pd_wardrobe_part *part = &own.item.parts[0];
    assert_true(part->alpha == PD_WARDROBE_BLEND && part->texture == 0 && own.texture_count == 1);
    assert_true(part->color[0] == 0.5f && part->color[1] == 0.25f && part->roughness == 0.3f);
    assert_int_equal(pd_io_png_read(&image, own.textures[0].png, own.textures[0].bytes, NULL, NULL), PD_OK);
    assert_int_equal(image.channels, 4);
    assert_int_equal(((const uint8_t *)image.samples)[3], 102); /* 0.4 of 255 */
    pd_io_image_deinit(&image);
    pd_wardrobe_own_deinit(&own);
}

/* Writes a vertical tube around a place (x, 0), with about as many vertices. */
static void make_tube(pd_buffer *out, float x, float radius, int rings, int around)
{
    float *points = malloc(3 * (size_t)(rings * around) * sizeof *points);
    uint32_t *faces = malloc(6 * (size_t)(rings * around) * sizeof *faces);
    size_t face_count = 0;

    assert_true(points && faces);
    for (int r = 0; r < rings; r++)
        for (int a = 0; a < around; a++) {
            const float turn = 6.2831853f * (float)a / (float)around;
            float *p = points + 3 * (size_t)(r * around + a);
            p[0] = x + radius * sinf(turn);
            p[1] = -0.35f + 0.45f * (float)r / (float)rings;
            p[2] = radius * cosf(turn);
            if (r == rings - 1) continue;
            const uint32_t here = (uint32_t)(r * around + a),
                           next = (uint32_t)(r * around + (a + 1) % around);
            const uint32_t two[6] = {
                here, next, here + (uint32_t)around, next, next + (uint32_t)around, here + (uint32_t)around};
            memcpy(faces + 3 * face_count, two, sizeof two);
            face_count += 2;
        }

    make_file(out, points, rings * around, faces, (int)face_count, "");
    free(points);
    free(faces);
}

/* A search that grows with the distance took 203 s for such a file. */
static void a_large_garment_that_is_far_away_is_refused_with_the_distance(void **state)
{
    pd_wardrobe_own own;
    pd_buffer file = {0};
    pd_error err;
    (void)state;

    make_tube(&file, 1.2f, 0.2f, 200, 300);
    assert_int_equal(make_own(&own, &file, PD_WARDROBE_OUTFIT, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/fit");
    assert_non_null(strstr(err.detail, "mm from the skin"));
    pd_buffer_deinit(&file);
}

static void a_garment_that_is_too_narrow_is_refused(void **state)
{
    pd_wardrobe_own own;
    pd_buffer file = {0};
    pd_error err;
    (void)state;

    make_tube(&file, 0, 0.04f, 20, 30);
    assert_int_equal(make_own(&own, &file, PD_WARDROBE_OUTFIT, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/fit");
    pd_buffer_deinit(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fit_is_the_distance_from_the_skin),
        cmocka_unit_test(a_vertex_is_anchored_at_the_nearest_point_of_the_skin),
        cmocka_unit_test(weights_are_those_of_the_skin_below),
        cmocka_unit_test(what_is_in_the_skin_is_moved_out),
        cmocka_unit_test(skin_below_is_hidden_but_for_its_edges),
        cmocka_unit_test(what_one_looks_through_hides_nothing),
        cmocka_unit_test(what_a_material_loses_is_named),
        cmocka_unit_test(opacity_of_a_material_is_in_its_texture),
        cmocka_unit_test(a_large_garment_that_is_far_away_is_refused_with_the_distance),
        cmocka_unit_test(a_garment_that_is_too_narrow_is_refused),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
