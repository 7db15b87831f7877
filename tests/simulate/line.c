/* Lines between players and the server, and libwebsockets' part at the server's end: the functions that
 * ws_connection.c calls. Messages stay whole and in their order, as TCP keeps them; what differs is when they
 * come, in how many pieces, and whether. */
#include "tests/simulate/simulate.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

sim_line *sim_lines;

static void free_messages(sim_direction *d)
{
    for (sim_message *m = d->first, *next; m; m = next) {
        next = m->next;
        free(m);
    }
    d->first = NULL;
    d->last = &d->first;
    d->bytes = 0;
}

static void accept_line(void *arg);

sim_line *sim_connect(sim_player *player)
{
    sim_line *line = calloc(1, sizeof *line);
    if (!line) abort();
    line->next = sim_lines;
    sim_lines = line;
    line->player = player;
    line->is_greedy = player->role == SIM_GREEDY;
    line->wsi.line = line;
    line->up.last = &line->up.first;
    line->down.last = &line->down.first;

    line->delay = sim_chance(0.3) ? sim_between(0, 0.002) : sim_between(0.005, 0.12);
    line->jitter = sim_chance(0.5) ? 0 : sim_between(0, line->delay);
    line->capacity = (size_t)sim_between(2e3, 4e4);
    line->wsi.size = line->capacity;
    sim_at(sim_now_us + sim_us(2 * line->delay), true, accept_line, line);
    return line;
}

static void refused(void *arg)
{
    sim_line *line = arg;
    sim_player *player = line->player;
    line->player = NULL;
    if (player) sim_player_closed(player);
}

static void opened(void *arg)
{
    sim_line *line = arg;
    if (line->player && !line->lost) sim_player_opened(line->player);
}

static void accept_line(void *arg)
{
    sim_line *line = arg;
    if (line->lost) return;
    bool accepted = line->player && sim_server_accept(line);
    sim_at(sim_now_us + sim_us(line->delay), false, accepted ? opened : refused, line);
}

/* -- messages ------------------------------------------------------------------------ */

static void deliver_up(void *arg);
static void deliver_down(void *arg);

static void schedule(sim_line *line, sim_direction *d)
{
    bool is_up = d == &line->up;
    if (d->pending || !d->first) return;
    int64_t due = d->first->due_us;
    d->pending = true;
    sim_at(due > d->stalled_until_us ? due : d->stalled_until_us, is_up, is_up ? deliver_up : deliver_down,
           line);
}

static void put(sim_line *line, sim_direction *d, sim_kind kind, const void *bytes, size_t size,
                const sim_said *said)
{
    sim_message *m = calloc(1, sizeof *m + size + 1);
    if (!m) abort();
    m->kind = kind;
    m->size = size;
    if (size) memcpy(m->bytes, bytes, size);
    if (said) m->said = *said;

    int64_t due = sim_now_us + sim_us(line->delay + (line->jitter > 0 ? sim_between(0, line->jitter) : 0));
    if (due < d->last_due_us) due = d->last_due_us;
    if (sim_now_us < d->slow_until_us) due += sim_us((double)size / d->rate);
    m->due_us = d->last_due_us = due;
    *d->last = m;
    d->last = &m->next;
    d->bytes += size;
    schedule(line, d);
}

static sim_message *take(sim_direction *d)
{
    sim_message *m = d->first;
    d->first = m->next;
    if (!d->first) d->last = &d->first;
    d->bytes -= m->size;
    return m;
}

/* Returns whether the first message may be delivered now. */
static bool is_there(sim_line *line, sim_direction *d)
{
    d->pending = false;
    if (line->lost || !d->first) return false;
    if (sim_now_us >= d->stalled_until_us && sim_now_us >= d->first->due_us) return true;
    schedule(line, d);
    return false;
}

static void deliver_up(void *arg)
{
    sim_line *line = arg;
    if (!is_there(line, &line->up)) return;

    if (!line->connection) {
        free_messages(&line->up);
        return;
    }
    sim_message *m = line->up.first;
    if (m->kind == SIM_CLOSE) {
        free(take(&line->up));
        sim_server_hears_close(line, true);
        return;
    }

    /* in one piece, in several, or the rest of it later */
    size_t piece = m->size - line->receiving;
    bool cut = m->kind != SIM_PONG && piece > 1 && sim_chance(0.08);
    if (cut) piece = 1 + (size_t)sim_below((int)piece - 1);
    bool ends = line->receiving + piece == m->size, ends_frame = ends || sim_chance(0.5);
    line->wsi.binary = m->kind == SIM_BINARY;
    line->wsi.first = line->receiving == 0;
    line->wsi.remaining = ends_frame ? 0 : 1 + (size_t)sim_below((int)(m->size - line->receiving - piece));
    line->wsi.final = ends;
    size_t from = line->receiving;
    line->receiving = ends ? 0 : line->receiving + piece;
    if (ends) take(&line->up);
    sim_server_receive(line, m, from, piece, ends);
    if (ends)
        free(m);
    else if (line->up.first)
        line->up.first->due_us = sim_now_us + sim_us(sim_between(0, 0.02));
    schedule(line, &line->up);
}

static void writable(void *arg)
{
    sim_line *line = arg;
    if (line->connection) sim_server_writable(line);
}

static void want_writable(sim_line *line)
{
    if (!line->wsi.wants_writable || line->down.bytes > line->capacity) return;
    line->wsi.wants_writable = false;
    sim_at(sim_now_us + 1, true, writable, line);
}

static void deliver_down(void *arg)
{
    sim_line *line = arg;
    if (!is_there(line, &line->down)) return;

    sim_message *m = take(&line->down);
    schedule(line, &line->down);
    want_writable(line);
    if (line->player) {
        sim_hash(&sim_now_us, sizeof sim_now_us);
        sim_hash(m->bytes, m->size);
        sim_player_receives(line->player, m);
    }
    free(m);
}

void sim_send_up(sim_line *line, sim_kind kind, const void *bytes, size_t size, const sim_said *said)
{
    put(line, &line->up, kind, bytes, size, said);
}

void sim_send_down(sim_line *line, sim_kind kind, const void *bytes, size_t size)
{
    put(line, &line->down, kind, bytes, size, NULL);
}

/* -- ends ------------------------------------------------------------------------------ */

static void hear_reset(void *arg)
{
    sim_line *line = arg;
    if (line->connection) sim_server_hears_close(line, false);
}

void sim_hang_up(sim_line *line, bool is_clean, bool is_silent)
{
    line->player = NULL;
    if (is_silent) {
        line->lost = true;
    } else if (is_clean) {
        sim_send_up(line, SIM_CLOSE, NULL, 0, NULL);
    } else {
        sim_at(sim_now_us + sim_us(line->delay), true, hear_reset, line);
    }
    free_messages(&line->down);
    want_writable(line);
}

void sim_reset(sim_line *line)
{
    free_messages(&line->up);
    free_messages(&line->down);
    line->lost = true;
    sim_at(sim_now_us + sim_us(sim_between(0, 0.2)), true, hear_reset, line);
    sim_at(sim_now_us + sim_us(sim_between(0, 0.2)), false, refused, line);
}

/* Delivers waiting messages with the normal delay, once a slow period has ended. */
static void speed_up(void *arg)
{
    sim_line *line = arg;
    sim_direction *d = &line->down;
    if (sim_now_us < d->slow_until_us) return;
    d->last_due_us = sim_now_us + sim_us(line->delay);
    for (sim_message *m = d->first; m; m = m->next)
        if (m->due_us > d->last_due_us) m->due_us = d->last_due_us;
    d->pending = false;
    schedule(line, d);
}

void sim_slow_down(sim_line *line, double rate, double seconds)
{
    line->down.rate = rate;
    line->down.slow_until_us = sim_now_us + sim_us(seconds);
    if (line->player) sim_player_excuse(line->player, line->down.slow_until_us);
    sim_at(line->down.slow_until_us, false, speed_up, line);
}

void sim_server_end_closed(sim_line *line)
{
    free_messages(&line->up);
    line->receiving = 0;
    if (line->player && !line->lost) sim_send_down(line, SIM_CLOSE, NULL, 0);
}

void sim_lines_free(void)
{
    for (sim_line *line = sim_lines, *next; line; line = next) {
        next = line->next;
        free_messages(&line->up);
        free_messages(&line->down);
        free(line);
    }
    sim_lines = NULL;
}

/* -- libwebsockets, as far as ws_connection.c calls it -------------------------------------- */

int lws_write(struct lws *wsi, unsigned char *buf, size_t len, enum lws_write_protocol protocol)
{
    sim_line *line = wsi->line;
    int kind = protocol & 0x1f;
    bool memory = sim_memory_sound();
    if (line->down.bytes > line->capacity) sim_fail("a message is written behind a full socket");
    sim_kind what = kind == LWS_WRITE_TEXT ? SIM_TEXT : kind == LWS_WRITE_PING ? SIM_PING : SIM_BINARY;
    if (what == SIM_PING) line->pinged_us = sim_now_us;
    if (what == SIM_BINARY) sim_model_write(line, buf, len);
    if (len > wsi->size) wsi->size = len; /* the largest message: what may lie behind a full socket */
    bool is_reset = !line->player && !line->lost;
    if (!is_reset) sim_send_down(line, what, buf, len);
    sim_memory_back(memory);
    return is_reset ? -1 : (int)len;
}

int lws_partial_buffered(struct lws *wsi)
{
    return wsi->line->down.bytes > wsi->line->capacity;
}

int lws_callback_on_writable(struct lws *wsi)
{
    bool memory = sim_memory_sound();
    wsi->wants_writable = true;
    want_writable(wsi->line);
    sim_memory_back(memory);
    return 1;
}

void lws_close_reason(struct lws *wsi, enum lws_close_status status, unsigned char *buf, size_t len)
{
    (void)wsi, (void)status, (void)buf, (void)len;
}

int lws_rx_flow_control(struct lws *wsi, int enable)
{
    (void)wsi, (void)enable;
    return 0;
}

int lws_is_first_fragment(struct lws *wsi)
{
    return wsi->first;
}

int lws_is_final_fragment(struct lws *wsi)
{
    return wsi->final;
}

size_t lws_remaining_packet_payload(struct lws *wsi)
{
    return wsi->remaining;
}

int lws_frame_is_binary(struct lws *wsi)
{
    return wsi->binary;
}

int lws_get_close_length(struct lws *wsi)
{
    (void)wsi;
    return 0;
}

unsigned char *lws_get_close_payload(struct lws *wsi)
{
    (void)wsi;
    return NULL;
}

lws_sockfd_type lws_get_socket_fd(struct lws *wsi)
{
    (void)wsi;
    return -1;
}
