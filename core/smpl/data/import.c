#include "core/smpl/data/import.h"

#include "core/base/file.h"
#include "core/smpl/data/fields.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMPLX_JOINTS 55
#define MANO_JOINTS  16
#define FLAME_JOINTS 5
#define ROOT_PARENT  4294967295 /* -1 as uint32, the parent of the root in the published kintree_table */

/* State of importing one file. status and *err have the first failure; every later step does nothing. */
typedef struct importing {
    pd_smpl_data *out;
    pd_smpl_source *source;
    pd_status status;
    pd_error *err;
} importing;

bool pd_smpl_import_sniff(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    if (size < 4) return false;
    if (!memcmp(p, "PK\x03\x04", 4) || !memcmp(p, "\x93NUM", 4)) return true;
    /* Protocol 2 and later begin with their number; 0 and 1 begin a dict. */
    return p[0] == 0x80 || (p[0] == '(' && strchr("dSUVXlc", p[1])) || p[0] == '}';
}

/* Finds an array and checks its shape. Returns false if an optional array is missing, and after a failure. */
static bool find_import(pd_array *out, importing *in, const char *key, bool required, int rank,
                        const size_t *shape)
{
    int is_there = 0;
    if (in->status) return false;
    in->status = pd_smpl_source_array(out, &is_there, in->source, key, required);
    if (!in->status && is_there) in->status = pd_smpl_field_shape(out, key, rank, shape, in->err);
    return !in->status && is_there;
}

static float *import_floats(importing *in, const char *key, bool required, int rank, const size_t *shape)
{
    pd_array array;
    float *out = NULL;
    if (find_import(&array, in, key, required, rank, shape))
        in->status = pd_smpl_field_f32(&out, &array, key, in->err);
    return out;
}

/* --- parts of a body --- */

/* Refuses a file whose equations this library lacks. It has linear and dual quaternion blending, and one kind
 * of pose features. A constrained SUPR has hinges with one angle each and features of pairs of hinges, which
 * cannot be computed from rotations. */
static void check_style(importing *in)
{
    char style[64], type[64];
    pd_smpl_field field;

    pd_smpl_source_text(style, sizeof style, in->source, NULL, "bs_style");
    pd_smpl_source_text(type, sizeof type, in->source, NULL, "bs_type");
    if (!in->status && *style && strcmp(style, "lbs") && strcmp(style, "dqbs"))
        in->status =
            pd_fail(in->err, PD_ERR_UNSUPPORTED, "bs_style", "\"%s\"; \"lbs\" or \"dqbs\" expected", style);
    if (!in->status && *type && strcmp(type, "lrotmin"))
        in->status = pd_fail(in->err, PD_ERR_UNSUPPORTED, "bs_type", "\"%s\"; \"lrotmin\" expected", type);
    if (!strcmp(style, "dqbs")) in->out->skinning = PD_SMPL_DQS;

    if (in->status || pd_smpl_source_find(&field, in->source, "axis_meta") || !field.is_there) return;
    in->status = pd_fail(in->err, PD_ERR_UNSUPPORTED, "axis_meta",
                         "a constrained SUPR model; the unconstrained file (supr_neutral.npy) expected");
}

/* Reads kintree_table (2,K): ids of the parents, then ids. A parent precedes its child, so its id is searched
 * among the joints before k. Joint 0 is the root with any entry. */
static void import_parents(importing *in)
{
    static const char key[] = "kintree_table";
    const size_t shape[2] = {2, PD_SMPL_ANY};
    pd_array array;

    if (!find_import(&array, in, key, true, 2, shape)) return;

    int64_t *table = NULL;
    int *parents = NULL;
    int joints;
    pd_status s = pd_smpl_field_count(&joints, array.shape[1], PD_SMPL_MAX_JOINTS, key, in->err);
    if (!s && !joints) s = pd_fail(in->err, PD_ERR_RANGE, key, "no joints; at least one expected");
    if (!s) s = pd_smpl_field_alloc(&table, array.count, sizeof *table, key, in->err);
    if (!s) s = pd_array_i64(table, &array, key, in->err);
    if (!s) s = pd_smpl_field_alloc(&parents, array.shape[1], sizeof *parents, key, in->err);

    if (!s) {
        parents[0] = -1;
        in->out->joint_count = joints;
    }

    for (int k = 1; !s && k < joints; k++) {
        const int64_t *ids = table + joints;
        for (parents[k] = 0; parents[k] < k && ids[parents[k]] != table[k];) parents[k]++;
        if (parents[k] < k) continue;

        char where[64];
        snprintf(where, sizeof where, "%s[0,%d]", key, k);
        s = pd_fail(in->err, PD_ERR_RANGE, where, "%lld; the id of a joint before joint %d expected",
                    table[k] == ROOT_PARENT ? -1LL : (long long)table[k], k);
    }

    free(table);
    in->out->parents = parents;
    in->status = s;
}

/* Keeps the columns first to first + keep - 1 of (rows, count), in place. */
static void cut_dirs(float *dirs, size_t rows, size_t count, size_t first, size_t keep)
{
    for (size_t r = 0; r < rows && keep < count; r++)
        memmove(dirs + r * keep, dirs + r * count + first, keep * sizeof *dirs);
}

/* Reads an array (V,3,n) and keeps its columns [first, last).
 * *count receives their number, at most `most`. */
static float *import_dirs(importing *in, const char *key, size_t first, size_t last, int *count, int most)
{
    const size_t shape[3] = {(size_t)in->out->vertex_count, 3, PD_SMPL_ANY};
    pd_array array;
    float *out = NULL;

    if (!find_import(&array, in, key, false, 3, shape)) return NULL;

    const size_t all = array.shape[2];
    const size_t end = last < all ? last : all;
    const size_t keep = first < end ? end - first : 0;
    in->status = pd_smpl_field_count(count, keep, most, key, in->err);
    if (in->status || !keep) return NULL;

    in->status = pd_smpl_field_f32(&out, &array, key, in->err);
    if (out) cut_dirs(out, 3 * shape[0], all, first, keep);
    return out;
}

/* Reads one whole number from 0 to `most`, by which a file of publish.h states how many of its columns are
 * not padding. Returns `otherwise` if it is missing. */
static size_t import_count(importing *in, const char *key, size_t most, size_t otherwise)
{
    pd_array array;
    int *value = NULL;

    if (!find_import(&array, in, key, false, 1, (const size_t[]){1})) return otherwise;

    in->status = pd_smpl_field_int(&value, &array, key, 0, (int64_t)most, in->err);
    const size_t out = value ? (size_t)*value : otherwise;
    free(value);

    return out;
}

/* Reads (...) triangles and (..., 3) barycentric weights. A file has both or neither. */
static void import_points(int **triangles, float **weights, importing *in, const char *faces_key,
                          const char *weights_key, int rank, size_t shape[3])
{
    pd_array array;

    if (!find_import(&array, in, faces_key, false, rank, shape)) return;

    for (int i = 0; i < rank; i++) shape[i] = array.shape[i];
    shape[rank] = 3;
    in->status =
        pd_smpl_field_int(triangles, &array, faces_key, 0, (int64_t)in->out->face_count - 1, in->err);
    *weights = import_floats(in, weights_key, true, rank + 1, shape);
}

/* Reads the landmarks of the face: 51 fixed ones, and rows of 17 on its outline, one row for each degree by
 * which the head is turned. */
static void import_face_points(importing *in)
{
    pd_smpl_face_points *f = &in->out->face_points;
    size_t points[3] = {PD_SMPL_ANY};
    size_t contour[3] = {PD_SMPL_ANY, PD_SMPL_ANY};

    import_points(&f->triangles, &f->weights, in, "lmk_faces_idx", "lmk_bary_coords", 1, points);
    if (!in->status && f->triangles)
        in->status =
            pd_smpl_field_count(&f->count, points[0], PD_SMPL_MAX_FACE_POINTS, "lmk_faces_idx", in->err);

    /* If all are at one triangle, none are known (publish.h). */
    int same = 0;
    while (same < f->count && f->triangles[same] == f->triangles[0]) same++;
    if (f->count > 1 && same == f->count) f->count = 0;

    static const char rows[] = "dynamic_lmk_faces_idx";
    import_points(&f->contour_triangles, &f->contour_weights, in, rows, "dynamic_lmk_bary_coords", 2,
                  contour);
    if (in->status || !f->contour_triangles) return;
    in->status = pd_smpl_field_count(&f->turn_count, contour[0], PD_SMPL_MAX_TURNS, rows, in->err);
    if (!in->status)
        in->status =
            pd_smpl_field_count(&f->contour_count, contour[1], PD_SMPL_MAX_FACE_POINTS, rows, in->err);
}

static void import_regressor(importing *in)
{
    pd_csr csr;

    if (!in->status) in->status = pd_smpl_source_csr(&csr, in->source, "J_regressor");
    if (in->status) return;

    if (csr.rows != in->out->joint_count || csr.columns != in->out->vertex_count) {
        in->status = pd_fail(in->err, PD_ERR_FORMAT, "J_regressor", "shape (%d, %d); (%d, %d) expected",
                             csr.rows, csr.columns, in->out->joint_count, in->out->vertex_count);
        pd_csr_deinit(&csr);
        return;
    }

    in->out->regressor_start = csr.start;
    in->out->regressor_vertex = csr.column;
    in->out->regressor_weight = csr.weight;
}

/* --- pose blend shapes, and joints without a regressor --- */

/* Imports STAR's pose blend shapes: features are the quaternions of all joints but the root, and betas[1].
 * The direction of betas[1] does not move joints. */
static void import_star(importing *in, float *dirs)
{
    pd_smpl_data *d = in->out;
    const size_t rows = 3 * (size_t)d->vertex_count;
    const size_t joints = (size_t)d->joint_count;
    const size_t all = 4 * (joints - 1) + 1;
    const size_t betas = (size_t)d->beta_count;

    /* Copy all columns but the last, after zeros for the root. */
    const size_t width = 4 * joints;
    in->status = pd_smpl_field_alloc(&d->posedirs, rows * width, sizeof *dirs, "posedirs", in->err);
    for (size_t r = 0; d->posedirs && r < rows; r++)
        memcpy(d->posedirs + r * width + 4, dirs + r * all, (all - 1) * sizeof *dirs);
    if (!in->status)
        in->status = pd_smpl_field_alloc(&d->joints, 3 * joints, sizeof(double), "joints", in->err);
    if (!in->status)
        in->status = pd_smpl_field_alloc(&d->joint_shapedirs, 3 * joints * betas, sizeof(double),
                                         "joint_shapedirs", in->err);
    if (in->status) return;

    for (size_t k = 0; k < joints; k++)
        for (int i = d->regressor_start[k]; i < d->regressor_start[k + 1]; i++)
            for (size_t c = 0; c < 3; c++) {
                const size_t at = 3 * (size_t)d->regressor_vertex[i] + c;
                const double w = d->regressor_weight[i];
                d->joints[3 * k + c] += w * (double)d->v_template[at];
                for (size_t b = 0; b < betas; b++)
                    d->joint_shapedirs[(3 * k + c) * betas + b] += w * (double)d->shapedirs[at * betas + b];
            }
    memset(d->regressor_start, 0, (joints + 1) * sizeof *d->regressor_start);
    for (size_t r = 0; betas > 1 && r < rows; r++) d->shapedirs[r * betas + 1] += dirs[r * all + all - 1];
}

/* Imports joints J = A (v, 1), with A (3K, 3V + 1) and v all coordinates in a row. */
static void import_affine_joints(importing *in)
{
    pd_smpl_data *d = in->out;
    const size_t joints = (size_t)d->joint_count;
    const size_t numbers = 3 * (size_t)d->vertex_count;
    const size_t betas = (size_t)d->beta_count;
    const size_t shape[2] = {3 * joints, numbers + 1};
    static const char key[] = "J_regressor";
    pd_array array;
    double *a = NULL;

    if (!find_import(&array, in, key, true, 2, shape)) return;

    pd_status s = pd_smpl_field_f64(&a, &array, key, in->err);
    if (!s) s = pd_smpl_field_alloc(&d->joints, 3 * joints, sizeof(double), key, in->err);
    if (!s) s = pd_smpl_field_alloc(&d->joint_shapedirs, 3 * joints * betas, sizeof(double), key, in->err);
    if (!s) s = pd_smpl_field_alloc(&d->regressor_start, joints + 1, sizeof(int), key, in->err);
    if (!s) s = pd_smpl_field_alloc(&d->regressor_vertex, 0, sizeof(int), key, in->err);
    if (!s) s = pd_smpl_field_alloc(&d->regressor_weight, 0, sizeof(double), key, in->err);
    for (size_t j = 0; !s && j < 3 * joints; j++) {
        const double *row = a + j * (numbers + 1);
        d->joints[j] = row[numbers];
        for (size_t i = 0; i < numbers; i++) {
            if (row[i] == 0) continue;
            d->joints[j] += row[i] * (double)d->v_template[i];
            for (size_t b = 0; b < betas; b++)
                d->joint_shapedirs[j * betas + b] += row[i] * (double)d->shapedirs[i * betas + b];
        }
    }

    free(a);
    in->status = s;
}

/* Imports the pose blend shapes. Their number tells SMPL's (of rotation matrices)
 * from STAR's and SUPR's (of quaternions). */
static void import_pose_shapes(importing *in)
{
    pd_smpl_data *d = in->out;
    const size_t joints = (size_t)d->joint_count;
    const size_t smpl = 9 * (joints - 1);
    const size_t star = 4 * (joints - 1) + 1;
    const size_t supr = 4 * joints;
    pd_array array;

    if (in->status) return;
    const bool has = find_import(&array, in, "posedirs", false, 3,
                                 (const size_t[]){(size_t)d->vertex_count, 3, PD_SMPL_ANY});
    const size_t width = has ? array.shape[2] : smpl;
    if (in->status) return;
    if (width != smpl && width != star && width != supr) {
        in->status = pd_fail(in->err, PD_ERR_FORMAT, "posedirs",
                             "%zu columns; %zu (SMPL), %zu (STAR) or %zu (SUPR) expected of %zu joints",
                             width, smpl, star, supr, joints);
        return;
    }

    if (width == supr)
        import_affine_joints(in);
    else
        import_regressor(in);
    float *dirs = NULL;
    if (!in->status && has && width) in->status = pd_smpl_field_f32(&dirs, &array, "posedirs", in->err);
    if (!in->status && width != smpl) d->pose_features = PD_SMPL_QUATERNION_FEATURES;
    if (in->status || width != star) {
        d->posedirs = dirs;
        return;
    }

    import_star(in, dirs);
    free(dirs);
}

/* --- texts --- */

static const char *const genders[] = {"female", "male", "neutral"};

/* Returns the gender that a word names, "female" or, if letter_is_enough, "F"; otherwise NULL. */
static const char *gender_of(const char *word, size_t length, bool letter_is_enough)
{
    for (size_t i = 0; i < 3; i++)
        if ((length == strlen(genders[i]) || (letter_is_enough && length == 1)) &&
            !strncasecmp(word, genders[i], length))
            return genders[i];
    return "";
}

/* Returns the gender in a name such as "SMPLX_NEUTRAL.npz" or "basicModel_f_lbs_10_207_0_v1.0.0.pkl": the
 * first word that is one. Unless letters_are, a single letter counts only after "basicModel", so "m.npz" and
 * "scan_f_2.npz" have none. */
static const char *gender_in(const char *text, bool letters_are)
{
    bool after_basic_model = false;

    for (const char *p = text; *p;) {
        size_t length = 0;
        while (isalpha((unsigned char)p[length])) length++;

        const char *gender = gender_of(p, length, letters_are || after_basic_model);
        if (*gender) return gender;

        if (length) after_basic_model = length == 10 && !strncasecmp(p, "basicModel", length);
        p += length ? length : 1;
    }

    return "";
}

/* Returns the gender by the first of these that has one: the content of the file, its name, its folder if
 * that is named by the gender alone (SMPL+H is published as "male/model.npz").
 * file: file name within source->name. */
static const char *find_gender(const importing *in, const char *file)
{
    char text[64];
    const char *path = in->source->name;
    const char *folder = file;

    pd_smpl_source_text(text, sizeof text, in->source, "pose_training_info", "gender");
    if (!*text) pd_smpl_source_text(text, sizeof text, in->source, NULL, "gender");
    if (*text) return gender_in(text, true);

    const char *gender = gender_in(file, false);
    if (*gender || file - path < 2) return gender;

    for (folder--; folder > path && folder[-1] != '/';) folder--;
    return gender_of(folder, (size_t)(file - 1 - folder), false);
}

static void import_texts(importing *in)
{
    pd_smpl_text *text = &in->out->text;
    const char *slash = strrchr(in->source->name, '/');
    const char *file = slash ? slash + 1 : in->source->name;
    char provenance[400];

    if (in->status) return;

    /* Make an id from the file's name: lower case, digits, '-', '_', at most 64 characters. */
    char id[65];
    size_t n = 0;
    const char *dot = strrchr(file, '.');
    for (const char *p = file; *p && p != dot && n < 64; p++)
        id[n++] = isalnum((unsigned char)*p) && !(*p & 0x80) ? (char)tolower((unsigned char)*p)
                  : *p == '_'                                ? '_'
                                                             : '-';
    id[n] = 0;

    snprintf(provenance, sizeof provenance, PD_SMPL_IMPORTED "%.200s (%s, %d joints)", file,
             in->source->is_npz ? "npz" : "pickle", in->out->joint_count);
    text->name = strdup(id);
    text->gender = strdup(find_gender(in, file));
    text->licence = strdup("the licence of the file it was imported from applies");
    text->provenance = strdup(provenance);
    text->credits = strdup("");
    if (!text->name || !text->gender || !text->licence || !text->provenance || !text->credits)
        in->status = pd_fail(in->err, PD_ERR_MEMORY, file, "out of memory");
}

pd_status pd_smpl_import(pd_smpl_data *data, const void *bytes, size_t size, const char *name, pd_error *err)
{
    pd_smpl_source source;
    importing in = {.out = data, .source = &source, .err = err};

    in.status = pd_smpl_source_open(&source, bytes, size, name, err);

    pd_array array;
    check_style(&in);

    /* Template, tree, faces. */
    if (find_import(&array, &in, "v_template", true, 2, (const size_t[]){PD_SMPL_ANY, 3})) {
        in.status =
            pd_smpl_field_count(&data->vertex_count, array.shape[0], PD_SMPL_MAX_VERTICES, "v_template", err);
        if (!in.status) in.status = pd_smpl_field_f32(&data->v_template, &array, "v_template", err);
    }

    import_parents(&in);
    const size_t vertices = (size_t)data->vertex_count;
    const size_t joints = (size_t)data->joint_count;
    if (find_import(&array, &in, "f", true, 2, (const size_t[]){PD_SMPL_ANY, 3})) {
        int *faces = NULL;
        in.status = pd_smpl_field_count(&data->face_count, array.shape[0], PD_SMPL_MAX_FACES, "f", err);
        if (!in.status) in.status = pd_smpl_field_int(&faces, &array, "f", 0, (int64_t)vertices - 1, err);
        data->faces = (uint32_t *)faces; /* no index is negative */
    }

    /* Weights and shape directions. */
    data->weights = import_floats(&in, "weights", true, 2, (const size_t[]){vertices, joints});

    /* In SMPL-X and FLAME the directions of expressions follow those of the shape: 300 + 100 or 10 + 10. */
    if (find_import(&array, &in, "shapedirs", false, 3, (const size_t[]){vertices, 3, PD_SMPL_ANY})) {
        const size_t all = array.shape[2];
        const bool has_face = joints == SMPLX_JOINTS || joints == FLAME_JOINTS;

        /* First column of the expressions. */
        const size_t first = has_face && all >= 400 ? 300 : has_face && all == 20 ? 10 : all;
        const size_t betas = import_count(&in, "num_betas", first, first);
        const size_t faces = import_count(&in, "num_expression_coeffs", all - first, all - first);
        data->shapedirs = import_dirs(&in, "shapedirs", 0, betas, &data->beta_count, PD_SMPL_MAX_BETAS);
        data->expressiondirs = import_dirs(&in, "shapedirs", first, first + faces, &data->expression_count,
                                           PD_SMPL_MAX_EXPRESSIONS);
    }

    data->softdirs = import_dirs(&in, "eigvec", 0, SIZE_MAX, &data->soft_count, PD_SMPL_MAX_SOFT);
    import_pose_shapes(&in);

    /* Hand poses. A model of one hand has one mean and one set of components,
     * without a letter for the side. */
    static const char *const means[] = {"hands_meanl", "hands_meanr", "hands_mean"};
    static const char *const components[] = {"hands_componentsl", "hands_componentsr", "hands_components"};
    const bool one = joints == MANO_JOINTS;
    for (int h = 0; h < (one ? 1 : 2); h++) {
        const char *key = components[one ? 2 : h];
        const size_t angles[2] = {PD_SMPL_ANY, PD_SMPL_HAND_ANGLES};
        pd_smpl_hand *hand = &data->hands[h];
        hand->mean = import_floats(&in, means[one ? 2 : h], false, 1, angles + 1);
        if (!hand->mean || !find_import(&array, &in, key, false, 2, angles)) continue;

        in.status =
            pd_smpl_field_count(&hand->component_count, array.shape[0], PD_SMPL_HAND_ANGLES, key, err);
        if (!in.status) in.status = pd_smpl_field_f32(&hand->components, &array, key, err);
    }

    import_face_points(&in);

    /* Mirror images, names, texts. */
    if (find_import(&array, &in, "vert_sym_idx", false, 1, &vertices))
        in.status = pd_smpl_field_int(&data->mirror, &array, "vert_sym_idx", 0, (int64_t)vertices - 1, err);
    if (!in.status)
        in.status = pd_smpl_field_alloc(&data->joint_names, joints, PD_SMPL_NAME_BYTES, "joint_names", err);
    for (int k = 0; !in.status && k < data->joint_count; k++)
        pd_smpl_joint_name(data->joint_names[k], k, data->joint_count);
    import_texts(&in);

    pd_smpl_source_close(&source);
    return in.status;
}

pd_status pd_smpl_import_soft(pd_smpl_data *data, const char *path, int most, pd_error *err)
{
    pd_bytes file;
    pd_smpl_source source;
    pd_status s = pd_file_map(&file, path, err);

    if (s) return s;

    importing in = {.out = data, .source = &source, .err = err};
    in.status = pd_smpl_source_open(&source, file.data, file.size, path, err);
    int count = 0;
    float *dirs = import_dirs(&in, "eigvec", 0, SIZE_MAX, &count, PD_SMPL_MAX_SOFT);
    if (!in.status && !dirs)
        in.status = pd_fail(err, PD_ERR_FORMAT, "eigvec", "missing; a DMPL file expected, which has it");
    if (dirs) {
        const int keep = most > 0 && most < count ? most : count;
        cut_dirs(dirs, 3 * (size_t)data->vertex_count, (size_t)count, 0, (size_t)keep);
        free(data->softdirs);
        data->softdirs = dirs;
        data->soft_count = keep;
    }

    pd_smpl_source_close(&source);
    pd_file_unmap(&file);
    return pd_smpl_field_place(in.status, path, err);
}
