#include "tools/base/local.h"

#include "core/base/assert.h"

#include "api/motion/mover.h"
#include "api/motion/clips.h"
#include "core/character/action/clip_set.h"
#include "core/character/capture/capture.h"
#include "core/motion/capture.h"
#include "api/ik/skeletons.h"
#include "core/base/text/base64.h"
#include "core/base/text/edit_distance.h"
#include "core/base/file.h"
#include "core/io/pack/pack.h"
#include "core/io/tensor/safetensors.h"
#include "core/kernel/linalg.h"
#include "core/smpl/body.h"
#include "tools/base/progress.h"

#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODEL_SUFFIX   ".safetensors"
#define TERMINAL_BYTES 16384 /* longest text that is written to a terminal without -o */

/* ---- models ---- */

/* Models that stay loaded from one line of a list to the next, the newest last. */
typedef struct kept_model {
    pd_api_kind_id kind;
    char path[4096];
    struct timespec changed; /* time of the file's last change */
    void *model;
} kept_model;

static struct {
    bool is_on;
    int count;
    kept_model models[8];
} kept;

void pd_tool_local_keep(void)
{
    kept.is_on = true;
}

/* Maps the model from the pack FILE.pack beside its file or from the pack of the shipped models beside the
 * program, as the daemon does. Returns false when neither was made from the present content of the file, or
 * when the pack is damaged. */
static bool map_packed(void **out, const pd_api_kind *kind, const char *file)
{
    pd_pack_source source;

    if (!kind->map || pd_pack_source_of(&source, file, NULL) != PD_OK) return false;

    char paths[3][4096 + 8] = {{0}};
    snprintf(paths[0], sizeof paths[0], "%s.pack", file);
    pd_file_beside_program(paths[1], sizeof paths[1], "models.pack");                /* build/posedctl */
    pd_file_beside_program(paths[2], sizeof paths[2], "../share/posed/models.pack"); /* PREFIX/bin/posedctl */

    bool is_mapped = false;
    for (int i = 0; i < 3 && !is_mapped; i++) {
        pd_pack *pack = NULL;
        if (!*paths[i] || pd_pack_open(&pack, paths[i], NULL) != PD_OK) continue;
        const int number = pd_pack_find(pack, &source);
        is_mapped = number >= 0 && kind->map(out, pack, number, NULL) == PD_OK;
        pd_pack_release(pack);
    }

    return is_mapped;
}

pd_status pd_tool_load(void **out, pd_api_kind_id kind, const char *path, pd_error *err)
{
    enum { KEPT_MAX = sizeof kept.models / sizeof *kept.models };
    const pd_api_kind *row = &pd_api_kinds[kind];
    struct stat now;
    const bool is_keepable = kept.is_on && !stat(path, &now);

    for (int i = 0; is_keepable && i < kept.count; i++) {
        const kept_model *k = &kept.models[i];
        if (k->kind != kind || strcmp(k->path, path) || k->changed.tv_sec != now.st_mtim.tv_sec ||
            k->changed.tv_nsec != now.st_mtim.tv_nsec)
            continue;
        row->retain(k->model);
        *out = k->model;
        return PD_OK;
    }

    const pd_status status = map_packed(out, row, path) ? PD_OK : row->load(out, path, err);
    if (status != PD_OK || !is_keepable) return status;

    /* Release the oldest. */
    if (kept.count == KEPT_MAX) {
        pd_api_kinds[kept.models[0].kind].release(kept.models[0].model);
        memmove(kept.models, kept.models + 1, --kept.count * sizeof *kept.models);
    }

    kept_model *k = &kept.models[kept.count++];
    *k = (kept_model){.kind = kind, .changed = now.st_mtim, .model = *out};
    snprintf(k->path, sizeof k->path, "%s", path);
    row->retain(k->model);

    return PD_OK;
}

pd_status pd_tool_load_body(pd_smpl_model **out, const char *path, pd_error *err)
{
    void *model = NULL;
    const pd_status status = pd_tool_load(&model, PD_API_KIND_BODY, path, err);
    *out = model;
    return status;
}

/* Loads the shipped model `name` into *model, a pointer of the kind's type, unless it is there. A file that
 * cannot be read leaves it NULL. */
#define LOAD_SHIPPED(model, kind, name) load_shipped((void **)(model), kind, name)
static void load_shipped(void **model, pd_api_kind_id kind, const char *name)
{
    char path[4096];
    if (*model) return;
    pd_tool_model_path(path, sizeof path, name);
    void *loaded = NULL;
    if (pd_tool_load(&loaded, kind, path, NULL) == PD_OK) *model = loaded;
}

/* Callbacks by which the api gets models: one body or network of the user, named "default" or "motion", and
 * the shipped models. */

static pd_api_model body_of(pd_tool_local *local)
{
    return (pd_api_model){.id = "default",
                          .file = local->path,
                          .kind = &pd_api_kinds[local->mhr ? PD_API_KIND_MHR : PD_API_KIND_BODY],
                          .is_default = 1,
                          .resident = local->mhr ? (void *)local->mhr : (void *)local->model};
}

static pd_api_model network_of(pd_tool_local *local)
{
    return (pd_api_model){.id = "motion",
                          .file = local->path,
                          .kind =
                              &pd_api_kinds[local->network && local->network->matching ? PD_API_KIND_MATCHING
                                                                                       : PD_API_KIND_MOTION],
                          .is_default = 1,
                          .resident = local->network};
}

/* Returns a shipped model. It is loaded by the first request for it;
 * if loading fails, it counts as missing. */
static pd_api_model shipped(const char *id, pd_api_kind_id kind, void *resident)
{
    return (pd_api_model){
        .id = id, .file = "", .kind = &pd_api_kinds[kind], .is_default = 1, .resident = resident};
}

static pd_api_model prior_of(pd_tool_local *local)
{
    LOAD_SHIPPED(&local->prior, PD_API_KIND_POSE_PRIOR, PD_IK_PRIOR_KIND);
    return shipped(PD_IK_PRIOR_KIND, PD_API_KIND_POSE_PRIOR, local->prior);
}

static pd_api_model neural_of(pd_tool_local *local)
{
    LOAD_SHIPPED(&local->neural, PD_API_KIND_POSE_NETWORK, PD_IK_NEURAL_KIND);
    return shipped(PD_IK_NEURAL_KIND, PD_API_KIND_POSE_NETWORK, local->neural);
}

static pd_status host_acquire(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    pd_tool_local *local = ctx;
    (void)may_wait;

    *out = (pd_api_model){0};
    if (!strcmp(id, PD_API_DEFAULT_MOTION) || !strcmp(id, "motion")) *out = network_of(local);

    /* Shipped models are loaded when they are first asked for.
     * If loading fails, the model counts as missing. */
    if (!strcmp(id, PD_API_DEFAULT_MATCHING) || !strcmp(id, PD_MATCHING_KIND)) {
        LOAD_SHIPPED(&local->matching, PD_API_KIND_MATCHING, PD_MATCHING_KIND);
        *out = shipped(PD_MATCHING_KIND, PD_API_KIND_MATCHING, local->matching);
    }

    if (!strcmp(id, PD_API_QUADRUPED)) {
        LOAD_SHIPPED(&local->quadruped, PD_API_KIND_MATCHING, PD_API_QUADRUPED);
        *out = shipped(PD_API_QUADRUPED, PD_API_KIND_MATCHING, local->quadruped);
        out->is_default = 0;
    }

    if (!strcmp(id, PD_API_DEFAULT_WARDROBE) || !strcmp(id, PD_WARDROBE_KIND)) {
        LOAD_SHIPPED(&local->wardrobe, PD_API_KIND_WARDROBE, PD_WARDROBE_KIND);
        *out = shipped(PD_WARDROBE_KIND, PD_API_KIND_WARDROBE, local->wardrobe);
    }

    if (!strcmp(id, PD_API_DEFAULT_PRIOR) || !strcmp(id, PD_IK_PRIOR_KIND)) *out = prior_of(local);
    if (!strcmp(id, PD_API_DEFAULT_NEURAL) || !strcmp(id, PD_IK_NEURAL_KIND)) *out = neural_of(local);

    if (!strcmp(id, PD_API_DEFAULT_RIG) || !strcmp(id, PD_RIG_START_KIND)) {
        LOAD_SHIPPED(&local->rig_start, PD_API_KIND_RIG_START, PD_RIG_START_KIND);
        *out = shipped(PD_RIG_START_KIND, PD_API_KIND_RIG_START, local->rig_start);
    }

    /* The body model that the wardrobe's garments were made for.
     * Other models with the same mesh can wear them. */
    if (local->wardrobe && !strcmp(id, local->wardrobe->model)) {
        LOAD_SHIPPED(&local->garments_model, PD_API_KIND_BODY, local->wardrobe->model);
        *out = shipped(local->wardrobe->model, PD_API_KIND_BODY, local->garments_model);
        out->is_default = 0;
    }

    if (!strcmp(id, PD_API_DEFAULT_SKIN) || !strcmp(id, PD_RIG_NET_KIND)) {
        LOAD_SHIPPED(&local->rig_net, PD_API_KIND_RIG_WEIGHTS, PD_RIG_NET_KIND);
        *out = shipped(PD_RIG_NET_KIND, PD_API_KIND_RIG_WEIGHTS, local->rig_net);
    }

    if (!strcmp(id, PD_API_DEFAULT_CLIPS) || !strcmp(id, "emotes")) {
        LOAD_SHIPPED(&local->emotes, PD_API_KIND_CLIPS, "emotes");
        *out = shipped("emotes", PD_API_KIND_CLIPS, local->emotes);
    }

    if (!strcmp(id, "default")) *out = body_of(local);

    /* Retain the model, because the api releases it. */
    pd_api_model_retain(out);
    return out->resident ? PD_OK : pd_fail(err, PD_ERR_NOT_FOUND, "", "no model \"%s\"", id);
}

static pd_api_skeleton *host_skeleton(void *ctx, const char *id)
{
    (void)id;
    const pd_tool_local *local = ctx;
    return local->character ? pd_api_skeleton_retain(local->character) : NULL;
}

/* Returns the clip of a file of motion, whose path is the id; NULL: it cannot be read. */
static pd_api_clip *host_clip(void *ctx, const char *id)
{
    pd_motion_capture from;
    pd_character_motion motion = {0};
    pd_character_clip *clip = NULL;
    pd_error err = {0};
    (void)ctx;

    if (pd_motion_capture_load(&from, id, NULL, &err) != PD_OK) {
        if (!access(id, R_OK)) fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return NULL;
    }

    pd_status status = pd_motion_capture_person(&from, &err);
    if (status == PD_OK) {
        const pd_character_capture capture = {.clip = from.clip, .source = from.source};
        status = pd_character_motion_of_capture(&motion, &capture, &err);
    }

    if (status == PD_OK) status = pd_character_clip_make(&clip, &motion.clip, &err);
    if (status != PD_OK) fprintf(stderr, "%s: %s\n", id, err.detail);
    pd_character_motion_deinit(&motion);
    pd_motion_capture_deinit(&from);

    return clip ? pd_api_clip_new(id, clip, "all", false, 0.4) : NULL;
}

static void host_each_model(void *ctx, void (*visit)(void *arg, const pd_api_model *model), void *arg)
{
    pd_tool_local *local = ctx;
    const pd_api_model all[] = {body_of(local), network_of(local), prior_of(local), neural_of(local)};
    for (int i = 0; i < 4; i++)
        if (all[i].resident) visit(arg, &all[i]);
}

static pd_status host_reload(void *ctx, const char *id, const pd_api_access *access, pd_error *err)
{
    (void)ctx;
    (void)access;
    return pd_fail(err, PD_ERR_UNSUPPORTED, id, "posedctl loads a model only once, so it cannot be reloaded");
}

static int host_ready(void *ctx, char *reason, size_t reason_bytes)
{
    (void)ctx;
    (void)reason;
    (void)reason_bytes;
    return 1;
}

static void host_metrics(void *ctx, pd_buffer *out)
{
    (void)ctx;
    (void)out;
}

static double host_now(void *ctx)
{
    (void)ctx;
    return pd_tool_clock_s();
}

static const pd_api_limits limits = {.body_bytes = 256u << 20,
                                     .json_depth = 64,
                                     .json_memory = (size_t)8 << 30,
                                     .batch = 100000,
                                     .ik_iterations = 100000,
                                     .ik_budget_ms = 60000,
                                     .rollout_seconds = 7200};

/* Finds the i-th folder that may contain shipped models, relative to the program.
 * Returns false if there are no more. */
static bool model_folder(char *out, size_t out_bytes, int i)
{
    PD_ASSERT(out_bytes > 0 && i >= 0);
    static const char *const places[] = {"../models", "../../models", "../share/posed/models"};
    return i < (int)(sizeof places / sizeof *places) && pd_file_beside_program(out, out_bytes, places[i]);
}

void pd_tool_model_path(char *out, size_t out_bytes, const char *name)
{
    PD_ASSERT(out_bytes > 0 && name);
    char folder[2200];
    snprintf(out, out_bytes, "%s", name);

    /* Use a path, or the name of an existing file, unchanged. */
    if (!access(name, F_OK) || strpbrk(name, "/.")) return;

    /* Otherwise search a shipped model with this name. */
    for (int i = 0; model_folder(folder, sizeof folder, i); i++) {
        snprintf(out, out_bytes, "%s/%s" MODEL_SUFFIX, folder, name);
        if (!access(out, F_OK)) return;
    }

    snprintf(out, out_bytes, "%s", name);
}

const char *pd_tool_model_word(const pd_tool_args *args)
{
    return args->word_count ? args->words[0] : "default";
}

bool pd_tool_beside_models(char *out, size_t out_bytes, const char *file)
{
    PD_ASSERT(out_bytes > 0 && file);
    char folder[2200];
    for (int i = 0; model_folder(folder, sizeof folder, i); i++) {
        snprintf(out, out_bytes, "%s/%s", folder, file);
        if (!access(out, F_OK)) return true;
    }

    return false;
}

/* Starts threads and allocates scratch memory. Closes local after a failure. */
static int start_local(pd_tool_local *local, const pd_tool_args *args, int threads)
{
    PD_ASSERT(threads >= 0);
    pd_error err;
    pd_k_blas_serial(); /* as in the daemon: the same bits, however many threads OpenBLAS has */
    local->pool = pd_tool_pool_create(threads);
    if (!pd_k_blas_reserve() || !local->pool || !pd_arena_init(&local->scratch, 0)) {
        pd_tool_local_close(local);
        pd_fail(&err, PD_ERR_MEMORY, "", "out of memory or threads");
        return pd_tool_fail(args, &err);
    }

    local->executor = pd_tool_pool_executor(local->pool);

    return 0;
}

void pd_tool_model_names(void (*each)(void *arg, const char *name), void *arg)
{
    char folder[2200];
    glob_t found = {0};

    /* Use the first folder that has models. */
    for (int i = 0; !found.gl_pathc && model_folder(folder, sizeof folder, i); i++) {
        globfree(&found);
        strcat(folder, "/*" MODEL_SUFFIX);
        if (glob(folder, 0, NULL, &found)) found.gl_pathc = 0;
    }

    /* Names are the file names without their ending. */
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - strlen(MODEL_SUFFIX)), file);
        each(arg, name);
    }

    globfree(&found);
}

typedef struct name_list {
    char text[256];
    pd_edit_distance_search search;
} name_list;

/* Adds a model's name to the list for an error message and to the search for the nearest name. */
static void add_name(void *arg, const char *name)
{
    name_list *list = arg;
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, "%s%s", used ? ", " : "", name);
    pd_edit_distance_offer(&list->search, name);
}

int pd_tool_model_fail(const pd_tool_args *args, const char *name, pd_error *err)
{
    name_list list = {.search = pd_edit_distance_begin(name)};

    if (err->status != PD_ERR_NOT_FOUND || strpbrk(name, "/.")) return pd_tool_fail(args, err);

    /* A bare name that is no shipped model: list the models and suggest the nearest. */
    pd_tool_model_names(add_name, &list);
    const char *near = pd_edit_distance_nearest(&list.search);
    pd_fail(err, PD_ERR_NOT_FOUND, name, "neither a file nor a shipped model (%s)%s%s%s",
            *list.text ? list.text : "no model is shipped", near ? "; did you mean " : "", near ? near : "",
            near ? "?" : "");

    return pd_tool_fail(args, err);
}

/* Loads the body model called `name`. Returns 0 or the exit code. */
static int load_body(pd_tool_local *local, const pd_tool_args *args, const char *name)
{
    pd_error err;

    pd_tool_model_path(local->path, sizeof local->path, name);
    void *model = NULL;
    if (pd_tool_load(&model, PD_API_KIND_BODY, local->path, &err) != PD_OK)
        return pd_tool_model_fail(args, name, &err);
    local->model = model;

    return 0;
}

int pd_tool_local_open(pd_tool_local *local, const pd_tool_args *args)
{
    int threads = 0;
    int code;

    *local = (pd_tool_local){0};
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    if ((code = load_body(local, args, pd_tool_text(args, "model")))) return code;

    return start_local(local, args, threads);
}

int pd_tool_local_open_surface(pd_tool_local *local, const pd_tool_args *args)
{
    int threads = 0;
    pd_error err;

    *local = (pd_tool_local){0};
    pd_tool_model_path(local->path, sizeof local->path, pd_tool_text(args, "model"));

    /* The file names its kind in its metadata. A file that cannot be opened is reported by
     * pd_tool_local_open. */
    pd_safetensors header;
    bool is_mhr = false;
    if (pd_safetensors_peek(&header, local->path, NULL) == PD_OK) {
        const char *kind = pd_safetensors_get(&header, "kind");
        is_mhr = kind && !strcmp(kind, pd_api_kinds[PD_API_KIND_MHR].name);
        pd_safetensors_deinit(&header);
    }

    if (!is_mhr) return pd_tool_local_open(local, args);

    /* Load an MHR model. */
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    void *model = NULL;
    if (pd_tool_load(&model, PD_API_KIND_MHR, local->path, &err) != PD_OK) return pd_tool_fail(args, &err);
    local->mhr = model;

    return start_local(local, args, threads);
}

int pd_tool_local_open_motion(pd_tool_local *local, const pd_tool_args *args, int no_body)
{
    int threads = 0;
    int code;
    pd_error err;

    *local = (pd_tool_local){0};
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;

    /* Load the body first, unless the motion is wanted without one. */
    if (!no_body && strcmp(pd_tool_text(args, "body"), "none") &&
        (code = load_body(local, args, pd_tool_text(args, "body"))))
        return code;

    /* Load the motion network. */
    const char *name = pd_tool_text(args, "model");
    pd_tool_model_path(local->path, sizeof local->path, strcmp(name, "default") ? name : "motion");
    void *network = NULL;
    if (pd_tool_load(&network, PD_API_KIND_MOTION, local->path, &err) != PD_OK) {
        pd_tool_local_close(local);
        return pd_tool_model_fail(args, name, &err);
    }

    local->network = network;

    return start_local(local, args, threads);
}

void pd_tool_local_close(pd_tool_local *local)
{
    pd_smpl_model_release(local->model);
    pd_mhr_release(local->mhr);
    pd_api_skeleton_release(local->character);
    pd_pfnn_model_release(local->network);
    pd_pfnn_model_release(local->matching);
    pd_pfnn_model_release(local->quadruped);
    pd_wardrobe_release(local->wardrobe);
    pd_smpl_model_release(local->garments_model);
    pd_ik_prior_release(local->prior);
    pd_character_clip_set_release(local->emotes);
    pd_rig_start_release(local->rig_start);
    pd_rig_net_release(local->rig_net);
    pd_ik_neural_release(local->neural);
    pd_tool_pool_release(local->pool);
    pd_arena_deinit(&local->scratch);
    *local = (pd_tool_local){0};
}

int pd_tool_local_request(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query,
                          const pd_bytes *body, pd_buffer *reply)
{
    const pd_api_host host = {.ctx = local,
                              .acquire = host_acquire,
                              .each_model = host_each_model,
                              .reload = host_reload,
                              .ready = host_ready,
                              .metrics = host_metrics,
                              .skeleton = host_skeleton,
                              .clip = host_clip,
                              .now = host_now};

    PD_ASSERT(path[0] == '/' && local->executor);

    /* The command may wait: for a model that is loaded and for garments that are transferred. */
    pd_api_request request = {
        .method = body ? "POST" : "GET", .path = path, .query = query, .may_wait = true};

    /* A request with a body is a POST. */
    if (body) {
        request.body = *body;
        request.content_type = local->content_type ? local->content_type : "application/json";
    }

    pd_api_call *call = pd_api_decode(&request, &host, &limits);
    if (!call) {
        pd_tool_usage(args, "out of memory for the request");
        return 1;
    }

    /* Compute the call, unless decoding has already answered it. */
    if (!pd_api_call_done(call)) pd_api_run(&call, 1, &local->scratch, local->executor);
    pd_api_reply *answer = pd_api_call_reply(call);
    if (answer->status == 200) {
        for (int i = 0; i < answer->header_count; i++)
            if (!strcmp(answer->headers[i].name, "Posed-Warning"))
                pd_tool_note(args, "warning: %s", answer->headers[i].value);
        pd_buffer_add(reply, answer->body.data, answer->body.size);
        pd_api_call_release(call);
        return 0;
    }

    /* Print a line for each error of the problem document,
     * with the place in the user's file if it is known. */
    json_t *problem = json_loadb((const char *)answer->body.data, answer->body.size, 0, NULL);
    json_t *item;
    json_t *errors = json_object_get(problem, "errors");
    size_t i;
    json_array_foreach(errors, i, item)
    {
        const char *pointer = json_string_value(json_object_get(item, "pointer"));
        char place[600] = "";
        if (local->place) local->place(local->placed, place, sizeof place, pointer);
        fprintf(stderr, "posedctl %s: %s%s%s%s%s\n", args->command->name, place, *place ? ": " : "", pointer,
                *pointer ? ": " : "", json_string_value(json_object_get(item, "detail")));
    }

    if (!json_array_size(errors)) {
        const char *detail = json_string_value(json_object_get(problem, "detail"));
        fprintf(stderr, "posedctl %s: %s\n", args->command->name, detail ? detail : "the request failed");
    }

    json_decref(problem);

    /* A request that the api rejects counts as wrong usage. */
    const int code = answer->status == 400 ? 2 : 1;
    pd_api_call_release(call);

    return code;
}

void pd_tool_query_add(pd_buffer *query, const char *name, const char *value)
{
    PD_ASSERT(name && value);
    if (query->size) pd_buffer_text(query, "&");
    for (; *name; name++) pd_buffer_add(query, *name == '-' ? "_" : name, 1);
    pd_buffer_text(query, "=");

    /* Percent-encode special characters. */
    for (; *value; value++) {
        unsigned char c = (unsigned char)*value;
        int plain =
            (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || strchr(",.-_", c);
        if (plain)
            pd_buffer_add(query, value, 1);
        else
            pd_buffer_printf(query, "%%%02X", c);
    }
}

int pd_tool_read(pd_buffer *out, const pd_tool_args *args, const char *path, size_t max)
{
    PD_ASSERT(max > 0);
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    pd_error err;
    char block[1 << 14];
    size_t got;

    if (!file) {
        pd_fail(&err, PD_ERR_NOT_FOUND, path, "%m");
        return pd_tool_fail(args, &err);
    }

    /* Read in blocks, and stop soon after the limit. */
    while ((got = fread(block, 1, sizeof block, file)) > 0 && out->size <= max)
        pd_buffer_add(out, block, got);
    int broken = ferror(file);
    if (file != stdin) fclose(file);
    if (!broken && !out->failed && out->size <= max) return 0;

    pd_fail(&err, PD_ERR_IO, path, "cannot be read, or is longer than %zu bytes", max);
    return pd_tool_fail(args, &err);
}

static int write_stream(const pd_tool_args *args, FILE *file, const char *name, const void *bytes,
                        size_t size)
{
    pd_error err;
    int good = file && fwrite(bytes, 1, size, file) == size && !fflush(file);
    if (!good) pd_fail(&err, PD_ERR_IO, name, "%m");
    if (file && file != stdout && fclose(file) && good) good = !pd_fail(&err, PD_ERR_IO, name, "%m");
    return good ? 0 : pd_tool_fail(args, &err);
}

/* Returns whether output may be written. Binary or very long output is not written
 * to a terminal, unless -o - requests it. */
static bool is_for_terminal(const pd_tool_args *args, const unsigned char *bytes, size_t size)
{
    if (!isatty(STDOUT_FILENO) || pd_tool_given(args, "o")) return true;
    if (size > TERMINAL_BYTES) return false;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] < ' ' && !strchr("\t\n\r", bytes[i])) return false;
    return !memchr(bytes, 0, size);
}

int pd_tool_write_noted(const pd_tool_args *args, const char *path, const void *bytes, size_t size,
                        const char *format, ...)
{
    pd_error err;
    char facts[160] = "";
    char length[32];
    va_list list;

    /* Format the size: 4055 as "4.1 kB". */
    static const char *const units[] = {"bytes", "kB", "MB", "GB"};
    double value = (double)size;
    int unit = 0;
    while (value >= 1000 && unit < 3) {
        value /= 1000;
        unit++;
    }

    snprintf(length, 32, unit && value < 100 ? "%.1f %s" : "%.0f %s", value, units[unit]);

    /* Without a file, write to standard output. */
    if (!path || !strcmp(path, "-")) {
        if (is_for_terminal(args, bytes, size))
            return write_stream(args, stdout, "standard output", bytes, size);
        return pd_tool_usage(args, "%s are too much for a terminal: give -o FILE, or -o - to see them",
                             length);
    }

    /* Write into a device, pipe or link instead of replacing it by a regular file. */
    struct stat there;
    if (!lstat(path, &there) && !S_ISREG(there.st_mode))
        return write_stream(args, fopen(path, "wb"), path, bytes, size);
    if (pd_file_write(path, bytes, size, &err)) return pd_tool_fail(args, &err);

    /* Report what was written, with the caller's facts about it. */
    va_start(list, format);
    if (format) vsnprintf(facts, sizeof facts, format, list);
    va_end(list);
    pd_tool_note(args, "wrote %s (%s%s%s)", path, facts, *facts ? ", " : "", length);

    return 0;
}

int pd_tool_write(const pd_tool_args *args, const char *path, const void *bytes, size_t size)
{
    return pd_tool_write_noted(args, path, bytes, size, NULL);
}

int pd_tool_write_base64(const pd_tool_args *args, const char *path, const char *text)
{
    const size_t length = strlen(text);
    pd_error err;
    unsigned char *bytes = malloc(length + 1);
    const size_t size = bytes ? pd_base64_decode(bytes, length, text, length, PD_BASE64_PADDED) : 0;

    int code;
    if (!bytes || size == SIZE_MAX) {
        pd_fail(&err, bytes ? PD_ERR_FORMAT : PD_ERR_MEMORY, path ? path : "",
                bytes ? "the reply's file is not base64" : "out of memory");
        code = pd_tool_fail(args, &err);
    } else {
        code = pd_tool_write(args, path, bytes, size);
    }

    free(bytes);

    return code;
}

void pd_tool_warn_shape(const float *betas, int count, const char *asks)
{
    PD_ASSERT(count >= 0);
    int largest = 0;

    for (int b = 0; b < count; b++)
        if (fabsf(betas[b]) > fabsf(betas[largest])) largest = b;
    if (!count || fabs((double)betas[largest]) <= PD_SMPL_BETA_USUAL) return;
    printf("warning     beta %d of the body is %.3g, -%g to %g are usual: %s\n", largest,
           (double)betas[largest], PD_SMPL_BETA_USUAL, PD_SMPL_BETA_USUAL, asks);
}
