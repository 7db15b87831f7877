/* What a glTF shows in a pose: skinned and rigid meshes, morph targets, materials, pictures. */
#include "core/io/surface/gltf_look.h"
#include "tests/support/avatar.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

/* A triangle whose corners follow joint 0, both joints and joint 1, with a morph target, at the front of a
 * body of 2 m; joint 1 is 1 m above joint 0. Then the triangle again as a mesh of node 3, below joint 1. */
typedef struct look_bin {
    float positions[3][3], target[3][3], weights[3][4], binds[2][16], uvs[3][2];
    uint8_t joints[3][4];
    uint16_t faces[3], pad;
    uint8_t picture[128]; /* the size of all is a multiple of 4 */
} look_bin;

typedef struct look_scene {
    pd_buffer file;
    pd_io_look look;
    pd_io_gltf_face face;
    pd_error err;
} look_scene;

/* Writes a picture of 2 x 2 pixels. Returns its bytes. */
static size_t write_picture(uint8_t out[128])
{
    pd_io_image image;
    pd_buffer png = {0};

    assert_int_equal(pd_io_image_init(&image, 2, 2, 1, 8, NULL), PD_OK);
    memset(image.samples, 77, 4);
    assert_int_equal(pd_io_png_write(&png, &image, NULL), PD_OK);
    assert_true(png.size <= 128);
    const size_t size = png.size;
    memcpy(out, png.data, size);
    pd_io_image_deinit(&image);
    pd_buffer_deinit(&png);

    return size;
}

/* Writes the file. material, members: JSON of material 0, and more members of the file. */
static void make_look(look_scene *c, const char *material, const char *nodes, const char *members)
{
    static look_bin bin;
    pd_buffer json = {0};
    const size_t picture = write_picture(bin.picture);

    memset(c, 0, sizeof *c);
    for (int i = 0; i < 3; i++) {
        const float p[3][3] = {{0, 0, 0}, {0.5f, 1.5f, 0}, {0, 2, 0}};
        memcpy(bin.positions, p, sizeof p);
        bin.target[i][2] = 0.25f;
        bin.uvs[i][0] = 0.5f * (float)i;
        bin.faces[i] = (uint16_t)i;
        bin.joints[i][1] = 1;
    }

    bin.weights[0][0] = 1;
    bin.weights[1][0] = bin.weights[1][1] = 0.5f;
    bin.weights[2][1] = 1;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 16; i++) bin.binds[k][i] = i % 5 == 0;
    bin.binds[1][13] = -1;
#define VIEW(member) offsetof(look_bin, member), sizeof bin.member
    const size_t views[][2] = {{VIEW(positions)}, {VIEW(target)}, {VIEW(weights)}, {VIEW(binds)},
                               {VIEW(uvs)},       {VIEW(joints)}, {VIEW(faces)}};
    static const char *const kinds[] = {
        "5126,\"count\":3,\"type\":\"VEC3\"",  "5126,\"count\":3,\"type\":\"VEC3\"",
        "5126,\"count\":3,\"type\":\"VEC4\"",  "5126,\"count\":2,\"type\":\"MAT4\"",
        "5126,\"count\":3,\"type\":\"VEC2\"",  "5121,\"count\":3,\"type\":\"VEC4\"",
        "5123,\"count\":3,\"type\":\"SCALAR\""};
    pd_buffer_printf(
        &json, "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0,2,4]}],\"nodes\":[%s],", nodes);
    pd_buffer_text(&json, "\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":3}],\"meshes\":[{\"extras\":{"
                          "\"targetNames\":[\"out\"]},\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                          "\"JOINTS_0\":5,\"WEIGHTS_0\":2,\"TEXCOORD_0\":4},\"indices\":6,\"targets\":[{"
                          "\"POSITION\":1}],\"material\":0}]}],\"accessors\":[");
    for (int i = 0; i < 7; i++)
        pd_buffer_printf(&json, "%s{\"bufferView\":%d,\"componentType\":%s}", i ? "," : "", i, kinds[i]);
    pd_buffer_text(&json, "],\"bufferViews\":[");
    for (int i = 0; i < 7; i++)
        pd_buffer_printf(&json, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", i ? "," : "",
                         views[i][0], views[i][1]);
    pd_buffer_printf(
        &json, ",{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu}],",
        offsetof(look_bin, picture), picture, sizeof bin);
    pd_buffer_printf(&json, "\"materials\":[%s]%s}", material, members);
    pd_buffer_add(&json, "", 1);
    avatar_pack(&c->file, (const char *)json.data, (const float *)(const void *)&bin,
                sizeof bin / sizeof(float));
    pd_buffer_deinit(&json);
}

#define NODES                                                                                                \
    "{\"children\":[1]},{\"translation\":[0,1,0],\"children\":[3]},{\"mesh\":0,\"skin\":0,\"translation\":[" \
    "9,9,9]},"                                                                                               \
    "{\"mesh\":0,\"scale\":[1,-1,1]},{\"mesh\":0,\"translation\":[5,0,0]}"
#define PICTURE                                                                                              \
    ",\"textures\":[{\"source\":0},{\"source\":1}],\"images\":[{\"bufferView\":7,\"mimeType\":\"image/"      \
    "png\"},{\"bufferView\":0}]"

/* Reads it with joint 1 turned by 90 degrees about z. */
static pd_status look(look_scene *c, const float *weights)
{
    static const int moving[] = {0, 1};
    const pd_io_look_node turned = {.node = 1, .rotation = {0, 0, sqrt(0.5), sqrt(0.5)}};
    const pd_bytes file = {c->file.data, c->file.size};

    assert_int_equal(pd_io_gltf_face_read(&c->face, file, 0, &c->err), PD_OK);
    const pd_io_look_job job = {.nodes = &turned,
                                .node_count = 1,
                                .moving = moving,
                                .moving_count = 2,
                                .marked = 1,
                                .face = &c->face,
                                .weights = weights,
                                .side_most = 64};
    return pd_io_look_read(&c->look, file, &job, &c->err);
}

static void end_look(look_scene *c)
{
    pd_io_look_deinit(&c->look);
    pd_io_gltf_face_deinit(&c->face);
    pd_buffer_deinit(&c->file);
}

static void assert_point(const pd_io_look_part *part, int v, double x, double y, double z)
{
    const float *p = part->vertices + 3 * v;
    assert_true(fabs((double)p[0] - x) < 1e-5 && fabs((double)p[1] - y) < 1e-5 &&
                fabs((double)p[2] - z) < 1e-5);
}

/* The node of a skinned mesh does not move it; a mesh below a joint moves with it, and a mirrored one is
 * turned round; a mesh that no joint moves is not read. */
static void the_pose_moves_skinned_and_rigid_meshes(void **state)
{
    static const float weight[1] = {1};
    look_scene c;
    (void)state;

    make_look(&c, "{}", NODES, "");
    if (look(&c, NULL) != PD_OK) fail_msg("%s: %s", c.err.where, c.err.detail);
    assert_int_equal(c.look.part_count, 2);
    assert_point(&c.look.parts[0], 0, 0, 0, 0);
    assert_point(&c.look.parts[0], 1, 0, 1.5, 0); /* halfway between (.5, 1.5) and (-.5, 1.5) */
    assert_point(&c.look.parts[0], 2, -1, 1, 0);
    assert_true(c.look.parts[0].marked[0] <= 0 && fabsf(c.look.parts[0].marked[1] - 0.5f) < 1e-6f);
    assert_point(&c.look.parts[1], 2, 2, 1, 0); /* (0, -2) turned, above joint 1 */
    assert_true(c.look.parts[1].marked[0] >= 1);
    assert_true(c.look.parts[1].faces[1] == 2 && c.look.parts[1].faces[2] == 1);
    assert_true(fabsf(c.look.parts[0].normals[2]) > 0.99f);
    end_look(&c);

    make_look(&c, "{}", NODES, "");
    assert_int_equal(look(&c, weight), PD_OK);
    assert_point(&c.look.parts[0], 2, -1, 1, 0.25);
    end_look(&c);
}

static void materials_have_their_factors_and_pictures(void **state)
{
    look_scene c;
    (void)state;

    make_look(
        &c,
        "{\"doubleSided\":true,\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"emissiveFactor\":[0,1,0],"
        "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0,0.75],\"roughnessFactor\":0.3,"
        "\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":{\"offset\":[0.25,0],"
        "\"scale\":[2,1]}}}},\"normalTexture\":{\"index\":0}}",
        NODES, PICTURE);
    if (look(&c, NULL) != PD_OK) fail_msg("%s: %s", c.err.where, c.err.detail);
    const pd_io_look_material *m = &c.look.parts[0].material;
    assert_true(m->two_sided && m->mode == PD_IO_LOOK_MASK && fabsf(m->cutoff - 0.25f) < 1e-6f);
    assert_true(fabsf(m->color[1] - 0.5f) < 1e-6f && fabsf(m->alpha - 0.75f) < 1e-6f && m->glow[1] >= 1);
    assert_int_equal(m->albedo, 0);
    assert_int_equal(m->normal, -1); /* it is read elsewhere than the colour */
    assert_int_equal(c.look.picture_count, 1);
    assert_int_equal(c.look.pictures[0].channels, 3);
    assert_true(fabsf(c.look.parts[0].uvs[2] - (2 * 0.5f + 0.25f)) < 1e-6f);
    assert_string_equal(c.look.note, "");
    end_look(&c);

    /* A picture that is none is left out with a note. */
    make_look(&c, "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":1}}}", NODES, PICTURE);
    assert_int_equal(look(&c, NULL), PD_OK);
    assert_int_equal(c.look.parts[0].material.albedo, -1);
    assert_non_null(
        strstr(c.look.note, "/images/1: left out: an unknown format; PNG, JPEG or WebP expected"));
    end_look(&c);
}

/* Joints that the skin does not have, and figures without triangles. */
static void what_cannot_be_shown_is_refused(void **state)
{
    look_scene c;
    (void)state;

    make_look(&c, "{}", "{},{\"translation\":[0,1,0]},{\"skin\":0},{},{\"mesh\":0}", "");
    assert_int_equal(look(&c, NULL), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(c.err.detail, "the joints of the figure move no triangles"));
    assert_null(c.look.parts);
    end_look(&c);
    make_look(&c, "{}", "{\"children\":[1]},{},{\"mesh\":0,\"skin\":0,\"scale\":[0,0,0]},{},{}", "");
    look_bin *bin = (look_bin *)(void *)(c.file.data + c.file.size - sizeof(look_bin));
    bin->joints[0][0] = 7;
    assert_int_equal(look(&c, NULL), PD_ERR_RANGE);
    assert_non_null(strstr(c.err.detail, "joint 7 at vertex 0"));
    end_look(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pose_moves_skinned_and_rigid_meshes),
        cmocka_unit_test(materials_have_their_factors_and_pictures),
        cmocka_unit_test(what_cannot_be_shown_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
