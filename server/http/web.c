#include "server/http/web.h"

#include "core/base/file.h"
#include "server/base/clock.h"
#include "server/models/registry.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Adds all files of the first of these folders that exists, and logs `loaded`. */
static void load_folder(pd_api_assets *out, const char *const places[3], const char *loaded, pd_srv_log *log)
{
    char folder[PATH_MAX], path[2 * PATH_MAX];
    struct dirent **entries;
    pd_error err;
    int64_t start = pd_srv_now_us();
    const int before = out->count;
    pd_srv_beside_program(places, 3, folder, sizeof folder);
    int count = *folder ? scandir(folder, &entries, is_shown, alphasort) : -1;
    for (int i = 0; i < count; i++) {
        pd_bytes content = {0};
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        pd_status status = pd_file_map(&content, path, &err);
        if (status == PD_OK) status = pd_api_assets_add(out, entries[i]->d_name, content, &err);
        pd_file_unmap(&content);
        if (status != PD_OK)
            pd_srv_log_write(log, PD_SRV_WARNING, "file left out", "where=%s detail=%s", err.where,
                             err.detail);
        free(entries[i]);
    }
    if (count >= 0) free(entries);

    if (out->count > before)
        pd_srv_log_write(log, PD_SRV_INFO, loaded, "folder=%s files=%d ms=%.1f", folder, out->count - before,
                         (double)(pd_srv_now_us() - start) * 1e-3);
}

void pd_srv_web_load(pd_api_assets *page, pd_api_assets *samples, pd_srv_log *log)
{
    static const char *const web[] = {"../web/dist", "../../web/dist", "../share/posed/web"};
    static const char *const mirror[] = {"../web/mirror", "../../web/mirror", "../share/posed/mirror"};
    static const char *const sample[] = {"../examples/samples", "../../examples/samples",
                                         "../share/posed/samples"};
    load_folder(page, web, "page loaded", log);
    load_folder(page, mirror, "page loaded", log); /* make mirror */
    load_folder(samples, sample, "samples loaded", log);
}
