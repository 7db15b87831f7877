#ifndef PD_IO_FBX_H
#define PD_IO_FBX_H
/* Reads an FBX file, binary or text, of version 7.0 to 7.x, as a tree of named records. fbx_scene.h gives the
 * records their meaning.
 *
 *     binary   "Kaydara FBX Binary  \0\x1a\0" | u32 version | records | footer (not read)
 *     record   end, property count, property bytes (u32 each; u64 from 7.5 on) | u8 length, name | properties
 *              | records | a record of zeros
 *     property a letter: C Y I L whole, F D number, S R bytes, and arrays b c i l f d: u32 count, u32
 *     encoding (1: zlib), u32 bytes
 *     text     Name: 1, 2.5, "text", *3 { a: 1,2,3 } { records }          ; a comment to the end of the line
 *
 * Objects   the record `Objects` holds Model, Geometry and Deformer records. Their first property is an id
 *           and their second is "name\0\1class" (text files have "class::name", which is stored in the binary
 *           order). The record `Connections` holds C records ("OO", child, parent).
 * Limits    depth, records and properties as below. An array may unpack to at most what deflate can yield
 *           (1032 : 1), and all arrays together to most_bytes. Arrays are unpacked only by pd_fbx_numbers and
 *           pd_fbx_indices.
 * Memory    the file's bytes are borrowed and must outlive *out. The caller frees the arrays from
 *           pd_fbx_numbers and pd_fbx_indices.
 * Errors    ERR_FORMAT, ERR_LIMIT with "name:offset".
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_FBX_VERSION_FIRST  7000 /* versions that are read */
#define PD_FBX_VERSION_LAST   7999
#define PD_FBX_DEPTH_MAX      32
#define PD_FBX_RECORDS_MAX    (1 << 20)
#define PD_FBX_PROPERTIES_MAX (1 << 22)
#define PD_FBX_BYTES_MAX      ((size_t)1 << 30) /* largest size of all unpacked arrays */

typedef struct pd_fbx_property {
    char type;      /* letter of the property's type                                       */
    int64_t whole;  /* value of a C, Y, I, L                                               */
    double number;  /* value of a C, Y, I, L, F, D                                         */
    uint32_t count; /* elements of an array                                                */
    bool is_packed; /* the array is compressed by zlib                                     */
    pd_bytes bytes; /* bytes of an S, R; bytes of an array as they are in the file         */
} pd_fbx_property;

typedef struct pd_fbx_record {
    pd_bytes name;
    int first_property, property_count;
    int end; /* number of the first record after this one that is not inside it */
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

/* Returns whether the bytes begin like a binary FBX file. */
bool pd_fbx_sniff(const void *bytes, size_t size);
/* Returns whether the bytes begin like an FBX file, binary or text. */
bool pd_fbx_sniff_any(const void *bytes, size_t size);
/* Parses a file. On failure *out is empty. `name` stands for the file in errors;
 * it is borrowed and must outlive *out. */
pd_status pd_fbx_parse(pd_fbx *out, const void *bytes, size_t size, const char *name, pd_error *err);
/* Frees the tree. */
void pd_fbx_deinit(pd_fbx *fbx);

/* Returns the first record of that name among the children of record `of` (-1: at the top), searching from
 * record `after` on (0: from the first); -1 when there is none. To find the next one, search again from
 * records[found].end. */
int pd_fbx_find(const pd_fbx *fbx, int of, const char *name, int after);
/* Returns whether a record has that name. */
bool pd_fbx_is(const pd_fbx *fbx, int record, const char *name);
/* Returns property i of a record, or NULL when it has fewer. */
const pd_fbx_property *pd_fbx_at(const pd_fbx *fbx, int record, int i);
/* Returns whether property i is this text. Compares up to the property's first \0,
 * so a name without its class. */
bool pd_fbx_says(const pd_fbx *fbx, int record, int i, const char *text);
/* Writes property i up to its first \0 to out, "" when it is not a text.
 * Returns false when out is too small. */
bool pd_fbx_text(char *out, size_t out_bytes, const pd_fbx *fbx, int record, int i);

/* Unpack the array that is property 0 of a record, as doubles or as whole numbers. ERR_FORMAT when it is not
 * an array or has more than `most` elements. */
pd_status pd_fbx_numbers(double **out, size_t *count, pd_fbx *fbx, int record, size_t most, pd_error *err);
pd_status pd_fbx_indices(int64_t **out, size_t *count, pd_fbx *fbx, int record, size_t most, pd_error *err);

#endif
