#include "core/smpl/measure/tape.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Reads the measurements, one function for each group. Fixed lengths in definitions are fractions of the
 * stature, so that the girths of a body scaled by s are scaled by s: 0.012 is 2 cm and 0.035 is 6 cm on an
 * adult of 1.70 m. */
#define FINGER 0.012
#define PALM   0.035

static const double up[3] = {0, 1, 0}, sideways[3] = {1, 0, 0};

typedef struct reading {
    pd_smpl_tape *tape;
    double *values;
    pd_smpl_line *lines; /* line on the body for each value, or NULL */
    uint64_t wanted;
    double stature;
} reading;

static bool wants(const reading *r, pd_smpl_measure measure)
{
    PD_DEBUG_ASSERT((unsigned)measure < PD_SMPL_MEASURE_COUNT);
    return r->wanted >> measure & 1;
}

static const double *tape_read_joint(const reading *r, int number)
{
    PD_ASSERT(number >= 0 && number < r->tape->model->joint_count);
    return r->tape->joints_at + 3 * number;
}

static double vertex(const reading *r, int number, int axis)
{
    PD_DEBUG_ASSERT(number >= 0 && number < r->tape->model->vertex_count);
    return r->tape->vertices[3 * (size_t)number + (size_t)axis];
}

/* Returns the empty line of a measurement if lines were requested, otherwise NULL. */
static pd_smpl_line *line_of(const reading *r, pd_smpl_measure measure)
{
    return r->lines && wants(r, measure) ? r->lines + measure : NULL;
}

/* Stores a girth at a level, with its line. */
static void take_tape_read(reading *r, pd_smpl_measure measure, double girth, double level)
{
    pd_smpl_line *line = line_of(r, measure);
    r->values[measure] = girth > 0 ? girth : NAN;
    if (line && girth > 0) pd_smpl_line_section(line, &r->tape->slab, level);
}

/* Returns the triangles of a list near a section, or the whole list unless the tape is held. The first
 * reading of a measurement finds them. */
static pd_smpl_tape_list near_section(reading *r, pd_smpl_measure measure, pd_smpl_tape_list list,
                                      const double normal[3], double level)
{
    pd_smpl_tape *t = r->tape;
    pd_smpl_tape_list *near = &t->near[measure];

    if (!t->is_held || near->triangles) return t->is_held ? *near : list;

    pd_smpl_slab_gather(&t->slab, list.triangles, list.count, normal, level - t->near_by, level + t->near_by);
    if (t->slab.triangle_count > t->near_most - t->near_used) return list;
    *near = (pd_smpl_tape_list){t->near_room + t->near_used, t->slab.triangle_count};
    memcpy(near->triangles, t->slab.triangles, (size_t)near->count * sizeof *near->triangles);
    t->near_used += near->count;

    return *near;
}

/* Computes the girth of the section at one level along the normal. */
static void girth_at(reading *r, pd_smpl_measure measure, pd_smpl_tape_list list, const double normal[3],
                     double level)
{
    list = near_section(r, measure, list, normal, level);
    pd_smpl_slab_gather(&r->tape->slab, list.triangles, list.count, normal, level, level);
    take_tape_read(r, measure, pd_smpl_slab_girth(&r->tape->slab, level), level);
}

/* Finds the level between low and high with the largest (sign 1) or smallest (sign -1) girth. Returns the
 * level, NaN where there is no girth. */
static double extreme(reading *r, pd_smpl_measure measure, pd_smpl_tape_list list, const double normal[3],
                      double low, double high, int sign)
{
    double level = NAN;
    double *found = &r->tape->found[measure];

    if (!(low < high)) return NAN;
    if (r->tape->is_held && !isnan(*found)) {
        level = low + *found * (high - low);
        girth_at(r, measure, list, normal, level);
        return level;
    }

    pd_smpl_slab_gather(&r->tape->slab, list.triangles, list.count, normal, low, high);
    const double girth = pd_smpl_slab_extreme(&r->tape->slab, low, high, sign, &level);
    *found = (level - low) / (high - low);
    take_tape_read(r, measure, girth, level);

    return level;
}

/* Adds the line between two vertices. */
static void add_vertices(reading *r, pd_smpl_measure measure, int from, int to)
{
    pd_smpl_line *line = line_of(r, measure);
    if (!line) return;
    pd_smpl_line_add_vertex(line, from);
    pd_smpl_line_add_vertex(line, to);
}

/* Finds the lowest and the highest vertex of a part along an axis. part 0: all vertices. */
static void find_ends(int ends[2], const reading *r, unsigned part, const double axis[3])
{
    double least = INFINITY, most = -INFINITY;

    for (int v = 0; v < r->tape->model->vertex_count; v++) {
        if (part && !(r->tape->parts[v] & part)) continue;
        const double p[3] = {vertex(r, v, 0), vertex(r, v, 1), vertex(r, v, 2)};
        const double at = pd_dot3(axis, p);
        if (at < least) {
            least = at;
            ends[0] = v;
        }

        if (at > most) {
            most = at;
            ends[1] = v;
        }
    }
}

/* Computes the unit vector from a to b. Returns their distance. */
static double tape_read_direction(double out[3], const double a[3], const double b[3])
{
    for (int c = 0; c < 3; c++) out[c] = b[c] - a[c];
    double length = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int c = 0; c < 3 && length > 0; c++) out[c] /= length;
    return length;
}

/* Computes the height, and mass and BMI from the volume. */
static void read_bulk(reading *r, double density)
{
    const pd_smpl_tape *t = r->tape;
    const pd_smpl_model *m = t->model;
    double *v = r->values;
    double sum = 0;

    v[PD_SMPL_HEIGHT] = r->stature;
    if (line_of(r, PD_SMPL_HEIGHT)) {
        int ends[2] = {0, 0};
        find_ends(ends, r, 0, up);
        add_vertices(r, PD_SMPL_HEIGHT, ends[0], ends[1]);
    }

    if (!wants(r, PD_SMPL_MASS) && !wants(r, PD_SMPL_VOLUME) && !wants(r, PD_SMPL_BMI)) return;

    /* Volume by the divergence theorem: signed tetrahedra with the origin as apex. */
    for (int i = 0; i < m->face_count; i++) {
        const uint32_t *f = m->data.faces + 3 * (size_t)i;
        const float *a = t->vertices + 3 * (size_t)f[0];
        const float *b = t->vertices + 3 * (size_t)f[1];
        const float *c = t->vertices + 3 * (size_t)f[2];
        double x = (double)b[1] * c[2] - (double)b[2] * c[1];
        double y = (double)b[2] * c[0] - (double)b[0] * c[2];
        double z = (double)b[0] * c[1] - (double)b[1] * c[0];
        sum += a[0] * x + a[1] * y + a[2] * z;
    }

    v[PD_SMPL_VOLUME] = sum / 6;
    v[PD_SMPL_MASS] = density * v[PD_SMPL_VOLUME];
    v[PD_SMPL_BMI] = v[PD_SMPL_MASS] / (r->stature * r->stature);
}

static void read_head(reading *r)
{
    const pd_smpl_tape *t = r->tape;

    if (t->joints.head < 0 || t->joints.neck < 0) return;
    const double *neck = tape_read_joint(r, t->joints.neck);
    const double *head = tape_read_joint(r, t->joints.head);

    /* Largest girth of the skull, smallest girth of the neck along its axis. */
    if (wants(r, PD_SMPL_HEAD_GIRTH)) {
        double skull = t->top - head[1];
        extreme(r, PD_SMPL_HEAD_GIRTH, t->head, up, head[1] + 0.35 * skull, head[1] + 0.85 * skull, 1);
    }

    if (wants(r, PD_SMPL_NECK_GIRTH)) {
        double axis[3];
        double length = tape_read_direction(axis, neck, head);
        double from = pd_dot3(axis, neck);
        extreme(r, PD_SMPL_NECK_GIRTH, t->head, axis, from + 0.2 * length, from + 0.9 * length, -1);
    }
}

static void read_trunk(reading *r)
{
    pd_smpl_tape *t = r->tape;

    if (t->crotch < 0 || t->navel < 0 || t->nipple_left < 0 || t->nipple_right < 0) return;

    double crotch = vertex(r, t->crotch, 1);
    double navel = vertex(r, t->navel, 1);
    double *v = r->values;
    double nipple = (vertex(r, t->nipple_left, 1) + vertex(r, t->nipple_right, 1)) / 2;
    double low = crotch + FINGER * r->stature;
    double high = nipple - PALM * r->stature;
    double waist = NAN;

    /* Girths at levels that landmarks fix, then those at an extreme between two levels. */
    if (wants(r, PD_SMPL_CHEST_GIRTH)) girth_at(r, PD_SMPL_CHEST_GIRTH, t->trunk, up, nipple);
    if (wants(r, PD_SMPL_UNDERBUST_GIRTH))
        girth_at(r, PD_SMPL_UNDERBUST_GIRTH, t->trunk, up, nipple - (nipple - navel) / 3);
    if (wants(r, PD_SMPL_NAVEL_GIRTH)) girth_at(r, PD_SMPL_NAVEL_GIRTH, t->trunk, up, navel);
    if (wants(r, PD_SMPL_HIP_GIRTH))
        extreme(r, PD_SMPL_HIP_GIRTH, t->trunk, up, low, crotch + 0.55 * (navel - crotch), 1);
    if (wants(r, PD_SMPL_WAIST_GIRTH) || wants(r, PD_SMPL_BACK_NECK_TO_WAIST))
        waist = extreme(r, PD_SMPL_WAIST_GIRTH, t->trunk, up, low + 0.35 * (high - low), high, -1);
    if (!wants(r, PD_SMPL_BACK_NECK_TO_WAIST) || t->joints.neck < 0 || t->joints.pelvis < 0) return;

    /* A tape laid along the back in the plane of symmetry: the points of the section behind the line from
     * pelvis to neck. */
    const double *pelvis = tape_read_joint(r, t->joints.pelvis);
    const double *neck = tape_read_joint(r, t->joints.neck);
    int kept = 0;
    pd_smpl_slab_gather(&t->slab, t->trunk.triangles, t->trunk.count, sideways, pelvis[0], pelvis[0]);
    pd_smpl_slab_cut(&t->slab, pelvis[0]);
    for (int i = 0; i < t->slab.point_count; i++) {
        double p[3] = {0, 0, 0};
        for (int c = 1; c < 3; c++)
            p[c] = t->slab.points[i][0] * t->slab.across[0][c] + t->slab.points[i][1] * t->slab.across[1][c];
        double along = (p[1] - pelvis[1]) / (neck[1] - pelvis[1]);
        if (p[1] < waist || p[1] > neck[1] || p[2] > pelvis[2] + along * (neck[2] - pelvis[2])) continue;
        t->slab.points[kept][0] = p[1];
        t->slab.points[kept++][1] = p[2];
    }

    /* The lower hull spans hollows of the back, as a taut tape does. */
    double length = pd_smpl_hull_lower_length(t->slab.points, kept);
    v[PD_SMPL_BACK_NECK_TO_WAIST] = length > 0 ? length : NAN;
}

/* Returns the extent of a part along an axis. from: start of the length;
 * NULL: the lowest vertex of the part. */
static double extent(const reading *r, unsigned part, const double axis[3], const double *from, int ends[2])
{
    ends[0] = ends[1] = -1;
    find_ends(ends, r, part, axis);
    if (ends[0] < 0) return NAN;

    /* Positions of both ends along the axis; `from` replaces the first. */
    double at[2];
    for (int e = 0; e < 2; e++) {
        const double p[3] = {vertex(r, ends[e], 0), vertex(r, ends[e], 1), vertex(r, ends[e], 2)};
        at[e] = pd_dot3(axis, p);
    }

    if (from) at[0] = pd_dot3(axis, from);

    return at[1] > at[0] ? at[1] - at[0] : NAN;
}

static void read_leg(reading *r)
{
    static const double forward[3] = {0, 0, 1};
    const pd_smpl_tape *t = r->tape;
    double *v = r->values;

    /* Crotch height and the thigh girth just below it. */
    if (t->crotch >= 0) {
        double crotch = vertex(r, t->crotch, 1);
        v[PD_SMPL_INSIDE_LEG_HEIGHT] = crotch - t->bottom;
        if (line_of(r, PD_SMPL_INSIDE_LEG_HEIGHT)) {
            int ends[2] = {0, 0};
            find_ends(ends, r, 0, up);
            add_vertices(r, PD_SMPL_INSIDE_LEG_HEIGHT, ends[0], t->crotch);
        }

        if (wants(r, PD_SMPL_THIGH_GIRTH))
            girth_at(r, PD_SMPL_THIGH_GIRTH, t->left_leg, up, crotch - FINGER * r->stature);
    }

    /* Foot length from heel to toe, along the direction that the body faces. */
    if (wants(r, PD_SMPL_FOOT_LENGTH)) {
        int ends[2];
        v[PD_SMPL_FOOT_LENGTH] = extent(r, PD_SMPL_PART_LEFT_FOOT, forward, NULL, ends);
        if (ends[0] >= 0) add_vertices(r, PD_SMPL_FOOT_LENGTH, ends[0], ends[1]);
    }

    /* Girths of knee, calf and ankle at fractions of the shank. */
    if (t->joints.left_knee < 0 || t->joints.left_ankle < 0) return;
    double knee = tape_read_joint(r, t->joints.left_knee)[1];
    double ankle = tape_read_joint(r, t->joints.left_ankle)[1];
    double shank = knee - ankle;
    if (wants(r, PD_SMPL_KNEE_GIRTH)) girth_at(r, PD_SMPL_KNEE_GIRTH, t->left_leg, up, knee);
    if (wants(r, PD_SMPL_CALF_GIRTH))
        extreme(r, PD_SMPL_CALF_GIRTH, t->left_leg, up, ankle + 0.5 * shank, ankle + 0.85 * shank, 1);
    if (wants(r, PD_SMPL_ANKLE_GIRTH))
        extreme(r, PD_SMPL_ANKLE_GIRTH, t->left_leg, up, ankle + 0.05 * shank, ankle + 0.35 * shank, -1);
}

static void read_arm(reading *r)
{
    const pd_smpl_tape *t = r->tape;
    const pd_smpl_tape_joints *j = &t->joints;

    if (j->left_shoulder < 0 || j->left_elbow < 0 || j->left_wrist < 0) return;

    const double *shoulder = tape_read_joint(r, j->left_shoulder);
    const double *elbow = tape_read_joint(r, j->left_elbow);
    const double *wrist = tape_read_joint(r, j->left_wrist);
    double upper[3], fore[3], whole[3], hand[3];
    double *v = r->values;
    double a = tape_read_direction(upper, shoulder, elbow);
    double b = tape_read_direction(fore, elbow, wrist);
    tape_read_direction(whole, shoulder, wrist);

    /* Arm length follows the bones. */
    v[PD_SMPL_ARM_LENGTH] = a + b;
    if (line_of(r, PD_SMPL_ARM_LENGTH)) {
        const int along[] = {j->left_shoulder, j->left_elbow, j->left_wrist};
        for (int i = 0; i < 3; i++) pd_smpl_line_add_joint(r->lines + PD_SMPL_ARM_LENGTH, along[i]);
    }

    /* Girths, each perpendicular to its bone; at the elbow perpendicular to the whole arm. */
    if (wants(r, PD_SMPL_UPPER_ARM_GIRTH))
        girth_at(r, PD_SMPL_UPPER_ARM_GIRTH, t->left_arm, upper, pd_dot3(upper, shoulder) + a / 2);
    if (wants(r, PD_SMPL_ELBOW_GIRTH))
        girth_at(r, PD_SMPL_ELBOW_GIRTH, t->left_arm, whole, pd_dot3(whole, elbow));
    if (wants(r, PD_SMPL_WRIST_GIRTH)) {
        double from = pd_dot3(fore, elbow);
        extreme(r, PD_SMPL_WRIST_GIRTH, t->left_arm, fore, from + 0.75 * b, from + b, -1);
    }

    /* Hand length from the wrist to the farthest vertex, along the hand or,
     * without a hand joint, the forearm. */
    if (!wants(r, PD_SMPL_HAND_LENGTH)) return;
    if (j->left_hand < 0 || tape_read_direction(hand, wrist, tape_read_joint(r, j->left_hand)) <= 0)
        memcpy(hand, fore, sizeof hand);
    int ends[2];
    v[PD_SMPL_HAND_LENGTH] = extent(r, PD_SMPL_PART_LEFT_HAND, hand, wrist, ends);
    if (line_of(r, PD_SMPL_HAND_LENGTH) && ends[0] >= 0) {
        pd_smpl_line_add_joint(r->lines + PD_SMPL_HAND_LENGTH, j->left_wrist);
        pd_smpl_line_add_vertex(r->lines + PD_SMPL_HAND_LENGTH, ends[1]);
    }
}

static void read_width(reading *r)
{
    const pd_smpl_tape *t = r->tape;
    double unused[3];

    /* Span from fingertip to fingertip. */
    if (wants(r, PD_SMPL_SPAN)) {
        int ends[2];
        r->values[PD_SMPL_SPAN] = extent(r, 0, sideways, NULL, ends);
        add_vertices(r, PD_SMPL_SPAN, ends[0], ends[1]);
    }

    /* Shoulder width between the joints. */
    if (t->joints.left_shoulder < 0 || t->joints.right_shoulder < 0) return;
    const double *left = tape_read_joint(r, t->joints.left_shoulder);
    const double *right = tape_read_joint(r, t->joints.right_shoulder);
    r->values[PD_SMPL_SHOULDER_WIDTH] = tape_read_direction(unused, right, left);
    if (!line_of(r, PD_SMPL_SHOULDER_WIDTH)) return;
    pd_smpl_line_add_joint(r->lines + PD_SMPL_SHOULDER_WIDTH, t->joints.right_shoulder);
    pd_smpl_line_add_joint(r->lines + PD_SMPL_SHOULDER_WIDTH, t->joints.left_shoulder);
}

void pd_smpl_tape_hold(pd_smpl_tape *tape, double change)
{
    PD_ASSERT(tape->near_room || change <= 0);
    tape->is_held = change > 0;

    /* A vertex moves by at most the length of its direction; a level, which lies between points of the body,
     * by little more, and a tilted plane turns with its bone: eight times that is ample. */
    tape->near_by = 8 * sqrt(3) * (double)tape->largest_direction * change;
    tape->near_used = 0;
    memset(tape->near, 0, sizeof tape->near);
}

void pd_smpl_tape_read(double *values, pd_smpl_line *lines, pd_smpl_tape *tape, uint64_t wanted,
                       double density)
{
    const uint64_t all = ((uint64_t)1 << PD_SMPL_MEASURE_COUNT) - 1;
    reading r = {.tape = tape, .values = values, .lines = lines, .wanted = wanted ? wanted : all};

    r.stature = tape->top - tape->bottom;
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++) values[i] = NAN;
    for (int i = 0; lines && i < PD_SMPL_MEASURE_COUNT; i++) lines[i].count = lines[i].is_closed = 0;

    /* Each group fills its own measurements and leaves NaN where the model lacks a joint or landmark. */
    read_bulk(&r, density);
    read_head(&r);
    read_trunk(&r);
    read_leg(&r);
    read_arm(&r);
    read_width(&r);

    /* Groups compute some values along with others; report only those that were asked for. */
    for (int i = 0; i < PD_SMPL_MEASURE_COUNT; i++)
        if (!wants(&r, (pd_smpl_measure)i)) values[i] = NAN;
}
