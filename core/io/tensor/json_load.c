#include "core/io/tensor/json_load.h"

#include <errno.h>

json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory)
{
    errno = 0; /* set by the malloc that fails, after which nothing else can change it */
    json_t *root = json_loadb((const char *)text.data, text.size, flags, error);
    *is_out_of_memory = !root && errno == ENOMEM;
    return root;
}
