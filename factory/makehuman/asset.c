#include "factory/makehuman/asset.h"

#include "core/base/assert.h"
#include "factory/makehuman/slider.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 512

/* ---- which target is which file ---- */

static int slider_first(void)
{
    return PD_FACTORY_MACRO_COUNT;
}

static int shape_first(void)
{
    return slider_first() + 4 * pd_factory_slider_count;
}

int pd_factory_slider_target(int slider, int end, int side)
{
    return slider_first() + 4 * slider + 2 * end + side;
}

int pd_factory_shape_target(int male, int shape)
{
    return shape_first() + (male ? pd_factory_female_shape_count : 0) + shape;
}

/* ---- base mesh ---- */

/* Takes the quads of `body`, and the ends of its vertices and of those of the cubes. */
static pd_status take_body(pd_factory_asset *asset, const char *dir, pd_error *err)
{
    const pd_factory_obj *obj = &asset->obj;
    int body = pd_factory_obj_group(obj, "body");

    asset->quads = malloc((size_t)obj->quad_count * sizeof *asset->quads);
    if (!asset->quads) return pd_fail(err, PD_ERR_MEMORY, dir, "out of memory for the faces");

    for (int q = 0; q < obj->quad_count; q++) {
        int group = obj->quad_group[q];
        int is_body = group == body;
        if (!is_body &&
            (strncmp(obj->groups[group], "joint-", 6) || !strcmp(obj->groups[group], "joint-ground")))
            continue;
        if (is_body) memcpy(asset->quads[asset->quad_count++], obj->quads[q], sizeof obj->quads[q]);
        for (int k = 0; k < 4; k++) {
            int end = obj->quads[q][k] + 1;
            if (end > asset->composed_count) asset->composed_count = end;
            if (is_body && end > asset->vertex_count) asset->vertex_count = end;
        }
    }

    if (asset->quad_count) return PD_OK;

    return pd_fail(err, PD_ERR_FORMAT, dir, "3dobjs/base.obj has no group `body`");
}

/* ---- rig ---- */

/* ---- targets ---- */

typedef struct load_job {
    pd_factory_asset *asset;
    const char *dir;
    pd_buffer *texts; /* one per worker */
    pd_error *errors; /* one per target */
} load_job;

static void load_target(void *arg, int target, int worker)
{
    load_job *job = arg;
    pd_factory_asset *asset = job->asset;
    char file[PATH_BYTES], path[2 * PATH_BYTES];
    pd_error *err = &job->errors[target];
    pd_buffer *text = &job->texts[worker];

    if (target >= shape_first()) {
        const int shape = target - shape_first();
        const int women = pd_factory_female_shape_count;
        const char *name =
            shape >= women ? pd_factory_male_shapes[shape - women] : pd_factory_female_shapes[shape];
        snprintf(file, PATH_BYTES, "%s.target", name);
    } else if (target >= slider_first()) {
        /* "armslegs/%c-hand-scale" -> "armslegs/l-hand-scale-incr.target" */
        const int index = target - slider_first();
        const int side = index % 2;
        const pd_factory_slider *s = &pd_factory_sliders[index / 4];
        const char *end = index / 2 % 2 ? s->positive : s->negative;
        const char *star = strstr(s->path, "%c");
        if (!star && side) return; /* no second side: the target stays empty */
        if (star)
            snprintf(file, PATH_BYTES, "%.*s%c%s-%s.target", (int)(star - s->path), s->path, side ? 'r' : 'l',
                     star + 2, end);
        else
            snprintf(file, PATH_BYTES, "%s-%s.target", s->path, end);
    } else {
        snprintf(file, PATH_BYTES, "%s", asset->macros[target].path);
    }

    snprintf(path, sizeof path, "%s/targets/%s", job->dir, file);
    if (pd_factory_read(text, path, err) != PD_OK) return;
    pd_factory_target_parse(&asset->targets[target], (pd_bytes){text->data, text->size},
                            asset->obj.vertex_count, asset->composed_count, file, err);
}

static pd_status read_targets(pd_factory_asset *asset, const char *dir, const pd_executor *executor,
                              pd_error *err)
{
    asset->target_count = shape_first() + pd_factory_female_shape_count + pd_factory_male_shape_count;
    size_t count = (size_t)asset->target_count;
    asset->targets = calloc(count, sizeof *asset->targets);
    asset->same = calloc(count, sizeof *asset->same);

    load_job job = {.asset = asset,
                    .dir = dir,
                    .texts = calloc((size_t)executor->worker_count, sizeof *job.texts),
                    .errors = calloc(count, sizeof *job.errors)};
    pd_status status = PD_ERR_MEMORY;
    if (asset->targets && asset->same && job.texts && job.errors) {
        pd_execute(executor, load_target, &job, asset->target_count);
        status = PD_OK;
        for (int i = 0; status == PD_OK && i < asset->target_count; i++) {
            status = job.errors[i].status;
            if (status != PD_OK && err) *err = job.errors[i];
        }

        for (int w = 0; w < executor->worker_count; w++) pd_buffer_deinit(&job.texts[w]);
    } else {
        pd_fail(err, status, dir, "out of memory for the targets");
    }

    free(job.texts);
    free(job.errors);
    if (status == PD_OK) {
        /* Keep one of each set of equal files: 18 of the 108 height files differ,
         * and 36 of the 108 files of proportions. */
        for (int i = 0; i < asset->target_count; i++) {
            asset->same[i] = i;
            for (int j = 0; j < i && asset->same[i] == i; j++) {
                const pd_factory_target *a = &asset->targets[i];
                const pd_factory_target *b = &asset->targets[j];
                if (asset->same[j] != j || a->hash != b->hash || a->move_count != b->move_count) continue;
                if (a->move_count == 0 ||
                    !memcmp(a->moves, b->moves, (size_t)a->move_count * sizeof *a->moves))
                    asset->same[i] = j;
            }

            if (asset->same[i] != i) pd_factory_target_deinit(&asset->targets[i]);
        }
    }

    return status;
}

/* Reads 3dobjs/base.obj, the base mesh. */
static pd_status load_mesh(pd_factory_asset *out, const char *dir, pd_error *err)
{
    char path[PATH_BYTES];
    pd_buffer text = {0};

    snprintf(path, sizeof path, "%s/3dobjs/base.obj", dir);
    pd_status status = pd_factory_read(&text, path, err);
    if (status == PD_OK)
        status = pd_factory_obj_parse(&out->obj, (pd_bytes){text.data, text.size}, path, err);
    pd_buffer_deinit(&text);

    return status;
}

/* Reads the default rig: its skeleton and its weights. */
static pd_status load_rig(pd_factory_asset *out, const char *dir, pd_error *err)
{
    char skeleton_path[PATH_BYTES], weights_path[PATH_BYTES];
    pd_buffer skeleton = {0}, weights = {0};

    snprintf(skeleton_path, sizeof skeleton_path, "%s/rigs/default.mhskel", dir);
    snprintf(weights_path, sizeof weights_path, "%s/rigs/default_weights.mhw", dir);
    pd_status status = pd_factory_read(&skeleton, skeleton_path, err);
    if (status == PD_OK) status = pd_factory_read(&weights, weights_path, err);
    if (status == PD_OK)
        status = pd_factory_mhrig_parse(&out->rig, (pd_bytes){skeleton.data, skeleton.size}, "default.mhskel",
                                        (pd_bytes){weights.data, weights.size}, "default_weights.mhw",
                                        out->obj.vertex_count, err);
    pd_buffer_deinit(&skeleton);
    pd_buffer_deinit(&weights);

    return status;
}

static pd_status load_asset(pd_factory_asset *out, const char *dir, bool whole, const pd_executor *executor,
                            pd_error *err)
{
    memset(out, 0, sizeof *out);
    if (strlen(dir) > 300)
        return pd_fail(err, PD_ERR_RANGE, "data", "a path of %zu bytes; at most 300", strlen(dir));
    int macro_count = pd_factory_macro_list(out->macros);
    PD_ASSERT(macro_count == PD_FACTORY_MACRO_COUNT);
    (void)macro_count;

    /* Load the mesh, the body as a part of it, the rig, and the targets that shape it. */
    pd_status status = load_mesh(out, dir, err);
    if (status == PD_OK) status = take_body(out, dir, err);
    if (status == PD_OK && whole) out->composed_count = out->obj.vertex_count;
    if (status == PD_OK) status = load_rig(out, dir, err);
    if (status == PD_OK) status = read_targets(out, dir, executor, err);
    if (status != PD_OK) pd_factory_asset_deinit(out);

    return status;
}

pd_status pd_factory_asset_load(pd_factory_asset *out, const char *dir, const pd_executor *executor,
                                pd_error *err)
{
    return load_asset(out, dir, false, executor, err);
}

pd_status pd_factory_asset_load_whole(pd_factory_asset *out, const char *dir, const pd_executor *executor,
                                      pd_error *err)
{
    return load_asset(out, dir, true, executor, err);
}

void pd_factory_asset_deinit(pd_factory_asset *asset)
{
    for (int i = 0; asset->targets && i < asset->target_count; i++)
        pd_factory_target_deinit(&asset->targets[i]);
    free(asset->targets);
    free(asset->same);
    free(asset->quads);
    pd_factory_mhrig_deinit(&asset->rig);
    pd_factory_obj_deinit(&asset->obj);
    memset(asset, 0, sizeof *asset);
}

/* ---- using it ---- */

void pd_factory_asset_add(float *vertices, const pd_factory_asset *asset, int target, double weight)
{
    PD_ASSERT(target >= 0);
    const pd_factory_target *t = &asset->targets[asset->same[target]];
    float w = (float)weight;
    for (int i = 0; i < t->move_count; i++) {
        float *v = vertices + 3 * (size_t)t->moves[i].vertex;
        v[0] += w * t->moves[i].offset[0];
        v[1] += w * t->moves[i].offset[1];
        v[2] += w * t->moves[i].offset[2];
    }
}

bool pd_factory_asset_cube(int corners[PD_FACTORY_CUBE_CORNERS], const pd_factory_asset *asset,
                           const char *name)
{
    char group_name[PD_FACTORY_NAME_BYTES];

    snprintf(group_name, sizeof group_name, "joint-%s", name);
    int group = pd_factory_obj_group(&asset->obj, group_name);
    int count = 0;
    for (int q = 0; q < asset->obj.quad_count; q++) {
        if (asset->obj.quad_group[q] != group) continue;
        for (int k = 0; k < 4 && count < PD_FACTORY_CUBE_CORNERS; k++)
            corners[count++] = asset->obj.quads[q][k];
    }

    return count == PD_FACTORY_CUBE_CORNERS;
}
