#include "core/smpl/measure/tape.h"

#include "core/base/assert.h"
#include <math.h>
#include <string.h>

/* Finds landmarks on the template of models whose files have none, by proportions and extremes. They are
 * approximate places on an adult in the T-pose, not anatomical landmarks. */

static double joint_y(const pd_smpl_tape *tape, int joint)
{
    PD_ASSERT(joint >= 0 && joint < tape->model->joint_count);
    return tape->joints_at[3 * joint + 1];
}

static double middle_x(const pd_smpl_tape *tape)
{
    return tape->joints.pelvis < 0 ? 0 : tape->joints_at[3 * tape->joints.pelvis];
}

static int landmark_named(const pd_smpl_model *model, const char *name)
{
    for (int i = 0; i < model->data.landmark_count; i++) {
        const pd_smpl_landmark *l = &model->data.landmarks[i];
        if (!strncmp(l->name, name, PD_SMPL_NAME_BYTES) && l->vertex >= 0 && l->vertex < model->vertex_count)
            return l->vertex;
    }

    return -1;
}

/* Returns the vertex nearest to a place in the plane of symmetry, on the front or anywhere. */
static int nearest_in_middle(const pd_smpl_tape *tape, double y, double front_of)
{
    int best = -1;
    double least = INFINITY;

    for (int v = 0; v < tape->model->vertex_count; v++) {
        const float *p = tape->vertices + 3 * (size_t)v;
        if (p[2] < front_of || (tape->parts[v] & PD_SMPL_PART_ARMS)) continue;
        double far = hypot(p[0] - middle_x(tape), p[1] - y);
        if (far < least) {
            least = far;
            best = v;
        }
    }

    return best;
}

/* Finds the crotch: the lowest place between knees and pelvis
 * where the skin crosses the plane of symmetry. */
static int find_crotch(pd_smpl_tape *tape)
{
    int knee = tape->joints.left_knee;
    int pelvis = tape->joints.pelvis;

    if (knee < 0 || pelvis < 0) return -1;

    const double sideways[3] = {1, 0, 0};
    double middle = middle_x(tape);
    double lowest = INFINITY;
    pd_smpl_slab_gather(&tape->slab, tape->trunk.triangles, tape->trunk.count, sideways, middle, middle);

    for (int i = 0; i < tape->slab.triangle_count; i++)
        for (int c = 0; c < 3; c++) {
            uint32_t v = tape->slab.faces[3 * (size_t)tape->slab.triangles[i] + (size_t)c];
            double y = tape->vertices[3 * (size_t)v + 1];
            if (y > joint_y(tape, knee) && y < lowest) lowest = y;
        }

    return lowest < joint_y(tape, pelvis) ? nearest_in_middle(tape, lowest, -INFINITY) : -1;
}

/* Finds the navel: in front, at 0.86 of the height from the pelvis to the lowest spine joint. The shipped man
 * has 0.81, the woman 0.91. */
static int find_navel(const pd_smpl_tape *tape)
{
    int pelvis = tape->joints.pelvis;
    int spine = tape->joints.spine1;
    if (pelvis < 0 || spine < 0) return -1;
    double y = joint_y(tape, pelvis) + 0.86 * (joint_y(tape, spine) - joint_y(tape, pelvis));
    return nearest_in_middle(tape, y, tape->joints_at[3 * spine + 2]);
}

/* Finds the foremost point of the chest on one side (+1: left). */
static int find_nipple(const pd_smpl_tape *tape, int side)
{
    PD_ASSERT(side == 1 || side == -1);
    int low = tape->joints.spine2;
    int high = tape->joints.spine3;
    int neck = tape->joints.neck;
    int best = -1;
    if (low < 0 || high < 0 || neck < 0) return -1;

    double stature = tape->top - tape->bottom;
    double front = -INFINITY;
    double above = (joint_y(tape, high) + joint_y(tape, neck)) / 2;

    for (int v = 0; v < tape->model->vertex_count; v++) {
        const float *p = tape->vertices + 3 * (size_t)v;
        double out = side * (p[0] - middle_x(tape));
        if ((tape->parts[v] & PD_SMPL_PART_ARMS) || out < 0.025 * stature || out > 0.1 * stature) continue;
        if (p[1] < joint_y(tape, low) || p[1] > above || p[2] <= front) continue;
        front = p[2];
        best = v;
    }

    return best;
}

void pd_smpl_tape_find_landmarks(pd_smpl_tape *tape)
{
    const pd_smpl_model *m = tape->model;

    tape->crotch = landmark_named(m, "crotch");
    tape->navel = landmark_named(m, "navel");
    tape->nipple_left = landmark_named(m, "nipple_left");
    tape->nipple_right = landmark_named(m, "nipple_right");
    if (tape->crotch < 0) tape->crotch = find_crotch(tape);
    if (tape->navel < 0) tape->navel = find_navel(tape);
    if (tape->nipple_left < 0) tape->nipple_left = find_nipple(tape, 1);
    if (tape->nipple_right < 0) tape->nipple_right = find_nipple(tape, -1);
}
