#include "factory/base/modes.h"

#include <stddef.h>

const pd_tool_mode_row pd_factory_mode_rows[] = {
    {"wardrobe", "work", "sheet", "a sheet", "sheet wear pose seed size columns o"},
    {"wardrobe", "work", "count", "a count (--pierced)", "pierced rig morphs wear places bodies poses"},

    {"train-rig-start", "work", "learn", "learning", "o bodies ridge seed"},
    {"train-rig-start", "work", "measure", "--measure", "o measure held-out find-facing seed"},

    {"rig-measure", "table", "skeletons", "the tables of skeletons and weights", "net"},
    {"rig-measure", "table", "plans", "--plans", "plans"},

    {NULL, NULL, NULL, NULL, NULL}};
