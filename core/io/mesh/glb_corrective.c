/* Writes the weights of morph targets of a glTF scene (betas, and correctives that follow the pose), and the
 * extras that describe how to play a rig. */
#include "core/base/assert.h"
#include "core/io/mesh/glb_scene.h"
#include "core/base/text/number.h"
#include "core/math/quat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const pd_io_glb_format weights_f = {"SCALAR", PD_IO_GLB_FLOAT, 1, 4, 0, 0, PD_IO_GLB_OTHER};

static size_t first_bad(const float *values, size_t count)
{
    size_t i = 0;
    while (i < count && isfinite(values[i])) i++;
    return i;
}

pd_status pd_io_glb_check_correctives(const pd_io_glb *glb, pd_error *err)
{
    const size_t count = (size_t)glb->rig->corrective_count;
    const size_t points = 3 * (size_t)glb->mesh->vertex_count;

    PD_ASSERT(pd_io_glb_sculpt_count(glb->rig) <= glb->rig->corrective_count);

    /* Each body has correctives of its own, with joints of the rig and finite numbers. */
    for (int b = 0; count && b < glb->mesh->body_count; b++) {
        const pd_io_glb_correctives *c = glb->poses[b].correctives;
        if (!c)
            return pd_fail(err, PD_ERR_INVALID, "/poses", "body %d has no correctives; %zu expected", b,
                           count);
        for (int j = 0; j < c->joint_count; j++)
            if (c->joints[j] < 0 || c->joints[j] >= glb->rig->joint_count)
                return pd_fail(err, PD_ERR_RANGE, "/poses",
                               "joint %d of the correctives of body %d; 0 to %d allowed", c->joints[j], b,
                               glb->rig->joint_count - 1);
        const size_t mapped = count - (size_t)pd_io_glb_sculpt_count(glb->rig);
        const size_t entries = 9 * mapped * (size_t)c->joint_count;
        if (first_bad(c->dirs, count * points) < count * points || first_bad(c->weights, count) < count ||
            first_bad(c->map, entries) < entries)
            return pd_fail(err, PD_ERR_INVALID, "/poses",
                           "a corrective of body %d is not finite; finite numbers expected", b);
    }

    return PD_OK;
}

void pd_io_glb_add_correctives(pd_io_glb_scene *scene)
{
    static const float nowhere[3] = {0};
    const int vertices = scene->mesh->vertex_count;

    for (int b = 0; b < scene->mesh->body_count && !pd_cancelled(scene->mesh->cancel); b++) {
        scene->bodies[b].first_corrective = scene->file.accessor_count;
        for (int i = 0; i < scene->rig->corrective_count; i++)
            pd_io_glb_add_points(scene,
                                 scene->glb->poses[b].correctives->dirs + 3 * (size_t)i * (size_t)vertices,
                                 vertices, nowhere);
    }
}

/* Adds the weights of a clip, frame by frame: those of betas or expressions, then those of correctives.
 * Missing weights are 0. */
void pd_io_glb_add_clip_weights(pd_io_glb_scene *scene, const pd_io_glb_clip *clip)
{
    const size_t given = (size_t)scene->rig->beta_count;
    const size_t betas = (size_t)pd_io_glb_own_count(scene->rig);
    const size_t own = (size_t)scene->rig->corrective_count;
    float *rows =
        pd_io_glb_begin(&scene->file, &weights_f, clip->frame_count * pd_io_glb_target_count(scene));

    for (size_t t = 0; rows && t < (size_t)clip->frame_count; t++, rows += betas + own) {
        memset(rows, 0, (betas + own) * sizeof *rows);
        if (clip->morphs) memcpy(rows, clip->morphs + t * given, given * sizeof *rows);
        if (clip->weights) memcpy(rows + betas, clip->weights + t * own, own * sizeof *rows);
    }

    pd_io_glb_end(&scene->file);
}

void pd_io_glb_write_targets(pd_buffer *json, const pd_io_glb_scene *scene, int first_beta, int own,
                             int still, int first_corrective)
{
    PD_ASSERT(own >= 0);
    const int betas = scene->rig ? pd_io_glb_own_count(scene->rig) : 0;
    const int count = pd_io_glb_target_count(scene);
    if (!count) return;

    pd_buffer_text(json, ",\"targets\":[");
    for (int i = 0; i < count; i++)
        pd_buffer_printf(json, "%s{\"POSITION\":%d}", i ? "," : "",
                         i >= betas ? first_corrective + i - betas
                         : i < own  ? first_beta + i
                                    : still);
    pd_buffer_text(json, "]");
}

/* Writes the rotations of the nodes at rest, one matrix for each joint of the correctives. */
static void write_rest(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    pd_io_glb_pose rest = scene->glb->poses[b];
    const pd_io_glb_correctives *c = rest.correctives;

    rest.rotations = NULL;
    pd_buffer_text(json, ",\"rest\":[");
    for (int j = 0; j < c->joint_count; j++) {
        float turn[9];
        pd_io_glb_node_rotation(turn, &rest, scene->rig->parents[c->joints[j]], c->joints[j]);
        if (j) pd_buffer_text(json, ",");
        pd_io_glb_floats(json, turn, 9);
    }

    pd_buffer_text(json, "]");
}

/* Converts the entries of a map for one joint to rotations N of its node: sum m_ab (R - I)_ab = sum (P^T m
 * A)_cd (N - S)_cd, where R = P N A^T. */
static void turn_map(float out[9], const float map[9], const pd_io_glb_scene *scene, int b, int k)
{
    const pd_io_glb_pose *pose = &scene->glb->poses[b];
    const float *before = pd_io_glb_axes(pose, scene->rig->parents[k]);
    const float *after = pd_io_glb_axes(pose, k);

    for (int c = 0; c < 3; c++)
        for (int d = 0; d < 3; d++) {
            float sum = 0;
            for (int i = 0; i < 9; i++) sum += before[3 * (i / 3) + c] * map[i] * after[3 * (i % 3) + d];
            out[3 * c + d] = sum;
        }
}

void pd_io_glb_write_correctives(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    PD_ASSERT(b >= 0 && b < scene->mesh->body_count && scene->glb->poses[b].correctives);
    const pd_io_glb_rig *rig = scene->rig;
    const pd_io_glb_correctives *c = scene->glb->poses[b].correctives;

    /* Range of the morph targets that are correctives, and the joints that drive them. */
    pd_buffer_printf(json, ",\"correctives\":{\"first_target\":%d,\"count\":%d,\"joints\":[",
                     pd_io_glb_own_count(rig), rig->corrective_count - pd_io_glb_sculpt_count(rig));
    for (int j = 0; j < c->joint_count; j++) {
        char number[16];
        snprintf(number, sizeof number, "joint_%d", c->joints[j]);
        if (j) pd_buffer_text(json, ",");
        pd_io_json_string(json, rig->names ? rig->names[c->joints[j]] : number);
    }

    /* Explain the formula and its measured error to a reader of the file. */
    const float *axes = scene->glb->poses[b].axes;
    pd_buffer_printf(
        json,
        "],\"weights\":\"map times the entries of R - %s, row after row, of each of the joints; R is "
        "the node's rotation as a matrix%s\"",
        axes ? "S" : "I", axes ? ", S its value in rest" : "");
    if (axes) write_rest(json, scene, b);
    pd_buffer_printf(json,
                     ",\"error\":{\"rms_mm\":%.4g,\"largest_mm\":%.4g,\"rms_mm_without\":%.4g,\"poses\":",
                     1e3 * c->rms, 1e3 * c->worst, 1e3 * c->rms_without);
    pd_io_json_string(json, c->poses ? c->poses : "");
    pd_buffer_text(json, "}");

    /* The matrix from joint rotations to weights, one row for each corrective. */
    const size_t width = 9 * (size_t)c->joint_count;
    pd_buffer_text(json, ",\"map\":[");
    for (int i = 0; i < rig->corrective_count - pd_io_glb_sculpt_count(rig); i++) {
        pd_buffer_text(json, i ? ",[" : "[");
        for (size_t j = 0; j < (size_t)c->joint_count; j++) {
            float turned[9];
            turn_map(turned, c->map + (size_t)i * width + 9 * j, scene, b, c->joints[j]);
            if (j) pd_buffer_text(json, ",");
            pd_io_numbers_shortest(json, turned, 9, ',', "", NULL);
        }

        pd_buffer_text(json, "]");
    }

    pd_buffer_text(json, "]");

    pd_buffer_text(json, "}");
}

/* Writes the rotation of the node of joint k for the rotation q (x y z w) about model axes:
 * a_parent^-1 q a_k. */
static void write_quaternion(pd_buffer *json, const pd_io_glb_scene *scene, int b, int k, const float q[4])
{
    const pd_io_glb_pose *pose = &scene->glb->poses[b];
    double before[9], after[9];

    for (int i = 0; i < 9; i++) {
        before[i] = pd_io_glb_axes(pose, scene->rig->parents[k])[i];
        after[i] = pd_io_glb_axes(pose, k)[i];
    }

    const pd_quat own = {q[0], q[1], q[2], q[3]};
    const pd_quat turned = pd_q_normalize(
        pd_q_mul(pd_q_conjugate(pd_q_from_matrix(before)), pd_q_mul(own, pd_q_from_matrix(after))));
    const float out[4] = {(float)turned.x, (float)turned.y, (float)turned.z, (float)turned.w};
    pd_io_glb_floats(json, out, 4);
}

/* Writes one group of sculpts: joints, poses (the last is the rest pose) and map. */
static void write_group(pd_buffer *json, const pd_io_glb_scene *scene, int b, int g, const float *poses,
                        const double *map)
{
    static const float none[4] = {0, 0, 0, 1};
    const pd_io_glb_rig *rig = scene->rig;
    const pd_io_glb_drivers *d = rig->drivers;
    const int first = d->group_start[g];
    const int count = d->group_start[g + 1] - first;
    const int side = count + 1;
    const int joint = d->joint_start[g];
    const int joints = d->joint_start[g + 1] - joint;

    pd_buffer_text(json, g ? ",{\"joints\":[" : "{\"joints\":[");
    for (int j = 0; j < joints; j++) {
        char number[16];
        const int k = d->joints[joint + j];
        snprintf(number, sizeof number, "joint_%d", k);
        if (j) pd_buffer_text(json, ",");
        pd_io_json_string(json, rig->names ? rig->names[k] : number);
    }

    pd_buffer_printf(json, "],\"first\":%d,\"count\":%d,\"width\":", first, count);
    pd_io_numbers_shortest(json, d->widths + g, 1, ',', "", NULL);

    /* Rotations of the nodes in each pose. */
    pd_buffer_text(json, ",\"poses\":[");
    for (int e = 0; e < side; e++) {
        pd_buffer_text(json, e ? ",[" : "[");
        for (int j = 0; j < joints; j++) {
            if (j) pd_buffer_text(json, ",");
            write_quaternion(json, scene, b, d->joints[joint + j],
                             e < count ? poses + 4 * ((size_t)e * (size_t)joints + (size_t)j) : none);
        }

        pd_buffer_text(json, "]");
    }

    /* The map, without the row of the rest pose. */
    pd_buffer_text(json, "],\"map\":[");
    for (int e = 0; e < count; e++) {
        pd_buffer_text(json, e ? ",[" : "[");
        for (int f = 0; f < side; f++) {
            const float value = (float)map[e * side + f];
            if (f) pd_buffer_text(json, ",");
            pd_io_numbers_shortest(json, &value, 1, ',', "", NULL);
        }

        pd_buffer_text(json, "]");
    }

    pd_buffer_text(json, "]}");
}

void pd_io_glb_write_drivers(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    const pd_io_glb_rig *rig = scene->rig;
    const pd_io_glb_drivers *d = rig->drivers;
    const float *poses = d->poses;
    const double *map = d->map;

    PD_ASSERT(d->count > 0 && d->group_count > 0);

    pd_buffer_printf(json,
                     ",\"sculpts\":{\"first_target\":%d,\"count\":%d,\"weights\":\"for sculpt e of a group: "
                     "the sum over f of map[e][f] exp(-d_f^2 / (2 width^2)), d_f^2 the sum over the group's "
                     "joints of 4 (1 - (q . poses[f][joint])^2), q the node's rotation; the last pose is "
                     "rest\",\"names\":[",
                     pd_io_glb_own_count(rig) + rig->corrective_count - d->count, d->count);
    for (int n = 0; n < d->count; n++) {
        if (n) pd_buffer_text(json, ",");
        pd_io_json_string(json, d->names[n]);
    }

    pd_buffer_text(json, "],\"groups\":[");
    for (int g = 0; g < d->group_count; g++) {
        const size_t count = (size_t)(d->group_start[g + 1] - d->group_start[g]);
        const size_t joints = (size_t)(d->joint_start[g + 1] - d->joint_start[g]);
        write_group(json, scene, b, g, poses, map);
        poses += 4 * count * joints;
        map += (count + 1) * (count + 1);
    }

    pd_buffer_text(json, "]}");
}

static void write_name(pd_buffer *json, const pd_io_glb_rig *rig, int joint)
{
    char number[24];
    snprintf(number, sizeof number, "joint_%d", joint);
    pd_io_json_string(json, rig->names ? rig->names[joint] : number);
}

void pd_io_glb_write_controls(pd_buffer *json, const pd_io_glb_scene *scene, int b)
{
    const pd_io_glb_controls *c = scene->rig->controls;
    const pd_io_glb_pose *pose = &scene->glb->poses[b];

    PD_ASSERT(c->limb_count <= PD_IO_GLB_LIMBS && c->space_count <= PD_IO_GLB_SPACES);

    pd_buffer_text(json, ",\"controls\":{\"limbs\":[");
    for (int i = 0; i < c->limb_count; i++) {
        const int *joints = c->limbs[i].joints;
        pd_buffer_text(json, i ? ",{\"name\":" : "{\"name\":");
        pd_io_json_string(json, c->limbs[i].name);
        pd_buffer_text(json, ",\"joints\":[");
        for (int j = 0; j < 3; j++) {
            if (j) pd_buffer_text(json, ",");
            write_name(json, scene->rig, joints[j]);
        }

        /* The hinge in the axes of the first node; target and pole at rest, in model space. */
        float hinge[3], pole[3];
        memcpy(hinge, c->limbs[i].hinge, sizeof hinge);
        pd_io_glb_turn_back(hinge, pd_io_glb_axes(pose, joints[0]));
        for (int k = 0; k < 3; k++) pole[k] = pose->rest_joints[3 * joints[1] + k] + c->limbs[i].pole[k];
        pd_buffer_text(json, "],\"hinge\":");
        pd_io_glb_floats(json, hinge, 3);
        pd_buffer_text(json, ",\"target\":");
        pd_io_glb_floats(json, pose->rest_joints + 3 * (size_t)joints[2], 3);
        pd_buffer_text(json, ",\"pole\":");
        pd_io_glb_floats(json, pole, 3);
        pd_buffer_text(json, ",\"ik\":0,\"space\":");
        pd_io_json_string(json, c->spaces[0].name);
        pd_buffer_text(json, "}");
    }

    pd_buffer_text(json, "],\"spaces\":{");
    for (int i = 0; i < c->space_count; i++) {
        if (i) pd_buffer_text(json, ",");
        pd_io_json_string(json, c->spaces[i].name);
        pd_buffer_text(json, ":");
        if (c->spaces[i].joint < 0)
            pd_buffer_text(json, "null");
        else
            write_name(json, scene->rig, c->spaces[i].joint);
    }

    pd_buffer_text(json, "}}");
}
