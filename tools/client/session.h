#ifndef PD_TOOLS_CLIENT_SESSION_H
#define PD_TOOLS_CLIENT_SESSION_H
/* Tracks the state of a session from its messages: characters and positions, regularity of frames, sliding of
 * feet.
 *
 * The caller passes each message with its time of arrival, live or from a recording.
 *
 *     lateness   arrival - time of the frame; if the clocks differ, minus the smallest such difference
 *     missing    frames that did not arrive, by their tick numbers (the smallest step so far is taken as the
 *                divisor)
 *     slide      horizontal speed of a toe that touches the ground in two frames in a row, smoothed over
 *                about a second; it needs the channel `joints`, and includes the rounding of the protocol,
 *                1/4096 m
 *
 * Units    metres, seconds, radians; world.
 */
#include "clients/c/posed.h"
#include "core/anim/skeleton.h"
#include "tools/client/histogram.h"

#include <jansson.h>

#define PD_TOOL_SESSION_MODELS     8
#define PD_TOOL_SESSION_CHARACTERS 64
#define PD_TOOL_SESSION_TRAIL      64

typedef struct pd_tool_session_model {
    char id[72];
    int is_default, samples;
    pd_anim_skeleton skeleton;
    int toes[2], heels[2]; /* joints, left and right; -1: none */
} pd_tool_session_model;

typedef struct pd_tool_character {
    uint32_t id, tick;
    uint64_t seq;
    int model;
    unsigned contacts, channels;
    int gait, has_toes;
    float root[3], yaw, phase, toes[2][3];
    float trail[PD_TOOL_SESSION_TRAIL][2]; /* ring buffer of positions x, z every tenth of a second */
    int trail_count;
    double speed;                  /* speed of the root, m/s, smoothed       */
    double slide;                  /* slide, m/s, see above                  */
    double slide_sum, slide_count; /* sum and number over the whole session  */
} pd_tool_character;

typedef struct pd_tool_session {
    char id[40];
    double tick_rate;
    pd_tool_session_model models[PD_TOOL_SESSION_MODELS];
    int model_count;
    pd_tool_character characters[PD_TOOL_SESSION_CHARACTERS];
    int character_count;
    struct {
        uint32_t id;
        int model;
        double size;                       /* leg length, relative to the skeleton of the model */
    } spawned[PD_TOOL_SESSION_CHARACTERS]; /* characters that are not listed have the default model */
    int spawned_count;
    uint32_t tick;
    int step, has_tick; /* step: ticks between frames */
    uint64_t frames, missing, bytes, broken, events, steps;
    double first, last;  /* arrival of the first and of the last frame */
    double between;      /* seconds between two frames, smoothed; 0: unknown */
    double offset_least; /* smallest arrival - time of the frame            */
    int same_clock;
    pd_tool_histogram lateness;
    double late_now;
    double round_trip, load, tick_late_ms; /* values of the server's `stats` message */
    uint64_t dropped, skipped_ticks;
    int resumes, lost;
    char last_event[64];
} pd_tool_session;

/* Called for each character of a frame, with its channels. */
typedef void pd_tool_session_visit(void *ctx, const pd_tool_session *session,
                                   const pd_tool_character *character, const posed_frame *frame,
                                   const posed_character *who);

/* Begins with no message. same_clock: 1 when arrival times and the times of frames are of the same clock. */
void pd_tool_session_init(pd_tool_session *session, int same_clock);
/* Takes a text of the server. ERR_FORMAT for an invalid welcome. */
pd_status pd_tool_session_text(pd_tool_session *session, const json_t *json, pd_error *err);
/* Takes a frame. visit may be NULL. An unreadable frame is counted as broken. */
void pd_tool_session_frame(pd_tool_session *session, const void *bytes, size_t size, double arrival,
                           pd_tool_session_visit *visit, void *ctx);
/* Returns the index of a character's model; -1: unknown. */
int pd_tool_session_model_of(const pd_tool_session *session, uint32_t id);
/* Returns the size of a character: the offsets of its model's skeleton times this are its bones. */
double pd_tool_session_size_of(const pd_tool_session *session, uint32_t id);
void pd_tool_session_lost(pd_tool_session *session);

#endif
