/* Targets of an IK request. */
#include "api/ik/read.h"

#include "core/retarget/character/joint_names.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct target_values {
    const char *joint, *chain, *frame;
    const json_t *position, *orientation, *pole, *look_at, *look_axis, *distance_from, *centre;
    double weight, balance, distance;
    int keep, priority;
} target_values;

#define T_AT(member) offsetof(target_values, member)

const pd_api_field pd_api_ik_target_fields[] = {
    {.name = "joint",
     .type = PD_API_TEXT,
     .offset = T_AT(joint),
     .example = "\"left_wrist\"",
     .doc = "Name of the joint that is to reach the target."},
    {.name = "position",
     .type = PD_API_NUMBERS,
     .offset = T_AT(position),
     .min = -1e4,
     .max = 1e4,
     .example = "[0.3,0.4,0.4]",
     .doc = "Position that the joint is to reach, in model space in metres: x, y, z. A target needs at least "
            "one of position, orientation, look_at, distance, centre and keep."},
    {.name = "orientation",
     .type = PD_API_NUMBERS,
     .offset = T_AT(orientation),
     .min = -1e6,
     .max = 1e6,
     .example = "[0,0.707,0,0.707]",
     .doc =
         "Orientation that the joint's frame is to have in model space: quaternion x, y, z, w; normalised."},
    {.name = "pole",
     .type = PD_API_NUMBERS,
     .offset = T_AT(pole),
     .min = -1e4,
     .max = 1e4,
     .example = "[0.5,0.2,-1]",
     .doc = "Point in model space in metres towards which the elbow, the knee or the arch of the chain "
            "turns: x, y, z."},
    {.name = "chain",
     .type = PD_API_TEXT,
     .offset = T_AT(chain),
     .example = "\"left_shoulder\"",
     .doc = "Name of the joint at the root of the chain, for every kind of target. Without it, the limb's "
            "root; pelvis makes it the whole body, and the target's own joint that joint alone."},
    {.name = "look_at",
     .type = PD_API_NUMBERS,
     .offset = T_AT(look_at),
     .min = -1e4,
     .max = 1e4,
     .example = "[0.5,0.4,2]",
     .doc = "Point in model space in metres to which the joint's look_axis is to point: x, y, z."},
    {.name = "look_axis",
     .type = PD_API_NUMBERS,
     .offset = T_AT(look_axis),
     .min = -1e6,
     .max = 1e6,
     .preset = "[0,0,1]",
     .example = "[0,0,1]",
     .doc = "Direction in the joint's own frame that is to point to look_at; any length."},
    {.name = "distance",
     .type = PD_API_NUMBER,
     .offset = T_AT(distance),
     .min = 0,
     .max = 1e4,
     .example = "0.3",
     .doc = "Distance in metres that the joint is to have from distance_from."},
    {.name = "distance_from",
     .type = PD_API_ANY,
     .offset = T_AT(distance_from),
     .schema = "{\"oneOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"items\":{\"type\":\"number\"},"
               "\"minItems\":3,\"maxItems\":3}]}",
     .example = "\"right_hand\"",
     .doc = "Reference of `distance`: a joint's name, or a point x, y, z in model space in metres."},
    {.name = "centre",
     .type = PD_API_NUMBERS,
     .offset = T_AT(centre),
     .min = -1e4,
     .max = 1e4,
     .example = "[0,0,0.05]",
     .doc = "Point x, y, z above which the centre of mass is to be, in metres (y is ignored); every bone "
            "weighs in proportion to its length. `joint` may be absent: then the joints that the other "
            "targets turn move the centre."},
    {.name = "keep",
     .type = PD_API_BOOLEAN,
     .offset = T_AT(keep),
     .preset = "false",
     .doc = "True keeps the joint's position and orientation of the start pose."},
    {.name = "frame",
     .type = PD_API_TEXT,
     .offset = T_AT(frame),
     .example = "\"head\"",
     .doc = "Name of the joint in whose frame position and orientation are given and which they follow; "
            "world when absent."},
    {.name = "weight",
     .type = PD_API_NUMBER,
     .offset = T_AT(weight),
     .min = 1e-3,
     .max = 1000,
     .preset = "1",
     .doc = "Weight of the target's squared error when not all targets can be reached, up to 1000."},
    {.name = "balance",
     .type = PD_API_NUMBER,
     .offset = T_AT(balance),
     .min = 0.01,
     .max = 0.99,
     .preset = "0.5",
     .doc = "Balance between position and orientation when both cannot be reached (w of Zhao and Badler): "
            "squared errors of position, distance and centre count 2 w times their weight, those of "
            "orientation, look_at and pole 2 (1 - w) times."},
    {.name = "priority",
     .type = PD_API_INTEGER,
     .offset = T_AT(priority),
     .min = 1,
     .max = 2,
     .preset = "1",
     .doc = "Priority of the target, 1 or 2: targets of priority 2 are reached only as far as those of "
            "priority 1 are not disturbed."},
    {0},
};

static bool read_orientation(pd_quat *out, const json_t *array, const char *base, pd_api_problems *p)
{
    char at[160];
    pd_quat q;
    float v[4];

    snprintf(at, sizeof at, "%s/orientation", base);
    if (pd_api_numbers_read(v, array, (pd_api_count){4, 4, "x, y, z, w"},
                            pd_api_field_named(pd_api_ik_target_fields, "orientation"), at, p) < 0)
        return false;
    q = (pd_quat){json_number_value(json_array_get(array, 0)), json_number_value(json_array_get(array, 1)),
                  json_number_value(json_array_get(array, 2)), json_number_value(json_array_get(array, 3))};
    if (pd_q_unit(out, q)) return true;

    return pd_api_note(p, PD_ERR_INVALID, at,
                       "a quaternion of length 0; any other length allowed (it is normalised)");
}

/* Reads the other end of a distance: the name of a joint, or a point. */
static bool read_distance(pd_ik_target *out, const json_t *from, const pd_api_ik_problem *in, const char *at,
                          pd_api_problems *p)
{
    out->has_distance = 1;
    out->distance_to = -1;
    if (json_is_string(from))
        return (out->distance_to = pd_api_ik_joint(in, json_string_value(from), at, "distance_from", p)) >= 0;
    if (!json_is_array(from))
        return pd_api_note(p, PD_ERR_INVALID, at,
                           "distance_from is missing; the name of a joint or a point x, y, z expected");
    const pd_api_field point[] = {{.name = "distance_from", .type = PD_API_NUMBERS, .min = -1e4, .max = 1e4},
                                  {0}};

    return pd_api_ik_vector(&out->distance_point, from, point, "distance_from", at, p);
}

static bool read_target(pd_ik_target *out, const json_t *object, const pd_api_ik_problem *in, const char *at,
                        pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_ik_target_fields, NULL};
    const pd_api_field *t = pd_api_ik_target_fields;
    target_values v = {.weight = 1, .balance = 0.5, .priority = 1, .distance = -1};
    bool good = true;

    if (!pd_api_fields_json(&v, object, tables, at, p)) return false;
    if (!v.joint && !v.centre)
        return pd_api_note(p, PD_ERR_INVALID, at, "joint is missing; the name of a joint expected");
    if (!v.position && !v.orientation && !v.look_at && v.distance < 0 && !v.centre && !v.keep)
        return pd_api_note(p, PD_ERR_INVALID, at,
                           "the target has no goal; at least one of position, orientation, look_at, "
                           "distance, centre and keep expected");
    const pd_api_idle idle[] = {{"look_axis", !v.look_at, "look_at"},
                                {"distance_from", v.distance < 0, "distance"},
                                {NULL, false, NULL}};
    good &= pd_api_idle_check(object, idle, tables, at, p);
    *out = (pd_ik_target){.has_position = v.position != NULL,
                          .has_orientation = v.orientation != NULL,
                          .has_pole = v.pole != NULL,
                          .has_look = v.look_at != NULL,
                          .has_centre = v.centre != NULL,
                          .keep = v.keep,
                          .distance = v.distance,
                          .weight = v.weight,
                          .balance = v.balance,
                          .priority = v.priority};

    out->joint = out->chain_root = -1;
    if (v.joint) good &= (out->joint = pd_api_ik_joint(in, v.joint, at, "joint", p)) >= 0;
    if (v.chain) good &= (out->chain_root = pd_api_ik_joint(in, v.chain, at, "chain", p)) >= 0;
    out->has_frame = v.frame && strcmp(v.frame, "world");
    if (out->has_frame) good &= (out->frame = pd_api_ik_joint(in, v.frame, at, "frame", p)) >= 0;

    if (v.position) good &= pd_api_ik_vector(&out->position, v.position, t, "position", at, p);
    if (v.pole) good &= pd_api_ik_vector(&out->pole, v.pole, t, "pole", at, p);
    if (v.look_at) good &= pd_api_ik_vector(&out->look_at, v.look_at, t, "look_at", at, p);
    if (v.look_axis) good &= pd_api_ik_vector(&out->look_axis, v.look_axis, t, "look_axis", at, p);
    if (v.centre) good &= pd_api_ik_vector(&out->centre, v.centre, t, "centre", at, p);
    if (v.orientation) good &= read_orientation(&out->orientation, v.orientation, at, p);
    if (v.distance >= 0) good &= read_distance(out, v.distance_from, in, at, p);

    return good;
}

bool pd_api_ik_targets(pd_api_ik_problem *out, const json_t *array, pd_api_pool *pool, const char *base)
{
    const size_t count = json_array_size(array);
    pd_ik_target *targets = pd_api_pool_take(pool, count, sizeof *targets);
    char at[128];

    snprintf(at, sizeof at, "%s/targets", base);
    if (!array)
        return pd_api_note(&out->problems, PD_ERR_INVALID, at, "missing; 1 to %d expected",
                           PD_IK_MAX_TARGETS);
    if (!count || count > PD_IK_MAX_TARGETS)
        return pd_api_note(&out->problems, PD_ERR_RANGE, at, "%zu targets; 1 to %d allowed", count,
                           PD_IK_MAX_TARGETS);
    out->job.results = pd_api_pool_take(pool, count, sizeof *out->job.results);
    if (!targets || !out->job.results) return pd_api_note(&out->problems, PD_ERR_MEMORY, at, "out of memory");
    for (size_t i = 0; i < count; i++) {
        snprintf(at, sizeof at, "%s/targets/%zu", base, i);
        read_target(targets + i, json_array_get(array, i), out, at, &out->problems);
    }

    out->job.targets = targets;
    out->job.target_count = (int)count;

    return out->problems.count == 0;
}

/* Positions (joints,3), flat or nested. */
static bool read_points(float *out, const json_t *array, int joints, const char *where, pd_api_problems *p)
{
    static const pd_api_field point = {
        .name = "joint_positions", .type = PD_API_NUMBERS, .min = -1e4, .max = 1e4};
    char at[160];

    if (!json_is_array(json_array_get(array, 0)))
        return pd_api_numbers_read(out, array,
                                   (pd_api_count){3 * joints, 3 * joints, "x, y, z of every joint"}, &point,
                                   where, p) >= 0;
    if (json_array_size(array) != (size_t)joints)
        return pd_api_note(p, PD_ERR_RANGE, where, "%zu positions; %d expected, one per joint",
                           json_array_size(array), joints);
    for (int j = 0; j < joints; j++) {
        const json_t *row = json_array_get(array, (size_t)j);
        snprintf(at, sizeof at, "%s/%d", where, j);
        if (!json_is_array(row))
            return pd_api_note(p, PD_ERR_INVALID, at, "not an array; [x, y, z] expected");
        if (pd_api_numbers_read(out + 3 * j, row, (pd_api_count){3, 3, "x, y, z"}, &point, at, p) < 0)
            return false;
    }

    return true;
}

bool pd_api_ik_positions(pd_api_ik_problem *out, const json_t *positions, const json_t *twists,
                         pd_api_pool *pool, const char *base)
{
    const int joints = out->skeleton->joint_count;
    pd_ik_target *targets = pd_api_pool_take(pool, (size_t)joints, sizeof *targets);
    float *at = pd_api_pool_take(pool, 3 * (size_t)joints, sizeof *at);
    char where[128];

    out->job.results = pd_api_pool_take(pool, (size_t)joints, sizeof *out->job.results);
    snprintf(where, sizeof where, "%s/joint_positions", base);
    if (joints > PD_IK_MAX_TARGETS)
        return pd_api_note(&out->problems, PD_ERR_LIMIT, where, "%d joints; at most %d allowed", joints,
                           PD_IK_MAX_TARGETS);
    if (!targets || !at || !out->job.results)
        return pd_api_note(&out->problems, PD_ERR_MEMORY, where, "out of memory");
    if (!read_points(at, positions, joints, where, &out->problems)) return false;
    for (int j = 0; j < joints; j++)
        targets[j] = (pd_ik_target){.joint = j,
                                    .chain_root = -1,
                                    .has_position = 1,
                                    .position = {at[3 * j], at[3 * j + 1], at[3 * j + 2]}};
    out->job.targets = targets;
    out->job.target_count = joints;

    if (!twists) return true;

    static const pd_api_field twist = {.name = "twists", .type = PD_API_NUMBERS, .min = -7, .max = 7};
    float *given = pd_api_pool_take(pool, (size_t)joints, sizeof *given);
    double *read = pd_api_pool_take(pool, (size_t)joints, sizeof *read);
    snprintf(where, sizeof where, "%s/twists", base);
    if (!given || !read) return pd_api_note(&out->problems, PD_ERR_MEMORY, where, "out of memory");
    if (pd_api_numbers_read(given, twists, (pd_api_count){joints, joints, "one a joint"}, &twist, where,
                            &out->problems) < 0)
        return false;
    for (int j = 0; j < joints; j++) read[j] = given[j];
    out->job.hybrik.twists = read;

    return true;
}
