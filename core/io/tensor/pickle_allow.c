#include "core/io/tensor/pickle.h"

#include <stdbool.h>
#include <string.h>

/* Every global that a body model may name. They are never called: the readers of core/io/tensor/pickle_numpy.c know
 * what a node with such a name stands for. "*" allows every name of a module. */
static const struct {
    const char *module, *name;
} rows[] = {
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

static bool equals(pd_bytes text, const char *row)
{
    return !strcmp(row, "*") || (strlen(row) == text.size && !memcmp(row, text.data, text.size));
}

bool pd_pickle_allows(pd_bytes module, pd_bytes name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (equals(module, rows[i].module) && equals(name, rows[i].name)) return true;
    return false;
}
