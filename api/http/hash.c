#include "api/http/hash.h"

#include "core/base/assert.h"

#include <string.h>

/* Two lanes of a multiply-xor hash (the finaliser of MurmurHash3 over each word). */
static uint64_t hash_mix(uint64_t h, uint64_t word)
{
    h ^= word;
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 29;
}

pd_api_hash pd_api_hash_begin(void)
{
    return (pd_api_hash){0x9e3779b97f4a7c15u, 0xd1b54a32d192ed03u};
}

void pd_api_hash_int(pd_api_hash *hash, long long value)
{
    hash->a = hash_mix(hash->a, (uint64_t)value);
    hash->b = hash_mix(hash->b + 0x632be59bd9b4e019u, (uint64_t)value);
}

void pd_api_hash_add(pd_api_hash *hash, const void *bytes, size_t size)
{
    const unsigned char *s = bytes;
    uint64_t word = 0;

    pd_api_hash_int(hash, (long long)size);
    for (; size >= 8; size -= 8, s += 8) {
        memcpy(&word, s, 8);
        pd_api_hash_int(hash, (long long)word);
    }

    word = 0;
    if (size) memcpy(&word, s, size);
    pd_api_hash_int(hash, (long long)word);
}

void pd_api_hash_text(pd_api_hash *hash, const char *text)
{
    pd_api_hash_add(hash, text ? text : "", text ? strlen(text) : 0);
}

/* Adds one row of a table: `numbers` numbers of each of its items. */
static void add_row_hash(pd_api_hash *hash, const pd_field *row, const unsigned char *at)
{
    const unsigned count = row->items * row->numbers;

    for (unsigned i = 0; i < count; i++) {
        int32_t integer;
        switch (row->kind) {
        case PD_FIELD_IS_SKIPPED: break;
        case PD_FIELD_IS_PART: pd_api_hash_fields(hash, row->part, at + i * row->part->size); break;
        case PD_FIELD_IS_I32:
            memcpy(&integer, at + i * sizeof integer, sizeof integer);
            PD_ASSERT(integer >= row->low && integer <= row->high);
            pd_api_hash_int(hash, integer);
            break;
        case PD_FIELD_IS_BOOL: pd_api_hash_int(hash, at[i]); break;
        case PD_FIELD_IS_U64:
        case PD_FIELD_IS_F64: pd_api_hash_add(hash, at + i * sizeof(double), sizeof(double)); break;
        default: PD_ASSERT(!"a kind of row that ETags have no use for");
        }
    }
}

void pd_api_hash_fields(pd_api_hash *hash, const pd_fields *table, const void *object)
{
    for (int r = 0; r < table->count; r++)
        add_row_hash(hash, &table->rows[r], (const unsigned char *)object + table->rows[r].offset);
}
