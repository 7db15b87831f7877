#include "server/stage/plan.h"

#include "core/base/assert.h"
#include "server/stage/stage_parts.h"

/* Returns whether a session belongs to the plan of a slot. */
static bool is_of_slot(const pd_srv_session *s, int slot)
{
    return s->slot == slot && !s->dead;
}

/* Takes memory for the sessions of a slot and their characters. Returns false when out of memory. */
static bool reserve_plan(pd_srv_plan *plan, const pd_srv_stage *stage, int slot)
{
    size_t sessions = 0;
    size_t characters = 0;

    for (const pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (!is_of_slot(s, slot)) continue;
        sessions++;
        characters += (size_t)s->character_count;
    }

    const size_t bytes = pd_arena_bytes(sessions, sizeof *plan->sessions) +
                         pd_arena_bytes(characters, sizeof *plan->characters) +
                         pd_arena_bytes(characters, sizeof *plan->observed) +
                         pd_arena_bytes(sessions, sizeof *plan->batches);
    if (!pd_arena_reserve(&plan->memory, bytes)) return false;
    plan->sessions = pd_arena_take(&plan->memory, sessions, sizeof *plan->sessions);
    plan->characters = pd_arena_take(&plan->memory, characters, sizeof *plan->characters);
    plan->observed = pd_arena_take(&plan->memory, characters, sizeof *plan->observed);
    plan->batches = pd_arena_take(&plan->memory, sessions, sizeof *plan->batches);

    return true;
}

/* Lists the sessions of a slot that are expensive, or those that are not, and gives their characters its
 * number in the slot. */
static void list_sessions(pd_srv_plan *plan, const pd_srv_stage *stage, int slot, bool is_expensive)
{
    int company = 0;

    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (!is_of_slot(s, slot)) continue;
        if (s->is_expensive == is_expensive) {
            for (pd_srv_character *a = s->characters; a; a = a->next) a->company = company;
            plan->sessions[plan->session_count++] = s;
        }

        company++;
    }
}

/* Divides the sessions from `begin` to the one before `end` into batches. */
static void divide_sessions(pd_srv_plan *plan, int begin, int end)
{
    int left = 0; /* characters of the sessions that are in no batch yet */
    for (int i = begin; i < end; i++) left += plan->sessions[i]->character_count;

    for (int i = begin; i < end;) {
        const int first = i;
        int taken = 0;
        for (; i < end && (taken < PD_SRV_BATCH || left < PD_SRV_BATCH); i++) {
            taken += plan->sessions[i]->character_count;
            left -= plan->sessions[i]->character_count;
        }

        plan->batches[plan->batch_count++] = (pd_srv_batch){.session_begin = first, .session_end = i};
    }
}

/* Lists the characters of a batch. */
static void list_characters(pd_srv_plan *plan, const pd_srv_stage *stage, pd_srv_batch *batch)
{
    batch->begin = plan->character_count;
    for (const pd_srv_model_group *group = stage->groups; group; group = group->next)
        for (int i = batch->session_begin; i < batch->session_end; i++)
            for (pd_srv_character *a = plan->sessions[i]->characters; a; a = a->next)
                if (a->group == group) plan->characters[plan->character_count++] = a;
    batch->end = plan->character_count;

    batch->observed_begin = plan->observed_count;
    for (int i = batch->session_begin; i < batch->session_end; i++)
        for (pd_srv_character *a = plan->sessions[i]->characters; a; a = a->next)
            if (a->observed) plan->observed[plan->observed_count++] = a;
    batch->observed_end = plan->observed_count;
}

/* Returns whether the plan still holds: no session of it has ended,
 * or has become expensive or is not any more. */
static bool is_current(const pd_srv_plan *plan)
{
    if (!plan->is_current) return false;
    for (int i = 0; i < plan->session_count; i++)
        if (plan->sessions[i]->dead || plan->sessions[i]->is_expensive != (i >= plan->cheap_count))
            return false;
    return true;
}

const pd_srv_plan *pd_srv_plan_update(pd_srv_stage *stage, int slot)
{
    PD_ASSERT(slot >= 0 && slot < PD_SRV_SLOTS);
    pd_srv_plan *plan = &stage->plans[slot];
    if (is_current(plan)) return plan;

    plan->session_count = plan->character_count = plan->observed_count = plan->batch_count = 0;
    plan->is_current = reserve_plan(plan, stage, slot);
    if (!plan->is_current) return plan;

    /* Sessions, those that are not expensive first. */
    list_sessions(plan, stage, slot, false);
    plan->cheap_count = plan->session_count;
    list_sessions(plan, stage, slot, true);

    /* Batches and their characters. */
    divide_sessions(plan, 0, plan->cheap_count);
    divide_sessions(plan, plan->cheap_count, plan->session_count);
    for (int i = 0; i < plan->batch_count; i++) list_characters(plan, stage, &plan->batches[i]);

    PD_ASSERT(plan->batch_count <= plan->session_count);
    PD_ASSERT(plan->observed_count <= plan->character_count &&
              plan->character_count <= stage->character_count);

    return plan;
}

void pd_srv_plan_outdate(pd_srv_stage *stage, int slot)
{
    PD_ASSERT(slot >= 0 && slot < PD_SRV_SLOTS);
    stage->plans[slot].is_current = false;
}

void pd_srv_plan_move(pd_srv_stage *stage, pd_srv_session *s, int slot)
{
    pd_srv_plan_outdate(stage, s->slot);
    pd_srv_plan_outdate(stage, slot);
    stage->slot_sessions[s->slot]--;
    stage->slot_sessions[slot]++;
    s->slot = slot;
}

void pd_srv_plan_deinit(pd_srv_plan *plan)
{
    pd_arena_deinit(&plan->memory);
    *plan = (pd_srv_plan){.is_current = false};
}
