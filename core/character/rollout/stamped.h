#ifndef PD_CHARACTER_ROLLOUT_STAMPED_H
#define PD_CHARACTER_ROLLOUT_STAMPED_H
/* Inputs that wait for the tick for which they were made: a client names the tick of each input, and server
 * and client apply it in that tick (tools/predict/predictor.h).
 *
 * Inputs are in the order of their ticks, those of one tick in the order of their arrival. An input holds
 * until the next one. When several fall due in one tick, because they came late, the last one holds, and the
 * character jumps in this tick if any of them asked for it.
 *
 * Ticks    numbers modulo 2^32; of two the later one is ahead by less than 2^31.
 * Memory   plain and copyable; a zeroed list is empty.
 * Threads  pure functions.
 * Errors   _add returns false when the list is full.
 */
#include "core/character/control/input.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_CHARACTER_STAMPED_MOST 128 /* inputs that wait; at 60 a second those of 2.1 s */

/* An input with its tick. */
typedef struct pd_character_stamped {
    uint32_t tick;            /* tick in which it is applied */
    uint64_t seq;             /* the client's number of the input */
    pd_character_input input; /* checked */
} pd_character_stamped;

typedef struct pd_character_stamped_list {
    pd_character_stamped items[PD_CHARACTER_STAMPED_MOST];
    int count;
} pd_character_stamped_list;

/* Returns by how many ticks tick a is after tick b; negative: before. */
static inline int32_t pd_character_stamped_after(uint32_t a, uint32_t b)
{
    return (int32_t)(a - b);
}

/* Adds an input. Returns false if the list is full. */
bool pd_character_stamped_add(pd_character_stamped_list *list, const pd_character_stamped *item);
/* Takes the inputs up to a tick out of the list. Returns their number; if it is not 0, *held receives the one
 * that holds from then on, with its seq, and *jumps whether the character jumps in this tick. */
int pd_character_stamped_take(pd_character_stamped_list *list, uint32_t tick, pd_character_stamped *held,
                              bool *jumps);
/* Finds without taking, from item `from` on: returns the number of the items up to a tick. */
int pd_character_stamped_due(const pd_character_stamped_list *list, int from, uint32_t tick,
                             pd_character_stamped *held, bool *jumps);
/* Drops the first `count` items. */
void pd_character_stamped_drop(pd_character_stamped_list *list, int count);

#endif
