#include "core/base/table.h"

#include "core/base/assert.h"

#include <stdlib.h>

bool pd_table_init(pd_table *table, size_t set_count, size_t row_bytes)
{
    PD_ASSERT(set_count && !(set_count & (set_count - 1)) && row_bytes >= sizeof(pd_table_head));
    *table = (pd_table){
        .rows = calloc(set_count * PD_TABLE_WAYS, row_bytes), .set_count = set_count, .row_bytes = row_bytes};
    return table->rows != NULL;
}

void pd_table_deinit(pd_table *table)
{
    free(table->rows);
    *table = (pd_table){0};
}

void *pd_table_row(const pd_table *table, size_t index)
{
    PD_ASSERT(index < table->set_count * PD_TABLE_WAYS);
    return (char *)table->rows + index * table->row_bytes;
}

/* Returns the index of the first row of the set to which a key belongs. */
static size_t set_of_key(const pd_table *table, uint64_t key)
{
    return ((key ^ key >> 32) & (table->set_count - 1)) * PD_TABLE_WAYS;
}

void *pd_table_find(const pd_table *table, uint64_t key)
{
    const size_t first = set_of_key(table, key);

    for (size_t i = first; i < first + PD_TABLE_WAYS; i++) {
        pd_table_head *head = pd_table_row(table, i);
        if (head->rank && head->key == key) return head;
    }

    return NULL;
}

void *pd_table_reserve(pd_table *table, uint64_t key)
{
    void *known = pd_table_find(table, key);
    if (known) return known;

    const size_t first = set_of_key(table, key);
    pd_table_head *least = pd_table_row(table, first);
    for (size_t i = first + 1; i < first + PD_TABLE_WAYS; i++) {
        pd_table_head *head = pd_table_row(table, i);
        if (head->rank < least->rank) least = head;
    }

    return least;
}
