#ifndef PD_API_SERVICE_SAMPLES_H
#define PD_API_SERVICE_SAMPLES_H
/* Sample files, with which the guides begin: GET /samples lists them, GET /samples/{id} returns one.
 *
 * The server lists the files at the start (server/http/web.h) in a table of assets; the rows below say what
 * each is and which route takes it. scripts/samples.py makes the files from the shipped models. A row without
 * a file is left out of the list; a file without a row is not served.
 */
#include "api/http/assets.h"

typedef struct pd_api_sample {
    const char *name;  /* name of the file, such as "seen.json"                                       */
    const char *about; /* content of the file */
    const char *route; /* name of the route that takes the file, as in routes.c                       */
    const char *guide; /* page of docs/guide that begins with the file                                */
} pd_api_sample;

extern const pd_api_sample pd_api_samples[]; /* ends with a NULL name */

pd_api_handler pd_api_handle_samples, pd_api_handle_sample;

#endif
