/* Tests the table of recent keys: rows are found by their key, and a set displaces its row of least rank. */
#include "core/base/table.h"

#include "tests/support/cmocka.h"

enum { SETS = 8, ROWS = SETS * PD_TABLE_WAYS };

typedef struct row {
    pd_table_head head;
    int value;
} row;

static void keep_row(pd_table *table, uint64_t key, int64_t rank, int value)
{
    row *r = pd_table_reserve(table, key);
    *r = (row){.head = {.key = key, .rank = rank}, .value = value};
}

/* Returns the value of a key, or -1. */
static int value_of(const pd_table *table, uint64_t key)
{
    const row *r = pd_table_find(table, key);
    return r ? r->value : -1;
}

static void a_row_is_found_by_its_key_and_a_free_row_is_never_found(void **state)
{
    (void)state;
    pd_table table;

    assert_true(pd_table_init(&table, SETS, sizeof(row)));
    assert_null(pd_table_find(&table, 0));
    keep_row(&table, 0, 1, 10);
    keep_row(&table, SETS, 2, 20); /* in the same set */
    keep_row(&table, 0, 3, 11);
    assert_int_equal(value_of(&table, 0), 11);
    assert_int_equal(value_of(&table, SETS), 20);
    assert_int_equal(value_of(&table, 2 * SETS), -1);

    /* A row of rank 0 is free again. */
    ((row *)pd_table_find(&table, 0))->head.rank = 0;
    assert_int_equal(value_of(&table, 0), -1);
    pd_table_deinit(&table);
}

static void as_many_keys_as_rows_fit_and_one_more_displaces_the_least_rank_of_its_set(void **state)
{
    (void)state;
    pd_table table;

    assert_true(pd_table_init(&table, SETS, sizeof(row)));
    for (uint64_t key = 0; key < ROWS; key++) keep_row(&table, key, 100 + (int64_t)key, (int)key);
    for (uint64_t key = 0; key < ROWS; key++) assert_int_equal(value_of(&table, key), (int)key);

    /* Raise the rank of key 0: key SETS of the same set is now the least. */
    ((row *)pd_table_find(&table, 0))->head.rank = 1000;
    assert_int_equal(((row *)pd_table_reserve(&table, ROWS))->value, SETS);
    keep_row(&table, ROWS, 1001, ROWS);
    for (uint64_t key = 0; key <= ROWS; key++)
        assert_int_equal(value_of(&table, key), key == SETS ? -1 : (int)key);
    pd_table_deinit(&table);
}

static void the_upper_half_of_a_key_counts_too(void **state)
{
    (void)state;
    pd_table table;

    assert_true(pd_table_init(&table, SETS, sizeof(row)));
    for (uint64_t key = 0; key < ROWS; key++) keep_row(&table, key << 32, 1, (int)key);
    for (uint64_t key = 0; key < ROWS; key++) assert_int_equal(value_of(&table, key << 32), (int)key);

    /* Each row is used once. */
    int sum = 0;
    for (size_t i = 0; i < ROWS; i++) sum += ((row *)pd_table_row(&table, i))->value;
    assert_int_equal(sum, ROWS * (ROWS - 1) / 2);
    pd_table_deinit(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_found_by_its_key_and_a_free_row_is_never_found),
        cmocka_unit_test(as_many_keys_as_rows_fit_and_one_more_displaces_the_least_rank_of_its_set),
        cmocka_unit_test(the_upper_half_of_a_key_counts_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
