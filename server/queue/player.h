#ifndef PD_SERVER_QUEUE_PLAYER_H
#define PD_SERVER_QUEUE_PLAYER_H
/* The clips of a character on the stage: orders that wait for the tick, references to the clips that play or
 * wait, and the events that subscribers receive.
 *
 * core/character/action/play.h borrows its clips. A player holds a reference to each of them until it is not
 * needed any more, which it finds out after each tick.
 *
 * Memory   pd_srv_player_new / _free; clips are counted in the host's account (STREAMS).
 * Threads  _ask, _take, _sweep and _write under the lock of the stage.
 */
#include "api/http/api.h"
#include "api/motion/clips.h"
#include "api/stream/message.h"
#include "core/base/buffer.h"
#include "core/character/rollout/snapshot.h"

#include <stdbool.h>

#define PD_SRV_PLAY_ORDERS (PD_CHARACTER_PLAY_QUEUE + 1) /* most orders in one tick */
/* Most clips of a character: those of the queue and of what plays, those of the orders that the tick has
 * taken and not swept yet, and those of orders that arrived meanwhile. */
#define PD_SRV_PLAY_CLIPS  (2 * PD_SRV_PLAY_ORDERS + PD_CHARACTER_PLAY_QUEUE + 1)

/* An order of the message `play`. */
typedef struct pd_srv_play_order {
    bool stops;
    double fade;                       /* stops: seconds; 0: the clip's own */
    pd_character_play_request request; /* otherwise */
} pd_srv_play_order;

typedef struct pd_srv_player {
    const pd_api_host *host;
    pd_srv_play_order asked[PD_SRV_PLAY_ORDERS];
    int asked_count;
    int queued; /* requests that waited after the last tick */
    struct {
        const pd_character_clip *clip; /* retained */
        size_t held;                   /* bytes taken from the host's account */
        bool is_asked;                 /* only orders in `asked` need it: no tick has taken it yet */
    } kept[PD_SRV_PLAY_CLIPS];
    int kept_count;
} pd_srv_player;

pd_srv_player *pd_srv_player_new(const pd_api_host *host); /* NULL without memory */
void pd_srv_player_free(pd_srv_player *player);            /* NULL is fine */
/* Adds an order; retains its clip. ERR_LIMIT at "/queue": too many wait; ERR_BUSY: no memory free. */
pd_status pd_srv_player_ask(pd_srv_player *player, const pd_srv_play_order *order, pd_error *err);
/* Hands the orders to the character. */
void pd_srv_player_take(pd_srv_player *player, pd_character_play_state *state);
/* Releases the clips that nothing needs any more. Call it after a tick. */
void pd_srv_player_sweep(pd_srv_player *player, const pd_character_play_state *state);
/* Appends the events of the tick, one message each; ends[i] is the end of message i. Empties their list.
 * Returns their number. */
int pd_srv_player_write(pd_buffer *out, size_t ends[PD_CHARACTER_PLAY_EVENTS], pd_character_play_state *state,
                        uint32_t id, uint32_t tick, double time);

/* Writes and reads the orders that no tick has taken yet, and finds clips for the state of a snapshot: a
 * finder retains each clip for the player. A clip that this daemon does not have is left out. */
void pd_srv_player_put(pd_fields_writer *writer, const pd_srv_player *player);
bool pd_srv_player_get(pd_srv_player *player, pd_fields_reader *reader);
pd_character_snapshot_clips pd_srv_player_clips(pd_srv_player *player);

#endif
