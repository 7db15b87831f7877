/* Every figure of the report, compared with known values of made-up data. */
#include "factory/body/report.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"
#include "factory/tests/support/egg.h"

#include <stdlib.h>

static void percentiles_lie_between_the_sorted_values(void **state)
{
    (void)state;
    double v[5] = {4, 1, 3, 0, 2};
    assert_near(pd_factory_percentile(v, 5, 0), 0, 0);
    for (int i = 0; i < 5; i++) assert_near(v[i], i, 0); /* sorted in place */
    assert_near(pd_factory_percentile(v, 5, 25), 1, 1e-12);
    assert_near(pd_factory_percentile(v, 5, 60), 2.4, 1e-12);
    assert_near(pd_factory_percentile(v, 5, 100), 4, 0);
    double one[1] = {7};
    assert_near(pd_factory_percentile(one, 1, 95), 7, 0);
}

/* ---- the population ---- */

enum { PEOPLE = 90 };

static void make_people(pd_factory_subject *people)
{
    pd_rng rng;
    pd_rng_init(&rng, 2);
    memset(people, 0, PEOPLE * sizeof *people);
    for (int i = 0; i < PEOPLE; i++) {
        pd_factory_subject *s = &people[i];
        s->male = i % 3 == 0;
        s->stature = 1.5 + 0.4 * pd_rng_uniform(&rng);
        s->stature_got = s->stature + (i == 40 ? -0.007 : 0.002 * pd_rng_uniform(&rng));
        s->volume_got = 0.05 + 0.06 * pd_rng_uniform(&rng);
        double bmi = 1000 * s->volume_got / (s->stature_got * s->stature_got);
        s->bmi = bmi * (i % 5 == 0 ? 0.97 : i % 5 == 1 ? 1.03 : 1 + 0.009 * (2 * pd_rng_uniform(&rng) - 1));
        s->corpulence = i % 9 == 0 ? 1.5 : 1;
    }
}

/* Returns the percentile by counting instead of sorting, with linear interpolation between neighbours. */
static double percentile_by_rank(const double *v, int n, double part)
{
    double at = part * (n - 1), low = 0, high = 0;
    for (int i = 0; i < n; i++) {
        int below = 0;
        for (int k = 0; k < n; k++) below += v[k] < v[i] || (v[k] == v[i] && k < i);
        if (below == (int)floor(at)) low = v[i];
        if (below == (int)ceil(at)) high = v[i];
    }
    return low + (at - floor(at)) * (high - low);
}

static void the_population_is_counted_by_sex(void **state)
{
    (void)state;
    static pd_factory_subject people[PEOPLE];
    pd_factory_report report;
    make_people(people);
    pd_factory_sample sample = {.count = PEOPLE, .subjects = people};
    memset(&report, 0x55, sizeof report);
    assert_int_equal(pd_factory_report_sample(&report, &sample, NULL), PD_OK);
    for (int male = 0; male < 2; male++) {
        const pd_factory_population *p = male ? &report.men : &report.women;
        double tall[PEOPLE], bmi[PEOPLE], kg[PEOPLE], mean = 0, square = 0;
        int n = 0, fat = 0;
        for (int i = 0; i < PEOPLE; i++) {
            if (people[i].male != male) continue;
            tall[n] = people[i].stature_got, kg[n] = people[i].volume_got * 1000;
            bmi[n] = kg[n] / tall[n] / tall[n], fat += people[i].corpulence > 1.2, n++;
        }
        for (int i = 0; i < n; i++) mean += tall[i] / n;
        for (int i = 0; i < n; i++) square += (tall[i] - mean) * (tall[i] - mean) / n;
        assert_int_equal(p->count, n);
        assert_int_equal(n, male ? 30 : 60);
        assert_near(p->stature_mean, mean, 1e-9);
        assert_near(p->stature_sd, sqrt(square), 1e-7);
        assert_near(p->fat_beyond, fat / (double)n, 1e-12);
        assert_near(p->bmi_p5, percentile_by_rank(bmi, n, 0.05), 1e-9);
        assert_near(p->bmi_p25, percentile_by_rank(bmi, n, 0.25), 1e-9);
        assert_near(p->bmi_p50, percentile_by_rank(bmi, n, 0.5), 1e-9);
        assert_near(p->bmi_p75, percentile_by_rank(bmi, n, 0.75), 1e-9);
        assert_near(p->bmi_p95, percentile_by_rank(bmi, n, 0.95), 1e-9);
        assert_near(p->mass_p5, percentile_by_rank(kg, n, 0.05), 1e-9);
        assert_near(p->mass_p50, percentile_by_rank(kg, n, 0.5), 1e-9);
        assert_near(p->mass_p95, percentile_by_rank(kg, n, 0.95), 1e-9);
    }
    assert_near(report.stature_worst_mm, 7, 1e-9);
    assert_near(report.bmi_within_1_percent, 0.6, 1e-12);
}

static void a_sample_without_men_has_no_figures_for_them(void **state)
{
    (void)state;
    static pd_factory_subject one;
    pd_factory_report report;
    one = (pd_factory_subject){.stature = 1.6, .stature_got = 1.6, .volume_got = 0.064, .bmi = 25};
    pd_factory_sample sample = {.count = 1, .subjects = &one};
    memset(&report, 0x55, sizeof report);
    assert_int_equal(pd_factory_report_sample(&report, &sample, NULL), PD_OK);
    assert_int_equal(report.men.count, 0);
    assert_near(report.men.bmi_p50, 0, 0);
    assert_int_equal(report.women.count, 1);
    assert_near(report.women.bmi_p50, 25, 1e-9);
    assert_near(report.women.stature_sd, 0, 0);
    assert_near(report.bmi_within_1_percent, 1, 0);
}

/* ---- joints ---- */

/* Makes a regressor whose joint j is vertex j; the first two rows are the mean of two vertices. */
static void one_vertex_each(pd_factory_regressor *r, int *vertex, double *weight)
{
    int n = 0;
    for (int j = 0; j < PD_FACTORY_POINT_COUNT; j++) {
        int entries = j == 0 ? 2 : j == 5 ? 3 : 1;
        r->start[j] = n;
        for (int e = 0; e < entries; e++) vertex[n] = j + e, weight[n++] = 1.0 / entries;
    }
    r->start[PD_FACTORY_POINT_COUNT] = n;
    r->vertex = vertex, r->weight = weight;
}

static void the_regressors_errors_are_distances_in_millimetres(void **state)
{
    (void)state;
    enum { BODIES = 7, V = 80 };
    static float bodies[BODIES][V][3];
    static double centers[BODIES][PD_FACTORY_POINT_COUNT][3];
    pd_factory_regressor r;
    pd_factory_report report = {0};
    int vertex[PD_FACTORY_POINT_COUNT + 3];
    double weight[PD_FACTORY_POINT_COUNT + 3], all[BODIES * PD_FACTORY_JOINT_COUNT], mean = 0, most = 0;
    pd_rng rng;
    pd_rng_init(&rng, 9);
    one_vertex_each(&r, vertex, weight);
    double per_joint[PD_FACTORY_JOINT_COUNT] = {0};
    for (int b = 0; b < BODIES; b++) {
        for (int v = 0; v < V; v++)
            for (int c = 0; c < 3; c++) bodies[b][v][c] = (float)pd_rng_normal(&rng);
        for (int j = 0; j < PD_FACTORY_POINT_COUNT; j++) {
            int entries = j == 0 ? 2 : j == 5 ? 3 : 1;
            double d[3] = {0}, square = 0;
            for (int c = 0; c < 3; c++) {
                for (int e = 0; e < entries; e++) centers[b][j][c] += bodies[b][j + e][c] / (double)entries;
                d[c] = 0.01 * pd_rng_normal(&rng), square += d[c] * d[c];
                centers[b][j][c] += d[c];
            }
            if (j >= PD_FACTORY_JOINT_COUNT) continue;
            double mm = 1000 * sqrt(square);
            all[b * PD_FACTORY_JOINT_COUNT + j] = mm, per_joint[j] += mm / BODIES;
            mean += mm / (BODIES * PD_FACTORY_JOINT_COUNT), most = fmax(most, mm);
        }
    }
    assert_int_equal(pd_factory_report_regressor(&report, &r, bodies[0][0], centers[0][0], BODIES, V, NULL),
                     PD_OK);
    for (int j = 0; j < PD_FACTORY_JOINT_COUNT; j++) assert_near(report.regressor_mm[j], per_joint[j], 1e-6);
    assert_near(report.regressor_mean_mm, mean, 1e-6);
    assert_near(report.regressor_max_mm, most, 1e-6);
    assert_near(report.regressor_p95_mm, percentile_by_rank(all, BODIES * PD_FACTORY_JOINT_COUNT, 0.95),
                1e-6);
    assert_int_equal(report.regressor_entries, PD_FACTORY_JOINT_COUNT + 1 + 2);
    assert_int_equal(report.regressor_row_min, 1);
    assert_int_equal(report.regressor_row_max, 3);
}

/* Arms level along +X and legs 3 degrees outward: the T-pose. */
static void t_pose(double c[PD_FACTORY_POINT_COUNT][3])
{
    static const int arm[] = {PD_FACTORY_L_SHOULDER, PD_FACTORY_L_ELBOW, PD_FACTORY_L_WRIST,
                              PD_FACTORY_L_HAND};
    memset(c, 0, PD_FACTORY_POINT_COUNT * sizeof *c);
    for (int i = 0; i < 4; i++) c[arm[i]][0] = 0.2 + 0.25 * i, c[arm[i]][1] = 1.4;
    c[PD_FACTORY_L_HIP][0] = 0.1, c[PD_FACTORY_L_HIP][1] = 0.9;
    c[PD_FACTORY_L_ANKLE][0] = 0.1 + 0.8 * tan(3 * M_PI / 180), c[PD_FACTORY_L_ANKLE][1] = 0.1,
    c[PD_FACTORY_L_ANKLE][2] = -0.07;
}

static double axes_of(double c[2][PD_FACTORY_POINT_COUNT][3])
{
    pd_factory_report report;
    report.axis_worst_deg = 77;
    pd_factory_report_axes(&report, c[0][0], 2);
    return report.axis_worst_deg;
}

static void axes_are_off_by_the_angle_of_the_worst_limb(void **state)
{
    (void)state;
    static const int arm[] = {PD_FACTORY_L_SHOULDER, PD_FACTORY_L_ELBOW, PD_FACTORY_L_WRIST,
                              PD_FACTORY_L_HAND};
    double c[2][PD_FACTORY_POINT_COUNT][3];
    t_pose(c[0]), t_pose(c[1]);
    assert_near(axes_of(c), 0, 1e-6);
    for (int i = 1; i < 4; i++) /* bends one bone at a time, up or forward */
        for (int axis = 1; axis < 3; axis++) {
            t_pose(c[1]);
            for (int k = i; k < 4; k++) c[1][arm[k]][axis] += 0.25 * tan(5 * M_PI / 180);
            assert_near(axes_of(c), 5, 1e-6);
        }
    t_pose(c[1]);
    c[1][PD_FACTORY_L_ELBOW][0] = c[1][PD_FACTORY_L_SHOULDER][0] - 0.1; /* points the other way */
    assert_near(axes_of(c), 180, 1e-6);
    t_pose(c[1]);
    c[1][PD_FACTORY_L_ANKLE][0] = c[1][PD_FACTORY_L_HIP][0] - 0.8 * tan(4 * M_PI / 180);
    assert_near(axes_of(c), 7, 1e-6);
    t_pose(c[1]);
    c[1][PD_FACTORY_L_ANKLE][2] += 0.4; /* depth does not count */
    assert_near(axes_of(c), 0, 1e-6);
}

/* ---- weights ---- */

static void weights_are_counted_by_joints_and_jumps_along_edges(void **state)
{
    (void)state;
    egg e;
    pd_factory_mesh mesh;
    pd_factory_report report;
    pd_rng rng;
    pd_rng_init(&rng, 4);
    egg_mesh(&mesh, &e);
    size_t entries = (size_t)mesh.neighbor_start[mesh.vertex_count], n = 0;
    double *w = calloc((size_t)mesh.vertex_count * PD_FACTORY_JOINT_COUNT, sizeof *w),
           *jumps = malloc(entries * sizeof *jumps);
    int counts[4] = {0};
    for (int v = 0; v < mesh.vertex_count; v++) {
        int used = 1 + pd_rng_below(&rng, 5); /* five are in none of the four counts */
        for (int j = 0; j < used; j++)
            w[v * PD_FACTORY_JOINT_COUNT + (v + 5 * j) % PD_FACTORY_JOINT_COUNT] =
                pd_rng_uniform(&rng) + 0.01;
        if (used <= 4) counts[used - 1]++;
    }
    for (int v = 0; v < mesh.vertex_count; v++)
        for (int k = mesh.neighbor_start[v]; k < mesh.neighbor_start[v + 1]; k++, n++) {
            const double *a = w + v * PD_FACTORY_JOINT_COUNT,
                         *b = w + mesh.neighbors[k] * PD_FACTORY_JOINT_COUNT;
            jumps[n] = 0;
            for (int j = 0; j < PD_FACTORY_JOINT_COUNT; j++) jumps[n] = fmax(jumps[n], fabs(a[j] - b[j]));
        }
    memset(&report, 0x55, sizeof report);
    assert_int_equal(pd_factory_report_weights(&report, w, PD_FACTORY_JOINT_COUNT, &mesh, NULL), PD_OK);
    for (int i = 0; i < 4; i++) assert_int_equal(report.weight_vertices[i], counts[i]);
    assert_near(report.weight_jump_p99, percentile_by_rank(jumps, (int)entries, 0.99), 1e-12);
    assert_near(report.weight_jump_max, percentile_by_rank(jumps, (int)entries, 1), 0);
    free(w), free(jumps);
    pd_factory_mesh_deinit(&mesh);
}

/* ---- shape ---- */

/* Bodies that are the mean plus two directions plus a push of 3 mm along x on every vertex. */
static void shape_errors_are_the_residuals_of_the_components(void **state)
{
    (void)state;
    enum { BODIES = 4, V = EGG_VERTICES };
    egg e;
    pd_factory_mesh mesh;
    pd_factory_model_report report = {0};
    static double areas[V], centers[BODIES][PD_FACTORY_POINT_COUNT][3], normal[4], shares[2] = {0.6, 0.3};
    static float mean[3 * V], directions[3 * V * 2], bodies[BODIES][3 * V];
    const double betas[BODIES][2] = {{1, 2}, {-1, 0.5}, {0, -2}, {2, 1}};
    const int chosen[3] = {2, 0, 3};
    int vertex[PD_FACTORY_POINT_COUNT + 3];
    double weight[PD_FACTORY_POINT_COUNT + 3];
    pd_factory_regressor r;
    one_vertex_each(&r, vertex, weight);
    egg_mesh(&mesh, &e);
    pd_factory_areas(areas, e.vertices, &mesh);
    for (int v = 0; v < V; v++) areas[v] *= 3; /* not of sum 1 */
    for (int i = 0; i < 3 * V; i++) {
        mean[i] = e.vertices[i];
        directions[2 * i] = i % 3 == 1 ? 0.02f * e.vertices[i] : 0;     /* taller */
        directions[2 * i + 1] = i % 3 == 2 ? 0.03f * e.vertices[i] : 0; /* deeper */
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3 * V; i++)
                normal[2 * a + b] += areas[i / 3] * directions[2 * i + a] * directions[2 * i + b];
    pd_factory_pca pca = {.vertex_count = V,
                          .component_count = 2,
                          .mean = mean,
                          .directions = directions,
                          .shares = shares,
                          .normal = normal};
    for (int b = 0; b < BODIES; b++) {
        for (int i = 0; i < 3 * V; i++)
            bodies[b][i] = (float)(mean[i] + betas[b][0] * directions[2 * i] +
                                   betas[b][1] * directions[2 * i + 1] + (i % 3 == 0 ? 0.003 : 0));
        pd_factory_regressor_apply(centers[b][0], &r, PD_FACTORY_POINT_COUNT, bodies[b]);
    }
    pd_factory_held_out held_out = {&mesh, &pd_executor_serial, areas, bodies[0], centers[0][0], &r, chosen,
                                    3};
    assert_int_equal(pd_factory_report_model(&report, &pca, &held_out, NULL), PD_OK);

    assert_int_equal(report.held_out, 3);
    assert_near(report.variance[0], 0.6, 1e-12);
    assert_near(report.variance[1], 0.9, 1e-12);
    assert_near(report.stature, pd_factory_stature(mean, V), 0);
    double volume = pd_factory_volume(mean, &mesh);
    assert_near(report.volume, volume, 1e-12);
    assert_near(report.bmi, 1000 * volume / (report.stature * report.stature), 1e-9);
    assert_near(report.volume_slope[0], 4 * 0.02 * volume * 1000,
                1e-4 * volume * 1000); /* 2 % a beta, of -2 to 2 */
    assert_near(report.volume_slope[1], 4 * 0.03 * volume * 1000, 1e-4 * volume * 1000);
    for (int k = 1; k < PD_FACTORY_ERROR_COUNT; k++) { /* two betas and more: only the push is left */
        assert_near(report.errors[k].vertex_mm, 3, 1e-3);
        assert_near(report.errors[k].area_mm, 3, 1e-3);
        assert_near(report.errors[k].area_p95_mm, 3, 1e-3);
        assert_near(report.errors[k].joint_mm, 3, 1e-3);
    }
    double vertex_mm = 0, area_mm = 0, area = 0,
           each[3] = {0}; /* one beta: the other direction is left as well */
    for (int v = 0; v < V; v++) area += areas[v];
    for (int b = 0; b < 3; b++) {
        for (int v = 0; v < V; v++) {
            double mm = 1000 * hypot(0.003, betas[chosen[b]][1] * directions[2 * (3 * v + 2) + 1]);
            vertex_mm += mm / V / 3, each[b] += mm * areas[v] / area;
        }
        area_mm += each[b] / 3;
    }
    assert_near(report.errors[0].vertex_mm, vertex_mm, 1e-3);
    assert_near(report.errors[0].area_mm, area_mm, 1e-3);
    assert_near(report.errors[0].area_p95_mm, percentile_by_rank(each, 3, 0.95), 1e-3);
    pd_factory_mesh_deinit(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percentiles_lie_between_the_sorted_values),
        cmocka_unit_test(the_population_is_counted_by_sex),
        cmocka_unit_test(a_sample_without_men_has_no_figures_for_them),
        cmocka_unit_test(the_regressors_errors_are_distances_in_millimetres),
        cmocka_unit_test(axes_are_off_by_the_angle_of_the_worst_limb),
        cmocka_unit_test(weights_are_counted_by_joints_and_jumps_along_edges),
        cmocka_unit_test(shape_errors_are_the_residuals_of_the_components),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
