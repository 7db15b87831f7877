#include "core/observe/live/tracker.h"

#include "core/retarget/character/xr_axes.h"

#include <math.h>
#include <string.h>

#define LONGEST_ARM 0.3 /* metres from a device to its joint */

#define STRAPPED (-1) /* in place of axes: the tracker is strapped on, so that nothing is known of them */

/* Devices and their joints. '%' is the side. axes: those of the left side; those of the right side follow
 * them in the enumeration. */
static const struct {
    const char *place, *joint;
    int axes;
} rows_of[] = {
    {"viewer", "head", PD_XR_VIEWER},
    {"%-hand-wrist", "%_wrist", PD_XR_LEFT_HAND},
    {"%-hand-palm", "%_wrist", PD_XR_LEFT_HAND},
    {"%-grip", "%_wrist", PD_XR_LEFT_GRIP},
    {"hips", "pelvis", STRAPPED},
    {"spine-upper", "spine3", STRAPPED},
    {"head", "head", STRAPPED},
    {"%-arm-upper", "%_shoulder", STRAPPED},
    {"%-arm-lower", "%_elbow", STRAPPED},
    {"%-upper-leg", "%_hip", STRAPPED},
    {"%-lower-leg", "%_knee", STRAPPED},
    {"%-foot-ankle", "%_ankle", STRAPPED},
    {"%-foot-ball", "%_foot", STRAPPED},
};

static int tracker_place_of(const pd_observe_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->keypoints[i].name, name)) return i;
    return -1;
}

/* Writes a name such as "%_wrist" with the side in place of '%'. */
static const char *sided(char out[48], const char *pattern, int side)
{
    const bool has_side = *pattern == '%';
    strcpy(out, !has_side ? "" : side ? "right" : "left");
    return strcat(out, pattern + has_side);
}

void pd_observe_trackers_init(pd_observe_trackers *t, const pd_observe_set *set, const pd_smpl_model *model,
                              double (*rest)[3], const double eyes[3], double crown, double sole)
{
    char name[48];

    /* Places of the set, and the body's stature. */
    *t = (pd_observe_trackers){.viewer = tracker_place_of(set, "viewer"),
                               .head = tracker_place_of(set, "head"),
                               .hips = tracker_place_of(set, "hips"),
                               .stature = crown - sole,
                               .sole = sole,
                               .rest = rest,
                               .eyes = {eyes[0], eyes[1], eyes[2]}};
    for (size_t r = 0; r < sizeof rows_of / sizeof *rows_of; r++)
        for (int side = 0; side < (rows_of[r].place[0] == '%' ? 2 : 1); side++) {
            const int place = tracker_place_of(set, sided(name, rows_of[r].place, side));
            const int joint = pd_smpl_joint_find(&model->data, sided(name, rows_of[r].joint, side));

            /* The axes of hands of OpenXR's body joints are not published,
             * so these are calibrated like straps. */
            const bool known = rows_of[r].axes != STRAPPED && t->viewer >= 0;
            if (place < 0 || joint < 0 || t->count == PD_OBSERVE_TRACKERS) continue;
            const pd_quat frame =
                known ? pd_retarget_xr_frame((pd_retarget_xr_axes)(rows_of[r].axes + side)) : pd_q_identity();
            t->rows[t->count] = (pd_observe_tracker){.place = place,
                                                     .joint = joint,
                                                     .part = {false, joint, 1},
                                                     .is_strapped = !known,
                                                     .is_known = known,
                                                     .mount = pd_q_conjugate(frame)};
            t->count++;
        }
}

static bool is_there(const pd_observe_sight *s, int place)
{
    return place >= 0 && s->confidence[place] > 0;
}

static pd_vec3 at_of(const double x[3])
{
    return pd_vec3_make(x[0], x[1], x[2]);
}

/* Computes mounting and arm of each device, for a person who stands in a T-pose now. */
static void tracker_calibrate(pd_observe_trackers *t, const pd_observe_sight *s, double floor)
{
    const pd_quat face = pd_q_axis_angle(pd_vec3_make(0, 1, 0), t->facing);
    const pd_vec3 middle = pd_vec3_make(t->rest[0][0], t->sole - floor, t->rest[0][2]);
    const bool by_hips = is_there(s, t->hips) && !is_there(s, t->viewer);
    const pd_vec3 under = by_hips ? middle : pd_vec3_make(t->eyes[0], t->sole - floor, t->eyes[2]);

    for (int i = 0; i < t->count; i++) {
        pd_observe_tracker *row = &t->rows[i];
        if (!row->is_strapped || !s->is_turned[row->place] || !is_there(s, row->place)) continue;
        const pd_vec3 joint = pd_vec3_add(pd_vec3_make(t->under.x, 0, t->under.z),
                                          pd_q_rotate(face, pd_vec3_sub(at_of(t->rest[row->joint]), under)));
        const pd_quat q = s->orientation[row->place];
        const pd_vec3 arm = pd_q_rotate(pd_q_conjugate(q), pd_vec3_sub(joint, at_of(s->at[row->place])));
        row->mount = pd_q_inv_mul(q, face);
        row->arm = pd_vec3_length(arm) <= LONGEST_ARM ? arm : (pd_vec3){0, 0, 0};
        row->is_known = true;
    }
}

void pd_observe_trackers_step(pd_observe_trackers *t, pd_observe_sight *s, double floor)
{
    /* Scale the positions by the ratio of statures, about the head,
     * otherwise the hips or the first device seen. */
    const double size = s->height > 0 ? t->stature / s->height : 1;
    int anchor = is_there(s, t->viewer) ? t->viewer : is_there(s, t->head) ? t->head : t->hips;

    for (int i = 0; i < s->set->count && !is_there(s, anchor); i++) anchor = i;
    t->under = at_of(s->at[anchor]);
    for (int i = 0; i < s->set->count; i++) {
        s->at[i][0] = t->under.x + size * (s->at[i][0] - t->under.x);
        s->at[i][1] = floor + size * (s->at[i][1] - floor);
        s->at[i][2] = t->under.z + size * (s->at[i][2] - t->under.z);
    }

    t->under.y = s->at[anchor][1];

    /* The viewer determines the facing, also when the person looks up or down. */
    t->is_facing = is_there(s, t->viewer) && s->is_turned[t->viewer];
    if (t->is_facing) {
        const pd_quat viewer = s->orientation[t->viewer];
        const pd_vec3 back = pd_q_rotate(viewer, pd_vec3_make(0, 0, 1));
        const pd_vec3 up = pd_q_rotate(viewer, pd_vec3_make(0, 1, 0));
        t->facing = atan2(-back.x + back.y * up.x, -back.z + back.y * up.z);
    }

    if (s->calibrate) tracker_calibrate(t, s, floor);

    /* Rotation of each joint, and the position moved from the tracker to the joint. */
    for (int i = 0; i < t->count; i++) {
        pd_observe_tracker *row = &t->rows[i];
        row->is_seen = row->is_known && is_there(s, row->place) && s->is_turned[row->place];
        if (!row->is_seen) continue;
        const pd_quat q = s->orientation[row->place];
        const pd_vec3 arm = pd_q_rotate(q, row->arm);
        pd_q_to_matrix(row->rotation, pd_q_mul(q, row->mount));
        s->at[row->place][0] += arm.x;
        s->at[row->place][1] += arm.y;
        s->at[row->place][2] += arm.z;
    }
}
