#include "core/motion/amass_parts.h"

#include "core/base/assert.h"
#include "core/motion/gather/gather.h"
#include "core/retarget/character/note.h"
#include "core/io/tensor/npz_value.h"
#include "core/smpl/data/import.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads poses from one member. */
static pd_status read_whole(pd_motion_amass_reading *r, const char *name)
{
    static const int joints[] = {PD_AMASS_BODY, 24, 52, PD_AMASS_LAYOUT_MOST, 0};
    size_t columns;

    r->poses = pd_motion_amass_read_rows(r, name, joints, true, &r->frames, &columns);
    if (!r->poses) return r->err->status;

    /* The number of columns determines the layout. */
    for (int i = 0; i < PD_AMASS_LAYOUTS; i++)
        if (columns == 3 * (size_t)pd_motion_amass_layouts[i].joint_count) {
            r->joint_count = pd_motion_amass_layouts[i].joint_count;
            r->named_as = pd_motion_amass_layouts[i].named_as;
        }

    /* Another member with poses must say the same.
     * Poses in a camera's frame beside those in the world do not count. */
    const size_t stride = 3 * (size_t)r->joint_count;
    const bool is_world = pd_motion_amass_is_one_of(name, pd_motion_member_names(PD_MOTION_ROLE_WORLD_POSES));
    pd_status s = PD_OK;
    for (const char *const *other = pd_motion_member_names(PD_MOTION_ROLE_POSES); *other && !s; other++) {
        if (!strcmp(*other, name) || !pd_npz_has(r->npz, *other)) continue;
        if (is_world &&
            !pd_motion_amass_is_one_of(*other, pd_motion_member_names(PD_MOTION_ROLE_WORLD_POSES))) {
            pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "%s is read, which is in the world, not %s",
                             name, *other);
            pd_npz_take(r->npz, *other); /* the note has named it */
            continue;
        }

        s = pd_motion_amass_check_same(r, name, *other, joints, true, 1, r->poses, stride, PD_AMASS_BODY,
                                       false);
    }

    /* Members that hold a part of the pose must agree with it too. A note reports fingers without the mean
     * of the hands, which the smplx package returns beside full_pose. */
    for (int i = 0; i < PD_AMASS_PARTS && !is_world; i++) {
        const char *const *names = pd_motion_amass_part_names(i);
        for (int n = 0; names[n] && !s; n++) {
            const int of[] = {pd_motion_amass_parts[i].joint_count,
                              pd_motion_amass_parts[i].first == 1 ? PD_AMASS_SMPL_BODY_PART : 0, 0};
            const bool are_fingers = i >= PD_AMASS_FIRST_HAND_PART;
            const int first = pd_motion_amass_parts[i].first - (are_fingers && r->joint_count == 52 ? 3 : 0);
            if (!pd_npz_has(r->npz, names[n]) ||
                (pd_motion_amass_parts[i].first >= PD_AMASS_BODY && r->joint_count != PD_AMASS_LAYOUT_MOST &&
                 !(are_fingers && r->joint_count == 52)))
                continue;
            s = pd_motion_amass_check_same(r, name, names[n], of, true, 1, r->poses + 3 * first, stride,
                                           (size_t)pd_motion_amass_parts[i].joint_count, are_fingers);
        }
    }

    return s;
}

/* Reads poses from members for parts of the body. */
static pd_status read_parts(pd_motion_amass_reading *r)
{
    char there[240];

    if (pd_motion_gather_has_joints_alone(r->npz))
        return pd_retarget_fail(
            r->err, PD_ERR_UNSUPPORTED, r->npz->name,
            pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_JOINTS)),
            "positions of joints without rotations; a body is fitted to them by posedctl fit, posedctl clip "
            "convert and POST /v1/jobs");
    if (!pd_motion_amass_has_poses(r->npz))
        return pd_retarget_fail(
            r->err, PD_ERR_NOT_FOUND, r->npz->name, "poses",
            "not there, nor \"root_orient\" and \"pose_body\" (global_orient, body_pose), nor %s; in "
            "the file: %s",
            pd_motion_member_names(PD_MOTION_ROLE_POSES)[2],
            pd_motion_amass_contents(there, sizeof there, r));

    /* Start with rows of all 55 joints; a missing optional part stays 0. */
    r->joint_count = r->named_as = PD_AMASS_LAYOUT_MOST;
    for (int i = 0; i < PD_AMASS_PARTS; i++) {
        const char *const *names = pd_motion_amass_part_names(i);
        const char *name = pd_motion_amass_present(r->npz, names);
        size_t rows, columns;
        if (!name && !pd_motion_amass_parts[i].is_needed) continue;
        if (!name)
            return pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->npz->name, names[0],
                                    "no \"%s\", nor %s; in the file: %s", names[0], names[1],
                                    pd_motion_amass_contents(there, sizeof there, r));

        /* In the smplx package SMPL's body_pose includes the hands: 23 joints with SMPL's names. */
        const int joints[] = {pd_motion_amass_parts[i].joint_count,
                              pd_motion_amass_parts[i].first == 1 ? PD_AMASS_SMPL_BODY_PART : 0, 0};
        const bool is_pca =
            i >= PD_AMASS_FIRST_HAND_PART && pd_motion_amass_are_coefficients(r, name, joints[0]);
        float *values = is_pca ? pd_motion_amass_read_coefficients(r, name, i, &rows)
                               : pd_motion_amass_read_rows(r, name, joints, true, &rows, &columns);
        if (!values) return r->err->status;
        if (is_pca) columns = 3 * (size_t)joints[0];
        const int whole_smpl = pd_motion_amass_parts[i].first == 1 && columns == 3 * PD_AMASS_SMPL_BODY_PART;

        /* All parts must have the same number of frames. */
        if (rows != (r->poses ? r->frames : rows)) {
            pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "%zu frames; %zu expected, as in the other parts", rows, r->frames);
            free(values);
            return r->err->status;
        }

        if (!r->poses) {
            r->frames = rows;
            r->poses = calloc(rows, 3 * PD_AMASS_LAYOUT_MOST * sizeof *r->poses);
        }

        if (!r->poses) {
            free(values);
            return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, name, "out of memory");
        }

        /* Copy the part into the rows. SMPL has no parts beyond the body: they stay unread. */
        if (whole_smpl) r->joint_count = r->named_as = 24;
        if (r->named_as != PD_AMASS_LAYOUT_MOST && pd_motion_amass_parts[i].first >= PD_AMASS_BODY)
            pd_npz_leave(r->npz, name);
        else
            for (size_t t = 0; t < rows; t++)
                memcpy(r->poses + (t * PD_AMASS_LAYOUT_MOST + (size_t)pd_motion_amass_parts[i].first) * 3,
                       values + t * columns, columns * sizeof *values);
        free(values);

        /* The other name of the part must say the same. */
        for (int n = 0; names[n]; n++)
            if (!is_pca && strcmp(names[n], name) != 0 && pd_npz_has(r->npz, names[n]) &&
                pd_motion_amass_check_same(
                    r, name, names[n], joints, true, 1, r->poses + 3 * pd_motion_amass_parts[i].first,
                    (size_t)3 * PD_AMASS_LAYOUT_MOST, (size_t)pd_motion_amass_parts[i].joint_count, false))
                return r->err->status;
    }

    /* Shorten rows of 55 joints to the joints of the layout. */
    for (size_t t = 0; t < r->frames; t++)
        memmove(r->poses + 3 * t * (size_t)r->joint_count, r->poses + 3 * t * PD_AMASS_LAYOUT_MOST,
                3 * (size_t)r->joint_count * sizeof *r->poses);

    return PD_OK;
}

/* Returns the caller's metres in a unit of the file, 1 by default. */
static double metres_per_unit(const pd_motion_amass_reading *r)
{
    return r->options->metres_per_unit > 0 ? r->options->metres_per_unit : 1;
}

/* Finds the metres in a unit of a member with places. AIST++ stores smpl_trans scaled: metres are
 * smpl_trans / smpl_scaling. */
static pd_status place_scale(double *scale, pd_motion_amass_reading *r, const char *name)
{
    double scaling = 1;

    *scale = metres_per_unit(r);
    if (strcmp(name, "smpl_trans") != 0 || !pd_npz_has(r->npz, "smpl_scaling")) return PD_OK;
    if (pd_npz_number(&scaling, r->npz, "smpl_scaling", r->err)) return r->err->status;
    if (!(scaling > 1e-6 && scaling < 1e6))
        return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, "smpl_scaling",
                                "%g; more than 0 expected", scaling);
    *scale /= scaling;

    return PD_OK;
}

/* Reads the positions of the root: trans, under any of its names. */
static pd_status read_places(pd_motion_amass_reading *r, const char *pose_name)
{
    static const int one[] = {1, 0};
    char there[240];
    size_t rows, columns;
    const bool is_world = pose_name && strstr(pose_name, "_world");
    const char *name =
        is_world ? pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_WORLD_TRANS)) : NULL;

    /* Prefer world positions if the poses are in the world, then any known name, then positions in a
     * camera's frame. */
    if (!name) name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_TRANS));
    if (!name &&
        (name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_CAMERA_TRANS))))
        r->is_camera = true;
    if (!name)
        return pd_retarget_fail(
            r->err, PD_ERR_NOT_FOUND, r->npz->name, "trans",
            "not there, nor transl: the root's place (%zu, 3) in metres; for poses in place add trans = "
            "numpy.zeros((%zu, 3)); in the file: %s",
            r->frames, r->frames, pd_motion_amass_contents(there, sizeof there, r));

    r->trans = pd_motion_amass_read_rows(r, name, one, false, &rows, &columns);
    if (!r->trans) return r->err->status;
    if (rows != r->frames)
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                                "%zu frames; %zu expected, as in the poses", rows, r->frames);

    /* Convert to metres. */
    double scale = 1;
    if (place_scale(&scale, r, name)) return r->err->status;
    for (size_t i = 0; scale != 1 && i < 3 * rows; i++) r->trans[i] = (float)((double)r->trans[i] * scale);
    if (!strcmp(name, "smpl_trans") && scale != metres_per_unit(r))
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES, "smpl_trans is divided by smpl_scaling, %g",
                         metres_per_unit(r) / scale);

    /* Another member with places must say the same. Places in a camera's frame beside those in the world
     * do not count. */
    const char *const *others =
        pd_motion_amass_is_one_of(name, pd_motion_member_names(PD_MOTION_ROLE_WORLD_TRANS))
            ? pd_motion_member_names(PD_MOTION_ROLE_WORLD_TRANS)
        : pd_motion_amass_is_one_of(name, pd_motion_member_names(PD_MOTION_ROLE_CAMERA_TRANS))
            ? pd_motion_member_names(PD_MOTION_ROLE_CAMERA_TRANS)
            : pd_motion_member_names(PD_MOTION_ROLE_TRANS);
    for (; *others; others++) {
        if (!strcmp(*others, name) || !pd_npz_has(r->npz, *others)) continue;
        if (place_scale(&scale, r, *others) ||
            pd_motion_amass_check_same(r, name, *others, one, false, scale, r->trans, 3, 1, false))
            return r->err->status;
    }

    return PD_OK;
}

/* Reads EasyMocap's Rh, a rotation of the whole body about the origin, into the root's rotations. The places
 * of the pelvis follow when the file's body is known (pd_motion_amass_turn_places). */
static pd_status read_turn_about_origin(pd_motion_amass_reading *r)
{
    static const int one[] = {1, 0};
    const char *name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_ROOT_ORIGIN));
    size_t rows, columns;

    if (!name) return PD_OK;
    r->turns = pd_motion_amass_read_rows(r, name, one, true, &rows, &columns);
    if (!r->turns) return r->err->status;
    if (rows != r->frames)
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                                "%zu frames; %zu expected, as in the poses", rows, r->frames);
    for (size_t t = 0; t < rows; t++) {
        float *root = r->poses + 3 * t * (size_t)r->joint_count;
        const pd_quat own = pd_q_from_rotvec(pd_vec3_make((double)root[0], (double)root[1], (double)root[2]));
        const pd_vec3 all = pd_q_to_rotvec(pd_q_mul(pd_motion_amass_turn_at(r, t), own));
        root[0] = (float)all.x;
        root[1] = (float)all.y;
        root[2] = (float)all.z;
    }

    return PD_OK;
}

pd_quat pd_motion_amass_turn_at(const pd_motion_amass_reading *r, size_t frame)
{
    const float *v = r->turns + 3 * frame;
    return pd_q_from_rotvec(pd_vec3_make((double)v[0], (double)v[1], (double)v[2]));
}

void pd_motion_amass_turn_places(pd_motion_amass_reading *r, pd_vec3 pelvis, double sign)
{
    for (size_t t = 0; r->turns && t < r->frames; t++) {
        /* The pelvis is at Rh J0 + Th, and not at J0 + Th. */
        const pd_vec3 moved = pd_vec3_sub(pd_q_rotate(pd_motion_amass_turn_at(r, t), pelvis), pelvis);
        float *place = r->trans + 3 * t;
        place[0] += (float)(sign * moved.x);
        place[1] += (float)(sign * moved.y);
        place[2] += (float)(sign * moved.z);
    }
}

pd_status pd_motion_amass_read_motion(pd_motion_amass_reading *r, bool with_places)
{
    const char *name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_WORLD_POSES));
    if (!name) name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_POSES));
    pd_status s = name ? read_whole(r, name) : read_parts(r);
    if (!s) s = read_turn_about_origin(r);
    return s || !with_places ? s : read_places(r, name);
}

pd_status pd_motion_amass_match_joints(int *to, pd_motion_amass_reading *r, const pd_anim_skeleton *skeleton)
{
    char first[PD_SMPL_NAME_BYTES] = "";
    int lost = 0;

    /* Match by name. Body joints are required. */
    for (int k = 0; k < r->joint_count; k++) {
        char name[PD_SMPL_NAME_BYTES];
        pd_smpl_joint_name(name, k, r->named_as);
        to[k] = pd_anim_skeleton_find(skeleton, name);
        if (to[k] >= 0) continue;
        if (k < PD_AMASS_BODY)
            return pd_fail(r->err, PD_ERR_UNSUPPORTED, "model",
                           "the model has no joint \"%s\"; SMPL's body joints expected", name);

        /* A joint that the model lacks is reported only if it moves in the file. */
        int moves = 0;
        for (size_t t = 0; t < r->frames && !moves; t++) {
            const float *v = r->poses + 3 * (t * (size_t)r->joint_count + (size_t)k);
            moves = fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]) > 1e-6f;
        }

        if (moves && !lost++) snprintf(first, sizeof first, "%s", name);
    }

    if (lost == 1)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the model has no joint %s: its rotations are left out", first);
    if (lost > 1)
        pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                         "the model has no %s and %d more joints of the file: their rotations are left out",
                         first, lost - 1);

    return PD_OK;
}
