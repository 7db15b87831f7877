#ifndef PD_SERVER_DEPOT_RECORD_H
#define PD_SERVER_DEPOT_RECORD_H
/* The bytes of a request that created an object, from which any daemon makes the object again. So every
 * kind of object that a request can create is kept in the same way, and what a newer posed adds to a kind
 * needs no format of its own.
 *
 *     "PSDR", version u8, then method, path, query and content type, each as u32 (little-endian) and
 *     bytes, then the body
 *
 * Threads  pure functions.
 * Errors   _read: PD_ERR_FORMAT, PD_ERR_UNSUPPORTED, PD_ERR_LIMIT.
 */
#include "api/http/api.h"

#define PD_SRV_RECORD_TEXT_BYTES 16384 /* longest text of a record */

/* A record that was read. */
typedef struct pd_srv_record {
    char *texts; /* method, path, query and content type, each with a zero; owned */
    const char *method, *path;
    const char *query, *content_type; /* NULL: the request had none */
    pd_bytes body;                    /* borrowed from the bytes that were read */
} pd_srv_record;

/* Appends the record of a request. */
void pd_srv_record_write(pd_buffer *out, const pd_api_request *request);
pd_status pd_srv_record_read(pd_srv_record *out, pd_bytes bytes, pd_error *err);
void pd_srv_record_deinit(pd_srv_record *record);

#endif
