#ifndef PD_TRAIN_MODEL_PICKLE_WRITE_H
#define PD_TRAIN_MODEL_PICKLE_WRITE_H
/* Writes a pickle of one dict whose values are numpy arrays and texts, for Python 3's pickle.load (protocol
 * 3).
 *
 *     pd_train_pickle_writer w = pd_train_pickle_begin(&file);
 *     pd_train_pickle_add(&w, "v_template", &array);     numpy.core.multiarray._reconstruct + its state
 *     pd_train_pickle_add_text(&w, "gender", "female");
 *     status = pd_train_pickle_end(&w, &err);
 *
 * The bytes of arrays are `bytes` in Python, so that encoding="latin1", which readers of the published models
 * pass, changes nothing.
 *
 * Limits   an array of less than 4 GiB, lengths below 2^31: ERR_LIMIT names it. Running out of memory shows
 *          in out->failed.
 * Arrays   row-major and native; kinds of element that have an npy letter.
 */
#include "core/base/buffer.h"
#include "core/io/tensor/array.h"

typedef struct pd_train_pickle_writer {
    pd_buffer *out;
    const char *too_large; /* the first array that does not fit, or NULL; the caller's text */
} pd_train_pickle_writer;

/* Begins the pickle at the end of `out`. */
pd_train_pickle_writer pd_train_pickle_begin(pd_buffer *out);
/* Append an item of the dict. */
void pd_train_pickle_add(pd_train_pickle_writer *writer, const char *key, const pd_array *array);
void pd_train_pickle_add_text(pd_train_pickle_writer *writer, const char *key, const char *text);
/* Ends the pickle. ERR_LIMIT, ERR_MEMORY. */
pd_status pd_train_pickle_end(pd_train_pickle_writer *writer, pd_error *err);

#endif
