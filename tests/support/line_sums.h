#ifndef TESTS_SUPPORT_LINE_SUMS_H
#define TESTS_SUPPORT_LINE_SUMS_H
/* Sums (api_sums.h) of what both ends of the stream read from a file: the server's messages, frames and
 * upgrades, and the client for C. For the golden test of the parsers (tests/golden/steps/test_files.c). */
#include "api/stream/message.h"
#include "clients/c/posed.h"
#include "server/stream/upgrade.h"
#include "tests/support/api_sums.h"
#include "tests/support/file_sums.h"

static inline pd_status read_message(sums *s, pd_bytes text, pd_error *err)
{
    static const pd_api_limits limits = {.json_depth = 32, .json_memory = 1 << 20};
    pd_api_message m;
    pd_api_problems problems = {0};
    if (!pd_api_message_decode(&m, text, &limits, &problems)) {
        *err = problems.items[0];
        return pd_fail(err, PD_ERR_INVALID, problems.items[0].where, "%s (%d)", problems.items[0].detail,
                       problems.count);
    }
    sums_add(s, m.type);
    sums_add_text(s, m.ref);
    pd_api_message_deinit(&m);
    return PD_OK;
}

static inline void read_frame(sums *s, pd_bytes bytes)
{
    const posed_counts counts = {31, 12};
    posed_frame frame;
    posed_character who;
    float at[4], facing;
    if (!posed_frame_open(&frame, bytes.data, bytes.size)) return;
    while (posed_frame_next(&frame, &who, counts)) {
        sums_add(s, who.id);
        sums_add(s, who.seq);
        sums_add(s, who.channels);
        sums_add(s, who.contacts);
        sums_add(s, who.gait);
        sums_add(s, (double)who.phase);
        sums_add_floats(s, who.root, 3);
        sums_add(s, (double)who.yaw);
        for (int j = 0; who.joints && j < 31; j++) {
            posed_joint(at, &who, j);
            sums_add_floats(s, at, 3);
        }
        for (int j = 0; who.rotations && j < 31; j++) {
            posed_rotation(at, &who, j);
            sums_add_floats(s, at, 4);
        }
        for (int j = 0; who.trajectory && j < 12; j++) {
            posed_sample(at, &facing, &who, j);
            sums_add_floats(s, at, 3);
            sums_add(s, (double)facing);
        }
        for (int j = 0; who.smpl && j < 24; j++) {
            posed_smpl_rotation(at, &who, j);
            sums_add_floats(s, at, 4);
        }
        for (int v = 0; v < who.vertex_count; v++) {
            posed_vertex(at, &who, v);
            sums_add_floats(s, at, 3);
        }
    }
}

static inline pd_status stream(sums *s, pd_bytes file, pd_error *err)
{
    const unsigned char kind = file.size ? file.data[0] : 0;
    const pd_bytes bytes = {file.data + 1, file.size ? file.size - 1 : 0};
    if (kind == 't') return read_message(s, bytes, err);
    if (kind == 'f') read_frame(s, bytes);
    if (kind == 'b') {
        pd_api_binary_input in;
        unsigned char again[PD_API_INPUT_BYTES_MOST];
        pd_status status = pd_api_input_decode(&in, bytes.data, bytes.size, err);
        if (status) return status;
        sums_add_bytes(s, again, pd_api_input_encode(again, &in));
    }
    if (kind == 'h') {
        static pd_srv_settings settings;
        static pd_srv_tickets *tickets;
        pd_srv_upgrade out = {0};
        if (!tickets) pd_srv_auth_load(&settings.auth, "", NULL);
        tickets = pd_srv_tickets_new();
        const int asks =
            pd_srv_upgrade_judge(&out, &settings, tickets, (const char *)bytes.data, bytes.size, false, 0);
        pd_srv_tickets_free(tickets);
        sums_add(s, asks);
        if (asks && out.status != 101)
            return pd_fail(err, PD_ERR_INVALID, "upgrade", "%d %s: %s", out.status, pd_api_phrase(out.status),
                           out.detail);
        if (asks) sums_add_text(s, out.head);
    }
    return PD_OK;
}

static inline void add_log(void *arg, const char *line)
{
    sums_add_text(arg, line);
}

/* Gives clients/c the texts of a server, one per line, then a frame. */
static inline pd_status client(sums *s, pd_bytes file, pd_error *err)
{
    posed_session session;
    posed_text text;
    posed_frame frame;
    posed_character who;
    char out[256];
    double wait;
    (void)err;
    posed_session_init(&session, 1);
    session.log = add_log;
    session.log_arg = s;
    posed_session_opened(&session);
    for (const unsigned char *end; file.size && (end = memchr(file.data, '\n', file.size));
         file.size -= (size_t)(end + 1 - file.data), file.data = end + 1) {
        const char *said = (const char *)file.data;
        const size_t size = (size_t)(end - file.data);
        posed_session_text(&session, &text, said, size);
        sums_add(s, text.type);
        sums_add(s, text.ref);
        sums_add(s, text.id);
        sums_add(s, text.tick);
        sums_add(s, text.event);
        sums_add_text(s, text.model);
        sums_add_text(s, text.code);
        sums_add_text(s, text.detail);
        sums_add_floats(s, text.position, 3);
        sums_add(s, text.time);
        sums_add(s, text.resumed);
        sums_add(s, text.after);
        sums_add(s, text.divisor);
        sums_add(s, text.scale);
        if (posed_text_node(out, said, size, text.id, text.root_node)) sums_add_text(s, out);
        sums_add(s, posed_text_character(&text, said, size, 1));
        for (size_t own; (own = posed_session_say(&session, out, sizeof out - 1));) {
            out[own] = 0; /* it comes without a 0 */
            sums_add_text(s, out);
        }
    }
    if (posed_frame_open(&frame, file.data, file.size))
        while (posed_session_next(&session, &frame, &who)) {
            sums_add(s, who.id);
            sums_add_floats(s, who.root, 3);
        }
    sums_add(s, session.state);
    sums_add(s, posed_session_closed(&session, &wait));
    sums_add(s, wait);
    return PD_OK;
}

#endif
