/* What a reload may not take over. */
#include "config/config_internal.h"

#include <string.h>

static int differs(const pd_cfg *a, const pd_cfg *b, int index)
{
    pd_buffer left = {0}, right = {0};
    pd_cfg_write_value(a, index, &left);
    pd_cfg_write_value(b, index, &right);
    int same = left.size == right.size && !memcmp(left.data, right.data, left.size);
    pd_buffer_deinit(&left);
    pd_buffer_deinit(&right);
    return !same;
}

int pd_cfg_restart_needed(const pd_cfg *running, const pd_cfg *fresh, pd_buffer *names)
{
    int count = 0;
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        if (pd_cfg_table[i].live || !differs(running, fresh, i)) continue;
        pd_buffer_printf(names, "%s%s", count++ ? ", " : "", pd_cfg_table[i].path);
    }
    return count;
}
