#include "core/smpl/contact.h"

#include "core/base/assert.h"
#include "core/math/vec3.h"
#include "core/smpl/data/half.h"
#include "core/smpl/fold.h"
#include "core/smpl/surface/inside.h"
#include "core/smpl/pose.h"
#include "core/smpl/press.h"
#include "core/smpl/tube.h"
#include "core/smpl/surface/give.h"
#include "core/smpl/surface/mirror.h"
#include "core/smpl/surface/surface.h"
#include "core/smpl/uninvert.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The tuned constants. None is derived: the set as a whole was measured on the default model, 12 bodies at all ends of all joints'
 * ranges (792 surfaces, `posedctl evaluate --quality`; docs/lab/body-model.md, "Contact"), where it leaves no triangle inside out and
 * nothing deeper than 10 mm, and on the female and the male model. Whoever changes one measures that again. Lengths in metres; rounds
 * count from 1. */

/* Least depths that are corrected, and the distance around them at which vertices may move. */
#define LEAST_DEPTH     1e-3f /* Smaller depths are ignored. */
/* Largest depth, in ways over the skin to a vertex outside. At 1 and at 2 the same movements have steps of 7.7 and 14 mm in half a degree, at 1.5 7.7. */
#define WAY             1.5f
/* A patch of this depth takes its whole displacement. Arms that come down jump by 3.6 mm without it, by 1.9 with 4, 6 or 10 mm. */
#define WHOLE_DEPTH     6e-3f
#define STUCK_DEPTH     4e-3f /* Smaller depths of skin that has no way out are ignored. */
#define RINGS           14    /* Rings of vertices around skin that is too deep. */
#define CLOSE_RINGS     6     /* Rings that are searched while u is spread; at the end all are. */
/* Rounds in which normals are averaged with their neighbours before skin moves along them. */
#define NORMAL_ROUNDS   12
/* Limbs that cross (hold_crossings). Bones between two parts that may cross; fewer cannot. */
#define CROSSING_BONES  4
/* Factors on the depth from which parts count as crossing: mirrored parts, because thighs press each other in a crouch, and a hand in a limb or an arm in the
 * trunk, because it dents the other part. */
#define MIRRORED        2.0
#define DENTED          1.8
/* Depth of a vertex in another part, divided by the part's radius there. A vertex moves up to DEEP; from THROUGH on it may be held. */
#define DEEP            0.25
#define THROUGH         0.50
/* Agreement of the directions out of two parts: |sum| / sum of lengths. Skin is held below AGREE_NONE and moves from AGREE_WHOLE on. */
#define AGREE_NONE      0.72
#define AGREE_WHOLE     0.93
#define LEAST_RADIUS    0.01 /* Metres; of fingers and toes. */
#define HELD_RINGS      18   /* Rings of vertices over which skin that is held fades into skin that moves. */
/* Step sizes of a round. */
#define LEAST_GIVE      0.3 /* Skin of two hard parts gives less than this, and moves in smaller steps. */
#define STEP            0.7 /* Part of a depth that is resolved in a round. */
/* Part of u that remains after each round of spreading, so that excess displacement decays. */
#define KEEP            0.93
#define LEAST_AREA      0.35 /* Least projected area of a triangle, of its rest area. */
/* Schedule of the rounds. */
#define SPREAD_ROUNDS   24 /* The first rounds spread; in the others exact contact keeps the best surface. */
/* Exact contact is settled when a search finds no skin in the crease of a joint and no skin deeper than CLEAR_DEPTH, metres: what is left is where pushing and
 * spreading balance, and more rounds do not change it. It then spreads for CLEAR_ROUNDS and searches once more, at their end. Found on the ends of 20
 * movements of 12 bodies: none has more overlap, folds or hits in sum than with SPREAD_ROUNDS for all (arms at the sides 1 ml, 6 before). Without the
 * bound of the depth, hands in thighs keep 4 % more. */
#define CLEAR_ROUNDS    12
#define CLEAR_DEPTH     0.01f
/* Rounds of smooth contact, the same in every pose. When it went on until nothing deeper than LEAST_DEPTH was left, skin of the armpit jumped by 8 mm where
 * 28 rounds became 38. With 28, 32 and 48 rounds less overlap is left (curl of a stout body: 480, 450 and 430 ml; 26: 510), and arms that come down to
 * the thighs move skin by 12.7, 13.2 and 14.4 mm in half a degree; 26: 12.5. */
#define SMOOTH_ROUNDS   26
/* Penetrations are searched for in every FIND_EVERY-th round. Exact contact searches in every FIND_SHALLOW-th one if no vertex is deeper in the body
 * than SHALLOW, in metres. After SPREAD_ROUNDS a search may end the work. */
#define FIND_EVERY      4
#define FIND_SHALLOW    6
#define SHALLOW         0.06f
#define FIND_EVERY_LAST 2 /* In the last rounds; FIND_SETTLED where exact contact is settled. */
#define FIND_SETTLED    3
#define LAST_WAY        8e-3 /* Largest displacement of a vertex after SPREAD_ROUNDS, metres. */
#define FOLDS_FROM      13   /* Up to this round only folds separate the skin of one joint. */
/* From that round on, larger depths are not folds: the way out is through the limb. */
#define FOLD_MOST       0.012f
/* From that round on smooth contact moves skin that has no way out in every round, before that in every FIND_EVERY-th one: by STUCK_SHARE of what it is farther than
 * STUCK_FAR, metres, from its neighbours' mean. Poses of the joints' limits with folds over 10 mm, and steps of a knee, in half a degree:
 *
 *     STUCK_FROM, _SHARE, _FAR    never    23, .5, 0    23, .7, 4 mm    23, 1, 5 mm    23, .5, 6 mm    23, .6, 4.5 mm
 *     poses                          15            5               6              6               8                 7
 *     mm                            2.7          5.7             4.5            4.6             3.1               4.0 */
#define STUCK_FROM      23
#define STUCK_SHARE     0.7
#define STUCK_FAR       4e-3
#define UNINVERT_ROUNDS 20 /* Rounds of un-inverting alone, at the end. */
/* Work units, see inside.c. */
#define START_NS        2e6  /* Nanoseconds of a body: its shape, rotations and normals, */
#define PART_NS         12.0 /* of a member or triangle of the folds in a round, */
#define MOVE_NS         28.0 /* and of a triangle that may have to be un-inverted in a round. */

struct pd_smpl_contact {
    const pd_smpl_model *model;
    pd_smpl_press *press; /* The soft contact; then the other fields are not used. */
    bool is_smooth;
    pd_smpl_surface surface;
    pd_smpl_fold_sides sides;
    float *give;                /* (V)                                                    */
    unsigned char *moves;       /* (V) gives or is soft                                    */
    unsigned char *rest_inside; /* (V) inside already in the mean body at rest: lips       */
    int *soft_faces;            /* with a soft corner; by pairs                            */
    int soft_face_count;
    int *face_mirror;               /* (F) surface/mirror.h                            */
    int *face_order, *vertex_order; /* (F), (V) by pairs                              */
    int joint_mirror[PD_SMPL_MAX_JOINTS];
    bool adjacent[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS]; /* the same joint, parent or child */
    /* (K,K) Factor on DEEP and THROUGH from which two parts cross; 0: they cannot cross. */
    double crossing[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    pd_vec3 axis[PD_SMPL_MAX_JOINTS]; /* Direction of each part at rest (tube.h). */
};

const char *pd_smpl_contact_name(pd_smpl_contact_kind kind)
{
#define NAME(id, name) name,
    static const char *const names[] = {PD_SMPL_CONTACT_TABLE(NAME)};
#undef NAME
    PD_ASSERT(kind >= PD_SMPL_CONTACT_NONE && kind < PD_SMPL_CONTACT_KINDS);
    return names[kind];
}

/* --- build --- */

/* Fills axis and crossing. */
static bool find_parts(pd_smpl_contact *c, const bool *hard, pd_error *err)
{
    const pd_smpl_data *d = &c->model->data;
    pd_smpl_tube_parts parts;
    pd_smpl_tube *tubes = malloc((size_t)d->joint_count * sizeof *tubes);
    if (!tubes || pd_smpl_tube_parts_init(&parts, d, err) != PD_OK) return free(tubes), false;

    pd_smpl_tubes_fit(tubes, &parts, d->v_template, (const double(*)[3])c->model->joint_template);
    for (int k = 0; k < d->joint_count; k++) c->axis[k] = tubes[k].axis[2];
    pd_smpl_tube_parts_deinit(&parts);
    free(tubes);

    /* Bones between two joints: of the two, the higher number goes up, because parents come first. */
    for (int a = 0; a < d->joint_count; a++)
        for (int b = 0; b < d->joint_count; b++) {
            int bones = 0;
            for (int x = a, y = b; x != y; bones++) *(x > y ? &x : &y) = d->parents[x > y ? x : y];
            const bool is_middle[2] = {c->joint_mirror[a] == a, c->joint_mirror[b] == b};
            const bool is_dented = hard[a] != hard[b] || is_middle[0] != is_middle[1];
            c->crossing[a][b] = bones >= CROSSING_BONES             ? (is_dented ? DENTED : 1)
                                : a != b && c->joint_mirror[a] == b ? MIRRORED
                                                                    : 0;
        }
    return true;
}

/* Fills the parts of the contact stage. rest (V,3) is scratch. */
static bool fill(pd_smpl_contact *c, const pd_smpl_data *d, double *rest, pd_error *err)
{
    size_t v = (size_t)d->vertex_count;
    c->give = malloc(v * sizeof *c->give);
    c->moves = malloc(v);
    c->rest_inside = calloc(v, 1);
    c->soft_faces = malloc(((size_t)d->face_count + 1) * sizeof *c->soft_faces);
    c->face_mirror = malloc(((size_t)d->face_count + 1) * sizeof *c->face_mirror);
    c->face_order = malloc(((size_t)d->face_count + 1) * sizeof *c->face_order);
    c->vertex_order = malloc(v * sizeof *c->vertex_order);
    if (!c->give || !c->moves || !c->rest_inside || !c->soft_faces || !c->face_mirror || !c->face_order ||
        !c->vertex_order || !pd_smpl_mirror_faces(c->face_mirror, d))
        return false;

    for (size_t i = 0; i < 3 * v; i++) rest[i] = (double)d->v_template[i];
    if (pd_smpl_surface_init(&c->surface, d, rest, c->model->joint_template, err) != PD_OK ||
        pd_smpl_fold_sides_init(&c->sides, d, &c->surface, err) != PD_OK)
        return false;

    /* Order vertices and triangles by mirrored pairs, so that contact treats both sides alike. */
    pd_smpl_mirror_order(c->face_order, c->face_mirror, d->face_count);
    pd_smpl_mirror_order(c->vertex_order, d->mirror, d->vertex_count);
    for (int k = 0; k < d->joint_count; k++) c->joint_mirror[k] = k;
    if (d->mirror && d->joint_names) pd_smpl_joint_mirror(c->joint_mirror, d);

    /* Vertices that may move: those that give and those of soft skin. */
    bool hard[PD_SMPL_MAX_JOINTS];
    pd_smpl_give(c->give, hard, d);
    if (!find_parts(c, hard, err)) return false;
    for (int i = 0; i < d->vertex_count; i++) c->moves[i] = c->give[i] > 0 || c->surface.soft_index[i] >= 0;

    /* Triangles with a soft corner: only these are checked for inversion. */
    for (int i = 0; i < d->face_count; i++) {
        const int f = c->face_order[i];
        bool soft = false;
        for (size_t k = 0; k < 3; k++) soft |= c->surface.soft_index[d->faces[3 * (size_t)f + k]] >= 0;
        if (soft) c->soft_faces[c->soft_face_count++] = f;
    }

    /* Joints that are adjacent or identical: folds separate their skin first. */
    for (int a = 0; a < d->joint_count; a++)
        for (int b = 0; b < d->joint_count; b++)
            c->adjacent[a][b] = a == b || d->parents[a] == b || d->parents[b] == a;

    PD_ASSERT(c->soft_face_count <= d->face_count && d->joint_count <= PD_SMPL_MAX_JOINTS);
    /* Vertices that are already inside the mean body's surface, such as lips, are never reported. */
    pd_smpl_inside inside;
    pd_arena scratch;
    int *list = malloc(v * sizeof *list);
    if (!list || !pd_arena_init(&scratch, pd_smpl_inside_scratch_bytes(d))) return free(list), false;
    pd_smpl_inside_take(&inside, d, &scratch);
    pd_smpl_inside_surface(&inside, d->v_template);
    for (int i = 0; i < d->vertex_count; i++) list[i] = i;
    const int count = pd_smpl_inside_find(list, &inside, list, d->vertex_count);
    for (int i = 0; i < count; i++) c->rest_inside[list[i]] = 1;

    pd_arena_deinit(&scratch);
    free(list);
    return true;
}

pd_status pd_smpl_contact_build(pd_smpl_contact **out, const pd_smpl_model *model, pd_smpl_contact_kind kind,
                                pd_error *err)
{
    PD_ASSERT(kind > PD_SMPL_CONTACT_NONE && kind < PD_SMPL_CONTACT_KINDS);
    pd_smpl_contact *c = calloc(1, sizeof *c);
    double *rest = malloc(3 * (size_t)model->vertex_count * sizeof *rest);
    bool good = c && rest;
    if (c) c->model = model, c->is_smooth = kind == PD_SMPL_CONTACT_SMOOTH;
    if (good)
        good = kind == PD_SMPL_CONTACT_SOFT ? pd_smpl_press_build(&c->press, model, err) == PD_OK
                                            : fill(c, &model->data, rest, err);
    free(rest);

    *out = good ? c : NULL;
    if (good) return PD_OK;
    pd_smpl_contact_free(c);
    return pd_fail(err, PD_ERR_MEMORY, "contact", "out of memory for %d vertices", model->vertex_count);
}

void pd_smpl_contact_free(pd_smpl_contact *contact)
{
    if (!contact) return;
    pd_smpl_press_free(contact->press);
    pd_smpl_surface_deinit(&contact->surface);
    pd_smpl_fold_sides_deinit(&contact->sides);
    free(contact->give), free(contact->moves), free(contact->rest_inside), free(contact->soft_faces);
    free(contact->face_mirror), free(contact->face_order), free(contact->vertex_order);
    free(contact);
}

/* --- one body --- */

/* A vertex and the point of a triangle that it should not be behind. */
typedef struct touch {
    int vertex, face;
    float weights[3];
    float depth;  /* metres */
    bool is_near; /* both are of one joint or of adjacent joints */
    float
        fold; /* metres deep where both are of one joint or of adjacent joints, else 0; no way out: INFINITY */
} touch;

typedef enum known { UNKNOWN, OUTSIDE, INSIDE } known;

typedef struct state {
    const pd_smpl_contact *c;
    const pd_smpl_data *data;
    pd_smpl_pose pose;
    pd_smpl_inside inside, rest_inside; /* of what is posed, of the rest shape   */
    bool rest_asked;                    /* rest_inside has its surface           */
    bool is_watched;                    /* inside knows which vertices move      */
    pd_smpl_folds folds;
    pd_smpl_fold_plane planes[PD_SMPL_MAX_JOINTS];
    unsigned char active[PD_SMPL_MAX_JOINTS]; /* folds */
    double *rest, *p, *start, *u;             /* (V,3) at rest, now, as given, p - start            */
    double *spread;                           /* (V,3) p after SPREAD_ROUNDS                        */
    float *rest_f, *posed;                    /* (V,3) rest and p                                   */
    unsigned char *at_rest;                   /* (V) known: inside at rest?                         */
    pd_quat *rotations;                       /* (V) blended: uninvert.h                            */
    touch *touches;                           /* (V)                                                */
    int *asked, *found, *unknown;             /* (V)                                                */
    int *passed;                              /* (V) triangle of the last search; -1: none          */
    int *close;                               /* (V) asked ones within CLOSE_RINGS of what is wrong */
    int *region;                              /* (V) vertices that may move                         */
    unsigned char *in_region;                 /* (V)                                                */
    unsigned char *moves;                     /* (V) in it, and not held                            */
    unsigned char *changes;                   /* (V) may have another place in the next search      */
    int *faces;                               /* (F) with such a corner                             */
    float *wanted, *wanted_soft;              /* (F,3) of `faces`; of the soft faces                */
    float *share;                             /* (V) of the displacement, in the region             */
    float *way;                               /* (V) scratch of bound_depths, 0 between its calls   */
    double *normal;                           /* (V,3) averaged normals of `start`, in the region   */
    float *held;                              /* (V) 1: in a limb that crosses, stays; 0: moves     */
    int *inverted;                            /* (F)                                                */
    pd_smpl_uninvert uninvert;
    int asked_count, close_count, touch_count, region_count;
    int find_every;          /* rounds between two searches */
    float best;              /* the least fault of the last rounds */
    float stuck;             /* metres: the deepest of the region that is inside and has no way out */
    float folded;            /* metres: the deepest in the crease of a joint */
    double work_ns, most_ns; /* of all but `inside`; of everything, INFINITY: any */
    const pd_cancel *cancel;
} state;

size_t pd_smpl_contact_scratch_bytes(const pd_smpl_contact *contact)
{
    const pd_smpl_data *data = &contact->model->data;
    size_t v = (size_t)data->vertex_count, f = (size_t)data->face_count;
    if (contact->press) return pd_smpl_press_scratch_bytes(contact->press);

    size_t state_bytes = pd_arena_bytes(1, sizeof(state)) + 6 * pd_arena_bytes(3 * v, sizeof(double)) +
                         2 * pd_arena_bytes(3 * v, sizeof(float)) + 4 * pd_arena_bytes(v, 1) +
                         pd_arena_bytes(v, sizeof(pd_quat)) + pd_arena_bytes(v, sizeof(touch)) +
                         6 * pd_arena_bytes(v, sizeof(int)) + 2 * pd_arena_bytes(f, sizeof(int)) +
                         2 * pd_arena_bytes(3 * f, sizeof(float)) + 3 * pd_arena_bytes(v, sizeof(float));
    return state_bytes + 2 * pd_smpl_inside_scratch_bytes(data) + pd_smpl_folds_scratch_bytes(data);
}

/* Takes all arrays of the state from the scratch memory. */
static state *take_state(const pd_smpl_contact *c, pd_arena *scratch)
{
    size_t v = (size_t)c->model->vertex_count, f = (size_t)c->model->face_count;
    state *st = pd_arena_take(scratch, 1, sizeof *st);
    *st = (state){.c = c, .data = &c->model->data};

    st->rest = pd_arena_take(scratch, 3 * v, sizeof *st->rest);
    st->p = pd_arena_take(scratch, 3 * v, sizeof *st->p);
    st->start = pd_arena_take(scratch, 3 * v, sizeof *st->start);
    st->u = pd_arena_take(scratch, 3 * v, sizeof *st->u);
    st->spread = pd_arena_take(scratch, 3 * v, sizeof *st->spread);
    st->rest_f = pd_arena_take(scratch, 3 * v, sizeof *st->rest_f);
    st->posed = pd_arena_take(scratch, 3 * v, sizeof *st->posed);
    st->at_rest = pd_arena_take(scratch, v, 1);
    st->in_region = pd_arena_take(scratch, v, 1);
    st->moves = pd_arena_take(scratch, v, 1);
    st->changes = pd_arena_take(scratch, v, 1);
    st->rotations = pd_arena_take(scratch, v, sizeof *st->rotations);
    st->touches = pd_arena_take(scratch, v, sizeof *st->touches);
    st->asked = pd_arena_take(scratch, v, sizeof *st->asked);
    st->close = pd_arena_take(scratch, v, sizeof *st->close);
    st->passed = pd_arena_take(scratch, v, sizeof *st->passed);
    memset(st->passed, -1, v * sizeof *st->passed);
    st->found = pd_arena_take(scratch, v, sizeof *st->found);
    st->unknown = pd_arena_take(scratch, v, sizeof *st->unknown);
    st->region = pd_arena_take(scratch, v, sizeof *st->region);
    st->faces = pd_arena_take(scratch, f, sizeof *st->faces);
    st->inverted = pd_arena_take(scratch, f, sizeof *st->inverted);
    st->wanted = pd_arena_take(scratch, 3 * f, sizeof *st->wanted);
    st->wanted_soft = pd_arena_take(scratch, 3 * f, sizeof *st->wanted_soft);
    st->share = pd_arena_take(scratch, v, sizeof *st->share);
    st->way = pd_arena_take(scratch, v, sizeof *st->way);
    memset(st->way, 0, v * sizeof *st->way);
    st->normal = pd_arena_take(scratch, 3 * v, sizeof *st->normal);
    st->held = pd_arena_take(scratch, v, sizeof *st->held);
    memset(st->held, 0, v * sizeof *st->held);

    pd_smpl_inside_take(&st->inside, st->data, scratch);
    pd_smpl_inside_take(&st->rest_inside, st->data, scratch);
    return st;
}

static void store(float *out, const state *st)
{
    for (size_t i = 0; i < 3 * (size_t)st->data->vertex_count; i++) out[i] = (float)st->p[i];
}

/* --- what is wrong --- */

static bool in_box(const float *box, const float *p)
{
    return p[0] >= box[0] && p[1] >= box[1] && p[2] >= box[2] && p[0] <= box[3] && p[1] <= box[4] &&
           p[2] <= box[5];
}

static bool boxes_meet(const float *a, const float *b)
{
    return a[0] <= b[3] && a[1] <= b[4] && a[2] <= b[5] && b[0] <= a[3] && b[1] <= a[4] && b[2] <= a[5];
}

/* Selects the vertices that may be inside the body: soft skin, and rigid skin in the box of a joint that is not adjacent to its own. */
static void ask_whole_body(state *st, const float *p)
{
    PD_ASSERT(st->data->joint_count <= PD_SMPL_MAX_JOINTS);
    const pd_smpl_surface *s = &st->c->surface;
    const int joints = st->data->joint_count;

    /* Bounding box of the vertices that each joint holds: low and high corner. */
    float boxes[PD_SMPL_MAX_JOINTS][6];
    for (int k = 0; k < joints; k++)
        for (int c = 0; c < 3; c++) boxes[k][c] = INFINITY, boxes[k][c + 3] = -INFINITY;
    for (size_t v = 0; v < (size_t)st->data->vertex_count; v++) {
        float *box = boxes[s->holder[v]];
        for (size_t c = 0; c < 3; c++) {
            const float x = p[3 * v + c];
            box[c] = x < box[c] ? x : box[c], box[c + 3] = x > box[c + 3] ? x : box[c + 3];
        }
    }

    /* Pairs of boxes that overlap, without adjacent joints. */
    unsigned char others[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    int counts[PD_SMPL_MAX_JOINTS] = {0};
    for (int a = 0; a < joints; a++)
        for (int b = 0; b < joints; b++)
            if (!st->c->adjacent[a][b] && boxes_meet(boxes[a], boxes[b]))
                others[a][counts[a]++] = (unsigned char)b;

    /* Soft vertices, and rigid ones inside the box of a joint that is not adjacent. */
    st->asked_count = 0;
    for (int n = 0; n < st->data->vertex_count; n++) {
        const int v = st->c->vertex_order[n], holder = s->holder[v];
        bool asked = s->soft_index[v] >= 0;
        for (int i = 0; !asked && i < counts[holder]; i++)
            asked = in_box(boxes[others[holder][i]], p + 3 * (size_t)v);
        if (asked && !st->c->rest_inside[v]) st->asked[st->asked_count++] = v;
    }
}

/* Returns whether the budget is spent or the request was cancelled. */
static bool is_over(const state *st)
{
    return pd_cancelled(st->cancel) ||
           st->work_ns + st->inside.work_ns + st->rest_inside.work_ns > st->most_ns;
}

/* Bounds the depth of the vertices found (count), all that are inside p (V,3): between a vertex inside and one outside the surface is crossed, so
 * neither is farther from it than from the other. Over several edges their lengths add up. Without this bound a vertex at the bottom of a
 * crease was moved to the far side of the limb, because the walls beside it are as near at rest and are not counted. */
static void bound_depths(state *st, const float *p, const int *found, int count)
{
    const pd_smpl_surface *s = &st->c->surface;
    for (int i = 0; i < count; i++) st->way[found[i]] = PD_SMPL_INSIDE_FARTHEST;

    /* Shortest ways: repeated until none becomes shorter, so that the order does not matter. way is 0 outside. */
    for (bool is_shorter = true; is_shorter;) {
        is_shorter = false;
        for (int i = 0; i < count; i++) {
            const int v = found[i];
            const float *a = p + 3 * (size_t)v;
            for (int e = s->start[v]; e < s->start[v + 1]; e++) {
                const float *b = p + 3 * (size_t)s->other[e];
                const float d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
                const float way = st->way[s->other[e]] + sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
                if (way < st->way[v]) st->way[v] = way, is_shorter = true;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        pd_smpl_inside_bound(&st->inside, found[i], WAY * st->way[found[i]]);
        st->way[found[i]] = 0;
    }
}

/* Finds which of the vertices asked (asked_count) are inside the surface p (V,3), and the triangle that each has passed through; fewer when the budget is
 * spent meanwhile. Returns the largest depth, metres; that of skin that is held counts less. */
static float find_penetrations(state *st, const float *p, const int *asked, int asked_count)
{
    const int *holder = st->c->surface.holder;
    float deepest = 0;

    st->touch_count = 0, st->stuck = st->folded = 0;
    if (st->is_watched)
        pd_smpl_inside_moved(&st->inside, p);
    else
        pd_smpl_inside_surface(&st->inside, p);
    int count = pd_smpl_inside_find(st->found, &st->inside, asked, asked_count);

    bound_depths(st, p, st->found, count);

    /* Vertices that are inside at rest, too, are removed from `found`. This is determined once per vertex. */
    int unknown = 0, *list = st->unknown;
    for (int i = 0; i < count; i++)
        if (st->at_rest[st->found[i]] == UNKNOWN) list[unknown++] = st->found[i];

    if (unknown) {
        if (!st->rest_asked) pd_smpl_inside_surface(&st->rest_inside, st->rest_f);
        st->rest_asked = true;
        for (int i = 0; i < unknown; i++) st->at_rest[list[i]] = OUTSIDE;
        int inside = pd_smpl_inside_find(list, &st->rest_inside, list, unknown);
        for (int i = 0; i < inside; i++) st->at_rest[list[i]] = INSIDE;
    }

    /* Keep those that are outside at rest: pose has brought them in. */
    int left = 0;
    for (int i = 0; i < count; i++)
        if (st->at_rest[st->found[i]] == OUTSIDE) st->found[left++] = st->found[i];
    count = left;

    if (!count) return 0;

    /* Depth and triangle of each. A depth in the crease of a joint is also stored as one of its fold. */
    if (!st->inside.rest) pd_smpl_inside_rest(&st->inside, st->rest_f);
    pd_smpl_inside_sort(&st->inside, st->found, count);
    for (int i = 0; i < count && !is_over(st); i++) {
        /* The triangle that the vertex or else a neighbour had last is likely near. */
        const pd_smpl_surface *s = &st->c->surface;
        const int v = st->found[i];
        int guess = st->passed[v];
        for (int e = s->start[v]; e < s->start[v + 1] && guess < 0; e++) guess = st->passed[s->other[e]];
        const pd_smpl_penetration w = pd_smpl_inside_penetration(&st->inside, v, guess);
        st->passed[v] = w.face;

        touch *t = &st->touches[st->touch_count++];
        *t = (touch){st->found[i], w.face, {w.weights[0], w.weights[1], w.weights[2]},
                     w.depth,      false,  INFINITY};
        if (w.face < 0) {
            if (st->moves[t->vertex]) st->stuck = fmaxf(st->stuck, w.depth);
            continue;
        }

        const bool is_other = pd_smpl_inside_had_in_front(&st->inside, t->vertex, w.face);
        const uint32_t *f = st->data->faces + 3 * (size_t)w.face;
        int nearest = 0;
        for (int k = 1; k < 3; k++) nearest = w.weights[k] > w.weights[nearest] ? k : nearest;
        t->is_near = st->c->adjacent[holder[t->vertex]][holder[f[nearest]]];
        t->fold = !is_other && t->is_near ? w.depth : 0;
        st->folded = fmaxf(st->folded, t->fold);
        deepest = fmaxf(deepest, w.depth * (1 - st->held[t->vertex]));
    }
    PD_ASSERT(st->touch_count <= count);
    return deepest;
}

/* --- where it may move --- */

/* Adds a vertex to the region once. */
static void mark(state *st, int vertex)
{
    PD_DEBUG_ASSERT(vertex >= 0 && vertex < st->data->vertex_count);
    if (st->in_region[vertex]) return;
    st->in_region[vertex] = 1;
    st->region[st->region_count++] = vertex;
}

static void mark_face(state *st, int face)
{
    for (int k = 0; k < 3; k++) mark(st, (int)st->data->faces[3 * (size_t)face + (size_t)k]);
}

/* Splits the region into connected patches and computes how much of the displacement each takes, 0 to 1: none where its deepest vertex is
 * LEAST_DEPTH deep, so that a contact begins without a jump, the whole from WHOLE_DEPTH on or where a triangle is inside out. */
static void measure_patches(state *st, int inverted)
{
    const pd_smpl_surface *s = &st->c->surface;

    /* Depth at each vertex of the region. */
    for (int i = 0; i < st->region_count; i++) st->way[st->region[i]] = 0;
    for (int i = 0; i < st->touch_count; i++) {
        const touch *t = &st->touches[i];
        if (t->face >= 0) st->way[t->vertex] = fmaxf(st->way[t->vertex], t->depth);
    }
    for (int i = 0; i < inverted; i++)
        st->way[st->data->faces[3 * (size_t)st->c->soft_faces[st->inverted[i]]]] = INFINITY;

    /* Each patch in turn: its vertices, from one to its neighbours, and then their share. in_region is 2 where a vertex has been taken. */
    for (int i = 0; i < st->region_count; i++) {
        int *const list = st->unknown;
        int count = 0;
        float deepest = 0;
        if (st->in_region[st->region[i]] == 2) continue;
        list[count++] = st->region[i], st->in_region[st->region[i]] = 2;
        for (int n = 0; n < count; n++) {
            const int v = list[n];
            deepest = fmaxf(deepest, st->way[v]);
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                if (st->in_region[s->other[e]] == 1)
                    list[count++] = s->other[e], st->in_region[s->other[e]] = 2;
        }
        const float x = fminf(1, fmaxf(0, (deepest - LEAST_DEPTH) / (WHOLE_DEPTH - LEAST_DEPTH)));
        for (int n = 0; n < count; n++) st->share[list[n]] = x * x * (3 - 2 * x), st->way[list[n]] = 0;
    }
}

static pd_vec3 at(const double *p, size_t i)
{
    return (pd_vec3){p[3 * i], p[3 * i + 1], p[3 * i + 2]};
}

static void set(double *p, size_t i, pd_vec3 v)
{
    p[3 * i] = v.x, p[3 * i + 1] = v.y, p[3 * i + 2] = v.z;
}

static void add(double *p, size_t i, pd_vec3 v)
{
    p[3 * i] += v.x, p[3 * i + 1] += v.y, p[3 * i + 2] += v.z;
}

/* Computes the normals of `start` in the region, each averaged with its neighbours. The surface itself crumples in the rounds; along its own
 * normals skin would be pushed to all sides. */
static void find_normals(state *st)
{
    const pd_smpl_surface *s = &st->c->surface;
    const size_t bytes = 3 * (size_t)st->data->vertex_count * sizeof *st->normal;
    memset(st->normal, 0, bytes);

    for (size_t f = 0; f < (size_t)st->data->face_count; f++) {
        const uint32_t *t = st->data->faces + 3 * f;
        if (!st->in_region[t[0]] && !st->in_region[t[1]] && !st->in_region[t[2]]) continue;
        const pd_vec3 a = at(st->start, t[0]), ab = pd_vec3_sub(at(st->start, t[1]), a),
                      ac = pd_vec3_sub(at(st->start, t[2]), a), n = pd_vec3_cross(ab, ac);
        for (int k = 0; k < 3; k++) add(st->normal, t[k], n);
    }
    for (size_t v = 0; v < (size_t)st->data->vertex_count; v++) {
        const pd_vec3 n = pd_vec3_unit_or(at(st->normal, v), pd_vec3_make(0, 0, 0));
        set(st->normal, v, n);
    }

    for (int round = 0; round < NORMAL_ROUNDS; round++) {
        for (int i = 0; i < st->region_count; i++) {
            const size_t v = (size_t)st->region[i];
            pd_vec3 sum = {0, 0, 0};
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                sum = pd_vec3_fma(sum, s->weight[e], at(st->normal, (size_t)s->other[e]));
            const pd_vec3 mean = s->degree[v] > 0 ? pd_vec3_scale(sum, 1 / s->degree[v]) : at(st->normal, v);
            set(st->u, v, pd_vec3_scale(pd_vec3_add(at(st->normal, v), mean), 0.5));
        }
        for (int i = 0; i < st->region_count; i++)
            memcpy(st->normal + 3 * (size_t)st->region[i], st->u + 3 * (size_t)st->region[i],
                   3 * sizeof *st->u);
    }
}

/* Returns the way out of a touch: the normal at the point that was passed through. */
static pd_vec3 normal_at(const state *st, const touch *t)
{
    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    pd_vec3 n = {0, 0, 0};
    for (int k = 0; k < 3; k++) n = pd_vec3_fma(n, (double)t->weights[k], at(st->normal, f[k]));
    return n;
}

/* Returns part k's weight at the point of a touch that was passed through. */
static double weight_at(const state *st, const touch *t, size_t k)
{
    const size_t joints = (size_t)st->data->joint_count;
    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    double sum = 0;
    for (int n = 0; n < 3; n++) sum += (double)(t->weights[n] * st->data->weights[f[n] * joints + k]);
    return sum;
}

/* Returns the thickness of the part at the point of a touch that was passed through: its distance at rest from the axes of the parts there, which
 * go through centers (K). */
static double radius_at(const state *st, const touch *t, const pd_vec3 *centers)
{
    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    pd_vec3 x = {0, 0, 0};
    double sum = 0;
    for (int k = 0; k < 3; k++) x = pd_vec3_fma(x, (double)t->weights[k], at(st->rest, f[k]));
    for (size_t k = 0; k < (size_t)st->data->joint_count; k++) {
        const double w = weight_at(st, t, k);
        if (w <= 0) continue;
        const pd_vec3 from = pd_vec3_sub(x, centers[k]), axis = st->c->axis[k];
        sum += w * pd_vec3_length(pd_vec3_fma(from, -pd_vec3_dot(from, axis), axis));
    }
    return fmax(sum, LEAST_RADIUS);
}

static float smooth_step(double x)
{
    const float t = (float)fmin(fmax(x, 0), 1);
    return t * t * (3 - 2 * t);
}

/* Holds skin where a limb goes through another: there the nearest way out changes from one side to the other from pose to pose, and no surface
 * that is smooth in the pose is free of overlap. That is where a vertex is deep in the other part, and the ways out of the two parts disagree. */
static void hold_crossings(state *st)
{
    const size_t joints = (size_t)st->data->joint_count;
    const pd_smpl_surface *s = &st->c->surface;
    pd_vec3 apart[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    double depth[PD_SMPL_MAX_JOINTS][PD_SMPL_MAX_JOINTS];
    memset(apart, 0, sizeof apart);
    memset(depth, 0, sizeof depth);

    /* Sums over the touches of each pair of parts: of what separates the first from the second. */
    bool is_any = false;
    for (int i = 0; i < st->touch_count; i++) {
        const touch *t = &st->touches[i];
        if (t->face < 0 || t->is_near) continue;
        const pd_vec3 n = pd_vec3_unit_or(normal_at(st, t), pd_vec3_make(0, 0, 0));
        const size_t a = (size_t)s->holder[t->vertex];
        for (size_t b = 0; b < joints; b++) {
            const double w = st->c->crossing[a][b] > 0 ? weight_at(st, t, b) * (double)t->depth : 0;
            if (w <= 0) continue;
            is_any = true;
            apart[a][b] = pd_vec3_fma(apart[a][b], w, n), apart[b][a] = pd_vec3_fma(apart[b][a], -w, n);
            depth[a][b] += w, depth[b][a] += w;
        }
    }
    if (!is_any) return;

    /* Centres of the parts at rest. */
    pd_vec3 centers[PD_SMPL_MAX_JOINTS];
    int counts[PD_SMPL_MAX_JOINTS] = {0};
    memset(centers, 0, sizeof centers);
    for (int v = 0; v < st->data->vertex_count; v++) {
        const int k = s->holder[v];
        centers[k] = pd_vec3_add(centers[k], at(st->rest, (size_t)v)), counts[k]++;
    }
    for (size_t k = 0; k < joints; k++)
        centers[k] = pd_vec3_scale(centers[k], 1.0 / (counts[k] ? counts[k] : 1));

    /* At each touch: the vertex, and the triangle that it has passed through. */
    bool is_held = false;
    for (int i = 0; i < st->touch_count; i++) {
        const touch *t = &st->touches[i];
        const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
        if (t->face < 0 || t->is_near) continue;

        const double ratio = (double)t->depth / radius_at(st, t, centers);
        if (ratio <= DEEP) continue;
        const size_t a = (size_t)s->holder[t->vertex];
        float held = 0;
        for (size_t b = 0; b < joints; b++) {
            if (depth[a][b] <= 0) continue;
            const double agree = pd_vec3_length(apart[a][b]) / depth[a][b];
            held += (float)weight_at(st, t, b) *
                    smooth_step((ratio / st->c->crossing[a][b] - DEEP) / (THROUGH - DEEP)) *
                    (1 - smooth_step((agree - AGREE_NONE) / (AGREE_WHOLE - AGREE_NONE)));
        }
        if (held <= 0) continue;
        is_held = true;
        st->held[t->vertex] = fmaxf(st->held[t->vertex], held);
        for (int k = 0; k < 3; k++) st->held[f[k]] = fmaxf(st->held[f[k]], held);
    }

    /* `held` falls by 1 / HELD_RINGS from each ring of vertices to the next. The loop ends when no value rises, so that the order does not matter. */
    for (bool is_higher = is_held; is_higher;) {
        is_higher = false;
        for (int i = 0; i < st->region_count; i++) {
            const int v = st->region[i];
            for (int e = s->start[v]; e < s->start[v + 1]; e++) {
                const float held = st->held[s->other[e]] - 1.0f / HELD_RINGS;
                if (held > st->held[v]) st->held[v] = held, is_higher = true;
            }
        }
    }
    for (int i = 0; i < st->region_count && is_held; i++) {
        const int v = st->region[i];
        st->held[v] = smooth_step((double)st->held[v]);
        st->share[v] *= 1 - st->held[v];
    }
}

/* Chooses what may move: the touches, `inverted` triangles inside out, and RINGS rings about them. */
static void place_region(state *st, int inverted)
{
    const pd_smpl_surface *s = &st->c->surface;
    const size_t vertex_count = (size_t)st->data->vertex_count;

    /* Start with the touches and the inverted triangles. */
    memset(st->in_region, 0, vertex_count);
    for (int i = 0; i < st->touch_count; i++) {
        if (st->touches[i].face < 0) continue;
        mark(st, st->touches[i].vertex);
        mark_face(st, st->touches[i].face);
    }
    for (int i = 0; i < inverted; i++) mark_face(st, st->c->soft_faces[st->inverted[i]]);

    /* Activate and fill the folds that reach any of these vertices, where the joint is bent. */
    for (int i = 0; i < st->folds.count; i++) {
        for (int n = 0; !st->active[i] && n < st->region_count; n++)
            st->active[i] = pd_smpl_folds_share(&st->folds, i, st->rest + 3 * (size_t)st->region[n]) > 0;
        pd_smpl_folds_pose(&st->planes[i], &st->folds, i, &st->pose);
        st->active[i] &= st->planes[i].half_cos > 0;
        if (st->active[i]) pd_smpl_folds_fill(&st->folds, i, st->rest, st->c->give);
    }

    /* Grow the region by RINGS rings of neighbours. Those up to CLOSE_RINGS come first. */
    int close_count = 0;
    for (int ring = 0, first = 0; ring < RINGS; ring++) {
        int last = st->region_count;
        if (ring == CLOSE_RINGS) close_count = last;
        for (; first < last; first++)
            for (int e = s->start[st->region[first]]; e < s->start[st->region[first] + 1]; e++)
                mark(st, s->other[e]);
    }

    measure_patches(st, inverted);
    if (st->c->is_smooth) {
        find_normals(st);
        hold_crossings(st);
    }

    /* Triangles that may have to be un-inverted: those with a corner that moves. The normals that soft ones should have are known. */
    int face_count = 0, soft = 0;
    memset(st->moves, 0, vertex_count);
    for (int i = 0; i < st->region_count; i++) st->moves[st->region[i]] = st->c->moves[st->region[i]];
    for (int i = 0; i < st->data->face_count; i++) {
        const int f = st->c->face_order[i];
        const uint32_t *t = st->data->faces + 3 * (size_t)f;
        const bool is_soft = soft < st->c->soft_face_count && st->c->soft_faces[soft] == f;
        soft += is_soft;
        if (!st->moves[t[0]] && !st->moves[t[1]] && !st->moves[t[2]]) continue;

        float *const wanted = st->wanted + 3 * (size_t)face_count;
        st->faces[face_count] = f;
        const pd_smpl_uninvert one = {st->data, st->faces + face_count++, 1, NULL, NULL};
        if (is_soft)
            memcpy(wanted, st->wanted_soft + 3 * (size_t)(soft - 1), 3 * sizeof *wanted);
        else
            pd_smpl_uninvert_pose(wanted, &one, st->rotations, st->rest);
    }
    PD_ASSERT(soft == st->c->soft_face_count);
    PD_ASSERT(st->region_count <= st->data->vertex_count && face_count <= st->data->face_count);
    st->uninvert = (pd_smpl_uninvert){st->data, st->faces, face_count, st->moves, st->c->face_mirror};

    /* Vertices that change between two searches: those that move, and members of folds beyond the region. */
    memcpy(st->changes, st->moves, vertex_count);
    for (int i = 0; i < st->folds.count; i++) {
        const pd_smpl_fold *fold = &st->folds.list[i];
        for (int k = fold->first; st->active[i] && k < fold->first + fold->count; k++)
            st->changes[st->folds.members[k].vertex] = 1;
    }
    pd_smpl_inside_watch(&st->inside, st->changes);
    st->is_watched = true;

    /* From now on only the region is searched, including the rigid skin in it; while u is spread, only its first rings. */
    enum { CLOSE = 3 };
    st->asked_count = st->close_count = 0;
    for (int i = 0; i < close_count; i++) st->in_region[st->region[i]] = CLOSE;
    for (size_t i = 0; i < vertex_count; i++) {
        const int v = st->c->vertex_order[i];
        if (!st->in_region[v] || st->c->rest_inside[v]) continue;
        st->asked[st->asked_count++] = v;
        if (st->in_region[v] == CLOSE) st->close[st->close_count++] = v;
    }
}

/* --- rounds --- */

/* Vertices that one touch moves: up to four. */
typedef struct push {
    int count;
    size_t vertex[4];
    pd_vec3 by[4];
} push;

static void add_push(push *out, size_t vertex, pd_vec3 by)
{
    PD_DEBUG_ASSERT(out->count < 4);
    out->vertex[out->count] = vertex;
    out->by[out->count++] = by;
}

/* Returns whether no skin is in the crease of a joint. Exact contact then needs fewer rounds, and skin without a way out does not wait for folds. */
static bool is_clear(const state *st)
{
    return !st->c->is_smooth && st->folded <= LEAST_DEPTH;
}

/* Returns whether skin that is deep in a crease or has no way out stays where it is in a round. */
static bool waits(const state *st, const touch *t, int round)
{
    if (t->face >= 0) return round < FOLDS_FROM;
    if (st->c->is_smooth && round >= STUCK_FROM) return false;
    return (round < FOLDS_FROM && !is_clear(st)) || round % st->find_every != 0;
}

/* Writes the displacements of a touch in a round: the vertex and the triangle in front of it go apart. Skin that stays
 * behind in a fold goes half the way to its neighbours' mean. */
static void push_touch(push *out, const state *st, const touch *t, int round)
{
    out->count = 0;
    if (!(t->fold <= (round < FOLDS_FROM ? 0 : FOLD_MOST))) {
        if (waits(st, t, round)) return;
        const pd_smpl_surface *s = &st->c->surface;
        const size_t v = (size_t)t->vertex;
        pd_vec3 sum = {0, 0, 0};
        for (int e = s->start[v]; e < s->start[v + 1]; e++)
            sum = pd_vec3_fma(sum, s->weight[e], at(st->p, (size_t)s->other[e]));
        const pd_vec3 way = pd_vec3_sub(pd_vec3_scale(sum, 1 / s->degree[v]), at(st->p, v));
        double share = 0.5;
        if (t->face < 0 && round % st->find_every != 0) {
            const double far = pd_vec3_length(way);
            share = far > STUCK_FAR ? STUCK_SHARE * (1 - STUCK_FAR / far) : 0;
        }
        add_push(out, v, pd_vec3_scale(way, share));
        return;
    }

    const uint32_t *f = st->data->faces + 3 * (size_t)t->face;
    pd_vec3 n, a;
    PD_DEBUG_ASSERT(t->face >= 0 && t->face < st->data->face_count);
    const bool is_along_face = t->is_near || !st->c->is_smooth;
    if (is_along_face) {
        a = at(st->p, f[0]);
        n = pd_vec3_cross(pd_vec3_sub(at(st->p, f[1]), a), pd_vec3_sub(at(st->p, f[2]), a));
    } else {
        /* Between the normals of the two skins before the rounds. */
        a = pd_vec3_make(0, 0, 0);
        for (int k = 0; k < 3; k++) a = pd_vec3_fma(a, (double)t->weights[k], at(st->p, f[k]));
        n = pd_vec3_sub(normal_at(st, t), at(st->normal, (size_t)t->vertex));
    }
    const double length = pd_vec3_length(n);
    if (length < (is_along_face ? 1e-12 : 1e-6)) return; /* no direction */
    n = pd_vec3_scale(n, 1 / length);

    /* Divide the motion by how much vertex and corners give, so that the depth shrinks by STEP of
     * itself. */
    double depth = pd_vec3_dot(n, pd_vec3_sub(a, at(st->p, (size_t)t->vertex)));
    double own = (double)st->c->give[t->vertex], sum = own, give[3];
    for (int k = 0; k < 3; k++) {
        give[k] = (double)t->weights[k] * (double)st->c->give[f[k]];
        sum += (double)t->weights[k] * give[k];
    }
    if (depth <= 0 || sum < 1e-3) return;
    if (st->c->is_smooth) depth *= fmin(1, sum / LEAST_GIVE);

    for (int k = 0; k < 3; k++) add_push(out, f[k], pd_vec3_scale(n, -STEP * depth * give[k] / sum));
    add_push(out, (size_t)t->vertex, pd_vec3_scale(n, STEP * depth * own / sum));
}

/* Keeps the best surface that was checked in u, because the last rounds do not improve steadily. Returns whether it is good enough. */
static bool keep_best(state *st)
{
    store(st->posed, st);
    float deepest = find_penetrations(st, st->posed, st->asked, st->asked_count);
    if (is_over(st)) return false;

    /* Fault: the number of inverted triangles, plus the largest depth in metres. */
    int inverted = pd_smpl_uninvert_find(NULL, &st->uninvert, st->wanted, st->p);
    float fault = (float)inverted + fmaxf(deepest, st->stuck > STUCK_DEPTH ? st->stuck : 0);

    if (fault < st->best) memcpy(st->u, st->p, 3 * (size_t)st->data->vertex_count * sizeof *st->u);
    st->best = fminf(st->best, fault);
    return fault < LEAST_DEPTH;
}

static void one_round(state *st, int round)
{
    unsigned char is_done[PD_SMPL_MAX_JOINTS] = {0};

    /* Folds part. Mirror images move at once: which of them comes first must not matter. */
    for (int i = 0; i < st->folds.count && !is_over(st); i++) {
        if (!st->active[i] || is_done[i]) continue;

        /* Treat the fold of the mirrored joint together with this one, where it is active and comes
         * later. */
        const int joint = st->c->joint_mirror[st->folds.list[i].joint];
        int other = i + 1;
        while (other < st->folds.count && st->folds.list[other].joint != joint) other++;
        const int pair[2] = {i, other}, count = other < st->folds.count && st->active[other] ? 2 : 1;

        /* Measure both before moving either. */
        for (int k = 0; k < count; k++)
            pd_smpl_folds_measure(&st->folds, pair[k], st->p, &st->planes[pair[k]]);
        for (int k = 0; k < count; k++) {
            pd_smpl_folds_part(st->p, &st->folds, pair[k], &st->planes[pair[k]]);
            is_done[pair[k]] = 1;
        }
    }
    st->work_ns += PART_NS * (double)(st->folds.member_count + st->folds.face_count) +
                   MOVE_NS * (double)st->uninvert.face_count;

    /* Touches, by mirrored pairs: both pushes are computed before either moves a vertex. */
    for (int i = 0, last; i < st->touch_count; i = last) {
        const int *mirror = st->data->mirror;
        last = i + 1;
        if (mirror && last < st->touch_count && mirror[st->touches[i].vertex] == st->touches[last].vertex)
            last++;

        push found[2];
        for (int k = i; k < last; k++) push_touch(&found[k - i], st, &st->touches[k], round);
        for (int k = 0; k < last - i; k++) {
            for (int n = 0; n < found[k].count; n++) {
                const size_t v = found[k].vertex[n];
                double *p = st->p + 3 * v;
                if (!st->moves[v]) continue; /* held vertices stay */
                p[0] += found[k].by[n].x, p[1] += found[k].by[n].y, p[2] += found[k].by[n].z;
            }
        }
    }

    /* Triangles that the pushes have turned inside out or made too small. */
    pd_smpl_uninvert_run(st->p, &st->uninvert, st->wanted, LEAST_AREA);
}

/* Returns the rounds it took. Over before its end: of exact contact the best surface that was checked; otherwise where the rounds had come to. */
static int run_rounds(state *st)
{
    const size_t bytes = 3 * (size_t)st->data->vertex_count * sizeof *st->u;
    int n = 1;

    int spread_rounds = SPREAD_ROUNDS;
    bool is_settled = false;
    memset(st->u, 0, bytes);
    for (; n <= spread_rounds && !is_over(st); n++) {
        if (n % st->find_every == 0 && (n >= CLEAR_ROUNDS || !is_settled)) {
            store(st->posed, st);
            const float deepest = find_penetrations(st, st->posed, st->close, st->close_count);
            is_settled = is_clear(st) && deepest <= CLEAR_DEPTH;
            if (n >= CLEAR_ROUNDS && is_settled) spread_rounds = n;
        }
        one_round(st, n);

        /* Half of u = p - start is spread to the neighbours. */
        const pd_smpl_surface *s = &st->c->surface;
        for (int i = 0; i < st->region_count; i++) {
            size_t v = 3 * (size_t)st->region[i];
            for (size_t c = 0; c < 3; c++) st->u[v + c] = st->p[v + c] - st->start[v + c];
        }

        /* Vertices outside the region have u = 0, so the displacement decays at the region's edge. */
        for (int i = 0; i < st->region_count; i++) {
            const size_t v = (size_t)st->region[i];
            if (!st->moves[v]) continue;
            pd_vec3 sum = {0, 0, 0};
            for (int e = s->start[v]; e < s->start[v + 1]; e++)
                sum = pd_vec3_fma(sum, s->weight[e], at(st->u, (size_t)s->other[e]));
            const pd_vec3 u = pd_vec3_fma(at(st->u, v), 1 / s->degree[v], sum);
            set(st->p, v, pd_vec3_fma(at(st->start, v), KEEP / 2, u));
        }
    }

    /* Last rounds: no spreading. Exact contact keeps the best surface so far in u. */
    const bool is_smooth = st->c->is_smooth;
    const int find_every = is_settled ? FIND_SETTLED : FIND_EVERY_LAST;
    st->best = INFINITY;
    memcpy(st->spread, st->p, bytes);
    for (; n <= (is_smooth ? SMOOTH_ROUNDS : PD_SMPL_CONTACT_ROUNDS) && !is_over(st); n++) {
        if (n % find_every == 0) {
            if (!is_smooth && keep_best(st)) return n;
            if (is_smooth) {
                store(st->posed, st);
                find_penetrations(st, st->posed, st->asked, st->asked_count);
            }
        }
        one_round(st, n);

        /* The rounds below do not spread u. Where skin cannot be separated, single vertices would move far and become spikes, so their displacement is limited. */
        for (int i = 0; i < st->region_count && is_smooth; i++) {
            const size_t v = (size_t)st->region[i];
            const pd_vec3 from = at(st->spread, v), way = pd_vec3_sub(at(st->p, v), from);
            const double length = pd_vec3_length(way);
            if (length <= LAST_WAY) continue;
            set(st->p, v, pd_vec3_fma(from, LAST_WAY / length, way));
        }
    }
    if (is_smooth) return n - 1;

    /* The last surface counts as well. If the budget ended the rounds, return the best one. */
    const bool is_best = keep_best(st);
    if (!is_best && st->best < INFINITY) memcpy(st->p, st->u, bytes);
    return n;
}

int pd_smpl_contact_run(float *vertices, const pd_smpl_contact *contact, const pd_smpl_body *body,
                        pd_arena *scratch)
{
    PD_ASSERT(vertices && contact && body);
    if (contact->press) return pd_smpl_press_run(vertices, contact->press, body, scratch);

    /* Overlap of the rest pose does not count as contact. Expressions move skin at rest too, so that a body with one is checked. */
    if (pd_smpl_pose_is_rest(body, contact->model->joint_count) && !body->expression_count) {
        if (body->contact_stopped) *body->contact_stopped = false;
        return 0;
    }

    const size_t used_before = scratch->used;
    state *st = take_state(contact, scratch);
    int rounds = 0;
    st->cancel = body->cancel;
    st->work_ns = START_NS;
    st->most_ns = body->contact_budget > 0 ? 1e6 * body->contact_budget : INFINITY;

    /* The translation that skinning has added: with `ground` the height comes later. */
    double shift[3];
    for (int c = 0; c < 3; c++)
        shift[c] = body->translation && !(body->ground && c == 1) ? (double)body->translation[c] : 0;

    /* The shaped body at rest, and the posed one without translation. */
    const pd_smpl_model *m = contact->model;
    const size_t v = (size_t)m->vertex_count, all = (size_t)m->beta_count;
    const size_t beta_count = body->betas ? (size_t)body->beta_count : 0;
    pd_smpl_pose_chain(&st->pose, m, body);
    for (size_t i = 0; i < v; i++) {
        const float *x_dirs = m->data.shapedirs + 3 * i * all, *y_dirs = x_dirs + all, *z_dirs = y_dirs + all;
        double x = (double)m->data.v_template[3 * i], y = (double)m->data.v_template[3 * i + 1],
               z = (double)m->data.v_template[3 * i + 2];
        for (size_t n = 0; n < beta_count; n++) {
            const double beta = (double)body->betas[n];
            x += (double)x_dirs[n] * beta, y += (double)y_dirs[n] * beta, z += (double)z_dirs[n] * beta;
        }
        st->rest[3 * i] = x, st->rest[3 * i + 1] = y, st->rest[3 * i + 2] = z;
    }
    for (size_t i = 0; i < 3 * v; i++) st->rest_f[i] = (float)st->rest[i];
    for (size_t i = 0; i < 3 * v; i++) st->start[i] = st->p[i] = (double)vertices[i] - shift[i % 3];
    memset(st->at_rest, UNKNOWN, v);
    memset(st->moves, 0, v);

    /* Is anything wrong? Inverted triangles, and vertices inside the body. */
    pd_smpl_uninvert_rotations(st->rotations, st->data, &st->pose);
    st->uninvert = (pd_smpl_uninvert){st->data, contact->soft_faces, contact->soft_face_count, NULL, NULL};
    pd_smpl_uninvert_pose(st->wanted_soft, &st->uninvert, st->rotations, st->rest);
    const int inverted = pd_smpl_uninvert_find(st->inverted, &st->uninvert, st->wanted_soft, st->p);

    store(st->posed, st);
    ask_whole_body(st, st->posed);
    const float deepest = find_penetrations(st, st->posed, st->asked, st->asked_count);
    st->find_every = deepest <= SHALLOW && !contact->is_smooth ? FIND_SHALLOW : FIND_EVERY;
    if (deepest > LEAST_DEPTH || inverted) {
        /* Planes of the creases, the region that may move, and the rounds. */
        pd_smpl_folds_place(&st->folds, &contact->sides, st->rest, st->pose.rest[0], scratch);
        place_region(st, inverted);
        rounds = run_rounds(st);

        /* Triangles that the rounds have left inverted. */
        for (int n = 0; n < UNINVERT_ROUNDS; n++) {
            if (!pd_smpl_uninvert_find(NULL, &st->uninvert, st->wanted, st->p)) break;
            pd_smpl_uninvert_run(st->p, &st->uninvert, st->wanted, LEAST_AREA);
        }

        /* Vertices that did not move keep their bits. */
        for (int i = 0; i < st->region_count; i++)
            for (size_t c = 0; c < 3; c++) {
                size_t k = 3 * (size_t)st->region[i] + c;
                const double share = (double)st->share[st->region[i]];
                if (st->p[k] == st->start[k] || share == 0) continue;
                const double to = share < 1 ? st->start[k] + share * (st->p[k] - st->start[k]) : st->p[k];
                vertices[k] = (float)(to + shift[c]);
            }
    }
    if (body->contact_stopped) *body->contact_stopped = is_over(st);
    scratch->used = used_before;
    return rounds;
}
