#ifndef PD_API_BODY_BODY_NPZ_H
#define PD_API_BODY_BODY_NPZ_H
/* Bodies of a request whose body is an npz, for programs that compute with thousands of them:
 *
 *     betas (B,n), expression (B,E), pose (B,K,3) axis-angle, translation (B,3)
 *
 * Missing arrays are at rest; the model's further betas and expressions are 0. B is 1 to limits.batch.
 *
 * Memory   arrays lie in the pool.   Threads  while a request is decoded.   Errors  noted at "/betas".
 */
#include "api/http/call.h"
#include "core/io/tensor/npz.h"

#include <stdbool.h>

#define PD_API_NPZ_TYPE "application/x-npz"

/* Returns whether the request's body is an npz by its Content-Type. */
bool pd_api_is_npz(const pd_api_request *request);
/* Opens the npz of a request; unpacked arrays may take limits.json_memory. The caller ends it with
 * pd_npz_deinit. Returns false after noting an error. */
bool pd_api_npz_open(pd_npz *out, pd_api_call *call, const pd_api_request *request);
/* Reads an array of B rows of `size` numbers, or of fewer where `is_short` allows them, filled with zeros.
 * *rows: B, or 0 if it is not known yet. Returns NULL if the array is missing, or after noting an error. */
float *pd_api_npz_rows(pd_api_call *call, pd_npz *npz, const char *name, size_t size, bool is_short,
                       size_t *rows);
/* Makes the bodies of the call's mesh job. *rows: B, or 0 if it is not known yet. *pose: (B,K,3), or NULL if
 * the npz has no pose; pose itself may be NULL. Returns false after noting an error. */
bool pd_api_npz_bodies(pd_api_call *call, pd_npz *npz, size_t *rows, const float **pose);
/* Reads a request that has the bodies and nothing else in its npz. Returns false after noting an error. */
bool pd_api_npz_request(pd_api_call *call, const pd_api_request *request);
/* Moves rows of `own` numbers apart to rows of `size`, filled with zeros, in place. */
void pd_api_rows_widen(float *numbers, size_t rows, size_t own, size_t size);

#endif
