#include "api/observe/jobs_kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION    1
#define HEAD_BYTES 8
#define TEXT_MOST  (16u << 20) /* longest JSON of a job */

static const pd_api_format result_formats[] = {PD_API_FORMAT_NPZ, PD_API_FORMAT_JSON, PD_API_FORMAT_GLB,
                                               PD_API_FORMAT_BVH, PD_API_FORMAT_TRC};
#define FORMATS (int)(sizeof result_formats / sizeof *result_formats)

static void put_size(pd_buffer *out, size_t size)
{
    const unsigned char bytes[] = {(unsigned char)size, (unsigned char)(size >> 8),
                                   (unsigned char)(size >> 16), (unsigned char)(size >> 24)};
    pd_buffer_add(out, bytes, sizeof bytes);
}

static void put_part(pd_buffer *out, const void *bytes, size_t size)
{
    put_size(out, size);
    pd_buffer_add(out, bytes, size);
}

/* Appends the JSON of a job, with its size. */
static void put_state(pd_buffer *out, const pd_api_job *job, bool with_people)
{
    pd_buffer text = {0};

    pd_api_job_json(&text, job, with_people);
    out->failed |= text.failed;
    put_part(out, text.data, text.size);
    pd_buffer_deinit(&text);
}

void pd_api_job_pack(pd_buffer *out, const pd_api_job *job, unsigned formats)
{
    const bool is_done = pd_api_job_state_of(job) == PD_API_JOB_DONE;
    const int people = is_done ? job->person_count : 0;
    const unsigned char head[HEAD_BYTES] = {
        'P', 'S', 'D', 'J', VERSION, (unsigned char)pd_api_job_state_of(job), (unsigned char)people, 0};

    pd_buffer_add(out, head, sizeof head);
    put_part(out, job->id, strlen(job->id));
    put_state(out, job, false);
    put_state(out, job, true);

    /* A format that a person does not have (trc without markers) is left out. */
    for (int p = 0; p < people; p++)
        for (int i = 0; i < FORMATS; i++) {
            pd_buffer bytes = {0};
            pd_error err;
            const pd_api_format format = result_formats[i];
            if (!(formats & 1u << format)) continue;
            if (format == PD_API_FORMAT_TRC && !job->people[p].marked.file) continue;
            if (pd_api_job_encode(&bytes, job, p, format, NULL, &err) == PD_OK && !bytes.failed &&
                bytes.size <= UINT32_MAX) {
                const unsigned char which[] = {(unsigned char)p, (unsigned char)format};
                pd_buffer_add(out, which, sizeof which);
                put_part(out, bytes.data, bytes.size);
            }

            pd_buffer_deinit(&bytes);
        }
}

/* Takes a part with its size. Returns false when the bytes end before it does. */
static bool take_part(pd_bytes *part, pd_bytes *rest)
{
    const unsigned char *b = rest->data;

    if (rest->size < 4) return false;
    const size_t size = (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
    if (size > rest->size - 4) return false;
    *part = (pd_bytes){b + 4, size};
    *rest = (pd_bytes){b + 4 + size, rest->size - 4 - size};

    return true;
}

/* Takes a text of at most `most` bytes. NULL: there is none, or out of memory. */
static char *take_kept_text(pd_bytes *rest, size_t most)
{
    pd_bytes part;
    if (!take_part(&part, rest) || part.size > most) return NULL;
    return strndup((const char *)part.data, part.size);
}

/* Takes all results. Returns false when they are malformed or memory ran out. */
static bool take_results(pd_api_job_kept *kept, pd_bytes rest, int people)
{
    while (rest.size >= 2) {
        const int person = rest.data[0];
        const int format = rest.data[1];
        pd_bytes part;
        rest = (pd_bytes){rest.data + 2, rest.size - 2};
        if (person >= people || format >= PD_API_FORMAT_COUNT || !take_part(&part, &rest)) return false;
        void *grown = realloc(kept->results, (size_t)(kept->count + 1) * sizeof *kept->results);
        if (!grown) return false;
        kept->results = grown;
        pd_api_job_result *result = &kept->results[kept->count++];
        *result = (pd_api_job_result){.person = person, .format = (pd_api_format)format};
        pd_buffer_add(&result->bytes, part.data, part.size);
        if (result->bytes.failed) return false;
    }

    return !rest.size;
}

void pd_api_job_kept_free(pd_api_job_kept *kept)
{
    if (!kept) return;
    for (int i = 0; i < kept->count; i++) pd_buffer_deinit(&kept->results[i].bytes);
    free(kept->results);
    free(kept->brief);
    free(kept->whole);
    free(kept);
}

/* Makes an empty job with one reference. */
static pd_api_job *new_kept(uint64_t owner)
{
    pd_api_job *job = calloc(1, sizeof *job);
    pd_api_job_kept *kept = calloc(1, sizeof *kept);

    if (!job || !kept) {
        free(job);
        free(kept);
        return NULL;
    }

    job->references = 1;
    job->owner = owner;
    job->kept = kept;

    return job;
}

pd_status pd_api_job_unpack(pd_api_job **out, pd_bytes bytes, uint64_t owner, pd_error *err)
{
    *out = NULL;
    if (bytes.size < HEAD_BYTES || memcmp(bytes.data, "PSDJ", 4) != 0)
        return pd_fail(err, PD_ERR_FORMAT, "/job", "%zu bytes that do not begin with PSDJ", bytes.size);
    if (bytes.data[4] != VERSION)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/job", "version %d; version %d expected", bytes.data[4],
                       VERSION);
    const int state = bytes.data[5];
    const int people = bytes.data[6];
    pd_api_job *job = new_kept(owner);
    if (!job) return pd_fail(err, PD_ERR_MEMORY, "/job", "out of memory");

    /* The texts, then the results. */
    pd_bytes rest = {bytes.data + HEAD_BYTES, bytes.size - HEAD_BYTES};
    char *id = take_kept_text(&rest, sizeof job->id - 1);
    job->kept->brief = take_kept_text(&rest, TEXT_MOST);
    job->kept->whole = take_kept_text(&rest, TEXT_MOST);
    if (id) snprintf(job->id, sizeof job->id, "%s", id);
    free(id);
    const bool is_over = state == PD_API_JOB_DONE || state == PD_API_JOB_FAILED;
    if (!*job->id || !job->kept->brief || !job->kept->whole || !is_over || people > PD_API_JOB_MOST_PEOPLE ||
        !take_results(job->kept, rest, people)) {
        pd_api_job_release(job);
        return pd_fail(err, PD_ERR_FORMAT, "/job", "the results of a job are malformed");
    }

    job->state = state;
    job->person_count = people;
    job->kept->is_whole = true;
    *out = job;

    return PD_OK;
}

pd_api_job *pd_api_job_of_state(const char *id, uint64_t owner, const char *state_json)
{
    pd_api_job *job = new_kept(owner);

    if (!job) return NULL;
    snprintf(job->id, sizeof job->id, "%s", id);
    job->kept->brief = strdup(state_json);
    job->kept->whole = strdup(state_json);
    if (job->kept->brief && job->kept->whole) return job;
    pd_api_job_release(job);

    return NULL;
}

const pd_buffer *pd_api_job_kept_result(const pd_api_job *job, int person, pd_api_format format)
{
    for (int i = 0; i < job->kept->count; i++)
        if (job->kept->results[i].person == person && job->kept->results[i].format == format)
            return &job->kept->results[i].bytes;
    return NULL;
}
