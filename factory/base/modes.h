#ifndef PD_FACTORY_BASE_MODES_H
#define PD_FACTORY_BASE_MODES_H
/* Table of the options that each mode of the factory's commands reads, in the form of tools/base/mode.h. */
#include "tools/base/mode.h"

extern const pd_tool_mode_row pd_factory_mode_rows[]; /* ends with a NULL command */

#endif
