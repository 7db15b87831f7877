/* Tests the wardrobe file: it reads back as written, and cut or changed files are refused. */
#include "tests/support/wardrobes.h"

#include "core/base/file.h"
#include "core/wardrobe/piece.h"

#include <math.h>

#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_written_wardrobe_reads_back_equal(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe(), r;
    pd_buffer file = {0};
    pd_error err = {0};
    w.items[0].often[1] = 7, w.items[0].styles = 1u << PD_WARDROBE_SPORT | 1u << PD_WARDROBE_WORK;
    assert_int_equal(pd_wardrobe_encode(&file, &w, &err), PD_OK);
    assert_int_equal(pd_wardrobe_parse(&r, file.data, file.size, "file", &err), PD_OK);

    assert_int_equal(r.item_count, 3);
    assert_int_equal(r.skin_vertex_count, TINY_VERTICES);
    assert_int_equal(r.joint_count, TINY_JOINTS);
    assert_string_equal(r.model, "tiny");
    assert_string_equal(r.text.credits, "nobody");
    assert_memory_equal(r.standard, w.standard, sizeof w.standard);
    assert_int_equal(r.textures[0].bytes, w.textures[0].bytes);
    assert_memory_equal(r.textures[0].png, w.textures[0].png, w.textures[0].bytes);
    for (int i = 0; i < 3; i++) {
        const pd_wardrobe_item *a = &w.items[i], *b = &r.items[i];
        const size_t n = (size_t)a->vertex_count;
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->about, b->about);
        assert_string_equal(a->source, b->source);
        assert_int_equal(a->slot, b->slot);
        assert_int_equal(a->vertex_count, b->vertex_count);
        assert_int_equal(a->hide_count, b->hide_count);
        assert_memory_equal(a->rest, b->rest, 12 * n);
        /* Directions are whole numbers of steps: 1/127 of the largest, for eyes 1/32767. */
        float largest = 0;
        for (size_t d = 0; d < 3 * n * TINY_BETAS; d++) largest = fmaxf(largest, fabsf(a->dirs[d]));
        const float step = largest / (a->slot == PD_WARDROBE_EYES ? 32767 : 127);
        for (size_t d = 0; d < 3 * n * TINY_BETAS; d++)
            assert_true(fabsf(a->dirs[d] - b->dirs[d]) <= 0.51f * step);
        assert_int_equal(a->styles, b->styles);
        assert_memory_equal(a->often, b->often, sizeof a->often);
        assert_memory_equal(a->anchors, b->anchors, 6 * n);
        assert_memory_equal(a->anchor_weights, b->anchor_weights, 12 * n);
        assert_memory_equal(a->joints, b->joints, 4 * n);
        assert_memory_equal(a->weights, b->weights, 16 * n);
        assert_memory_equal(a->corners, b->corners, 2 * (n + 1));
        assert_memory_equal(a->uvs, b->uvs, 8 * (n + 1));
        assert_memory_equal(a->faces, b->faces, 6 * (size_t)a->face_count);
        assert_memory_equal(a->hides, b->hides, 2 * (size_t)a->hide_count);
        for (int p = 0; p < a->part_count; p++) {
            assert_int_equal(a->parts[p].texture, b->parts[p].texture);
            assert_int_equal(a->parts[p].first_face, b->parts[p].first_face);
            assert_int_equal(a->parts[p].two_sided, b->parts[p].two_sided);
            assert_memory_equal(a->parts[p].color, b->parts[p].color, 12);
        }
    }
    pd_wardrobe_deinit(&r);
    pd_wardrobe_deinit(&w);
    pd_buffer_deinit(&file);
}

/* A piece is a line of the file: its base, what it looks like, who wears it, and its parameters. It is made
 * when the file is read. */
static void a_piece_reads_back_and_a_wrong_one_is_refused(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe(), r;
    pd_wardrobe_piece piece;
    pd_buffer file = {0};
    pd_error err = {0};
    w.items = realloc(w.items, 4 * sizeof *w.items);
    assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "color0=00ff00", "shawl", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_piece_make(&w.items[3], &w, 1, &piece, NULL), PD_OK);
    snprintf(w.items[3].name, sizeof w.items[3].name, "shawl");
    snprintf(w.items[3].about, sizeof w.items[3].about, "a green scarf");
    snprintf(w.items[3].parameters, sizeof w.items[3].parameters, "color0=00ff00");
    w.items[3].often[0] = 3, w.items[3].styles = 1u << PD_WARDROBE_FORMAL, w.item_count = 4;
    assert_int_equal(pd_wardrobe_encode(&file, &w, &err), PD_OK);
    assert_int_equal(pd_wardrobe_parse(&r, file.data, file.size, "file", &err), PD_OK);
    assert_int_equal(r.item_count, 4);
    const pd_wardrobe_item *shawl = &r.items[pd_wardrobe_find(&r, "shawl")];
    assert_string_equal(r.items[shawl->base].name, "scarf");
    assert_string_equal(shawl->about, "a green scarf");
    assert_string_equal(shawl->parameters, "color0=00ff00");
    assert_true(shawl->often[0] == 3 && shawl->often[1] == 0 && shawl->styles == 1u << PD_WARDROBE_FORMAL);
    assert_true(shawl->slot == PD_WARDROBE_OUTFIT && shawl->parts[0].color[1] == 1);
    pd_wardrobe_deinit(&r);
    pd_buffer_deinit(&file);

    snprintf(w.items[3].parameters, sizeof w.items[3].parameters, "color0=green");
    file = (pd_buffer){0};
    assert_int_equal(pd_wardrobe_encode(&file, &w, &err), PD_OK);
    assert_int_equal(pd_wardrobe_parse(&r, file.data, file.size, "file", &err), PD_ERR_FORMAT);
    assert_string_equal(err.where, "file: shawl.piece");
    pd_buffer_deinit(&file);
    pd_wardrobe_deinit(&w);
}

static void every_cut_file_is_refused(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe(), r;
    pd_buffer file = {0};
    assert_int_equal(pd_wardrobe_encode(&file, &w, NULL), PD_OK);
    for (size_t size = 0; size < file.size; size += 7) {
        pd_error err = {0};
        assert_int_not_equal(pd_wardrobe_parse(&r, file.data, size, "cut", &err), PD_OK);
        assert_null(r.items);
        assert_non_null(strstr(err.where, "cut"));
    }
    pd_wardrobe_deinit(&w);
    pd_buffer_deinit(&file);
}

/* Metadata changed in place, bytes for bytes. */
static void a_changed_list_is_refused_by_name(void **state)
{
    static const struct {
        const char *from, *to, *where;
    } rows[] = {{"\"hat,scarf,eyes\"", "\"hat,hat,,,eyes\"", ""},
                {"\"hat,scarf,eyes\"", "\"hat,scart,eyes\"", "scart.item"},
                {"\"hair|a hat", "\"hare|a hat", "hat.item"},
                {"\"skin_vertices\":\"4\"", "\"skin_vertices\":\"0\"", "skin_vertices"},
                {"\"skin_vertices\":\"4\"", "\"skin_vertices\":\"2\"", "anchors"},
                {"\"skin_joints\":\"3\"", "\"skin_joints\":\"1\"", "joints"},
                {"\"hat,eyes\"", "\"hut,eyes\"", "standard"},
                {"\"kind\":\"wardrobe\"", "\"kind\":\"wardrubs\"", "kind"}};
    (void)state;
    pd_wardrobe w = tiny_wardrobe(), r;
    pd_buffer file = {0};
    assert_int_equal(pd_wardrobe_encode(&file, &w, NULL), PD_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].from);
        unsigned char *at = memmem(file.data, file.size, rows[i].from, length);
        pd_error err = {0};
        if (!at) fail_msg("%s is not in the file", rows[i].from);
        assert_int_equal(strlen(rows[i].to), length);
        memcpy(at, rows[i].to, length);
        assert_int_not_equal(pd_wardrobe_parse(&r, file.data, file.size, "file", &err), PD_OK);
        if (!strstr(err.where, rows[i].where)) fail_msg("%s: %s at %s", rows[i].to, err.detail, err.where);
        memcpy(at, rows[i].from, length);
    }
    pd_wardrobe_deinit(&w);
    pd_buffer_deinit(&file);
}

static void a_loaded_wardrobe_counts_its_references_and_has_a_hash(void **state)
{
    (void)state;
    char path[] = "/tmp/posed_wardrobe_XXXXXX";
    pd_wardrobe w = tiny_wardrobe(), *a, *b;
    pd_buffer file = {0};
    close(mkstemp(path));
    assert_int_equal(pd_wardrobe_encode(&file, &w, NULL), PD_OK);
    assert_int_equal(pd_file_write(path, file.data, file.size, NULL), PD_OK);
    assert_int_equal(pd_wardrobe_load(&a, path, NULL), PD_OK);
    assert_int_equal(a->references, 1);
    assert_ptr_equal(pd_wardrobe_retain(a), a);
    assert_int_equal(a->references, 2);
    pd_wardrobe_release(a);
    assert_true(a->resident_bytes > sizeof *a);

    w.items[0].rest[0] += 1;
    pd_buffer_clear(&file);
    assert_int_equal(pd_wardrobe_encode(&file, &w, NULL), PD_OK);
    assert_int_equal(pd_file_write(path, file.data, file.size, NULL), PD_OK);
    assert_int_equal(pd_wardrobe_load(&b, path, NULL), PD_OK);
    assert_true(a->content_hash != b->content_hash);
    pd_wardrobe_release(a);
    pd_wardrobe_release(b);
    pd_wardrobe_release(NULL);
    unlink(path);
    pd_wardrobe_deinit(&w);
    pd_buffer_deinit(&file);
}

static void shipped_garments_fit_the_shipped_person(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_error err = {0};
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", &err), PD_OK);
    assert_string_equal(w->model, "person");
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        assert_true((w->standard[s] >= 0) ==
                    (s != PD_WARDROBE_HAT && s != PD_WARDROBE_GLASSES && s != PD_WARDROBE_BEARD));

    /* More than a hundred things to wear, and something of every slot for women and men but the beard. */
    int pieces = 0, often[PD_WARDROBE_SLOT_COUNT][2] = {{0}};
    for (int i = 0; i < w->item_count; i++) {
        if (pd_wardrobe_slot_is_face(w->items[i].slot)) continue;
        pieces++;
        for (int g = 0; g < 2; g++) often[w->items[i].slot][g] += w->items[i].often[g];
    }
    assert_true(pieces > 100);
    for (int s = 0; s <= PD_WARDROBE_BEARD; s++)
        assert_true(often[s][1] > 0 && (often[s][0] > 0) == (s != PD_WARDROBE_BEARD));
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_wardrobe_reads_back_equal),
        cmocka_unit_test(a_piece_reads_back_and_a_wrong_one_is_refused),
        cmocka_unit_test(every_cut_file_is_refused),
        cmocka_unit_test(a_changed_list_is_refused_by_name),
        cmocka_unit_test(a_loaded_wardrobe_counts_its_references_and_has_a_hash),
        cmocka_unit_test(shipped_garments_fit_the_shipped_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
