#include "core/portrait/portrait.h"

#include "core/base/assert.h"
#include "core/draw/hair.h"
#include "core/wardrobe/export/cornea.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SKIN_ROUGHNESS 0.48f
#define TEXTURE_BYTES  (8u << 20)
#define HAIR_BYTES     (3u << 20) /* pd_draw_hair of 9,000 triangles; the largest head of hair has 6,300 */
#define SURFACES_MOST  (1 + PD_WARDROBE_SLOT_COUNT * PD_WARDROBE_PARTS_MAX)

/* A job with the materials and textures of its surfaces. */
typedef struct portrait {
    pd_draw_surface surfaces[SURFACES_MOST];
    int surface_count;
    pd_draw_texture textures[PD_WARDROBE_TEXTURES_MAX];
    int texture_count;
    pd_draw_texture skin[3];        /* albedo, normal, surface */
    float *skin_block;              /* (2,M,3) vertices and normals of the skin's corners */
    uint32_t *faces[SURFACES_MOST]; /* triangles of the layers, with wider indices */
    float *coats[SURFACES_MOST];    /* normals of the coats of eyes */
    pd_draw_hair hair[SURFACES_MOST];
} portrait;

/* ---- the face ---- */

/* A faint smile, as photographers ask for: relaxed brows, the corners of the mouth a little up, and upper
 * lids down by 0.6 mm, because at rest some eyes look startled. */
void pd_portrait_friendly(float *expression, const pd_smpl_model *model)
{
    static const struct {
        const char *name;
        float weight;
    } rows[] = {{"browInnerUp", 0.25f},   {"mouthSmileLeft", 0.4f},   {"mouthSmileRight", 0.4f},
                {"eyeSquintLeft", 0.08f}, {"eyeSquintRight", 0.08f},  {"eyeBlinkLeft", 0.1f},
                {"eyeBlinkRight", 0.1f},  {"cheekSquintLeft", 0.25f}, {"cheekSquintRight", 0.25f}};
    for (int e = 0; e < model->expression_count; e++) {
        expression[e] = 0;
        for (size_t i = 0; model->data.expression_names && i < sizeof rows / sizeof *rows; i++)
            if (!strcmp(model->data.expression_names[e], rows[i].name)) expression[e] = rows[i].weight;
    }
}

/* ---- camera ---- */

/* Returns whether a joint is `root` or below it. */
static bool belongs(const pd_smpl_model *model, int joint, int root)
{
    while (joint > root) joint = model->data.parents[joint];
    return joint == root;
}

/* Finds the boxes of the figure and of its head: the skin that mostly follows the head, or all skin if the
 * model has no head. */
static void frame_person(pd_portrait_frame *out, const pd_portrait_job *job)
{
    const pd_smpl_model *model = job->model;
    const int head = pd_smpl_joint_find(&model->data, "head");
    const int pelvis = pd_smpl_joint_find(&model->data, "pelvis");

    pd_portrait_frame_begin(out);
    for (int i = 0; i < model->vertex_count; i++) {
        const float *row = model->data.weights + (size_t)i * (size_t)model->joint_count;
        float share = head < 0 ? 1 : 0;
        for (int k = head; k >= 0 && k < model->joint_count; k++)
            if (row[k] > 0 && belongs(model, k, head)) share += row[k];
        if (share > 0.5f)
            pd_portrait_frame_head(out, job->skin + 3 * (size_t)i);
        else
            pd_portrait_frame_figure(out, job->skin + 3 * (size_t)i);
    }

    for (int l = 0; job->dressed && l < job->dressed->layer_count; l++)
        for (int i = 0; i < job->dressed->layers[l].corner_count; i++)
            pd_portrait_frame_figure(out, job->dressed->worn[l].vertices + 3 * (size_t)i);
    out->has_waist = pelvis >= 0;
    if (pelvis >= 0) out->waist = job->joints[3 * pelvis + 1];
}

pd_draw_camera pd_portrait_camera(const pd_portrait_job *job)
{
    pd_portrait_frame frame;
    frame_person(&frame, job);
    return pd_portrait_sight_camera(&job->sight, &frame);
}

/* ---- surfaces ---- */

/* Returns the kind of surface of a layer of the wardrobe. Hair with roughness 1 is curled and is drawn
 * without the highlight along strands. */
static pd_draw_kind portrait_kind_of(pd_wardrobe_slot slot, float roughness)
{
    if (slot == PD_WARDROBE_HAIR || slot == PD_WARDROBE_BEARD)
        return roughness < 1 ? PD_DRAW_HAIR : PD_DRAW_PLAIN;
    if (slot == PD_WARDROBE_EYES) return PD_DRAW_EYE;
    return PD_DRAW_PLAIN;
}

/* Gives the skin its textures. Texture coordinates belong to corners, so vertices on seams are repeated. */
static pd_status texture_skin(portrait *p, pd_draw_surface *s, const pd_portrait_job *job,
                              const pd_executor *executor, pd_error *err)
{
    const pd_wardrobe_skin *skin = &job->wardrobe->skin;
    const size_t corners = (size_t)skin->corner_count;
    pd_wardrobe_complexion made;
    float *block = p->skin_block = malloc(6 * corners * sizeof *block);

    if (!block) return pd_fail(err, PD_ERR_MEMORY, "portrait", "out of memory");

    /* Corners on seams repeat their vertex. */
    for (size_t c = 0; c < corners; c++) {
        memcpy(block + 3 * c, job->skin + 3 * (size_t)skin->corners[c], 3 * sizeof *block);
        memcpy(block + 3 * (corners + c), job->normals + 3 * (size_t)skin->corners[c], 3 * sizeof *block);
    }

    const pd_portrait_sight *sight = &job->sight;
    const int pixels = sight->width > sight->height ? sight->width : sight->height;
    const float close = sight->view == PD_PORTRAIT_HEAD ? sight->zoom : 0.5f * sight->zoom;
    const int side = (float)pixels * close > 700 ? 1024 : 512;
    const pd_wardrobe_complexion_job paint = {.wardrobe = job->wardrobe,
                                              .palette = &job->palette,
                                              .hair = job->hair,
                                              .beard = job->beard,
                                              .side = side,
                                              .faces = job->dressed->faces,
                                              .face_count = job->dressed->face_count};
    pd_status status = pd_wardrobe_complexion_init(&made, &paint, executor, err);
    if (status == PD_OK) status = pd_draw_texture_init(&p->skin[0], &made.albedo, err);
    if (status == PD_OK) status = pd_draw_texture_init(&p->skin[1], &made.normal, err);
    if (status == PD_OK) status = pd_draw_texture_init(&p->skin[2], &made.surface, err);
    pd_wardrobe_complexion_deinit(&made);

    s->vertices = block;
    s->normals = block + 3 * corners;
    s->uvs = skin->uvs;
    s->vertex_count = skin->corner_count;
    s->albedo = &p->skin[0];
    s->normal = &p->skin[1];
    s->surface = &p->skin[2];
    s->roughness = s->color[0] = s->color[1] = s->color[2] = 1;

    return status;
}

/* Adds the skin. */
static pd_status add_skin_portrait(portrait *p, const pd_portrait_job *job, const pd_executor *executor,
                                   pd_error *err)
{
    pd_draw_surface *s = &p->surfaces[p->surface_count++];

    *s = (pd_draw_surface){.vertices = job->skin,
                           .normals = job->normals,
                           .faces = job->dressed ? job->dressed->faces : job->model->data.faces,
                           .vertex_count = job->model->vertex_count,
                           .face_count = job->dressed ? job->dressed->face_count : job->model->face_count,
                           .kind = PD_DRAW_SKIN,
                           .roughness = SKIN_ROUGHNESS};
    pd_wardrobe_skin_color(s->color, job->palette.skin);
    const bool has_texture = job->dressed && job->dressed->has_corners && job->wardrobe;

    return has_texture ? texture_skin(p, s, job, executor, err) : PD_OK;
}

/* Adds the parts of one layer. */
static pd_status add_layer(portrait *p, const pd_portrait_job *job, int layer, pd_error *err)
{
    const pd_wardrobe_export *dressed = job->dressed;
    const pd_io_glb_layer *l = &dressed->layers[layer];

    for (int k = 0; k < l->part_count; k++) {
        const pd_io_glb_part *part = &l->parts[k];
        const pd_io_glb_material *m = &dressed->materials[part->material];
        PD_ASSERT(p->surface_count < SURFACES_MOST);

        uint32_t *faces = malloc((3 * (size_t)part->face_count + 1) * sizeof *faces);
        if (!faces) return pd_fail(err, PD_ERR_MEMORY, "portrait", "out of memory");
        for (int i = 0; i < 3 * part->face_count; i++) faces[i] = l->faces[3 * part->first_face + i];
        p->faces[p->surface_count] = faces;

        pd_draw_surface *s = &p->surfaces[p->surface_count++];
        *s = (pd_draw_surface){.vertices = dressed->worn[layer].vertices,
                               .normals = dressed->worn[layer].normals,
                               .uvs = l->uvs,
                               .faces = faces,
                               .vertex_count = l->corner_count,
                               .face_count = part->face_count,
                               .kind = l->uvs ? portrait_kind_of(dressed->layer_slots[layer], m->roughness)
                                              : PD_DRAW_PLAIN,
                               .roughness = m->roughness,
                               .albedo = m->texture < 0 ? NULL : &p->textures[m->texture],
                               .has_alpha = m->alpha != PD_IO_GLB_OPAQUE && m->texture >= 0,
                               .two_sided = m->two_sided || m->both_windings,
                               .keeps_normals = m->both_windings != 0};

        /* Folds and shade. A picture of seams and wear is both shade and albedo. */
        if (m->fold_map) s->folds = &p->textures[m->fold_map - 1];
        if (m->shade_map) s->shade = &p->textures[m->shade_map - 1];
        if (s->folds || s->shade) s->places = l->places;
        s->is_at_places = m->at_places != 0;
        if (s->is_at_places) {
            s->shade = s->albedo;
            s->albedo = NULL;
            s->places = l->places;
        }

        if (s->has_alpha && s->albedo->channels != 4) s->has_alpha = false;
        memcpy(s->color, m->color, sizeof s->color);
        if (s->kind == PD_DRAW_HAIR) {
            pd_draw_hair *hair = &p->hair[p->surface_count - 1];
            const pd_status status = pd_draw_hair_init(hair, s, dressed->strands[layer], err);
            if (status != PD_OK) return status;
            pd_draw_hair_use(s, hair);
        }

        if (s->kind == PD_DRAW_EYE) {
            float *coat = malloc(3 * (size_t)l->corner_count * sizeof *coat);
            if (!coat) return pd_fail(err, PD_ERR_MEMORY, "portrait", "out of memory");
            pd_wardrobe_cornea(coat, s->vertices, l->corner_count, l->corners, l->joints,
                               dressed->layer_rests[layer]);
            s->second = p->coats[p->surface_count - 1] = coat;
        }
    }

    return PD_OK;
}

static pd_status add_surfaces(portrait *p, const pd_portrait_job *job, const pd_executor *executor,
                              pd_error *err)
{
    pd_status status = add_skin_portrait(p, job, executor, err);

    if (!job->dressed) return status;

    /* Textures, then the layers that use them. */
    for (int t = 0; t < job->dressed->texture_count && status == PD_OK; t++) {
        const pd_bytes png = job->dressed->textures[t].file;
        pd_io_image image;
        status = pd_io_png_read(&image, png.data, png.size, NULL, err);
        if (status == PD_OK) status = pd_draw_texture_init(&p->textures[t], &image, err);
        if (status == PD_OK) p->texture_count++;
    }

    for (int l = 0; l < job->dressed->layer_count && status == PD_OK; l++) status = add_layer(p, job, l, err);

    return status;
}

/* ---- the picture ---- */

pd_status pd_portrait_run(pd_io_image *out, const pd_portrait_job *job, const pd_executor *executor,
                          pd_error *err)
{
    pd_portrait_frame frame;

    *out = (pd_io_image){0};
    pd_status status = pd_portrait_sight_check(&job->sight, err);
    if (status != PD_OK) return status;

    /* Make the scene and draw it. */
    portrait *p = calloc(1, sizeof *p);
    if (!p) return pd_fail(err, PD_ERR_MEMORY, "portrait", "out of memory");
    status = add_surfaces(p, job, executor, err);
    frame_person(&frame, job);
    if (status == PD_OK)
        status =
            pd_portrait_sight_draw(out, &job->sight, &frame, p->surfaces, p->surface_count, executor, err);
    for (int t = 0; t < p->texture_count; t++) pd_draw_texture_deinit(&p->textures[t]);
    for (int t = 0; t < 3; t++) pd_draw_texture_deinit(&p->skin[t]);
    free(p->skin_block);
    for (int s = 0; s < p->surface_count; s++) {
        free(p->faces[s]);
        free(p->coats[s]);
        pd_draw_hair_deinit(&p->hair[s]);
    }

    free(p);

    return status;
}

size_t pd_portrait_bytes(int width, int height, int vertices, int worker_count)
{
    return pd_portrait_sight_bytes(width, height, vertices, worker_count) + TEXTURE_BYTES + HAIR_BYTES;
}
