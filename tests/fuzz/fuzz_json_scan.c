/* Fuzzes the scan of a request's JSON before it is parsed. Its result agrees with that of jansson, and a
 * reported place is a JSON pointer. The first byte selects the memory limit. */
#include "core/io/json/json.h"
#include "tests/support/json_memory.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int depth_of(const json_t *value)
{
    int deepest = 0;
    size_t i;
    const char *key;
    json_t *item;

    if (json_is_array(value)) json_array_foreach(value, i, item)
        {
            const int depth = depth_of(item);
            if (depth > deepest) deepest = depth;
        }
    if (json_is_object(value)) json_object_foreach((json_t *)(uintptr_t)value, key, item)
        {
            const int depth = depth_of(item);
            if (depth > deepest) deepest = depth;
        }
    return deepest + (json_is_array(value) || json_is_object(value));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_json_extent extent;
    char place[192];

    if (!size) return 0;
    const pd_bytes text = {data + 1, size - 1};
    pd_json_scan(&extent, text, "bodies", (size_t)data[0] * 64);
    if ((extent.over_memory == SIZE_MAX) != (extent.memory <= (size_t)data[0] * 64)) abort();
    if (extent.depth > PD_JSON_DEPTH_MOST) return 0;
    if (extent.over_memory != SIZE_MAX) {
        if (extent.over_memory >= text.size) abort();
        pd_json_place(place, sizeof place, text, extent.over_memory);
        if (strlen(place) >= sizeof place || (*place && *place != '/')) abort();
        return 0; /* what comes after is not looked at */
    }

    json_memory_count();
    json_memory_now = 0;
    json_t *tree =
        json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (!tree) return 0;
    const json_t *bodies = json_object_get(tree, "bodies");
    if (json_memory_now > extent.memory) abort();
    if (depth_of(tree) != extent.depth) abort();
    /* an escape in the key hides it from the scan: the check on the tree stays */
    if (json_is_array(bodies) && !memchr(text.data, '\\', text.size) &&
        json_array_size(bodies) != extent.elements)
        abort();

    /* read one by one, the elements are those of the tree */
    pd_json_list list;
    pd_bytes element;
    if (json_is_array(bodies) && !memchr(text.data, '\\', text.size)) {
        if (!pd_json_list_find(&list, text, "bodies")) abort();
        for (size_t i = 0; i < json_array_size(bodies); i++) {
            if (!pd_json_list_next(&element, &list)) abort();
            json_t *own = json_loadb((const char *)element.data, element.size,
                                     JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
            if (!own || !json_equal(own, json_array_get(bodies, i))) abort();
            json_decref(own);
        }
        if (pd_json_list_next(&element, &list)) abort();
    }
    json_decref(tree);
    return 0;
}
