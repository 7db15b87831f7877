#ifndef PD_CFG_COMPLAIN_H
#define PD_CFG_COMPLAIN_H
/* Collects the errors and warnings of a load as lines of text. Only files of config/ include this header.
 *
 * place    where a value was written: "posed.yaml:3:9", "POSED_LISTEN" or "--listen"; NULL leaves it out.
 * Memory   The text of *errors grows; pd_cfg_errors_deinit frees it.
 */
#include "config/config.h"

/* Adds the line "place: message" to the errors. After 100 lines it only counts. */
void pd_cfg_complain(pd_cfg_errors *errors, const char *place, const char *format, ...) PD_PRINTF(3, 4);
/* Adds an error of an option's value: "place: path: message". The path is left out where the place is the
 * option's own flag or variable. */
void pd_cfg_complain_of(pd_cfg_errors *errors, const char *place, const char *path, const char *format, ...)
    PD_PRINTF(4, 5);
/* Adds the line "place: message" to the warnings. place is not NULL. */
void pd_cfg_warn(pd_cfg_errors *errors, const char *place, const char *format, ...) PD_PRINTF(3, 4);

#endif
