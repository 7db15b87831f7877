#include "factory/rig/truth.h"

#include "core/retarget/character/joint_names.h"
#include "core/retarget/character.h"
#include "core/io/surface/gltf_file.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the finger joints, by all names that posed knows. */
static void find_fingers(int at[2][PD_RIG_FINGER_JOINTS], const pd_anim_skeleton *skeleton)
{
    static const char *const names[] = {"thumb", "index", "middle", "ring", "pinky"};

    for (int side = 0; side < 2; side++)
        for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++) {
            char name[PD_ANIM_NAME_BYTES], other[PD_ANIM_NAME_BYTES];
            snprintf(name, sizeof name, "%s_%s%d", side ? "right" : "left", names[k / 3], k % 3 + 1);
            at[side][k] = -1;
            for (int set = 0; set < PD_NAMES_COUNT && at[side][k] < 0; set++) {
                pd_retarget_joint_name(other, name, (pd_retarget_names)set);
                at[side][k] = pd_anim_skeleton_find(skeleton, other);
            }
        }
}

/* The part of a hand at or above a joint: 1 + its number, the right hand's after the PD_TOOL_HAND_PARTS of
 * the left; 0: none. */
static int truth_part_of(const pd_retarget_skin *skin, const pd_retarget_match *match, int joint)
{
    static const pd_anim_human wrists[2] = {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND};
    int at[2][PD_RIG_FINGER_JOINTS];

    find_fingers(at, &skin->skeleton);
    for (int up = joint; up >= 0; up = skin->skeleton.parents[up])
        for (int side = 0; side < 2; side++) {
            if (up == match->joints[wrists[side]]) return 1 + side * PD_TOOL_HAND_PARTS;
            for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++)
                if (up == at[side][k]) return 1 + side * PD_TOOL_HAND_PARTS + 1 + k;
        }

    return 0;
}

static pd_status read_weights(pd_tool_rig_truth *t, pd_bytes file, const pd_io_surface *surface,
                              const pd_retarget_skin *skin, const pd_retarget_match *match, pd_error *err)
{
    pd_io_gltf_file open;
    pd_status status = pd_io_gltf_open(&open, file, 0, err);

    if (status == PD_OK) status = pd_io_gltf_unpack_draco(&open);
    const json_t *nodes = json_object_get(open.root, "nodes");
    const json_t *meshes = json_object_get(open.root, "meshes");
    const int node_count = (int)json_array_size(nodes);
    int *joint =
        calloc((size_t)node_count + 1, sizeof *joint); /* (node_count) joint of each node            */
    int *part_at =
        calloc((size_t)node_count + 1, sizeof *part_at); /* (node_count) 1 + part of a hand; 0: none   */
    t->weights = calloc((size_t)surface->vertex_count, sizeof *t->weights);
    t->hands = calloc((size_t)surface->vertex_count, sizeof *t->hands);
    if (status == PD_OK && !(joint && part_at && t->weights && t->hands))
        status =
            pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices", surface->vertex_count);

    /* Assign each node the joint of the nearest bone at or above it. All are 0 so far. */
    for (int k = 0; status == PD_OK && k < skin->skeleton.joint_count; k++) {
        const int node = skin->joints[k].node;
        if (node < node_count) part_at[node] = truth_part_of(skin, match, k);
        for (int up = k; up >= 0; up = skin->skeleton.parents[up]) {
            int bone = 0;
            while (bone < PD_RIG_JOINTS &&
                   match->joints[pd_retarget_human_of(pd_rig_joints[bone].bone)] != up)
                bone++;
            if (bone == PD_RIG_JOINTS) continue;
            if (node < node_count) joint[node] = bone;
            break;
        }
    }

    for (int i = 0; status == PD_OK && i < surface->part_count; i++) {
        const pd_io_surface_part *part = &surface->parts[i];
        const json_t *attributes = json_object_get(
            json_array_get(json_object_get(json_array_get(meshes, (size_t)part->mesh), "primitives"),
                           (size_t)part->primitive),
            "attributes");
        const json_t *joints = json_object_get(
            json_array_get(json_object_get(open.root, "skins"),
                           (size_t)pd_io_gltf_integer(json_array_get(nodes, (size_t)part->node), "skin", 0)),
            "joints");
        pd_io_gltf_view which, how_much;
        status = pd_io_gltf_view_of(&which, &open, pd_io_gltf_integer(attributes, "JOINTS_0", -1));
        if (status == PD_OK)
            status = pd_io_gltf_view_of(&how_much, &open, pd_io_gltf_integer(attributes, "WEIGHTS_0", -1));

        for (int v = 0; status == PD_OK && v < part->vertex_count; v++)
            for (int s = 0; s < 4; s++) {
                const size_t number = (size_t)pd_io_gltf_number(&which, (size_t)v, s);
                const json_int_t node = json_integer_value(json_array_get(joints, number));
                if (node >= node_count) continue;
                const float value = (float)pd_io_gltf_number(&how_much, (size_t)v, s);
                const int i_hand = part_at[node] - 1;
                t->weights[part->first_vertex + v][joint[node]] += value;
                if (i_hand >= 0)
                    t->hands[part->first_vertex + v][i_hand / PD_TOOL_HAND_PARTS]
                            [i_hand % PD_TOOL_HAND_PARTS] += value;
            }
    }

    free(joint);
    free(part_at);
    pd_io_gltf_close(&open);

    return status;
}

static void read_fingers(pd_tool_rig_truth *t, const pd_anim_skeleton *skeleton,
                         const pd_retarget_match *match, const pd_vec3 *at)
{
    static const pd_anim_human wrists[2] = {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND};
    enum { MIDDLE = 6 };
    int joints[2][PD_RIG_FINGER_JOINTS];

    /* Places of the fingers that the skeleton has. */
    find_fingers(joints, skeleton);
    for (int side = 0; side < 2; side++) {
        pd_vec3 p[PD_RIG_FINGER_JOINTS];
        for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++) {
            if (joints[side][k] < 0) continue;
            p[k] = at[joints[side][k]];
            t->fingers[side][k][0] = p[k].x;
            t->fingers[side][k][1] = p[k].y;
            t->fingers[side][k][2] = p[k].z;
            t->finger_count[side]++;
        }

        /* Length of the hand along the middle finger; its tip is as long again as its last bone. */
        const int wrist = match->joints[wrists[side]];
        if (wrist < 0 || t->finger_count[side] < PD_RIG_FINGER_JOINTS) continue;
        t->hand_length[side] = pd_vec3_length(pd_vec3_sub(p[MIDDLE], at[wrist])) +
                               pd_vec3_length(pd_vec3_sub(p[MIDDLE + 1], p[MIDDLE])) +
                               2 * pd_vec3_length(pd_vec3_sub(p[MIDDLE + 2], p[MIDDLE + 1]));
    }
}

pd_status pd_tool_rig_truth_read(pd_tool_rig_truth *t, pd_bytes file, const pd_io_surface *surface,
                                 pd_error *err)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_retarget_skin skin;
    pd_retarget_match match;

    memset(t, 0, sizeof *t);
    pd_status status = pd_retarget_skin_read(&skin, file, NULL, err);
    if (status != PD_OK) return status;
    status = pd_retarget_character_match(&match, &skin, NULL, 0, err);
    if (status == PD_OK) {
        /* Compute the joints of the body in the file's rest pose. */
        pd_anim_skeleton_forward(at, NULL, &skin.skeleton, NULL, pd_vec3_make(0, 0, 0));
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            const int k = match.joints[pd_retarget_human_of(pd_rig_joints[j].bone)];
            t->has_joint[j] = k >= 0;
            if (k >= 0) {
                t->joints[j][0] = at[k].x;
                t->joints[j][1] = at[k].y;
                t->joints[j][2] = at[k].z;
            }
        }

        /* Fingers and weights. */
        read_fingers(t, &skin.skeleton, &match, at);
        status = read_weights(t, file, surface, &skin, &match, err);
    }

    pd_retarget_skin_deinit(&skin);

    return status;
}

void pd_tool_rig_truth_deinit(pd_tool_rig_truth *truth)
{
    free(truth->weights);
    free(truth->hands);
    memset(truth, 0, sizeof *truth);
}
