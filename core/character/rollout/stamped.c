#include "core/character/rollout/stamped.h"

#include "core/base/assert.h"

#include <string.h>

bool pd_character_stamped_add(pd_character_stamped_list *list, const pd_character_stamped *item)
{
    int at = list->count;

    if (list->count >= PD_CHARACTER_STAMPED_MOST) return false;
    while (at > 0 && pd_character_stamped_after(list->items[at - 1].tick, item->tick) > 0) at--;
    memmove(list->items + at + 1, list->items + at, (size_t)(list->count - at) * sizeof *list->items);
    list->items[at] = *item;
    list->count++;

    return true;
}

int pd_character_stamped_due(const pd_character_stamped_list *list, int from, uint32_t tick,
                             pd_character_stamped *held, bool *jumps)
{
    int count = 0;

    *jumps = false;
    for (int i = from; i < list->count; i++) {
        const pd_character_stamped *item = &list->items[i];
        if (pd_character_stamped_after(item->tick, tick) > 0) break;
        *held = *item;
        *jumps |= item->input.jump != 0;
        count++;
    }

    return count;
}

void pd_character_stamped_drop(pd_character_stamped_list *list, int count)
{
    PD_ASSERT(count >= 0 && count <= list->count);
    list->count -= count;
    memmove(list->items, list->items + count, (size_t)list->count * sizeof *list->items);
}

int pd_character_stamped_take(pd_character_stamped_list *list, uint32_t tick, pd_character_stamped *held,
                              bool *jumps)
{
    const int count = pd_character_stamped_due(list, 0, tick, held, jumps);

    pd_character_stamped_drop(list, count);
    return count;
}
