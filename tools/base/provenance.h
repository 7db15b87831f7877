#ifndef PD_TOOLS_BASE_PROVENANCE_H
#define PD_TOOLS_BASE_PROVENANCE_H
/* The provenance of a body model: a text to which every training step adds a sentence.
 *
 * The sentences stand in the order in which factory/scripts/models.sh runs the steps, in whatever order the
 * steps were run. A step that is run again may therefore replace its own sentence; train-tissue, the last
 * step, replaces everything from its own sentence on.
 *
 * Memory   about->provenance is freed and allocated anew.   Errors  ERR_MEMORY.
 */
#include "core/smpl/data/data.h"

/* Adds the sentence of a step, before those of later steps; a text that has it stays as it is. The sentence
 * begins as its row of the table of steps does (provenance.c). */
pd_status pd_tool_provenance_add(pd_smpl_text *about, const char *sentence, pd_error *err);

#endif
