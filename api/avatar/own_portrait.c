#include "api/avatar/own_portrait.h"

#include "api/avatar/picture.h"
#include "api/body/numbers.h"
#include "api/http/reply_header.h"
#include "api/motion/characters.h"
#include "api/motion/face.h"
#include "core/base/assert.h"
#include "core/portrait/own.h"
#include "core/portrait/stance.h"

#include <stdio.h>
#include <string.h>

#define BODY_NUMBERS 66 /* SMPL's first 22 joints */
#define ALL_NUMBERS  (3 * PD_ANIM_SMPL_JOINTS)
#define COST_FIGURE  60.0 /* milliseconds on one core: file, pictures, shadow */

typedef struct own_values {
    pd_api_face_values face; /* the table of api/motion/face.h fills it, but for `seconds` */
    pd_api_picture_values picture;
    const json_t *pose;
    int stance, format;
} own_values;

#define AT(member) offsetof(own_values, member)

/* A pose of 22 joints: the T-pose with lowered arms. */
#define NOUGHTS      "0,0,0,0,0,0,0,0,0,0,0,0,"
#define LOWERED_ARMS "[" NOUGHTS NOUGHTS NOUGHTS NOUGHTS "0,0,-1.1,0,0,1.1,0,0,0,0,0,0,0,0,0,0,0,0]"

#define HAND_POSE(id, name, ...) "|" name
static const char hand_names[] = PD_SMPL_HAND_POSE_TABLE(HAND_POSE);

#define HAND_FIELD(side)                                                                                     \
    {                                                                                                        \
        .name = #side "_hand", .type = PD_API_CHOICE, .offset = AT(face.side##_hand),                        \
        .choices = hand_names + 1,                                                                           \
        .doc =                                                                                               \
            "Pose of the " #side " hand by name, for a file with fingers. Without it that of the stance, "   \
            "or the file's own with a pose."                                                                 \
    }

const pd_api_field pd_api_own_portrait_fields[] = {
    PD_API_PICTURE_FIELDS(AT(picture)),
    {.name = "stance",
     .type = PD_API_CHOICE,
     .offset = AT(stance),
     .choices = PD_API_STANCE_CHOICES,
     .doc =
         "Stance of a person without a pose: standing (at ease), relaxed (weight on one leg), power-stance "
         "(feet apart, fists on the hips) or thumbs-up. Without it standing. Not allowed together with a "
         "pose, or for animals."},
    {.name = "pose",
     .type = PD_API_NUMBERS,
     .offset = AT(pose),
     .min = -100,
     .max = 100,
     .unit = "radians",
     .example = LOWERED_ARMS,
     .doc = "Rotations of a person's joints as axis-angle vectors from the T-pose, in the order of SMPL: 66 "
            "numbers (22 joints) or 72 (24, of which the hands have no effect)."},
    HAND_FIELD(left),
    HAND_FIELD(right),
    {.name = "blend_shapes",
     .type = PD_API_ANY,
     .offset = AT(face.blend_shapes),
     .schema =
         "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"minimum\":-2,\"maximum\":2}}",
     .example = "{\"jawOpen\":0.4,\"happy\":0.8}",
     .doc =
         "Expression weights by name, -2 to 2: names of `face` of the character. Without it the face is as "
         "in the file."},
    {0},
};

const pd_api_field pd_api_own_portrait_query_fields[] = {
    PD_API_PICTURE_FORMAT_FIELD(AT(format)),
    {0},
};

typedef struct own_job {
    pd_api_skeleton *character; /* retained */
    pd_portrait_own_job picture;
    pd_quat rotations[PD_ANIM_SMPL_JOINTS], fingers[PD_RETARGET_OWN_FINGERS];
    pd_retarget_own_goal goal;
    int format;
} own_job;

static void release_own(pd_api_call *call)
{
    pd_api_skeleton_release(((own_job *)call->job)->character);
}

/* ---- decoding ---- */

/* Reads `pose`. */
static bool read_own_pose(own_job *job, const json_t *pose, pd_api_call *call)
{
    float numbers[ALL_NUMBERS] = {0};

    const int count = pd_api_numbers_read(
        numbers, pose, (pd_api_count){BODY_NUMBERS, ALL_NUMBERS, "22 or 24 axis-angle vectors"},
        pd_api_field_named(pd_api_own_portrait_fields, "pose"), "/pose", &call->problems);
    if (count < 0) return false;
    if (count != BODY_NUMBERS && count != ALL_NUMBERS)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/pose",
                           "%d numbers; %d (22 joints of SMPL) or %d (24) expected", count, BODY_NUMBERS,
                           ALL_NUMBERS);
    for (int k = 0; k < PD_ANIM_SMPL_JOINTS; k++) {
        const float *v = numbers + 3 * k;
        job->rotations[k] = pd_q_from_rotvec(pd_vec3_make((double)v[0], (double)v[1], (double)v[2]));
    }

    return true;
}

/* Refuses what an animal cannot have. */
static bool check_animal(const own_values *v, pd_api_call *call)
{
    const struct {
        const char *pointer, *what;
        bool is_given;
    } rows[] = {{"/stance", "given", v->stance >= 0},
                {"/pose", "given", v->pose != NULL},
                {"/left_hand", "given", v->face.left_hand >= 0},
                {"/right_hand", "given", v->face.right_hand >= 0},
                {"/blend_shapes", "given", v->face.blend_shapes != NULL},
                {"/view", "half", v->picture.view == PD_PORTRAIT_HALF}};
    bool good = true;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].is_given)
            good =
                pd_api_note(&call->problems, PD_ERR_UNSUPPORTED, rows[i].pointer,
                            "%s for an animal, which is drawn as it is at rest; leave it out", rows[i].what);

    return good;
}

/* Resolves shapes and hands. In a stance, hands with fingers are those of a person in it. */
static bool read_own_face(own_job *job, const own_values *v, pd_portrait_stance stance, pd_api_call *call)
{
    const pd_retarget_own_face *face = job->character->face;
    pd_retarget_face_request request;
    pd_retarget_face_unknown unknown;
    pd_error err = {0};
    char place[160];

    if (!pd_api_face_read(&request, &v->face, "", &call->problems)) return false;
    const bool asked[2] = {request.hands[0] >= 0, request.hands[1] >= 0};
    for (int side = 0; side < 2; side++)
        if (!asked[side] && !v->pose && face->hands.has[side])
            request.hands[side] = pd_smpl_hand_pose_find(pd_portrait_stance_hand(stance, 0, side));
    if (pd_retarget_own_face_goal(&job->goal, &unknown, &request, face, &err) != PD_OK)
        return pd_api_note_error(&call->problems, "", &err);
    for (int i = 0; i < unknown.count; i++) {
        pd_api_pointer_to(place, sizeof place, "/blend_shapes", request.shapes[unknown.items[i]].name);
        pd_api_warn(&call->problems, place, "not a shape of the character; left out");
    }

    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) {
        const int side = i / PD_SMPL_HAND_JOINTS;
        const int pose = job->goal.hands[side];
        job->fingers[i] = pose >= 0 ? face->hands.poses[pose][i] : pd_q_identity();
    }

    for (int side = 0; side < 2; side++)
        if (!asked[side] && !v->pose && face->hands.has[side])
            pd_portrait_stance_curl_own(job->fingers, &face->hands, stance, 0, side);

    return true;
}

/* Reads the figure. */
static bool read_figure(own_job *job, const own_values *v, pd_api_call *call)
{
    const pd_api_skeleton *c = job->character;
    const pd_portrait_stance stance = v->stance < 0 ? PD_PORTRAIT_STANCE_STANDING : v->stance;
    pd_portrait_own_job *p = &job->picture;

    p->file = (pd_bytes){c->file, c->file_bytes};
    p->json_memory = call->limits->json_memory;
    p->skin = &c->skin;
    p->head = -1;

    /* An animal's head is at the end of its neck. */
    for (int i = 0; c->creature && i < c->creature->chain_count; i++) {
        const pd_animal_chain *chain = &c->creature->chains[i];
        if (chain->part == PD_PART_NECK) p->head = chain->joints[chain->count - 1];
    }

    if (c->creature) return check_animal(v, call);
    if (v->pose && v->stance >= 0)
        return pd_api_note(&call->problems, PD_ERR_INVALID, "/stance",
                           "given together with a pose; only one of the two allowed");

    /* A person in a pose. */
    p->match = c->match;
    p->face = c->face;
    p->head = c->match->joints[PD_HUMAN_HEAD];
    p->rotations = job->rotations;
    p->fingers = job->fingers;
    p->weights = v->face.blend_shapes ? job->goal.weights : NULL;
    if (!v->pose) pd_portrait_stance_smpl(job->rotations, stance, 0);
    if (v->pose && !read_own_pose(job, v->pose, call)) return false;

    return read_own_face(job, v, stance, call);
}

/* ---- running ---- */

static void run_own(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    own_job *job = call->job;
    char note[PD_IO_LOOK_NOTE_BYTES];
    pd_io_image image = {0};
    pd_error err = {0};
    (void)scratch;

    job->picture.sight.cancel = call->cancel;
    pd_status status = pd_portrait_own_run(&image, note, &job->picture, executor, &err);
    if (pd_cancelled(call->cancel)) {
        pd_io_image_deinit(&image);
        return;
    }

    if (status == PD_OK) {
        pd_buffer *out = pd_api_answer(call, 200, pd_api_formats[job->format].type);
        status = pd_api_picture_write(out, &image, job->format, &err);
        if (*note) pd_api_header_add(&call->reply, "Posed-Warning", "%s", note);
    }

    pd_io_image_deinit(&image);
    if (status != PD_OK)
        pd_api_refuse(call, status == PD_ERR_UNSUPPORTED ? 400 : pd_status_http(status), NULL, "%s%s%s",
                      err.where, *err.where ? ": " : "", err.detail);
}

static size_t own_bytes(const pd_api_call *call, int threads)
{
    const own_job *job = call->job;
    return pd_portrait_own_bytes(job->picture.sight.width, job->picture.sight.height, job->picture.file.size,
                                 threads) +
           call->limits->json_memory;
}

double pd_api_own_portrait_cost(const pd_api_call *call)
{
    if (!call->job) return 0; /* refused */
    return COST_FIGURE + pd_api_picture_cost(&((const own_job *)call->job)->picture.sight);
}

/* ---- the route ---- */

/* Names the picture among those of one revision of the character. */
static void name_variant(char variant[33], const own_job *job, const pd_api_call *call)
{
    pd_api_hash hash = pd_api_reply_hash(call, "own-portrait");

    pd_api_hash_int(&hash, job->format);
    pd_api_picture_hash(&hash, &job->picture.sight);
    pd_api_hash_add(&hash, job->rotations, sizeof job->rotations);
    pd_api_hash_add(&hash, job->fingers, sizeof job->fingers);
    if (job->picture.weights) pd_api_hash_add(&hash, job->goal.weights, sizeof job->goal.weights);
    snprintf(variant, 33, "%016llx%016llx", (unsigned long long)hash.a, (unsigned long long)hash.b);
}

void pd_api_handle_own_portrait(pd_api_call *call, const pd_api_request *request)
{
    own_values values = {.face = {.left_hand = -1, .right_hand = -1},
                         .picture = PD_API_NO_PICTURE_VALUES,
                         .stance = -1,
                         .format = -1};
    pd_api_documents documents = {0};

    own_job *job = pd_api_pool_take(&call->pool, 1, sizeof *job);
    if (!job) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    job->character = pd_api_take_character(call);
    if (!job->character) return;
    call->job = job;
    call->deinit = release_own;
    call->run = run_own;
    call->run_bytes = own_bytes;
    call->weight = 1;
    call->coding = PD_API_IDENTITY; /* pictures are compressed in themselves */

    /* Read all fields even after an error, so that all errors are reported together. */
    bool good = pd_api_decode_fields(&values, &documents, call, request);
    if (!call->done) {
        good &= pd_api_picture_read(&job->picture.sight, &values.picture, call);
        good = read_figure(job, &values, call) && good;
        job->format = good ? pd_api_choose_format(call, request,
                                                  values.format < 0 ? -1 : PD_API_FORMAT_PNG + values.format,
                                                  1u << PD_API_FORMAT_PNG | 1u << PD_API_FORMAT_WEBP)
                           : -1;
        good = job->format >= 0;
    }

    pd_api_documents_release(&documents);
    if (!good) return;

    char variant[33];
    name_variant(variant, job, call);
    if (!strcmp(call->route->method, "GET") &&
        pd_api_revised(call, request, job->character->revision, variant))
        return;
    pd_api_header_set(&call->reply, "Content-Disposition", "inline; filename=\"%.64s.%s\"", call->id,
                      pd_api_formats[job->format].suffix);
}
