/* Fuzzes wardrobes. An accepted wardrobe is checked:
 * every selection of its items contains only valid indices. */
#include "core/wardrobe/wardrobe.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_wardrobe wardrobe;
    pd_wardrobe_outfit outfit;
    if (pd_wardrobe_parse(&wardrobe, data, size, "fuzz", NULL) != PD_OK) return 0;
    if (pd_wardrobe_check(&wardrobe, NULL) != PD_OK) abort();
    if (pd_wardrobe_choose(&outfit, &wardrobe, NULL, NULL) != PD_OK) abort();
    for (int i = 0; i < wardrobe.item_count; i++) {
        const pd_wardrobe_item *item = &wardrobe.items[i];
        for (int k = 0; k < 3 * item->face_count; k++)
            if (item->corners[item->faces[k]] >= item->vertex_count) abort();
    }
    pd_wardrobe_deinit(&wardrobe);
    return 0;
}
