/* Pieces: parameters that are read, refused, and what they do to an item. */
#include "core/wardrobe/piece.h"
#include "core/wardrobe/palette.h"
#include "tests/support/cmocka.h"
#include "tests/support/wardrobes.h"

#include <math.h>
#include <string.h>

/* The tiny wardrobe, with a body whose vertices lie along a sleeve of 0.2 to 0.6 m, and marks to match. */
static pd_wardrobe with_body(void)
{
    pd_wardrobe w = tiny_wardrobe();
    w.body = calloc(3 * TINY_VERTICES, sizeof *w.body);
    for (int v = 0; v < TINY_VERTICES; v++) w.body[3 * v] = 0.2f + 0.1f * (float)v, w.body[3 * v + 1] = 1;
    w.marks[PD_WARDROBE_MARK_SHOULDER_X] = 0.2f, w.marks[PD_WARDROBE_MARK_WRIST_X] = 0.6f;
    w.marks[PD_WARDROBE_MARK_HIP_Y] = 0.9f, w.marks[PD_WARDROBE_MARK_ANKLE_Y] = 0.1f;
    w.marks[PD_WARDROBE_MARK_NECK_Y] = 1.4f, w.marks[PD_WARDROBE_MARK_NOSE_Y] = 1.5f;
    snprintf(w.textures[0].name, sizeof w.textures[0].name, "pattern-felt");
    return w;
}

static void an_unknown_parameter_is_refused_with_its_place(void **state)
{
    (void)state;
    pd_wardrobe w = with_body();
    static const struct {
        const char *text, *says;
    } rows[] = {{"sleeve=2", "sleeve=2; -0.25 to 1 allowed"},
                {"sleeve=", "\"sleeve=\"; KEY=VALUE expected"},
                {"sleeve=long", "sleeve=long; -0.25 to 1 allowed"},
                {"sleeve=nan", "sleeve=nan; -0.25 to 1 allowed"},
                {"cape=1", "unknown parameter \"cape\"; a parameter of the item expected"},
                {"color0=red", "colour \"red\"; six hexadecimal digits expected"},
                {"color0=12345g", "colour \"12345g\"; six hexadecimal digits expected"},
                {"color16=000000", "unknown parameter \"color16\"; a parameter of the item expected"},
                {"pattern0=silk", "the file has no texture \"pattern-silk\"; a texture of the file expected"},
                {"tile0=0", "tile0=0; 0.05 to 20 allowed"},
                {"short", "\"short\"; KEY=VALUE expected"}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        pd_wardrobe_piece piece;
        pd_error err = {0};
        assert_int_not_equal(pd_wardrobe_piece_read(&piece, &w, rows[r].text, "shirt", &err), PD_OK);
        assert_string_equal(err.where, "shirt");
        if (strcmp(err.detail, rows[r].says) != 0) fail_msg("%s: \"%s\"", rows[r].text, err.detail);
    }
    pd_wardrobe_deinit(&w);
}

static void a_piece_of_another_colour_shares_the_mesh(void **state)
{
    (void)state;
    pd_wardrobe w = with_body();
    pd_wardrobe_piece piece;
    pd_wardrobe_item item;
    assert_int_equal(
        pd_wardrobe_piece_read(&piece, &w, " color1=ff0000  pattern1=felt tile1=2 ", "hat", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_piece_make(&item, &w, 0, &piece, NULL), PD_OK);
    const pd_wardrobe_item *hat = &w.items[0];
    assert_true(item.is_shared && item.rest == hat->rest && item.hides == hat->hides);
    assert_true(item.parts[1].color[0] == 1 && item.parts[1].color[1] == 0 && item.parts[1].texture == 0);
    assert_memory_equal(item.parts[0].color, hat->parts[0].color, sizeof hat->parts[0].color);
    /* Corner 0 is of the first part alone, corner 3 of the second: its coordinates are twice as large. */
    assert_true(item.uvs[0] == hat->uvs[0] && item.uvs[6] == 2 * hat->uvs[6]);
    pd_wardrobe_item_deinit(&item);
    pd_wardrobe_deinit(&w);
}

/* A sleeve over the body's four vertices, all hidden, cut at its middle, x = 0.4: cloth ends there, and skin
 * is shown up to 20 mm inside. */
static void a_sleeve_ends_at_its_line_and_shows_the_skin_beyond(void **state)
{
    (void)state;
    pd_wardrobe w = with_body();
    pd_wardrobe_piece piece;
    pd_wardrobe_item item, *scarf = &w.items[1];
    static const float points[9] = {0.2f, 1.02f, 0, 0.7f, 1.02f, 0, 0.2f, 1.02f, 0.1f};
    memcpy(scarf->rest, points, sizeof points);
    free(scarf->hides);
    scarf->hides = calloc(TINY_VERTICES, sizeof *scarf->hides), scarf->hide_count = TINY_VERTICES;
    for (int v = 0; v < TINY_VERTICES; v++) scarf->hides[v] = (uint16_t)v;
    assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "sleeve=0.5", "scarf", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_piece_make(&item, &w, 1, &piece, NULL), PD_OK);

    float most = 0;
    for (int i = 0; i < item.vertex_count; i++) most = fmaxf(most, item.rest[3 * i]);
    assert_true(fabsf(most - 0.4f) <= PD_WARDROBE_HEM_LIFT + 1e-6f);
    assert_int_equal(item.hide_count, 2); /* the vertices at 0.2 and 0.3 */
    assert_true(item.hides[0] == 0 && item.hides[1] == 1);
    assert_false(item.is_shared);
    pd_wardrobe_item_deinit(&item);
    pd_wardrobe_deinit(&w);
}

/* A short top over wide trousers, whose cloth is 35 mm from the legs: the belly and the skin inside the
 * waistband are shown, the legs below stay hidden. */
static void a_short_top_shows_no_skin_inside_the_trousers(void **state)
{
    enum { TOP = 3, TROUSERS = 20 };
    (void)state;
    pd_wardrobe w = with_body();
    static const float heights[TINY_VERTICES] = {0.3f, 0.6f, 0.89f, 1.0f};
    for (int v = 0; v < TINY_VERTICES; v++) w.body[3 * v] = 0, w.body[3 * v + 1] = heights[v];

    pd_wardrobe_item item, *suit = &w.items[1];
    pd_wardrobe_piece piece;
    pd_wardrobe_item_deinit(suit);
    *suit = (pd_wardrobe_item){.name = "suit",
                               .slot = PD_WARDROBE_OUTFIT,
                               .vertex_count = TOP + TROUSERS,
                               .corner_count = TOP + TROUSERS,
                               .face_count = 1 + TROUSERS - 2,
                               .part_count = 2,
                               .hide_count = TINY_VERTICES};
    assert_true(pd_wardrobe_item_alloc(suit));
    for (size_t i = 0; i < TOP + TROUSERS; i++) {
        const bool is_top = i < TOP;
        suit->rest[3 * i] = is_top ? 0.1f * (float)i : 0.035f;
        suit->rest[3 * i + 1] = is_top ? 1.3f + 0.1f * (float)(i % 2) : 0.9f - 0.035f * (float)(i - TOP);
        for (size_t a = 0; a < 3; a++) suit->anchor_weights[3 * i + a] = 1 / 3.0f;
        suit->weights[4 * i] = 1, suit->corners[i] = (uint16_t)i;
    }
    for (size_t f = 0; f < (size_t)suit->face_count; f++)
        for (size_t k = 0; k < 3; k++) suit->faces[3 * f + k] = (uint16_t)(f ? TOP + f - 1 + k : k);
    suit->parts[0] = (pd_wardrobe_part){.face_count = 1, .texture = -1};
    suit->parts[1] = (pd_wardrobe_part){.first_face = 1, .face_count = TROUSERS - 2, .texture = -1};
    for (int v = 0; v < TINY_VERTICES; v++) suit->hides[v] = (uint16_t)v;

    assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "hem=0.3", "suit", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_piece_make(&item, &w, 1, &piece, NULL), PD_OK);
    assert_int_equal(item.hide_count, 2);
    assert_true(item.hides[0] == 0 && item.hides[1] == 1);
    pd_wardrobe_item_deinit(&item);
    pd_wardrobe_deinit(&w);
}

/* Cut hair has coordinates of tips at its new ends, and of what it was HAIR_TIP above them. */
static void cut_hair_fades_at_its_new_ends(void **state)
{
    (void)state;
    pd_wardrobe w = with_body();
    pd_wardrobe_piece piece;
    pd_wardrobe_item item, *hat = &w.items[0];
    for (int i = 0; i < 4; i++) hat->rest[3 * i + 1] = i / 2 ? 1.0f : 1.6f;
    for (int c = 0; c < 5; c++) hat->uvs[2 * c + 1] = 0.3f;
    assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "length=0.1", "hat", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_piece_make(&item, &w, 0, &piece, NULL), PD_OK);
    for (int c = 0; c < item.corner_count; c++) {
        const float y = item.rest[3 * item.corners[c] + 1], v = item.uvs[2 * c + 1];
        assert_true(y > 1.38f);                        /* 1.4, and as much as ends differ */
        assert_true(y > 1.5f ? v == 0.3f : v > 0.85f); /* 2 cm: ends differ */
    }
    pd_wardrobe_item_deinit(&item);
    pd_wardrobe_deinit(&w);
}

/* Of a strand that leaves the kept side and comes back only the part with the root is left: the other would
 * float in the air. */
static void cut_hair_keeps_no_ends_without_roots(void **state)
{
    (void)state;
    pd_wardrobe w = with_body();
    pd_wardrobe_piece piece;
    pd_wardrobe_item item, *hat = &w.items[0];
    for (int i = 0; i < 4; i++) hat->rest[3 * i + 1] = i % 3 ? 1.0f : 1.6f;
    for (int has_root = 0; has_root < 2; has_root++) {
        bool has_tip = false;
        for (int c = 0; c < 5; c++) hat->uvs[2 * c + 1] = c == 3 && !has_root ? 0.9f : 0.1f;
        assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "length=0.1", "hat", NULL), PD_OK);
        assert_int_equal(pd_wardrobe_piece_make(&item, &w, 0, &piece, NULL), PD_OK);
        for (int i = 0; i < item.vertex_count; i++)
            has_tip |= item.rest[3 * i] == 0.75f && item.rest[3 * i + 2] == 0.625f;
        assert_true(has_tip == has_root && item.vertex_count >= 3);
        pd_wardrobe_item_deinit(&item);
    }
    pd_wardrobe_deinit(&w);
}

/* A strand along one u that crosses the line and comes back is cut off where it first crosses, though the
 * hair beside it, which joins both ends, has roots. */
static void cut_strands_do_not_go_on_behind_the_cut(void **state)
{
    (void)state;
    /* (u,v) of the corners: the strand of corner 0 runs between 1 and 2 to 3, or beside them. */
    static const float uvs[2][4][2] = {{{0.5f, 0.10f}, {0, 0.15f}, {1, 0.15f}, {0.5f, 0.20f}},
                                       {{0.5f, 0.10f}, {0, 0.15f}, {1, 0.15f}, {1.5f, 0.20f}}};
    pd_wardrobe w = with_body();
    pd_wardrobe_piece piece;
    pd_wardrobe_item item, *hat = &w.items[0];
    for (int i = 0; i < 4; i++) hat->rest[3 * i + 1] = i % 3 ? 1.0f : 1.6f;
    for (int is_beside = 0; is_beside < 2; is_beside++) {
        bool has_tip = false;
        for (int c = 0; c < 5; c++) memcpy(hat->uvs + 2 * c, uvs[is_beside][c % 4], 2 * sizeof(float));
        assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "length=0.1", "hat", NULL), PD_OK);
        assert_int_equal(pd_wardrobe_piece_make(&item, &w, 0, &piece, NULL), PD_OK);
        for (int i = 0; i < item.vertex_count; i++)
            has_tip |= item.rest[3 * i] == 0.75f && item.rest[3 * i + 2] == 0.625f;
        assert_true(has_tip == is_beside && item.vertex_count >= 3);
        pd_wardrobe_item_deinit(&item);
    }
    pd_wardrobe_deinit(&w);
}

/* Triangles of the skin with a hidden corner are not drawn, so none of them reaches below the hem of
 * shortened trousers. */
static void skin_below_a_hem_is_drawn_as_whole_triangles(void **state)
{
    (void)state;
    pd_wardrobe *w;
    int pieces = 0;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    unsigned char *hidden = malloc((size_t)w->skin_vertex_count);
    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        const char *leg = strstr(item->parameters, "leg=");
        if (!leg) continue;
        const double hip = (double)w->marks[PD_WARDROBE_MARK_HIP_Y],
                     line = hip + atof(leg + 4) * ((double)w->marks[PD_WARDROBE_MARK_ANKLE_Y] - hip);
        memset(hidden, 0, (size_t)w->skin_vertex_count);
        for (int h = 0; h < item->hide_count; h++) hidden[item->hides[h]] = 1;
        for (int f = 0; f < w->skin.face_count; f++) {
            bool is_left_out = false;
            double lowest = 1e9;
            for (int k = 0; k < 3; k++) {
                const size_t v = w->skin.corners[w->skin.faces[3 * f + k]];
                is_left_out |= hidden[v];
                lowest = fmin(lowest, (double)w->body[3 * v + 1]);
            }
            if (is_left_out && lowest < line)
                fail_msg("%s: a triangle reaches %.0f mm below the hem", item->name, 1000 * (line - lowest));
        }
        pieces++;
    }
    assert_true(pieces > 8);
    free(hidden);
    pd_wardrobe_release(w);
}

/* The height from which lengths of hair count is that of the nose's tip: the foremost skin in the middle of
 * the shipped body's head. */
static void the_mark_of_the_nose_is_its_tip(void **state)
{
    (void)state;
    pd_wardrobe *w = NULL;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    const float *tip = NULL;
    for (int v = 0; v < w->skin_vertex_count; v++) {
        const float *p = w->body + 3 * (size_t)v;
        if (fabsf(p[0]) < 0.004f && p[1] > w->marks[PD_WARDROBE_MARK_NECK_Y] && (!tip || p[2] > tip[2]))
            tip = p;
    }
    assert_true(tip && fabsf(tip[1] - w->marks[PD_WARDROBE_MARK_NOSE_Y]) < 0.006f);
    pd_wardrobe_release(w);
}

static void a_cut_without_a_body_is_refused(void **state)
{
    (void)state;
    pd_wardrobe w = tiny_wardrobe();
    pd_wardrobe_piece piece;
    pd_wardrobe_item item;
    pd_error err = {0};
    assert_int_equal(pd_wardrobe_piece_read(&piece, &w, "fit=0.01", "hat", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_piece_make(&item, &w, 0, &piece, &err), PD_ERR_FORMAT);
    assert_null(item.rest);
    pd_wardrobe_deinit(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_unknown_parameter_is_refused_with_its_place),
                                       cmocka_unit_test(a_piece_of_another_colour_shares_the_mesh),
                                       cmocka_unit_test(a_sleeve_ends_at_its_line_and_shows_the_skin_beyond),
                                       cmocka_unit_test(a_short_top_shows_no_skin_inside_the_trousers),
                                       cmocka_unit_test(skin_below_a_hem_is_drawn_as_whole_triangles),
                                       cmocka_unit_test(cut_hair_fades_at_its_new_ends),
                                       cmocka_unit_test(cut_hair_keeps_no_ends_without_roots),
                                       cmocka_unit_test(cut_strands_do_not_go_on_behind_the_cut),
                                       cmocka_unit_test(the_mark_of_the_nose_is_its_tip),
                                       cmocka_unit_test(a_cut_without_a_body_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
