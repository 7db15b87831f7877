#ifndef PD_TESTS_SIMULATE_H
#define PD_TESTS_SIMULATE_H
/* The simulated world: the stage with its sessions, the stream's connections, clients and outboxes, and N
 * clients of clients/c, in one thread, on a virtual clock and a virtual network. A seed decides everything:
 * the same seed gives the same world, byte for byte.
 *
 *     player (posed.c) <- line -> stand-in for libwebsockets -> ws_connection -> client -> stage
 *
 * Real code      server/stage, server/stream except ws.c and upgrade.c, api/stream, core/pfnn, clients/c.
 * Replaced code  libwebsockets by lws.c: a transport of whole messages, without RFC 6455 bytes, behind the
 *                calls of ws_connection.c. The loop of ws.c by server.c. Sockets by line.c.
 * Left out       HTTP, upgrades, keys, workers, VMC's datagrams.
 * Threads  one world in a process at a time.
 */
#include "clients/c/posed.h"
#include "core/base/rng.h"
#include "server/base/clock.h"
#include "server/stage/stage_parts.h"
#include "server/stream/ws_connection.h"

#include <stdbool.h>

#define SIM_PLAYERS 8
#define SIM_SECONDS 600 /* of a seed's world */

/* -- the world --------------------------------------------------------------------- */

typedef struct sim_counts {
    uint64_t frames, inputs, texts, welcomes, resumed, faults, pauses, restarts, failed_allocations,
        takeovers, busy, interrupted;
    uint64_t moves;           /* of characters, in ticks                            */
    uint64_t compared;        /* of those, moved a second time without a stage      */
    uint64_t places, removed; /* that players entered in rooms; from which hosts removed them */
    uint64_t lowered, raised; /* messages that frames come more rarely, or as asked again */
} sim_counts;

typedef struct sim_result {
    uint64_t hash;  /* of every byte that came to a player, and when */
    uint64_t stage; /* of every character in every tick */
    double seconds;
    sim_counts counts;
    bool failed;
    char what[256]; /* that failed, and when */
} sim_result;

/* Runs the world of a seed for that many virtual seconds, or until something is wrong. */
void sim_run(sim_result *out, uint64_t seed, double seconds, bool verbose);

/* Measures speed instead of testing: only the eight players, a character each, SIM_RATE ticks a second, and
 * no faults. sim_spent then has the processor time of each part, seconds. */
#define SIM_RATE 60 /* config/options.h's */
typedef enum sim_part { SIM_STAGE, SIM_DOUBLES, SIM_OTHERS, SIM_PARTS } sim_part;
extern bool sim_is_measured;
extern double sim_spent[SIM_PARTS]; /* the stage; second moves; players, lines and what hears them */
/* Counts the processor time from now on for this part. Returns the previous part. */
sim_part sim_spend(sim_part part);

/* -- clock and events (events.c) ----------------------------------------------------- */

typedef void sim_action(void *arg);

extern int64_t sim_now_us;
extern pd_rng sim_rng;

void sim_events_reset(uint64_t seed);
/* Schedules an action at a time. of_server: the action waits while the server is paused. */
void sim_at(int64_t us, bool of_server, sim_action *act, void *arg);
/* Runs the events that are due until this time, and sets the clock to it. */
void sim_advance(int64_t until_us);
extern int64_t sim_paused_until_us;
/* Called within an event: runs the time up to the end of the present sim_advance now, if it is within
 * SIM_NEAR_US, and then continues the event. So a tick can happen between two locks of a message, as the
 * stage's own thread may. */
#define SIM_NEAR_US 2000
void sim_interrupt(void);
void sim_events_settle(void); /* an event that was interrupted is ended */

int sim_below(int n); /* 0 to n - 1 */
double sim_between(double low, double high);
bool sim_chance(double p);
int64_t sim_us(double seconds);

/* Notes the first thing that is wrong; the world ends then. */
void sim_fail(const char *format, ...) PD_PRINTF(1, 2);
bool sim_has_failed(void);
void sim_trace(const char *format, ...) PD_PRINTF(1, 2); /* with -v */
void sim_hash(const void *bytes, size_t size);
extern sim_counts sim_counted;
extern uint64_t sim_stage_hash;
/* A bug that tests ask for: of the frames that the stage makes, this part is lost before the outbox. */
extern double sim_loses;
extern bool sim_has_room;  /* some players are in one room */
extern bool sim_is_stormy; /* faults may begin */

/* -- lines (line.c) --------------------------------------------------------------------- */

typedef enum sim_kind { SIM_TEXT, SIM_BINARY, SIM_PING, SIM_PONG, SIM_CLOSE } sim_kind;

/* Meaning of a player's message. The model of the server's state (model.c) is built from these. */
typedef enum sim_meaning {
    SIM_OTHER,
    SIM_JOIN,
    SIM_SPAWN,
    SIM_INPUT,
    SIM_DESPAWN,
    SIM_PROFILE,
    SIM_LEAVE,
    SIM_FOLLOW,
    SIM_LOOK,
    SIM_REACH,
    SIM_REMOVE, /* the host of a room removes a member */
    SIM_GARBAGE
} sim_meaning;

typedef struct sim_said {
    sim_meaning meaning;
    char token[POSED_TEXT_MAX]; /* join; "": a new session, or to watch */
    bool watch;
    posed_input input;
    uint32_t id;
    unsigned channels;
    int divisor;
} sim_said;

typedef struct sim_message {
    struct sim_message *next;
    sim_kind kind;
    int64_t due_us;
    sim_said said;
    size_t size;
    unsigned char bytes[];
} sim_message;

typedef struct sim_direction {
    sim_message *first, **last;
    size_t bytes; /* on their way                   */
    int64_t last_due_us, stalled_until_us, slow_until_us, clear_us;
    double rate; /* bytes a second, while slow     */
    bool pending;
} sim_direction;

typedef struct sim_player sim_player;
typedef struct sim_line sim_line;

/* State of a connection in the replacement for libwebsockets. */
struct lws {
    sim_line *line;
    bool first, final, binary, wants_writable;
    size_t remaining, size; /* of the frame; of the line's buffer that one message may pass */
};

struct sim_line {
    sim_line *next;                   /* of all that there were */
    sim_player *player;               /* NULL: its end is closed  */
    pd_srv_ws_connection *connection; /* NULL: the server's end is closed */
    struct lws wsi;
    sim_direction up, down;
    double delay, jitter;
    size_t capacity; /* bytes that the sockets hold downwards */
    bool is_greedy;  /* its player: may be lowered */
    bool lost;       /* nothing arrives any more, and nobody is told */
    bool closing;
    /* the model's: of this connection */
    struct model_session *session;
    bool owns;
    unsigned channels;
    int divisor;
    uint32_t from_tick; /* the divisor is counted from */
    bool is_first;      /* since the line joined it has had no frame; the first may come in any tick */
    uint32_t told;      /* the newest character that its client was told of */
    uint32_t newest;    /* tick of the frame that waits or was written last */
    uint32_t put_tick;  /* of the last frame put; 0: none since profile, join or an empty stage */
    int64_t put_us;     /* when */
    uint64_t put;       /* frames */
    size_t put_size;    /* of the last */
    int64_t heard_us;   /* when something of the player came */
    int64_t pinged_us;  /* the last ping written */
    int bye_polls;      /* since the server said bye */
    bool is_told;       /* that its frames come more rarely than it asked */
    uint64_t tellings;  /* of that, or that they come as asked again */
    int64_t untold_us;  /* since when they do without a word; 0: they do not */
    uint32_t low_tick;  /* the last frame that came late, or without vertices */
    size_t receiving;   /* bytes of a message that has come in part */
};

sim_line *sim_connect(sim_player *player);
void sim_send_up(sim_line *line, sim_kind kind, const void *bytes, size_t size, const sim_said *said);
void sim_send_down(sim_line *line, sim_kind kind, const void *bytes, size_t size);
/* The player's end is closed: properly, by a reset, or (is_silent) without the server hearing of it. */
void sim_hang_up(sim_line *line, bool is_clean, bool is_silent);
/* Resets the connection: both ends are notified, and messages on their way are lost. */
void sim_reset(sim_line *line);
/* The player reads so many bytes a second for a while, then again all that waits. */
void sim_slow_down(sim_line *line, double rate, double seconds);
/* Closes the server's end. The player learns it after the messages on their way. */
void sim_server_end_closed(sim_line *line);
void sim_lines_free(void);
extern sim_line *sim_lines;

/* -- how characters move (mover.c) ----------------------------------------------------------- */

/* In this world: plainly, in place of the network, its trajectory and joints. One world in eight has those
 * (its seed is a multiple of eight). */
extern bool sim_moves_plainly;
/* Before anybody moves; model: of all characters. */
void sim_mover_prepare(uint64_t seed, pd_pfnn_model *model);

/* -- the server (server.c) ----------------------------------------------------------------- */

extern pd_srv_stage *sim_stage;
extern int64_t sim_due_us; /* what the stage slept until last: the time of its frames */
extern int sim_epoch;      /* servers so far */
extern int64_t sim_swept_us;

/* Allocations of the server fail with this probability; 0: none. Other code is kept from it by _sound and
 * _back around it. */
extern double sim_memory_fails;
extern int64_t sim_memory_failed_us; /* when one failed last */
bool sim_memory_sound(void);
void sim_memory_back(bool before);

/* The machine's work, on the virtual clock: a tick takes time by what it moves, skins and encodes, this many
 * times what it takes at rest. */
#define SIM_SLOWEST 8.0 /* the stage copes with, by its bounds; beyond it ticks are late */
extern double sim_slowness;
/* in this world it is frames that take long, else vertices: the greedy one asks for those */
extern bool sim_bytes_are_dear;
void sim_server_work(double us); /* the stage's thread has worked so long at rest */
int64_t sim_server_now_us(void); /* of the stage's thread: with what it has worked since it slept */
double sim_tick_us(void);
/* Returns the present time that the stage needs to encode that many bytes of frames, microseconds. */
double sim_encoding_us(size_t size);
/* Permits the stage to be late and to lower any frame rate until this time and for 100 ticks more: it was
 * blocked, or still measures its costs. */
void sim_stage_excuse(int64_t until_us);
bool sim_stage_is_excused(void);

void sim_server_prepare(uint64_t seed);
void sim_server_start(void);
void sim_server_step(void); /* a tick; without a server 10 ms pass */
/* Stops the server, with or without a `bye` to everybody, and starts it again after so many seconds. */
void sim_server_restart(bool says_bye, double seconds);
void sim_server_kill(void);
void sim_server_release(void);
bool sim_server_runs(void);
bool sim_server_accept(sim_line *line);
extern sim_line *sim_in_flight; /* a message of it is within the server's code; NULL: none */
/* Delivers a whole message or a part of it to the server. */
void sim_server_receive(sim_line *line, const sim_message *message, size_t from, size_t size, bool is_whole);
void sim_server_hears_close(sim_line *line, bool is_clean);
void sim_server_writable(sim_line *line);
extern pd_srv_settings sim_settings;
void sim_server_each(void (*visit)(sim_line *line)); /* with a connection */

/* -- what the server should do (model.c) ------------------------------------------------------ */

void sim_model_reset(void); /* a server has started */
void sim_model_free(void);
void sim_model_before(sim_line *line, const sim_said *said);
void sim_model_after(sim_line *line, const sim_said *said, bool was_heard);
void sim_model_interrupted(
    sim_line *line); /* a tick came within its message: its session goes on from there */
void sim_model_closed(sim_line *line);
void sim_model_frame(sim_line *line, const unsigned char *bytes, size_t size); /* into an outbox */
void sim_model_write(sim_line *line, const unsigned char *bytes, size_t size); /* out of it      */
void sim_model_announced(sim_line *line, uint32_t id); /* its client is told of a new character */
void sim_model_lowered(sim_line *line, bool is_whole); /* the message to it */
/* As long may frames take to come that ask for more than a slow machine has. */
int64_t sim_model_gap_us(const sim_line *line);
void sim_model_work(int *moves, int *vertices); /* of characters and of skins, since the last call */
void sim_model_tick(void);                      /* characters have moved */
void sim_model_poll(void);                      /* bounds of queues, numbers */

/* -- faults (faults.c) -- */

void sim_faults_start(void);

/* -- players (player.c) ---------------------------------------------------------------------- */

typedef enum sim_role {
    SIM_PLAYER,  /* has a character and plays with all that there is */
    SIM_WATCHER, /* of player 0 */
    SIM_THIEF,   /* comes with another's token, and goes */
    SIM_VANDAL,  /* says what nobody should */
    SIM_GREEDY   /* has all the characters that it may, and wants every frame and vertex of them */
} sim_role;

struct sim_player {
    int index;
    sim_role role;
    posed_session session;
    sim_line *line;      /* NULL: not connected */
    bool opened, crowds; /* crowds: a vandal that joins and goes, again and again */
    int64_t opened_us;
    uint32_t character, seq, ref; /* character 0: none */
    int64_t heard_us, frame_us;
    int64_t ready_us;   /* since then it has a character */
    int64_t fault_us;   /* until then faults excuse what does not come */
    int64_t empty_us;   /* until then a frame has to tell that its character has gone; 0: no */
    int shown;          /* characters in its last frame */
    int bodies;         /* a greedy one's that were asked for */
    int64_t spawned_us; /* when it asked for its character */
    int64_t mute_us;    /* no inputs until then */
    char tick_session[POSED_TEXT_MAX];
    uint32_t tick; /* of the last frame of that session */
    unsigned channels;
    int divisor;
    uint32_t pending[64]; /* refs without an answer, oldest first */
    int pending_count;
};

#define SIM_ALL (SIM_PLAYERS + 4)

extern sim_player sim_players[SIM_ALL];

void sim_players_start(void);
void sim_player_opened(sim_player *player);
void sim_player_closed(sim_player *player);
void sim_player_receives(sim_player *player, const sim_message *message);
/* Suspends the checks of a player until this time, because of a fault. */
void sim_player_excuse(sim_player *player, int64_t until_us);
void sim_player_calm(void); /* after 40 s without a fault: everybody is there */

#endif
