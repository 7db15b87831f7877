/* Joints and vectors of an IK problem, which targets, limits and skeletons have alike. */
#include "api/ik/read.h"
#include "api/body/body.h"
#include "core/base/assert.h"
#include "core/base/text/edit_distance.h"

#include <stdbool.h>
#include <stdio.h>

bool pd_api_ik_vector(pd_vec3 *out, const json_t *array, const pd_api_field *table, const char *name,
                      const char *base, pd_api_problems *p)
{
    char at[160];
    float v[3];

    snprintf(at, sizeof at, "%s/%s", base, name);
    if (pd_api_numbers_read(v, array, (pd_api_count){3, 3, "x, y, z"}, pd_api_field_named(table, name), at,
                            p) < 0)
        return false;
    *out = (pd_vec3){json_number_value(json_array_get(array, 0)), json_number_value(json_array_get(array, 1)),
                     json_number_value(json_array_get(array, 2))};

    return true;
}

const char *pd_api_ik_name(const pd_api_ik_problem *in, int joint)
{
    return in->kept ? pd_api_skeleton_joint_name(in->kept, joint) : in->skeleton->names[joint];
}

/* Writes a hint, "; did you mean left_hand?", or as many of the names as there is room for. */
static void nearest_joints(char *out, size_t out_bytes, const pd_api_ik_problem *in, const char *name)
{
    pd_edit_distance_search search = pd_edit_distance_begin(name);
    size_t used;

    for (int k = 0; k < in->skeleton->joint_count; k++)
        pd_edit_distance_offer(&search, pd_api_ik_name(in, k));
    if (pd_edit_distance_nearest(&search)) {
        snprintf(out, out_bytes, "; did you mean %s?", pd_edit_distance_nearest(&search));
        return;
    }

    used = (size_t)snprintf(out, out_bytes, ": %s", pd_api_ik_name(in, 0));
    for (int k = 1; k < in->skeleton->joint_count; k++) {
        PD_ASSERT(used < out_bytes);
        const int fits = used + PD_IO_SKIN_NAME_BYTES + sizeof ", , ..." < out_bytes;
        used += (size_t)snprintf(out + used, out_bytes - used, ", %s", fits ? pd_api_ik_name(in, k) : "...");
        if (!fits) return;
    }
}

int pd_api_ik_joint(const pd_api_ik_problem *in, const char *name, const char *base, const char *member,
                    pd_api_problems *p)
{
    int joint = in->kept && in->kept->skin.joints ? pd_retarget_skin_find(&in->kept->skin, name) : -1;

    if (joint < 0) joint = pd_retarget_joint_named(in->skeleton, name);
    char at[160], known[320];
    pd_error err;

    snprintf(at, sizeof at, "%s/%s", base, member);
    if (joint >= 0 && in->kept && pd_retarget_skin_movable(&in->kept->skin, joint, &err) != PD_OK) {
        pd_api_note(p, err.status, at, "\"%.40s\" cannot be moved: %s: %s", name, err.where, err.detail);
        return -1;
    }

    PD_ASSERT(joint < in->skeleton->joint_count);
    if (joint >= 0) return joint;
    *known = 0;
    if (!pd_api_problems_full(p)) nearest_joints(known, sizeof known, in, name);
    pd_api_note(p, PD_ERR_INVALID, at, "no joint \"%.40s\" in this skeleton of %d%s", name,
                in->skeleton->joint_count, known);

    return -1;
}
