/* The environment as a layer: POSED_HTTP_THREADS=4 is http.threads. main passes environ in. */
#include "config/config_internal.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Variables of the suite that are not options: the name of the file,
 * and the key and the address that clients use. */
static const char *const own_names[] = {"POSED_CONFIG", "POSED_KEY", "POSED_URL"};

/* Names under which users may search for an option with a different name. */
static const struct {
    const char *word, *path;
} other_names[] = {
    {"port", "listen"},
    {"host", "listen"},
    {"address", "listen"},
    {"bind", "listen"},
    {"keys_file", "access.keys_file"},
    {"threads", "workers"},
    {"log", "log.level"},
};

static bool ends_with(const char *name, const char *ending)
{
    const size_t size = strlen(name);
    const size_t tail = strlen(ending);
    return size >= tail && !strcmp(name + size - tail, ending);
}

/* Returns whether a variable is one of those that Kubernetes sets for a Service in every container of its
 * namespace, or that `docker --link` sets (Kubernetes, "Accessing the Service: Environment variables").
 * `name` begins with the name X of the service:
 *
 *     X_SERVICE_HOST   X_SERVICE_PORT X_SERVICE_PORT_NAME X_PORT X_PORT_8080_TCP X_PORT_8080_TCP_ADDR, _PORT,
 *                      _PROTO
 *
 * X_PORT has an address with a scheme: POSED_PORT=8080 is no service's. */
static bool is_service_link(const char *name, const char *value)
{
    if (ends_with(name, "_SERVICE_HOST") || strstr(name, "_SERVICE_PORT")) return true;
    if (ends_with(name, "_PORT") && strstr(value, "://")) return true;

    for (const char *at = name; (at = strstr(at, "_PORT_")); at++) {
        const char *number = at + strlen("_PORT_");
        const char *protocol = number + strspn(number, "0123456789");
        if (protocol > number && (!strncmp(protocol, "_TCP", 4) || !strncmp(protocol, "_UDP", 4) ||
                                  !strncmp(protocol, "_SCTP", 5)))
            return true;
    }

    return false;
}

static void warn_unknown(const char *name, pd_cfg_errors *errors)
{
    char path[80], known[80];
    size_t n = 0;

    for (const char *c = name + strlen("POSED_"); *c && n + 1 < sizeof path; c++)
        path[n++] = (char)tolower((unsigned char)*c);
    path[n] = 0;

    const char *near = NULL;
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names && !near; i++)
        if (!strcmp(other_names[i].word, path)) near = other_names[i].path;
    if (!near) near = pd_cfg_suggest(path);
    if (near) pd_cfg_env_name(known, sizeof known, near);
    pd_cfg_warn(errors, name, "is not an option and is ignored%s%s%s", near ? "; did you mean " : "",
                near ? known : "", near ? "?" : "");
}

void pd_cfg_read_env(pd_cfg *cfg, char *const *environ, pd_cfg_errors *errors)
{
    for (; environ && *environ; environ++) {
        const char *entry = *environ;
        const char *equals = strchr(entry, '=');
        char name[80], known[80];
        if (!equals || strncmp(entry, "POSED_", 6)) continue;

        /* An empty variable counts as not set: compose files and charts write one
         * for each value that is left out. */
        const char *value = equals + 1;
        if (!*value) continue;

        const size_t length = (size_t)(equals - entry);
        int index = 0;
        for (; index < PD_CFG_COUNT; index++) {
            pd_cfg_env_name(known, sizeof known, pd_cfg_path(index));
            if (strlen(known) == length && !memcmp(known, entry, length)) break;
        }

        pd_cfg_copy(name, sizeof name, entry, length);
        if (index < PD_CFG_COUNT) {
            pd_cfg_set(cfg, index, value, name, errors);
            continue;
        }

        /* Anything else may be another program's: it must not stop the daemon. */
        bool is_own = false;
        for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
            is_own = is_own || !strcmp(name, own_names[i]);
        if (!is_own && !is_service_link(name, value)) warn_unknown(name, errors);
    }
}
