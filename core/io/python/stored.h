#ifndef PD_IO_PYTHON_STORED_H
#define PD_IO_PYTHON_STORED_H
/* Reads Python objects from files of torch.save, joblib.dump, pickle.dump and numpy.save: dicts, lists,
 * numpy's arrays and torch's tensors, without executing anything (pickle.h). JSON is read as the same
 * objects.
 *
 *     torch.save    a zip: NAME/data.pkl, in which a tensor is a view (offset, shape, strides) of a storage,
 *                   and NAME/data/KEY, the storages
 *     joblib.dump   a pickle with the arrays' bytes between its opcodes; as it is, or compressed by zlib or
 *                   gzip
 *     pickle.dump   a pickle; a tensor in it holds its storage as bytes in the older layout of torch.save:
 *                   five pickles, the count, the elements
 *
 *     numpy.save    an npy of objects, whose elements are a pickle: a dict, or a list of them
 *     json.dump     JSON: objects are dicts, arrays of numbers are numpy's (json_pickle.h)
 *
 * Limits   PD_STORED_BYTES of a compressed file when it is unpacked; the limits of npz.h for a zip; those of
 *          pickle.h.
 * Memory   the caller's bytes must outlive *out; pd_stored_deinit frees the rest.
 * Errors   where is "name" or "name: what". ERR_FORMAT, ERR_UNSUPPORTED (a name that is not on the
 *          allow-list), ERR_LIMIT, ERR_MEMORY.
 */
#include "core/io/tensor/npz_value.h"
#include "core/io/tensor/pickle.h"

#define PD_STORED_BYTES ((size_t)1 << 30)

typedef struct pd_stored {
    pd_pickle pickle;
    const pd_pickle_value *root; /* the object that was saved */
    pd_npz zip;                  /* torch.save: the storages */
    char folder[128];            /* torch.save: NAME */
    unsigned char *unpacked;     /* joblib.dump: a compressed file, unpacked; JSON: its pickle; or NULL */
    char name[112];
} pd_stored;

/* Returns true when the bytes begin as such a file: a zip with a data.pkl, a pickle of protocol 2 or later,
 * or data of zlib or gzip. */
bool pd_stored_is(pd_bytes file);
pd_status pd_stored_parse(pd_stored *out, pd_bytes file, const char *name, pd_error *err);
void pd_stored_deinit(pd_stored *stored);

/* Returns what an object array of numpy holds: the element of one that has just one (numpy.save stores a dict
 * so), the list of the elements of others. Returns any other value unchanged. */
const pd_pickle_value *pd_stored_plain(const pd_pickle_value *value);
/* Returns the value if it is a dict of any kind (dict, OrderedDict, defaultdict), else NULL. Its items are
 * key, value, key, value, ... */
const pd_pickle_value *pd_stored_dict(const pd_pickle_value *value);
/* Returns the value of a key of a dict of any kind, or NULL. */
const pd_pickle_value *pd_stored_get(const pd_pickle_value *value, const char *key);
/* Writes a key, an integer or text, as text. Returns false for any other value. */
bool pd_stored_key(char *out, size_t out_bytes, const pd_pickle_value *key);
/* Finds the shape of an array of numbers without reading it: shape (PD_ARRAY_MAX_RANK), *rank. Returns false
 * for any other value. A list has the shape of its first item behind its length. */
bool pd_stored_shape(size_t *shape, int *rank, const pd_pickle_value *value);
/* Reads an array of numbers: numpy's, torch's, a number, or nested lists of these that have one shape.
 * `what` names the value in errors. On failure *out is empty; the caller frees it with
 * pd_npz_floats_deinit. */
pd_status pd_stored_floats(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                           const char *what, pd_error *err);

#endif
