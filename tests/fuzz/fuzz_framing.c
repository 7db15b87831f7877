/* Fuzzes the bytes of a connection. Any split of the bytes gives the same verdict, and the passed bytes are a
 * prefix that is valid alone. The first two bytes select the split. */
#include "server/http/framing.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_srv_framing whole, parts, head, again;
    if (size < 2) return 0;

    size_t step = 1 + data[0] % 40, grow = data[1] % 5;
    data += 2;
    size -= 2;
    pd_srv_framing_init(&whole, 1024);
    pd_srv_framing_init(&parts, 1024);
    pd_srv_framing_init(&head, 1024);
    pd_srv_framing_init(&again, 1024);

    const size_t passed = pd_srv_framing_feed(&whole, data, size);
    for (size_t at = 0; at < size; at += step, step += grow)
        pd_srv_framing_feed(&parts, data + at, step < size - at ? step : size - at);
    if (parts.status != whole.status || parts.heads != whole.heads || parts.remaining != whole.remaining ||
        strcmp(parts.detail, whole.detail))
        abort();
    if (passed > size || (!whole.status && passed != size)) abort();
    if (pd_srv_framing_feed(&again, data, passed) != passed || again.status) abort();

    const size_t first = pd_srv_framing_head(&head, data, size);
    if (first > size || (first && head.heads != 1) || (first && !whole.heads)) abort();
    const char *value;
    const int length = pd_srv_head_value(&value, (const char *)data, first, "Host");
    if (length >= 0 && ((const uint8_t *)value < data || (const uint8_t *)value + length > data + first))
        abort();
    return 0;
}
