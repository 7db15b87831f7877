#ifndef PD_TESTS_SESSIONS_H
#define PD_TESTS_SESSIONS_H
/* A small session for tests: a figure of five joints that walks along +Z at 1.2 m/s, with its messages as the
 * server writes them. */
#include "api/stream/frame.h"
#include "tools/client/recording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SESSION_JOINTS 5
#define SESSION_CHANNELS                                                                                     \
    (PD_API_CHANNEL_ROOT | PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS)

static const char session_welcome[] =
    "{\"type\":\"welcome\",\"session\":\"0123456789abcdef\",\"resume_token\":\"t\",\"resumed\":false,"
    "\"tick\":100,"
    "\"tick_rate\":60,\"skeletons\":[{\"model\":\"motion\",\"default\":true,\"samples\":12,\"joints\":["
    "{\"name\":\"Hips\",\"parent\":null,\"offset\":[0,0,0]},"
    "{\"name\":\"LeftFoot\",\"parent\":\"Hips\",\"offset\":[0.1,-0.8,0]},"
    "{\"name\":\"LeftToeBase\",\"parent\":\"LeftFoot\",\"offset\":[0,-0.075,0.1]},"
    "{\"name\":\"RightFoot\",\"parent\":\"Hips\",\"offset\":[-0.1,-0.8,0]},"
    "{\"name\":\"RightToeBase\",\"parent\":\"RightFoot\",\"offset\":[0,-0.075,0.1]}]}],"
    "\"limits\":{}}";
static const char session_spawned[] = "{\"type\":\"spawned\",\"id\":7,\"model\":\"motion\",\"size\":0.8}";

/* Computes joints whose left toe stays at (0.1, 0.025, 0.1), while the right one moves with the root. */
static inline void session_joints(pd_vec3 joints[SESSION_JOINTS], pd_vec3 root)
{
    joints[0] = pd_vec3_add(root, pd_vec3_make(0, 0.9, 0));
    joints[1] = pd_vec3_make(0.1, 0.1, 0);
    joints[2] = pd_vec3_make(0.1, 0.025, 0.1);
    joints[3] = pd_vec3_add(root, pd_vec3_make(-0.1, 0.1, 0));
    joints[4] = pd_vec3_add(root, pd_vec3_make(-0.1, 0.025, 0.1));
}

/* Makes the frame of a tick, of character 7 (and, with two, of 8 beside it). */
static inline void session_frame(pd_buffer *out, uint32_t tick, unsigned channels, int two)
{
    const pd_api_profile profile = {.channels = channels, .divisor = 1, .rotation_bits = 48, .compact = 0};
    size_t at = pd_api_frame_begin(out, &profile, tick, 50 + tick / 60.0);
    for (int i = 0; i <= two; i++) {
        pd_vec3 joints[SESSION_JOINTS], root = pd_vec3_make(2 * i, 0, 0.02 * (tick - 100.0));
        pd_quat rotations[SESSION_JOINTS];
        session_joints(joints, root);
        for (int j = 0; j < SESSION_JOINTS; j++)
            rotations[j] = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.1 * j + 0.002 * (tick - 100.0));
        const pd_api_frame_character c = {.id = 7 + (uint32_t)i,
                                          .seq = tick - 99,
                                          .contacts = 15,
                                          .gait = 1,
                                          .phase = 1,
                                          .root = root,
                                          .joint_count = SESSION_JOINTS,
                                          .joints = joints,
                                          .rotations = rotations};
        pd_api_frame_add(out, at, &c, &profile);
    }
}

static inline void session_put(pd_buffer *out, pd_tool_record_kind kind, double time, const void *bytes,
                               size_t size)
{
    unsigned char head[16] = {(unsigned char)size, (unsigned char)(size >> 8), 0, 0, (unsigned char)kind};
    memcpy(head + 8, &time, sizeof time);
    pd_buffer_add(out, head, sizeof head);
    pd_buffer_add(out, bytes, size);
}

/* Makes a recording of count ticks from 100 on, without the ticks
 * that are multiples of leave_out (0: none). */
static inline void session_recording(pd_buffer *out, int count, unsigned channels, int leave_out)
{
    pd_buffer frame = {0};
    pd_buffer_add(out, "PSDR\1\0\0\0\0\0\0\0\0\0\0\0", 16);
    session_put(out, PD_TOOL_RECORD_TEXT, 0, session_welcome, strlen(session_welcome));
    session_put(out, PD_TOOL_RECORD_TEXT, 0.001, session_spawned, strlen(session_spawned));
    for (int i = 0; i < count; i++) {
        if (leave_out && i && i + 1 < count && i % leave_out == 0) continue;
        pd_buffer_clear(&frame);
        session_frame(&frame, 100 + (uint32_t)i, channels, 0);
        session_put(out, PD_TOOL_RECORD_BINARY, 0.01 + i / 60.0, frame.data, frame.size);
    }
    pd_buffer_deinit(&frame);
}

#endif
