#include "server/models/registry.h"

#include "core/base/file.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Finds the first of `count` places that is of the type S_IFDIR or S_IFREG. */
static void find_beside_program(const char *const *places, int count, mode_t type, char *out, size_t size)
{
    *out = 0;
    for (int i = 0; i < count; i++) {
        struct stat info;
        char path[PATH_MAX + 64];
        char *real;
        if (!pd_file_beside_program(path, sizeof path, places[i])) continue;
        if (stat(path, &info) || (info.st_mode & S_IFMT) != type || !(real = realpath(path, NULL))) continue;
        snprintf(out, size, "%s", real);
        free(real);
        return;
    }
}

void pd_srv_beside_program(const char *const *places, int count, char *out, size_t size)
{
    find_beside_program(places, count, S_IFDIR, out, size);
}

void pd_srv_models_pack(const pd_cfg *cfg, char *out, size_t size)
{
    /* build/posed, PREFIX/bin/posed */
    static const char *const places[] = {"models.pack", "../share/posed/models.pack"};
    snprintf(out, size, "%s", cfg->models_pack ? cfg->models_pack : "");
    if (!*out) find_beside_program(places, 2, S_IFREG, out, size);
}

void pd_srv_models_dir(const pd_cfg *cfg, char *out, size_t size)
{
    /* build/posed, build/asan/posed, PREFIX/bin/posed */
    static const char *const places[] = {"../models", "../../models", "../share/posed/models"};
    snprintf(out, size, "%s", cfg->models_dir ? cfg->models_dir : "");
    if (!*out) pd_srv_beside_program(places, 3, out, size);
}

static int is_model(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    size_t ending = strlen(PD_SRV_MODEL_ENDING);
    return length > ending && entry->d_name[0] != '.' &&
           !strcmp(entry->d_name + length - ending, PD_SRV_MODEL_ENDING);
}

int pd_srv_list_models(const char *folder, char ***files)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_model, alphasort);
    int kept = 0;

    *files = NULL;
    if (count < 0) return 0;
    char **list = calloc((size_t)count + 1, sizeof *list);
    for (int i = 0; i < count; i++) {
        if (list && asprintf(&list[kept], "%s/%s", folder, entries[i]->d_name) > 0) kept++;
        free(entries[i]);
    }

    free(entries);
    *files = list;

    return kept;
}
