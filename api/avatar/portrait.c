#include "api/avatar/portrait.h"

#include "api/avatar/picture.h"
#include "api/body/wear.h"
#include "core/base/assert.h"
#include "core/portrait/portrait.h"
#include "core/portrait/stance.h"
#include "core/smpl/part/hand.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct portrait_values {
    pd_api_body_values body;
    pd_api_wear_values wear;
    pd_api_picture_values picture;
    int format, stance, skinning; /* stance -1: absent */
} portrait_values;

#define AT(member) offsetof(portrait_values, member)

const pd_api_field pd_api_portrait_wear_fields[] = {PD_API_WEAR_FIELDS(AT(wear)), {0}};

const pd_api_field pd_api_portrait_fields[] = {
    PD_API_PICTURE_FIELDS(AT(picture)),
    {.name = "stance",
     .type = PD_API_CHOICE,
     .offset = AT(stance),
     .choices = PD_API_STANCE_CHOICES,
     .doc = "Stance of a figure without a pose: standing (at ease), relaxed (weight on one leg), "
            "power-stance (feet apart, fists on the hips) or thumbs-up. Without it standing, in one of six "
            "ways by the seed of `random`. Not allowed together with a pose."},
    {.name = "skinning",
     .type = PD_API_CHOICE,
     .offset = AT(skinning),
     .preset = "\"lbs\"",
     .choices = "lbs|dqs|sbs",
     .doc = "Skinning method: linear blend (lbs), dual quaternion (dqs) or spherical blend skinning (sbs)."},
    {0},
};

const pd_api_field pd_api_portrait_query_fields[] = {
    PD_API_PICTURE_FORMAT_FIELD(AT(format)),
    {0},
};

/* A portrait that waits. */
typedef struct portrait_job {
    pd_smpl_body body;
    const pd_api_person *person;
    pd_api_wear wear;
    pd_portrait_job picture;
    int skinning, format;
} portrait_job;

/* ---- decoding ---- */

/* Poses the figure of a portrait that has no pose. curls:
 * whether the left and the right hand are those of the stance. */
static bool portrait_stand(portrait_job *job, pd_portrait_stance stance, int way, const bool curls[2],
                           pd_api_call *call)
{
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t numbers = 9 * (size_t)model->joint_count;
    float *r = pd_api_pool_take(&call->pool, numbers, sizeof *r);
    if (!r) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    if (job->body.rotations)
        memcpy(r, job->body.rotations, numbers * sizeof *r);
    else
        for (size_t i = 0; i < numbers; i++) r[i] = i % 9 % 4 == 0;

    pd_portrait_stance_run(r, model, stance, way);
    for (int side = 0; side < 2; side++)
        if (curls[side]) pd_portrait_stance_curl(r, model, stance, way, side);
    job->body.rotations = r;

    return true;
}

/* Sets the friendly face of a portrait that has no expression. */
static bool befriend(portrait_job *job, pd_api_call *call)
{
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const int count = model->expression_count;

    if (!count || !model->data.expression_names) return true;
    float *weights = pd_api_pool_take(&call->pool, (size_t)count, sizeof *weights);
    if (!weights) return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory");
    pd_portrait_friendly(weights, model);
    job->body.expression = weights;
    job->body.expression_count = count;

    return true;
}

/* Reads the body. */
static bool read_body(portrait_job *job, portrait_values *values, pd_api_call *call)
{
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    pd_api_body_values asked = values->body;

    if (!asked.flat_hand_mean) asked.flat_hand_mean = -1; /* an explicit default value is not a pose */
    const bool has_pose = asked.pose || asked.quaternions || asked.rotations || pd_api_body_has_parts(&asked);
    const bool has_face = values->body.expression || values->body.blend_shapes;

    const pd_portrait_stance stance = values->stance < 0 ? PD_PORTRAIT_STANCE_STANDING : values->stance;
    if (has_pose && values->stance >= 0)
        pd_api_note(&call->problems, PD_ERR_INVALID, "/stance",
                    "given together with a pose; only one of the two allowed");

    /* Without a stance, the seed of a person chooses the way of standing. */
    const long long seed = values->body.people.random.seed;
    const int way = values->stance < 0 && seed >= 0 ? pd_portrait_stance_way((uint64_t)seed) : 0;
    bool curls[2] = {false, false};

    /* Hands that are not posed are those of the stance, where the model has fingers. */
    if (!has_pose && pd_smpl_joint_find(&model->data, "left_index1") >= 0) {
        int *hands[] = {&values->body.left_hand, &values->body.right_hand};
        for (int side = 0; side < 2; side++)
            if (*hands[side] < 0) {
                *hands[side] = pd_smpl_hand_pose_find(pd_portrait_stance_hand(stance, way, side));
                curls[side] = true;
            }
    }

    bool good =
        pd_api_body_read(&job->body, &job->person, &values->body, model, &call->pool, "", &call->problems);
    if (good && !has_pose) good = portrait_stand(job, stance, way, curls, call);
    if (good && !job->body.rotations)
        good = pd_api_rest_pose(&job->body.rotations, model, &call->pool, &call->problems);
    if (good && !has_face) good = befriend(job, call);

    return good;
}

/* ---- running ---- */

static size_t portrait_bytes(const pd_api_call *call, int threads)
{
    const portrait_job *own = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const pd_smpl_job job = {
        .bodies = NULL, .body_count = 1, .skinning = (pd_smpl_skinning)own->skinning, .contact = NULL};

    return pd_smpl_job_scratch_bytes(&job, model) +
           2 * pd_arena_bytes(3 * (size_t)model->vertex_count, sizeof(float)) +
           pd_arena_bytes(3 * (size_t)model->joint_count, sizeof(float)) +
           pd_portrait_bytes(own->picture.sight.width, own->picture.sight.height, 2 * model->vertex_count,
                             threads) +
           (own->wear.wardrobe ? pd_wardrobe_export_bytes(own->wear.wardrobe, &own->wear.outfit, 1, 0, 0, 0)
                               : 0);
}

/* Draws the body that has been made, with its clothes. */
static pd_status draw_portrait(pd_buffer *out, portrait_job *own, const pd_api_call *call,
                               const pd_executor *executor, pd_error *err)
{
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    pd_wardrobe_export dressed = {0};
    pd_portrait_job picture = own->picture;
    pd_io_image image = {0};
    pd_status status = PD_OK;

    if (own->wear.wardrobe) {
        const pd_wardrobe_request request = {.wardrobe = own->wear.wardrobe,
                                             .model = model,
                                             .own = own->wear.own,
                                             .outfit = own->wear.outfit,
                                             .palette = own->wear.palette,
                                             .bodies = &own->body,
                                             .skins = picture.skin,
                                             .body_count = 1,
                                             .has_normals = true,
                                             .has_corners = true,
                                             .has_folds = true,
                                             .no_morphs = true};
        status = pd_wardrobe_export_init(&dressed, &request, err);
        if (status == PD_OK) picture.dressed = &dressed;
    }

    if (status == PD_OK) status = pd_portrait_run(&image, &picture, executor, err);
    if (status == PD_OK) status = pd_api_picture_write(out, &image, own->format, err);
    pd_io_image_deinit(&image);
    if (own->wear.wardrobe) pd_wardrobe_export_deinit(&dressed);

    return status;
}

static void run_portrait(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    portrait_job *own = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t points = 3 * (size_t)model->vertex_count;
    const size_t joints = 3 * (size_t)model->joint_count;
    const pd_smpl_job job = {
        .bodies = &own->body, .body_count = 1, .skinning = (pd_smpl_skinning)own->skinning, .contact = NULL};
    const pd_smpl_job any = {
        .bodies = NULL, .body_count = 1, .skinning = (pd_smpl_skinning)own->skinning, .contact = NULL};
    pd_error err = {0};

    /* The posed body. */
    if (!pd_arena_reserve(scratch, 2 * pd_arena_bytes(points, sizeof(float)) +
                                       pd_arena_bytes(joints, sizeof(float)) +
                                       pd_smpl_job_scratch_bytes(&any, model))) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    own->body.vertices = pd_arena_take(scratch, points, sizeof(float));
    own->body.normals = pd_arena_take(scratch, points, sizeof(float));
    own->body.joints = pd_arena_take(scratch, joints, sizeof(float));
    own->body.cancel = own->picture.sight.cancel = call->cancel;
    PD_ASSERT(own->body.vertices && own->body.normals && own->body.joints);
    pd_smpl_job_run(&job, model, scratch, executor);
    if (pd_cancelled(call->cancel)) return;

    /* The picture. */
    own->picture.model = model;
    own->picture.skin = own->body.vertices;
    own->picture.normals = own->body.normals;
    own->picture.joints = own->body.joints;
    own->picture.wardrobe = own->wear.wardrobe;
    own->picture.palette = own->wear.palette;
    const int hair = own->wear.outfit.items[PD_WARDROBE_HAIR];
    const int beard = own->wear.outfit.items[PD_WARDROBE_BEARD];
    own->picture.hair = own->wear.wardrobe && hair >= 0 ? &own->wear.wardrobe->items[hair] : NULL;
    own->picture.beard = own->wear.wardrobe && beard >= 0 ? &own->wear.wardrobe->items[beard] : NULL;
    pd_buffer *out = pd_api_answer(call, 200, pd_api_formats[own->format].type);
    const pd_status status = draw_portrait(out, own, call, executor, &err);
    if (status != PD_OK && !pd_cancelled(call->cancel))
        pd_api_refuse(call, status == PD_ERR_MEMORY ? 503 : 500, NULL, "%s: %s", err.where, err.detail);
}

/* ---- the route ---- */

/* Hashes everything that the picture depends on. */
static pd_api_hash picture_hash(const pd_api_call *call)
{
    const portrait_job *own = call->job;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    pd_api_hash hash = pd_api_reply_hash(call, "portrait");

    pd_api_hash_int(&hash, (long long)model->content_hash);
    const int numbers[] = {own->format, own->skinning};
    pd_api_hash_add(&hash, numbers, sizeof numbers);
    pd_api_picture_hash(&hash, &own->picture.sight);
    pd_api_wear_hash(&hash, &own->wear);

    const pd_smpl_body *b = &own->body;
    if (b->betas) pd_api_hash_add(&hash, b->betas, (size_t)b->beta_count * sizeof *b->betas);
    if (b->expression)
        pd_api_hash_add(&hash, b->expression, (size_t)b->expression_count * sizeof *b->expression);
    if (b->rotations)
        pd_api_hash_add(&hash, b->rotations, 9 * (size_t)model->joint_count * sizeof *b->rotations);
    if (b->translation) pd_api_hash_add(&hash, b->translation, 3 * sizeof *b->translation);
    if (b->soft) pd_api_hash_add(&hash, b->soft, (size_t)b->soft_count * sizeof *b->soft);
    pd_api_hash_int(&hash, b->ground);

    return hash;
}

static void release_portrait(pd_api_call *call)
{
    pd_api_wear_release(&((portrait_job *)call->job)->wear);
}

void pd_api_handle_portrait(pd_api_call *call, const pd_api_request *request)
{
    portrait_values values = {.body = PD_API_NO_BODY_VALUES,
                              .wear = PD_API_NO_WEAR_VALUES,
                              .picture = PD_API_NO_PICTURE_VALUES,
                              .format = -1,
                              .stance = -1};
    pd_api_documents documents = {0};
    pd_error err;

    if (!pd_api_take_body_model(call, call->id)) return;
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    portrait_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    *job = (portrait_job){.wear = {.palette = PD_WARDROBE_PALETTE}};
    call->job = job;
    call->deinit = release_portrait;
    call->run = run_portrait;
    call->run_bytes = portrait_bytes;
    call->weight = 1;
    call->coding = PD_API_IDENTITY; /* pictures are compressed in themselves */

    /* Read all fields even after an error, so that all errors are reported together. */
    int good = pd_api_decode_fields(&values, &documents, call, request);
    if (!call->done) {
        good &= read_body(job, &values, call);
        good &= pd_api_picture_read(&job->picture.sight, &values.picture, call);
        job->skinning = values.skinning;
        job->format = good ? pd_api_choose_format(call, request,
                                                  values.format < 0 ? -1 : PD_API_FORMAT_PNG + values.format,
                                                  1u << PD_API_FORMAT_PNG | 1u << PD_API_FORMAT_WEBP)
                           : -1;
        good = job->format >= 0 && pd_api_wear_join(&values.wear, call) &&
               pd_api_wear_read(&job->wear, &values.wear, values.body.people.random.seed,
                                values.body.people.gender, model, call, NULL);
        if (good) pd_api_wear_person(&job->wear, job->person, &values.wear);
    }

    pd_api_documents_release(&documents);
    const pd_smpl_job check = {
        .bodies = &job->body, .body_count = 1, .skinning = (pd_smpl_skinning)job->skinning, .contact = NULL};
    if (good && pd_smpl_job_check(&check, model, &err) != PD_OK)
        good = pd_api_note_error(&call->problems, "", &err);
    if (!good) return;

    if (!strcmp(call->route->method, "GET") && pd_api_cacheable(call, request, picture_hash(call), 300))
        return;
    pd_api_header_set(&call->reply, "Content-Disposition", "inline; filename=\"%.64s.%s\"", call->model.id,
                      pd_api_formats[job->format].suffix);
}

/* Milliseconds on one core of a Xeon. */
#define COST_FIGURE 35.0 /* body, clothes, textures, shadow */

double pd_api_portrait_cost(const pd_api_call *call)
{
    if (!call->job) return 0; /* refused */
    return COST_FIGURE + pd_api_picture_cost(&((const portrait_job *)call->job)->picture.sight);
}
