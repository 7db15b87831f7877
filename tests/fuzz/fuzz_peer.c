/* Fuzzes messages of another daemon. Every described character has an id, and its `spawned` message describes
 * the same character again. */
#include "api/stream/peer.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_api_described *all, *again;
    const int count = pd_api_described_read(&all, (pd_bytes){data, size});
    for (int i = 0; i < count; i++) {
        if (!all[i].id || all[i].spawned.failed) abort();
        const int one = pd_api_described_read(&again, (pd_bytes){all[i].spawned.data, all[i].spawned.size});
        if (one != 1 || again->id != all[i].id || again->hash != all[i].hash) abort();
        pd_api_described_free(again, one);
    }
    pd_api_described_free(all, count);
    return 0;
}
