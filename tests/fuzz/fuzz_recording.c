/* Fuzzes recordings of sessions: the file, its messages, a motion of its first character, and its view. */
#include "tools/client/recording_motion.h"
#include "tools/client/recording.h"
#include "tools/client/view.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_session(pd_tool_session *session, pd_bytes bytes)
{
    pd_tool_recording file;
    pd_tool_record record;
    int more = 1;
    pd_tool_session_init(session, 0);
    if (pd_tool_recording_open(&file, bytes, "fuzz", NULL) != PD_OK) return;
    while (pd_tool_recording_next(&file, &record, &more, NULL) == PD_OK && more) {
        if (record.kind == PD_TOOL_RECORD_BINARY)
            pd_tool_session_frame(session, record.bytes, record.size, record.time, NULL, NULL);
        if (record.kind == PD_TOOL_RECORD_LOST) pd_tool_session_lost(session);
        if (record.kind != PD_TOOL_RECORD_TEXT) continue;
        json_t *json = json_loadb((const char *)record.bytes, record.size, JSON_REJECT_DUPLICATES, NULL);
        pd_tool_session_text(session, json, NULL);
        json_decref(json);
    }
}

static void draw(const pd_tool_session *session)
{
    pd_buffer view = {0};
    pd_tool_view_draw(&view, session, 1, 80, 24);
    pd_tool_view_line(&view, session, 1);
    pd_tool_view_summary(&view, session);
    pd_buffer_deinit(&view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pd_tool_session session;
    pd_tool_recording_motion motion;
    pd_buffer json = {0};
    uint8_t *own = malloc(size ? size : 1); /* of its own size, so that a byte beyond is seen */
    if (size) memcpy(own, data, size);
    read_session(&session, (pd_bytes){own, size});
    draw(&session);
    if (pd_tool_recording_motion_read(&motion, (pd_bytes){own, size}, "fuzz", 0, NULL) == PD_OK &&
        motion.clip.frame_count < 1000)
        pd_tool_recording_motion_json(&json, &motion);
    pd_tool_recording_motion_deinit(&motion);
    pd_buffer_deinit(&json);
    free(own);
    return 0;
}
