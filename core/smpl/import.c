#include "core/smpl/import.h"

#include "core/base/file.h"
#include "core/smpl/fields.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMPLX_JOINTS 55
#define ROOT_PARENT  4294967295 /* uint32's -1, as the published kintree_table has it */

typedef struct importing {
    pd_smpl_data *out;
    pd_smpl_source *source;
    pd_error *err;
} importing;

int pd_smpl_import_sniff(const void *bytes, size_t size)
{
    const unsigned char *p = bytes;
    if (size < 4) return 0;
    if (!memcmp(p, "PK\x03\x04", 4)) return 1;
    /* Protocol 2 and later say so; 0 and 1 begin a dict. */
    return p[0] == 0x80 || (p[0] == '(' && strchr("dSUVXlc", p[1])) || p[0] == '}';
}

static pd_status find(pd_array *out, int *is_there, const importing *in, const char *key, int wanted,
                      int rank, const size_t *shape)
{
    pd_status s = pd_smpl_source_array(out, is_there, in->source, key, wanted);
    return s || !*is_there ? s : pd_smpl_field_shape(out, key, rank, shape, in->err);
}

static pd_status import_floats(float **out, const importing *in, const char *key, int rank,
                               const size_t *shape)
{
    pd_array array;
    int is_there;
    pd_status s = find(&array, &is_there, in, key, 1, rank, shape);
    return s ? s : pd_smpl_field_f32(out, &array, key, in->err);
}

static pd_status import_template(const importing *in)
{
    const size_t shape[2] = {PD_SMPL_ANY, 3};
    pd_array array;
    int is_there;
    pd_status s = find(&array, &is_there, in, "v_template", 1, 2, shape);
    if (!s)
        s = pd_smpl_field_count(&in->out->vertex_count, array.shape[0], PD_SMPL_MAX_VERTICES, "v_template",
                                in->err);
    if (!s) s = pd_smpl_field_f32(&in->out->v_template, &array, "v_template", in->err);
    return s;
}

/* The joint with this id, among those before `end`. */
static int joint_of_id(const int64_t *ids, int end, int64_t id)
{
    for (int k = 0; k < end; k++)
        if (ids[k] == id) return k;
    return -1;
}

/* table (2,K): parents' ids, then ids. A parent stands before its child, so only the joints before k are
 * looked at; joint 0 is the root whatever its entry says. */
static pd_status read_parents(int *parents, const int64_t *table, int joint_count, pd_error *err)
{
    const int64_t *ids = table + joint_count;
    parents[0] = -1;
    for (int k = 1; k < joint_count; k++) {
        char where[64];
        parents[k] = joint_of_id(ids, k, table[k]);
        if (parents[k] >= 0) continue;
        snprintf(where, sizeof where, "kintree_table[0,%d]", k);
        return pd_fail(err, PD_ERR_RANGE, where, "%lld; the id of a joint before joint %d expected",
                       table[k] == ROOT_PARENT ? -1LL : (long long)table[k], k);
    }
    return PD_OK;
}

static pd_status import_parents(const importing *in)
{
    const size_t shape[2] = {2, PD_SMPL_ANY};
    pd_array array;
    int64_t *table = NULL;
    int is_there;
    pd_status s = find(&array, &is_there, in, "kintree_table", 1, 2, shape);
    if (!s)
        s = pd_smpl_field_count(&in->out->joint_count, array.shape[1], PD_SMPL_MAX_JOINTS, "kintree_table",
                                in->err);
    if (!s && !in->out->joint_count) return pd_fail(in->err, PD_ERR_RANGE, "kintree_table", "no joints");
    if (!s) s = pd_smpl_field_alloc(&table, array.count, sizeof *table, "kintree_table", in->err);
    if (!s) s = pd_array_i64(table, &array, "kintree_table", in->err);
    if (!s) s = pd_smpl_field_alloc(&in->out->parents, array.shape[1], sizeof(int), "kintree_table", in->err);
    if (!s) s = read_parents(in->out->parents, table, in->out->joint_count, in->err);
    free(table);
    return s;
}

static pd_status import_faces(const importing *in)
{
    const size_t shape[2] = {PD_SMPL_ANY, 3};
    pd_array array;
    int *faces = NULL, is_there;
    pd_status s = find(&array, &is_there, in, "f", 1, 2, shape);
    if (!s) s = pd_smpl_field_count(&in->out->face_count, array.shape[0], PD_SMPL_MAX_FACES, "f", in->err);
    if (!s) s = pd_smpl_field_int(&faces, &array, "f", 0, (int64_t)in->out->vertex_count - 1, in->err);
    in->out->faces = (uint32_t *)faces; /* none is negative */
    return s;
}

/* Keeps the first `keep` of (V,3,count). */
static void cut_dirs(float *dirs, size_t rows, size_t count, size_t keep)
{
    for (size_t r = 1; r < rows && keep < count; r++)
        memmove(dirs + r * keep, dirs + r * count, keep * sizeof *dirs);
}

static pd_status import_dirs(float **out, int *count, const importing *in, const char *key, int most,
                             size_t (*kept)(const importing *in, size_t count))
{
    const size_t shape[3] = {(size_t)in->out->vertex_count, 3, PD_SMPL_ANY};
    pd_array array;
    int is_there;
    pd_status s = find(&array, &is_there, in, key, 0, 3, shape);
    if (s || !is_there) return s;
    size_t keep = kept ? kept(in, array.shape[2]) : array.shape[2];
    s = pd_smpl_field_count(count, keep, most, key, in->err);
    if (s || !keep) return s;
    s = pd_smpl_field_f32(out, &array, key, in->err);
    if (!s) cut_dirs(*out, 3 * shape[0], array.shape[2], keep);
    return s;
}

/* SMPL-X: 300 + 100 or 10 + 10 of shape + expression. */
static size_t shape_betas(const importing *in, size_t count)
{
    if (in->out->joint_count != SMPLX_JOINTS) return count;
    return count > 300 ? 300 : count == 20 ? 10 : count;
}

static pd_status import_posedirs(const importing *in)
{
    const size_t features = 9 * (size_t)(in->out->joint_count - 1);
    const size_t shape[3] = {(size_t)in->out->vertex_count, 3, features};
    pd_array array;
    int is_there;
    pd_status s = find(&array, &is_there, in, "posedirs", 0, 3, shape);
    return s || !is_there || !features ? s
                                       : pd_smpl_field_f32(&in->out->posedirs, &array, "posedirs", in->err);
}

static pd_status import_regressor(const importing *in)
{
    pd_csr csr;
    pd_status s = pd_smpl_source_csr(&csr, in->source, "J_regressor");
    if (s) return s;
    if (csr.rows != in->out->joint_count || csr.columns != in->out->vertex_count) {
        s = pd_fail(in->err, PD_ERR_FORMAT, "J_regressor", "its shape is (%d, %d); (%d, %d) expected",
                    csr.rows, csr.columns, in->out->joint_count, in->out->vertex_count);
        pd_csr_deinit(&csr);
        return s;
    }
    in->out->regressor_start = csr.start;
    in->out->regressor_vertex = csr.column;
    in->out->regressor_weight = csr.weight;
    return PD_OK;
}

static pd_status import_mirror(const importing *in)
{
    const size_t vertices = (size_t)in->out->vertex_count;
    pd_array array;
    int is_there;
    pd_status s = find(&array, &is_there, in, "vert_sym_idx", 0, 1, &vertices);
    if (s || !is_there) return s;
    return pd_smpl_field_int(&in->out->mirror, &array, "vert_sym_idx", 0, (int64_t)vertices - 1, in->err);
}

/* The equations of this library are those of one style and one pose mapping. */
static pd_status check_style(const importing *in)
{
    static const char *const keys[] = {"bs_style", "bs_type"}, *const wanted[] = {"lbs", "lrotmin"};
    char text[64];
    for (int i = 0; i < 2; i++) {
        pd_smpl_source_text(text, sizeof text, in->source, NULL, keys[i]);
        if (*text && strcmp(text, wanted[i]))
            return pd_fail(in->err, PD_ERR_UNSUPPORTED, keys[i], "\"%s\"; \"%s\" expected", text, wanted[i]);
    }
    return PD_OK;
}

static pd_status name_joints(const importing *in)
{
    pd_status s = pd_smpl_field_alloc(&in->out->joint_names, (size_t)in->out->joint_count, PD_SMPL_NAME_BYTES,
                                      "joint_names", in->err);
    for (int k = 0; !s && k < in->out->joint_count; k++)
        pd_smpl_joint_name(in->out->joint_names[k], k, in->out->joint_count);
    return s;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *const genders[] = {"female", "male", "neutral"};

/* "female", "F": a whole word, or its first letter where that is enough. */
static const char *gender_of(const char *word, size_t length, int letter_is_enough)
{
    for (size_t i = 0; i < 3; i++)
        if ((length == strlen(genders[i]) || (letter_is_enough && length == 1)) &&
            !strncasecmp(word, genders[i], length))
            return genders[i];
    return "";
}

/* "SMPLX_NEUTRAL.npz", "basicModel_f_lbs_10_207_0_v1.0.0.pkl": the first word that is a gender. Without letters_are a single
 * letter is one only behind "basicModel": "m.npz" and "scan_f_2.npz" say nothing. */
static const char *gender_in(const char *text, int letters_are)
{
    int after_basic_model = 0;

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

/* What the file says, then its name, then its folder when that is called by nothing but the gender: SMPL+H is published as
 * "male/model.npz". */
static const char *find_gender(const importing *in)
{
    char said[64];
    const char *path = in->source->name, *file = base_name(path), *folder = file;

    pd_smpl_source_text(said, sizeof said, in->source, "pose_training_info", "gender");
    if (!*said) pd_smpl_source_text(said, sizeof said, in->source, NULL, "gender");
    if (*said) return gender_in(said, 1);

    const char *gender = gender_in(file, 0);
    if (*gender || file - path < 2) return gender;

    for (folder--; folder > path && folder[-1] != '/';) folder--;
    return gender_of(folder, (size_t)(file - 1 - folder), 0);
}

/* An id out of the file's name: lower case, digits, '-', '_', at most 64. */
static void id_of(char out[65], const char *file)
{
    size_t n = 0;
    const char *dot = strrchr(file, '.');
    for (const char *p = file; *p && p != dot && n < 64; p++)
        out[n++] = isalnum((unsigned char)*p) && !(*p & 0x80) ? (char)tolower((unsigned char)*p)
                   : *p == '_'                                ? '_'
                                                              : '-';
    out[n] = 0;
}

static pd_status import_texts(const importing *in)
{
    pd_smpl_text *text = &in->out->text;
    const char *file = base_name(in->source->name);
    char id[65], provenance[400];
    id_of(id, file);
    snprintf(provenance, sizeof provenance, PD_SMPL_IMPORTED "%.200s (%s, %d joints)", file,
             in->source->is_npz ? "npz" : "pickle", in->out->joint_count);
    text->name = strdup(id);
    text->gender = strdup(find_gender(in));
    text->licence = strdup("the licence of the file it was imported from applies");
    text->provenance = strdup(provenance);
    text->credits = strdup("");
    if (text->name && text->gender && text->licence && text->provenance && text->credits) return PD_OK;
    return pd_fail(in->err, PD_ERR_MEMORY, file, "out of memory for its texts");
}

static pd_status import_all(const importing *in)
{
    pd_smpl_data *out = in->out;
    pd_status s = check_style(in);
    if (!s) s = import_template(in);
    if (!s) s = import_parents(in);
    if (!s) s = import_faces(in);
    const size_t weights[2] = {(size_t)out->vertex_count, (size_t)out->joint_count};
    if (!s) s = import_floats(&out->weights, in, "weights", 2, weights);
    if (!s)
        s = import_dirs(&out->shapedirs, &out->beta_count, in, "shapedirs", PD_SMPL_MAX_BETAS, shape_betas);
    if (!s) s = import_dirs(&out->softdirs, &out->soft_count, in, "eigvec", PD_SMPL_MAX_SOFT, NULL);
    if (!s) s = import_posedirs(in);
    if (!s) s = import_regressor(in);
    if (!s) s = import_mirror(in);
    if (!s) s = name_joints(in);
    return s ? s : import_texts(in);
}

pd_status pd_smpl_import(pd_smpl_data *data, const void *bytes, size_t size, const char *name, pd_error *err)
{
    pd_smpl_source source;
    pd_status s = pd_smpl_source_open(&source, bytes, size, name, err);
    const importing in = {data, &source, err};
    if (!s) s = import_all(&in);
    pd_smpl_source_close(&source);
    return s;
}

static pd_status read_soft(const importing *in, int most)
{
    float *dirs = NULL;
    int count = 0;
    pd_status s = import_dirs(&dirs, &count, in, "eigvec", PD_SMPL_MAX_SOFT, NULL);
    if (s) return s;
    if (!dirs) return pd_fail(in->err, PD_ERR_FORMAT, "eigvec", "missing: no DMPL file");
    if (most > 0 && most < count) {
        cut_dirs(dirs, 3 * (size_t)in->out->vertex_count, (size_t)count, (size_t)most);
        count = most;
    }
    free(in->out->softdirs);
    in->out->softdirs = dirs;
    in->out->soft_count = count;
    return PD_OK;
}

pd_status pd_smpl_import_soft(pd_smpl_data *data, const char *path, int most, pd_error *err)
{
    pd_bytes file;
    pd_smpl_source source;
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;
    s = pd_smpl_source_open(&source, file.data, file.size, path, err);
    const importing in = {data, &source, err};
    if (!s) s = read_soft(&in, most);
    pd_smpl_source_close(&source);
    pd_file_unmap(&file);
    return pd_smpl_field_place(s, path, err);
}
