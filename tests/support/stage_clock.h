#ifndef PD_TESTS_STAGE_CLOCK_H
#define PD_TESTS_STAGE_CLOCK_H
/* A clock that tests a stage without waiting: it advances when a thread sleeps on it, and by a step that the
 * test sets when it is read. */
#include "server/base/clock.h"

#include <stdint.h>

typedef struct stage_clock_state {
    _Atomic int64_t now_us; /* the tick's thread sleeps, others look                          */
    int64_t oversleep_us;   /* how much later than asked for a sleeper wakes                  */
    int64_t look_us;        /* time that passes between two looks                             */
    unsigned pause_us;      /* real time of a sleep: a stage's own thread does not run for ever */
} stage_clock_state;
extern stage_clock_state stage_clock_time;

int64_t stage_clock_now(void *ctx);
void stage_clock_sleep(void *ctx, int64_t us);

#endif
