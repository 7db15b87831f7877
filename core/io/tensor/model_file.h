#ifndef PD_IO_TENSOR_MODEL_FILE_H
#define PD_IO_TENSOR_MODEL_FILE_H
/* Common parts of readers and writers of posed's own model files: motion networks, pose priors, pose
 * networks. They are safetensors with the metadata
 *
 *     kind                                 type of the model; a reader accepts only its own
 *     version                              "major.minor"; a reader accepts its own major version and older
 *                                          ones
 *     name, licence, provenance, credits   texts for people
 *
 * Arrays may be stored in any type that holds their numbers; a reader checks their shapes.
 *
 * Errors   where is the tensor's name or "__metadata__/key"; pd_model_file_place puts the file's name before
 *          it.
 * Memory   texts belong to the caller, who frees them with pd_model_text_free.
 */
#include "core/io/tensor/safetensors.h"

#define PD_MODEL_NAME_BYTES 32 /* room for the name of a joint, gait or style with its closing zero */

typedef char pd_model_name[PD_MODEL_NAME_BYTES];

typedef struct pd_model_text {
    char *name, *licence, *provenance, *credits; /* NULL: the file has none */
} pd_model_text;

/* Frees the texts and sets them to NULL. */
void pd_model_text_free(pd_model_text *text);

/* Arguments of the functions below. Writers use only kind and version. */
typedef struct pd_model_file {
    const pd_safetensors *file; /* the opened file                                                 */
    const char *kind, *version; /* the kind that the reader or writer handles, and its version     */
    const char *called;         /* the kind in words for messages: "a pose prior"                  */
    pd_error *err;              /* receives the errors of all functions that take this struct      */
} pd_model_file;

/* Checks kind and version. ERR_UNSUPPORTED: another kind or a newer major version.
 * ERR_FORMAT: the file has no version. */
pd_status pd_model_file_check(const pd_model_file *file);
/* Finds an array of the given shape (rank). ERR_FORMAT when it is missing or has another shape. */
pd_status pd_model_file_find(const pd_array **out, const pd_model_file *file, const char *name, int rank,
                             const size_t *shape);
/* Reads such an array as floats into out (product of shape). */
pd_status pd_model_file_floats(float *out, const pd_model_file *file, const char *name, int rank,
                               const size_t *shape);
/* Returns the number of entries in the metadata text "stand,walk,..." under that key. */
int pd_model_file_name_count(const pd_model_file *file, const char *key);
/* Reads these entries to out (count). ERR_FORMAT when there are not exactly `count`. */
pd_status pd_model_file_names(pd_model_name *out, int count, const pd_model_file *file, const char *key);
/* Copies the texts for people; a text that the file lacks is NULL. */
pd_status pd_model_file_texts(pd_model_text *out, const pd_model_file *file);
/* Puts "name: " before err->where, once, and returns `status`. */
pd_status pd_model_file_place(pd_status status, const char *name, pd_error *err);

/* -- for writers ---------------------------------------------------------------- */

#define PD_MODEL_FILE_TEXTS 7
/* Appends kind, version, units and those texts for people that are not NULL at texts[count]. Returns the new
 * count, up to PD_MODEL_FILE_TEXTS more. */
int pd_model_file_add_texts(pd_safetensors_text *texts, int count, const pd_model_file *file,
                            const char *units, const pd_model_text *text);
/* Joins names to "a,b,c". The text lies in *out. */
const char *pd_model_file_join(pd_buffer *out, const pd_model_name *names, int count);

#endif
