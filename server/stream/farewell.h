#ifndef PD_SERVER_STREAM_FAREWELL_H
#define PD_SERVER_STREAM_FAREWELL_H
/* The order in which a daemon that stops tells the watchers of other daemons' sessions to reconnect, so that their handshakes follow each other.
 *
 *     those whose frames come over a relay, one every step  ->  a pause of PD_SRV_FAREWELL_PAUSE_US  ->  the others, one every step
 *
 * A watcher without frames is told last, because its session is moving to another daemon, and frames of that daemon may arrive during the pause. When no time
 * is left, all watchers are told at once.
 *
 * Threads  none of its own.   Errors  none.
 */
#include <stdbool.h>
#include <stdint.h>

#define PD_SRV_FAREWELL_PAUSE_US 1000000

typedef struct pd_srv_farewell {
    int64_t next_us; /* time at which the next watcher is told             */
    int64_t fed_us;  /* time at which the last one with frames was told, at first that of _begin */
} pd_srv_farewell;

void pd_srv_farewell_begin(pd_srv_farewell *farewell, int64_t now_us);
/* Returns whether a watcher is told now, which counts as told then. Ask for those with frames first. step_us: time between two; left_us: time in which all
 * have to be told. */
bool pd_srv_farewell_tell(pd_srv_farewell *farewell, bool is_fed, int64_t step_us, int64_t left_us,
                          int64_t now_us);
/* After all have been asked for: time that nobody could use is not saved for later. */
void pd_srv_farewell_rest(pd_srv_farewell *farewell, int64_t now_us);

#endif
