#include "core/portrait/own.h"

#include "core/anim/biped.h"
#include "core/anim/humanoid.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_HEIGHT   0.5
#define MOST_HEIGHT    3.0
#define HEIGHT         1.7
#define LEGS_APART     0.052 /* radians: legs of our bodies at rest, to each side of the vertical */
/* A figure of one vertex each 30 bytes of its file, with positions, normals, texture coordinates, corners of
 * two projections. */
#define BYTES_PER_BYTE 8
#define PICTURE_BYTES  (96u << 20) /* one picture while it is decoded and shrunk, and the others */

/* A picture that is being made. */
typedef struct own_picture {
    pd_io_look look;
    pd_draw_surface surfaces[PD_IO_LOOK_PARTS];
    pd_draw_texture textures[PD_IO_LOOK_PICTURES]; /* of the file's pictures, made when they are first used */
    pd_draw_texture alphas[PD_IO_LOOK_PARTS];      /* of surfaces with alpha, which each have their own */
    pd_draw_texture glosses[PD_IO_LOOK_PARTS];     /* occlusion and roughness of surfaces with one of them */
    float *no_uvs; /* (V,2) zeros for surfaces with alpha and without texture coordinates */
} own_picture;

/* ---- pose ---- */

/* Computes local rotations (joints) of the character in a pose of SMPL's joints, by way of the biped. */
static pd_status pose_joints(pd_quat *out, const pd_portrait_own_job *job, pd_error *err)
{
    static const char *const bipeds[PD_ANIM_HUMAN_COUNT] = {
#define BIPED(id, name, parent, biped, smpl) biped,
        PD_ANIM_HUMAN_TABLE(BIPED)
#undef BIPED
    };
    static const char *const bodies[PD_ANIM_HUMAN_COUNT] = {
#define BODY(id, name, parent, biped, smpl) smpl,
        PD_ANIM_HUMAN_TABLE(BODY)
#undef BODY
    };
    static const int leg_joints[] = {PD_BIPED_L_SHIN, PD_BIPED_R_SHIN, PD_BIPED_L_FOOT, PD_BIPED_R_FOOT};
    pd_quat locals[PD_ANIM_BIPED_JOINTS];
    pd_anim_skeleton biped;
    pd_retarget_drive *drive = malloc(sizeof *drive);

    /* The biped in the pose. In SMPL's T-pose, from which rotations count, the legs are apart. */
    if (!drive) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory to pose it");
    pd_anim_biped_skeleton(&biped);
    for (size_t i = 0; i < sizeof leg_joints / sizeof *leg_joints; i++) {
        pd_vec3 *offset = &biped.offsets[leg_joints[i]];
        *offset = pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 0, 1), (i % 2 ? -1 : 1) * LEGS_APART), *offset);
    }

    for (int k = 0; k < biped.joint_count; k++) locals[k] = pd_q_identity();
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const int joint = pd_anim_skeleton_find(&biped, bipeds[b]);
        int k = 0;
        while (k < PD_ANIM_SMPL_JOINTS && strcmp(pd_anim_smpl_names[k], bodies[b]) != 0) k++;
        PD_ASSERT(joint >= 0 && k < PD_ANIM_SMPL_JOINTS);
        locals[joint] = job->rotations[k];
    }

    /* The character. */
    const pd_status status = pd_retarget_drive_init(drive, &job->skin->skeleton, job->match, NAN,
                                                    PD_RETARGET_SOURCE_SIZE, &biped, PD_ANIM_BIPED_TOE, err);
    if (status == PD_OK) {
        pd_retarget_drive_pose(drive, locals);
        memcpy(out, drive->rotations, (size_t)job->skin->skeleton.joint_count * sizeof *out);
    }

    free(drive);

    return status;
}

/* Computes the nodes of the pose, nodes (joints). *count: their number. *hips: height of the hips in the
 * file's units. */
static pd_status pose_nodes(pd_io_look_node *nodes, int *count, double *hips, const pd_portrait_own_job *job,
                            pd_error *err)
{
    const pd_retarget_skin *skin = job->skin;
    const int joints = skin->skeleton.joint_count;
    const int root = skin->skeleton.root;
    pd_quat locals[PD_ANIM_MAX_JOINTS], turned[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    const pd_vec3 moved = pd_vec3_make(0, 0, 0);

    /* Rotations of the joints: those of a person's pose, or of the file at rest. */
    for (int k = 0; k < joints; k++) locals[k] = pd_q_identity();
    locals[root] = skin->root_turn;
    const pd_status status = job->rotations ? pose_joints(locals, job, err) : PD_OK;
    if (status != PD_OK) return status;
    for (int i = 0; i < PD_RETARGET_OWN_FINGERS && job->fingers && job->face; i++)
        if (job->face->hands.joints[i] >= 0) locals[job->face->hands.joints[i]] = job->fingers[i];

    /* Those of the nodes. A node that no rotation describes keeps its own transform. */
    pd_retarget_skin_to_nodes(turned, skin, locals);
    *count = 0;
    for (int k = 0; k < joints; k++) {
        const pd_retarget_skin_joint *joint = &skin->joints[k];
        if (k != root && (joint->uneven >= 0 || joint->sheared)) continue;
        nodes[(*count)++] = (pd_io_look_node){.node = joint->node,
                                              .rotation = turned[k],
                                              .has_translation = k == root,
                                              .translation = pd_retarget_skin_root_translation(skin, moved)};
    }

    /* Joints that another one carries have translations as well. */
    const pd_retarget_carry *carry = job->match && job->match->carry.count ? &job->match->carry : NULL;
    pd_vec3 places[PD_RETARGET_CARRIED];
    if (carry) pd_retarget_carry_places(places, carry, &skin->skeleton, locals);
    for (int i = 0; carry && i < carry->count; i++)
        for (int n = 0; n < *count; n++)
            if (nodes[n].node == skin->joints[carry->joints[i]].node) {
                nodes[n].has_translation = true;
                nodes[n].translation = pd_retarget_skin_translation(skin, carry->joints[i], places[i]);
            }

    pd_anim_skeleton_forward(at, NULL, &skin->skeleton, locals, moved);
    *hips = job->match ? at[job->match->joints[PD_HUMAN_HIPS]].y : 0;

    return PD_OK;
}

/* ---- camera ---- */

/* Scales the vertices to the size of a person, and finds the boxes of head and figure. */
static void frame_figure(pd_portrait_frame *out, pd_io_look *look, double hips)
{
    float least = INFINITY, most = -INFINITY;

    for (int i = 0; i < look->part_count; i++)
        for (size_t v = 0; v < (size_t)look->parts[i].vertex_count; v++) {
            least = fminf(least, look->parts[i].vertices[3 * v + 1]);
            most = fmaxf(most, look->parts[i].vertices[3 * v + 1]);
        }

    const double height = (double)(most - least);
    const bool is_person = height >= LEAST_HEIGHT && height <= MOST_HEIGHT;
    const float scale = is_person ? 1 : (float)(HEIGHT / fmax(height, 1e-9));
    pd_portrait_frame_begin(out);
    for (int i = 0; i < look->part_count; i++)
        for (size_t v = 0; v < (size_t)look->parts[i].vertex_count; v++) {
            float *p = look->parts[i].vertices + 3 * v;
            for (int c = 0; c < 3; c++) p[c] *= scale;
            if (look->parts[i].marked[v] > 0.5f)
                pd_portrait_frame_head(out, p);
            else
                pd_portrait_frame_figure(out, p);
        }

    out->waist = (float)hips * scale;
}

/* ---- surfaces ---- */

/* Makes the texture of a picture, once. */
static pd_status use_picture(const pd_draw_texture **out, own_picture *p, int picture, pd_error *err)
{
    *out = NULL;
    if (picture < 0) return PD_OK;
    pd_draw_texture *texture = &p->textures[picture];
    if (!texture->level_count) {
        pd_io_image copy = p->look.pictures[picture];
        const size_t bytes = (size_t)copy.width * (size_t)copy.height * (size_t)copy.channels;
        copy.samples = malloc(bytes);
        if (!copy.samples) return pd_fail(err, PD_ERR_MEMORY, "/images", "out of memory");
        memcpy(copy.samples, p->look.pictures[picture].samples, bytes);
        const pd_status status = pd_draw_texture_init(texture, &copy, err);
        pd_io_image_deinit(&copy);
        if (status != PD_OK) return status;
    }

    *out = texture;

    return PD_OK;
}

/* Makes a texture whose alpha is the coverage of the material: the picture's and the factor's, or with a
 * cutoff 0 and 255. */
static pd_status use_alpha(pd_draw_texture *out, const own_picture *p, const pd_io_look_material *m,
                           pd_error *err)
{
    const pd_io_image *from = m->albedo >= 0 ? &p->look.pictures[m->albedo] : NULL;
    pd_io_image image;

    pd_status status = pd_io_image_init(&image, from ? from->width : 1, from ? from->height : 1, 4, 8, err);
    if (status != PD_OK) return status;
    const uint8_t *samples = from ? from->samples : NULL;
    uint8_t *to = image.samples;
    for (size_t i = 0; i < (size_t)image.width * (size_t)image.height; i++) {
        const size_t channels = from ? (size_t)from->channels : 0;
        float alpha = m->alpha * (channels == 4 ? (float)samples[4 * i + 3] / 255 : 1);
        if (m->mode == PD_IO_LOOK_MASK) alpha = alpha >= m->cutoff ? 1 : 0;
        for (size_t c = 0; c < 3; c++) to[4 * i + c] = from ? samples[channels * i + c] : 255;
        to[4 * i + 3] = (uint8_t)lrintf(255 * fminf(1, alpha));
    }

    status = pd_draw_texture_init(out, &image, err);
    pd_io_image_deinit(&image);

    return status;
}

/* Makes the texture of occlusion (red) and roughness (green) out of the two pictures of a material, of which
 * one may be missing. Each file says for itself whether they are one picture. */
static pd_status use_gloss(pd_draw_texture *out, const own_picture *p, const pd_io_look_material *m,
                           pd_error *err)
{
    const pd_io_image *gloss = m->gloss >= 0 ? &p->look.pictures[m->gloss] : NULL;
    const pd_io_image *shade = m->occlusion >= 0 ? &p->look.pictures[m->occlusion] : NULL;
    const pd_io_image *size = gloss ? gloss : shade;
    pd_io_image image;

    pd_status status = pd_io_image_init(&image, size->width, size->height, 3, 8, err);
    if (status != PD_OK) return status;
    uint8_t *to = image.samples;
    for (size_t y = 0; y < (size_t)image.height; y++)
        for (size_t x = 0; x < (size_t)image.width; x++, to += 3) {
            to[0] = to[1] = to[2] = 255;
            if (gloss)
                to[1] = ((const uint8_t *)
                             gloss->samples)[(y * (size_t)image.width + x) * (size_t)gloss->channels + 1];
            if (!shade) continue;
            const size_t row = y * (size_t)shade->height / (size_t)image.height;
            const size_t column = x * (size_t)shade->width / (size_t)image.width;
            const uint8_t open =
                ((const uint8_t *)
                     shade->samples)[(row * (size_t)shade->width + column) * (size_t)shade->channels];
            to[0] = (uint8_t)lrintf(255 - m->occlusion_strength * (float)(255 - open));
        }

    status = pd_draw_texture_init(out, &image, err);
    pd_io_image_deinit(&image);

    return status;
}

/* Makes the surface of a part. */
static pd_status own_surface(own_picture *p, int index, pd_error *err)
{
    const pd_io_look_part *part = &p->look.parts[index];
    const pd_io_look_material *m = &part->material;
    pd_draw_surface *s = &p->surfaces[index];

    *s = (pd_draw_surface){.vertices = part->vertices,
                           .normals = part->normals,
                           .uvs = part->uvs,
                           .colors = part->colors,
                           .faces = part->faces,
                           .vertex_count = part->vertex_count,
                           .face_count = part->face_count,
                           .kind = m->is_unlit ? PD_DRAW_UNLIT : PD_DRAW_PLAIN,
                           .roughness = m->roughness,
                           .two_sided = m->two_sided};
    memcpy(s->color, m->color, sizeof s->color);
    memcpy(s->glow_color, m->glow, sizeof s->glow_color);
    pd_status status = use_picture(&s->albedo, p, m->albedo, err);
    if (status == PD_OK) status = use_picture(&s->normal, p, m->normal, err);
    if (status == PD_OK && (m->gloss >= 0 || m->occlusion >= 0)) {
        status = use_gloss(&p->glosses[index], p, m, err);
        s->surface = &p->glosses[index];
    }

    if (status == PD_OK) status = use_picture(&s->glow, p, m->emission, err);

    /* Alpha, if anything is transparent. */
    const bool has_picture = m->albedo >= 0 && p->look.pictures[m->albedo].channels == 4;
    if (status != PD_OK || m->mode == PD_IO_LOOK_OPAQUE || (!has_picture && m->alpha >= 1)) return status;
    status = use_alpha(&p->alphas[index], p, m, err);
    s->albedo = &p->alphas[index];
    s->has_alpha = true;
    if (!s->uvs) s->uvs = p->no_uvs;

    return status;
}

static pd_status own_surfaces(own_picture *p, pd_error *err)
{
    size_t most = 1;

    for (int i = 0; i < p->look.part_count; i++)
        if ((size_t)p->look.parts[i].vertex_count > most) most = (size_t)p->look.parts[i].vertex_count;
    p->no_uvs = calloc(2 * most, sizeof *p->no_uvs);
    if (!p->no_uvs) return pd_fail(err, PD_ERR_MEMORY, "/meshes", "out of memory");
    for (int i = 0; i < p->look.part_count; i++) {
        const pd_status status = own_surface(p, i, err);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* ---- the picture ---- */

/* Reads the file in the pose. */
static pd_status read_look(own_picture *p, double *hips, const pd_portrait_own_job *job, pd_error *err)
{
    const int joints = job->skin->skeleton.joint_count;
    pd_io_look_node *nodes = malloc((size_t)joints * sizeof *nodes);
    int *moving = malloc((size_t)joints * sizeof *moving);
    int count = 0;

    pd_status status = nodes && moving ? pose_nodes(nodes, &count, hips, job, err)
                                       : pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory");
    for (int k = 0; status == PD_OK && k < joints; k++) moving[k] = job->skin->joints[k].node;
    if (status == PD_OK) {
        const pd_io_look_job look = {.nodes = nodes,
                                     .node_count = count,
                                     .moving = moving,
                                     .moving_count = joints,
                                     .marked = job->head >= 0 ? job->skin->joints[job->head].node : -1,
                                     .face = job->face && job->weights ? &job->face->shapes : NULL,
                                     .weights = job->weights,
                                     .side_most = PD_PORTRAIT_OWN_TEXTURE,
                                     .json_memory = job->json_memory};
        status = pd_io_look_read(&p->look, job->file, &look, err);
    }

    free(nodes);
    free(moving);

    return status;
}

pd_status pd_portrait_own_run(pd_io_image *out, char *note, const pd_portrait_own_job *job,
                              const pd_executor *executor, pd_error *err)
{
    own_picture *p = calloc(1, sizeof *p);
    pd_portrait_frame frame;
    double hips = 0;

    *out = (pd_io_image){0};
    *note = 0;
    if (!p) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    PD_ASSERT(!job->rotations || job->match);

    /* The figure, its size and its surfaces. */
    pd_status status = read_look(p, &hips, job, err);
    if (status == PD_OK) {
        strcpy(note, p->look.note);
        frame_figure(&frame, &p->look, hips);
        frame.has_waist = job->match != NULL;
        status = own_surfaces(p, err);
    }

    /* The picture. */
    if (status == PD_OK)
        status =
            pd_portrait_sight_draw(out, &job->sight, &frame, p->surfaces, p->look.part_count, executor, err);
    for (int i = 0; i < p->look.picture_count; i++) pd_draw_texture_deinit(&p->textures[i]);
    for (int i = 0; i < p->look.part_count; i++) {
        pd_draw_texture_deinit(&p->alphas[i]);
        pd_draw_texture_deinit(&p->glosses[i]);
    }

    free(p->no_uvs);
    pd_io_look_deinit(&p->look);
    free(p);

    return status;
}

size_t pd_portrait_own_bytes(int width, int height, size_t file_bytes, int worker_count)
{
    return pd_portrait_sight_bytes(width, height, 0, worker_count) + BYTES_PER_BYTE * file_bytes +
           PICTURE_BYTES;
}
