#ifndef PD_IO_PACK_INTERNAL_H
#define PD_IO_PACK_INTERNAL_H
/* The tables of a pack (pack.h), as they lie in the file, and the two halves of a cursor. */
#include "core/io/pack/pack.h"

#define PD_PACK_MAGIC    "posedpk"
#define PD_PACK_ALIGN    64
#define PD_PACK_USE_COLD 0x80000000u /* flag of an entry of a list of sections */
#define PD_PACK_USE_NULL 0x7fffffffu /* entry for an array that is NULL        */

typedef struct pd_pack_header {
    char magic[8];
    uint32_t layout, model_count, section_count, use_count;
    uint64_t bytes, hash; /* size of the file; hash of header and tables with this field set to 0 */
} pd_pack_header;

typedef struct pd_pack_model {
    char name[PD_PACK_NAME_BYTES];
    uint64_t source_hash, source_bytes;
    uint32_t use_first, use_count; /* sections of the model in `uses`; the first entry has the numbers */
} pd_pack_model;

typedef struct pd_pack_section {
    uint64_t offset, bytes, hash;
} pd_pack_section;

/* Returns the hash of header and tables. */
uint64_t pd_pack_table_hash(const unsigned char *bytes, size_t table_size);
/* pd_pack_value and pd_pack_array while a model is mapped. */
void pd_pack_read_value(pd_pack_cursor *cursor, void *value, size_t bytes);
void pd_pack_read_array(pd_pack_cursor *cursor, void *place, size_t count, size_t element_bytes,
                        unsigned flags);

#endif
