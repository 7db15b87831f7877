#include "server/http/origin.h"

#include <string.h>
#include <strings.h>

int pd_srv_origin_allowed(const pd_cfg_list *list, const char *origin)
{
    for (int i = 0; i < list->count; i++)
        if (!strcmp(list->items[i], "*") || !strcasecmp(list->items[i], origin)) return 1;
    return 0;
}

int pd_srv_origin_is_host(const char *origin, const char *host)
{
    const char *there = strstr(origin, "://");
    return host && there && !strcasecmp(there + 3, host);
}
