#include "core/io/tensor/pickle.h"

#include <stdbool.h>
#include <string.h>

/* Every global that a body model may name. They are never called: the readers of
 * core/io/tensor/pickle_numpy.c know what a node with such a name stands for.
 * "*" allows every name of a module. */
typedef struct allowed {
    const char *module, *name;
} allowed;

static const allowed rows[] = {
    {"numpy", "ndarray"},
    {"numpy", "dtype"},
    {"numpy.core.multiarray", "_reconstruct"},
    {"numpy.core.multiarray", "scalar"},
    {"numpy.core.numeric", "_frombuffer"},
    {"numpy._core.multiarray", "_reconstruct"},
    {"numpy._core.multiarray", "scalar"},
    {"numpy._core.numeric", "_frombuffer"},
    {"numpy.matrixlib.defmatrix", "matrix"},
    {"_codecs", "encode"},
    {"copy_reg", "_reconstructor"},
    {"copyreg", "_reconstructor"},
    {"__builtin__", "object"},
    {"builtins", "object"},
    {"__builtin__", "bytes"},
    {"builtins", "bytes"},
    {"__builtin__", "bytearray"},
    {"builtins", "bytearray"},
    {"__builtin__", "set"},
    {"builtins", "set"},
    {"__builtin__", "frozenset"},
    {"builtins", "frozenset"},
    {"__builtin__", "list"},
    {"builtins", "list"},
    {"__builtin__", "dict"},
    {"builtins", "dict"},
    {"collections", "OrderedDict"},
    {"scipy.sparse.csc", "csc_matrix"},
    {"scipy.sparse.csr", "csr_matrix"},
    {"scipy.sparse.coo", "coo_matrix"},
    {"scipy.sparse._csc", "csc_matrix"},
    {"scipy.sparse._csr", "csr_matrix"},
    {"scipy.sparse._coo", "coo_matrix"},
    {"scipy.sparse._csc", "csc_array"},
    {"scipy.sparse._csr", "csr_array"},
    {"scipy.sparse._coo", "coo_array"},
    {"scipy.sparse._arrays", "csc_array"},
    {"scipy.sparse._arrays", "csr_array"},
    {"scipy.sparse._arrays", "coo_array"},
    {"chumpy.ch", "*"},
    {"chumpy.ch_ops", "*"},
    {"chumpy.reordering", "*"},
};

/* Globals that files of torch.save and joblib.dump may name besides; core/io/python/stored.c knows them. */
static const allowed object_rows[] = {
    {"collections", "defaultdict"},
    {"builtins", "tuple"},
    {"__builtin__", "tuple"},
    {"joblib.numpy_pickle", "NumpyArrayWrapper"},
    {"torch._utils", "_rebuild_tensor_v2"},
    {"torch._utils", "_rebuild_parameter"},
    {"torch.storage", "_load_from_bytes"},
    {"torch", "Size"},
    {"torch", "FloatStorage"},
    {"torch", "DoubleStorage"},
    {"torch", "HalfStorage"},
    {"torch", "BFloat16Storage"},
    {"torch", "LongStorage"},
    {"torch", "IntStorage"},
    {"torch", "ShortStorage"},
    {"torch", "CharStorage"},
    {"torch", "ByteStorage"},
    {"torch", "BoolStorage"},
};

static bool equals(pd_bytes text, const char *row)
{
    return !strcmp(row, "*") || (strlen(row) == text.size && !memcmp(row, text.data, text.size));
}

static bool is_listed(const allowed *list, size_t count, pd_bytes module, pd_bytes name)
{
    for (size_t i = 0; i < count; i++)
        if (equals(module, list[i].module) && equals(name, list[i].name)) return true;
    return false;
}

bool pd_pickle_allows(pd_bytes module, pd_bytes name, bool with_objects)
{
    return is_listed(rows, sizeof rows / sizeof *rows, module, name) ||
           (with_objects && is_listed(object_rows, sizeof object_rows / sizeof *object_rows, module, name));
}
