#include "server/queue/player.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

pd_srv_player *pd_srv_player_new(const pd_api_host *host)
{
    pd_srv_player *player = calloc(1, sizeof *player);

    if (player) player->host = host;
    return player;
}

/* Releases the clip of entry i, and closes the gap. */
static void drop_clip(pd_srv_player *player, int i)
{
    PD_ASSERT(i < player->kept_count);
    const size_t held = player->kept[i].held;
    if (held) player->host->memory_give(player->host->ctx, PD_API_MEMORY_STREAMS, held);
    pd_character_clip_release(player->kept[i].clip);
    player->kept[i] = player->kept[--player->kept_count];
}

void pd_srv_player_free(pd_srv_player *player)
{
    if (!player) return;
    while (player->kept_count) drop_clip(player, 0);
    free(player);
}

/* Keeps a reference to a clip. is_asked: for an order that waits. ERR_BUSY: no memory free. */
static pd_status keep_clip(pd_srv_player *player, const pd_character_clip *clip, bool is_asked, pd_error *err)
{
    const pd_api_host *host = player->host;
    const size_t bytes = host->memory_take ? pd_character_clip_bytes(clip->frame_count) : 0;

    for (int i = 0; i < player->kept_count; i++)
        if (player->kept[i].clip == clip) return PD_OK;
    PD_ASSERT(player->kept_count < PD_SRV_PLAY_CLIPS);
    if (bytes && host->memory_take(host->ctx, PD_API_MEMORY_STREAMS, bytes) <= 0)
        return pd_fail(err, PD_ERR_BUSY, "",
                       "the clip needs %zu bytes, which is more than is free now (limits.memory)", bytes);
    player->kept[player->kept_count].clip = pd_character_clip_retain(clip);
    player->kept[player->kept_count].is_asked = is_asked;
    player->kept[player->kept_count++].held = bytes;

    return PD_OK;
}

/* Drops the orders that no tick has taken, and the clips that only they need. */
static void drop_orders(pd_srv_player *player)
{
    player->asked_count = 0;
    for (int i = player->kept_count - 1; i >= 0; i--)
        if (player->kept[i].is_asked) drop_clip(player, i);
}

pd_status pd_srv_player_ask(pd_srv_player *player, const pd_srv_play_order *order, pd_error *err)
{
    const bool waits = !order->stops && order->request.waits;

    /* One that replaces what plays drops what waits in the mailbox too; a stop remains before it. */
    if (!waits) drop_orders(player);
    const int waiting = player->asked_count + (waits ? player->queued : 0);
    if (player->asked_count == PD_SRV_PLAY_ORDERS || (waits && waiting >= PD_CHARACTER_PLAY_QUEUE))
        return pd_fail(err, PD_ERR_LIMIT, "/queue", "%d clips wait; at most %d allowed", waiting,
                       PD_CHARACTER_PLAY_QUEUE);
    if (!order->stops && keep_clip(player, order->request.clip, true, err) != PD_OK) return PD_ERR_BUSY;
    player->asked[player->asked_count++] = *order;

    return PD_OK;
}

void pd_srv_player_take(pd_srv_player *player, pd_character_play_state *state)
{
    for (int i = 0; i < player->asked_count; i++)
        if (player->asked[i].stops)
            pd_character_play_stop(state, player->asked[i].fade);
        else
            pd_character_play_set(state, &player->asked[i].request, NULL);
    player->asked_count = 0;
    for (int i = 0; i < player->kept_count; i++) player->kept[i].is_asked = false;
}

void pd_srv_player_sweep(pd_srv_player *player, const pd_character_play_state *state)
{
    player->queued = state->queued;
    for (int i = player->kept_count - 1; i >= 0; i--) {
        bool is_needed = pd_character_play_uses(state, player->kept[i].clip);
        for (int k = 0; k < player->asked_count; k++)
            is_needed = is_needed ||
                        (!player->asked[k].stops && player->asked[k].request.clip == player->kept[i].clip);
        if (!is_needed) drop_clip(player, i);
    }
}

int pd_srv_player_write(pd_buffer *out, size_t ends[PD_CHARACTER_PLAY_EVENTS], pd_character_play_state *state,
                        uint32_t id, uint32_t tick, double time)
{
    const int count = state->event_count;

    for (int i = 0; i < count; i++) {
        pd_api_write_played(out, &state->events[i], id, tick, time);
        ends[i] = out->size;
    }

    state->event_count = 0;
    return count;
}

/* ---- snapshots ---- */

void pd_srv_player_put(pd_fields_writer *w, const pd_srv_player *player)
{
    pd_fields_put_u64(w, (uint64_t)player->asked_count);
    for (int i = 0; i < player->asked_count; i++) {
        const pd_srv_play_order *order = &player->asked[i];
        pd_fields_put_u64(w, order->stops ? 1 : 0);
        if (order->stops)
            pd_fields_put_f64(w, &order->fade, 1);
        else
            pd_character_snapshot_put_play(w, &order->request);
    }
}

/* Finds a clip here and keeps it. */
static const pd_character_clip *find_kept(void *ctx, const char *name, uint64_t hash)
{
    pd_srv_player *player = ctx;
    const pd_character_clip *clip = pd_api_clip_find(player->host, name, hash);
    const bool is_kept =
        clip && player->kept_count < PD_SRV_PLAY_CLIPS && keep_clip(player, clip, false, NULL) == PD_OK;

    pd_character_clip_release(clip);
    return is_kept ? clip : NULL;
}

pd_character_snapshot_clips pd_srv_player_clips(pd_srv_player *player)
{
    return (pd_character_snapshot_clips){find_kept, player};
}

bool pd_srv_player_get(pd_srv_player *player, pd_fields_reader *r)
{
    const pd_character_snapshot_clips clips = pd_srv_player_clips(player);
    const int count = (int)pd_fields_get_u64(r, PD_SRV_PLAY_ORDERS, "play");

    for (int i = 0; i < count && !r->wrong; i++) {
        pd_srv_play_order order = {.stops = pd_fields_get_u64(r, 1, "play") != 0};
        if (order.stops)
            pd_fields_get_f64(r, &order.fade, 1, "play");
        else
            pd_character_snapshot_get_play(&order.request, r, &clips);
        if (!r->wrong && (order.stops || order.request.clip)) player->asked[player->asked_count++] = order;
    }

    return !r->wrong;
}
