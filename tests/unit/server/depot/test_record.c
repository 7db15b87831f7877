/* Tests the bytes that daemons keep in a place: records of requests, and finished jobs. */
#include "api/observe/jobs_kept.h"
#include "server/depot/record.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Bytes of a kept job: id, states, and one npz of person 0. */
static pd_buffer job_bytes(int state, int people, int person)
{
    static const char *const parts[] = {"0123", "{\"id\":\"0123\"}", "{\"id\":\"0123\",\"people\":[]}"};
    pd_buffer out = {0};
    const unsigned char head[] = {'P', 'S', 'D', 'J', 1, (unsigned char)state, (unsigned char)people, 0};

    pd_buffer_add(&out, head, sizeof head);
    for (int i = 0; i < 3; i++) {
        const unsigned char size[] = {(unsigned char)strlen(parts[i]), 0, 0, 0};
        pd_buffer_add(&out, size, sizeof size);
        pd_buffer_text(&out, parts[i]);
    }

    const unsigned char which[] = {(unsigned char)person, PD_API_FORMAT_NPZ, 3, 0, 0, 0, 'n', 'p', 'z'};
    pd_buffer_add(&out, which, sizeof which);

    return out;
}

static void a_request_is_read_as_it_was_written_and_no_part_of_it_is_accepted(void **state)
{
    static const unsigned char body[] = "a body\0with a zero";
    const pd_api_request request = {.method = "PUT",
                                    .path = "/v1/scenes/a%20b",
                                    .query = "cell=0.5",
                                    .content_type = NULL,
                                    .body = {body, sizeof body}};
    pd_buffer bytes = {0};
    pd_srv_record record;
    pd_error err = {0};

    (void)state;
    pd_srv_record_write(&bytes, &request);
    assert_int_equal(pd_srv_record_read(&record, (pd_bytes){bytes.data, bytes.size}, &err), PD_OK);
    assert_string_equal(record.method, "PUT");
    assert_string_equal(record.path, "/v1/scenes/a%20b");
    assert_string_equal(record.query, "cell=0.5");
    assert_null(record.content_type);
    assert_int_equal(record.body.size, sizeof body);
    assert_memory_equal(record.body.data, body, sizeof body);
    pd_srv_record_deinit(&record);
    for (size_t size = 0; size + sizeof body < bytes.size; size++) {
        assert_int_not_equal(pd_srv_record_read(&record, (pd_bytes){bytes.data, size}, &err), PD_OK);
        assert_null(record.texts);
    }

    bytes.data[4]++; /* another version */
    assert_int_equal(pd_srv_record_read(&record, (pd_bytes){bytes.data, bytes.size}, &err),
                     PD_ERR_UNSUPPORTED);
    pd_buffer_deinit(&bytes);
}

static void a_finished_job_is_read_with_its_results_and_no_part_of_it_is_accepted(void **state)
{
    pd_buffer bytes = job_bytes(PD_API_JOB_DONE, 1, 0);
    pd_buffer out = {0};
    pd_api_job *job;
    pd_error err = {0};

    (void)state;
    assert_int_equal(pd_api_job_unpack(&job, (pd_bytes){bytes.data, bytes.size}, 7, &err), PD_OK);
    assert_string_equal(job->id, "0123");
    assert_int_equal(job->owner, 7);
    assert_int_equal(pd_api_job_state_of(job), PD_API_JOB_DONE);
    pd_api_job_json(&out, job, true);
    assert_int_equal(out.size, strlen("{\"id\":\"0123\",\"people\":[]}"));
    pd_buffer_clear(&out);
    assert_int_equal(pd_api_job_encode(&out, job, 0, PD_API_FORMAT_NPZ, NULL, &err), PD_OK);
    assert_int_equal(out.size, 3);
    assert_int_equal(pd_api_job_encode(&out, job, 0, PD_API_FORMAT_GLB, NULL, &err), PD_ERR_INVALID);
    pd_api_job_release(job);

    const size_t results = bytes.size - 9; /* a job without results is whole too */
    for (size_t size = 0; size < bytes.size; size++)
        if (size != results)
            assert_int_not_equal(pd_api_job_unpack(&job, (pd_bytes){bytes.data, size}, 7, &err), PD_OK);
    pd_buffer_deinit(&bytes);
    pd_buffer_deinit(&out);
}

static void a_job_of_wrong_numbers_is_refused(void **state)
{
    static const struct {
        int state, people, person;
    } rows[] = {{PD_API_JOB_RUNNING, 1, 0},
                {99, 1, 0},
                {PD_API_JOB_DONE, PD_API_JOB_MOST_PEOPLE + 1, 0},
                {PD_API_JOB_DONE, 1, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_buffer bytes = job_bytes(rows[i].state, rows[i].people, rows[i].person);
        pd_api_job *job;
        pd_error err = {0};
        assert_int_equal(pd_api_job_unpack(&job, (pd_bytes){bytes.data, bytes.size}, 7, &err), PD_ERR_FORMAT);
        assert_null(job);
        pd_buffer_deinit(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_read_as_it_was_written_and_no_part_of_it_is_accepted),
        cmocka_unit_test(a_finished_job_is_read_with_its_results_and_no_part_of_it_is_accepted),
        cmocka_unit_test(a_job_of_wrong_numbers_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
