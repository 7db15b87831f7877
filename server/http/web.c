#include "server/http/web.h"

#include "server/models/registry.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Lists all files of the first of these folders that exists, and logs `listed`. */
static void list_folder(pd_api_assets *out, const char *const places[3], const char *listed, pd_srv_log *log)
{
    char folder[PATH_MAX], path[2 * PATH_MAX];
    struct dirent **entries;
    pd_error err;
    const int before = out->count;

    pd_srv_beside_program(places, 3, folder, sizeof folder);
    int count = *folder ? scandir(folder, &entries, is_shown, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        pd_status status = PD_OK;
        if (stat(path, &about) || !S_ISREG(about.st_mode) || access(path, R_OK))
            status = pd_fail(&err, PD_ERR_IO, path, "cannot be read, or is not a file");
        if (status == PD_OK)
            status = pd_api_assets_list(out, entries[i]->d_name, path, (size_t)about.st_size, &err);
        if (status != PD_OK)
            pd_srv_log_write(log, PD_SRV_WARNING, "file left out", "where=%s detail=%s", err.where,
                             err.detail);
        free(entries[i]);
    }

    if (count >= 0) free(entries);

    if (out->count > before)
        pd_srv_log_write(log, PD_SRV_INFO, listed, "folder=%s files=%d", folder, out->count - before);
}

/* Lists one file of the first of these folders that exists. */
static void list_file(pd_api_assets *out, const char *const places[3], const char *file, const char *name,
                      pd_srv_log *log)
{
    char folder[PATH_MAX], path[2 * PATH_MAX];
    struct stat about;
    pd_error err;

    pd_srv_beside_program(places, 3, folder, sizeof folder);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    if (!*folder || stat(path, &about) || !S_ISREG(about.st_mode)) return;
    if (pd_api_assets_list(out, name, path, (size_t)about.st_size, &err) != PD_OK)
        pd_srv_log_write(log, PD_SRV_WARNING, "file left out", "where=%s detail=%s", err.where, err.detail);
}

void pd_srv_web_list(pd_api_assets *page, pd_api_assets *samples, pd_srv_log *log)
{
    static const char *const web[] = {"../web/dist", "../../web/dist", "../share/posed/web"};
    static const char *const mirror[] = {"../web/mirror", "../../web/mirror", "../share/posed/mirror"};
    static const char *const sample[] = {"../examples/samples", "../../examples/samples",
                                         "../share/posed/samples"};

    list_folder(page, web, "page found", log);
    list_folder(page, mirror, "page found", log); /* make mirror */

    /* The core as WebAssembly and its network, for clients that predict their characters. */
    static const char *const core[] = {"../clients/core", "../../clients/core", "../share/posed/core"};
    static const char *const script[] = {"../clients/core/src", "../../clients/core/src",
                                         "../share/posed/core"};
    static const char *const models[] = {"../models", "../../models", "../share/posed/models"};
    list_file(page, core, "posed_core.wasm", "posed_core.wasm", log);
    list_file(page, script, "index.js", "posed_core.js", log);
    list_file(page, models, "motion.safetensors", "motion.safetensors", log);
    list_folder(samples, sample, "samples found", log);
}
