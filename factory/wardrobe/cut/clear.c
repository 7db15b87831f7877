#include "factory/wardrobe/cut/clear.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "core/math/triangle.h"
#include "core/math/triangle_tree.h"
#include "core/smpl/body.h"
#include "factory/wardrobe/cut/cover.h"
#include "factory/wardrobe/cut/pierce.h"
#include "factory/wardrobe/bind/scalp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HITS   8192
#define RADIAN 0.017453292519943295
#define SPREAD 0.6f /* share of a vertex's displacement by which its neighbours move at least */

#define FACE_BETA   16 /* first beta of the face */
/* standard deviation of the random face betas on which hair is tried;
 * below 1, because face betas depend on one another */
#define FACE_SPREAD 0.7
#define UNITS       3    /* units of expression that are active at once, at most */
#define BURIED      1.0f /* metres: wider than a body */
#define DROPS       3    /* rounds in which hair is searched for triangles that skin pierces */
#define WIDE_DROPS  4    /* rounds for the hair listed in `wide`, each on other bodies */
#define DROP_SHARE  12   /* a triangle is dropped when skin pierces it on one of so many bodies or more */

/* ---- poses ---- */

/* Ranges of random joint rotations, degrees about x, y and z, for joints of the left side and of the middle.
 * A right joint uses the left one's range mirrored (y and z negated). */
static const struct {
    const char *left, *right;
    double low[3], high[3];
} ranges[] = {
    {"left_shoulder", "right_shoulder", {0, -80, -78}, {0, 25, 75}},
    {"left_elbow", "right_elbow", {0, -120, 0}, {0, 0, 0}},
    {"left_collar", "right_collar", {0, -8, -6}, {0, 8, 18}},
    {"left_hip", "right_hip", {-105, -10, -5}, {25, 12, 32}},
    {"left_knee", "right_knee", {0, 0, 0}, {115, 0, 0}},
    {"spine1", NULL, {-12, -15, -10}, {25, 15, 10}},
    {"spine2", NULL, {-6, -10, -6}, {14, 10, 6}},
    {"spine3", NULL, {-5, -18, -4}, {15, 18, 4}},
    {"neck", NULL, {-15, -30, -10}, {25, 30, 10}},
};

void pd_factory_clear_pose(float *rotations, const pd_smpl_model *model, uint64_t index)
{
    pd_rng rng;

    pd_rng_init(&rng, index);
    for (int i = 0; i < 9 * model->joint_count; i++) rotations[i] = i % 9 % 4 == 0;

    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        for (int side = 0; side < (ranges[k].right ? 2 : 1); side++) {
            double degrees[3];
            for (int c = 0; c < 3; c++)
                degrees[c] = pd_rng_between(&rng, ranges[k].low[c], ranges[k].high[c]) * (side && c ? -1 : 1);
            const int joint = pd_smpl_joint_find(&model->data, side ? ranges[k].right : ranges[k].left);
            double axis[3] = {degrees[0] * RADIAN, degrees[1] * RADIAN, degrees[2] * RADIAN};
            double m[9];
            pd_rot_from_axis_angle(m, axis);
            for (int i = 0; joint >= 0 && i < 9; i++) rotations[9 * joint + i] = (float)m[i];
        }
}

/* ---- one garment ---- */

typedef struct clearing {
    pd_wardrobe *wardrobe;
    pd_wardrobe_item *item;
    const pd_smpl_model *model;
    const pd_factory_clear *how;
    pd_wardrobe_outfit outfit;
    pd_arena scratch;
    float *skin, *normals; /* (V,3) vertices and normals of the body in use */
    float *facing;         /* (V,3) normals of the mean skin                  */
    float *out, *total; /* (n) metres by which each vertex moves in this round, and has moved in all rounds */
    float *directions;  /* (n,3) unit directions in which vertices move; also scratch of (n,9) */
    int movable;        /* number of vertices without those of the cap, which do not move */
    float *expression;  /* (E) weights of the expression; NULL for items that are tried without expressions */
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    bool is_set; /* true: `touched` is the skin of head and neck on all bodies, and is not searched for */
    unsigned char *touched; /* (bodies,V) 1 for skin that the cloth touches at rest */
    unsigned char *under, *deep,
        /* (V) skin below cloth or hidden on all bodies; skin whose neighbours are too;
         * skin that pierced cloth */
        *through;
    pd_wardrobe_hit *hits; /* (HITS)                                          */
} clearing;

/* Returns whether the item is hair or a hat: both are tried on the head with expressions. */
static bool is_hair(const clearing *c)
{
    return c->item->slot == PD_WARDROBE_HAIR || c->item->slot == PD_WARDROBE_HAT;
}

/* Puts the item on a random body, at rest or in the pose c->rotations with c->expression. With `worn`
 * (corner_count,3), writes the positions of the item's corners there; with NULL, counts in *out the skin that
 * pierces the cloth. At rest, marks in c->touched the skin that the cloth touches, unless c->is_set. */
static pd_status try_on(pd_factory_pierced *out, float *worn, clearing *c, int body, bool at_rest,
                        pd_error *err)
{
    float betas[PD_SMPL_MAX_BETAS];

    /* Only hair and hats are tried on more than how->bodies bodies;
     * their marks are the same for all bodies. */
    unsigned char *touched = c->touched + (size_t)(body % c->how->bodies) * (size_t)c->model->vertex_count;

    PD_ASSERT(body < c->how->bodies || c->is_set);

    /* Clothes are tried with the betas that they were learned with, hair with all betas. */
    const int count = is_hair(c) || c->model->beta_count < PD_WARDROBE_FITTED_BETAS
                          ? c->model->beta_count
                          : PD_WARDROBE_FITTED_BETAS;
    pd_rng rng;
    pd_rng_init(&rng, c->how->seed + (uint64_t)body);
    for (int k = 0; k < count; k++)
        betas[k] = (float)(pd_rng_normal(&rng) * (is_hair(c) && k >= FACE_BETA ? FACE_SPREAD : 1));

    const pd_smpl_body b = {.betas = betas,
                            .beta_count = count,
                            .expression = at_rest ? NULL : c->expression,
                            .expression_count = at_rest || !c->expression ? 0 : c->model->expression_count,
                            .rotations = at_rest ? NULL : c->rotations,
                            .vertices = c->skin,
                            .normals = c->normals};
    const pd_smpl_job job = {.bodies = &b, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    const bool finds = at_rest && !c->is_set;
    pd_wardrobe_wearer wearer;
    if (!pd_arena_reserve(&c->scratch, pd_smpl_job_scratch_bytes(&job, c->model)))
        return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory");
    pd_smpl_job_run(&job, c->model, &c->scratch, &pd_executor_serial);

    pd_status status = pd_wardrobe_wearer_init(&wearer, c->model, NULL, &b, c->skin, err);
    if (status != PD_OK) return status;
    const pd_factory_pierce_job look = {.wardrobe = c->wardrobe,
                                        .outfit = &c->outfit,
                                        .wearer = &wearer,
                                        .skin = c->skin,
                                        .normals = c->normals,
                                        .among = finds ? NULL : touched,
                                        .has_middles = true,
                                        .hits = c->hits,
                                        .hit_most = HITS};
    if (worn)
        pd_wardrobe_dress(worn, NULL, c->item, &wearer, c->directions);
    else
        status = pd_factory_pierce(out, finds ? touched : NULL, &look, err);
    pd_wardrobe_wearer_deinit(&wearer);

    return status;
}

/* Adds skin that pierced the cloth and lies deep below it to the vertices that the item hides. Returns false
 * when out of memory. */
static bool hide_deep(clearing *c)
{
    pd_wardrobe_item *item = c->item;
    const size_t v = (size_t)c->model->vertex_count;
    int count = 0;

    /* Vertices that are hidden already stay hidden. */
    for (int h = 0; h < item->hide_count; h++) c->through[item->hides[h]] = 2;
    for (size_t i = 0; i < v; i++) count += c->through[i] == 2 || (c->through[i] == 1 && c->deep[i]);
    uint16_t *hides = malloc((size_t)(count + 1) * sizeof *hides);
    if (!hides) return false;

    count = 0;
    for (size_t i = 0; i < v; i++)
        if (c->through[i] == 2 || (c->through[i] == 1 && c->deep[i])) hides[count++] = (uint16_t)i;
    free(item->hides);
    item->hides = hides;
    item->hide_count = count;

    return true;
}

/* Marks as deep the scalp (in c->through) that is enclosed by deep skin. The search for deep skin misses it,
 * because the crown of a hat is farther from the skin than the search looks. */
static void fill_crown(clearing *c)
{
    enum { SCALP = 1, OPEN = 2 };
    const pd_smpl_data *d = &c->model->data;
    int lowest = -1;

    for (int i = 0; i < d->vertex_count; i++)
        if (c->through[i] && !c->deep[i] &&
            (lowest < 0 || d->v_template[3 * i + 1] < d->v_template[3 * lowest + 1]))
            lowest = i;
    if (lowest < 0) return;

    /* Flood from the lowest place over scalp that is not deep. */
    c->through[lowest] = OPEN;
    for (bool grows = true; grows;) {
        grows = false;
        for (int f = 0; f < d->face_count; f++) {
            const uint32_t *v = d->faces + 3 * (size_t)f;
            if (c->through[v[0]] != OPEN && c->through[v[1]] != OPEN && c->through[v[2]] != OPEN) continue;
            for (int k = 0; k < 3; k++)
                if (c->through[v[k]] == SCALP && !c->deep[v[k]]) {
                    c->through[v[k]] = OPEN;
                    grows = true;
                }
        }
    }

    for (int i = 0; i < d->vertex_count; i++) c->deep[i] = c->through[i] == SCALP;
}

/* Covers the scalp below hair with a cap in the colour of the hair; hides the scalp below a hat, and with it
 * the hair there. Then limits the search to the skin of head and neck. Hair that hides skin already was made
 * from the scalp (short_hair.h) and needs no cap. */
static pd_status take_scalp(clearing *c, pd_error *err)
{
    const pd_smpl_data *d = &c->model->data;
    const size_t v = (size_t)d->vertex_count;

    if (!pd_factory_scalp(c->through, d))
        return pd_fail(err, PD_ERR_MEMORY, c->item->name, "out of memory for the scalp");

    /* Below hair, only scalp counts as deep skin. */
    for (size_t i = 0; i < v; i++) c->deep[i] &= c->through[i];
    pd_status status = PD_OK;
    if (c->item->slot == PD_WARDROBE_HAIR) {
        if (!c->item->hide_count)
            status = pd_factory_scalp_cap(c->item, d, c->facing, c->deep, c->how->press, err);
    } else {
        fill_crown(c);
        memcpy(c->through, c->deep, v);
        if (!hide_deep(c))
            status = pd_fail(err, PD_ERR_MEMORY, c->item->name, "out of memory for what it hides");
    }

    memset(c->deep, 0, v);

    /* From here on the search looks at all skin of head and neck and at no other skin (scalp.h). */
    for (int b = 0; b < c->how->bodies; b++) pd_factory_head(c->touched + (size_t)b * v, d);
    c->is_set = true;

    return status;
}

/* Sets marks (F) to 1 for the triangle that has these corners. */
static void mark_clear(unsigned char *marks, const pd_wardrobe_item *item, const uint16_t corners[3])
{
    for (int f = 0; f < item->face_count; f++)
        if (!memcmp(item->faces + 3 * (size_t)f, corners, 3 * sizeof *corners)) marks[f] = 1;
}

/* Tries the item on one body, at rest and in its random poses, and notes the skin that pierces it. pierced
 * (F) is set to 1 for pierced triangles; it may be NULL. */
static pd_status look_at_body(clearing *c, int body, unsigned char *pierced, pd_error *err)
{
    const int poses = is_hair(c) ? c->how->faces : c->how->poses;
    const int units = c->model->expression_count;

    for (int p = -1; p < poses; p++) {
        pd_factory_pierced found;
        const uint64_t index = c->how->seed + 1000 * (uint64_t)(body + 1) + (uint64_t)p;
        pd_factory_clear_pose(c->rotations, c->model, index);
        if (is_hair(c) && c->expression) {
            pd_rng rng; /* up to UNITS random units of expression, each with a random weight */
            pd_rng_init(&rng, index);
            for (int e = 0; e < units; e++) c->expression[e] = 0;
            for (int u = 0; u < UNITS; u++)
                c->expression[pd_rng_below(&rng, units)] = (float)pd_rng_between(&rng, 0.4, 1);
        }

        const pd_status status = try_on(&found, NULL, c, body, p < 0, err);
        if (status != PD_OK) return status;

        /* Note the skin that pierced the cloth, and how far the cloth over it has to move. */
        for (int h = 0; h < found.pierced && h < HITS; h++) {
            const pd_wardrobe_hit *hit = &c->hits[h];
            c->through[hit->vertex] = 1;
            if (pierced) mark_clear(pierced, c->item, hit->corners);
            if (hit->depth > (is_hair(c) ? c->how->hair_most : c->how->fold)) continue;
            for (int k = 0; k < 3; k++) {
                float *out = &c->out[c->item->corners[hit->corners[k]]];
                *out = fmaxf(*out, hit->depth + c->how->margin);
            }
        }
    }

    return PD_OK;
}

/* Sets the directions (n,3) to the normals of the mean skin at the anchors. */
static void find_directions(float *out, const clearing *c)
{
    const pd_wardrobe_item *item = c->item;

    for (int i = 0; i < c->movable; i++) {
        float n[3] = {0};
        for (int x = 0; x < 3; x++)
            for (int a = 0; a < 3; a++)
                n[x] += item->anchor_weights[3 * i + a] *
                        c->facing[3 * (size_t)item->anchors[3 * i + a] + (size_t)x];
        const float length = sqrtf(pd_dot3f(n, n));
        for (int x = 0; x < 3; x++) out[3 * i + x] = length > 0 ? n[x] / length : 0;
    }
}

/* Clears the item in rounds. Each round tries it on all bodies in all poses,
 * then hides skin and moves cloth. */
static pd_status run_rounds(clearing *c, pd_error *err)
{
    pd_wardrobe_item *item = c->item;
    const size_t count = (size_t)c->model->vertex_count;
    const float most = is_hair(c) ? c->how->hair_most : c->how->most;

    memset(c->total, 0, (size_t)c->movable * sizeof *c->total);
    for (int round = 0; round < c->how->rounds; round++) {
        memset(c->through, 0, count);
        memset(c->out, 0, (size_t)c->movable * sizeof *c->out);
        find_directions(c->directions, c);
        for (int b = 0; b < c->how->bodies; b++) {
            const pd_status status = look_at_body(c, b, NULL, err);
            if (status != PD_OK) return status;
        }

        if (!hide_deep(c))
            return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for its hidden skin");

        /* Move the neighbours of moved vertices too, by at least SPREAD of the distance. */
        for (int f = 0; f < item->face_count; f++) {
            int v[3];
            int own = 0;
            for (int k = 0; k < 3; k++) {
                v[k] = item->corners[item->faces[3 * f + k]];
                own += v[k] < c->movable;
            }

            if (own < 3) continue;
            const float farthest = fmaxf(c->out[v[0]], fmaxf(c->out[v[1]], c->out[v[2]]));
            for (int k = 0; k < 3; k++) c->out[v[k]] = fmaxf(c->out[v[k]], SPREAD * farthest);
        }

        for (int i = 0; i < c->movable; i++) {
            /* A vertex moves by at most `most` over all rounds. */
            const float by = fminf(c->out[i], most - c->total[i]);
            if (!(by > 0)) continue;
            for (int x = 0; x < 3; x++) item->rest[3 * i + x] += by * c->directions[3 * i + x];
            c->total[i] += by;
        }
    }

    return PD_OK;
}

/* Adds 1 to the count of each vertex of the item that lies inside the body: rays to both sides and upwards
 * from it leave the body. Returns false when out of memory. */
static bool count_inside(int *inside, const clearing *c, const float *worn)
{
    static const float ways[3][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}};
    const pd_smpl_data *d = &c->model->data;
    float *triangles = malloc(9 * (size_t)d->face_count * sizeof *triangles);
    pd_triangle_tree tree = {0};

    for (size_t i = 0; triangles && i < 3 * (size_t)d->face_count; i++)
        memcpy(triangles + 3 * i, c->skin + 3 * (size_t)d->faces[i], 3 * sizeof *triangles);
    const bool good = triangles && pd_triangle_tree_build(&tree, triangles, d->face_count);
    for (int m = 0; good && m < c->item->corner_count; m++) {
        int in = 0;
        for (int w = 0; w < 3; w++) {
            pd_triangle_line line = {.nearest = 0, .farthest = BURIED};
            float left = -1, entered = -1;
            memcpy(line.from, worn + 3 * (size_t)m, sizeof line.from);
            memcpy(line.along, ways[w], sizeof line.along);
            line.sign = 1;
            if (pd_triangle_tree_meet(&left, &tree, &line) < 0) break;
            line.sign = -1;
            in += pd_triangle_tree_meet(&entered, &tree, &line) < 0 || left < entered;
        }

        /* All corners of a vertex have the same position: the last one decides. */
        inside[2 * c->item->corners[m]] = in == 3;
    }

    for (int i = 0; i < c->item->vertex_count; i++) inside[2 * i + 1] += inside[2 * i];
    pd_triangle_tree_deinit(&tree);
    free(triangles);

    return good;
}

/* Drops the marked triangles (F), but never all triangles of a part. Begins with the last part, so that the
 * triangles of earlier parts keep their numbers. */
static void drop_clear(pd_wardrobe_item *item, const unsigned char *gone)
{
    for (int p = item->part_count - 1; p >= 0; p--) {
        int left = 0;
        for (int f = 0; f < item->parts[p].face_count; f++) left += !gone[item->parts[p].first_face + f];
        if (left) pd_factory_cover_drop(item, p, gone);
    }
}

/* Drops the triangles of hair that lie inside the head on half of the bodies or more. */
static pd_status drop_buried(clearing *c, pd_error *err)
{
    pd_wardrobe_item *item = c->item;

    /* (n,2): whether the vertex is inside this body, and the number of bodies that it is inside of. */
    int *inside = calloc(2 * (size_t)item->vertex_count, sizeof *inside);
    float *worn = malloc(3 * (size_t)item->corner_count * sizeof *worn);
    unsigned char *gone = calloc((size_t)item->face_count, 1);
    bool good = inside && worn && gone;
    pd_status status = PD_OK;

    for (int b = 0; good && status == PD_OK && b < c->how->bodies; b++) {
        status = try_on(NULL, worn, c, b, true, err);
        if (status == PD_OK) good = count_inside(inside, c, worn);
    }

    for (int f = 0; good && f < item->face_count; f++) {
        gone[f] = 1;
        for (int k = 0; k < 3; k++)
            gone[f] &= 2 * inside[2 * item->corners[item->faces[3 * f + k]] + 1] >= c->how->bodies;
    }

    if (good && status == PD_OK) drop_clear(item, gone);
    free(inside);
    free(worn);
    free(gone);

    return good ? status : pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for what is in the head");
}

/* Hair that lies on brow and cheeks. Which skin pierces it differs much from face to face: when all rounds
 * used the same 12 bodies, skin pierced 0.12 % of its points on other people. Other hair is tried on 12
 * bodies only, because with more bodies ends of hair were dropped that no skin pierced. */
static const char *const wide[] = {"hair-cropped", "hair-bob-parted"};

static bool is_wide_hair(const char *name)
{
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (!strcmp(wide[i], name)) return true;
    return false;
}

/* Drops the triangles of hair that skin still pierces on at least one of DROP_SHARE bodies,
 * at rest or with an expression. */
static pd_status drop_pierced(clearing *c, pd_error *err)
{
    pd_wardrobe_item *item = c->item;
    const size_t count = (size_t)item->face_count;
    unsigned char *marks = malloc(3 * count + 1);
    unsigned char *here = marks + count;
    unsigned char *bodies = here + count;

    if (!marks) return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for what is in the head");
    pd_status status = PD_OK;
    const bool is_wide = is_wide_hair(item->name);
    const int rounds = is_wide ? WIDE_DROPS : DROPS;
    for (int round = 0; round < rounds && status == PD_OK; round++) {
        const int first = is_wide ? round * c->how->bodies : 0;
        memset(marks, 0, 3 * count);
        for (int b = 0; b < c->how->bodies && status == PD_OK; b++) {
            memset(here, 0, count);
            status = look_at_body(c, first + b, here, err);
            for (size_t f = 0; f < count; f++) bodies[f] = (unsigned char)(bodies[f] + here[f]);
        }

        for (size_t f = 0; f < count; f++) marks[f] = bodies[f] * DROP_SHARE >= c->how->bodies;
        if (status == PD_OK) drop_clear(item, marks);
    }

    free(marks);

    return status;
}

/* Clears one item: finds the skin that may be hidden, then hides skin and moves cloth outwards in rounds. */
static pd_status run_clear(clearing *c, pd_error *err)
{
    pd_wardrobe_item *item = c->item;
    const pd_smpl_data *d = &c->model->data;
    const size_t count = (size_t)d->vertex_count;

    /* Normals of the mean skin: the directions in which cloth moves. */
    const pd_smpl_body mean = {.vertices = c->skin, .normals = c->facing};
    const pd_smpl_job job = {.bodies = &mean, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};

    if (!pd_arena_reserve(&c->scratch, pd_smpl_job_scratch_bytes(&job, c->model)))
        return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory");
    pd_smpl_job_run(&job, c->model, &c->scratch, &pd_executor_serial);

    if (item->slot == PD_WARDROBE_HAIR && !item->hide_count) {
        const pd_status dropped = drop_buried(c, err);
        if (dropped != PD_OK) return dropped;
    }

    /* Find the skin that may be hidden: it and all of its neighbours
     * are below cloth on every body at rest. */
    pd_status status = PD_OK;
    memset(c->under, 1, count);
    for (int b = 0; b < c->how->bodies; b++) {
        pd_factory_pierced found;
        status = try_on(&found, NULL, c, b, true, err);
        if (status != PD_OK) return status;
        for (size_t i = 0; i < count; i++) c->under[i] &= c->touched[(size_t)b * count + i];
    }

    for (int h = 0; h < item->hide_count; h++) c->under[item->hides[h]] = 1;
    memcpy(c->deep, c->under, count);
    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *v = d->faces + 3 * (size_t)f;
        if (c->under[v[0]] && c->under[v[1]] && c->under[v[2]]) continue;
        for (int k = 0; k < 3; k++) c->deep[v[k]] = 0;
    }

    if (is_hair(c)) status = take_scalp(c, err);

    if (status == PD_OK) status = run_rounds(c, err);
    return status == PD_OK && item->slot == PD_WARDROBE_HAIR ? drop_pierced(c, err) : status;
}

pd_status pd_factory_clear_item(pd_wardrobe *wardrobe, int item, const pd_smpl_model *model,
                                const pd_factory_clear *how, pd_error *err)
{
    PD_ASSERT(item >= 0 && item < wardrobe->item_count);
    if (how->bodies == 0) return PD_OK;
    const size_t v = (size_t)model->vertex_count;
    const size_t n = (size_t)wardrobe->items[item].vertex_count;

    /* Only hair and hats are tried with expressions. */
    const size_t units = wardrobe->items[item].slot >= PD_WARDROBE_HAIR && model->data.expressiondirs
                             ? (size_t)model->expression_count
                             : 0;
    float *block = calloc(9 * v + 11 * n + units, sizeof *block);
    unsigned char *marks = calloc((size_t)how->bodies + 3, v);
    pd_wardrobe_hit *hits = malloc(HITS * sizeof *hits);
    pd_status status = PD_ERR_MEMORY;

    if (block && marks && hits) {
        clearing c = {.wardrobe = wardrobe,
                      .item = &wardrobe->items[item],
                      .model = model,
                      .how = how,
                      .skin = block,
                      .normals = block + 3 * v,
                      .facing = block + 6 * v,
                      .out = block + 9 * v,
                      .total = block + 9 * v + n,
                      .directions = block + 9 * v + 2 * n,
                      .movable = (int)n,
                      .expression = units ? block + 9 * v + 11 * n : NULL,
                      .under = marks,
                      .deep = marks + v,
                      .through = marks + 2 * v,
                      .touched = marks + 3 * v,
                      .hits = hits};

        /* The outfit has this item alone. */
        for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) c.outfit.items[s] = -1;
        c.outfit.items[c.item->slot] = item;
        status = run_clear(&c, err);
        pd_arena_deinit(&c.scratch);
    } else {
        pd_fail(err, PD_ERR_MEMORY, wardrobe->items[item].name, "out of memory");
    }

    free(block);
    free(marks);
    free(hits);

    return status;
}

/* ---- all items ---- */

typedef struct clear_all {
    pd_wardrobe *wardrobe;
    const pd_smpl_model *model;
    const pd_factory_clear *how;
    int items[PD_WARDROBE_ITEMS_MAX];
    pd_error errors[PD_WARDROBE_ITEMS_MAX];
} clear_all;

static void clear_one(void *arg, int index, int worker)
{
    clear_all *all = arg;
    (void)worker;
    pd_factory_clear_item(all->wardrobe, all->items[index], all->model, all->how, &all->errors[index]);
}

pd_status pd_factory_clear_wardrobe(pd_wardrobe *wardrobe, const pd_smpl_model *model,
                                    const pd_factory_clear *how, const pd_executor *executor,
                                    pd_progress progress, pd_error *err)
{
    clear_all *all = calloc(1, sizeof *all);
    int count = 0;

    if (!all) return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory");
    pd_status status = pd_wardrobe_fits(wardrobe, model, err);

    /* Two kinds of items are not cleared: eyes, teeth and the like, which lie inside the skin, and hats that
     * were modelled at a distance from it (made.h) and have no directions. */
    all->wardrobe = wardrobe;
    all->model = model;
    all->how = how;
    for (int i = 0; i < wardrobe->item_count; i++)
        if (wardrobe->items[i].slot <= PD_WARDROBE_HAT && wardrobe->items[i].dir_count)
            all->items[count++] = i;

    if (status == PD_OK) {
        pd_progress_report(&progress, "clearing skin from cloth", 0, count);
        pd_execute(executor, clear_one, all, count);
        pd_progress_report(&progress, "clearing skin from cloth", count, count);
    }

    /* Report the first error. */
    for (int i = 0; i < count && status == PD_OK; i++)
        if (all->errors[i].status != PD_OK) {
            status = all->errors[i].status;
            if (err) *err = all->errors[i];
        }
    free(all);

    return status;
}
