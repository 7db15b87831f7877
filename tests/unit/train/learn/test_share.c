/* Tests that processes which share a fit end with the arrays that one process alone has. The processes are
 * simulated by copies. */
#include "tests/support/sleeve.h"

/* Processes are simulated: each is a copy of the array. A broadcast of process `rank` is copied to all. */
enum { PROCESSES = 3, TASKS = 7, PER_TASK = 4, ITEMS = 26 };

static void square(void *arg, int index, int worker)
{
    int *values = arg;
    (void)worker;
    for (int i = PER_TASK * index; i < PER_TASK * (index + 1) && i < ITEMS; i++) values[i] = 1 + i * i;
}

/* Takes the bytes from the process that has them. */
typedef struct wire {
    int (*all)[ITEMS];
    int rank;
} wire;

static void fetch(void *ctx, void *values, size_t bytes, int root)
{
    const wire *w = ctx;
    size_t at = (size_t)((char *)values - (char *)w->all[w->rank]);
    if (root != w->rank) memcpy(values, (char *)w->all[root] + at, bytes);
}

static void all_processes_end_with_the_result_of_one_alone(void **state)
{
    (void)state;
    int all[PROCESSES][ITEMS] = {{0}}, alone[ITEMS] = {0};
    pd_learn_share_run(NULL, &pd_executor_serial, square, alone, TASKS);
    for (int rank = 0; rank < PROCESSES; rank++) {
        const pd_learn_share share = {fetch, NULL, rank, PROCESSES};
        pd_learn_share_run(&share, &pd_executor_serial, square, all[rank], TASKS);
        assert_memory_not_equal(all[rank], alone, sizeof alone); /* only its own */
    }
    for (int rank = 0; rank < PROCESSES; rank++) {
        wire w = {all, rank};
        const pd_learn_share share = {fetch, &w, rank, PROCESSES};
        pd_learn_share_results(&share, all[rank], sizeof **all, TASKS, PER_TASK, ITEMS);
        assert_memory_equal(all[rank], alone, sizeof alone);
    }
    pd_learn_share_results(NULL, alone, sizeof *alone, TASKS, PER_TASK, ITEMS); /* nothing to do */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_processes_end_with_the_result_of_one_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
