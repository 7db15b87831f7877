#include "core/base/machine/cgroup.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* One controller: reads the limit of the group in a folder; HUGE_VAL: none there. */
typedef struct controller {
    const char *name; /* in /proc/self/cgroup, of version 1 */
    double (*read)(const char *folder, bool is_v2);
} controller;

/* Reads the first numbers of a file, at most `count`, and returns how many there are. "max" and -1 are not
 * numbers of a limit. */
static int read_numbers_cgroup(double *out, int count, const char *folder, const char *name)
{
    char path[4600];
    int found = 0;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return 0;
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    while (found < count && fscanf(file, "%lf", &out[found]) == 1 && out[found] > 0) found++;
    fclose(file);

    return found;
}

static double read_memory(const char *folder, bool is_v2)
{
    double bytes;
    return read_numbers_cgroup(&bytes, 1, folder, is_v2 ? "memory.max" : "memory.limit_in_bytes") ? bytes
                                                                                                  : HUGE_VAL;
}

/* Reads the limit of processors: "QUOTA PERIOD" in microseconds in version 2,
 * a file for each in version 1. */
static double read_processors(const char *folder, bool is_v2)
{
    double of[2];
    const bool is_set = is_v2 ? read_numbers_cgroup(of, 2, folder, "cpu.max") == 2
                              : read_numbers_cgroup(of, 1, folder, "cpu.cfs_quota_us") &&
                                    read_numbers_cgroup(of + 1, 1, folder, "cpu.cfs_period_us");
    return is_set ? of[0] / of[1] : HUGE_VAL;
}

/* Returns the least limit of a group and of the groups that contain it, below the tree's mount. Cuts path
 * down to "". */
static double least_of(const char *mount, char *path, bool is_v2, const controller *c)
{
    double least = HUGE_VAL;

    /* From the group's own folder up to the mount. */
    for (;;) {
        char folder[4500];
        const bool fits = snprintf(folder, sizeof folder, "%s%s", mount, path) < (int)sizeof folder;
        const double found = fits ? c->read(folder, is_v2) : HUGE_VAL;
        if (found < least) least = found;

        char *slash = strrchr(path, '/');
        if (!slash) return least;
        *slash = 0;
    }
}

/* Returns whether a list of controllers such as "cpu,cpuacct" has the given one. */
static bool names(const char *list, const char *name)
{
    const size_t size = strlen(name);

    for (const char *at = list;; at++) {
        const size_t length = strcspn(at, ",");
        if (length == size && !memcmp(at, name, size)) return true;
        at += length;
        if (!*at) return false;
    }
}

/* Returns the least limit of a controller over the groups that /proc/self/cgroup lists. */
static double limit_of(const char *root, const char *groups, const controller *c)
{
    double least = HUGE_VAL;
    char line[4200];

    FILE *file = fopen(groups, "re");

    /* Lines are "0::/path" for version 2 and "4:cpu,cpuacct:/path" for version 1. */
    while (file && fgets(line, sizeof line, file)) {
        char *list = strchr(line, ':');
        char *path = list ? strchr(list + 1, ':') : NULL;
        if (!path) continue;
        *list++ = *path++ = 0;
        path[strcspn(path, "\n")] = 0;

        /* Version 2 alone is mounted at the root, beside version 1 in "unified". Version 1 has a folder for
         * the controllers of the line, and links with the name of each. */
        const bool is_v2 = !*list;
        if (!is_v2 && !names(list, c->name)) continue;
        const char *const folders[] = {is_v2 ? "" : c->name, is_v2 ? "unified" : list};
        for (int i = 0; i < 2; i++) {
            char mount[256], own[4200];
            if (snprintf(mount, sizeof mount, "%s/%s", root, folders[i]) >= (int)sizeof mount) continue;
            snprintf(own, sizeof own, "%s", path);
            const double found = least_of(mount, own, is_v2, c);
            if (found < least) least = found;
        }
    }

    if (file) fclose(file);

    return least;
}

size_t pd_cgroup_memory(const char *root, const char *groups)
{
    const double bytes = limit_of(root, groups, &(controller){"memory", read_memory});
    return bytes < (double)SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

double pd_cgroup_processors(const char *root, const char *groups)
{
    return limit_of(root, groups, &(controller){"cpu", read_processors});
}
