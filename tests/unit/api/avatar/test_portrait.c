/* Pictures of bodies, and the skin texture of their .glb: sizes, formats, options that change them, refusals.
 * Uses the shipped person. */
#include "api/http/call.h"
#include "core/io/mesh/png.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"

#define PORTRAIT "/v1/models/default/portrait"

static pd_io_image picture_of(const char *target, const char *body)
{
    pd_api_call *call = api_ask(body ? "POST" : "GET", target, body);
    const pd_api_reply *reply = pd_api_call_reply(call);
    pd_io_image image;
    pd_error err;
    if (reply->status != 200)
        fail_msg("%s: %.*s", target, (int)reply->body.size, (const char *)reply->body.data);
    assert_string_equal(reply->content_type, "image/png");
    if (pd_io_png_read(&image, reply->body.data, reply->body.size, NULL, &err)) fail_msg("%s", err.detail);
    pd_api_call_release(call);
    return image;
}

/* Computes the box of the pixels that a figure covers: left, top, right, bottom. */
static void box_of(int box[4], const pd_io_image *image)
{
    assert_int_equal(image->channels, 4);
    box[0] = image->width, box[1] = image->height, box[2] = box[3] = -1;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            if (((const uint8_t *)image->samples)[4 * (y * image->width + x) + 3] < 128) continue;
            box[0] = x < box[0] ? x : box[0], box[1] = y < box[1] ? y : box[1];
            box[2] = x > box[2] ? x : box[2], box[3] = y > box[3] ? y : box[3];
        }
}

static void pictures_have_the_size_and_the_format_asked_for(void **state)
{
    (void)state;
    pd_io_image a = picture_of(PORTRAIT "?size=48", NULL),
                b = picture_of(PORTRAIT, "{\"size\":[40,72],\"view\":\"half\",\"background\":\"none\"}");
    assert_int_equal(a.width, 48), assert_int_equal(a.height, 48), assert_int_equal(a.channels, 3);
    assert_int_equal(b.width, 40), assert_int_equal(b.height, 72), assert_int_equal(b.channels, 4);
    pd_io_image_deinit(&a), pd_io_image_deinit(&b);

    /* RIFF....WEBP */
    pd_api_call *call = api_ask("GET", PORTRAIT "?size=48&format=webp", NULL);
    const pd_api_reply *reply = pd_api_call_reply(call);
    assert_int_equal(reply->status, 200);
    assert_string_equal(reply->content_type, "image/webp");
    assert_memory_equal(reply->body.data, "RIFF", 4);
    assert_memory_equal(reply->body.data + 8, "WEBP", 4);
    pd_api_call_release(call);
}

/* A whole figure is in the picture with all of it, and fills most of its height;
 * a head runs off its lower edge. */
static void views_frame_the_named_part(void **state)
{
    (void)state;
    int box[4];
    pd_io_image full = picture_of(PORTRAIT "?size=96,160&view=full&background=none", NULL),
                head = picture_of(PORTRAIT "?size=96&background=none", NULL);
    box_of(box, &full);
    assert_true(box[0] > 0 && box[1] > 0 && box[2] < 95 && box[3] < 159 && box[3] - box[1] > 120);
    box_of(box, &head);
    assert_true(box[1] > 2 && box[1] < 30 && box[3] == 95);
    pd_io_image_deinit(&full), pd_io_image_deinit(&head);
}

/* The ETag is the same for the same picture, and another for each field that shows. */
static void the_etag_depends_on_visible_options(void **state)
{
    (void)state;
    static const char *const queries[] = {"",
                                          "&yaw=20",
                                          "&pitch=5",
                                          "&zoom=1.2",
                                          "&view=half",
                                          "&background=ffffff",
                                          "&background=none",
                                          "&skin=0.2",
                                          "&random=3",
                                          "&random=3&age=50",
                                          "&random=4",
                                          "&iris=blue",
                                          "&format=webp",
                                          "&size=49"};
    char tags[16][80] = {""};
    int count = 0;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        char target[128];
        snprintf(target, sizeof target, PORTRAIT "?%s%s", strstr(queries[i], "size") ? "" : "size=48",
                 queries[i]);
        for (int twice = 0; twice < 2; twice++) {
            pd_api_call *call = api_ask("GET", target, NULL);
            const char *tag = api_header(call, "ETag");
            assert_non_null(tag);
            if (twice) assert_string_equal(tag, tags[count]);
            snprintf(tags[count], sizeof tags[count], "%s", tag);
            pd_api_call_release(call);
        }
        for (int k = 0; k < count; k++) assert_string_not_equal(tags[k], tags[count]);
        count++;
    }
}

/* Brightest pixel row by row of a picture's right half minus its left:
 * the light comes from the picture's left. */
static void a_dark_and_a_light_skin_differ_and_the_background_is_the_one_asked_for(void **state)
{
    (void)state;
    pd_io_image dark = picture_of(PORTRAIT "?size=64&skin=0.05&background=204060", NULL),
                light = picture_of(PORTRAIT "?size=64&skin=0.95&background=204060", NULL);
    const uint8_t *corner = dark.samples, *d = (const uint8_t *)dark.samples + 3 * (36 * 64 + 32),
                  *l = (const uint8_t *)light.samples + 3 * (36 * 64 + 32);
    assert_true(corner[0] == 0x20 && corner[1] == 0x40 && corner[2] == 0x60);
    assert_true(l[0] > d[0] + 60 && l[1] > d[1] + 60 && l[2] > d[2] + 40);
    pd_io_image_deinit(&dark), pd_io_image_deinit(&light);
}

/* Returns the number of almost white pixels in the rows and columns of the eyes. */
static int highlight_pixels(const pd_io_image *picture)
{
    int count = 0;
    for (int y = 420; y < 600; y++)
        for (int x = 150; x < 870; x++) {
            const uint8_t *p = (const uint8_t *)picture->samples + 3 * (1024 * y + x);
            count += p[0] > 225 && p[1] > 225 && p[2] > 225;
        }
    return count;
}

/* A person and a camera that turn together by half a turn show the same highlights on the eyes. Lids cover a
 * part of them, whose edge may move by a pixel. */
static void eyes_have_their_highlights_when_the_person_is_turned(void **state)
{
    (void)state;
    pd_io_image ahead = picture_of(PORTRAIT "?size=1024&zoom=2.2&random=8&wear=tee-shorts", NULL),
                turned = picture_of(PORTRAIT "?size=1024&zoom=2.2&random=8&wear=tee-shorts"
                                             "&global_orient=0,3.14159265,0&yaw=180",
                                    NULL);
    const int one = highlight_pixels(&ahead), two = highlight_pixels(&turned);
    if (one < 20 || abs(one - two) > one / 4) fail_msg("%d pixels ahead, %d turned", one, two);
    pd_io_image_deinit(&ahead), pd_io_image_deinit(&turned);
}

static void refuse(const char *target, const char *body, const char *pointer, const char *detail)
{
    pd_api_call *call = api_ask(body ? "POST" : "GET", target, body);
    const pd_api_reply *reply = pd_api_call_reply(call);
    assert_int_equal(reply->status, 400);
    json_t *json = api_json(call), *first = json_array_get(json_object_get(json, "errors"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "pointer")), pointer);
    if (!strstr(json_string_value(json_object_get(first, "detail")), detail))
        fail_msg("%s: %s", target, json_string_value(json_object_get(first, "detail")));
    json_decref(json);
    pd_api_call_release(call);
}

/* A list of one value is that value, in a query and in a body, for every field that is a list. */
static void a_value_alone_counts_as_a_list_of_one(void **state)
{
    (void)state;
    const char *const bodies[] = {"{\"size\":40,\"betas\":2,\"yaw\":10}",
                                  "{\"size\":[40],\"betas\":[2],\"yaw\":10}",
                                  "{\"size\":[40,40],\"betas\":[2,0],\"yaw\":10}"};
    pd_io_image in_query = picture_of(PORTRAIT "?size=40&betas=2&yaw=10", NULL);
    for (int i = 0; i < 3; i++) {
        pd_io_image in_body = picture_of(PORTRAIT, bodies[i]);
        assert_int_equal(in_body.width, 40);
        assert_int_equal(in_body.height, 40);
        assert_memory_equal(in_body.samples, in_query.samples, 40 * 40 * 3);
        pd_io_image_deinit(&in_body);
    }
    pd_io_image_deinit(&in_query);
}

static void wrong_fields_are_refused_with_the_allowed_values(void **state)
{
    (void)state;
    refuse(PORTRAIT "?size=20", NULL, "/size/0", "32");
    refuse(PORTRAIT "?size=2000", NULL, "/size/0", "1024");
    refuse(PORTRAIT "?size=64,64,64", NULL, "/size", "width and height");
    refuse(PORTRAIT "?view=feet", NULL, "/view", "head");
    refuse(PORTRAIT "?background=blue", NULL, "/background", "six hexadecimal digits");
    refuse(PORTRAIT "?yaw=200", NULL, "/yaw", "180");
    refuse(PORTRAIT "?zoom=9", NULL, "/zoom", "4");
    refuse(PORTRAIT, "{\"wear\":\"armour\"}", "/wear", "armour");
    refuse(PORTRAIT, "{\"levels\":[100]}", "/levels", "");
}

/* Everything that the run takes was counted before. */
static void memory_is_known_before_the_picture_is_drawn(void **state)
{
    (void)state;
    pd_api_request none = {0};
    pd_api_call *call = api_decode("GET", PORTRAIT "?size=1024&view=full", NULL, none);
    assert_false(pd_api_call_done(call));
    /* The picture, three numbers a pixel for the occlusion, and a band of 32 rows of 2 x 2 samples of 8 bytes
     * for each worker. */
    assert_true(call->run_bytes(call, 1) > 1024 * 1024 * (3 + 3 * 4));
    assert_true(call->run_bytes(call, 4) - call->run_bytes(call, 1) >= 3 * 1024 * 32 * 4 * 8);
    assert_true(call->run_bytes(call, 1) < ((size_t)400 << 20));
    assert_true(pd_api_call_cost(call) > 0);
    pd_api_call_release(call);
}

/* The first primitive of a dressed .glb is the skin: texture coordinates
 * for each of its vertices, and three textures. */
static void the_skin_of_a_glb_has_textures(void **state)
{
    (void)state;
    static const char *const targets[] = {
        "/v1/models/default/mesh?format=glb", "/v1/models/default/mesh?format=glb&rig=true&face=true",
        "/v1/models/default/mesh?format=glb&rig=true&correctives=2&levels=4000",
        "/v1/models/default/mesh?format=glb&quantize=true"};
    for (int i = 0; i < 4; i++) {
        pd_api_call *call = api_ask("GET", targets[i], NULL);
        const pd_api_reply *reply = pd_api_call_reply(call);
        uint32_t size;
        if (reply->status != 200)
            fail_msg("%s: %.*s", targets[i], (int)reply->body.size, (const char *)reply->body.data);
        memcpy(&size, reply->body.data + 12, 4);
        json_t *json = json_loadb((const char *)reply->body.data + 20, size, 0, NULL);
        json_t *mesh = json_array_get(json_object_get(json, "meshes"), 0),
               *skin = json_array_get(json_object_get(mesh, "primitives"), 0),
               *attributes = json_object_get(skin, "attributes"),
               *accessors = json_object_get(json, "accessors");
        static const char *const names[] = {"POSITION", "TEXCOORD_0", "NORMAL"};
        for (int a = 0; a < 3; a++) {
            json_t *accessor =
                json_array_get(accessors, (size_t)json_integer_value(json_object_get(attributes, names[a])));
            assert_non_null(json_object_get(attributes, names[a]));
            assert_int_equal(json_integer_value(json_object_get(accessor, "count")),
                             api_host_state.wardrobe->skin.corner_count);
        }

        /* Colour, roughness, normals: three textures, each a picture of the file. */
        json_t *material = json_array_get(json_object_get(json, "materials"), 0),
               *pbr = json_object_get(material, "pbrMetallicRoughness");
        const size_t images = json_array_size(json_object_get(json, "images"));
        json_t *const maps[] = {
            json_object_get(pbr, "baseColorTexture"), json_object_get(pbr, "metallicRoughnessTexture"),
            json_object_get(material, "normalTexture"), json_object_get(material, "occlusionTexture")};
        for (int m = 0; m < 4; m++) {
            assert_non_null(maps[m]);
            assert_true((size_t)json_integer_value(json_object_get(maps[m], "index")) < images);
        }
        json_decref(json);
        pd_api_call_release(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_have_the_size_and_the_format_asked_for),
        cmocka_unit_test(views_frame_the_named_part),
        cmocka_unit_test(the_etag_depends_on_visible_options),
        cmocka_unit_test(a_dark_and_a_light_skin_differ_and_the_background_is_the_one_asked_for),
        cmocka_unit_test(eyes_have_their_highlights_when_the_person_is_turned),
        cmocka_unit_test(a_value_alone_counts_as_a_list_of_one),
        cmocka_unit_test(wrong_fields_are_refused_with_the_allowed_values),
        cmocka_unit_test(memory_is_known_before_the_picture_is_drawn),
        cmocka_unit_test(the_skin_of_a_glb_has_textures),
    };
    return cmocka_run_group_tests(tests, api_shipped_load, api_shipped_unload);
}
