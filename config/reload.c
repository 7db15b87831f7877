/* Options that a reload cannot take over. */
#include "config/config_internal.h"

#include <string.h>

int pd_cfg_restart_needed(const pd_cfg *running, const pd_cfg *fresh, pd_buffer *names)
{
    int count = 0;

    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        pd_buffer before = {0}, after = {0};
        if (pd_cfg_table[i].live) continue;

        pd_cfg_write_value(running, i, &before);
        pd_cfg_write_value(fresh, i, &after);
        if (before.size != after.size || memcmp(before.data, after.data, before.size) != 0)
            pd_buffer_printf(names, "%s%s", count++ ? ", " : "", pd_cfg_table[i].path);
        pd_buffer_deinit(&before);
        pd_buffer_deinit(&after);
    }

    return count;
}
