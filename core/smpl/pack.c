#include "core/smpl/pack.h"

#include "core/smpl/data/half.h"
#include "core/smpl/data/psd.h"
#include "core/smpl/derived_internal.h"
#include "core/smpl/people/people.h"
#include "core/smpl/skin/tiles.h"

#include <stdlib.h>
#include <string.h>

#define KIND UINT32_C(0x59444f42) /* "BODY": the first number of a model */
#define L    PD_K_LANES

/* Visits `count` elements of the type that the pointer points at. */
#define ARRAY(c, pointer, count, flags)                                                                      \
    pd_pack_array(c, &(pointer), (size_t)(count), sizeof *(pointer), flags)
#define REQUIRED 0

/* A model in parts, so that the same functions pack and map it. */
typedef struct parts {
    pd_smpl_model *model;
    pd_smpl_tiles *tiles;
    pd_smpl_sparse_dirs *sparse; /* member of derived */
    float **softdirs;            /* member of derived */
    size_t packed_count;         /* numbers of sparse->packed_dqs */
    size_t psd_poses;            /* quaternions of data.psd.poses */
} parts;

/* Everything that these structs hold has to be visited below. When one has grown: visit what is new, raise
 * PD_PACK_LAYOUT, then write the new size here. */
#if defined(__x86_64__)
_Static_assert(sizeof(pd_smpl_data) == 568, "visit the new members of pd_smpl_data");
_Static_assert(sizeof(pd_smpl_model) == 720, "visit the new members of pd_smpl_model");
_Static_assert(sizeof(pd_smpl_tiles) == 296, "visit the new members of pd_smpl_tiles");
#endif

/* -- visiting -------------------------------------------------------------- */

static void visit_counts(pd_pack_cursor *c, pd_smpl_model *m)
{
    pd_smpl_data *d = &m->data;

    pd_pack_count(c, &d->vertex_count, 0, INT32_MAX);
    pd_pack_count(c, &d->joint_count, 0, INT32_MAX);
    pd_pack_count(c, &d->beta_count, 0, INT32_MAX);
    pd_pack_count(c, &d->expression_count, 0, INT32_MAX);
    pd_pack_count(c, &d->face_count, 0, INT32_MAX);
    pd_pack_count(c, &d->soft_count, 0, INT32_MAX);
    PD_PACK_VALUE(c, d->pose_features);
    PD_PACK_VALUE(c, d->skinning);
    pd_pack_count(c, &d->landmark_count, 0, INT32_MAX);
    pd_pack_count(c, &d->people_count, 0, INT32_MAX);
    pd_pack_count(c, &d->leg_count, 0, INT32_MAX);
    pd_pack_count(c, &d->feature_count, 0, INT32_MAX);
    pd_pack_count(c, &m->pose_feature_count, 0, INT32_MAX);
    PD_PACK_VALUE(c, m->content_hash);
    PD_PACK_VALUE(c, m->closed);
}

/* Visits the dynamics of soft tissue. */
static void visit_soft(pd_pack_cursor *c, pd_smpl_soft_dynamics *s)
{
    pd_pack_count(c, &s->mode_count, 0, INT32_MAX);
    pd_pack_count(c, &s->joint_count, 0, INT32_MAX);
    pd_pack_count(c, &s->beta_terms, 0, INT32_MAX);
    pd_pack_count(c, &s->gain_terms, 0, INT32_MAX);
    pd_pack_bool(c, &s->is_modal);
    const size_t modes = (size_t)s->mode_count;
    const size_t terms = (size_t)s->beta_terms;
    const size_t joints = (size_t)s->joint_count;
    ARRAY(c, s->joints, joints, REQUIRED);
    ARRAY(c, s->poles, modes * (2 + terms), REQUIRED);
    ARRAY(c, s->sizes, modes * terms, PD_PACK_OPTIONAL);
    ARRAY(c, s->gains, modes * (1 + (size_t)s->gain_terms) * 12 * joints, REQUIRED);
}

static void visit_face_points(pd_pack_cursor *c, pd_smpl_face_points *f)
{
    pd_pack_count(c, &f->count, 0, INT32_MAX);
    pd_pack_count(c, &f->contour_count, 0, INT32_MAX);
    pd_pack_count(c, &f->turn_count, 0, INT32_MAX);
    const size_t points = (size_t)f->count;
    const size_t contour = (size_t)f->turn_count * (size_t)f->contour_count;
    ARRAY(c, f->triangles, points, REQUIRED);
    ARRAY(c, f->weights, 3 * points, REQUIRED);
    ARRAY(c, f->contour_triangles, contour, REQUIRED);
    ARRAY(c, f->contour_weights, 3 * contour, REQUIRED);
}

static void visit_data(pd_pack_cursor *c, pd_smpl_data *d)
{
    const size_t v = (size_t)d->vertex_count;
    const size_t k = (size_t)d->joint_count;
    const size_t b = (size_t)d->beta_count;
    const size_t e = (size_t)d->expression_count;

    /* Shapes, skin and skeleton. */
    ARRAY(c, d->v_template, 3 * v, REQUIRED);
    ARRAY(c, d->shapedirs, 3 * v * b, PD_PACK_COLD);
    ARRAY(c, d->expressiondirs, 3 * v * e, PD_PACK_COLD);
    ARRAY(c, d->weights, v * k, PD_PACK_COLD);
    ARRAY(c, d->regressor_start, k + 1, REQUIRED);
    uint32_t entries = c->pack ? 0 : (uint32_t)d->regressor_start[k];
    PD_PACK_VALUE(c, entries);
    if (c->pack && d->regressor_start && d->regressor_start[k] != (int)entries) entries = UINT32_MAX;
    ARRAY(c, d->regressor_vertex, entries, REQUIRED);
    ARRAY(c, d->regressor_weight, entries, REQUIRED);
    ARRAY(c, d->joints, 3 * k, PD_PACK_OPTIONAL);
    ARRAY(c, d->joint_shapedirs, 3 * k * b, PD_PACK_OPTIONAL);
    ARRAY(c, d->parents, k, REQUIRED);
    ARRAY(c, d->faces, 3 * (size_t)d->face_count, REQUIRED);

    /* Names, limits and marks. */
    ARRAY(c, d->joint_names, k, REQUIRED);
    ARRAY(c, d->mirror, v, PD_PACK_OPTIONAL);
    ARRAY(c, d->beta_limits, b, PD_PACK_OPTIONAL);
    ARRAY(c, d->landmarks, d->landmark_count, REQUIRED);
    visit_face_points(c, &d->face_points);
    ARRAY(c, d->expression_names, e, PD_PACK_OPTIONAL);
    ARRAY(c, d->feature_names, d->feature_count, REQUIRED);
    for (int h = 0; h < 2; h++) {
        pd_pack_count(c, &d->hands[h].component_count, 0, INT32_MAX);
        ARRAY(c, d->hands[h].mean, PD_SMPL_HAND_ANGLES, PD_PACK_OPTIONAL);
        ARRAY(c, d->hands[h].components, (size_t)d->hands[h].component_count * PD_SMPL_HAND_ANGLES,
              PD_PACK_OPTIONAL);
    }

    visit_soft(c, &d->soft);
    ARRAY(c, d->people, (size_t)d->people_count * pd_smpl_people_numbers(d->beta_count), PD_PACK_OPTIONAL);
    ARRAY(c, d->legs, d->leg_count, REQUIRED);

    /* Texts. */
    char **const texts[] = {&d->text.name, &d->text.gender, &d->text.licence, &d->text.provenance,
                            &d->text.credits};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) pd_pack_text(c, texts[i]);
}

/* Sculpts that the pose drives. */
static void visit_psd(pd_pack_cursor *c, parts *p)
{
    pd_smpl_psd *s = &p->model->data.psd;
    const size_t v = (size_t)p->model->data.vertex_count;

    pd_pack_count(c, &s->count, 0, INT32_MAX);
    pd_pack_count(c, &s->group_count, 0, INT32_MAX);
    if (!s->count) return;

    const size_t groups = (size_t)s->group_count;
    ARRAY(c, s->dirs, 3 * v * (size_t)s->count, PD_PACK_COLD);
    ARRAY(c, s->names, s->count, REQUIRED);
    ARRAY(c, s->group_start, groups + 1, REQUIRED);
    ARRAY(c, s->joint_start, groups + 1, REQUIRED);
    ARRAY(c, s->joints, s->joint_start ? s->joint_start[groups] : 0, REQUIRED);
    ARRAY(c, s->widths, groups, REQUIRED);
    PD_PACK_VALUE(c, p->psd_poses);
    pd_pack_array(c, &s->poses, p->psd_poses, 4 * sizeof(float), REQUIRED);
}

/* Visits the pose directions of DQS and SBS, from which their tiles are made at the first use. */
static void visit_sparse(pd_pack_cursor *c, parts *p)
{
    pd_smpl_sparse_dirs *s = p->sparse;

    pd_pack_count(c, &s->pattern_count, 0, INT32_MAX);
    if (!s->pattern_count) return;

    const pd_smpl_data *d = &p->model->data;
    pd_pack_count(c, &s->beta_terms, 0, INT32_MAX);
    PD_PACK_VALUE(c, s->packed_step);
    PD_PACK_VALUE(c, s->value_count);
    ARRAY(c, s->pattern_start, (size_t)s->pattern_count + 1, REQUIRED);
    uint32_t joints = c->pack ? 0 : (uint32_t)s->pattern_start[s->pattern_count];
    PD_PACK_VALUE(c, joints);
    if (c->pack && s->pattern_start && s->pattern_start[s->pattern_count] != (int)joints) joints = UINT32_MAX;
    ARRAY(c, s->pattern_joints, joints, REQUIRED);
    ARRAY(c, s->vertex_pattern, d->vertex_count, REQUIRED);
    PD_PACK_VALUE(c, p->packed_count);
    ARRAY(c, s->packed_dqs, p->packed_count, PD_PACK_COLD);
    ARRAY(c, *p->softdirs, 3 * (size_t)d->vertex_count * (size_t)d->soft_count,
          PD_PACK_OPTIONAL | PD_PACK_COLD);
}

static void visit_list(pd_pack_cursor *c, pd_smpl_skin_list *list, size_t tiles, unsigned flags)
{
    ARRAY(c, list->start, tiles + 1, REQUIRED);
    const size_t entries = list->start ? (size_t)list->start[tiles] : 0;
    ARRAY(c, list->index, entries, flags);
    ARRAY(c, list->weights, entries * L, flags);
}

/* Visits tiles. by_rotations: PD_PACK_COLD where the model has tiles of their own for DQS and SBS. */
static void visit_tiles(pd_pack_cursor *c, pd_smpl_tiles *t, size_t corner_count, unsigned by_rotations)
{
    pd_pack_count(c, &t->vertex_count, 0, INT32_MAX);
    pd_pack_count(c, &t->tile_count, 0, INT32_MAX);
    pd_pack_count(c, &t->joint_count, 0, INT32_MAX);
    PD_PACK_VALUE(c, t->pose_features);
    pd_pack_count(c, &t->feature_count, 0, INT32_MAX);
    pd_pack_count(c, &t->block_count, 0, INT32_MAX);
    pd_pack_count(c, &t->pair_count, 0, INT32_MAX);
    pd_pack_count(c, &t->sets.member_count, 0, INT32_MAX);
    pd_pack_count(c, &t->sets.centre_count, 0, INT32_MAX);
    const size_t n = (size_t)t->tile_count;
    const size_t members = (size_t)t->sets.member_count;
    const size_t centres = (size_t)t->sets.centre_count;

    /* Blend shapes. */
    ARRAY(c, t->block_feature, t->block_count, REQUIRED);
    ARRAY(c, t->block_rows, t->block_count, REQUIRED);
    ARRAY(c, t->tile_block_start, n + 1, REQUIRED);
    ARRAY(c, t->tile_blocks, t->tile_block_start ? t->tile_block_start[n] : 0, REQUIRED);
    ARRAY(c, t->tile_betas, n, REQUIRED);
    ARRAY(c, t->tile_half, n, REQUIRED);
    ARRAY(c, t->tile_rows, n + 1, REQUIRED);
    ARRAY(c, t->tile_plain, n + 1, REQUIRED);
    ARRAY(c, t->tile_narrow, n + 1, REQUIRED);
    ARRAY(c, t->tile_scales, n, REQUIRED);
    pd_pack_array(c, &t->plain, t->tile_plain ? t->tile_plain[n] : 0, PD_K_TILE * sizeof(float), REQUIRED);
    ARRAY(c, t->narrow, t->tile_narrow ? t->tile_narrow[n] : 0, REQUIRED);

    /* Skinning, and the faces at each vertex. */
    visit_list(c, &t->lbs, n, REQUIRED);
    visit_list(c, &t->dqs, n, by_rotations);
    visit_list(c, &t->sbs, n, by_rotations);
    ARRAY(c, t->pairs, t->pair_count, REQUIRED);
    ARRAY(c, t->sets.member_joint, members, REQUIRED);
    ARRAY(c, t->sets.member_pivot, members, REQUIRED);
    ARRAY(c, t->sets.member_centre, members, REQUIRED);
    ARRAY(c, t->sets.centre_start, centres + 1, REQUIRED);
    ARRAY(c, t->sets.centre_joint, t->sets.centre_start ? t->sets.centre_start[centres] : 0, REQUIRED);
    ARRAY(c, t->around_start, (size_t)t->vertex_count + 1, REQUIRED);
    ARRAY(c, t->around, corner_count, REQUIRED);
}

/* Visits all of a model. tiles_dqs: tiles for rotations of their own, or NULL; in a pack the model says
 * whether it has them. */
static void visit_pack(pd_pack_cursor *c, parts *p, pd_smpl_tiles *tiles_dqs, bool *has_dqs)
{
    pd_smpl_model *m = p->model;
    const pd_smpl_data *d = &m->data;
    uint32_t kind = KIND;

    PD_PACK_VALUE(c, kind);
    if (kind != KIND) pd_pack_refuse(c, "it holds no body model");
    visit_counts(c, m);
    const size_t k3 = 3 * (size_t)d->joint_count;
    visit_data(c, &m->data);
    visit_psd(c, p);
    ARRAY(c, m->joint_template, k3, REQUIRED);
    ARRAY(c, m->joint_shapedirs, k3 * (size_t)d->beta_count, REQUIRED);
    ARRAY(c, m->joint_expressiondirs, k3 * (size_t)d->expression_count, REQUIRED);
    visit_sparse(c, p);
    pd_pack_bool(c, has_dqs);
    const unsigned by_rotations = p->sparse->pattern_count || *has_dqs ? PD_PACK_COLD : REQUIRED;
    visit_tiles(c, p->tiles, 3 * (size_t)d->face_count, by_rotations);
    if (*has_dqs) visit_tiles(c, tiles_dqs, 3 * (size_t)d->face_count, REQUIRED);
}

/* -- checking -------------------------------------------------------------- */

/* Returns whether the blocks of features agree with the model's counts. */
static bool check_blocks(const pd_smpl_tiles *t, const pd_smpl_data *d)
{
    const int joints = d->joint_count - pd_smpl_pose_first_joint(d->pose_features);
    const int rows = pd_smpl_pose_feature_rows(d->pose_features);

    if (t->block_count < 4 || t->pose_features != d->pose_features) return false;
    if (joints ? (t->block_count - 4) % joints || (t->block_count - 4) / joints > 1 + PD_SMPL_MAX_BETA_TERMS
               : t->block_count != 4)
        return false;

    int feature = 0;
    for (int b = 0; b < t->block_count; b++) {
        const int count = t->block_rows[b];
        const bool fits = b == 0                             ? count == d->beta_count
                          : b == pd_smpl_block_expression(t) ? count == d->expression_count
                          : b == pd_smpl_block_sculpt(t)     ? count == d->psd.count
                          : b == pd_smpl_block_soft(t)       ? count == d->soft_count
                                                             : !count || count == rows;
        if (!fits || t->block_feature[b] != feature) return false;
        feature += count;
    }

    return t->feature_count == feature;
}

/* Returns whether the blocks of each tile are ascending, and its rows are
 * at the places that follow from their number. */
static bool check_rows(const pd_smpl_tiles *t)
{
    if (t->tile_block_start[0] || t->tile_rows[0] || t->tile_plain[0] || t->tile_narrow[0]) return false;
    for (int i = 0; i < t->tile_count; i++) {
        size_t rows = 1;
        size_t narrow = PD_K_TILE * sizeof(float);
        size_t pose_rows = 0;
        int least = 0;
        if (t->tile_block_start[i + 1] < t->tile_block_start[i]) return false;
        if (t->tile_betas[i] > t->block_rows[0]) return false;
        for (int at = t->tile_block_start[i]; at < t->tile_block_start[i + 1]; at++) {
            const int block = t->tile_blocks[at];
            if (block < least || block >= t->block_count) return false;
            const size_t count = pd_smpl_tile_block_rows(t, i, block);
            pd_smpl_tiles_narrow_add(&narrow, &pose_rows, pd_smpl_block_is_pose(t, block),
                                     t->tile_half[i] && pd_smpl_block_is_still(t, block), count);
            rows += count;
            least = block + 1;
        }

        /* A tile is narrow or plain, with as many bytes or rows as it needs. */
        const size_t plain_rows = t->tile_plain[i + 1] - t->tile_plain[i];
        const size_t narrow_bytes = t->tile_narrow[i + 1] - t->tile_narrow[i];
        const bool is_narrow = !plain_rows && t->tile_scales[i] == narrow &&
                               narrow_bytes == (narrow + pose_rows * sizeof(float) + 63) / 64 * 64;
        if (t->tile_rows[i + 1] - t->tile_rows[i] != rows ||
            !(is_narrow || (plain_rows == rows && !narrow_bytes)))
            return false;
    }

    return true;
}

/* Returns whether starts (count + 1) ascend from 0, by at least `step`. */
static bool check_starts(const int *start, int count, int step)
{
    if (start[0]) return false;
    for (int i = 0; i < count; i++)
        if (start[i + 1] < start[i] || start[i + 1] - start[i] < step) return false;
    return true;
}

/* Returns whether all indices are in [0, end). */
static bool check_indices(const int *index, int count, int end)
{
    for (int i = 0; i < count; i++)
        if (index[i] < 0 || index[i] >= end) return false;
    return true;
}

static bool check_list(const pd_smpl_skin_list *list, int tile_count, int row_count)
{
    return check_starts(list->start, tile_count, 1) &&
           check_indices(list->index, list->start[tile_count], row_count);
}

static bool check_skin(const pd_smpl_tiles *t)
{
    const pd_smpl_sets *s = &t->sets;
    const int joints = t->joint_count;

    for (int i = 0; i < t->pair_count; i++)
        if (!check_indices((const int[]){t->pairs[i].joint, t->pairs[i].pivot}, 2, joints)) return false;

    return check_list(&t->lbs, t->tile_count, joints) && check_list(&t->dqs, t->tile_count, t->pair_count) &&
           check_list(&t->sbs, t->tile_count, s->member_count) &&
           check_indices(s->member_joint, s->member_count, joints) &&
           check_indices(s->member_pivot, s->member_count, joints) &&
           check_indices(s->member_centre, s->member_count, s->centre_count) &&
           check_starts(s->centre_start, s->centre_count, 0) &&
           check_indices(s->centre_joint, s->centre_start[s->centre_count], joints);
}

/* Returns whether the lists of faces at the vertices are within the arrays. */
static bool check_around(const pd_smpl_tiles *t, int face_count)
{
    const uint32_t corners = 3 * (uint32_t)face_count;

    if (t->around_start[0] || t->around_start[t->vertex_count] != corners) return false;
    for (int v = 0; v < t->vertex_count; v++)
        if (t->around_start[v + 1] < t->around_start[v]) return false;
    for (uint32_t i = 0; i < corners; i++)
        if (t->around[i] >= (uint32_t)face_count) return false;

    return true;
}

static bool check_tiles(const pd_smpl_tiles *t, const pd_smpl_data *d)
{
    return t->vertex_count == d->vertex_count && t->joint_count == d->joint_count &&
           t->tile_count == (d->vertex_count + L - 1) / L && check_blocks(t, d) && check_rows(t) &&
           check_skin(t) && check_around(t, d->face_count);
}

/* Checks all that was mapped, in this order: each check relies on those before it. */
static pd_status check_pack(const parts *p, const pd_smpl_tiles *tiles_dqs, const char *name, pd_error *err)
{
    const pd_smpl_model *m = p->model;
    pd_smpl_data data = m->data;

    if ((unsigned)data.skinning >= PD_SMPL_SKINNING_COUNT ||
        (unsigned)data.pose_features > PD_SMPL_QUATERNION_FEATURES)
        return pd_fail(
            err, PD_ERR_FORMAT, name,
            "the pack has an unknown skinning or pose feature; a pack made by this version is needed");

    const pd_smpl_psd *psd = &data.psd;
    if (psd->count &&
        (!check_starts(psd->group_start, psd->group_count, 1) ||
         !check_starts(psd->joint_start, psd->group_count, 1) || pd_smpl_psd_pose_count(psd) != p->psd_poses))
        return pd_fail(
            err, PD_ERR_FORMAT, name,
            "the sculpts of the pack have another number of poses; a pack of this model is needed");

    data.sparse = *p->sparse;
    const pd_status status = pd_smpl_data_check_resident(&data, err);
    if (status != PD_OK) return status;
    if (data.sparse.pattern_count &&
        p->packed_count != (1 + (size_t)data.sparse.beta_terms) * pd_smpl_half_count(&data))
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "the pose directions of the pack have another size; a pack of this model is needed");
    if (m->pose_feature_count && (size_t)m->pose_feature_count != pd_smpl_posedirs_width(&data))
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "the pack has another number of pose features; a pack of this model is needed");
    if (!check_tiles(p->tiles, &m->data) || (tiles_dqs && !check_tiles(tiles_dqs, &m->data)))
        return pd_fail(err, PD_ERR_FORMAT, name,
                       "the tiles of the pack are different; a pack of this model is needed");

    return PD_OK;
}

/* -- packing and mapping --------------------------------------------------- */

pd_status pd_smpl_model_pack(pd_pack_writer *writer, const pd_smpl_model *model, const char *name,
                             const pd_pack_source *source, pd_error *err)
{
    pd_smpl_model copy = *model;
    pd_smpl_tiles tiles = *model->tiles;
    pd_smpl_tiles tiles_dqs = {0};
    pd_smpl_sparse_dirs sparse = model->derived->sparse;
    float *softdirs = model->derived->softdirs;
    parts p = {.model = &copy,
               .tiles = &tiles,
               .sparse = &sparse,
               .softdirs = &softdirs,
               .packed_count = 0,
               .psd_poses = 0};

    if (copy.data.psd.count) p.psd_poses = pd_smpl_psd_pose_count(&copy.data.psd);

    /* Tiles for rotations that are made from packed directions are left to the first use. */
    bool has_dqs = !sparse.pattern_count && model->derived->tiles_dqs;
    if (has_dqs) tiles_dqs = *model->derived->tiles_dqs;
    pd_smpl_data data = model->data;
    data.sparse = sparse;
    if (sparse.pattern_count) p.packed_count = (1 + (size_t)sparse.beta_terms) * pd_smpl_half_count(&data);

    pd_pack_cursor cursor;
    pd_pack_write(&cursor, writer, name, source);
    visit_pack(&cursor, &p, &tiles_dqs, &has_dqs);

    return pd_pack_write_end(&cursor, err);
}

/* Allocates the model's own part; false when memory is short. */
static bool allocate_pack(pd_smpl_model *m, pd_smpl_tiles **tiles_dqs)
{
    m->tiles = calloc(1, sizeof *m->tiles);
    m->derived = calloc(1, sizeof *m->derived);
    *tiles_dqs = calloc(1, sizeof **tiles_dqs);
    return m->tiles && m->derived && *tiles_dqs;
}

pd_status pd_smpl_model_map(pd_smpl_model **out, pd_pack *pack, int number, pd_error *err)
{
    pd_pack_cursor cursor;
    pd_smpl_tiles *tiles_dqs = NULL;
    bool has_dqs = false;

    *out = NULL;
    pd_status status = pd_pack_read(&cursor, pack, number, err);
    if (status != PD_OK) return status;
    pd_smpl_model *m = calloc(1, sizeof *m);
    if (!m) return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    m->references = 1;
    m->pack = pd_pack_retain(pack);
    if (!allocate_pack(m, &tiles_dqs)) status = pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");

    /* Point the arrays into the pack, then check what they hold. */
    if (status == PD_OK) {
        parts p = {.model = m,
                   .tiles = m->tiles,
                   .sparse = &m->derived->sparse,
                   .softdirs = &m->derived->softdirs,
                   .packed_count = 0,
                   .psd_poses = 0};
        m->tiles->is_mapped = tiles_dqs->is_mapped = true;
        visit_pack(&cursor, &p, tiles_dqs, &has_dqs);
        status = pd_pack_read_end(&cursor, err);
        if (status == PD_OK)
            status = check_pack(&p, has_dqs ? tiles_dqs : NULL, pd_pack_model_name(pack, number), err);
    }

    if (status == PD_OK && m->data.psd.count) status = pd_smpl_psd_solve(&m->psd_map, &m->data.psd, err);
    if (status == PD_OK && has_dqs)
        m->derived->tiles_dqs = tiles_dqs;
    else
        free(tiles_dqs);
    if (status != PD_OK) {
        pd_smpl_model_release(m);
        return status;
    }

    pd_pack_leave_cold(pack, number);
    const pd_smpl_data *d = &m->data;
    m->vertex_count = d->vertex_count;
    m->joint_count = d->joint_count;
    m->beta_count = d->beta_count;
    m->expression_count = d->expression_count;
    m->face_count = d->face_count;
    m->soft_count = d->soft_count;
    m->tiles->bytes = sizeof *m->tiles;
    if (has_dqs) tiles_dqs->bytes = sizeof *tiles_dqs;
    m->loaded_bytes = sizeof *m + sizeof *m->derived + m->tiles->bytes;
    m->mapped_bytes = pd_pack_model_bytes(pack, number);
    *out = m;

    return PD_OK;
}
