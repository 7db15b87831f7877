/* The daemon's side: a stage that is ticked on the virtual clock, and ws.c's loop over the connections. */
#include "tests/simulate/simulate.h"

#include "core/character/settle.h"
#include "tests/support/api_host.h"
#include "tests/support/failing_memory.h"
#include "tests/support/rigs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define POLL_US     (PD_SRV_SECOND / 10)
#define FAREWELL_US (PD_SRV_SECOND / 2)

pd_srv_stage *sim_stage;
pd_srv_settings sim_settings;
int64_t sim_due_us, sim_swept_us, sim_memory_failed_us;
int sim_epoch;
double sim_memory_fails, sim_loses;

static pd_srv_config config;
static pd_api_host host;
static pd_srv_heap heap_state;
static pd_srv_client_deps client_deps;
static pd_rng session_rng;        /* of ids and tokens */
static sim_line *open_lines[256]; /* with a connection */
static int open_count;
static bool is_stopping, says_farewell;
static double down_seconds;
double sim_slowness;
bool sim_bytes_are_dear;
static double worked_us, owed_us; /* of the stage's thread; what the clock has not been moved on for yet */
static int64_t excused_us;
static bool has_skinned; /* since the start: before, the stage has only supposed what vertices take */
/* The last frame put: it goes to several, and was encoded once. By what is in it, as its block may be the
 * next one's too. */
static struct {
    size_t size;
    unsigned char bytes[64];
} encoded;

/* -- what the server asks of its surroundings ---------------------------------------- */

/* In place of the C library's, for ids and tokens. */
ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    unsigned char *out = bytes;
    (void)flags;
    for (size_t i = 0; i < size; i++) out[i] = (unsigned char)pd_rng_next(&session_rng);
    return (ssize_t)size;
}

static bool memory_fails(void)
{
    if (!sim_chance(sim_memory_fails)) return false;
    sim_memory_failed_us = sim_now_us;
    sim_counted.failed_allocations++;
    return true;
}

bool sim_memory_sound(void)
{
    bool before = failing_memory_now.is_on;
    failing_memory_now.is_on = false;
    return before;
}

void sim_memory_back(bool before)
{
    failing_memory_now.is_on = before;
}

/* -- two threads ------------------------------------------------------------------------ */

sim_line *sim_in_flight;
static int locks_held;

int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    locks_held++;
    return __real_pthread_mutex_lock(mutex);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int result = __real_pthread_mutex_unlock(mutex);
    locks_held--;
    if (!sim_in_flight || locks_held || sim_due_us - sim_now_us > SIM_NEAR_US) return result;

    failing_memory now = failing_memory_now;
    failing_memory_now.is_on = false;
    if (sim_chance(0.5)) sim_interrupt();
    failing_memory_now.is_on = now.is_on;
    return result;
}

/* Around every call into the server's code. */
static void enter(void)
{
    failing_memory_now.is_on = sim_memory_fails > 0;
}

static void leave(void)
{
    failing_memory_now.is_on = false;
}

static void each_model(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg)
{
    pd_api_model model;
    api_host_acquire(ctx, PD_API_DEFAULT_MOTION, true, &model, NULL);
    visit(arg, &model);
    pd_api_model_release(&model);
}

/* -- the stage's time ----------------------------------------------------------------- */

/* At rest, in ticks: a character's move, a vertex's skin, a frame's byte. Forty characters and sixteen small
 * frames take less than what share.h leaves them even when it is SIM_SLOWEST times that; the greedy one's 800
 * vertices, or its 16 characters' 7 KB, take more than there is from twice or four times on. */
#define MOVE_COST   1e-3
#define VERTEX_COST (sim_bytes_are_dear ? 0 : 5e-4)
#define BYTE_COST   (sim_bytes_are_dear ? 8e-6 : 2e-7)
#define LEARNS      100 /* ticks: until estimates have followed what work takes (share.c, KEPT) */

double sim_tick_us(void)
{
    return 1e6 / sim_settings.cfg.stream_tick_rate;
}

double sim_encoding_us(size_t size)
{
    return BYTE_COST * sim_tick_us() * (double)size * sim_slowness;
}

void sim_server_work(double us)
{
    worked_us += us * sim_slowness;
    owed_us += us * sim_slowness;
}

int64_t sim_server_now_us(void)
{
    return sim_now_us + (int64_t)owed_us;
}

void sim_stage_excuse(int64_t until_us)
{
    int64_t until = until_us + (int64_t)(LEARNS * sim_tick_us());
    if (excused_us < until) excused_us = until;
}

bool sim_stage_is_excused(void)
{
    return sim_now_us < excused_us;
}

static int64_t now_us(void *ctx)
{
    (void)ctx;
    return sim_server_now_us();
}

static int64_t worked_ns(void *ctx)
{
    int moves, vertices;
    (void)ctx;
    sim_model_work(&moves, &vertices);
    if (vertices && !has_skinned) sim_stage_excuse(sim_now_us);
    has_skinned = has_skinned || vertices;
    sim_server_work((MOVE_COST * moves + VERTEX_COST * vertices) * sim_tick_us());
    return (int64_t)(1e3 * worked_us);
}

static void sleep_until(void *ctx, int64_t us)
{
    (void)ctx;
    failing_memory_now.is_on = false;
    sim_due_us = us;
    int64_t until = sim_server_now_us();
    owed_us = 0;
    sim_part part = sim_spend(SIM_OTHERS);
    sim_advance(until > us ? until : us);
    sim_spend(part);
    failing_memory_now.is_on = sim_memory_fails > 0;
}

static sim_line *line_of(const void *outbox)
{
    for (int i = 0; i < open_count; i++)
        if (&open_lines[i]->connection->client->outbox == outbox) return open_lines[i];
    return NULL;
}

static void put_text(void *outbox, const void *text, size_t size)
{
    const char *id = text ? memmem(text, size, "\"type\":\"spawned\"", 16) : NULL;
    if (id) id = memmem(id, size - (size_t)(id - (const char *)text), "\"id\":", 5);
    if (id) sim_model_announced(line_of(outbox), (uint32_t)strtoul(id + 5, NULL, 10));
    if (text && memmem(text, size, "\"type\":\"lowered\"", 16)) {
        bool memory = sim_memory_sound();
        sim_model_lowered(line_of(outbox), memmem(text, size, "as asked again", 14) != NULL);
        sim_memory_back(memory);
    }
    pd_srv_outbox_text(outbox, text, size);
}

static bool put_frame(void *outbox, pd_srv_frame *frame)
{
    bool memory = sim_memory_sound();
    size_t head = frame->size < sizeof encoded.bytes ? frame->size : sizeof encoded.bytes;
    if (frame->size != encoded.size || memcmp(frame->bytes + PD_SRV_FRAME_PRE, encoded.bytes, head))
        sim_server_work(BYTE_COST * sim_tick_us() * (double)frame->size);
    encoded.size = frame->size;
    memcpy(encoded.bytes, frame->bytes + PD_SRV_FRAME_PRE, head);
    sim_model_frame(line_of(outbox), frame->bytes + PD_SRV_FRAME_PRE, frame->size);
    bool is_lost = sim_loses > 0 && sim_chance(sim_loses);
    sim_memory_back(memory);
    if (is_lost)
        pd_srv_frame_release(frame);
    else
        pd_srv_outbox_frame(outbox, frame);
    return true;
}

/* -- connections: what ws.c does ------------------------------------------------------------ */

static void destroy(sim_line *line)
{
    pd_srv_ws_connection *c = line->connection;
    if (!c) return;
    sim_model_closed(line);
    sim_trace("server: a connection is closed: %s", *c->client->close_text ? c->client->close_text : "gone");
    for (int i = 0; i < open_count; i++)
        if (open_lines[i] == line) open_lines[i] = open_lines[--open_count];
    line->connection = NULL;
    enter();
    pd_srv_ws_connection_close(c, sim_now_us);
    leave();
    sim_server_end_closed(line);
}

static void destroy_later(void *arg)
{
    destroy(arg);
}

/* -1 of a write outside the library's callbacks. */
static void kill_connection(sim_line *line)
{
    line->connection->is_open = 0;
    sim_at(sim_now_us + 1, true, destroy_later, line);
}

static void write_due(sim_line *line)
{
    enter();
    int result = pd_srv_ws_connection_write(line->connection, 0, sim_now_us);
    leave();
    if (result) kill_connection(line);
}

static void on_wake(void *arg)
{
    (void)arg;
    for (int i = 0; i < open_count; i++)
        if (pd_srv_ws_connection_is_due(open_lines[i]->connection)) write_due(open_lines[i]);
}

static void wake(void *ctx)
{
    bool memory = sim_memory_sound();
    (void)ctx;
    sim_part part = sim_spend(SIM_DOUBLES);
    sim_model_tick();
    sim_spend(part);
    sim_at(sim_server_now_us() + sim_below(300), true, on_wake, NULL);
    sim_memory_back(memory);
}

static void on_poll(void *arg)
{
    for (int i = 0; i < open_count; i++) {
        enter();
        int result = pd_srv_ws_connection_poll(open_lines[i]->connection, sim_now_us);
        leave();
        if (result) kill_connection(open_lines[i]);
    }
    sim_model_poll();
    sim_at(sim_now_us + POLL_US, true, on_poll, arg);
}

void sim_server_each(void (*visit)(sim_line *line))
{
    for (int i = 0; i < open_count; i++) visit(open_lines[i]);
}

bool sim_server_accept(sim_line *line)
{
    const pd_srv_identity nobody = {0};
    if (!sim_stage || is_stopping || open_count == 256) return false;

    enter();
    pd_srv_client *client = pd_srv_client_open(&client_deps, &nobody, "192.0.2.1:5", sim_now_us);
    pd_srv_ws_connection *c = client ? pd_srv_ws_connection_open(client, 0, sim_now_us) : NULL;
    if (client && !c) pd_srv_client_close(client, sim_now_us);
    leave();
    if (!c) return false;

    client->owner = 1 + (uint64_t)line->player->index; /* each comes from an address of its own */
    c->wsi = &line->wsi;
    c->is_open = 1;
    line->connection = c;
    line->heard_us = sim_now_us;
    open_lines[open_count++] = line;
    return true;
}

/* Handles -1 of the library's callback: sends a close frame after the pending data, then waits for the close
 * frame of the other end. */
static void begin_closing(sim_line *line)
{
    line->closing = true;
    sim_send_down(line, SIM_CLOSE, NULL, 0);
}

void sim_server_receive(sim_line *line, const sim_message *m, size_t from, size_t size, bool is_whole)
{
    pd_srv_ws_connection *c = line->connection;
    bool is_text = m->kind == SIM_TEXT || m->kind == SIM_BINARY;
    if (line->closing || !c->is_open) return;

    bool heard = !c->client->close_code;
    line->heard_us = sim_now_us;
    if (is_text && is_whole) sim_model_before(line, &m->said);
    int result = 0;
    uint64_t interrupted = sim_counted.interrupted;
    sim_in_flight = line;
    enter();
    if (m->kind == SIM_PONG)
        pd_srv_ws_connection_pong(c, m->bytes, m->size, sim_now_us);
    else
        result = pd_srv_ws_connection_receive(c, m->bytes + from, size, sim_now_us);
    leave();
    sim_in_flight = NULL;
    if (is_text && is_whole) sim_model_after(line, &m->said, heard);
    if (interrupted != sim_counted.interrupted) sim_model_interrupted(line);
    if (result)
        begin_closing(line);
    else
        write_due(line);
}

void sim_server_hears_close(sim_line *line, bool is_clean)
{
    if (!line->connection) return;
    if (is_clean) pd_srv_ws_connection_closing(line->connection, NULL, 0);
    line->connection->is_open = 0;
    if (is_clean)
        sim_at(sim_now_us + 1, true, destroy_later, line);
    else
        destroy(line);
}

/* The library's callback: here closing begins. */
void sim_server_writable(sim_line *line)
{
    enter();
    int result = pd_srv_ws_connection_write(line->connection, 1, sim_now_us);
    leave();
    if (result) begin_closing(line);
}

/* -- its life ------------------------------------------------------------------------------------ */

void sim_server_prepare(uint64_t seed)
{
    static const int rates[] = {10, 12, 15, 20, 30, 60};
    void *state = NULL;
    api_host_setup(&state);
    api_host_state.motion = rigs_model(4, 3);
    pd_error err = {0};
    if (pd_character_model_settle(api_host_state.motion, &err) != PD_OK) abort();
    sim_mover_prepare(seed, api_host_state.motion);
    host = api_host_table;
    host.each_model = each_model;
    failing_memory_begin(false);
    failing_memory_now.decides = memory_fails;
    pd_rng_init(&session_rng, seed ^ 0x5e5510);

    sim_bytes_are_dear = sim_chance(0.3);
    sim_settings =
        (pd_srv_settings){.limits = api_host_limits,
                          .cfg = {.stream_tick_rate = rates[sim_below(sim_chance(0.2) ? 6 : 3)],
                                  .stream_connections = 64,
                                  .stream_sessions = 200,
                                  .stream_characters = sim_bytes_are_dear ? 16 : 4,
                                  .stream_room_members = SIM_ALL,
                                  .stream_room_characters = 2,
                                  .stream_room_messages = 20,
                                  .stream_room_rewind = 0.2,
                                  .stream_room_rays = 5,
                                  .stream_resume_window = sim_chance(0.3) ? 30 : sim_between(8, 20),
                                  .stream_input_timeout = sim_chance(0.2) ? 0 : 5,
                                  .stream_idle_timeout = sim_between(12, 60),
                                  .stream_message_bytes = 4096,
                                  .stream_message_rate = 240}};
    if (sim_is_measured) sim_settings.cfg.stream_tick_rate = SIM_RATE;
    atomic_init(&config.now, &sim_settings);
    client_deps = (pd_srv_client_deps){.config = &config, .host = &host, .heap = &heap_state};
    is_stopping = says_farewell = false;
    sim_slowness = 1;
    worked_us = owed_us = 0;
    excused_us = 0;
    memset(&encoded, 0, sizeof encoded);
    sim_memory_fails = 0;
    sim_memory_failed_us = 0;
    sim_stage = NULL;
    sim_epoch = 0;
    sim_at(sim_now_us + POLL_US, true, on_poll, NULL);
}

void sim_server_release(void)
{
    void *state = NULL;
    pd_pfnn_model_release(api_host_state.motion);
    api_host_teardown(&state);
}

static void start(void *arg)
{
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &host,
                                    .clock = {NULL, now_us, sleep_until, worked_ns},
                                    .sink = {put_text, put_frame, wake, NULL}};
    pd_error err = {0};
    (void)arg;
    if (pd_srv_stage_new(&sim_stage, &deps, &err) != PD_OK) abort();
    client_deps.stage = sim_stage;
    sim_epoch++;
    sim_swept_us = sim_now_us;
    owed_us = 0;
    has_skinned = false;
    sim_stage_excuse(sim_now_us);
    is_stopping = says_farewell = false;
    sim_model_reset();
}

void sim_server_start(void)
{
    start(NULL);
}

bool sim_server_runs(void)
{
    return sim_stage != NULL;
}

void sim_server_kill(void)
{
    while (open_count) destroy(open_lines[0]);
    pd_srv_stage_free(sim_stage);
    sim_stage = client_deps.stage = NULL;
}

void sim_server_restart(bool says_bye, double seconds)
{
    if (!sim_stage || is_stopping) return;
    is_stopping = true;
    says_farewell = says_bye;
    down_seconds = seconds;
    sim_counted.restarts++;
    for (int i = 0; says_bye && i < open_count; i++)
        pd_srv_client_bye(open_lines[i]->connection->client, 1001, "shutting_down", 1,
                          "the server is stopping");
}

void sim_server_step(void)
{
    static int64_t since_us;
    if (!sim_stage) {
        sim_advance(sim_now_us + PD_SRV_SECOND / 100);
        return;
    }

    bool was_stopping = is_stopping;
    enter();
    sim_part part = sim_spend(SIM_STAGE);
    pd_srv_stage_step(sim_stage);
    sim_spend(part);
    leave();
    sim_events_settle();
    sim_swept_us = sim_server_now_us();
    if (is_stopping && !was_stopping) since_us = sim_now_us;
    if (!is_stopping || (says_farewell && sim_now_us - since_us < FAREWELL_US)) return;
    sim_server_kill();
    sim_at(sim_now_us + sim_us(down_seconds), false, start, NULL);
}
