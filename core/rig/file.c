#include "core/rig/file.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb.h"
#include "core/io/surface/gltf_rig.h"

#include <stdlib.h>
#include <string.h>

/* Bytes for each vertex (joints and weights in the file, the reply and its base64), triangle (the .glb made
 * of OBJ and PLY) and part (JSON). */
#define WRITTEN_VERTEX 200
#define WRITTEN_FACE   60
#define WRITTEN_PART   8192

/* Writes bones and weights into a copy of the file. */
static pd_status write_file(pd_buffer *out, const pd_rig_result *rig, const pd_io_surface *surface,
                            pd_bytes file, pd_error *err)
{
    PD_ASSERT(rig->bone_count <= PD_RIG_BONES_MOST && rig->mesh.source_count == surface->vertex_count);
    const size_t n = (size_t)surface->vertex_count;
    pd_io_rig_bone bones[PD_RIG_BONES_MOST];
    uint8_t(*joints)[4] = malloc(n * sizeof *joints);
    float(*weights)[4] = malloc(n * sizeof *weights);
    pd_status status = PD_OK;

    for (int j = 0; j < rig->bone_count; j++) {
        const pd_rig_bone *from = &rig->bones[j];
        bones[j] = (pd_io_rig_bone){.name = from->name, .is_vrm = from->is_vrm, .parent = from->parent};
        for (int c = 0; c < 3; c++) bones[j].at[c] = from->at[c] * rig->mesh.height;
    }

    if (!joints || !weights) {
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);
    } else {
        /* Weights of the file's vertices. Several of them may be one vertex of the mesh. */
        for (size_t i = 0; i < n; i++) {
            const int v = rig->mesh.welded[i];
            memcpy(joints[i], rig->weights.bones[v], sizeof *joints);
            memcpy(weights[i], rig->weights.values[v], sizeof *weights);
        }

        pd_io_rig all = {.bones = bones,
                         .bone_count = rig->bone_count,
                         .joints = (const uint8_t(*)[4])joints,
                         .weights = (const float(*)[4])weights};
        memcpy(all.upright, rig->mesh.upright, sizeof all.upright);
        status = pd_io_gltf_rig(out, file, surface, &all, err);
    }

    free(joints);
    free(weights);

    return status;
}

/* Rigs an OBJ or PLY file. These have no scene, so a .glb with the same vertices
 * in the same order is made and rigged. */
static pd_status write_plain(pd_buffer *out, const pd_rig_result *rig, const pd_io_surface *s, pd_error *err)
{
    const pd_rig_mesh *m = &rig->mesh;
    pd_buffer plain = {0};
    float *normals = malloc(3 * (size_t)s->vertex_count * sizeof *normals);

    if (!normals)
        return pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory for %d vertices", s->vertex_count);

    /* Normals of the file's vertices, in the file's axes. */
    for (int i = 0; i < m->source_count; i++) {
        const double *n = m->normals + 3 * (size_t)m->welded[i];
        for (int c = 0; c < 3; c++)
            normals[3 * (size_t)i + (size_t)c] =
                (float)(m->upright[c] * n[0] + m->upright[4 + c] * n[1] + m->upright[8 + c] * n[2]);
    }

    /* The plain mesh as a .glb. */
    const pd_io_mesh_body body = {.name = "mesh", .vertices = s->vertices, .normals = normals};
    const pd_io_mesh mesh = {.bodies = &body,
                             .body_count = 1,
                             .vertex_count = s->vertex_count,
                             .face_count = s->face_count,
                             .faces = s->faces};
    const pd_io_glb glb = {.mesh = &mesh};
    pd_status status = pd_io_glb_write(&plain, &glb, err);
    free(normals);

    const pd_bytes file = {plain.data, plain.size};
    pd_io_surface again;
    if (status == PD_OK) status = pd_io_surface_read(&again, file, 0, err);
    if (status == PD_OK) {
        status = write_file(out, rig, &again, file, err);
        pd_io_surface_deinit(&again);
    }

    pd_buffer_deinit(&plain);

    return status;
}

pd_status pd_rig_file_rig(pd_buffer *out, pd_rig_result *rig, const pd_io_surface *surface,
                          const pd_rig_file_job *job, pd_error *err)
{
    /* The job of rigging the file's surface. */
    const pd_rig_job whole = {.vertices = surface->vertices,
                              .faces = surface->faces,
                              .vertex_count = surface->vertex_count,
                              .face_count = surface->face_count,
                              .template = job->template,
                              .start = job->start,
                              .markers = job->markers,
                              .plan = job->plan,
                              .up = job->up,
                              .facing = job->facing,
                              .weights = job->weights,
                              .net = job->net,
                              .cancel = job->cancel};

    PD_ASSERT(job->plan == PD_RIG_PERSON || job->run);
    memset(rig, 0, sizeof *rig);
    if (surface->is_skinned && !job->replace)
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "/skins",
            "the file has a skeleton: PUT /v1/characters takes it as it is; replace=true drops it");

    /* Rig it, then write the file. */
    pd_status status = job->run ? job->run(rig, &whole, err) : pd_rig_run(rig, &whole, err);
    if (status == PD_OK && out)
        status = surface->is_glb ? write_file(out, rig, surface, job->file, err)
                                 : write_plain(out, rig, surface, err);
    if (status != PD_OK) pd_rig_deinit(rig);

    return status;
}

pd_status pd_rig_file_run(pd_buffer *out, pd_rig_result *rig, pd_io_surface *surface,
                          const pd_rig_file_job *job, pd_error *err)
{
    pd_io_surface own;

    memset(rig, 0, sizeof *rig);
    if (surface) memset(surface, 0, sizeof *surface);
    pd_status status = pd_io_surface_read(&own, job->file, job->json_memory, err);
    if (status != PD_OK) return status;

    status = pd_rig_file_rig(out, rig, &own, job, err);
    if (surface)
        *surface = own;
    else
        pd_io_surface_deinit(&own);

    return status;
}

size_t pd_rig_file_bytes(const pd_io_surface *s)
{
    const size_t v = (size_t)s->vertex_count;
    const size_t f = (size_t)s->face_count;
    const size_t parts = (size_t)s->part_count;
    return pd_rig_bytes(s->vertex_count, s->face_count) + WRITTEN_VERTEX * v + WRITTEN_FACE * f +
           WRITTEN_PART * parts + (parts > 1 ? (size_t)PD_IO_RIG_COPIES : 0);
}

unsigned pd_rig_markers_wanted(const pd_rig_result *rig)
{
    static const struct {
        pd_rig_joint joint;
        pd_rig_marker_id marker;
    } of[] = {{PD_RIG_NECK, PD_RIG_MARKER_CHIN},          {PD_RIG_HEAD, PD_RIG_MARKER_CHIN},
              {PD_RIG_L_SHOULDER, PD_RIG_MARKER_L_ELBOW}, {PD_RIG_R_SHOULDER, PD_RIG_MARKER_R_ELBOW},
              {PD_RIG_L_ELBOW, PD_RIG_MARKER_L_ELBOW},    {PD_RIG_R_ELBOW, PD_RIG_MARKER_R_ELBOW},
              {PD_RIG_L_WRIST, PD_RIG_MARKER_L_WRIST},    {PD_RIG_R_WRIST, PD_RIG_MARKER_R_WRIST},
              {PD_RIG_L_KNEE, PD_RIG_MARKER_L_KNEE},      {PD_RIG_R_KNEE, PD_RIG_MARKER_R_KNEE},
              {PD_RIG_L_ANKLE, PD_RIG_MARKER_L_KNEE},     {PD_RIG_R_ANKLE, PD_RIG_MARKER_R_KNEE},
              {PD_RIG_PELVIS, PD_RIG_MARKER_GROIN},       {PD_RIG_L_HIP, PD_RIG_MARKER_GROIN},
              {PD_RIG_R_HIP, PD_RIG_MARKER_GROIN}};
    unsigned wanted = 0;

    /* A doubtful fit needs all markers. Otherwise each doubtful joint needs its own marker. */
    if (rig->plan != PD_RIG_PERSON) return 0;
    if (rig->quality.residual > PD_RIG_RESIDUAL_DOUBT) return (1u << PD_RIG_MARKER_COUNT) - 1;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (rig->confidence[of[i].joint] < PD_RIG_DOUBTFUL) wanted |= 1u << of[i].marker;

    return wanted;
}
