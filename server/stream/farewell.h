#ifndef PD_SERVER_STREAM_FAREWELL_H
#define PD_SERVER_STREAM_FAREWELL_H
/* Schedule by which a stopping daemon tells the watchers of other daemons' sessions to reconnect, one after
 * another, so that their handshakes do not coincide.
 *
 *     watchers that receive frames over a relay, one every step
 *         -> a pause of PD_SRV_FAREWELL_PAUSE_US -> the others, one every step
 *
 * A watcher without frames is told last, because its session is moving to another daemon, and frames of that
 * daemon may arrive during the pause. When no time is left, all watchers are told at once.
 *
 * Threads  none of its own.   Errors  none.
 * / */
#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_FAREWELL_PAUSE_US 1000000

typedef struct pd_srv_farewell {
    int64_t next_us; /* time at which the next watcher is told             */
    int64_t fed_us;  /* time at which the last watcher with frames was told; at first the time of _begin */
} pd_srv_farewell;

/* Starts the schedule at `now_us`, microseconds of the monotonic clock. */
void pd_srv_farewell_begin(pd_srv_farewell *farewell, int64_t now_us);
/* Returns whether a watcher is to be told now, and counts it as told if so. Call it first for the watchers
 * with frames. step_us: time between two watchers; left_us: time within which all must be told. */
bool pd_srv_farewell_tell(pd_srv_farewell *farewell, bool is_fed, int64_t step_us, int64_t left_us,
                          int64_t now_us);
/* Drops the unused time. Call it after _farewell_tell was called for all watchers, so that a pause is not
 * followed by a burst. */
void pd_srv_farewell_rest(pd_srv_farewell *farewell, int64_t now_us);

#endif
