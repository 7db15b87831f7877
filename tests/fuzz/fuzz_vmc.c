/* Fuzzes datagrams of the VMC protocol: several in a row, and the messages that are made of them. The first
 * byte of each part is its length in words. */
#include "tools/client/vmc_figure.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pd_tool_vmc_figure figure;
    pd_tool_vmc_init(&figure);

    while (size) {
        const size_t asked = 4 * (size_t)data[0];
        const size_t part = asked < size - 1 ? asked : size - 1;
        uint8_t *own = malloc(part + 1); /* of its own size, so that a byte beyond is seen */
        memcpy(own, data + 1, part);
        own = realloc(own, part ? part : 1);
        pd_buffer out = {0};
        pd_tool_vmc_take(&figure, (pd_bytes){own, part}, NULL);
        pd_tool_vmc_observe(&out, &figure, 1, 0);
        pd_tool_vmc_face(&out, &figure, 1);
        pd_buffer_deinit(&out);
        free(own);
        data += 1 + part;
        size -= 1 + part;
    }

    return 0;
}
