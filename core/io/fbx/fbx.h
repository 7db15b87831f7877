#ifndef PD_IO_FBX_H
#define PD_IO_FBX_H
/* Reads an FBX file, binary or text, of version 7.0 to 7.x, as a tree of named records. fbx_scene.h gives the records their meaning.
 *
 *     binary   "Kaydara FBX Binary  \0\x1a\0" | u32 version | records | footer, which is not read
 *     record   end, property count, property bytes (u32 each; u64 from 7.5 on) | u8 length, name | properties | records | a record of zeros
 *     property a letter: C Y I L whole, F D number, S R bytes, and arrays b c i l f d: u32 count, u32 encoding (1: zlib), u32 bytes
 *     text     Name: 1, 2.5, "text", *3 { a: 1,2,3 } { records }          ; a comment to the end of the line
 *
 * Objects   `Objects` holds Model, Geometry and Deformer records, whose first property is an id and whose second is "name\0\1class"
 *           (text files have "class::name"; it is stored in the binary order); `Connections` says in C records which belongs to which:
 *           ("OO", child, parent).
 * Limits    depth, records and properties below; an array may unpack to at most what deflate can yield (1032 : 1), all arrays that one
 *           file is asked for to most_bytes. Nothing is unpacked that is not asked for.
 * Memory    the file's bytes stay the caller's and must outlive *out. What _numbers and _indices give is the caller's to free.
 * Errors    ERR_FORMAT, ERR_LIMIT with "name:offset".
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_FBX_DEPTH_MAX      32
#define PD_FBX_RECORDS_MAX    (1 << 20)
#define PD_FBX_PROPERTIES_MAX (1 << 22)
#define PD_FBX_BYTES_MAX      ((size_t)1 << 30) /* of unpacked arrays */

typedef struct pd_fbx_property {
    char type;      /* its letter                                   */
    int64_t whole;  /* of C Y I L                                   */
    double number;  /* of C Y I L F D                               */
    uint32_t count; /* of an array                                  */
    bool is_packed; /* of an array                                  */
    pd_bytes bytes; /* of S R; of an array as it stands in the file */
} pd_fbx_property;

typedef struct pd_fbx_record {
    pd_bytes name;
    int first_property, property_count;
    int end; /* records after it that are inside of it end before this one: its children, and theirs */
} pd_fbx_record;

typedef struct pd_fbx {
    const char *name;
    const unsigned char *start;
    uint32_t version;       /* 7400 */
    pd_fbx_record *records; /* depth first */
    pd_fbx_property *properties;
    int record_count, property_count;
    pd_buffer made;                    /* strings and arrays of a text file */
    size_t unpacked_bytes, most_bytes; /* most_bytes: PD_FBX_BYTES_MAX */
} pd_fbx;

/* Do these bytes begin like a binary FBX? Like one of either kind? */
bool pd_fbx_sniff(const void *bytes, size_t size);
bool pd_fbx_sniff_any(const void *bytes, size_t size);
/* On failure *out is empty. name is kept. */
pd_status pd_fbx_parse(pd_fbx *out, const void *bytes, size_t size, const char *name, pd_error *err);
void pd_fbx_deinit(pd_fbx *fbx);

/* The first record of that name inside of `of` (-1: at the top) from record `after` on (0: the first); -1: none. To see all of them, go on
 * from records[found].end. */
int pd_fbx_find(const pd_fbx *fbx, int of, const char *name, int after);
bool pd_fbx_is(const pd_fbx *fbx, int record, const char *name);
/* Property i of a record, or NULL. */
const pd_fbx_property *pd_fbx_at(const pd_fbx *fbx, int record, int i);
/* Is property i this text? Up to its first \0: a name without its class. */
bool pd_fbx_says(const pd_fbx *fbx, int record, int i, const char *text);
/* Property i as text up to its first \0; "" when it is none. Returns false when it does not fit out. */
bool pd_fbx_text(char *out, size_t out_bytes, const pd_fbx *fbx, int record, int i);

/* The array that is property 0 of a record: doubles, or whole numbers. ERR_FORMAT when it is none or has more than `most` elements. */
pd_status pd_fbx_numbers(double **out, size_t *count, pd_fbx *fbx, int record, size_t most, pd_error *err);
pd_status pd_fbx_indices(int64_t **out, size_t *count, pd_fbx *fbx, int record, size_t most, pd_error *err);

#endif
