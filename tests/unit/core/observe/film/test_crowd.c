/* @heavy: takes over five seconds under ASan. */
#include "core/observe/film/crowd.h"

#include "core/observe/triangulate.h"
#include "tests/support/crossing.h"

static pd_observe_crowd_request ask(const films *f)
{
    return (pd_observe_crowd_request){.films = f->film,
                                      .cameras = f->cameras,
                                      .camera_count = CAMERAS,
                                      .patience = 30,
                                      .least = 15,
                                      .name = "films"};
}

/* Who each found person is: whose figures they have most of.
 * Share of all figures that are found to be who they are. */
static double right(int *who, const pd_observe_crowd *crowd, const films *f)
{
    int count = 0, good = 0;

    for (int p = 0; p < crowd->count; p++) {
        int votes[8] = {0};
        who[p] = 0;
        for (int c = 0; c < CAMERAS; c++)
            for (int i = 0; i < f->film[c].figure_count; i++)
                if (crowd->films[c].person[i] == p) votes[f->truth[c][i]]++;
        for (int k = 0; k < f->people; k++)
            if (votes[k] > votes[who[p]]) who[p] = k;
    }
    for (int c = 0; c < CAMERAS; c++)
        for (int i = 0; i < f->film[c].figure_count; i++) {
            const int p = crowd->films[c].person[i];
            count++, good += p >= 0 && who[p] == f->truth[c][i];
        }
    return (double)good / count;
}

/* Millimetres, mean over keypoints that two cameras see of each found person. */
static double off_in_space(const pd_observe_crowd *crowd, const int *who, const films *f)
{
    double sum = 0;
    int count = 0;

    for (int p = 0; p < crowd->count; p++)
        for (int t = 0; t < FRAMES; t++)
            for (int k = 0; k < KEYPOINTS; k++) {
                pd_observe_ray rays[CAMERAS];
                double x[3], off, square = 0;
                int seen = 0;
                for (int c = 0; c < CAMERAS; c++)
                    for (int i = 0; i < f->film[c].figure_count; i++) {
                        if (crowd->films[c].person[i] != p || f->film[c].frames[i] != t) continue;
                        const size_t at = (size_t)i * KEYPOINTS + (size_t)k;
                        rays[seen++] = (pd_observe_ray){
                            &f->cameras[c],
                            {(double)f->film[c].at[3 * at], (double)f->film[c].at[3 * at + 1]},
                            (double)f->film[c].confidence[at]};
                    }
                if (!pd_observe_triangulate(x, &off, rays, seen, 0)) continue;
                for (int a = 0; a < 3; a++) square += pow(x[a] - f->at[who[p]][t][k][a], 2);
                sum += 1000 * sqrt(square), count++;
            }
    return sum / count;
}

static void people_who_cross_are_the_same_in_every_film(void **state)
{
    static const double shares[] = {0, 0.15, 0.3};
    (void)state;
    for (int s = 0; s < 3; s++) {
        films f;
        pd_observe_crowd crowd;
        pd_error err = {0};
        int who[PD_OBSERVE_CROWD_MOST];
        shoot(&f, 3, shares[s], -1);
        const pd_observe_crowd_request request = ask(&f);
        if (pd_observe_crowd_run(&crowd, &request, &err)) fail_msg("%s: %s", err.where, err.detail);
        const double share = right(who, &crowd, &f), off = off_in_space(&crowd, who, &f);
        print_message("%.0f %% missed: %d people, %.2f %% of the figures right, %.1f mm\n", 100 * shares[s],
                      crowd.count, 100 * share, off);
        assert_int_equal(crowd.count, 3);
        assert_true(share > 0.99 && off < 15);
        pd_observe_crowd_deinit(&crowd);
        clean(&f);
    }
}

static void a_person_in_one_film_alone_is_kept_and_reported(void **state)
{
    films f;
    pd_observe_crowd crowd;
    pd_error err = {0};
    int who[PD_OBSERVE_CROWD_MOST], alone = 0;

    (void)state;
    shoot(&f, 4, 0, 3);
    const pd_observe_crowd_request request = ask(&f);
    if (pd_observe_crowd_run(&crowd, &request, &err)) fail_msg("%s: %s", err.where, err.detail);
    const double share = right(who, &crowd, &f);
    for (int p = 0; p < crowd.count; p++) {
        print_message("person %d is %d: seen in %d moments, in %d of them by two\n", p, who[p], crowd.seen[p],
                      crowd.shared[p]);
        if (who[p] == 3) alone++, assert_true(crowd.shared[p] < 10);
    }
    print_message("%d people, %.2f %% right\n", crowd.count, 100 * share);
    assert_true(share > 0.97 && alone >= 1);
    pd_observe_crowd_deinit(&crowd);
    clean(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_who_cross_are_the_same_in_every_film),
                                       cmocka_unit_test(a_person_in_one_film_alone_is_kept_and_reported)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
