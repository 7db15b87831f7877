/* posedctl-mpi train-motion and learn: the same commands, their work shared by the processes that mpirun
 * starts.
 *
 *     mpirun -n 4 build/posedctl-mpi train-motion --data capture --threads 1 ...
 *     mpirun -n 4 build/posedctl-mpi learn --registrations people --threads 1 ...
 *
 * learn: registrations, subjects and vertices are divided, and every step's results go to all; the same bits
 * as one process has. train-motion: Every process makes the rows itself, computes its groups of each batch,
 * and gets the sum of all gradients: the same global batch on any number of processes. The first one speaks
 * and writes. `make mpi` builds it; nothing else needs MPI.
 */
#include "tools/base/command.h"
#include "tools/learn/learn.h"
#include "tools/train/motion_training.h"

#include <limits.h>
#include <mpi.h>
#include <stddef.h>

extern const pd_tool_command pd_tool_cmd_train_motion, pd_tool_cmd_learn;

static void sum_posedctl_mpi(void *ctx, float *values, size_t count)
{
    (void)ctx;
    for (size_t done = 0; done < count;) {
        size_t part = count - done < INT_MAX ? count - done : INT_MAX;
        MPI_Allreduce(MPI_IN_PLACE, values + done, (int)part, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        done += part;
    }
}

static void broadcast(void *ctx, void *values, size_t bytes, int root)
{
    (void)ctx;
    for (size_t done = 0; done < bytes;) {
        size_t part = bytes - done < INT_MAX ? bytes - done : INT_MAX;
        MPI_Bcast((char *)values + done, (int)part, MPI_BYTE, root, MPI_COMM_WORLD);
        done += part;
    }
}

int main(int argc, char **argv)
{
    static const pd_tool_command *const commands[] = {&pd_tool_cmd_train_motion, &pd_tool_cmd_learn, NULL};
    pd_train_reducer all = {.sum = sum_posedctl_mpi};
    pd_learn_share share = {.broadcast = broadcast};

    if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &all.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &all.size);
    share.rank = all.rank;
    share.size = all.size;
    pd_tool_training_share(&all);
    pd_tool_learn_share(&share);
    int code = pd_tool_main(argc, argv, commands);
    if (code) MPI_Abort(MPI_COMM_WORLD, code); /* the others would wait for this one's gradient */
    MPI_Finalize();

    return code;
}
