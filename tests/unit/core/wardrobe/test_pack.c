/* Packed wardrobes: a mapped one holds the bytes of the wardrobe that was packed,
 * and bytes that do not fit are refused. */
#include "core/wardrobe/pack.h"

#include "tests/support/wardrobes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Packs a wardrobe alone. */
static pd_bytes pack_of(const pd_wardrobe *w)
{
    pd_bytes bytes;
    pd_pack_writer *writer = pd_pack_writer_new();
    assert_int_equal(pd_wardrobe_pack(writer, w, "w", &(pd_pack_source){1, 1}, NULL), PD_OK);
    assert_int_equal(pd_pack_bytes(&bytes, writer, NULL), PD_OK);
    pd_pack_writer_free(writer);
    return bytes;
}

static pd_status map(pd_wardrobe **out, pd_bytes bytes, pd_error *err)
{
    pd_pack *pack;
    *out = NULL;
    pd_status status = pd_pack_parse(&pack, bytes, "pack", err);
    if (status != PD_OK) return status;
    status = pd_pack_model_count(pack) ? pd_wardrobe_map(out, pack, 0, err) : PD_ERR_FORMAT;
    pd_pack_release(pack); /* the wardrobe keeps it */
    return status;
}

static void assert_same_array(const void *a, const void *b, size_t count, size_t size, const char *name)
{
    if (count && memcmp(a, b, count * size) != 0) fail_msg("%s differs", name);
}
#define SAME(a, b, member, count)                                                                            \
    assert_same_array((a)->member, (b)->member, (size_t)(count), sizeof *(a)->member, #member)

static void assert_same_item(const pd_wardrobe_item *a, const pd_wardrobe_item *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->about, b->about);
    assert_string_equal(a->source, b->source);
    assert_string_equal(a->parameters, b->parameters);
    assert_int_equal(a->slot, b->slot);
    assert_int_equal(a->base, b->base);
    assert_memory_equal(a->often, b->often, sizeof a->often);
    assert_int_equal(a->styles, b->styles);
    assert_int_equal(a->is_shared, b->is_shared);
    assert_int_equal(a->has_halves, b->has_halves);
    assert_true(a->low == b->low && a->wide == b->wide);
    assert_int_equal(a->part_count, b->part_count);
    SAME(a, b, rest, 3 * a->vertex_count);
    SAME(a, b, dirs, 3 * a->vertex_count * a->dir_count);
    SAME(a, b, anchors, 3 * a->vertex_count);
    SAME(a, b, anchor_weights, 3 * a->vertex_count);
    SAME(a, b, joints, 4 * a->vertex_count);
    SAME(a, b, weights, 4 * a->vertex_count);
    assert_int_equal(a->places != NULL, b->places != NULL);
    if (a->places) SAME(a, b, places, 2 * a->corner_count);
    SAME(a, b, corners, a->corner_count);
    SAME(a, b, uvs, 2 * a->corner_count);
    SAME(a, b, faces, 3 * a->face_count);
    SAME(a, b, hides, a->hide_count);
    for (int p = 0; p < a->part_count; p++) {
        assert_int_equal(a->parts[p].first_face, b->parts[p].first_face);
        assert_int_equal(a->parts[p].texture, b->parts[p].texture);
        assert_memory_equal(a->parts[p].color, b->parts[p].color, sizeof a->parts[p].color);
    }
}

static void assert_same_wardrobe(const pd_wardrobe *a, const pd_wardrobe *b)
{
    assert_int_equal(a->item_count, b->item_count);
    assert_int_equal(a->texture_count, b->texture_count);
    assert_string_equal(a->model, b->model);
    assert_memory_equal(a->marks, b->marks, sizeof a->marks);
    assert_memory_equal(a->standard, b->standard, sizeof a->standard);
    assert_true(a->content_hash == b->content_hash);
    for (int i = 0; i < a->item_count; i++) assert_same_item(&a->items[i], &b->items[i]);
    for (int t = 0; t < a->texture_count; t++) {
        assert_string_equal(a->textures[t].name, b->textures[t].name);
        SAME(&a->textures[t], &b->textures[t], png, a->textures[t].bytes);
    }
    SAME(&a->skin, &b->skin, corners, a->skin.corner_count);
    SAME(&a->skin, &b->skin, uvs, 2 * a->skin.corner_count);
    SAME(&a->skin, &b->skin, faces, 3 * a->skin.face_count);
    for (int m = 0; a->skin.corner_count && m < PD_WARDROBE_MAPS; m++) {
        const pd_io_image *x = &a->skin.maps[m], *y = &b->skin.maps[m];
        assert_int_equal(x->width, y->width);
        assert_int_equal(x->channels, y->channels);
        assert_memory_equal(x->samples, y->samples, (size_t)(x->width * x->height * x->channels));
    }
    if (a->body) SAME(a, b, body, 3 * a->skin_vertex_count);
    assert_string_equal(a->text.credits, b->text.credits);
}

static void a_mapped_wardrobe_holds_what_was_packed(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe(), *mapped;
    pd_error err = {0};
    pd_bytes bytes = pack_of(&w);
    if (map(&mapped, bytes, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_same_wardrobe(&w, mapped);
    pd_wardrobe_release(mapped);
    pd_wardrobe_deinit(&w);
    pd_pack_bytes_free(&bytes);
}

/* The shipped wardrobe has cut pieces, shared pieces, and maps of the skin. */
static void the_shipped_wardrobe_is_mapped_and_shared_arrays_are_stored_once(void **state)
{
    (void)state;
    pd_wardrobe *w, *mapped;
    pd_error err = {0};
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    pd_bytes bytes = pack_of(w);
    if (map(&mapped, bytes, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_same_wardrobe(w, mapped);

    int shared = 0;
    for (int i = 0; i < mapped->item_count; i++) {
        const pd_wardrobe_item *item = &mapped->items[i];
        if (!item->is_shared) continue;
        assert_ptr_equal(item->rest, mapped->items[item->base].rest);
        shared++;
    }
    assert_true(shared > 0);

    /* The pack counts an array once, however many items use it. Memory of its own is the tables'. */
    assert_true(mapped->mapped_bytes <= bytes.size);
    assert_true(mapped->resident_bytes < mapped->mapped_bytes / 100);
    pd_wardrobe_release(w), pd_wardrobe_release(mapped);
    pd_pack_bytes_free(&bytes);
}

/* Numbers of a pack are changed one after another, and its hashes are written anew: it is refused, or all of
 * its arrays can be read. */
static void changed_numbers_are_refused_or_harmless(void **state)
{
    (void)state;
    static const int32_t values[] = {-1, 0, 1, 255, 70000, INT32_MAX};
    pd_wardrobe w = tiny_wardrobe();
    pd_bytes bytes = pack_of(&w);
    pd_wardrobe_deinit(&w);
    unsigned char *copy = aligned_alloc(64, (bytes.size + 63) / 64 * 64);
    int refused = 0;
    for (size_t at = 0; at + 4 <= bytes.size; at += 4)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            pd_wardrobe *mapped;
            pd_buffer file = {0};
            memcpy(copy, bytes.data, bytes.size);
            memcpy(copy + at, &values[v], 4);
            pd_pack_seal(copy, bytes.size);
            if (map(&mapped, (pd_bytes){copy, bytes.size}, NULL) != PD_OK) {
                refused++;
                continue;
            }
            (void)pd_wardrobe_encode(&file, mapped,
                                     NULL); /* reads every array; changed names may not be writable */
            pd_buffer_deinit(&file);
            pd_wardrobe_release(mapped);
        }
    assert_true(refused > 1000);
    free(copy);
    pd_pack_bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mapped_wardrobe_holds_what_was_packed),
        cmocka_unit_test(the_shipped_wardrobe_is_mapped_and_shared_arrays_are_stored_once),
        cmocka_unit_test(changed_numbers_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
