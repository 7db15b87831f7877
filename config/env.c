/* The environment as a layer: POSED_HTTP_THREADS=4 is http.threads. main passes environ in. */
#include "config/config_internal.h"

#include <string.h>

static int find_env(const char *name, size_t length)
{
    char known[80];
    for (int i = 0; i < PD_CFG_COUNT; i++) {
        pd_cfg_env_name(known, sizeof known, pd_cfg_path(i));
        if (strlen(known) == length && !memcmp(known, name, length)) return i;
    }
    return -1;
}

/* Kubernetes sets these in every container beside a Service that is called "posed": not ours to judge. */
static int from_kubernetes(const char *name, size_t length)
{
    return !strncmp(name, "POSED_SERVICE_", 14) || !strncmp(name, "POSED_PORT_", 11) ||
           (length == 10 && !strncmp(name, "POSED_PORT", 10));
}

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

static void read_one(pd_cfg *cfg, const char *entry, pd_cfg_errors *errors)
{
    char place[80];
    const char *equals = strchr(entry, '=');
    if (!equals || strncmp(entry, "POSED_", 6)) return;
    size_t length = (size_t)(equals - entry);
    if (length == 12 && !strncmp(entry, "POSED_CONFIG", 12)) return;
    int index = find_env(entry, length);
    if (index < 0) {
        if (!from_kubernetes(entry, length)) complain_unknown(entry, length, errors);
        return;
    }
    pd_cfg_copy(place, sizeof place, entry, length);
    pd_cfg_set(cfg, index, equals + 1, place, errors);
}

void pd_cfg_read_env(pd_cfg *cfg, char *const *environ, pd_cfg_errors *errors)
{
    for (; environ && *environ; environ++) read_one(cfg, *environ, errors);
}
