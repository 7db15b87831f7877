#ifndef PD_CHARACTER_LOAD_H
#define PD_CHARACTER_LOAD_H
/* Loads a model that moves characters from a file or a folder, and settles it (settle.h), so that characters
 * can be made from it at once.
 *
 * Files    a .safetensors network of this program, a .safetensors database of frames (core/matching/model.h),
 *          or a folder with the slices of the original network (network/import.h). The file's metadata say
 *          which of the first two it is.
 * Memory   returns one reference, for pd_pfnn_model_release.
 * Threads  pure; the model is immutable afterwards.
 */
#include "core/pfnn/model.h"

/* Sets *out to the model, or to NULL after an error.
 * A network that cannot be driven is loaded without being settled. */
pd_status pd_character_model_load(pd_pfnn_model **out, const char *path, pd_error *err);

#endif
