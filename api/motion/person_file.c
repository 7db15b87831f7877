#include "api/motion/person_file.h"

#include "api/http/reply_header.h"
#include "api/http/upload.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Memory for reading an FBX, whose keys are compressed: FBX_TIMES the size of the file plus FBX_BYTES. */
#define FBX_TIMES 32
#define FBX_BYTES ((size_t)16 << 20)

#define UP_CHOICE(name, text) "|" text

const pd_api_person_file_values pd_api_person_file_preset = {.up = -1, .angles = -1};

const pd_api_field pd_api_person_file_fields[] = {
    {.name = "animation",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_person_file_values, animation),
     .example = "\"Walk\"",
     .doc = "Animation of a .glb or .fbx file to use: its name, or its index from 0. Without it the first "
            "that moves a joint and has more than one moment; when there are several, the header "
            "Posed-Warning lists them."},
    {.name = "model",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_person_file_values, model),
     .example = "\"default\"",
     .doc =
         "Id of the body model onto whose joints an npz file is read. The file's trans and betas are of this "
         "model unless the file names another one (posed_model, surface_model_type). Without it the motion "
         "is read onto the joints of the default body model, and the header Posed-Warning says what was "
         "assumed of a file that names no model."},
    {.name = "up",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_person_file_values, up),
     .choices = &(PD_MOTION_UP_TABLE(UP_CHOICE))[1], /* without the first "|" */
     .doc =
         "Up axis of an npz or BVH file. Without it z of an npz, as in AMASS, and that of the skeleton at "
         "rest of a BVH, or the axis along which the person stands in the motion; the header Posed-Warning "
         "then says so."},
    {.name = "camera",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(pd_api_person_file_values, camera),
     .preset = "false",
     .doc = "True for an npz file in camera coordinates: x right, y down, z away from the camera; of "
            "application/x-pickle the estimate in the camera's frame."},
    {.name = "person",
     .type = PD_API_TEXT,
     .offset = offsetof(pd_api_person_file_values, person),
     .example = "\"2\"",
     .doc =
         "Id of one of several people in a file. Without it the person who is seen longest, whom the header "
         "Posed-Warning names."},
    {.name = "source_rate",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_person_file_values, source_rate),
     .min = 1,
     .max = 1000,
     .example = "25",
     .doc = "Frame rate of the file's motion, frames per second. Without it the rate that the file states, "
            "else one that the header Posed-Warning names."},
    {.name = "angles",
     .type = PD_API_CHOICE,
     .offset = offsetof(pd_api_person_file_values, angles),
     .choices = "radians|degrees",
     .doc = "Unit of an npz file's rotations: radians or degrees. Without it radians; a file whose values "
            "look like degrees is refused."},
    {.name = "unit",
     .type = PD_API_NUMBER,
     .offset = offsetof(pd_api_person_file_values, unit),
     .min = 1e-6,
     .max = 1e6,
     .example = "0.01",
     .doc = "Metres per unit of an npz file's trans. Without it metres; a trans that can only be in another "
            "unit is refused with that unit."},
    {0},
};

/* ---- reading ---- */

/* Returns the offset of the AMC after its ASF: that of the line ":FULLY-SPECIFIED", or of ":DEGREES" if there
 * is none; the size of the text if there is neither. */
static size_t amc_begins(pd_bytes text)
{
    static const char *const marks[] = {":FULLY-SPECIFIED", ":DEGREES"};

    for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
        const size_t length = strlen(marks[m]);
        for (size_t at = 0; at + length <= text.size; at++) {
            if (at && text.data[at - 1] != '\n') continue;
            if (!strncasecmp((const char *)text.data + at, marks[m], length)) return at;
        }
    }

    return text.size;
}

/* Reads the animation of a .glb or .vrm. */
static pd_status read_glb(pd_motion_capture *out, pd_api_person_file *f,
                          const pd_motion_capture_options *options, pd_error *err)
{
    return pd_motion_capture_glb(out, f->file, options, err);
}

/* Reads a BVH file. */
static pd_status read_bvh(pd_motion_capture *out, pd_api_person_file *f,
                          const pd_motion_capture_options *options, pd_error *err)
{
    pd_motion_capture_options with = *options;
    with.amass = &f->amass; /* its up axis */
    return pd_motion_capture_bvh(out, f->file, "bvh", &with, err);
}

/* Reads an .asf followed by an .amc in one body. */
static pd_status read_amc(pd_motion_capture *out, pd_api_person_file *f,
                          const pd_motion_capture_options *options, pd_error *err)
{
    const size_t at = amc_begins(f->file);

    if (!at || at == f->file.size)
        return pd_fail(
            err, PD_ERR_FORMAT, "amc",
            "the file has %s part; an .asf followed by an .amc that begins with :FULLY-SPECIFIED expected",
            at ? "no .amc" : "no .asf");

    return pd_motion_capture_amc(out, (pd_bytes){f->file.data, at}, "asf",
                                 (pd_bytes){f->file.data + at, f->file.size - at}, "amc", options, err);
}

#define WAITING_MAX 64 /* models on disk that are looked at for the one of an .npz */

/* The model that posed wrote an npz for, by half of its hash. */
typedef struct model_search {
    const pd_api_access *access;
    int64_t half_hash;
    pd_api_model found;
    /* (waiting_count) ids of body models on disk, whose hash is not known */
    const char *waiting[WAITING_MAX];
    int waiting_count;
} model_search;

/* Compares a model with the hash in an .npz, and retains the one that matches. */
static void try_model(void *arg, const pd_api_model *model)
{
    model_search *s = arg;

    if (s->found.resident || !pd_api_access_allows(s->access, PD_API_OBJECT_MODELS, model->id)) return;
    if (!model->resident && model->kind == &pd_api_kinds[PD_API_KIND_BODY] && s->waiting_count < WAITING_MAX)
        s->waiting[s->waiting_count++] = model->id;
    const pd_smpl_model *body = pd_api_model_body(model);
    if (!body || (int64_t)(body->content_hash >> 1) != s->half_hash) return;
    s->found = *model;
    pd_api_model_retain(&s->found);
}

/* Returns the model that an .npz of posed was written for, or NULL. Loads models that wait on disk if none in
 * memory is it. */
static const pd_smpl_model *find_model(void *ctx, int64_t posed_model)
{
    pd_api_person_file *f = ctx;
    const pd_api_call *call = f->call;
    model_search s = {.access = call->access, .half_hash = posed_model};

    if (f->wrote.resident) return pd_api_model_body(&f->wrote);
    call->host->each_model(call->host->ctx, try_model, &s);
    for (int i = 0; i < s.waiting_count && !s.found.resident; i++) {
        pd_api_model model;
        if (call->host->acquire(call->host->ctx, s.waiting[i], true, &model, NULL) != PD_OK) continue;
        try_model(&s, &model);
        pd_api_model_release(&model);
    }

    f->wrote = s.found;

    return f->wrote.resident ? pd_api_model_body(&f->wrote) : NULL;
}

/* Reads poses of a body model. */
static pd_status read_npz(pd_motion_capture *out, pd_api_person_file *f,
                          const pd_motion_capture_options *options, pd_error *err)
{
    pd_motion_capture_options with = *options;

    with.amass = &f->amass;
    with.notes = f->notes;
    return pd_motion_capture_npz(out, f->file, "npz", pd_api_model_body(&f->call->model), &with, err);
}

/* Estimates the memory for reading an .fbx. */
static size_t fbx_bytes(pd_bytes file)
{
    return FBX_TIMES * file.size + FBX_BYTES;
}

/* Reads the animation of an .fbx. */
static pd_status read_fbx(pd_motion_capture *out, pd_api_person_file *f,
                          const pd_motion_capture_options *options, pd_error *err)
{
    pd_motion_capture_options packed = *options;
    packed.most_bytes = fbx_bytes(f->file);
    return pd_motion_capture_fbx(out, f->file, "fbx", &packed, err);
}

/* Kinds of files with the motion of a person. The motion of an animal is read from the first kind only. */
struct pd_api_person_kind {
    const char *type;
    pd_status (*read)(pd_motion_capture *out, pd_api_person_file *f, const pd_motion_capture_options *options,
                      pd_error *err);
    bool needs_body;     /* true: its rotations are those of a body model's joints */
    bool has_animations; /* true: the file may have several animations */
};

static const struct pd_api_person_kind kinds[] = {
    {"model/gltf-binary", read_glb, false, true},  {"application/x-bvh", read_bvh, false, false},
    {"application/x-amc", read_amc, false, false}, {"application/x-npz", read_npz, true, false},
    {"application/x-fbx", read_fbx, false, true},  {"application/x-pickle", read_npz, true, false},
};
_Static_assert(sizeof kinds / sizeof *kinds == PD_API_PERSON_KINDS, "the number of kinds");

/* Returns the kind of file of a media type, or NULL if it is none of the first kind_count. */
static const struct pd_api_person_kind *kind_of_type(const char *type, int kind_count)
{
    const size_t length = type ? strcspn(type, "; \t") : 0;
    for (int k = 0; k < kind_count; k++)
        if (length == strlen(kinds[k].type) && !strncasecmp(type, kinds[k].type, length)) return &kinds[k];
    return NULL;
}

/* Notes the parameters that have no effect on a motion of this kind, and those that contradict each other. */
static void check_file_options(const pd_api_person_file_values *v, const pd_api_person_file *own,
                               const char *model, pd_api_problems *problems)
{
    enum { NPZ = 1, PICKLE = 2, BVH = 4 };
    static const char *const needs[] = {
        [NPZ] = "application/x-npz",
        [PICKLE] = "application/x-pickle",
        [NPZ | PICKLE] = "application/x-npz or application/x-pickle",
        [NPZ | PICKLE | BVH] = "application/x-npz, application/x-pickle or application/x-bvh",
    };
    const struct {
        const char *pointer;
        bool is_given;
        int of; /* kinds of files that it tells how to read */
    } of_poses[] = {{"/model", *model, NPZ | PICKLE},
                    {"/up", v->up >= 0, NPZ | PICKLE | BVH},
                    {"/camera", v->camera == 1, NPZ | PICKLE},
                    {"/person", v->person != NULL, NPZ | PICKLE},
                    {"/source_rate", v->source_rate > 0, NPZ | PICKLE},
                    {"/angles", v->angles >= 0, NPZ | PICKLE},
                    {"/unit", v->unit > 0, NPZ | PICKLE}};
    const int kind = !strcmp(own->kind->type, "application/x-bvh") ? BVH
                     : !own->kind->needs_body                      ? 0
                     : !strcmp(own->kind->type, needs[NPZ])        ? NPZ
                                                                   : PICKLE;

    for (size_t i = 0; i < sizeof of_poses / sizeof *of_poses; i++)
        if (of_poses[i].is_given && !(of_poses[i].of & kind))
            pd_api_note(problems, PD_ERR_INVALID, of_poses[i].pointer,
                        "has no effect on %s; allowed only with %s", own->kind->type, needs[of_poses[i].of]);

    if (*own->animation && !own->kind->has_animations)
        pd_api_note(problems, PD_ERR_INVALID, "/animation",
                    "has no effect on %s; allowed only with model/gltf-binary or application/x-fbx",
                    own->kind->type);
    if (v->up >= 0 && v->camera == 1)
        pd_api_note(problems, PD_ERR_INVALID, "/camera",
                    "given together with up; only one of the two allowed, because a camera's +Y is down");
}

/* ---- the file of a call ---- */

bool pd_api_person_file_begin(pd_api_person_file *out, pd_api_call *call, const pd_api_request *request,
                              int kind_count, const char *purpose)
{
    unsigned char *copy = pd_api_pool_take(&call->pool, request->body.size + 1, 1);

    if (!copy) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return false;
    }

    out->call = call;
    out->is_bundle = pd_api_upload_is_bundle(request);
    out->kind = out->is_bundle ? &kinds[0] : kind_of_type(pd_api_upload_type(request), kind_count);
    if (!out->kind) {
        const bool is_whole = kind_count == PD_API_PERSON_KINDS;
        pd_api_refuse_media(call, request,
                            is_whole ? NULL : "model/gltf-binary model/gltf+json application/zip",
                            is_whole ? "" : purpose);
        return false;
    }

    if (request->body.size) memcpy(copy, request->body.data, request->body.size);
    out->body = out->file = (pd_bytes){copy, request->body.size};

    return true;
}

bool pd_api_person_file_options(pd_api_person_file *f, pd_api_call *call, const pd_api_person_file_values *v)
{
    char model[PD_API_ID_BYTES] = "";

    /* Texts are copied, because the query is released. */
    if (v->model) snprintf(model, sizeof model, "%s", v->model);
    snprintf(f->animation, sizeof f->animation, "%s", v->animation ? v->animation : "");
    snprintf(f->person, sizeof f->person, "%s", v->person ? v->person : "");
    check_file_options(v, f, model, &call->problems);

    /* The readers of the kinds; each uses the part that is for it. */
    f->amass = (pd_motion_amass_options){.has_up = v->up >= 0,
                                         .up = (pd_motion_up)(v->up < 0 ? PD_MOTION_UP_Z : v->up),
                                         .camera = v->camera == 1,
                                         .is_of_model = *model != 0,
                                         .angles = (pd_motion_angles)(v->angles + 1),
                                         .metres_per_unit = v->unit,
                                         .person = f->person[0] ? f->person : NULL,
                                         .rate = v->source_rate,
                                         .is_query = true,
                                         .find = find_model,
                                         .find_ctx = f};

    return !f->kind->needs_body ||
           pd_api_take_body_model(call, *model ? model : pd_api_kinds[PD_API_KIND_BODY].default_id);
}

size_t pd_api_person_file_bytes(const pd_api_person_file *f)
{
    return f->kind->read == read_fbx ? fbx_bytes(f->file) : 0;
}

pd_status pd_api_person_file_read(pd_motion_capture *out, pd_api_person_file *f,
                                  const pd_motion_capture_options *options, pd_error *err)
{
    pd_motion_capture_options with = *options;

    with.most_bytes = PD_API_PERSON_TIMES * f->file.size + PD_API_PERSON_BYTES;
    with.animation = f->animation[0] ? f->animation : NULL;
    with.json_memory = f->call->limits->json_memory;

    return f->kind->read(out, f, &with, err);
}

void pd_api_person_file_end(pd_api_person_file *f)
{
    pd_api_model_release(&f->wrote);
}

void pd_api_person_file_warn(pd_api_call *call, const char *notes)
{
    for (const char *line = notes; *line;) {
        const size_t length = strcspn(line, "\n");
        pd_api_header_add(&call->reply, "Posed-Warning", "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}
