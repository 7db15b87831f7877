#include "server/identity/curl_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static pd_srv_curl functions;
static bool is_loaded;

static void load_curl_library(void)
{
    static const struct {
        const char *name;
        size_t offset;
    } rows[] = {
#define ROW(name) {"curl_" #name, offsetof(pd_srv_curl, name)},
        PD_SRV_CURL_FUNCTIONS(ROW)
#undef ROW
    };
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        void *function = dlsym(library, rows[i].name);
        if (!function) return;
        memcpy((char *)&functions + rows[i].offset, &function, sizeof function);
    }

    is_loaded = !functions.global_init(CURL_GLOBAL_DEFAULT);
}

const pd_srv_curl *pd_srv_curl_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_curl_library);
    return is_loaded ? &functions : NULL;
}
