/* The plan of a slot: which characters a tick moves, in which order and batches. Sessions and characters
 * are made by hand, and the expected lists by a walk over the stage's lists. */
#include "server/stage/plan.h"

#include "core/base/rng.h"
#include "server/stage/stage_parts.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define GROUPS   3
#define SESSIONS 12

static pd_srv_session *add_session(pd_srv_stage *stage, int slot)
{
    pd_srv_session *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->slot = slot;
    s->next = stage->sessions;
    stage->sessions = s;
    pd_srv_plan_outdate(stage, slot);
    return s;
}

static pd_srv_character *add_character(pd_srv_stage *stage, pd_srv_session *s, pd_srv_model_group *group)
{
    pd_srv_character *a = calloc(1, sizeof *a);
    assert_non_null(a);
    a->group = group;
    a->next = s->characters;
    s->characters = a;
    s->character_count++;
    stage->character_count++;
    pd_srv_plan_outdate(stage, s->slot);
    return a;
}

/* Removes the newest character of a session, if it has one. */
static void remove_character(pd_srv_stage *stage, pd_srv_session *s)
{
    pd_srv_character *a = s->characters;
    if (!a) return;
    s->characters = a->next;
    s->character_count--;
    stage->character_count--;
    pd_srv_plan_outdate(stage, s->slot);
    free(a);
}

static void remove_session(pd_srv_stage *stage, pd_srv_session *s)
{
    while (s->characters) remove_character(stage, s);
    pd_srv_session **at = &stage->sessions;
    while (*at != s) at = &(*at)->next;
    *at = s->next;
    pd_srv_plan_outdate(stage, s->slot);
    free(s);
}

static void free_stage(pd_srv_stage *stage)
{
    while (stage->sessions) remove_session(stage, stage->sessions);
    for (int slot = 0; slot < PD_SRV_SLOTS; slot++) pd_srv_plan_deinit(&stage->plans[slot]);
}

/* Checks a plan against a walk over groups, sessions and characters. */
static void check_plan(pd_srv_stage *stage, int slot)
{
    const pd_srv_plan *plan = pd_srv_plan_update(stage, slot);

    /* Sessions: in the order of the list, those that are expensive last;
     * the number of each in the list of the slot. */
    int number[SESSIONS];
    int count = 0;
    for (int is_expensive = 0; is_expensive < 2; is_expensive++) {
        int company = 0;
        for (const pd_srv_session *s = stage->sessions; s; s = s->next) {
            if (s->slot != slot || s->dead) continue;
            if (s->is_expensive == is_expensive) {
                assert_ptr_equal(plan->sessions[count], s);
                number[count++] = company;
            }
            company++;
        }
    }
    assert_int_equal(plan->session_count, count);

    /* Batches: without a gap, of one class each, none but the last of a class smaller than PD_SRV_BATCH. */
    int session = 0;
    int character = 0;
    int observed = 0;
    for (int b = 0; b < plan->batch_count; b++) {
        const pd_srv_batch *batch = &plan->batches[b];
        assert_int_equal(batch->session_begin, session);
        assert_true(batch->session_end > session);
        int taken = 0;
        for (int i = session; i < batch->session_end; i++) {
            assert_int_equal(plan->sessions[i]->is_expensive, plan->sessions[session]->is_expensive);
            taken += plan->sessions[i]->character_count;
        }
        const bool is_last = batch->session_end == plan->cheap_count || batch->session_end == count;
        if (!is_last) assert_true(taken >= PD_SRV_BATCH);

        /* Characters: by group, then by session, newest first. */
        assert_int_equal(batch->begin, character);
        for (const pd_srv_model_group *g = stage->groups; g; g = g->next)
            for (int i = session; i < batch->session_end; i++)
                for (const pd_srv_character *a = plan->sessions[i]->characters; a; a = a->next) {
                    if (a->group != g) continue;
                    assert_ptr_equal(plan->characters[character++], a);
                    assert_int_equal(a->company, number[i]);
                }
        assert_int_equal(batch->end, character);

        /* Characters with an observer: by session, whatever their group. */
        assert_int_equal(batch->observed_begin, observed);
        for (int i = session; i < batch->session_end; i++)
            for (const pd_srv_character *a = plan->sessions[i]->characters; a; a = a->next)
                if (a->observed) assert_ptr_equal(plan->observed[observed++], a);
        assert_int_equal(batch->observed_end, observed);
        session = batch->session_end;
    }
    assert_int_equal(session, count);
    assert_int_equal(plan->character_count, character);
    assert_int_equal(plan->observed_count, observed);
}

static void a_plan_lists_what_a_walk_over_sessions_and_groups_finds_after_any_change(void **state)
{
    (void)state;
    struct pd_srv_observed *const observer = (struct pd_srv_observed *)&(char){0}; /* never followed */
    pd_srv_model_group groups[GROUPS] = {{.next = &groups[1]}, {.next = &groups[2]}, {.next = NULL}};
    pd_srv_stage stage = {.groups = groups};
    pd_rng rng;
    int sessions = 0;
    pd_rng_init(&rng, 7);

    for (int step = 0; step < 3000; step++) {
        pd_srv_session *s = stage.sessions;
        for (int i = sessions ? pd_rng_below(&rng, sessions) : 0; i > 0; i--) s = s->next;
        switch (pd_rng_below(&rng, 8)) {
        case 0:
            if (sessions < SESSIONS) {
                add_session(&stage, pd_rng_below(&rng, 2));
                sessions++;
            }
            break;
        case 1:
            if (s && pd_rng_below(&rng, 4) == 0) {
                remove_session(&stage, s);
                sessions--;
            }
            break;
        case 2:
            if (s) s->is_expensive = !s->is_expensive;
            break;
        case 3:
            if (s) s->dead = pd_rng_below(&rng, 4) == 0;
            if (s && !s->dead) pd_srv_plan_outdate(&stage, s->slot); /* the stage never revives one */
            break;
        case 4:
            if (s) pd_srv_plan_move(&stage, s, !s->slot);
            break;
        case 5:
            if (s) remove_character(&stage, s);
            break;
        default:
            for (int i = pd_rng_below(&rng, 8); s && i > 0; i--) {
                pd_srv_character *a = add_character(&stage, s, &groups[pd_rng_below(&rng, GROUPS)]);
                if (pd_rng_below(&rng, 5) == 0) a->observed = observer;
            }
        }
        check_plan(&stage, 0);
        check_plan(&stage, 1);
    }
    free_stage(&stage);
}

static void a_plan_is_kept_until_something_changes(void **state)
{
    (void)state;
    pd_srv_model_group group = {.next = NULL};
    pd_srv_stage stage = {.groups = &group};
    pd_srv_session *s = add_session(&stage, 0);
    add_character(&stage, s, &group);
    const pd_srv_plan *plan = pd_srv_plan_update(&stage, 0);
    assert_int_equal(plan->character_count, 1);

    /* A mark in the plan stays as long as the plan is not made anew. */
    plan->characters[0]->company = 77;
    pd_srv_plan_update(&stage, 0);
    assert_int_equal(s->characters->company, 77);
    s->is_expensive = true;
    pd_srv_plan_update(&stage, 0);
    assert_int_equal(s->characters->company, 0);

    s->dead = 1;
    assert_int_equal(pd_srv_plan_update(&stage, 0)->session_count, 0);
    free_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_lists_what_a_walk_over_sessions_and_groups_finds_after_any_change),
        cmocka_unit_test(a_plan_is_kept_until_something_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
