/* Faults of the simulation. The seed chooses them. */
#include "tests/simulate/simulate.h"

static sim_player *somebody(void)
{
    sim_player *p = &sim_players[sim_below(SIM_ALL)];
    return p->line && p->opened ? p : NULL;
}

static void excuse_all(int64_t until_us)
{
    for (int i = 0; i < SIM_ALL; i++) sim_player_excuse(&sim_players[i], until_us);
}

static void stall(sim_player *p, sim_direction *d, double seconds)
{
    int64_t until = sim_now_us + sim_us(seconds);
    if (d->stalled_until_us < until) d->stalled_until_us = until;
    sim_player_excuse(p, until);
}

static void reset(void)
{
    sim_player *p = somebody();
    if (p) sim_reset(p->line);
}

/* Half-opens a connection: neither side is notified.
 * The server notices by stream.idle_timeout, the player by the silence. */
static void half_open(void)
{
    sim_player *p = somebody();
    if (!p) return;
    p->line->lost = true;
    sim_player_excuse(p, sim_now_us + 20 * PD_SRV_SECOND);
}

/* Disconnects a player without notice. It returns with its token, while the server still has the line. */
static void vanish(void)
{
    sim_player *p = somebody();
    if (!p) return;
    sim_hang_up(p->line, false, true);
    sim_player_closed(p);
}

static void clog_line(void)
{
    sim_player *p = somebody();
    if (!p) return;
    double seconds = sim_chance(0.1) ? sim_between(5, 30) : sim_between(0.02, 4);
    int which = sim_below(3);
    if (which != 1) stall(p, &p->line->down, seconds);
    if (which != 0) stall(p, &p->line->up, seconds);
}

/* Stalls several lines at once, and releases them at different times
 * in random order (FoundationDB's swizzle). */
static void swizzle(void)
{
    for (int i = 0; i < SIM_ALL; i++) {
        sim_player *p = &sim_players[i];
        if (p->line && p->opened && sim_chance(0.5)) {
            stall(p, &p->line->down, sim_between(0.1, 6));
            stall(p, &p->line->up, sim_between(0.1, 6));
        }
    }
}

static void slow_reader(void)
{
    sim_player *p = somebody();
    if (p) sim_slow_down(p->line, sim_between(1e3, 3e4), sim_between(2, 20));
}

static void longer_way(void)
{
    sim_player *p = somebody();
    if (!p) return;
    p->line->delay = sim_chance(0.3) ? sim_between(0.1, 0.4) : sim_between(0, 0.1);
    p->line->jitter = sim_between(0, 0.1);
    sim_player_excuse(p, sim_now_us);
}

/* Stops the server's process for a time (SIGSTOP, a busy machine, a paused VM whose clock runs on). */
static void pause_server(void)
{
    double seconds = sim_chance(0.1) ? sim_between(3, 40) : sim_between(0.01, 1);
    sim_paused_until_us = sim_now_us + sim_us(seconds);
    sim_counted.pauses++;
    sim_stage_excuse(sim_paused_until_us);
    excuse_all(sim_paused_until_us);
}

static void restart(void)
{
    sim_server_restart(sim_chance(0.5), sim_between(0.1, 3));
    excuse_all(sim_now_us + 4 * PD_SRV_SECOND);
}

static void end_of_shortage(void *arg)
{
    (void)arg;
    sim_memory_fails = 0;
    excuse_all(sim_now_us);
    sim_stage_excuse(sim_now_us);
}

static void end_of_work(void *arg)
{
    (void)arg;
    sim_slowness = 1;
    sim_stage_excuse(sim_now_us);
}

/* Simulates other processes or a lowered clock: the same work takes longer,
 * at times more than the time that there is. */
static void busy(void)
{
    bool too_much = sim_chance(0.1);
    int64_t until = sim_now_us + sim_us(sim_between(2, 30));
    if (sim_slowness > 1) return;
    sim_slowness = too_much ? sim_between(SIM_SLOWEST, 60) : sim_between(1, SIM_SLOWEST);
    sim_counted.busy++;
    sim_stage_excuse(too_much ? until : sim_now_us);
    if (too_much) excuse_all(until + (int64_t)(100 * sim_tick_us()));
    sim_at(until, false, end_of_work, NULL);
}

static void shortage(void)
{
    static const double odds[] = {0.001, 0.01, 0.1, 1};
    sim_memory_fails = odds[sim_below(4)];
    int64_t until = sim_now_us + sim_us(sim_between(0.02, 2));
    excuse_all(until);
    sim_stage_excuse(until);
    sim_at(until, false, end_of_shortage, NULL);
}

static const struct {
    double odds; /* a second of storm */
    void (*happens)(void);
    const char *name;
} faults[] = {
    {0.15, reset, "reset"},          {0.05, half_open, "half-open"}, {0.05, vanish, "vanish"},
    {0.3, clog_line, "clog"},        {0.05, swizzle, "swizzle"},     {0.1, slow_reader, "slow reader"},
    {0.1, longer_way, "longer way"}, {0.1, pause_server, "pause"},   {0.01, restart, "restart"},
    {0.03, shortage, "shortage"},    {0.05, busy, "busy"},
};

static void strike(void *arg)
{
    for (size_t i = 0; sim_is_stormy && i < sizeof faults / sizeof *faults; i++)
        if (sim_chance(faults[i].odds / 10)) {
            sim_trace("fault: %s", faults[i].name);
            sim_counted.faults++;
            faults[i].happens();
        }
    sim_at(sim_now_us + PD_SRV_SECOND / 10, false, strike, arg);
}

void sim_faults_start(void)
{
    strike(NULL);
}
