#ifndef PD_TOOLS_BASE_BATCH_H
#define PD_TOOLS_BASE_BATCH_H
/* Runs a command once for each line of a list, in several processes and on several machines, and collects one
 * row for each line.
 *
 *     posedctl mesh --model person --list people.txt
 *         lines such as --random 7 -o out/7.glb
 *     mpirun -n 16 posedctl fit --list takes.txt --result fits.jsonl
 *         each process does its share of the lines
 *     srun -N 4 -n 64 posedctl rollout --list scripts.txt
 *
 * List     A line holds options and positional arguments, as a shell would split them ('...', "..." and \
 *          quote). They are added to those of the command line, and take their place where both give an
 *          option. Empty lines and lines that begin with # are left out.
 * Shares   Process r of n does the lines i (of those that count, from 0) with i % n == r. r and n come from
 *          --share r/n, otherwise from mpirun or srun (environment variables of Open MPI, PMI and Slurm),
 *          otherwise 0 of 1. Within a process --jobs child processes take the next line when they are free;
 *          models that they load stay loaded.
 * Result   A file of JSON, a row a line: {"line", "options", "status", "seconds", "output", "error"}. `line`
 *          counts from 1 in the list; `status` is the exit status, or 128 and the number of the signal that
 *          ended the process; `output` is what the line wrote to standard output (parsed if it is JSON),
 *          `error` what it wrote to standard error. Rows are appended as lines end, under a lock on FILE.lock
 *          (POSIX record locks, also over NFS 4). The process that ends last leaves one row for each line,
 *          sorted.
 * Resume   A line that has a row with status 0 and the same options is not run again, unless its -o file is
 *          missing.
 *
 * Errors   Exit status 1 when a line failed; 2 for a list that cannot be read or whose lines cannot be parsed
 *          (nothing is run then).
 */
#include "tools/base/command.h"

#define PD_TOOL_BATCH_LINES 10000000
/* Bytes of output and of errors that a row keeps; the rest is cut, and the row says so. */
#define PD_TOOL_BATCH_TEXT  (1 << 20)

/* Splits a line as a shell does. Writes at most `max` words; they point into `line`, which is changed.
 * Returns the number of words, or -1 for an open quote or too many words. */
int pd_tool_batch_split(char **words, int max, char *line);

/* Finds this process's share of the work: *source names the option or variable that decided. Returns 0, or 2
 * for a share that is no R/N. */
int pd_tool_batch_share(int *rank, int *count, const char **source, const pd_tool_args *args);

/* Runs the command of `args` for each line of args->batch.list. Returns the exit status. */
int pd_tool_batch_run(const pd_tool_args *args);

#endif
