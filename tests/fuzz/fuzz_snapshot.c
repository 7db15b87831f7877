/* Fuzzes snapshots of sessions. Length, hash of the tables and checksum are corrected, so that the numbers
 * are reached. An accepted session runs for some ticks and is written again. FUZZ_SEED=FILE writes a valid
 * snapshot as a seed, with FUZZ_ROOM=1 that of a room. */
#include "server/stage/snapshot.h"

#include "core/base/file.h"
#include "core/base/hash.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_host.h"
#include "tests/support/rigs.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static pd_srv_settings settings;
static pd_srv_config config;
#define ENCLOSING (sizeof head + 8) /* bytes of head and checksum */
static unsigned char head[20];      /* of a snapshot of this program */

static int64_t now_us = 1000000;

static int64_t clock_now(void *ctx)
{
    (void)ctx;
    return now_us;
}

static void clock_sleep(void *ctx, int64_t until_us)
{
    (void)ctx;
    if (now_us < until_us) now_us = until_us;
}

static void drop_text(void *to, const void *text, size_t size)
{
    (void)to, (void)text, (void)size;
}

static bool drop_frame(void *to, pd_srv_frame *frame)
{
    (void)to;
    pd_srv_frame_release(frame);
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

static pd_srv_stage *new_stage(void)
{
    pd_srv_stage *stage;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {NULL, clock_now, clock_sleep, NULL},
                                    .sink = {drop_text, drop_frame, wake, NULL}};
    if (pd_srv_stage_new(&stage, &deps, NULL) != PD_OK) abort();
    return stage;
}

/* Writes a session of two characters: one has a body and follows a path, the other reaches and is about to
 * sit. is_room: it is a room with two members. */
static void write_seed(pd_buffer *out, bool is_room)
{
    pd_srv_stage *stage = new_stage();
    pd_srv_subscriber *who;
    pd_srv_join_result joined;
    uint32_t a, b;
    const pd_character_follow path = {
        .points = {{0, 0}, {3, 0}, {3, 5}}, .count = 3, .closed = 1, .space = 0.7};
    const pd_character_reach_request reach = {.target = {0.4, 1.2, 0.4}, .weight = 1, .seconds = 0.4};
    const pd_character_sit_request sit = {.sit = true, .seat = {2, 2}, .height = 0.45, .seconds = 1};
    const pd_srv_join wanted = {
        .key = "k", .room = is_room ? "plaza" : NULL, .secret = is_room ? "s" : NULL, .name = "Ada"};
    pd_srv_subscriber *other = NULL;
    pd_srv_join_result second = {.there = NULL};
    if (pd_srv_stage_join(stage, &who, &joined, NULL, &wanted, NULL) != PD_OK ||
        pd_srv_stage_spawn(stage, &a, who, &(pd_srv_spawn){.has_body = 1, .is_soft = true}, NULL) != PD_OK ||
        pd_srv_stage_spawn(stage, &b, who, &(pd_srv_spawn){.position = {1, 1}}, NULL) != PD_OK)
        abort();
    if (is_room && (pd_srv_stage_join(stage, &other, &second, NULL, &wanted, NULL) != PD_OK ||
                    pd_srv_stage_take(stage, other, "ball", false, NULL) != PD_OK))
        abort();
    pd_srv_stage_follow(stage, who, a, &path, NULL);
    pd_srv_stage_reach(stage, who, b, PD_CHARACTER_LEFT_HAND, &reach, NULL);
    for (int i = 0; i < 10; i++) pd_srv_stage_step(stage);
    pd_srv_stage_sit(stage, who, b, &sit, NULL);
    if (pd_srv_snapshot_write(out, stage, joined.session, NULL) != PD_OK) abort();
    pd_srv_stage_join_result_deinit(&joined);
    pd_srv_stage_join_result_deinit(&second);
    pd_srv_stage_leave(stage, who, 1);
    if (other) pd_srv_stage_leave(stage, other, 1);
    pd_srv_stage_free(stage);
}

static void set_up(void)
{
    pd_buffer seed = {0};
    api_host_setup(NULL);
    api_host_state.motion = rigs_model(4, 1);
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 60,
                                         .stream_sessions = 4,
                                         .stream_characters = 4,
                                         .stream_room_members = 4,
                                         .stream_room_characters = 4,
                                         .stream_room_messages = 5,
                                         .stream_resume_window = 30}};
    atomic_init(&config.now, &settings);
    write_seed(&seed, getenv("FUZZ_ROOM") != NULL);
    memcpy(head, seed.data, sizeof head);
    if (getenv("FUZZ_SEED")) pd_file_write(getenv("FUZZ_SEED"), seed.data, seed.size, NULL);
    pd_buffer_deinit(&seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_srv_snapshot_head peeked;
    pd_error err = {0};
    if (!head[0]) set_up();
    if (size < ENCLOSING || size > 65536) return 0;
    pd_srv_snapshot_peek(&peeked, data, size, &err);

    /* Make the head, the size and the checksum valid, so that the numbers between them are read. */
    unsigned char *bytes = malloc(size);
    memcpy(bytes, data, size);
    memcpy(bytes, head, sizeof head);
    for (int i = 0; i < 4; i++) bytes[16 + i] = (unsigned char)((size - ENCLOSING) >> 8 * i);
    const uint64_t sum = pd_hash64(bytes, size - 8, 0);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (unsigned char)(sum >> 8 * i);

    pd_srv_stage *stage = new_stage();
    if (pd_srv_snapshot_read(stage, bytes, size, NULL, &err) == PD_OK) {
        pd_buffer again = {0};
        for (int i = 0; i < 3; i++) pd_srv_stage_step(stage);
        if (stage->sessions) pd_srv_snapshot_write(&again, stage, stage->sessions->id, &err);
        pd_buffer_deinit(&again);
    } else if (!*err.detail || stage->session_count || stage->character_count)
        abort();
    pd_srv_stage_free(stage);
    free(bytes);
    return 0;
}
