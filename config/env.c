/* The environment as a layer: POSED_HTTP_THREADS=4 is http.threads. main passes environ in. */
#include "config/config_internal.h"

#include <stdbool.h>
#include <string.h>

static void complain_unknown(const char *name, size_t length, pd_cfg_errors *errors)
{
    char path[80], known[80], place[96];
    size_t n = 0;
    for (size_t i = 6; i < length && n + 1 < sizeof path; i++)
        path[n++] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] + 32) : name[i];
    path[n] = 0;

    pd_cfg_copy(place, sizeof place, name, length);
    const char *near = pd_cfg_suggest(path);
    if (near) pd_cfg_env_name(known, sizeof known, near);
    pd_cfg_complain(errors, place, "is no option%s%s%s", near ? "; did you mean " : "", near ? known : "",
                    near ? "?" : "");
}

void pd_cfg_read_env(pd_cfg *cfg, char *const *environ, pd_cfg_errors *errors)
{
    for (; environ && *environ; environ++) {
        const char *entry = *environ, *equals = strchr(entry, '=');
        char name[80], known[80];
        if (!equals || strncmp(entry, "POSED_", 6)) continue;

        const size_t length = (size_t)(equals - entry);
        int index = 0;
        for (; index < PD_CFG_COUNT; index++) {
            pd_cfg_env_name(known, sizeof known, pd_cfg_path(index));
            if (strlen(known) == length && !memcmp(known, entry, length)) break;
        }

        pd_cfg_copy(name, sizeof name, entry, length);
        if (!strcmp(name, "POSED_CONFIG")) continue;

        /* Kubernetes sets these in every container of a namespace that has a Service called "posed": no mistake of the user's */
        const bool is_kubernetes = !strncmp(name, "POSED_SERVICE_", 14) ||
                                   !strncmp(name, "POSED_PORT_", 11) || !strcmp(name, "POSED_PORT");
        if (index < PD_CFG_COUNT)
            pd_cfg_set(cfg, index, equals + 1, name, errors);
        else if (!is_kubernetes)
            complain_unknown(entry, length, errors);
    }
}
