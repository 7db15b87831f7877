#ifndef PD_MATCHING_MODEL_H
#define PD_MATCHING_MODEL_H
/* A resident database with its index: read once, shared by all threads, read-only.
 *
 * Units    those of database.h and index.h: metres, seconds, the root's frame.
 * Memory   one reference on load and build; retain and release are atomic.
 */
#include "core/matching/index.h"

typedef struct pd_matching_model {
    pd_matching_database database;
    pd_matching_index index;
    size_t resident_bytes;
    uint64_t content_hash; /* of all numbers and joints' names */
    int references;        /* atomic         */
} pd_matching_model;

/* Takes the arrays out of *database (which is empty afterwards, whatever happens) and checks them first. */
pd_status pd_matching_model_build(pd_matching_model **out, pd_matching_database *database, pd_error *err);
pd_status pd_matching_model_load(pd_matching_model **out, const char *path, pd_error *err);
pd_matching_model *pd_matching_model_retain(pd_matching_model *model);
void pd_matching_model_release(pd_matching_model *model); /* NULL is fine */

#endif
