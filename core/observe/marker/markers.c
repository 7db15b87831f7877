#include "core/observe/marker/markers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Standard deviation of a marker's place along the skin, metres. */
#define BONE    0.02 /* over a bone that can be felt under the skin */
#define BAND    0.03 /* on a head band, a belt or a shoe */
#define LIMB    0.05 /* somewhere on a limb */
#define ALONG   0.005
#define CLEARLY 0.8  /* metres: heads this far above the feet are those of a person who stands */
#define RAY     0.02 /* largest distance of a vertex from the ray, metres */

/* clang-format off */
const pd_observe_marker pd_observe_markers[] = {
    {"FHD", true, "head", NULL, 0, {0.05, 0.12, 0}, {0.4, 0.1, 1}, BAND, "front of the head band"},
    {"BHD", true, "head", NULL, 0, {0.05, 0.12, 0}, {0.4, 0.1, -1}, BAND, "back of the head band"},
    {"HEAD", false, "head", NULL, 0, {0, 0.1, 0}, {0, 1, 0}, BAND, "top of the head"},
    {"ARIEL", false, "head", NULL, 0, {0, 0.1, 0}, {0, 1, 0}, BAND, "top of the head"},
    {"C7", false, "neck", NULL, 0, {0, 0, 0}, {0, 0.25, -1}, BONE, "seventh vertebra of the neck"},
    {"T8", false, "spine2", "spine3", 0.7, {0, 0, 0}, {0, 0, -1}, BAND, "eighth vertebra of the chest"},
    {"T10", false, "spine2", "spine3", 0.4, {0, 0, 0}, {0, 0, -1}, BAND, "tenth vertebra of the chest"},
    {"CLAV", false, "neck", "spine3", 0.4, {0, 0, 0}, {0, 0, 1}, BONE, "where the collar bones meet"},
    {"STRN", false, "spine2", "spine3", 0.6, {0, 0, 0}, {0, 0, 1}, BAND, "lower end of the breast bone"},
    {"RBAC", false, "spine3", NULL, 0, {-0.09, 0.06, 0}, {0, 0, -1}, LIMB, "right shoulder blade"},
    {"RBAK", false, "spine3", NULL, 0, {-0.09, 0.06, 0}, {0, 0, -1}, LIMB, "right shoulder blade"},
    {"LBAC", false, "spine3", NULL, 0, {0.09, 0.06, 0}, {0, 0, -1}, LIMB, "left shoulder blade"},
    {"LBAK", false, "spine3", NULL, 0, {0.09, 0.06, 0}, {0, 0, -1}, LIMB, "left shoulder blade"},
    {"SHO", true, "left_shoulder", "left_collar", 0.1, {0, 0, 0}, {0, 1, 0}, BONE, "end of the collar bone"},
    {"UPA", true, "left_shoulder", "left_elbow", 0.5, {0, 0, 0}, {0, 1, -0.2}, LIMB, "upper arm"},
    {"ELB", true, "left_elbow", NULL, 0, {0, 0, 0}, {0, 1, -0.3}, BONE, "outer side of the elbow"},
    {"MEL", true, "left_elbow", NULL, 0, {0, 0, 0}, {0, -1, -0.3}, BONE, "inner side of the elbow"},
    {"FRM", true, "left_elbow", "left_wrist", 0.6, {0, 0, 0}, {0, 1, 0}, LIMB, "forearm"},
    {"FRA", true, "left_elbow", "left_wrist", 0.6, {0, 0, 0}, {0, 1, 0}, LIMB, "forearm"},
    {"WRA", true, "left_wrist", NULL, 0, {0, 0, 0}, {0, 0.1, 1}, BAND, "wrist, side of the thumb"},
    {"WRB", true, "left_wrist", NULL, 0, {0, 0, 0}, {0, 0.1, -1}, BAND, "wrist, side of the little finger"},
    {"WRT", true, "left_wrist", NULL, 0, {0, 0, 0}, {0, 0.1, 1}, BAND, "wrist, side of the thumb"},
    {"WRP", true, "left_wrist", NULL, 0, {0, 0, 0}, {0, 0.1, -1}, BAND, "wrist, side of the little finger"},
    {"FIN", true, "left_hand", NULL, 0, {0, 0, 0.01}, {0, 1, 0}, BAND, "back of the hand, knuckle of the "
        "middle finger"},
    {"FWT", true, "left_hip", NULL, 0, {0.03, 0.09, 0}, {0.3, 0, 1}, BAND, "front of the hip bone"},
    {"ASI", true, "left_hip", NULL, 0, {0.03, 0.09, 0}, {0.3, 0, 1}, BAND, "front of the hip bone"},
    {"BWT", true, "left_hip", NULL, 0, {-0.03, 0.11, 0}, {0, 0, -1}, BAND, "back of the hip bone"},
    {"PSI", true, "left_hip", NULL, 0, {-0.03, 0.11, 0}, {0, 0, -1}, BAND, "back of the hip bone"},
    {"SACR", false, "pelvis", NULL, 0, {0, 0.05, 0}, {0, 0, -1}, BAND, "sacrum"},
    {"THI", true, "left_hip", "left_knee", 0.6, {0, 0, 0}, {1, 0, 0}, LIMB, "outer side of the thigh"},
    {"KNE", true, "left_knee", NULL, 0, {0, 0, 0}, {1, 0, 0}, BONE, "outer side of the knee"},
    {"MKN", true, "left_knee", NULL, 0, {0, 0, 0}, {-1, 0, 0}, BONE, "inner side of the knee"},
    {"SHN", true, "left_knee", "left_ankle", 0.5, {0, 0, 0}, {0.7, 0, 0.7}, LIMB, "shin"},
    {"TIB", true, "left_knee", "left_ankle", 0.5, {0, 0, 0}, {1, 0, 0}, LIMB, "outer side of the shin"},
    {"ANK", true, "left_ankle", NULL, 0, {0, 0, 0}, {1, 0, 0}, BONE, "outer side of the ankle"},
    {"MAN", true, "left_ankle", NULL, 0, {0, 0, 0}, {-1, 0, 0}, BONE, "inner side of the ankle"},
    {"MMA", true, "left_ankle", NULL, 0, {0, 0, 0}, {-1, 0, 0}, BONE, "inner side of the ankle"},
    {"HEE", true, "left_ankle", NULL, 0, {0, -0.04, 0}, {0, 0, -1}, BAND, "heel"},
    {"TOE", true, "left_foot", NULL, 0, {0, 0, 0.02}, {0, 1, 0}, BAND, "foot, above the second toe's root"},
    {"MT1", true, "left_foot", NULL, 0, {0, 0, 0}, {-1, 0.2, 0}, BAND, "foot, root of the big toe"},
    {"MT5", true, "left_foot", NULL, 0, {0, 0, 0}, {1, 0.2, 0}, BAND, "foot, root of the small toe"},

    /* Motive's Baseline sets and Qualisys' animation sets. WristIn is the side of the thumb; ToeIn and
     * ForefootIn the side of the big toe. */
    {"HEADTOP", false, "head", NULL, 0, {0, 0.1, 0}, {0, 1, 0}, BAND, "top of the head"},
    {"HEADFRONT", false, "head", NULL, 0, {0, 0.1, 0}, {0, 0.1, 1}, BAND, "forehead"},
    {"HEADL", false, "head", NULL, 0, {0, 0.1, 0}, {1, 0.1, 0}, BAND, "left side of the head"},
    {"HEADR", false, "head", NULL, 0, {0, 0.1, 0}, {-1, 0.1, 0}, BAND, "right side of the head"},
    {"BACKTOP", false, "neck", "spine3", 0.4, {0, 0, 0}, {0, 0, -1}, LIMB, "spine, between the tops of the "
        "shoulder blades"},
    {"SPINETOP", false, "neck", "spine3", 0.2, {0, 0, 0}, {0, 0, -1}, BAND, "spine, below the neck"},
    {"BACKLEFT", false, "spine3", NULL, 0, {0.09, 0, 0}, {0, 0, -1}, LIMB, "left shoulder blade"},
    {"BACKRIGHT", false, "spine3", NULL, 0, {-0.09, 0, 0}, {0, 0, -1}, LIMB, "right shoulder blade"},
    {"BACKL", false, "spine3", NULL, 0, {0.09, 0, 0}, {0, 0, -1}, LIMB, "left shoulder blade"},
    {"BACKR", false, "spine3", NULL, 0, {-0.09, 0, 0}, {0, 0, -1}, LIMB, "right shoulder blade"},
    {"CHEST", false, "spine3", NULL, 0, {0, 0, 0}, {0, 0, 1}, LIMB, "breast bone"},
    {"SHOULDERTOP", true, "left_shoulder", "left_collar", 0.1, {0, 0, 0}, {0, 1, 0}, BAND, "top of the "
        "shoulder"},
    {"SHOULDERBACK", true, "left_shoulder", "left_collar", 0.2, {0, 0, 0}, {0, 0.3, -1}, LIMB, "back of "
        "the shoulder"},
    {"UARMHIGH", true, "left_shoulder", "left_elbow", 0.4, {0, 0, 0}, {0, 1, -0.2}, LIMB, "upper arm"},
    {"ARM", true, "left_shoulder", "left_elbow", 0.5, {0, 0, 0}, {0, 1, -0.2}, LIMB, "upper arm"},
    {"ELBOWOUT", true, "left_elbow", NULL, 0, {0, 0, 0}, {0, 1, -0.3}, BONE, "outer side of the elbow"},
    {"WRISTIN", true, "left_wrist", NULL, 0, {0, 0, 0}, {0, 0.1, 1}, BAND, "wrist, side of the thumb"},
    {"WRISTOUT", true, "left_wrist", NULL, 0, {0, 0, 0}, {0, 0.1, -1}, BAND, "wrist, side of the little "
        "finger"},
    {"HANDIN", true, "left_hand", NULL, 0, {0, 0, 0.025}, {0, 1, 0}, BAND, "back of the hand, knuckle of "
        "the forefinger"},
    {"HANDOUT", true, "left_hand", NULL, 0, {0, 0, -0.02}, {0, 1, 0}, BAND, "back of the hand, knuckle of "
        "the little finger"},
    {"WAISTLFRONT", false, "left_hip", NULL, 0, {0.03, 0.09, 0}, {0.3, 0, 1}, BAND, "front of the left hip "
        "bone"},
    {"WAISTRFRONT", false, "right_hip", NULL, 0, {-0.03, 0.09, 0}, {-0.3, 0, 1}, BAND, "front of the right "
        "hip bone"},
    {"WAISTLBACK", false, "left_hip", NULL, 0, {-0.03, 0.11, 0}, {0, 0, -1}, BAND, "back of the left hip "
        "bone"},
    {"WAISTRBACK", false, "right_hip", NULL, 0, {0.03, 0.11, 0}, {0, 0, -1}, BAND, "back of the right hip "
        "bone"},
    {"THIGH", true, "left_hip", "left_knee", 0.6, {0, 0, 0}, {1, 0, 0}, LIMB, "outer side of the thigh"},
    {"KNEEOUT", true, "left_knee", NULL, 0, {0, 0, 0}, {1, 0, 0}, BONE, "outer side of the knee"},
    {"KNEEIN", true, "left_knee", NULL, 0, {0, 0, 0}, {-1, 0, 0}, BONE, "inner side of the knee"},
    {"SHIN", true, "left_knee", "left_ankle", 0.5, {0, 0, 0}, {0.7, 0, 0.7}, LIMB, "shin"},
    {"ANKLEOUT", true, "left_ankle", NULL, 0, {0, 0, 0}, {1, 0, 0}, BONE, "outer side of the ankle"},
    {"HEEL", true, "left_ankle", NULL, 0, {0, -0.04, 0}, {0, 0, -1}, BAND, "heel"},
    {"HEELBACK", true, "left_ankle", NULL, 0, {0, -0.04, 0}, {0, 0, -1}, BAND, "heel"},
    {"TOEIN", true, "left_foot", NULL, 0, {0, 0, 0}, {-1, 0.2, 0}, BAND, "foot, root of the big toe"},
    {"TOEOUT", true, "left_foot", NULL, 0, {0, 0, 0}, {1, 0.2, 0}, BAND, "foot, root of the small toe"},
    {"TOETIP", true, "left_foot", NULL, 0, {0, 0, 0}, {0, 0.2, 1}, BAND, "tip of the toes"},
    {"FOREFOOTIN", true, "left_foot", NULL, 0, {0, 0, 0}, {-1, 0.2, 0}, BAND, "foot, root of the big toe"},
    {"FOREFOOTOUT", true, "left_foot", NULL, 0, {0, 0, 0}, {1, 0.2, 0}, BAND, "foot, root of the small toe"},
    {"FOREFOOT2", true, "left_foot", NULL, 0, {0, 0, 0.02}, {0, 1, 0}, BAND, "foot, above the second toe's "
        "root"},
    {"FOREFOOT5", true, "left_foot", NULL, 0, {0, 0, 0}, {1, 0.2, 0}, BAND, "foot, root of the small toe"},
    {NULL, false, NULL, NULL, 0, {0, 0, 0}, {0, 0, 0}, 0, NULL},
};
/* clang-format on */

/* ---- names */

/* Returns the row of a name without what is before it, or -1. */
static int markers_row_of(const char *name, bool *right)
{
    char plain[PD_MARKERS_NAME_BYTES];
    size_t length = 0;

    for (const char *c = name; *c; c++) {
        if (*c == '_' || *c == ' ') continue;
        if (length + 1 == sizeof plain) return -1;
        plain[length++] = (char)toupper((unsigned char)*c);
    }

    plain[length] = 0;

    *right = false;
    for (int i = 0; pd_observe_markers[i].name; i++)
        if (!pd_observe_markers[i].sided && !strcmp(plain, pd_observe_markers[i].name)) return i;
    if (*plain != 'L' && *plain != 'R') return -1;
    *right = *plain == 'R';
    for (int i = 0; pd_observe_markers[i].name; i++)
        if (pd_observe_markers[i].sided && !strcmp(plain + 1, pd_observe_markers[i].name)) return i;

    return -1;
}

int pd_observe_marker_of(const char *name, bool *right)
{
    const char *colon = strrchr(name, ':');
    const char *own = colon ? colon + 1 : name;
    const char *under = strrchr(own, '_');
    const int row = markers_row_of(own, right);

    /* Motive and Qualisys put the name of the person before an underline. One or two letters behind it are a
     * part of a name, not a name. */
    return row < 0 && under && strlen(under + 1) > 2 ? markers_row_of(under + 1, right) : row;
}

/* ---- places */

/* Returns the joint of a name of the left side, on the side that is asked for; -1: none. */
static int joint_on_side(const pd_smpl_model *m, const char *name, bool right)
{
    char other[PD_SMPL_NAME_BYTES];
    if (!right || strncmp(name, "left_", 5)) return pd_smpl_joint_find(&m->data, name);
    snprintf(other, sizeof other, "right_%s", name + 5);
    return pd_smpl_joint_find(&m->data, other);
}

int pd_observe_marker_vertex(double normal[3], const pd_smpl_model *m, const pd_observe_marker *row,
                             bool right)
{
    const int from = joint_on_side(m, row->from, right);
    const int to = row->to ? joint_on_side(m, row->to, right) : -1;
    const double side = right ? -1 : 1;
    double low = INFINITY, high = -INFINITY;
    double start[3];
    double along[3] = {side * row->along[0], row->along[1], row->along[2]};
    double length = 0, most = 0;
    int best = -1;

    /* The joints between which the marker is placed must exist. */
    if (from < 0 || (row->to && to < 0)) return -1;

    /* The table is for a body of 1.70 m, so scale it to the model. */
    for (int v = 0; v < m->vertex_count; v++) {
        low = fmin(low, (double)m->data.v_template[3 * v + 1]);
        high = fmax(high, (double)m->data.v_template[3 * v + 1]);
    }

    const double size = (high - low) / 1.70;

    /* Start and direction of a ray from inside the body. */
    for (int c = 0; c < 3; c++) {
        const double a = m->joint_template[3 * from + c];
        const double b = to < 0 ? a : m->joint_template[3 * to + c];
        start[c] = a + row->share * (b - a) + size * (c ? 1 : side) * row->shift[c];
        length += along[c] * along[c];
    }

    for (int c = 0; c < 3; c++) along[c] /= sqrt(length);

    /* Take the farthest vertex near the ray; if there is none, the vertex nearest to the ray. */
    for (int v = 0; v < m->vertex_count; v++) {
        double d[3];
        double far = 0, square = 0;
        for (int c = 0; c < 3; c++) {
            d[c] = (double)m->data.v_template[3 * v + c] - start[c];
            far += d[c] * along[c];
            square += d[c] * d[c];
        }

        const double beside = sqrt(fmax(square - far * far, 0));
        const double score = beside < RAY * size ? 10 + far - 0.5 * beside : -beside;
        if ((best >= 0 && score <= most) || far < 0) continue;

        /* The joint that holds the vertex most must be one of the row's, or a child or parent of one. */
        const int *parents = m->data.parents;
        const int holder = pd_smpl_vertex_joint(&m->data, v);
        if (holder != from && holder != to && parents[holder] != from && parents[from] != holder &&
            (to < 0 || parents[to] != holder))
            continue;
        most = score;
        best = v;
    }

    if (best < 0) return -1;

    /* Normal at the vertex: mean of the triangles around it, weighted by area. */
    const float *at = m->data.v_template;
    double square = 0;
    normal[0] = normal[1] = normal[2] = 0;
    for (size_t f = 0; f < (size_t)m->face_count; f++) {
        const uint32_t *c = m->data.faces + 3 * f;
        if (c[0] != (uint32_t)best && c[1] != (uint32_t)best && c[2] != (uint32_t)best) continue;
        double a[3], b[3];
        for (int i = 0; i < 3; i++) {
            a[i] = (double)at[3 * c[1] + (uint32_t)i] - (double)at[3 * c[0] + (uint32_t)i];
            b[i] = (double)at[3 * c[2] + (uint32_t)i] - (double)at[3 * c[0] + (uint32_t)i];
        }

        for (int i = 0; i < 3; i++)
            normal[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }

    for (int i = 0; i < 3; i++) square += normal[i] * normal[i];
    for (int i = 0; i < 3; i++) normal[i] = square > 0 ? normal[i] / sqrt(square) : i == 1;

    return best;
}

/* ---- markers of a file */

/* Returns 0 for a marker of the head, 1 for one of a foot, -1 for any other. */
static int level_of_marker(const char *name)
{
    bool right;
    const int row = pd_observe_marker_of(name, &right);
    const char *from = row < 0 ? "" : pd_observe_markers[row].from;
    const bool is_foot = !strcmp(from, "left_foot") || !strcmp(from, "left_ankle");
    return !strcmp(from, "head") ? 0 : is_foot ? 1 : -1;
}

/* Returns the axis along which heads are farthest above feet. d: mean way from the feet to the heads, metres;
 * zeros without points of both. levels as in pd_observe_marker_set_stand. */
static pd_up up_axis(double d[3], const pd_markers *file, const int *levels)
{
    double sums[2][3] = {{0}};
    double counts[2] = {0, 0};
    int best = 1;

    for (int i = 0; i < file->marker_count; i++) {
        const int which = levels[i];
        for (size_t f = 0; f < (size_t)file->frame_count && which >= 0; f++) {
            const float *at = file->positions + 3 * (f * (size_t)file->marker_count + (size_t)i);
            if (isnan(at[0])) continue;
            for (int c = 0; c < 3; c++) sums[which][c] += (double)at[c];
            counts[which]++;
        }
    }

    d[0] = d[1] = d[2] = 0;
    if (!(counts[0] > 0 && counts[1] > 0)) return PD_UP_Y;
    for (int c = 0; c < 3; c++) d[c] = sums[0][c] / counts[0] - sums[1][c] / counts[1];
    for (int c = 0; c < 3; c++)
        if (fabs(d[c]) > fabs(d[best])) best = c;

    return (pd_up)(d[best] < 0 ? best + 3 : best);
}

void pd_observe_marker_cloud(pd_observe_cloud *out, const pd_markers *file, int frame, pd_up up)
{
    const float *at = file->positions + 3 * (size_t)frame * (size_t)file->marker_count;

    out->count = 0;
    memset(out->mean, 0, sizeof out->mean);
    for (int i = 0; i < file->marker_count && out->count < PD_OBSERVE_TRAJECTORY_MOST; i++) {
        float upright[3];
        if (isnan(at[3 * i])) continue;
        pd_up_point_float(upright, at + 3 * i, up);
        for (int c = 0; c < 3; c++) {
            out->at[out->count][c] = (double)upright[c];
            out->mean[c] += (double)upright[c];
        }

        out->column[out->count++] = i;
    }

    for (int c = 0; c < 3 && out->count; c++) out->mean[c] /= out->count;
}

int pd_observe_marker_known(const pd_markers *file)
{
    int known = 0;

    for (int i = 0; i < file->marker_count; i++) {
        bool right;
        known += pd_observe_marker_of(file->names[i], &right) >= 0;
    }

    return known;
}

static pd_status no_memory(pd_observe_marker_set *s, const pd_markers *file, const char *name, pd_error *err)
{
    pd_observe_marker_set_deinit(s);
    return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d markers", file->marker_count);
}

void pd_observe_marker_set_deinit(pd_observe_marker_set *s)
{
    free(s->column);
    free(s->parts);
    free(s->places);
    free(s->mounts);
    free(s->at);
    *s = (pd_observe_marker_set){0};
}

pd_status pd_observe_marker_set_stand(pd_observe_marker_set *s, const pd_markers *file, const int *levels,
                                      int up, const char *name, pd_error *err)
{
    s->at = malloc(3 * (size_t)s->count * (size_t)file->frame_count * sizeof *s->at);
    if (!s->at) return no_memory(s, file, name, err);

    /* The axis that is up: the stated one, else that along which heads are above feet. */
    double rise[3];
    const pd_up heads = up_axis(rise, file, levels);
    const double rises = fabs(rise[heads % 3]);
    s->heads = -1;
    s->up = up < 0 ? heads : (pd_up)up;
    const double along = (s->up < PD_UP_MINUS_X ? 1 : -1) * rise[s->up % 3];
    if (heads != s->up && rises > CLEARLY && along < 0.5 * rises) s->heads = (int)heads;
    for (size_t f = 0; f < (size_t)file->frame_count; f++)
        for (size_t i = 0; i < (size_t)s->count; i++)
            pd_up_point_float(s->at + 3 * (f * (size_t)s->count + i),
                              file->positions + 3 * (f * (size_t)file->marker_count + (size_t)s->column[i]),
                              s->up);

    return PD_OK;
}

pd_status pd_observe_marker_set_make(pd_observe_marker_set *s, const pd_markers *file, int up, double sigma,
                                     const pd_smpl_model *m, const char *name, pd_error *err)
{
    bool had[sizeof pd_observe_markers / sizeof *pd_observe_markers][2] = {{false}};

    /* Allocate the columns that have known names. */
    *s = (pd_observe_marker_set){.frame_count = file->frame_count};
    const int known = pd_observe_marker_known(file);
    const size_t room =
        (size_t)(known < PD_OBSERVE_TAKE_MOST_PLACES ? known : PD_OBSERVE_TAKE_MOST_PLACES) + 1;
    s->column = calloc(room, sizeof *s->column);
    s->parts = calloc(room, sizeof *s->parts);
    s->places = calloc(room, sizeof *s->places);
    s->mounts = calloc(room, sizeof *s->mounts);
    if (!s->column || !s->parts || !s->places || !s->mounts) return no_memory(s, file, name, err);

    /* Find the place of each marker. A place that is taken is not used twice. */
    for (int i = 0; i < file->marker_count; i++) {
        bool right;
        double normal[3];
        const int row = pd_observe_marker_of(file->names[i], &right);
        const bool again = row >= 0 && had[row][right]; /* another marker has this place already */
        const int vertex =
            row < 0 || again ? -1 : pd_observe_marker_vertex(normal, m, &pd_observe_markers[row], right);
        if (row >= 0) had[row][right] = true;
        bool is_taken = false;
        for (int k = 0; k < s->count && !is_taken; k++) is_taken = s->parts[k].index == vertex;
        if (vertex < 0 || is_taken || s->count == PD_OBSERVE_TAKE_MOST_PLACES) {
            s->unknown_count++;
            continue;
        }

        const int n = s->count++;
        s->column[n] = i;
        s->parts[n] = (pd_observe_part){true, vertex, 1};
        s->places[n] = (pd_observe_seen){
            .parts = &s->parts[n], .part_count = 1, .mirror = n, .confidence = 1, .sigma = sigma};
        s->mounts[n] = (pd_observe_mount){.along = ALONG, .across = pd_observe_markers[row].across};
        for (int c = 0; c < 3; c++) {
            s->mounts[n].normal[c] = normal[c];
            s->mounts[n].guess[c] = PD_OBSERVE_MARKER_RADIUS * normal[c];
        }
    }

    /* Refuse a file with too few. */
    if (s->count < PD_OBSERVE_MARKER_LEAST) {
        const int placed = s->count;
        pd_observe_marker_set_deinit(s);
        return pd_fail(err, PD_ERR_INVALID, name,
                       "%d of %d markers have names that are known (\"%s\" ...); at least %d expected",
                       placed, file->marker_count, file->names[0], PD_OBSERVE_MARKER_LEAST);
    }

    /* Pair left and right of the same row. */
    for (int a = 0; a < s->count; a++)
        for (int b = 0; b < s->count; b++) {
            bool sides[2];
            const int rows[2] = {pd_observe_marker_of(file->names[s->column[a]], &sides[0]),
                                 pd_observe_marker_of(file->names[s->column[b]], &sides[1])};
            if (a != b && rows[0] == rows[1] && sides[0] != sides[1]) s->places[a].mirror = b;
        }

    /* Positions with +Y up. */
    int *levels = malloc(((size_t)file->marker_count + 1) * sizeof *levels);
    if (!levels) return no_memory(s, file, name, err);
    for (int i = 0; i < file->marker_count; i++) levels[i] = level_of_marker(file->names[i]);
    const pd_status status = pd_observe_marker_set_stand(s, file, levels, up, name, err);
    free(levels);

    return status;
}
