/* Fuzzes configuration files. An accepted file prints to YAML that reads back to the same configuration. */
#include "config/config_internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void start(pd_cfg *cfg, pd_cfg_errors *errors)
{
    char *const argv[] = {(char *)"posed", NULL};
    if (pd_cfg_load(cfg, 1, argv, NULL, errors) != PD_CFG_RUN) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_cfg first, second;
    pd_cfg_errors errors = {0}, none = {0};
    pd_buffer one = {0}, two = {0};
    start(&first, &errors);
    start(&second, &none);
    pd_cfg_read_yaml(&first, "fuzz", data, size, &errors);
    for (int i = 0; i < PD_CFG_COUNT; i++) pd_cfg_mark(&first, i, NULL);
    pd_cfg_print(&first, &one);
    pd_cfg_read_yaml(&second, "printed", one.data, one.size, &none);
    for (int i = 0; i < PD_CFG_COUNT; i++) pd_cfg_mark(&second, i, NULL);
    pd_cfg_print(&second, &two);
    if (none.count || one.size != two.size || memcmp(one.data, two.data, one.size)) abort();
    pd_buffer_deinit(&one);
    pd_buffer_deinit(&two);
    pd_cfg_errors_deinit(&errors);
    pd_cfg_errors_deinit(&none);
    pd_cfg_deinit(&first);
    pd_cfg_deinit(&second);
    return 0;
}
