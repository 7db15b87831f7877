#include "server/http/origin.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

bool pd_srv_origin_allowed(const pd_cfg_list *list, const char *origin)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->items[i], "*") || !strcasecmp(list->items[i], origin)) return true;
    return false;
}

bool pd_srv_origin_is_host(const char *origin, const char *host)
{
    const char *there = strstr(origin, "://");
    return host && there && !strcasecmp(there + 3, host);
}

bool pd_srv_host_allowed(const pd_srv_settings *settings, const char *host)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    const pd_cfg_list *list = &settings->cfg.access_hosts;
    if (!settings->checks_host || !host) return true;

    const char *bracket = *host == '[' ? strchr(host, ']') : NULL;
    const size_t size = bracket ? (size_t)(bracket + 1 - host) : strcspn(host, ":");
    if (host[size] && host[size] != ':') return false;
    for (int i = 0; i < list->count; i++) {
        if (!strcmp(list->items[i], "*") || !strcasecmp(list->items[i], host)) return true;
        if (strlen(list->items[i]) == size && !strncasecmp(list->items[i], host, size)) return true;
    }

    if (!settings->listen.is_loopback) return false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == size && !strncasecmp(own[i], host, size)) return true;
    const size_t brackets = settings->listen.is_v6 ? 1 : 0;
    return size == strlen(settings->listen.host) + 2 * brackets &&
           !strncmp(host + brackets, settings->listen.host, size - 2 * brackets);
}
