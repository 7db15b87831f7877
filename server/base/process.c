#include "server/base/process.h"

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Reads the beginning of a file of /proc as text. Returns false if the file cannot be read. */
static bool read_file_process(char *out, size_t out_bytes, const char *path)
{
    FILE *file = fopen(path, "re");
    if (!file) return false;
    out[fread(out, 1, out_bytes - 1, file)] = 0;
    fclose(file);
    return true;
}

bool pd_srv_process_stat(double *threads, double *start_ticks, const char *text)
{
    const char *at = strrchr(text, ')'); /* ends the second field */
    if (!at) return false;

    for (int field = 3; field <= 22; field++) {
        at = strchr(at, ' ');
        if (!at) return false;
        at++;
        if (field == 20) *threads = strtod(at, NULL);
        if (field == 22) *start_ticks = strtod(at, NULL);
    }

    return true;
}

/* Returns the time at which the machine was booted, in seconds since 1970
 * by the clock as it is set now; -1: not known. */
static double boot_seconds(void)
{
    struct timespec wall, boot;
    if (clock_gettime(CLOCK_REALTIME, &wall) || clock_gettime(CLOCK_BOOTTIME, &boot)) return -1;
    return (double)(wall.tv_sec - boot.tv_sec) + 1e-9 * (double)(wall.tv_nsec - boot.tv_nsec);
}

static double count_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    double count = -1; /* the folder's own does not count */
    if (!folder) return -1;
    for (const struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);

    return count;
}

static double limit_of(int resource)
{
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)resource, &limit)) return -1;
    return limit.rlim_cur == RLIM_INFINITY ? INFINITY : (double)limit.rlim_cur;
}

void pd_srv_process_read(pd_srv_process *out)
{
    char text[1024];
    double pages[2], ticks;
    struct timespec cpu;

    *out = (pd_srv_process){.cpu_seconds = -1,
                            .start_seconds = -1,
                            .resident_bytes = -1,
                            .virtual_bytes = -1,
                            .virtual_most = -1,
                            .open_descriptors = -1,
                            .most_descriptors = -1,
                            .threads = -1};

    if (!clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu))
        out->cpu_seconds = (double)cpu.tv_sec + 1e-9 * (double)cpu.tv_nsec;
    if (read_file_process(text, sizeof text, "/proc/self/statm") &&
        sscanf(text, "%lf %lf", &pages[0], &pages[1]) == 2) {
        const double page = (double)sysconf(_SC_PAGESIZE);
        out->virtual_bytes = pages[0] * page;
        out->resident_bytes = pages[1] * page;
    }

    const double boot = boot_seconds();
    if (read_file_process(text, sizeof text, "/proc/self/stat") &&
        pd_srv_process_stat(&out->threads, &ticks, text) && boot >= 0)
        out->start_seconds = boot + ticks / (double)sysconf(_SC_CLK_TCK);
    out->open_descriptors = count_descriptors();
    out->most_descriptors = limit_of(RLIMIT_NOFILE);
    out->virtual_most = limit_of(RLIMIT_AS);
}

void pd_srv_process_write(pd_buffer *out)
{
    pd_srv_process p;

    pd_srv_process_read(&p);
    const struct {
        const char *name, *type, *help;
        double value;
        int digits; /* number of digits after the point */
    } rows[] = {
        {"process_cpu_seconds_total", "counter", "Total user and system CPU time spent in seconds.",
         p.cpu_seconds, 6},
        {"process_start_time_seconds", "gauge", "Start time of the process since unix epoch in seconds.",
         p.start_seconds, 2},
        {"process_resident_memory_bytes", "gauge", "Resident memory size in bytes.", p.resident_bytes, 0},
        {"process_virtual_memory_bytes", "gauge", "Virtual memory size in bytes.", p.virtual_bytes, 0},
        {"process_virtual_memory_max_bytes", "gauge",
         "Maximum amount of virtual memory available in bytes (+Inf: no limit).", p.virtual_most, 0},
        {"process_open_fds", "gauge", "Number of open file descriptors.", p.open_descriptors, 0},
        {"process_max_fds", "gauge", "Maximum number of open file descriptors.", p.most_descriptors, 0},
        {"process_threads", "gauge", "Number of OS threads in the process.", p.threads, 0},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].value < 0) continue;
        pd_buffer_printf(out, "# HELP %s %s\n# TYPE %s %s\n", rows[i].name, rows[i].help, rows[i].name,
                         rows[i].type);
        if (isinf(rows[i].value))
            pd_buffer_printf(out, "%s +Inf\n", rows[i].name);
        else
            pd_buffer_printf(out, "%s %.*f\n", rows[i].name, rows[i].digits, rows[i].value);
    }
}

pd_status pd_srv_thread_error(pd_error *err, const char *where, const char *what)
{
    return pd_fail(err, PD_ERR_MEMORY, where,
                   "cannot start %s: too little memory or too many threads; raise the limits of the process "
                   "(ulimit -v, ulimit -u) or of its container (memory, pids)",
                   what);
}
