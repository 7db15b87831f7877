#include "train/model/publish.h"

#include "core/io/tensor/npz.h"
#include "train/model/pickle_write.h"
#include "core/smpl/data/keypoint.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ARRAYS_MAX  22
#define ROOT_PARENT UINT32_MAX
enum { MANO_JOINTS = 16, FLAME_JOINTS = 5, SMPLH_JOINTS = 52, SMPLX_JOINTS = 55, LANDMARKS = 51 };

typedef struct named {
    const char *key;
    pd_array array;
    void *owned; /* memory that was allocated for the array, or NULL */
} named;

/* Arrays that will be written. */
typedef struct plan {
    const pd_smpl_data *data;
    named arrays[ARRAYS_MAX];
    int count;
    bool failed;
} plan;

/* Adds an array. shape (rank). values NULL: adds nothing. */
static void add_publish(plan *p, const char *key, pd_dtype dtype, const void *values, int rank,
                        const size_t *shape)
{
    if (values) p->arrays[p->count++] = (named){key, pd_array_of(dtype, values, rank, shape), NULL};
}

/* Adds an array of zeros, which the caller fills. Returns NULL when out of memory. */
static void *make_publish(plan *p, const char *key, pd_dtype dtype, int rank, const size_t *shape)
{
    size_t count = 1;

    for (int i = 0; i < rank; i++) count *= shape[i];
    void *values = calloc(count ? count : 1, pd_dtype_bytes(dtype));
    if (!values) p->failed = true;

    add_publish(p, key, dtype, values, rank, shape);
    if (values) p->arrays[p->count - 1].owned = values;
    return values;
}

/* Copies the columns of `in` (rows, count) into `out` (rows, width) from column `first` on. */
static void put_columns(float *out, size_t width, size_t first, const float *in, size_t rows, size_t count)
{
    for (size_t r = 0; in && r < rows; r++)
        memcpy(out + r * width + first, in + r * count, count * sizeof *in);
}

/* Adds the shape directions. The published layout of models with expressions has one tensor of fixed width:
 * columns for PD_TRAIN_PUBLISHED_BETAS betas, then for expressions; unused columns are 0, and two counts say
 * how many are used. */
static void add_shapes(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t rows = 3 * vertices;
    const size_t betas = (size_t)d->beta_count;
    const size_t faces = (size_t)d->expression_count;

    if (!faces) {
        add_publish(p, "shapedirs", PD_DTYPE_F32, d->shapedirs, 3, (const size_t[]){vertices, 3, betas});
        return;
    }

    const size_t width = PD_TRAIN_PUBLISHED_BETAS + PD_TRAIN_PUBLISHED_EXPRESSIONS;
    float *dirs = make_publish(p, "shapedirs", PD_DTYPE_F32, 3, (const size_t[]){vertices, 3, width});
    int64_t *beta_count = make_publish(p, "num_betas", PD_DTYPE_I64, 1, (const size_t[]){1});
    int64_t *face_count = make_publish(p, "num_expression_coeffs", PD_DTYPE_I64, 1, (const size_t[]){1});
    if (p->failed) return;

    put_columns(dirs, width, 0, d->shapedirs, rows, betas);
    put_columns(dirs, width, PD_TRAIN_PUBLISHED_BETAS, d->expressiondirs, rows, faces);
    *beta_count = d->beta_count;
    *face_count = d->expression_count;
}

/* Adds the pose blend shapes as a dense tensor (V,3,9(K-1)); expands sparse ones. */
static void add_posedirs(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t features = 9 * (size_t)(d->joint_count - 1);
    const size_t shape[3] = {vertices, 3, features};

    add_publish(p, "posedirs", PD_DTYPE_F32, d->posedirs, 3, shape);
    if (d->posedirs) return;

    /* Expand P_0 of the sparse form. Its values are in the order of the vertices: for each joint of the
     * pattern 9 features x 3. */
    const pd_smpl_sparse_dirs *sparse = &d->sparse;
    const float *value = sparse->values;
    float *dirs = make_publish(p, "posedirs", PD_DTYPE_F32, 3, shape);
    for (size_t v = 0; dirs && sparse->pattern_count && v < vertices; v++) {
        const int *start = sparse->pattern_start + sparse->vertex_pattern[v];
        for (int i = start[0]; i < start[1]; i++)
            for (size_t f = 0; f < 9; f++)
                for (size_t c = 0; c < 3; c++)
                    dirs[(3 * v + c) * features + 9 * (size_t)(sparse->pattern_joints[i] - 1) + f] = *value++;
    }
}

/* Adds what determines the skeleton: the regressor as a dense matrix (K,V), the joints of the mean shape at
 * rest (K,3), and the tree as parents (row 0) and joints (row 1), with ROOT_PARENT for the root. */
static void add_joints(plan *p)
{
    const pd_smpl_data *d = p->data;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t joints = (size_t)d->joint_count;
    double *regressor = make_publish(p, "J_regressor", PD_DTYPE_F64, 2, (const size_t[]){joints, vertices});
    double *rest = make_publish(p, "J", PD_DTYPE_F64, 2, (const size_t[]){joints, 3});
    uint32_t *tree = make_publish(p, "kintree_table", PD_DTYPE_U32, 2, (const size_t[]){2, joints});

    if (p->failed) return;

    for (size_t k = 0; k < joints; k++) {
        for (int i = d->regressor_start[k]; i < d->regressor_start[k + 1]; i++) {
            const size_t v = (size_t)d->regressor_vertex[i];
            regressor[k * vertices + v] = d->regressor_weight[i];
            for (size_t c = 0; c < 3; c++)
                rest[3 * k + c] += d->regressor_weight[i] * (double)d->v_template[3 * v + c];
        }

        tree[k] = d->parents[k] < 0 ? ROOT_PARENT : (uint32_t)d->parents[k];
        tree[joints + k] = (uint32_t)k;
    }
}

/* Adds the principal components of the hands' poses and their means. Readers of SMPL+H and SMPL-X require
 * them: if the model has none, the mean is 0 and the components are the identity, so that a component is an
 * angle. */
static void add_hands(plan *p)
{
    static const char *const means[] = {"hands_meanl", "hands_meanr"};
    static const char *const components[] = {"hands_componentsl", "hands_componentsr"};
    const bool one = p->data->joint_count == MANO_JOINTS;

    const bool asked_for = p->data->joint_count == SMPLH_JOINTS || p->data->joint_count == SMPLX_JOINTS;

    for (int h = 0; h < 2; h++) {
        const pd_smpl_hand *hand = &p->data->hands[h];
        const size_t shape[2] = {(size_t)hand->component_count, PD_SMPL_HAND_ANGLES};
        const char *mean = one ? "hands_mean" : means[h];
        const char *base = one ? "hands_components" : components[h];
        add_publish(p, mean, PD_DTYPE_F32, hand->mean, 1, shape + 1);
        add_publish(p, base, PD_DTYPE_F32, hand->components, 2, shape);
        if (!hand->mean && asked_for) make_publish(p, mean, PD_DTYPE_F32, 1, shape + 1);
        if (hand->components || !asked_for) continue;

        float *unit = make_publish(p, base, PD_DTYPE_F32, 2, (const size_t[]){shape[1], shape[1]});
        for (size_t i = 0; unit && i < shape[1]; i++) unit[i * shape[1] + i] = 1;
    }
}

/* Adds landmarks as the published layouts store them: triangle numbers as 64-bit integers of the given shape,
 * and barycentric weights as doubles, three for each triangle. */
static void put_triangles(plan *p, const char *triangles, const char *weights, int rank, const size_t *shape,
                          const int *from, const float *from_weights)
{
    int64_t *to = make_publish(p, triangles, PD_DTYPE_I64, rank, shape);
    double *corners = make_publish(p, weights, PD_DTYPE_F64, rank + 1, shape);
    const size_t count = shape[0] * (rank > 1 ? shape[1] : 1);

    if (p->failed) return;

    for (size_t i = 0; i < count; i++) to[i] = from[i];
    for (size_t i = 0; i < 3 * count; i++) corners[i] = (double)from_weights[i];
}

/* Adds landmarks of the face, which readers of SMPL-X require.
 * If none are known, all are at the first triangle. */
static void add_landmarks(plan *p)
{
    const pd_smpl_face_points *f = &p->data->face_points;
    const size_t points = (size_t)f->count;
    const size_t turns = (size_t)f->turn_count;
    const size_t outline = (size_t)f->contour_count;
    static const char triangles[] = "lmk_faces_idx";
    static const char weights[] = "lmk_bary_coords";

    if (turns)
        put_triangles(p, "dynamic_lmk_faces_idx", "dynamic_lmk_bary_coords", 2,
                      (const size_t[]){turns, outline, 3}, f->contour_triangles, f->contour_weights);
    if (points) {
        put_triangles(p, triangles, weights, 1, (const size_t[]){points, 3}, f->triangles, f->weights);
        return;
    }

    if (p->data->joint_count != SMPLX_JOINTS) return;

    int64_t *to = make_publish(p, triangles, PD_DTYPE_I64, 1, (const size_t[]){LANDMARKS});
    double *corners = make_publish(p, weights, PD_DTYPE_F64, 2, (const size_t[]){LANDMARKS, 3});
    for (int i = 0; to && corners && i < LANDMARKS; i++) {
        int triangle = 0, corner = 0;
        pd_smpl_keypoints_triangle(&triangle, &corner, p->data, i);
        to[i] = triangle;
        corners[3 * i + corner] = 1;
    }
}

pd_status pd_train_publish(pd_buffer *out, const pd_smpl_data *data, pd_train_published format, pd_error *err)
{
    plan p = {.data = data};

    /* Refuse what the published layouts cannot hold. */
    if (data->expression_count && data->joint_count != SMPLX_JOINTS && data->joint_count != FLAME_JOINTS)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "shapedirs",
            "%d expressions; in the published layouts models of %d or %d joints have them, not of %d",
            data->expression_count, FLAME_JOINTS, SMPLX_JOINTS, data->joint_count);
    if (data->pose_features || data->joints)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "posedirs",
                       "pose directions of quaternions (STAR, SUPR); only those of rotation matrices allowed "
                       "in the published layouts of SMPL and SMPL-X");
    if (data->skinning != PD_SMPL_LBS && format != PD_TRAIN_PUBLISHED_PKL)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "bs_style",
            "dqbs; only lbs allowed in an npz of the published layout, because only a pkl stores it");
    if (data->expression_count > PD_TRAIN_PUBLISHED_EXPRESSIONS)
        return pd_fail(err, PD_ERR_LIMIT, "shapedirs", "%d expressions; at most %d allowed in this layout",
                       data->expression_count, PD_TRAIN_PUBLISHED_EXPRESSIONS);

    if (data->expression_count && data->beta_count > PD_TRAIN_PUBLISHED_BETAS)
        return pd_fail(err, PD_ERR_LIMIT, "shapedirs", "%d betas; at most %d allowed in this layout",
                       data->beta_count, PD_TRAIN_PUBLISHED_BETAS);

    /* List all arrays. NULL ones are left out. */
    const pd_smpl_data *d = p.data;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t joints = (size_t)d->joint_count;

    add_publish(&p, "v_template", PD_DTYPE_F32, d->v_template, 2, (const size_t[]){vertices, 3});
    add_publish(&p, "f", PD_DTYPE_U32, d->faces, 2, (const size_t[]){(size_t)d->face_count, 3});
    add_publish(&p, "weights", PD_DTYPE_F32, d->weights, 2, (const size_t[]){vertices, joints});
    add_shapes(&p);
    add_posedirs(&p);
    add_joints(&p);
    add_hands(&p);
    add_landmarks(&p);
    add_publish(&p, "eigvec", PD_DTYPE_F32, d->softdirs, 3,
                (const size_t[]){vertices, 3, (size_t)d->soft_count});
    add_publish(&p, "vert_sym_idx", PD_DTYPE_I32, d->mirror, 1, (const size_t[]){vertices});

    /* Write them as a pickle or an npz. */
    pd_status status;
    if (p.failed) {
        status = pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    } else if (format == PD_TRAIN_PUBLISHED_PKL) {
        const char *gender = d->text.gender;
        pd_train_pickle_writer w = pd_train_pickle_begin(out);
        for (int i = 0; i < p.count; i++) pd_train_pickle_add(&w, p.arrays[i].key, &p.arrays[i].array);
        pd_train_pickle_add_text(&w, "bs_style", data->skinning == PD_SMPL_DQS ? "dqbs" : "lbs");
        pd_train_pickle_add_text(&w, "bs_type", "lrotmin");
        if (gender && *gender) pd_train_pickle_add_text(&w, "gender", gender);
        status = pd_train_pickle_end(&w, err);
    } else {
        pd_npz_writer w = pd_npz_begin(out);
        for (int i = 0; i < p.count; i++) pd_npz_add(&w, p.arrays[i].key, &p.arrays[i].array);
        status = pd_npz_end(&w, err);
    }

    for (int i = 0; i < p.count; i++) free(p.arrays[i].owned);
    return status;
}
