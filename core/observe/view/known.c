#include "core/observe/view/known.h"

#include <math.h>

static const char *const bones[PD_OBSERVE_KNOWN_BONES][2] = {
    {"left_hip", "left_knee"},      {"right_hip", "right_knee"},     {"left_knee", "left_ankle"},
    {"right_knee", "right_ankle"},  {"left_shoulder", "left_elbow"}, {"right_shoulder", "right_elbow"},
    {"left_elbow", "left_wrist"},   {"right_elbow", "right_wrist"},  {"left_shoulder", "left_hip"},
    {"right_shoulder", "right_hip"}};

/* Returns the index of the place that is this joint alone, or -1. */
static int known_place_of(const pd_smpl_model *m, const pd_observe_seen *places, int count, const char *joint)
{
    const int k = pd_smpl_joint_find(&m->data, joint);

    for (int i = 0; i < count && k >= 0; i++) {
        const pd_observe_part *part = places[i].parts;
        if (places[i].part_count == 1 && !part->is_vertex && part->index == k) return i;
    }

    return -1;
}

static void add_known(int *list, int *count, int place)
{
    if (place >= 0) list[(*count)++] = place;
}

void pd_observe_known_of(pd_observe_known *out, const pd_smpl_model *m, const pd_observe_seen *places,
                         int place_count)
{
    *out = (pd_observe_known){.bone_count = 0};
    for (int b = 0; b < PD_OBSERVE_KNOWN_BONES; b++) {
        const int from = known_place_of(m, places, place_count, bones[b][0]);
        const int to = known_place_of(m, places, place_count, bones[b][1]);
        if (from < 0 || to < 0) continue;
        const double *x = m->joint_template + 3 * places[from].parts->index;
        const double *y = m->joint_template + 3 * places[to].parts->index;
        out->bones[out->bone_count++] = (pd_observe_bone){
            from, to, sqrt(pow(x[0] - y[0], 2) + pow(x[1] - y[1], 2) + pow(x[2] - y[2], 2))};
    }

    add_known(out->low, &out->low_count, known_place_of(m, places, place_count, "left_ankle"));
    add_known(out->low, &out->low_count, known_place_of(m, places, place_count, "right_ankle"));
    add_known(out->high, &out->high_count, known_place_of(m, places, place_count, "left_shoulder"));
    add_known(out->high, &out->high_count, known_place_of(m, places, place_count, "right_shoulder"));

    double sole = INFINITY;
    for (int v = 0; v < m->vertex_count; v++)
        sole = fmin(sole, (double)m->data.v_template[3 * (size_t)v + 1]);
    const int ankle = pd_smpl_joint_find(&m->data, "left_ankle");
    out->low_height = ankle < 0 ? 0 : m->joint_template[3 * ankle + 1] - sole;
}

void pd_observe_known_put(pd_observe_views *v, const pd_observe_known *k)
{
    v->bones = k->bones;
    v->bone_count = k->bone_count;
    v->low = k->low;
    v->low_count = k->low_count;
    v->high = k->high;
    v->high_count = k->high_count;
    v->low_height = k->low_height;
}
