#include "train/model/pickle_write.h"

#include "core/io/tensor/npy.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Opcodes of Python's pickletools.py; all are of protocol 2 but SHORT_BINBYTES and BINBYTES, of 3. */
#define PROTO_3        "\x80\x03"
#define EMPTY_DICT     "}"
#define MARK           "("
#define SETITEMS       "u"
#define STOP           "."
#define GLOBAL         "c"
#define BININT         "J"
#define BINUNICODE     "X"
#define BINBYTES       "B"
#define SHORT_BINBYTES "C"
#define NONE           "N"
#define FALSE_         "\x89"
#define TRUE_          "\x88"
#define TUPLE          "t"
#define TUPLE1         "\x85"
#define TUPLE3         "\x87"
#define REDUCE         "R"
#define BUILD          "b"

static void put_u32(pd_buffer *out, size_t value)
{
    unsigned char *p = pd_buffer_extend(out, 4);
    for (int i = 0; p && i < 4; i++) p[i] = (unsigned char)(value >> 8 * i);
}

static void put_int(pd_buffer *out, int value)
{
    pd_buffer_text(out, BININT);
    put_u32(out, (uint32_t)value);
}

static void put_text(pd_buffer *out, const char *text)
{
    pd_buffer_text(out, BINUNICODE);
    put_u32(out, strlen(text));
    pd_buffer_text(out, text);
}

pd_train_pickle_writer pd_train_pickle_begin(pd_buffer *out)
{
    pd_buffer_text(out, PROTO_3 EMPTY_DICT MARK);
    return (pd_train_pickle_writer){.out = out};
}

void pd_train_pickle_add(pd_train_pickle_writer *w, const char *key, const pd_array *array)
{
    /* The pickle's lengths have 32 bits. Remember the first key that is too large. */
    pd_buffer *out = w->out;
    bool fits = array->data_bytes <= UINT32_MAX;

    for (int i = 0; i < array->rank; i++) fits = fits && array->shape[i] <= INT_MAX;
    if (!fits) {
        if (!w->too_large) w->too_large = key;
        return;
    }

    put_text(out, key);

    /* _reconstruct(ndarray, (0,), b"b") makes an empty array. */
    pd_buffer_text(out, GLOBAL "numpy.core.multiarray\n_reconstruct\n" GLOBAL "numpy\nndarray\n");
    put_int(out, 0);
    pd_buffer_text(out, TUPLE1 SHORT_BINBYTES "\x01"
                                              "b" TUPLE3 REDUCE);

    /* The state of the array: (1, shape, dtype, False, bytes). */
    pd_buffer_text(out, MARK);
    put_int(out, 1);
    pd_buffer_text(out, MARK);
    for (int i = 0; i < array->rank; i++) put_int(out, (int)array->shape[i]);
    pd_buffer_text(out, TUPLE);

    /* numpy.dtype('f4', False, True), then its state (3, '<', None, None, None, -1, -1, 0). */
    char kind[8];
    snprintf(kind, sizeof kind, "%c%zu", pd_npy_letter(array->dtype), array->item_bytes);

    pd_buffer_text(out, GLOBAL "numpy\ndtype\n");
    put_text(out, kind);
    pd_buffer_text(out, FALSE_ TRUE_ TUPLE3 REDUCE MARK);
    put_int(out, 3);
    put_text(out, array->item_bytes > 1 ? "<" : "|");
    pd_buffer_text(out, NONE NONE NONE);
    put_int(out, -1);
    put_int(out, -1);
    put_int(out, 0);
    pd_buffer_text(out, TUPLE BUILD);

    /* Elements in row-major order, and the end of the state. */
    pd_buffer_text(out, FALSE_ BINBYTES);
    put_u32(out, array->data_bytes);
    pd_buffer_add(out, array->data, array->data_bytes);
    pd_buffer_text(out, TUPLE BUILD);
}

void pd_train_pickle_add_text(pd_train_pickle_writer *w, const char *key, const char *text)
{
    put_text(w->out, key);
    put_text(w->out, text);
}

pd_status pd_train_pickle_end(pd_train_pickle_writer *w, pd_error *err)
{
    pd_buffer_text(w->out, SETITEMS STOP);
    if (w->out->failed) return pd_fail(err, PD_ERR_MEMORY, "pickle", "out of memory");
    if (w->too_large)
        return pd_fail(err, PD_ERR_LIMIT, w->too_large,
                       "4 GiB or more; less allowed for one array of a pickle");

    return PD_OK;
}
