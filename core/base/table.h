#ifndef PD_BASE_TABLE_H
#define PD_BASE_TABLE_H
/* A table of fixed size that remembers the most recent clients, refusals or replies by a key of 64 bits.
 *
 * It is set-associative like a processor's cache: a key belongs to one set of PD_TABLE_WAYS rows, and a
 * new key displaces the row of least rank in its set. So memory does not grow, whatever clients send, and
 * finding a row takes constant time. A client that makes many keys can only displace rows of others.
 *
 *     typedef struct bucket {
 *         pd_table_head head;               first member of a row
 *         double tokens;
 *     } bucket;
 *
 *     bucket *b = pd_table_find(&table, key);
 *     bucket *b = pd_table_reserve(&table, key);
 *     *b = (bucket){.head = {.key = key, .rank = now_us}, .tokens = 5};
 *
 * Memory   the table owns its rows; what rows point to is the caller's.
 * Threads  one thread at a time: the caller locks.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_TABLE_WAYS 4 /* rows of a set */

/* First member of each row. */
typedef struct pd_table_head {
    uint64_t key;
    int64_t rank; /* the least of a set is displaced first, such as the time of the last use; 0: a free row */
} pd_table_head;

typedef struct pd_table {
    void *rows;       /* (set_count, PD_TABLE_WAYS) of row_bytes each */
    size_t set_count; /* a power of two */
    size_t row_bytes;
} pd_table;

/* Makes a table of free rows, all bytes zero. Returns false when memory runs out. */
bool pd_table_init(pd_table *table, size_t set_count, size_t row_bytes);
void pd_table_deinit(pd_table *table);
/* Returns the row with a key, or NULL. */
void *pd_table_find(const pd_table *table, uint64_t key);
/* Returns the row with a key; if there is none, a free row of its set or the one of least rank, still with
 * its old content. The caller writes the whole row, with its head. */
void *pd_table_reserve(pd_table *table, uint64_t key);
/* Returns row number `index`, below set_count * PD_TABLE_WAYS, which may be free. */
void *pd_table_row(const pd_table *table, size_t index);

#endif
