#ifndef PD_SERVER_IDENTITY_CURL_LIBRARY_H
#define PD_SERVER_IDENTITY_CURL_LIBRARY_H
/* libcurl, loaded when the first webhook needs it. Linked, its 17 libraries would cost every daemon 2.5 MB of
 * private memory and 2 ms of its start.
 *
 * Threads  any.
 */
#include <curl/curl.h>

/* Functions of libcurl that are used, without their prefix curl_. */
/* clang-format off */
#define PD_SRV_CURL_FUNCTIONS(X) \
    X(global_init) \
    X(free) \
    X(url) \
    X(url_cleanup) \
    X(url_set) \
    X(url_get) \
    X(easy_init) \
    X(easy_cleanup) \
    X(easy_setopt) \
    X(easy_getinfo) \
    X(slist_append) \
    X(slist_free_all) \
    X(multi_init) \
    X(multi_cleanup) \
    X(multi_add_handle) \
    X(multi_remove_handle) \
    X(multi_perform) \
    X(multi_info_read) \
    X(multi_poll) \
    X(multi_wakeup)
/* clang-format on */

typedef struct pd_srv_curl {
#define PD_SRV_CURL_MEMBER(name) __typeof__(curl_##name) *name;
    PD_SRV_CURL_FUNCTIONS(PD_SRV_CURL_MEMBER)
#undef PD_SRV_CURL_MEMBER
} pd_srv_curl;

/* Returns the functions, after loading and initializing the library at the first call;
 * NULL if it is not installed. */
const pd_srv_curl *pd_srv_curl_load(void);

#endif
