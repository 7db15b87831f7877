/* Fuzzes the body of POST /v1/jobs, a take as JSON.
 * Accepted jobs run at once, and their results are requested. */
#include "api/observe/jobs_run.h"
#include "tests/fuzz/api_answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define LARGEST ((size_t)1 << 14) /* of a body: a fit of more takes longer than an input may */

static pd_api_job *kept;

static pd_status keep_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)owner_full, (void)err;
    pd_api_job_release(kept);
    strcpy(job->id, "fuzz");
    kept = pd_api_job_retain(job);
    return PD_OK;
}

static pd_api_job *give_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx, (void)id, (void)who;
    return kept ? pd_api_job_retain(kept) : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_api_host host = api_host_table;
    pd_api_request put = {.method = "POST", .path = "/v1/jobs"},
                   get = {.method = "GET", .path = "/v1/jobs/fuzz"},
                   result = {.method = "GET", .path = "/v1/jobs/fuzz/result", .query = "format=json"};

    if (!size || size > LARGEST) return 0;
    make_host();
    host.job_put = keep_job, host.job = give_job;
    put.body = (pd_bytes){data, size};
    answer_by(&host, &put);
    if (!kept) return 0;
    pd_api_job_run(kept);
    answer_by(&host, &get);
    answer_by(&host, &result);
    pd_api_job_release(kept);
    kept = NULL;
    return 0;
}
