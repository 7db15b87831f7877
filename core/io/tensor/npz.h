#ifndef PD_IO_TENSOR_NPZ_H
#define PD_IO_TENSOR_NPZ_H
/* Reads and writes npz: a zip file of npy members, as numpy.savez and savez_compressed write them.
 *
 * Reading is lazy: a member is unpacked when it is first read and kept until pd_npz_deinit.
 * Limits   PD_NPZ_MAX_MEMBERS members; PD_NPZ_MAX_BYTES unpacked in all, unless most_bytes is changed after
 *          _parse; a member that claims more than deflate can yield from its bytes (1032 : 1) is refused
 *          before memory is taken. CRCs are checked.
 * Used     a reader that takes a member's value marks it (pd_npz_take; npz_value.h does so by itself), so
 *          that its caller can name all members that nobody has used.
 * Errors   where is "name: member".
 */
#include "core/base/buffer.h"
#include "core/io/tensor/array.h"

#include <stdbool.h>

#define PD_NPZ_MAX_MEMBERS 1024
#define PD_NPZ_MAX_BYTES   ((size_t)1 << 30)

struct zip;

typedef struct pd_npz {
    struct zip *zip;
    char *name;               /* name of the file, for messages */
    int member_count;         /* every member of the zip, .npy or not             */
    unsigned char **contents; /* (member_count) unpacked, or NULL: not asked for yet */
    bool *taken;              /* (member_count) a reader has used the member: pd_npz_take */
    /* most_bytes: PD_NPZ_MAX_BYTES; may be raised by callers that expect more */
    size_t unpacked_bytes, most_bytes;
} pd_npz;

/* Opens a zip in memory. The bytes are borrowed and must outlive *out. On failure *out is empty. */
pd_status pd_npz_parse(pd_npz *out, const void *bytes, size_t size, const char *name, pd_error *err);
/* Frees all members that were unpacked; views of them become invalid. */
void pd_npz_deinit(pd_npz *npz);
/* Returns whether there is a member "v_template" or "v_template.npy"; `member` may be written either way. */
bool pd_npz_has(const pd_npz *npz, const char *member);
/* Returns the name of a member as it stands in the zip ("v_template.npy"). */
const char *pd_npz_member(const pd_npz *npz, int index);
/* Returns the name in UTF-8: names without the flag of UTF-8 are read
 * as code page 437 unless they are UTF-8. */
const char *pd_npz_member_utf8(const pd_npz *npz, int index);
/* Returns the size that a member states. It can be false; unpacking checks it. */
size_t pd_npz_member_bytes(const pd_npz *npz, int index);
/* Marks a member as used. A name that no member has is allowed. */
void pd_npz_take(pd_npz *npz, const char *member);
/* Takes the mark back: the value was read, but not used. */
void pd_npz_leave(pd_npz *npz, const char *member);
/* Returns whether a member was marked as used. */
bool pd_npz_is_taken(const pd_npz *npz, int index);
/* Unpacks member `index` of any kind and returns its bytes, valid until pd_npz_deinit. */
pd_status pd_npz_bytes_at(pd_bytes *out, pd_npz *npz, int index, pd_error *err);
/* Unpacks a member of any kind and returns its bytes, valid until pd_npz_deinit. ERR_NOT_FOUND when there is
 * no such member. */
pd_status pd_npz_bytes(pd_bytes *out, pd_npz *npz, const char *member, pd_error *err);
/* Unpacks a member and returns a view of its array, valid until pd_npz_deinit.
 * ERR_NOT_FOUND when there is no such member. */
pd_status pd_npz_read(pd_array *out, pd_npz *npz, const char *member, pd_error *err);

/* Writing: stored (not deflated), straight into the reply buffer. The members' elements start on 16-byte
 * boundaries of the buffer's zip. Running out of memory shows in out->failed.
 *
 *     pd_npz_writer w = pd_npz_begin(&reply);
 *     pd_npz_add(&w, "vertices", &vertices);
 *     status = pd_npz_end(&w, &err);                 ERR_LIMIT beyond 4 GiB: no zip64
 */
typedef struct pd_npz_writer {
    pd_buffer *out;
    size_t start;        /* start of the zip in out */
    pd_buffer directory; /* central directory so far    */
    int count, too_large;
} pd_npz_writer;

/* Begins a zip at the end of `out`. */
pd_npz_writer pd_npz_begin(pd_buffer *out);
/* Appends an array as the member "name.npy". */
void pd_npz_add(pd_npz_writer *writer, const char *member, const pd_array *array);
/* Appends the central directory and frees what the writer holds, also on failure. */
pd_status pd_npz_end(pd_npz_writer *writer, pd_error *err);

#endif
