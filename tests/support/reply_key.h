#ifndef TESTS_SUPPORT_REPLY_KEY_H
#define TESTS_SUPPORT_REPLY_KEY_H
/* Keys of the daemon's reply cache, from two texts. NULL:
 * the key lacks this field, as if the request lacked it. */
#include "server/http/not_modified.h"

static inline pd_srv_not_modified_key key_of(const char *a, const char *b)
{
    pd_srv_not_modified_key key;
    pd_srv_not_modified_key_init(&key);
    pd_srv_not_modified_key_add(&key, a);
    pd_srv_not_modified_key_add(&key, b);
    return key;
}

#endif
