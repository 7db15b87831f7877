#include "core/io/python/stored.h"

#include "core/base/assert.h"
#include "core/io/python/json_pickle.h"
#include "core/io/tensor/npy.h"
#include "core/io/tensor/pickle_numpy.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PICKLE_PROTO    0x80
#define LEGACY_PICKLES  5
/* Largest number of elements of a list, which may name one array many times. */
#define NUMBERS_MOST    ((size_t)1 << 26)
#define LEGACY_PROTOCOL 1001
#define NEST_MOST       8 /* deepest nesting of lists of numbers */

/* Elements of torch's storages, by the class that a file names. */
static const struct {
    const char *storage;
    pd_dtype dtype;
} storages[] = {
    {"torch.FloatStorage", PD_DTYPE_F32}, {"torch.DoubleStorage", PD_DTYPE_F64},
    {"torch.HalfStorage", PD_DTYPE_F16},  {"torch.BFloat16Storage", PD_DTYPE_BF16},
    {"torch.LongStorage", PD_DTYPE_I64},  {"torch.IntStorage", PD_DTYPE_I32},
    {"torch.ShortStorage", PD_DTYPE_I16}, {"torch.CharStorage", PD_DTYPE_I8},
    {"torch.ByteStorage", PD_DTYPE_U8},   {"torch.BoolStorage", PD_DTYPE_BOOL},
};

static pd_status fail_stored(const pd_stored *stored, const char *what, pd_status status, const char *detail,
                             pd_error *err)
{
    char where[192];
    snprintf(where, sizeof where, "%s%s%.70s", stored->name, *what ? ": " : "", what);
    return pd_fail(err, status, where, "%s", detail);
}

/* ---- the file ---- */

static bool is_compressed(pd_bytes file)
{
    if (file.size < 2) return false;
    const unsigned head = (unsigned)file.data[0] << 8 | file.data[1];
    return head == 0x1f8b ||
           (file.data[0] == 0x78 && head % 31 == 0); /* RFC 1952; RFC 1950 with a window of 32 KB */
}

static bool is_zip(pd_bytes file)
{
    return file.size >= 4 && !memcmp(file.data, "PK\3\4", 4);
}

bool pd_stored_is(pd_bytes file)
{
    static const char suffix[] = "/data.pkl";

    if (file.size >= 2 && file.data[0] == PICKLE_PROTO && file.data[1] >= 2 && file.data[1] <= 5) return true;
    if (is_compressed(file)) return true;

    /* torch writes data.pkl first. The local header has the length of its name at byte 26 and the name from
     * byte 30 on. */
    if (!is_zip(file) || file.size < 30) return false;
    const size_t length = file.data[26] | (size_t)file.data[27] << 8;
    const size_t end = strlen(suffix);

    return length > end && length <= file.size - 30 && !memcmp(file.data + 30 + length - end, suffix, end);
}

/* Unpacks data of zlib or gzip into stored->unpacked. */
static pd_status inflate_file(pd_bytes *out, pd_stored *stored, pd_bytes file, pd_error *err)
{
    z_stream z = {.next_in = (unsigned char *)(uintptr_t)file.data};
    size_t room = 0, done = 0;
    size_t left = file.size;
    int code = inflateInit2(&z, 15 + 32); /* either header */
    if (code == Z_MEM_ERROR) return fail_stored(stored, "", PD_ERR_MEMORY, "out of memory to unpack it", err);
    PD_ASSERT(code == Z_OK);

    pd_status s = PD_OK;
    while (code == Z_OK && !s) {
        /* Room for more of the output, up to the limit. */
        if (done == room) {
            const size_t grown = room ? 2 * room : ((size_t)1 << 16) + 4 * file.size;
            unsigned char *more = room < PD_STORED_BYTES ? realloc(stored->unpacked, grown) : NULL;
            if (room >= PD_STORED_BYTES)
                s = fail_stored(stored, "", PD_ERR_LIMIT, "more than the allowed 1 GiB when it is unpacked",
                                err);
            else if (!more)
                s = fail_stored(stored, "", PD_ERR_MEMORY, "out of memory to unpack it", err);
            if (s) break;
            stored->unpacked = more;
            room = grown;
        }

        /* zlib counts in unsigned ints. */
        const size_t in = left < (1u << 30) ? left : (1u << 30);
        const size_t space = room - done < (1u << 30) ? room - done : (1u << 30);
        z.avail_in = (unsigned)in;
        z.avail_out = (unsigned)space;
        z.next_out = stored->unpacked + done;
        code = inflate(&z, Z_NO_FLUSH);
        left -= in - z.avail_in;
        done += space - z.avail_out;
    }

    inflateEnd(&z);
    if (!s && code == Z_MEM_ERROR)
        s = fail_stored(stored, "", PD_ERR_MEMORY, "out of memory to unpack it", err);
    if (!s && code != Z_STREAM_END)
        s = fail_stored(stored, "", PD_ERR_FORMAT,
                        "the compressed data are damaged or end early; a whole stream expected", err);
    *out = (pd_bytes){stored->unpacked, done};

    return s;
}

/* Opens a zip of torch.save and finds the pickle in it. */
static pd_status open_torch(pd_bytes *out, pd_stored *stored, pd_bytes file, pd_error *err)
{
    static const char suffix[] = "/data.pkl";
    pd_status s = pd_npz_parse(&stored->zip, file.data, file.size, stored->name, err);

    if (s) return s;

    /* Find the folder of data.pkl. */
    const char *found = NULL;
    for (int i = 0; i < stored->zip.member_count && !found; i++) {
        const char *name = pd_npz_member(&stored->zip, i);
        const char *end = strstr(name, suffix);
        if (end && end[strlen(suffix)] == 0) found = name;
    }

    const size_t length = found ? strlen(found) - strlen(suffix) : 0;
    if (!length || length >= sizeof stored->folder)
        return fail_stored(stored, "", PD_ERR_FORMAT,
                           "a zip without NAME/data.pkl; a file of torch.save expected", err);
    memcpy(stored->folder, found, length);

    return pd_npz_bytes(out, &stored->zip, found, err);
}

/* Finds the pickle of an npy of objects. */
static pd_status open_npy(pd_bytes *out, const pd_stored *stored, pd_bytes file, pd_error *err)
{
    pd_array array;
    pd_status s = pd_npy_parse(&array, file.data, file.size, stored->name, err);

    if (s) return s;
    if (array.dtype != PD_DTYPE_OBJECT)
        return fail_stored(stored, "", PD_ERR_FORMAT, "an array of numbers; an array of objects expected",
                           err);
    *out = (pd_bytes){array.data, array.data_bytes};

    return PD_OK;
}

/* Converts JSON to a pickle of the same objects. */
static pd_status open_json(pd_bytes *out, pd_stored *stored, pd_bytes file, pd_error *err)
{
    pd_buffer pickle = {0};
    const pd_status s = pd_json_pickle(&pickle, file, stored->name, err);

    stored->unpacked = pickle.data;
    *out = (pd_bytes){pickle.data, pickle.size};

    return s;
}

pd_status pd_stored_parse(pd_stored *out, pd_bytes file, const char *name, pd_error *err)
{
    pd_bytes pickle = file;
    pd_status s = PD_OK;

    *out = (pd_stored){0};
    snprintf(out->name, sizeof out->name, "%s", name ? name : "");
    if (is_zip(file))
        s = open_torch(&pickle, out, file, err);
    else if (is_compressed(file))
        s = inflate_file(&pickle, out, file, err);
    else if (file.size >= 6 && !memcmp(file.data, "\x93NUMPY", 6))
        s = open_npy(&pickle, out, file, err);
    else if (pd_json_pickle_is(file))
        s = open_json(&pickle, out, file, err);
    if (!s) s = pd_pickle_parse_objects(&out->pickle, pickle.data, pickle.size, out->name, err);
    out->root = out->pickle.root;
    if (s) pd_stored_deinit(out);

    return s;
}

void pd_stored_deinit(pd_stored *stored)
{
    pd_pickle_deinit(&stored->pickle);
    if (stored->zip.zip) pd_npz_deinit(&stored->zip);
    free(stored->unpacked);
    *stored = (pd_stored){0};
}

/* ---- dicts ---- */

const pd_pickle_value *pd_stored_plain(const pd_pickle_value *value)
{
    pd_array array;

    if (!value || value->kind != PD_PICKLE_OBJECT || pd_pickle_array(&array, value, "", NULL)) return value;
    if (array.dtype != PD_DTYPE_OBJECT || !value->state || value->state->kind != PD_PICKLE_TUPLE ||
        !value->state->item_count)
        return value;
    const pd_pickle_value *list = value->state->items[value->state->item_count - 1];
    if (list->kind != PD_PICKLE_LIST) return value;

    return list->item_count == 1 && array.count == 1 ? list->items[0] : list;
}

const pd_pickle_value *pd_stored_dict(const pd_pickle_value *value)
{
    if (value && value->kind == PD_PICKLE_DICT) return value;
    return pd_pickle_calls(value, "collections.OrderedDict") ||
                   pd_pickle_calls(value, "collections.defaultdict")
               ? value
               : NULL;
}

const pd_pickle_value *pd_stored_get(const pd_pickle_value *value, const char *key)
{
    const pd_pickle_value *dict = pd_stored_dict(value);

    /* Search from the end, because a key that was set twice has its last value. */
    for (size_t i = dict ? dict->item_count & ~(size_t)1 : 0; i > 1; i -= 2)
        if (pd_pickle_is(dict->items[i - 2], key)) return dict->items[i - 1];
    return NULL;
}

bool pd_stored_key(char *out, size_t out_bytes, const pd_pickle_value *key)
{
    pd_array array;
    int64_t number;

    if (key->kind == PD_PICKLE_TEXT || key->kind == PD_PICKLE_BYTES) {
        snprintf(out, out_bytes, "%.*s", (int)(key->text.size < out_bytes ? key->text.size : out_bytes - 1),
                 (const char *)key->text.data);
        return true;
    }

    /* Accept a Python int or a numpy integer. */
    if (pd_pickle_array(&array, key, "key", NULL) || array.count != 1 ||
        pd_array_i64(&number, &array, "key", NULL))
        return false;
    snprintf(out, out_bytes, "%" PRId64, number);

    return true;
}

/* ---- tensors ---- */

/* Reads the id ("storage", torch.FloatStorage, key, device, count) of a storage.
 * Returns false for any other id. */
static bool read_id(pd_dtype *dtype, const pd_pickle_value **key, const pd_pickle_value *value)
{
    const pd_pickle_value *id = value->kind == PD_PICKLE_PERSISTENT ? value->items[0] : NULL;

    if (!id || id->kind != PD_PICKLE_TUPLE || id->item_count < 5 || !pd_pickle_is(id->items[0], "storage"))
        return false;
    *key = id->items[2];
    for (size_t i = 0; i < sizeof storages / sizeof *storages; i++)
        if (pd_pickle_is(id->items[1], storages[i].storage)) {
            *dtype = storages[i].dtype;
            return true;
        }

    return false;
}

/* Reads torch.save's older layout of one storage: five pickles (magic number, protocol, system, the storage's
 * id, the list of keys), the count as 8 bytes, little-endian, and the elements. */
static pd_status read_legacy(pd_dtype *dtype, pd_bytes *out, const pd_stored *stored, pd_bytes bytes,
                             const char *what, pd_error *err)
{
    static const unsigned char magic[10] = {0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19};
    const pd_pickle_value *key;
    pd_status s = PD_OK;

    for (int i = 0; i < LEGACY_PICKLES && !s; i++) {
        pd_pickle part;
        s = pd_pickle_parse_objects(&part, bytes.data, bytes.size, stored->name, err);
        if (s) break;
        const pd_pickle_value *root = part.root;
        const bool is_good = i == 0 ? root->kind == PD_PICKLE_BYTES && root->text.size == sizeof magic &&
                                          !memcmp(root->text.data, magic, sizeof magic)
                             : i == 1 ? root->kind == PD_PICKLE_INT && root->integer == LEGACY_PROTOCOL
                             : i == 3 ? read_id(dtype, &key, root)
                             : i == 4 ? root->kind == PD_PICKLE_LIST && root->item_count == 1
                                      : true;
        bytes.data += part.size;
        bytes.size -= part.size;
        pd_pickle_deinit(&part);

        if (!is_good)
            s = fail_stored(stored, what, PD_ERR_FORMAT,
                            "a tensor that torch.save did not write; a file of torch.save expected", err);
    }

    if (s) return s;

    /* Check the count against the number of bytes. */
    uint64_t count = 0;
    for (size_t i = 0; i < 8 && bytes.size >= 8; i++) count |= (uint64_t)bytes.data[i] << (8 * i);
    const size_t room = bytes.size >= 8 ? (bytes.size - 8) / pd_dtype_bytes(*dtype) : 0;
    if (bytes.size < 8 || count > room)
        return fail_stored(stored, what, PD_ERR_FORMAT,
                           "a tensor whose elements are cut off; all elements expected", err);
    *out = (pd_bytes){bytes.data + 8, (size_t)count * pd_dtype_bytes(*dtype)};

    return PD_OK;
}

/* Finds the elements of a storage: a member of the zip, or bytes in the pickle. */
static pd_status read_storage(pd_dtype *dtype, pd_bytes *out, pd_stored *stored, const pd_pickle_value *value,
                              const char *what, pd_error *err)
{
    const pd_pickle_value *key;
    char text[48], member[200];

    if (pd_pickle_calls(value, "torch.storage._load_from_bytes")) {
        const pd_pickle_value *bytes = value->args->item_count == 1 ? value->args->items[0] : NULL;
        if (!bytes || bytes->kind != PD_PICKLE_BYTES)
            return fail_stored(stored, what, PD_ERR_FORMAT,
                               "a tensor without its bytes; the bytes of its storage expected", err);
        return read_legacy(dtype, out, stored, bytes->text, what, err);
    }

    if (!read_id(dtype, &key, value) || !pd_stored_key(text, sizeof text, key))
        return fail_stored(
            stored, what, PD_ERR_UNSUPPORTED,
            "a tensor of an unknown type of elements; numbers of float, half, int or bool type expected",
            err);
    if (!stored->zip.zip)
        return fail_stored(stored, what, PD_ERR_FORMAT,
                           "a tensor whose storage is not in the file; a storage of the file expected", err);
    snprintf(member, sizeof member, "%s/data/%s", stored->folder, text);

    return pd_npz_bytes(out, &stored->zip, member, err);
}

/* Reads a tuple of lengths, each from 0 on. Returns their number, or -1. */
static int read_lengths(size_t out[PD_ARRAY_MAX_RANK], const pd_pickle_value *value)
{
    /* torch.Size(...) holds the tuple as its argument. */
    if (pd_pickle_calls(value, "torch.Size") && value->args->item_count == 1) value = value->args->items[0];
    if (value->kind != PD_PICKLE_TUPLE || value->item_count > PD_ARRAY_MAX_RANK) return -1;
    for (size_t i = 0; i < value->item_count; i++) {
        if (value->items[i]->kind != PD_PICKLE_INT || value->items[i]->integer < 0) return -1;
        out[i] = (size_t)value->items[i]->integer;
    }

    return (int)value->item_count;
}

/* Reads a tensor torch._utils._rebuild_tensor_v2(storage, offset, size, stride, ...). Its element i_0, i_1,
 * ... is the storage's element at offset + sum_d i_d stride_d. */
static pd_status read_tensor(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                             const char *what, pd_error *err)
{
    const pd_pickle_value *args = value->args;
    size_t stride[PD_ARRAY_MAX_RANK];
    size_t at[PD_ARRAY_MAX_RANK] = {0};
    pd_dtype dtype = PD_DTYPE_F32;
    pd_bytes raw = {0};

    /* Form of the view. */
    const int rank = args->item_count >= 4 ? read_lengths(out->shape, args->items[2]) : -1;
    if (rank < 0 || read_lengths(stride, args->items[3]) != rank || args->items[1]->kind != PD_PICKLE_INT ||
        args->items[1]->integer < 0)
        return fail_stored(
            stored, what, PD_ERR_FORMAT,
            "a tensor without a valid offset, size and strides; at most 8 lengths each allowed", err);
    pd_status s = read_storage(&dtype, &raw, stored, args->items[0], what, err);
    if (s) return s;

    /* Check that the last element is inside the storage,
     * and that a file can contain the number of elements. */
    const size_t elements = raw.size / pd_dtype_bytes(dtype);
    size_t last = (size_t)args->items[1]->integer;
    size_t count = 1;
    size_t reach;
    bool fits = true;
    out->rank = rank;
    for (int d = 0; d < rank; d++) {
        fits = fits && pd_size_mul(&count, count, out->shape[d]);
        if (!out->shape[d]) continue;
        fits = fits && pd_size_mul(&reach, out->shape[d] - 1, stride[d]) && pd_size_add(&last, last, reach);
    }

    if (!fits || count > elements || (count && last >= elements))
        return fail_stored(stored, what, PD_ERR_FORMAT,
                           "a tensor that ends after its storage; an end within the storage expected", err);

    /* Convert all elements of the storage to floats, then copy those of the view. */
    const pd_array all = pd_array_of(dtype, raw.data, 1, &elements);
    float *floats = malloc((elements + 1) * sizeof *floats);
    out->values = malloc((count + 1) * sizeof *out->values);
    s = floats && out->values
            ? pd_array_f32(floats, &all, what, err)
            : fail_stored(stored, what, PD_ERR_MEMORY, "out of memory for its numbers", err);
    for (size_t i = 0; i < count && !s; i++) {
        size_t from = (size_t)args->items[1]->integer;
        for (int d = 0; d < rank; d++) from += at[d] * stride[d];
        out->values[i] = floats[from];
        for (int d = rank - 1; d >= 0 && ++at[d] == out->shape[d]; d--) at[d] = 0;
    }

    free(floats);
    out->count = count;

    return s;
}

/* ---- arrays ---- */

static pd_status read_array(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                            const char *what, pd_error *err)
{
    pd_array array;
    pd_error reason = {0};

    if (pd_pickle_array(&array, value, what, &reason))
        return fail_stored(stored, what, reason.status, reason.detail, err);
    if (array.dtype == PD_DTYPE_OBJECT || array.dtype == PD_DTYPE_CHARS || array.dtype == PD_DTYPE_UTF32)
        return fail_stored(stored, what, PD_ERR_FORMAT, "not numbers; an array of numbers expected", err);

    out->rank = array.rank;
    out->count = array.count;
    memcpy(out->shape, array.shape, sizeof out->shape);
    out->values = malloc((array.count + 1) * sizeof *out->values);
    if (!out->values) return fail_stored(stored, what, PD_ERR_MEMORY, "out of memory for its numbers", err);

    return pd_array_f32(out->values, &array, what, err);
}

/* Reads one value that is not a list. A parameter of torch is a wrapped tensor. */
static pd_status read_leaf(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                           const char *what, pd_error *err)
{
    if (pd_pickle_calls(value, "torch._utils._rebuild_parameter") && value->args->item_count)
        value = value->args->items[0];
    if (pd_pickle_calls(value, "torch._utils._rebuild_tensor_v2"))
        return read_tensor(out, stored, value, what, err);
    return read_array(out, stored, value, what, err);
}

static bool is_list(const pd_pickle_value *value)
{
    return value->kind == PD_PICKLE_LIST || value->kind == PD_PICKLE_TUPLE;
}

static pd_status read_value(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                            const char *what, int depth, pd_error *err);

/* Reads the items of a list, each of the same shape, one behind another. */
static pd_status read_list_stored(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *list,
                                  const char *what, int depth, pd_error *err)
{
    pd_status s = PD_OK;

    if (depth > NEST_MOST)
        return fail_stored(stored, what, PD_ERR_UNSUPPORTED,
                           "lists nested more than 8 deep; at most 8 allowed", err);
    for (size_t i = 0; i < list->item_count && !s; i++) {
        pd_npz_floats one = {0};
        s = read_value(&one, stored, list->items[i], what, depth + 1, err);

        /* The first item says how large all are. */
        if (!s && !i) {
            size_t count = 0;
            if (one.rank == PD_ARRAY_MAX_RANK || !pd_size_mul(&count, one.count, list->item_count) ||
                count > NUMBERS_MOST)
                s = fail_stored(stored, what, PD_ERR_LIMIT, "a list of more than the allowed 2^26 numbers",
                                err);
            if (!s && !(out->values = malloc((count + 1) * sizeof *out->values)))
                s = fail_stored(stored, what, PD_ERR_MEMORY, "out of memory for its numbers", err);
            if (!s) {
                out->rank = one.rank + 1;
                out->count = count;
                out->shape[0] = list->item_count;
                memcpy(out->shape + 1, one.shape, (size_t)one.rank * sizeof *one.shape);
            }
        }

        if (!s && (one.rank + 1 != out->rank ||
                   memcmp(one.shape, out->shape + 1, (size_t)one.rank * sizeof *one.shape) != 0))
            s = fail_stored(stored, what, PD_ERR_FORMAT,
                            "a list of arrays of different shapes; equal shapes expected", err);
        if (!s && one.count) memcpy(out->values + i * one.count, one.values, one.count * sizeof *one.values);
        pd_npz_floats_deinit(&one);
    }

    if (!list->item_count) out->rank = 1; /* [] has no number */
    return s;
}

static pd_status read_value(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                            const char *what, int depth, pd_error *err)
{
    value = pd_stored_plain(value);
    const pd_status s = is_list(value) ? read_list_stored(out, stored, value, what, depth, err)
                                       : read_leaf(out, stored, value, what, err);
    if (s) pd_npz_floats_deinit(out);

    return s;
}

bool pd_stored_shape(size_t *shape, int *rank, const pd_pickle_value *value)
{
    pd_array array;
    int lists = 0;

    /* The lengths of nested lists, then the array in them. */
    for (value = pd_stored_plain(value); value && is_list(value); value = pd_stored_plain(value->items[0])) {
        if (lists == NEST_MOST) return false;
        shape[lists++] = value->item_count;
        if (value->item_count) continue;
        *rank = lists;
        return true;
    }

    if (pd_pickle_calls(value, "torch._utils._rebuild_parameter") && value->args->item_count)
        value = value->args->items[0];
    if (pd_pickle_calls(value, "torch._utils._rebuild_tensor_v2")) {
        size_t lengths[PD_ARRAY_MAX_RANK];
        const int count = value->args->item_count >= 4 ? read_lengths(lengths, value->args->items[2]) : -1;
        if (count < 0 || lists + count > PD_ARRAY_MAX_RANK) return false;
        memcpy(shape + lists, lengths, (size_t)count * sizeof *shape);
        *rank = lists + count;
        return true;
    }

    if (!value || pd_pickle_array(&array, value, "", NULL) || array.dtype > PD_DTYPE_BOOL ||
        lists + array.rank > PD_ARRAY_MAX_RANK)
        return false;
    memcpy(shape + lists, array.shape, (size_t)array.rank * sizeof *shape);
    *rank = lists + array.rank;

    return true;
}

pd_status pd_stored_floats(pd_npz_floats *out, pd_stored *stored, const pd_pickle_value *value,
                           const char *what, pd_error *err)
{
    *out = (pd_npz_floats){0};
    if (!value) return fail_stored(stored, what, PD_ERR_NOT_FOUND, "missing", err);

    return read_value(out, stored, value, what, 0, err);
}
