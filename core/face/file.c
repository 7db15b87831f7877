#include "core/face/file.h"

#include "core/avatar/preset.h"
#include "core/face/sheet.h"
#include "core/io/mesh/glb.h"
#include "core/io/surface/gltf_face.h"
#include "core/retarget/face.h"
#include "core/retarget/own_face.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_FOLLOWS 0.5  /* least weight of the head at its vertices */
#define OWN_SHAPES   10   /* names of ours that make a file one that has a face */
#define STATURE      1.45 /* metres from the ankles to the joint of the head of a person */
#define SIZE_LESS    0.35 /* metres a unit, beside those of a person with these bones */
#define SIZE_MORE    1.35
#define STILL        2e-5 /* metres: smaller displacements are none */

static pd_status file_memory(pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");
}

/* Returns how many of our names a file has among its shapes. */
static int own_names(const pd_io_gltf_face *face)
{
    int count = 0;

    for (int i = 0; i < face->count; i++) count += pd_face_shape_find(face->names[i]) >= 0;
    return count;
}

/* Finds the vertices of a character's head, and the range of scales by its bones. */
static pd_status find_head(bool *wanted, pd_face_job *job, const pd_io_surface *surface,
                           const pd_face_file_job *from, pd_error *err)
{
    const pd_retarget_skin *skin = from->skin;
    const pd_retarget_match *match = from->match;
    const int head = match->joints[PD_HUMAN_HEAD];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    bool *follows = calloc(PD_IO_SKIN_NODES, sizeof *follows);
    float *share = malloc(((size_t)surface->vertex_count + 1) * sizeof *share);
    int count = 0;

    if (!follows || !share) {
        free(follows);
        free(share);
        return file_memory(err);
    }
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        int above = k;
        while (above >= 0 && above != head) above = skin->skeleton.parents[above];
        if (above == head) follows[skin->joints[k].node] = true;
    }
    const pd_status status = pd_io_gltf_shapes_follow(share, from->file, surface, follows, PD_IO_SKIN_NODES,
                                                      from->json_memory, err);
    for (int v = 0; status == PD_OK && v < surface->vertex_count; v++) {
        wanted[v] = (double)share[v] > HEAD_FOLLOWS;
        count += wanted[v];
    }
    free(follows);
    free(share);
    if (status != PD_OK) return status;
    if (!count)
        return pd_fail(err, PD_ERR_INVALID, "face", "no vertex of the mesh follows the head \"%s\"",
                       skin->joints[head].name);

    /* Upright by the facing, and sizes by the height of the head over the ankles. */
    pd_anim_skeleton_forward(at, NULL, &skin->skeleton, NULL, pd_vec3_make(0, 0, 0));
    const pd_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int y = 0; y < 3; y++) {
        const pd_vec3 r = pd_q_rotate(match->facing, axes[y]);
        const double column[3] = {r.x, r.y, r.z};
        for (int x = 0; x < 3; x++) job->upright[3 * x + y] = column[x];
    }
    double low = INFINITY, high = -INFINITY;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        if (match->joints[b] < 0) continue;
        const double up = pd_q_rotate(match->facing, at[match->joints[b]]).y;
        low = fmin(low, up);
        if (b == PD_HUMAN_HEAD) high = up;
    }
    if (high > low) {
        job->least_scale = SIZE_LESS * STATURE / (high - low);
        job->most_scale = SIZE_MORE * STATURE / (high - low);
    }

    return PD_OK;
}

/* Runs the job for a mesh without a skeleton: as it stands, and then with other axes up and forward. */
static pd_status run_unrigged(pd_face *face, pd_face_job *job, pd_error *err)
{
    /* +Y up with +Z, -Z, +X, -X forward, then +Z up with -Y, +Y forward. */
    static const double ways[6][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},  {-1, 0, 0, 0, 1, 0, 0, 0, -1},
                                      {0, 0, -1, 0, 1, 0, 1, 0, 0}, {0, 0, 1, 0, 1, 0, -1, 0, 0},
                                      {1, 0, 0, 0, 0, 1, 0, -1, 0}, {-1, 0, 0, 0, 0, 1, 0, 1, 0}};
    pd_error first = {0};
    pd_status status = PD_OK;

    for (int w = 0; w < 6; w++) {
        pd_error other;
        memcpy(job->upright, ways[w], sizeof job->upright);
        status = pd_face_run(face, job, w ? &other : &first);
        if (status != PD_ERR_INVALID) {
            if (w && status != PD_OK)
                *err = other;
            else if (status != PD_OK)
                *err = first;
            return status;
        }
    }
    *err = first;

    return status;
}

/* Presets of VRM and the shapes by their own names: expressions (room). Returns their number. */
static int list_expressions(pd_io_expression *out)
{
    int count = 0;

    for (int p = 0; p < PD_AVATAR_PRESETS; p++) {
        const pd_avatar_preset *preset = &pd_avatar_presets[p];
        pd_io_expression *e = &out[count++];
        *e = (pd_io_expression){
            .name = preset->name, .old_name = preset->old_name, .old_preset = preset->old_preset};
        for (int b = 0; b < PD_IO_SHAPES_BINDS; b++) {
            e->binds[b] = preset->binds[b].shape ? pd_face_shape_find(preset->binds[b].shape) : -1;
            e->weights[b] = preset->binds[b].weight;
        }
    }
    for (int s = 0; s < PD_FACE_FILE_SHAPES; s++) {
        pd_io_expression *e = &out[count++];
        *e = (pd_io_expression){.binds = {s, -1, -1, -1, -1, -1}, .weights = {1}};
    }

    return count;
}

/* VRM's bones of a matched skeleton: names (count) with room for each, nodes. Returns the count. */
static int list_bones(char (*names)[32], const char **list, int *nodes, const pd_face_file_job *job)
{
    int count = 0;

    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        if (job->match->joints[b] < 0) continue;
        snprintf(names[count], sizeof names[count], "%s", pd_anim_human_names[b]);
        names[count][0] = (char)tolower((unsigned char)names[count][0]);
        list[count] = names[count];
        nodes[count++] = job->skin->joints[job->match->joints[b]].node;
    }

    return count;
}

/* The joints of a file: which of them it has. */
static void find_joints(pd_io_gltf_shapes *shapes, const pd_face *face, const pd_face_file_job *job,
                        const pd_retarget_own_face *own)
{
    shapes->head = -1;
    if (!job->match) return;
    shapes->head = job->skin->joints[job->match->joints[PD_HUMAN_HEAD]].node;
    bool has_jaw = false;
    for (int k = 0; k < job->skin->skeleton.joint_count; k++) {
        char name[PD_IO_SKIN_NAME_BYTES];
        size_t n = 0;
        for (const char *c = job->skin->joints[k].name; *c && n + 1 < sizeof name; c++)
            name[n++] = (char)tolower((unsigned char)*c);
        name[n] = 0;
        has_jaw = has_jaw || strstr(name, "jaw") || !strcmp(job->skin->joints[k].bone, "jaw");
    }
    shapes->has_joint[PD_IO_JAW] = !has_jaw && face->found.rims[PD_FACE_MOUTH].count;
    for (int e = 0; e < 2; e++)
        shapes->has_joint[PD_IO_LEFT_EYE + e] = own->eyes[0] < 0 &&
                                                face->parts.counts[PD_FACE_PART_LEFT_EYE] &&
                                                face->parts.counts[PD_FACE_PART_RIGHT_EYE];
    memcpy(shapes->joint_at[PD_IO_JAW], face->jaw_at, sizeof face->jaw_at);
    memcpy(shapes->joint_at[PD_IO_LEFT_EYE], face->eyes, sizeof face->eyes);
}

/* Writes the file with the shapes of a face. */
static pd_status write_face(pd_buffer *out, pd_face_report *report, const pd_face *face,
                            const pd_io_surface *surface, const pd_face_file_job *job,
                            const pd_retarget_own_face *own, pd_error *err)
{
    const char *names[PD_FACE_FILE_SHAPES], *bones[PD_ANIM_HUMAN_COUNT];
    char bone_names[PD_ANIM_HUMAN_COUNT][32];
    int bone_nodes[PD_ANIM_HUMAN_COUNT];
    pd_io_expression expressions[PD_AVATAR_PRESETS + PD_FACE_FILE_SHAPES];
    pd_io_gltf_shapes shapes = {
        .names = names, .shape_count = PD_FACE_FILE_SHAPES, .json_memory = job->json_memory};
    const size_t vertices = (size_t)surface->vertex_count;
    int *rows = malloc((vertices + 1) * sizeof *rows);
    float *shares[PD_IO_FACE_JOINTS] = {NULL}, *moves = NULL;
    bool good = rows != NULL;

    /* Rows of the vertices that move. */
    for (int s = 0; s < PD_FACE_SHAPES; s++) names[s] = pd_retarget_face_names[s];
    names[PD_FACE_SHAPES] = PD_SMPL_SILENCE;
    for (size_t v = 0; good && v < vertices; v++) {
        const int m = face->mesh.merged[v];
        double most = 0;
        rows[v] = -1;
        for (int s = 0; m >= 0 && s < PD_FACE_SHAPES; s++)
            for (int x = 0; x < 3; x++)
                most = fmax(most,
                            fabs(face->carried.shapes[(size_t)s * (size_t)face->mesh.count + (size_t)m][x]));
        if (most > STILL) rows[v] = shapes.row_count++;
    }
    if (good) {
        moves = calloc((size_t)PD_FACE_FILE_SHAPES * 3 * (size_t)shapes.row_count + 1, sizeof *moves);
        for (int j = 0; j < PD_IO_FACE_JOINTS; j++) {
            shares[j] = calloc(vertices + 1, sizeof *shares[j]);
            good = good && shares[j];
        }
        good = good && moves;
    }
    for (int s = 0; good && s < PD_FACE_SHAPES; s++)
        for (size_t v = 0; v < vertices; v++) {
            double d[3];
            if (rows[v] < 0) continue;
            const double *own_move =
                face->carried.shapes[(size_t)s * (size_t)face->mesh.count + (size_t)face->mesh.merged[v]];
            if (fmax(fabs(own_move[0]), fmax(fabs(own_move[1]), fabs(own_move[2]))) < STILL) continue;
            pd_face_move(d, face, s, face->mesh.merged[v]);
            for (int x = 0; x < 3; x++)
                moves[3 * ((size_t)s * (size_t)shapes.row_count + (size_t)rows[v]) + (size_t)x] = (float)d[x];
        }

    /* Weights of the joints. */
    for (size_t v = 0; good && v < vertices; v++) {
        const int m = face->mesh.merged[v];
        if (m < 0) continue;
        const pd_face_part part = face->parts.of[face->mesh.island[m]];
        shares[PD_IO_JAW][v] = (float)face->carried.jaw[m];
        shares[PD_IO_LEFT_EYE][v] = part == PD_FACE_PART_LEFT_EYE;
        shares[PD_IO_RIGHT_EYE][v] = part == PD_FACE_PART_RIGHT_EYE;
    }
    pd_status status = good ? PD_OK : file_memory(err);
    if (good) {
        shapes.rows = rows;
        shapes.moves = moves;
        for (int j = 0; j < PD_IO_FACE_JOINTS; j++) shapes.shares[j] = shares[j];
        shapes.expressions = expressions;
        shapes.expression_count = list_expressions(expressions);
        find_joints(&shapes, face, job, own);
        if (job->match && job->wants_vrm) {
            shapes.bones = bones;
            shapes.bone_nodes = bone_nodes;
            shapes.bone_count = list_bones(bone_names, bones, bone_nodes, job);
        }
        report->moved = shapes.row_count;
        status = pd_io_gltf_shapes_add(out, &report->done, job->file, surface, &shapes, err);
    }
    free(rows);
    free(moves);
    for (int j = 0; j < PD_IO_FACE_JOINTS; j++) free(shares[j]);

    return status;
}

/* Fills the report. */
static void report_face(pd_face_report *report, const pd_face *face)
{
    report->misfit = face->found.fit.misfit;
    report->matched = face->found.fit.matched;
    report->tangled = face->found.fit.tangled;
    report->unit = face->found.frame.scale;
    report->closed = face->closed;
    memcpy(report->parts, face->parts.counts, sizeof report->parts);
    for (int o = 0; o < PD_FACE_OPENINGS; o++) report->has_opening[o] = face->found.rims[o].count > 0;
    memcpy(report->notes, face->notes, sizeof report->notes);
    report->note_count = face->note_count;
}

pd_status pd_face_file_run(pd_buffer *out, pd_buffer *picture, pd_face_report *report,
                           const pd_face_file_job *given, pd_error *err)
{
    pd_face_file_job job = *given;
    pd_retarget_own_face own = {.eyes = {-1, -1}};
    pd_io_surface surface = {0};
    pd_io_gltf_face had = {0};
    pd_buffer bare = {0};
    pd_face face = {0};
    bool *wanted = NULL;

    /* What the file has. */
    *report = (pd_face_report){0};
    pd_status status = pd_io_gltf_face_read(&had, job.file, job.json_memory, err);
    if (status == PD_OK && !job.replace && own_names(&had) >= OWN_SHAPES)
        status =
            pd_fail(err, PD_ERR_INVALID, "/shapes",
                    "the file has %d of the shapes by ARKit's and Oculus' names; replace takes all of its "
                    "morph targets away first",
                    own_names(&had));
    pd_io_gltf_face_deinit(&had);
    if (status == PD_OK && job.replace) {
        status = pd_io_gltf_shapes_drop(&bare, &report->dropped, job.file, job.json_memory, err);
        job.file = (pd_bytes){bare.data, bare.size};
    }
    if (status == PD_OK && job.match)
        status = pd_retarget_own_face_read(&own, job.skin, job.match, job.file, job.json_memory, err);
    if (status == PD_OK) status = pd_io_surface_read(&surface, job.file, job.json_memory, err);

    /* The face. */
    pd_face_job run = {.vertices = surface.vertices,
                       .faces = surface.faces,
                       .vertex_count = surface.vertex_count,
                       .face_count = surface.face_count,
                       .template = job.template,
                       .cancel = job.cancel};
    report->vertices = surface.vertex_count;
    if (status == PD_OK && job.match) {
        wanted = calloc((size_t)surface.vertex_count + 1, sizeof *wanted);
        status = wanted ? find_head(wanted, &run, &surface, &job, err) : file_memory(err);
        run.wanted = wanted;
    }
    if (status == PD_OK) status = job.match ? pd_face_run(&face, &run, err) : run_unrigged(&face, &run, err);
    if (status == PD_OK) {
        report_face(report, &face);
        status = write_face(out, report, &face, &surface, &job, &own, err);
    }
    if (status == PD_OK && picture && job.wants_picture)
        status = pd_face_sheet(picture, &face, job.cancel, err);
    pd_face_deinit(&face);
    pd_retarget_own_face_deinit(&own);
    pd_io_surface_deinit(&surface);
    pd_buffer_deinit(&bare);
    free(wanted);

    return status;
}

pd_status pd_face_file_plain(pd_buffer *out, pd_bytes file, pd_error *err)
{
    pd_io_surface surface;
    pd_face_mesh mesh = {0};
    float *normals = NULL;

    pd_status status = pd_io_surface_read(&surface, file, 0, err);
    if (status == PD_OK)
        status = pd_face_mesh_make(&mesh, surface.vertices, surface.vertex_count, surface.faces,
                                   surface.face_count, NULL, err);
    if (status == PD_OK) {
        normals = calloc(3 * (size_t)surface.vertex_count + 1, sizeof *normals);
        if (!normals) status = file_memory(err);
    }
    for (int v = 0; status == PD_OK && v < surface.vertex_count; v++)
        for (int x = 0; x < 3 && mesh.merged[v] >= 0; x++)
            normals[3 * (size_t)v + (size_t)x] = (float)mesh.normals[mesh.merged[v]][x];
    if (status == PD_OK) {
        const pd_io_mesh_body body = {.name = "mesh", .vertices = surface.vertices, .normals = normals};
        const pd_io_mesh plain = {.bodies = &body,
                                  .body_count = 1,
                                  .vertex_count = surface.vertex_count,
                                  .face_count = surface.face_count,
                                  .faces = surface.faces};
        const pd_io_glb glb = {.mesh = &plain};
        status = pd_io_glb_write(out, &glb, err);
    }
    free(normals);
    pd_face_mesh_deinit(&mesh);
    pd_io_surface_deinit(&surface);

    return status;
}

size_t pd_face_file_bytes(pd_bytes file, size_t json_memory)
{
    return pd_io_surface_read_bytes(file, json_memory) + 4 * file.size +
           pd_face_bytes(PD_FACE_VERTICES, 2 * PD_FACE_VERTICES);
}
