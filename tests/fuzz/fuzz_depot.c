/* Fuzzes what daemons keep in Redis or a folder: records of requests, and finished jobs. A record that is
 * accepted is written again to the same bytes. */
#include "api/observe/jobs_kept.h"
#include "server/depot/record.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_srv_record record;
    pd_api_job *job;
    pd_error err = {0};

    if (pd_srv_record_read(&record, (pd_bytes){data, size}, &err) == PD_OK) {
        pd_buffer again = {0};
        const pd_api_request request = {.method = record.method,
                                        .path = record.path,
                                        .query = record.query,
                                        .content_type = record.content_type,
                                        .body = record.body};
        pd_srv_record_write(&again, &request);
        if (again.size != size || memcmp(again.data, data, size) != 0) abort();
        pd_buffer_deinit(&again);
        pd_srv_record_deinit(&record);
    } else if (!*err.detail)
        abort();

    if (pd_api_job_unpack(&job, (pd_bytes){data, size}, 1, &err) == PD_OK) {
        pd_buffer out = {0};
        pd_api_job_json(&out, job, true);
        for (int p = 0; p < job->person_count; p++)
            pd_api_job_encode(&out, job, p, PD_API_FORMAT_NPZ, NULL, &err);
        pd_buffer_deinit(&out);
        pd_api_job_release(job);
    } else if (!*err.detail)
        abort();

    return 0;
}
