/* Tests recordings of the stream: what was written is read back, a file that is cut anywhere is whole up to
 * there, and a recorded character becomes a motion at the server's ticks. */
#include "tests/support/cmocka.h"

#include "tests/support/sessions.h"
#include "tools/base/progress.h"
#include "tools/client/recording_motion.h"

#include <stdlib.h>
#include <unistd.h>

static pd_status read_all(int *records, size_t *cut, const pd_buffer *file, pd_error *err)
{
    pd_tool_recording r;
    pd_tool_record record;
    int more = 1;
    *records = 0;
    pd_status status = pd_tool_recording_open(&r, (pd_bytes){file->data, file->size}, "file", err);
    while (status == PD_OK && (status = pd_tool_recording_next(&r, &record, &more, err)) == PD_OK && more)
        ++*records;
    *cut = status == PD_OK ? r.cut_short : 0;
    return status;
}

static void a_recording_reads_back(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-recording-XXXXXX";
    pd_tool_recorder recorder;
    pd_tool_recording r;
    pd_tool_record record;
    pd_buffer file = {0};
    int more;
    close(mkstemp(path));
    assert_int_equal(pd_tool_recorder_open(&recorder, path, NULL), PD_OK);
    double began = recorder.began;
    pd_tool_recorder_add(&recorder, PD_TOOL_RECORD_TEXT, began + 0.5, "{}", 2);
    pd_tool_recorder_add(&recorder, PD_TOOL_RECORD_BINARY_SENT, began + 1.75, "\0\1\2", 3);
    assert_int_equal(pd_tool_recorder_close(&recorder, NULL), PD_OK);
    FILE *in = fopen(path, "rb");
    pd_buffer_extend(&file, 200);
    file.size = fread(file.data, 1, 200, in);
    fclose(in);
    unlink(path);
    assert_int_equal(pd_tool_recording_open(&r, (pd_bytes){file.data, file.size}, path, NULL), PD_OK);
    assert_true(r.began > 1.5e9);
    assert_int_equal(pd_tool_recording_next(&r, &record, &more, NULL), PD_OK);
    assert_true(more && record.kind == PD_TOOL_RECORD_TEXT && record.size == 2 &&
                fabs(record.time - .5) < 1e-9);
    assert_int_equal(pd_tool_recording_next(&r, &record, &more, NULL), PD_OK);
    assert_true(more && record.kind == PD_TOOL_RECORD_BINARY_SENT && !memcmp(record.bytes, "\0\1\2", 3));
    assert_int_equal(pd_tool_recording_next(&r, &record, &more, NULL), PD_OK);
    assert_true(!more && !r.cut_short);
    pd_buffer_deinit(&file);
}

static void a_full_disk_is_reported_at_the_end(void **state)
{
    (void)state;
    pd_tool_recorder recorder;
    pd_error err;
    if (pd_tool_recorder_open(&recorder, "/dev/full", &err) != PD_OK) skip();
    pd_tool_recorder_add(&recorder, PD_TOOL_RECORD_TEXT, recorder.began, "{}", 2);
    assert_int_equal(pd_tool_recorder_close(&recorder, &err), PD_ERR_IO);
    assert_int_equal(pd_tool_recorder_open(&recorder, "/nowhere/at/all", &err), PD_ERR_IO);
}

static void a_file_that_ends_anywhere_is_whole_up_to_there(void **state)
{
    (void)state;
    pd_buffer file = {0};
    int records, before = 0;
    size_t cut;
    session_recording(&file, 3, SESSION_CHANNELS, 0);
    size_t size = file.size;
    for (file.size = 16; file.size < size; file.size++) {
        assert_int_equal(read_all(&records, &cut, &file, NULL), PD_OK);
        assert_true(records >= before && records < 5);
        before = records;
    }
    assert_int_equal(read_all(&records, &cut, &file, NULL), PD_OK);
    assert_true(records == 5 && cut == 0);
    pd_buffer_deinit(&file);
}

static void a_recording_with_a_wrong_byte_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        int at;
        unsigned char value;
        const char *place;
    } rows[] = {{0, 'X', "file:byte 0"},   {4, 2, "file:byte 4"},   {6, 1, "file:byte 5"},
                {19, 9, "file:byte 16"},   {20, 5, "file:byte 20"}, {22, 1, "file:byte 21"},
                {31, 0xff, "file:byte 24"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_buffer file = {0};
        pd_error err;
        int records;
        size_t cut;
        session_recording(&file, 2, SESSION_CHANNELS, 0);
        file.data[rows[i].at] = rows[i].value;
        assert_int_equal(read_all(&records, &cut, &file, &err), PD_ERR_FORMAT);
        assert_string_equal(err.where, rows[i].place);
        pd_buffer_deinit(&file);
    }
}

static void a_recorded_character_is_a_motion_at_the_servers_ticks(void **state)
{
    (void)state;
    pd_buffer file = {0}, json = {0};
    pd_tool_recording_motion m;
    pd_error err;
    session_recording(&file, 61, SESSION_CHANNELS, 0);
    assert_int_equal(pd_tool_recording_motion_read(&m, (pd_bytes){file.data, file.size}, "file", 0, &err),
                     PD_OK);
    assert_int_equal(m.clip.frame_count, 61);
    assert_int_equal(m.id, 7);
    assert_int_equal(m.filled, 0);
    for (int t = 0; t < 61; t++) {
        assert_true(fabs(m.clip.roots[t].z - 0.02 * t) < 2e-4 && fabs(m.clip.roots[t].y - 0.9) < 2e-4);
        for (int j = 0; j < SESSION_JOINTS; j++) {
            pd_quat is = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.1 * j + 0.002 * t);
            assert_true(fabs(pd_q_dot(is, pd_anim_clip_frame(&m.clip, t)[j])) > 1 - 1e-7);
        }
    }
    /* Bones have the size of the character. */
    assert_near(m.clip.skeleton.offsets[1].y, 0.8 * -0.8, 1e-9);
    assert_near(m.clip.skeleton.offsets[2].z, 0.8 * 0.1, 1e-9);
    assert_int_equal(m.track.toes[0], 2);
    assert_int_equal(m.track.heels[1], 3);
    assert_true(fabs(m.track.toe_rest_height - 0.025) < 2e-4);
    pd_tool_recording_motion_json(&json, &m);
    pd_buffer_add(&json, "", 1);
    assert_non_null(strstr((char *)json.data, "\"joint_names\":[\"Hips\",\"LeftFoot\""));
    pd_buffer_deinit(&json);
    pd_tool_recording_motion_deinit(&m);
    pd_buffer_deinit(&file);
}

static void frames_that_did_not_come_are_between_their_neighbours(void **state)
{
    (void)state;
    pd_buffer file = {0};
    pd_tool_recording_motion m;
    session_recording(&file, 61, SESSION_CHANNELS, 4);
    assert_int_equal(pd_tool_recording_motion_read(&m, (pd_bytes){file.data, file.size}, "file", 7, NULL),
                     PD_OK);
    assert_int_equal(m.filled, 14);
    for (int t = 0; t < 61; t++) {
        pd_quat is = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.3 + 0.002 * t);
        assert_int_equal(m.frames[t].tick, 100 + t);
        assert_int_equal(m.frames[t].filled, t && t < 60 && t % 4 == 0);
        assert_true(fabs(m.clip.roots[t].z - 0.02 * t) < 2e-4);
        assert_true(fabs(pd_q_dot(is, pd_anim_clip_frame(&m.clip, t)[3])) > 1 - 1e-7);
    }
    pd_tool_recording_motion_deinit(&m);
    pd_buffer_deinit(&file);
}

static pd_status read_motion(int count, unsigned channels, uint32_t id, pd_error *err)
{
    pd_buffer file = {0};
    pd_tool_recording_motion m;
    session_recording(&file, count, channels, 0);
    pd_status status = pd_tool_recording_motion_read(&m, (pd_bytes){file.data, file.size}, "file", id, err);
    assert_null(m.frames);
    pd_buffer_deinit(&file);
    return status;
}

static void a_recording_that_cannot_become_a_motion_reports_why(void **state)
{
    (void)state;
    pd_error err;
    assert_int_equal(read_motion(10, SESSION_CHANNELS, 99, &err), PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.detail, "99"));
    assert_int_equal(read_motion(0, SESSION_CHANNELS, 0, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(read_motion(1, SESSION_CHANNELS, 0, &err), PD_ERR_RANGE);
    assert_int_equal(read_motion(10, PD_API_CHANNEL_ROTATIONS, 0, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "--channels"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recording_reads_back),
        cmocka_unit_test(a_full_disk_is_reported_at_the_end),
        cmocka_unit_test(a_file_that_ends_anywhere_is_whole_up_to_there),
        cmocka_unit_test(a_recording_with_a_wrong_byte_is_refused_with_its_place),
        cmocka_unit_test(a_recorded_character_is_a_motion_at_the_servers_ticks),
        cmocka_unit_test(frames_that_did_not_come_are_between_their_neighbours),
        cmocka_unit_test(a_recording_that_cannot_become_a_motion_reports_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
