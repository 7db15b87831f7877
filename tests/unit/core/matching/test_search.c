/* Compares the search by boxes with a search of every row: the same row is found, bit for bit, and of equal
 * rows the first. */
#include "core/base/rng.h"
#include "core/matching/search.h"
#include "tests/support/databases.h"

/* Makes a query near a row, or anywhere. */
static void ask(float *query, const pd_matching_index *index, pd_rng *rng, double noise)
{
    const float *row = index->rows + (size_t)pd_rng_below(rng, index->entry_count) * PD_MATCHING_ROW;
    for (int i = 0; i < PD_MATCHING_ROW; i++)
        query[i] = i < PD_MATCHING_FEATURES ? row[i] + (float)(noise * pd_rng_normal(rng)) : 0;
}

static void boxes_find_what_brute_force_finds_bit_for_bit(void **state)
{
    (void)state;
    static const double noises[] = {0, 1e-3, 0.1, 1, 30};
    static const double limits[] = {INFINITY, 30, 1, 1e-6, 0};
    pd_matching_model *m = databases_built(30);
    pd_rng rng;
    int found = 0;
    pd_rng_init(&rng, 15);
    for (int i = 0; i < 5000; i++) {
        _Alignas(64) float query[PD_MATCHING_ROW];
        ask(query, &m->index, &rng, noises[i % 5]);
        int gate = i % 3 + 1;
        float limit = (float)limits[i / 5 % 5];
        pd_matching_found a = pd_matching_search_ref(query, gate, limit, &m->index),
                          b = pd_matching_search(query, gate, limit, &m->index);
        if (a.entry != b.entry || memcmp(&a.cost, &b.cost, sizeof a.cost))
            fail_msg("query %d of seed 15: %d at %g, boxes %d at %g", i, a.entry, (double)a.cost, b.entry,
                     (double)b.cost);
        assert_true(a.entry < 0 || m->index.gates[a.entry] & gate);
        found += a.entry >= 0;
    }
    assert_true(found > 1500); /* limits let some through */
    pd_matching_model_release(m);
}

/* Equal rows: the mirror image of a figure that stands straight, the same clip twice. */
static void the_first_of_equal_rows_is_found(void **state)
{
    (void)state;
    pd_matching_database d;
    pd_matching_model *m;
    databases_make(&d, 30);
    for (int v = 0; v < d.copy_count; v++) d.copies[v] = d.copies[v % 6]; /* three times the same */
    assert_int_equal(pd_matching_model_build(&m, &d, NULL), PD_OK);
    int third = m->index.entry_count / 3;
    for (int e = 0; e < m->index.entry_count; e += 11) {
        _Alignas(64) float query[PD_MATCHING_ROW];
        memcpy(query, m->index.rows + (size_t)e * PD_MATCHING_ROW, sizeof query);
        pd_matching_found found = pd_matching_search(query, m->index.gates[e], INFINITY, &m->index);
        if (!m->index.gates[e]) continue;
        assert_true(found.cost == 0 && found.entry <= e % third);
    }
    pd_matching_model_release(m);
}

static void a_search_behind_a_gate_without_rows_finds_nothing(void **state)
{
    (void)state;
    pd_matching_model *m = databases_built(30);
    _Alignas(64) float query[PD_MATCHING_ROW] = {0};
    assert_int_equal(pd_matching_search(query, 4, INFINITY, &m->index).entry, -1);
    pd_matching_model_release(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_find_what_brute_force_finds_bit_for_bit),
        cmocka_unit_test(the_first_of_equal_rows_is_found),
        cmocka_unit_test(a_search_behind_a_gate_without_rows_finds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
