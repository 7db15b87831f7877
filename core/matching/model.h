#ifndef PD_MATCHING_MODEL_H
#define PD_MATCHING_MODEL_H
/* A motion-matching database in memory with its index, or with the cycles of an animal (paces.h): read once,
 * shared by all threads, read-only.
 *
 * Units    those of database.h and index.h: metres, seconds, the root's frame.
 * Memory   load and build return one reference; retain and release are atomic.
 * Threads  immutable: any number of threads.
 */
#include "core/matching/index.h"
#include "core/matching/paces.h"

typedef struct pd_matching_model {
    pd_matching_database database;
    pd_matching_index index; /* empty for an animal */
    pd_matching_paces paces; /* cycles of an animal; paces.database NULL: the database is one of people */
    size_t resident_bytes;
    uint64_t content_hash; /* hash of all numbers and of the joints' names */
    int references;        /* reference count, atomic */
} pd_matching_model;

/* Checks a database and builds its index. Takes over the arrays of *database, which is empty afterwards, also
 * after an error. */
pd_status pd_matching_model_build(pd_matching_model **out, pd_matching_database *database, pd_error *err);
pd_status pd_matching_model_load(pd_matching_model **out, const char *path, pd_error *err);
void pd_matching_model_release(pd_matching_model *model); /* NULL is allowed */

#endif
