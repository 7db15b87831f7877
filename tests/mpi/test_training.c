/* Compares training that the processes of mpirun share with the same training in one process. For
 * tests/e2e/mpi.sh:
 *
 *     mpirun -n N test_training     prints the losses, "curve: ..." of the first process; exit code 1 when
 *                                   they differ too much
 *
 * Every process computes both. The two curves of the same batches differ only by the order of sums. */
#include "train/network/train.h"
#include "tests/support/stroll.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS 60

static void sum(void *ctx, float *values, size_t count)
{
    (void)ctx;
    MPI_Allreduce(MPI_IN_PLACE, values, (int)count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static pd_train_network *create(const pd_train_rows *rows, const pd_train_reducer *reducer)
{
    pd_train_network *t;
    pd_error err = {0};
    pd_train_network_options o = pd_train_network_defaults();
    o.hidden = 32, o.batch_groups = 4, o.rows = STEPS * 256, o.warm_up = 10;
    if (pd_train_network_create(&t, rows, &o, reducer, &pd_executor_serial, &err)) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return t;
}

static double largest_difference(const pd_train_rows *rows, const pd_train_reducer *all)
{
    pd_train_network *alone = create(rows, NULL), *shared = create(rows, all);
    double worst = 0;
    for (int i = 0; i < STEPS; i++) {
        double a = pd_train_network_step(alone), b = pd_train_network_step(shared);
        worst = fmax(worst, fabs(a - b) / a);
        if (!all->rank && i % 20 == 19) printf("step %d: %.6f alone, %.6f shared\n", i + 1, a, b);
    }
    pd_train_network_release(alone), pd_train_network_release(shared);
    return worst;
}

int main(int argc, char **argv)
{
    static const stroll walks[] = {{.frames = 200, .speed = 1.2, .swing = 0.4},
                                   {.frames = 200, .speed = 1.2, .turn_deg = 40, .swing = 0.4}};
    pd_train_reducer all = {.sum = sum};
    pd_character_motions motions;
    pd_train_rows rows;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &all.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &all.size);
    stroll_list(&motions, walks, 2);
    if (pd_train_rows_build(&rows, &motions, 0, &pd_executor_serial, NULL)) MPI_Abort(MPI_COMM_WORLD, 1);
    double worst = largest_difference(&rows, &all);
    if (!all.rank)
        printf("curve: %d processes, losses of %d steps at most %.2g apart\n", all.size, STEPS, worst);
    pd_train_rows_deinit(&rows);
    pd_character_motions_deinit(&motions);
    MPI_Finalize();
    return worst < 1e-3 ? 0 : 1;
}
