/* Tests the published layouts of STAR and SUPR, and SMPL-X's landmarks: small files with random numbers are
 * compared with the papers' equations in double precision. */
#include "core/smpl/data/import.h"
#include "train/model/data_encode.h"

#include "core/base/rng.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/smpl/body.h"
#include "core/smpl/data/encode.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum {
    V = 9,
    K = 4,
    B = 3,
    F = 4,
    N = 3 * V,
    STAR = 4 * (K - 1) + 1,
    SUPR = 4 * K,
    POINTS = 3,
    TURNS = 5,
    OUTLINE = 2
};

static const int64_t tree[2][K] = {{4294967295, 0, 1, 1}, {0, 1, 2, 3}};

typedef struct published {
    double template[N], shapes[N * B], poses[N * SUPR], weights[V * K];
    double regressor[K * V], affine[3 * K * (N + 1)]; /* STAR's; SUPR's */
    int64_t faces[3 * F], point_faces[POINTS], outline_faces[TURNS * OUTLINE];
    double point_weights[3 * POINTS], outline_weights[3 * TURNS * OUTLINE];
} published;

static void draw(published *p)
{
    pd_rng rng;
    pd_rng_init(&rng, 4);
    for (int i = 0; i < N; i++) p->template[i] = pd_rng_normal(&rng);
    for (int i = 0; i < N * B; i++) p->shapes[i] = 0.1 * pd_rng_normal(&rng);
    for (int i = 0; i < N * SUPR; i++) p->poses[i] = 0.05 * pd_rng_normal(&rng);
    for (int i = 0; i < 3 * K * (N + 1); i++) p->affine[i] = i % 3 ? 0 : 0.2 * pd_rng_normal(&rng);
    for (int k = 0; k < K; k++) /* 1 over V */
        for (int v = 0; v < V; v++) p->regressor[k * V + v] = v == 2 * k || v == 2 * k + 1 ? 0.5 : 0;
    for (int v = 0; v < V; v++)
        for (int k = 0; k < K; k++) p->weights[v * K + k] = k == v % K ? 0.75 : k == (v + 1) % K ? 0.25 : 0;
    for (int i = 0; i < 3 * F; i++) p->faces[i] = (i + i / 3) % V;
    for (int i = 0; i < POINTS; i++) p->point_faces[i] = (i + 1) % F;
    for (int i = 0; i < TURNS * OUTLINE; i++) p->outline_faces[i] = (3 * i) % F;
    for (int i = 0; i < 3 * POINTS; i++) p->point_weights[i] = i % 3 == 0 ? 0.5 : 0.25;
    for (int i = 0; i < 3 * TURNS * OUTLINE; i++) p->outline_weights[i] = i % 3 == 2 ? 0.5 : 0.25;
}

/* columns: STAR or SUPR of pose blend shapes. */
static void write_file(pd_buffer *out, const published *p, int columns, bool has_landmarks)
{
    static double poses[N * SUPR];
    pd_npz_writer w = pd_npz_begin(out);
    pd_error err = {0};
    for (int i = 0; i < N; i++)
        memcpy(poses + i * columns, p->poses + i * SUPR, (size_t)columns * sizeof *poses);
    const struct {
        const char *key;
        pd_array array;
    } rows[] = {{"v_template", PD_ARRAY(PD_DTYPE_F64, p->template, V, 3)},
                {"shapedirs", PD_ARRAY(PD_DTYPE_F64, p->shapes, V, 3, B)},
                {"posedirs", PD_ARRAY(PD_DTYPE_F64, poses, V, 3, (size_t)columns)},
                {"weights", PD_ARRAY(PD_DTYPE_F64, p->weights, V, K)},
                {"kintree_table", PD_ARRAY(PD_DTYPE_I64, tree, 2, K)},
                {"f", PD_ARRAY(PD_DTYPE_I64, p->faces, F, 3)},
                {"J_regressor", columns == SUPR ? PD_ARRAY(PD_DTYPE_F64, p->affine, 3 * K, N + 1)
                                                : PD_ARRAY(PD_DTYPE_F64, p->regressor, K, V)},
                {"lmk_faces_idx", PD_ARRAY(PD_DTYPE_I64, p->point_faces, POINTS)},
                {"lmk_bary_coords", PD_ARRAY(PD_DTYPE_F64, p->point_weights, POINTS, 3)},
                {"dynamic_lmk_faces_idx", PD_ARRAY(PD_DTYPE_I64, p->outline_faces, TURNS, OUTLINE)},
                {"dynamic_lmk_bary_coords", PD_ARRAY(PD_DTYPE_F64, p->outline_weights, TURNS, OUTLINE, 3)}};
    for (size_t i = 0; i < (has_landmarks ? 11 : 7); i++) pd_npz_add(&w, rows[i].key, &rows[i].array);
    if (pd_npz_end(&w, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
}

static void import(pd_smpl_data *data, const published *p, int columns, bool has_landmarks)
{
    pd_buffer file = {0};
    pd_error err = {0};
    write_file(&file, p, columns, has_landmarks);
    *data = (pd_smpl_data){0};
    if (pd_smpl_import(data, file.data, file.size, "model.npz", &err) != PD_OK ||
        pd_smpl_data_check(data, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(&file);
}

/* Computes the pose feature of both papers: x, y, z, w - 1 of the quaternion of a rotation vector. */
static void feature(double out[4], const double r[3])
{
    const double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]),
                 by = angle > 0 ? sin(angle / 2) / angle : 0.5;
    for (int c = 0; c < 3; c++) out[c] = by * r[c];
    out[3] = cos(angle / 2) - 1;
}

/* Osman et al. 2020 (STAR) and 2022 (SUPR): v = T + S beta + P f(theta),
 * skinned about joints of the shape alone. */
static void plain(double out[N], double joints[3 * K], const published *p, int columns, const double beta[B],
                  double pose[K][3])
{
    double shaped[N], rest[N], f[SUPR], world[K][12];
    for (int i = 0; i < N; i++) {
        shaped[i] = p->template[i];
        for (int b = 0; b < B; b++) shaped[i] += p->shapes[i * B + b] * beta[b];
    }
    const int first = columns == STAR; /* STAR leaves the root out, and has beta_2 at the end */
    for (int k = first; k < K; k++) feature(f + 4 * (k - first), pose[k]);
    if (columns == STAR) f[STAR - 1] = beta[1];
    for (int i = 0; i < N; i++) {
        rest[i] = shaped[i];
        for (int j = 0; j < columns; j++) rest[i] += p->poses[i * SUPR + j] * f[j];
    }
    for (int j = 0; j < 3 * K; j++) {
        const double *row = p->affine + j * (N + 1);
        joints[j] = columns == SUPR ? row[N] : 0;
        for (int i = 0; i < N; i++)
            joints[j] += shaped[i] * (columns == SUPR  ? row[i]
                                      : i % 3 == j % 3 ? p->regressor[j / 3 * V + i / 3]
                                                       : 0);
    }

    for (int k = 0; k < K; k++) { /* G_k = G_parent [R | J_k - R ...] as rotation and what it adds */
        double r[9], *g = world[k];
        pd_rot_from_axis_angle(r, pose[k]);
        const int parent = k ? (int)tree[0][k] : -1;
        const double *above = parent < 0 ? NULL : world[parent];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                g[4 * a + b] = above ? 0 : r[3 * a + b];
                for (int c = 0; above && c < 3; c++) g[4 * a + b] += above[4 * a + c] * r[3 * c + b];
            }
            double at = above ? above[4 * a + 3] : joints[a]; /* of the joint in the world */
            for (int c = 0; above && c < 3; c++)
                at += above[4 * a + c] * (joints[3 * k + c] - joints[3 * parent + c]);
            g[4 * a + 3] = at;
        }
    }
    memset(out, 0, N * sizeof *out);
    for (int v = 0; v < V; v++)
        for (int k = 0; k < K; k++)
            for (int a = 0; a < 3; a++) {
                double x = world[k][4 * a + 3];
                for (int c = 0; c < 3; c++) x += world[k][4 * a + c] * (rest[3 * v + c] - joints[3 * k + c]);
                out[3 * v + a] += p->weights[v * K + k] * x;
            }
    for (int k = 0; k < K; k++)
        for (int a = 0; a < 3; a++) joints[3 * k + a] = world[k][4 * a + 3];
}

static void star_and_supr_models_equal_the_equations_of_their_papers(void **state)
{
    (void)state;
    static published p;
    static const int columns[] = {STAR, SUPR};
    draw(&p);
    for (int m = 0; m < 2; m++) {
        pd_smpl_data data;
        pd_rng rng;
        pd_rng_init(&rng, 9);
        import(&data, &p, columns[m], false);
        assert_int_equal(data.pose_features, PD_SMPL_QUATERNION_FEATURES);
        for (int trial = 0; trial < 8; trial++) {
            double pose[K][3], beta[B], wanted[N], wanted_joints[3 * K], found[N], found_joints[3 * K];
            float rotations[9 * K], betas[B];
            for (int b = 0; b < B; b++) betas[b] = (float)pd_rng_normal(&rng), beta[b] = (double)betas[b];
            for (int k = 0; k < K; k++) {
                double r[9];
                for (int c = 0; c < 3; c++) pose[k][c] = trial ? 0.7 * pd_rng_normal(&rng) : 0;
                pd_rot_from_axis_angle(r, pose[k]);
                for (int c = 0; c < 9; c++) rotations[9 * k + c] = (float)r[c];
            }
            const pd_smpl_body body = {.betas = betas, .beta_count = B, .rotations = rotations};
            assert_int_equal(pd_smpl_body_ref(found, found_joints, &data, &body, PD_SMPL_LBS, NULL), PD_OK);
            plain(wanted, wanted_joints, &p, columns[m], beta, pose);
            for (int i = 0; i < N; i++) assert_near(found[i], wanted[i], 3e-6);
            for (int j = 0; j < 3 * K; j++) assert_near(found_joints[j], wanted_joints[j], 3e-6);
        }
        pd_smpl_data_deinit(&data);
    }
}

/* A file in our format keeps quaternion blend shapes, joints without a regressor, and landmarks. */
static void star_and_supr_models_read_back_from_our_files(void **state)
{
    (void)state;
    static published p;
    static const int columns[] = {STAR, SUPR};
    draw(&p);
    for (int m = 0; m < 2; m++) {
        pd_smpl_data data, again;
        pd_buffer file = {0};
        pd_error err = {0};
        import(&data, &p, columns[m], true);
        if (pd_train_data_encode(&file, &data, 0, &err) != PD_OK ||
            pd_smpl_data_parse(&again, file.data, file.size, "file", &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(again.pose_features, data.pose_features);
        assert_memory_equal(again.posedirs, data.posedirs,
                            N * pd_smpl_posedirs_width(&data) * sizeof *data.posedirs);
        assert_memory_equal(again.joints, data.joints, 3 * K * sizeof *data.joints);
        assert_memory_equal(again.joint_shapedirs, data.joint_shapedirs,
                            3 * K * B * sizeof *data.joint_shapedirs);

        const pd_smpl_face_points *a = &data.face_points, *b = &again.face_points;
        assert_int_equal(a->count, POINTS);
        assert_int_equal(a->turn_count, TURNS);
        assert_int_equal(a->contour_count, OUTLINE);
        for (int i = 0; i < POINTS; i++) assert_int_equal(a->triangles[i], p.point_faces[i]);
        for (int i = 0; i < 3 * POINTS; i++) assert_near(a->weights[i], p.point_weights[i], 1e-7);
        for (int i = 0; i < TURNS * OUTLINE; i++)
            assert_int_equal(a->contour_triangles[i], p.outline_faces[i]);
        for (int i = 0; i < 3 * TURNS * OUTLINE; i++)
            assert_near(a->contour_weights[i], p.outline_weights[i], 1e-7);
        assert_int_equal(b->count, a->count);
        assert_int_equal(b->turn_count, a->turn_count);
        assert_int_equal(b->contour_count, a->contour_count);
        assert_memory_equal(b->triangles, a->triangles, POINTS * sizeof *a->triangles);
        assert_memory_equal(b->weights, a->weights, 3 * POINTS * sizeof *a->weights);
        assert_memory_equal(b->contour_triangles, a->contour_triangles,
                            TURNS * OUTLINE * sizeof *a->triangles);
        assert_memory_equal(b->contour_weights, a->contour_weights, 3 * TURNS * OUTLINE * sizeof *a->weights);
        pd_buffer_deinit(&file);
        pd_smpl_data_deinit(&data), pd_smpl_data_deinit(&again);
    }
}

static void unexpected_numbers_of_columns_and_shapes_are_refused(void **state)
{
    (void)state;
    static published p;
    static const struct {
        int columns;
        const char *where;
    } rows[] = {{STAR - 1, "posedirs"}, {SUPR - 2, "posedirs"}};
    draw(&p);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_smpl_data data = {0};
        pd_buffer file = {0};
        pd_error err = {0};
        write_file(&file, &p, rows[i].columns, false);
        assert_int_equal(pd_smpl_import(&data, file.data, file.size, "model.npz", &err), PD_ERR_FORMAT);
        assert_non_null(strstr(err.where, rows[i].where));
        assert_non_null(strstr(err.detail, "27 (SMPL), 13 (STAR) or 16 (SUPR) expected of 4 joints"));
        pd_smpl_data_deinit(&data);
        pd_buffer_deinit(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(star_and_supr_models_equal_the_equations_of_their_papers),
        cmocka_unit_test(star_and_supr_models_read_back_from_our_files),
        cmocka_unit_test(unexpected_numbers_of_columns_and_shapes_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
