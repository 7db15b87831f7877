/* @heavy: takes over five seconds under ASan. */
#include "core/observe/group/group.h"

#include "tests/support/crossing.h"

static const char *const names[CAMERAS] = {"first", "second", "third"};
static const pd_observe_lens lenses[CAMERAS];
static const bool guessed[CAMERAS];

static pd_observe_group group_of(films *f, int count)
{
    return (pd_observe_group){.films = f->film,
                              .film_count = count,
                              .cameras = f->cameras,
                              .lenses = lenses,
                              .guessed = guessed,
                              .are_placed = true,
                              .rate = 30,
                              .calibrator = -1,
                              .names = names,
                              .model = model};
}

static void find(pd_observe_group *g)
{
    pd_error err = {0};
    if (pd_observe_group_check(g, &err) || pd_observe_group_find(g, &err))
        fail_msg("%s: %s", err.where, err.detail);
}

/* Whose pixels a person's take has: the share of the seen ones
 * that are this one's figure of that camera and moment. */
static double share_of(pd_observe_group *g, const films *f, int person, int who)
{
    const int row = pd_observe_group_row(g, person), n = g->places.count;
    const pd_observe_member *one = &g->people[person];
    float *at = malloc((size_t)(3 * row * one->frames) * sizeof *at);
    float *confidence = malloc((size_t)(row * one->frames) * sizeof *confidence);
    pd_observe_take take;
    int seen = 0, good = 0;

    assert_int_equal(pd_observe_group_take(&take, at, confidence, g, person, NULL), PD_OK);
    assert_int_equal(take.frame_count, one->frames);
    assert_int_equal(take.place_count, row);
    assert_int_equal(take.view_count, row / n - 1);
    for (int t = 0; t < one->frames; t++)
        for (int i = 0; i < row; i++) {
            const int c = one->only >= 0 ? one->only : i / n;
            const float *x = at + 3 * (t * row + i);
            double truth[2];
            if (!(confidence[t * row + i] > 0)) continue;
            cameras_see(truth, &f->cameras[c], f->at[who][one->first + t][g->places.columns[i % n]], 0, NULL);
            seen++, good += hypot((double)x[0] - truth[0], (double)x[1] - truth[1]) < 12;
        }
    free(at), free(confidence);
    return (double)good / seen;
}

static double best_share(pd_observe_group *g, const films *f, int person)
{
    double best = 0;
    for (int who = 0; who < PEOPLE; who++) best = fmax(best, share_of(g, f, person, who));
    return best;
}

static void each_person_s_take_has_their_own_figures_of_every_film(void **state)
{
    films f;
    int alone = 0;

    (void)state;
    shoot(&f, 4, 0.15, 3);
    pd_observe_group g = group_of(&f, CAMERAS);
    find(&g);
    assert_in_range(g.count, 4, 5); /* whom one film alone sees is somebody new after being out of sight */
    assert_int_equal(g.points, 0);
    for (int p = 0; p < g.count; p++) {
        alone += g.people[p].only >= 0;
        assert_true(g.people[p].only < 1);
        assert_int_equal(pd_observe_group_row(&g, p), g.places.count * (g.people[p].only < 0 ? CAMERAS : 1));
        if (g.people[p].only < 0) assert_true(best_share(&g, &f, p) > 0.97);
    }
    assert_true(alone >= 1);
    pd_observe_group_deinit(&g);
    clean(&f);
}

static void cameras_are_found_from_one_of_them(void **state)
{
    pd_observe_camera known[CAMERAS];
    films f;

    (void)state;
    shoot(&f, 3, 0.05, -1);
    memcpy(known, f.cameras, sizeof known);
    for (int c = 0; c < CAMERAS; c++) memset(f.cameras[c].rotation, 0, sizeof f.cameras[c].rotation);
    pd_observe_group g = group_of(&f, CAMERAS);
    g.are_placed = false;
    find(&g);
    assert_int_equal(g.count, 3);
    assert_int_equal(g.walkers, 3);
    assert_true(g.points > 100 && g.agreed > 0.5);
    for (int c = 0; c < CAMERAS; c++) assert_true(g.off[c] > 0.5 && g.off[c] < 5);
    double apart[2]; /* cameras 0 and 2, as they are and as they were found: one room, up to its size */
    for (int k = 0; k < 2; k++) {
        const pd_observe_camera *one = k ? known : f.cameras;
        double at[2][3], square = 0;
        for (int i = 0; i < 2; i++)
            for (int a = 0; a < 3; a++) {
                const double *m = one[2 * i].rotation, *t = one[2 * i].translation;
                at[i][a] = -(m[a] * t[0] + m[3 + a] * t[1] + m[6 + a] * t[2]);
            }
        for (int a = 0; a < 3; a++) square += (at[0][a] - at[1][a]) * (at[0][a] - at[1][a]);
        apart[k] = sqrt(square);
    }
    assert_true(fabs(apart[0] / apart[1] - 1) < 0.1);
    memcpy(f.cameras, known, sizeof known);
    pd_observe_group_deinit(&g);
    clean(&f);
}

static void a_single_film_needs_no_place(void **state)
{
    films f;

    (void)state;
    shoot(&f, 1, 0, -1);
    pd_observe_group g = group_of(&f, 1);
    find(&g);
    assert_int_equal(g.count, 1);
    assert_int_equal(g.people[0].frames, FRAMES);
    assert_int_equal(g.people[0].only, -1);
    assert_true(share_of(&g, &f, 0, 0) > 0.99);
    pd_observe_group_deinit(&g);

    pd_observe_group three = group_of(&f, CAMERAS); /* of each film one person: they are one */
    find(&three);
    assert_int_equal(three.count, 1);
    assert_null(three.crowd.films);
    assert_int_equal(pd_observe_group_row(&three, 0), CAMERAS * three.places.count);
    pd_observe_group_deinit(&three);
    clean(&f);
}

static bool no(void *ctx)
{
    ++*(int *)ctx;
    return false;
}

static void an_impossible_step_is_reported_with_its_film(void **state)
{
    films f;
    pd_error err;
    int asked = 0;

    (void)state;
    shoot(&f, 2, 0, -1);
    pd_observe_group stopped = group_of(&f, CAMERAS);
    stopped.keep_going = no, stopped.ctx = &asked;
    find(&stopped);
    assert_true(stopped.stopped && asked > 0 && !stopped.count);
    pd_observe_group_deinit(&stopped);

    const int figures = f.film[1].figure_count;
    f.film[1].figure_count = 0;
    pd_observe_group blind = group_of(&f, CAMERAS);
    assert_int_equal(pd_observe_group_check(&blind, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "second");
    pd_observe_group_deinit(&blind);
    f.film[1].figure_count = figures;

    memset(f.cameras[0].rotation, 0, sizeof f.cameras[0].rotation);
    pd_observe_group other = group_of(&f, CAMERAS);
    other.are_placed = false, other.calibrator = 2;
    assert_int_equal(pd_observe_group_check(&other, &err), PD_OK);
    assert_int_equal(pd_observe_group_find(&other, &err), PD_ERR_RANGE);
    assert_non_null(strstr(err.detail, "person 2; 0 to 1 allowed"));
    pd_observe_group_deinit(&other);
    clean(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_person_s_take_has_their_own_figures_of_every_film),
        cmocka_unit_test(cameras_are_found_from_one_of_them),
        cmocka_unit_test(a_single_film_needs_no_place),
        cmocka_unit_test(an_impossible_step_is_reported_with_its_film),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
