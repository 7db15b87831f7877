#ifndef PD_IO_TENSOR_MODEL_FILE_H
#define PD_IO_TENSOR_MODEL_FILE_H
/* What our model files (motion networks, pose priors, pose networks) have in common: safetensors whose metadata say
 *
 *     kind                                 what is in it; a reader takes its own alone
 *     version                              "major.minor"; a reader takes its own major and those before
 *     name, licence, provenance, credits   texts for people
 *
 * and whose arrays have the shapes that the reader expects, in any type that holds the numbers.
 *
 * Errors   where is the tensor or "__metadata__/key"; _place puts the file's name before it.
 * Memory   texts are the caller's, to be freed by pd_model_text_free.
 */
#include "core/io/tensor/safetensors.h"

#define PD_MODEL_NAME_BYTES 32 /* of a joint, gait or style, with the end */

typedef char pd_model_name[PD_MODEL_NAME_BYTES];

typedef struct pd_model_text {
    char *name, *licence, *provenance, *credits; /* NULL: the file has none */
} pd_model_text;

void pd_model_text_free(pd_model_text *text);

typedef struct pd_model_file {
    const pd_safetensors *file;
    const char *kind, *version; /* of the reader                       */
    const char *called;         /* for messages: "a pose prior"        */
    pd_error *err;
} pd_model_file;

/* ERR_UNSUPPORTED another kind or a newer major; ERR_FORMAT no version at all. */
pd_status pd_model_file_check(const pd_model_file *file);
/* ERR_FORMAT when it is missing or has another shape. */
pd_status pd_model_file_find(const pd_array **out, const pd_model_file *file, const char *name, int rank,
                             const size_t *shape);
/* out (product of shape). */
pd_status pd_model_file_floats(float *out, const pd_model_file *file, const char *name, int rank,
                               const size_t *shape);
/* Entries of "stand,walk,..." under that key: how many; out (count), which is just as many. */
int pd_model_file_name_count(const pd_model_file *file, const char *key);
pd_status pd_model_file_names(pd_model_name *out, int count, const pd_model_file *file, const char *key);
pd_status pd_model_file_texts(pd_model_text *out, const pd_model_file *file);
/* The status itself; err's place gets "name: " before it, once. */
pd_status pd_model_file_place(pd_status status, const char *name, pd_error *err);

/* -- for writers ---------------------------------------------------------------- */

#define PD_MODEL_FILE_TEXTS 7
/* Adds kind, version, units and the texts there are, at texts[count]; returns the new count, up to PD_MODEL_FILE_TEXTS more. */
int pd_model_file_add_texts(pd_safetensors_text *texts, int count, const pd_model_file *file,
                            const char *units, const pd_model_text *text);
/* "a,b,c", in the buffer's memory. */
const char *pd_model_file_join(pd_buffer *out, const pd_model_name *names, int count);

#endif
