#include "factory/wardrobe/wardrobe.h"

#include "core/base/assert.h"
#include "core/smpl/body.h"
#include "core/wardrobe/dress.h"
#include "core/wardrobe/piece.h"
#include "factory/wardrobe/catalogue.h"
#include "factory/wardrobe/cut/cover.h"
#include "factory/wardrobe/made/made.h"
#include "factory/wardrobe/pattern.h"
#include "factory/wardrobe/made/short_hair.h"
#include "factory/wardrobe/cut/skirt.h"
#include "factory/skin/texture.h"
#include "factory/wardrobe/cut/thin.h"
#include "factory/wardrobe/made/tips.h"
#include "factory/wardrobe/cut/weave.h"
#include "core/wardrobe/palette.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES 1024
#define MOST       3400 /* vertices of a garment */
#define MOST_TEETH 1300

/* Worn unless told otherwise. */
static const char *const standard[] = {"tee-jeans", "sneakers", "hair-short", "eyes",
                                       "brows",     "lashes",   "teeth",      "tongue"};

/* ---- parts ---- */

/* Triangles in the order of their part, each component its colour. */
static pd_status split_wardrobe(pd_wardrobe_item *item, const pd_factory_item *r, pd_error *err)
{
    PD_ASSERT(r->color_count > 0 && r->color_count <= PD_FACTORY_COLORS_MAX);
    const size_t count = (size_t)item->face_count;
    int *part = malloc(count * sizeof *part);
    uint16_t *sorted = malloc(3 * count * sizeof *sorted);
    pd_wardrobe_part *parts = calloc(PD_FACTORY_COLORS_MAX, sizeof *parts);
    if (!part || !sorted || !parts ||
        (r->islands ? pd_factory_islands(part, item) : pd_factory_components(part, item)) < 0) {
        free(part);
        free(sorted);
        free(parts);
        return pd_fail(err, PD_ERR_MEMORY, item->name, "out of memory for its parts");
    }

    /* Islands become parts by their table. */
    const size_t last = r->islands ? strlen(r->islands) - 1 : 0;
    for (size_t f = 0; r->islands && f < count; f++)
        part[f] = r->islands[(size_t)part[f] < last ? (size_t)part[f] : last] - '0';

    /* Faces in the order of the components, the last colour for all that have none of their own. */
    int done = 0, made = 0;
    for (int p = 0; p < r->color_count; p++) {
        const int first = done;
        for (size_t f = 0; f < count; f++) {
            const int own = part[f] < r->color_count ? part[f] : r->color_count - 1;
            if (own == p) memcpy(sorted + 3 * (size_t)done++, item->faces + 3 * f, 3 * sizeof *sorted);
        }

        if (done == first) continue;
        PD_ASSERT(made < PD_FACTORY_COLORS_MAX);
        parts[made] = (pd_wardrobe_part){.first_face = first,
                                         .face_count = done - first,
                                         .roughness = r->roughness,
                                         .texture = r->texture,
                                         .alpha = r->texture == PD_FACTORY_LASH ? PD_WARDROBE_BLEND
                                                  : r->slot == PD_WARDROBE_HAIR ? PD_WARDROBE_MASK
                                                                                : PD_WARDROBE_OPAQUE,
                                         .tint = r->tint,
                                         .two_sided = r->is_two_sided};
        for (int c = 0; c < 3; c++) parts[made].color[c] = pd_wardrobe_linear(r->colors[p][c] / 255.0);
        made++;
    }

    PD_ASSERT((size_t)done == count);

    /* The item takes the new order; its one part until now is dropped. */
    memcpy(item->faces, sorted, 3 * count * sizeof *sorted);
    free(item->parts);
    item->parts = parts;
    item->part_count = made;
    free(part);
    free(sorted);

    return PD_OK;
}

/* ---- files ---- */

typedef struct maker {
    pd_wardrobe *out;
    const pd_factory_wardrobe_options *options;
    const pd_factory_fitting *fitting;
    pd_bytes eye; /* the data's picture */
} maker;

static void path_of(char out[PATH_BYTES], const maker *m, const pd_factory_item *r, const char *ending)
{
    if (r->slot == PD_WARDROBE_EYES)
        snprintf(out, PATH_BYTES, "%s/%s%s", m->options->data_folder, r->files, ending);
    else
        snprintf(out, PATH_BYTES, "%s/base/%s%s", m->options->assets_folder, r->files, ending);
}

/* A garment and its binding: of eyes without the clear shell over the iris,
 * of no more than about MOST vertices. */
static pd_status read_garment(pd_factory_binding *binding, pd_factory_garment *garment, const maker *m,
                              const pd_factory_item *r, pd_error *err)
{
    const pd_factory_asset *asset = &m->fitting->people->asset;
    char path[PATH_BYTES];
    pd_buffer text = {0};

    path_of(path, m, r, ".mhclo");
    pd_status status = pd_factory_read(&text, path, err);
    if (status == PD_OK)
        status = pd_factory_binding_parse(binding, (pd_bytes){text.data, text.size}, asset->composed_count,
                                          asset->vertex_count, path, err);
    path_of(path, m, r, ".obj");
    if (status == PD_OK) status = pd_factory_read(&text, path, err);
    if (status == PD_OK)
        status = pd_factory_garment_parse(garment, (pd_bytes){text.data, text.size}, path, err);
    pd_buffer_deinit(&text);
    if (status != PD_OK) return status;

    int kept = 0;
    for (int f = 0; r->slot == PD_WARDROBE_EYES && f < garment->face_count; f++) {
        const uint16_t *face = garment->faces + 3 * (size_t)f;
        float middle[2] = {0};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 2; c++) middle[c] += garment->uvs[2 * (size_t)face[k] + (size_t)c] / 3;
        if (!pd_factory_texture_is_clear(middle))
            memmove(garment->faces + 3 * (size_t)kept++, face, 3 * sizeof *face);
    }

    if (r->slot == PD_WARDROBE_EYES) garment->face_count = kept;

    if (binding->vertex_count != garment->vertex_count) return PD_OK; /* binding refuses it */
    float *at = malloc(3 * (size_t)garment->vertex_count * sizeof *at);
    if (!at) return pd_fail(err, PD_ERR_MEMORY, "garment", "out of memory");
    pd_factory_binding_place(at, binding, m->fitting->mean);
    status =
        pd_factory_garment_thin(garment, binding, at, r->slot == PD_WARDROBE_TEETH ? MOST_TEETH : MOST, err);
    free(at);

    return status;
}

static pd_status make_item(pd_wardrobe_item *item, const maker *m, const pd_factory_item *r, pd_error *err)
{
    const pd_factory_bind how = {.carrier = r->carrier,
                                 .dir_count = r->dir_count < m->fitting->beta_count ? r->dir_count
                                                                                    : m->fitting->beta_count,
                                 .clearance = r->clearance,
                                 .smoothing = r->smoothing};
    pd_factory_binding binding = {0};
    pd_factory_garment garment = {0};

    snprintf(item->name, sizeof item->name, "%s", r->name);
    snprintf(item->about, sizeof item->about, "%s", r->about);
    snprintf(item->source, sizeof item->source, "MakeHuman %s.mhclo, CC0 1.0", r->files);
    item->slot = r->slot;

    pd_status status = read_garment(&binding, &garment, m, r, err);
    if (status == PD_OK) status = pd_factory_bind_item(item, m->fitting, &binding, &garment, &how, err);
    if (status == PD_OK && r->skirt) status = pd_factory_skirt(item, m->fitting->model, r->skirt, err);
    if (status == PD_OK && !pd_wardrobe_is_inner(item)) pd_factory_relate(item, m->fitting->model);
    if (status == PD_OK && r->slot == PD_WARDROBE_HAIR)
        status = r->texture == PD_FACTORY_CURLS ? pd_factory_tufts(item, err) : pd_factory_tips(item, err);
    if (status == PD_OK && r->has_cross_strands) status = pd_factory_lean(item, err);
    if (status == PD_OK) status = split_wardrobe(item, r, err);
    if (status == PD_OK && r->slot == PD_WARDROBE_LASHES) status = pd_factory_lashes(item, err);
    if (status == PD_OK && r->texture == PD_FACTORY_CLOTH)
        status = pd_factory_weave(item, m->fitting->model, err);
    pd_factory_binding_deinit(&binding);
    pd_factory_garment_deinit(&garment);

    return status;
}

/* ---- textures ---- */

static pd_status make_textures(maker *m, pd_error *err)
{
    static const char *const names[PD_FACTORY_IRIS] = {"cloth", "strands",  "curls",
                                                       "lash",  "bristles", "whiskers"};
    static pd_status (*const draw[PD_FACTORY_IRIS])(pd_buffer *, pd_error *) = {
        pd_factory_texture_cloth, pd_factory_texture_strands,  pd_factory_texture_curls,
        pd_factory_texture_lash,  pd_factory_texture_bristles, pd_factory_texture_whiskers};
#define IRIS_NAME(id, name, r, g, b) "iris-" name,
    static const char *const irises[] = {PD_WARDROBE_IRIS_TABLE(IRIS_NAME)};
#undef IRIS_NAME
    char path[PATH_BYTES];
    pd_buffer eye = {0};
    snprintf(path, sizeof path, "%s/eyes/materials/brown_eye.png", m->options->data_folder);
    pd_status status = pd_factory_read(&eye, path, err);
    m->eye = (pd_bytes){eye.data, eye.size};

    for (int t = 0; t < PD_FACTORY_TEXTURE_COUNT && status == PD_OK; t++) {
        pd_wardrobe_texture *texture = &m->out->textures[m->out->texture_count++];
        pd_buffer png = {0};
        if (t >= PD_FACTORY_PATTERNS) {
            const pd_factory_pattern_id id = (pd_factory_pattern_id)(t - PD_FACTORY_PATTERNS);
            snprintf(texture->name, sizeof texture->name, "%s", pd_factory_pattern_name(id));
            status = pd_factory_pattern(&png, id, err);
        } else if (t < PD_FACTORY_IRIS) {
            snprintf(texture->name, sizeof texture->name, "%s", names[t]);
            status = draw[t](&png, err);
        } else {
            const int iris = t - PD_FACTORY_IRIS;
            snprintf(texture->name, sizeof texture->name, "%s", irises[iris]);
            status = pd_factory_texture_iris(&png, m->eye,
                                             pd_wardrobe_iris_srgb((pd_wardrobe_iris_color)iris), err);
        }

        texture->png = png.data;
        texture->bytes = png.size;
    }

    pd_buffer_deinit(&eye);

    return status;
}

/* ---- all of it ---- */

/* Returns whether a list of names, separated by commas, has the name of an item. NULL has all. */
static bool is_listed(const char *names, const char *name)
{
    const size_t length = strlen(name);
    bool found = !names;
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        found |= !strncmp(at, name, length) && (!at[length] || at[length] == ',');
    return found;
}

/* Items that are modelled by code, with their looks. */
static pd_status make_models(pd_wardrobe *out, const pd_factory_wardrobe_options *options, pd_error *err)
{
    pd_factory_maker tailor;
    pd_status status = pd_factory_maker_init(&tailor, options->model, out, options->data_folder, err);

    if (status != PD_OK) return status;
    for (int i = 0; i < PD_FACTORY_MADE_COUNT && status == PD_OK; i++) {
        pd_wardrobe_item *item = &out->items[out->item_count];
        status = pd_factory_made(item, &tailor, (pd_factory_made_id)i, err);
        out->item_count++;
        for (int p = 0; p < item->part_count && status == PD_OK; p++) {
            pd_wardrobe_part *part = &item->parts[p];
            part->texture = pd_factory_made_looks[i].parts[p].texture;
            part->roughness = pd_factory_made_looks[i].parts[p].roughness;
            part->alpha = pd_factory_made_looks[i].parts[p].alpha;
            part->tint = pd_factory_made_looks[i].parts[p].tint;
            for (int c = 0; c < 3; c++)
                part->color[c] = pd_wardrobe_linear(pd_factory_made_looks[i].parts[p].color[c] / 255.0);
        }
    }

    pd_factory_maker_deinit(&tailor);

    return status;
}

/* Rest position of a joint on the template. */
static void joint_of(double out[3], const pd_smpl_data *m, const char *name)
{
    const int k = pd_smpl_joint_find(m, name);
    memset(out, 0, 3 * sizeof *out);
    for (int i = k < 0 ? 0 : m->regressor_start[k]; k >= 0 && i < m->regressor_start[k + 1]; i++)
        for (int c = 0; c < 3; c++)
            out[c] += m->regressor_weight[i] * (double)m->v_template[3 * m->regressor_vertex[i] + c];
}

/* Template of the body and its landmarks, for pieces. */
static pd_status add_body_wardrobe(pd_wardrobe *out, const pd_smpl_data *m, pd_error *err)
{
    const size_t bytes = 3 * (size_t)m->vertex_count * sizeof *out->body;
    double at[3];
    float ground = INFINITY;
    float nose[2] = {0, -INFINITY};

    out->body = malloc(bytes);
    if (!out->body) return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory for the body");
    memcpy(out->body, m->v_template, bytes);

    joint_of(at, m, "left_shoulder");
    out->marks[PD_WARDROBE_MARK_SHOULDER_X] = (float)at[0];
    out->marks[PD_WARDROBE_MARK_SHOULDER_Y] = (float)at[1];
    joint_of(at, m, "left_wrist");
    out->marks[PD_WARDROBE_MARK_WRIST_X] = (float)at[0];
    joint_of(at, m, "left_hip");
    out->marks[PD_WARDROBE_MARK_HIP_Y] = (float)at[1];
    joint_of(at, m, "left_ankle");
    out->marks[PD_WARDROBE_MARK_ANKLE_Y] = (float)at[1];
    joint_of(at, m, "neck");
    out->marks[PD_WARDROBE_MARK_NECK_Y] = (float)at[1];
    out->marks[PD_WARDROBE_MARK_NECK_Z] = (float)at[2];

    /* The tip of the nose, to 5 mm: foremost in the middle between the joints of the neck and of the head,
     * which is as high as that tip. */
    double head[3];
    joint_of(head, m, "head");
    for (int i = 0; i < m->vertex_count; i++) {
        const float *p = m->v_template + 3 * (size_t)i;
        ground = fminf(ground, p[1]);
        if (fabsf(p[0]) < 0.004f && p[1] > (float)at[1] && p[1] < (float)head[1] && p[2] > nose[1]) {
            nose[0] = p[1];
            nose[1] = p[2];
        }
    }

    out->marks[PD_WARDROBE_MARK_NOSE_Y] = nose[0];
    out->marks[PD_WARDROBE_MARK_GROUND_Y] = ground;

    return PD_OK;
}

/* Sets how often women and men wear each item, and in which styles. */
static void add_habits(pd_wardrobe *out)
{
    for (int i = 0; i < out->item_count; i++)
        for (int h = 0; h < pd_factory_habit_count; h++)
            if (!strcmp(out->items[i].name, pd_factory_habits[h].name)) {
                out->items[i].often[0] = pd_factory_habits[h].women;
                out->items[i].often[1] = pd_factory_habits[h].men;
                out->items[i].styles = pd_factory_habits[h].styles;
            }
}

pd_status pd_factory_wardrobe_pieces(pd_wardrobe *out, pd_error *err)
{
    pd_status status = PD_OK;

    for (int r = 0; r < pd_factory_piece_count && status == PD_OK; r++) {
        const pd_factory_piece *row = &pd_factory_pieces[r];
        const int base = pd_wardrobe_find(out, row->base);
        pd_wardrobe_piece piece;
        if (base < 0) continue; /* not among the items that were asked for */

        pd_wardrobe_item *item = &out->items[out->item_count];
        status = pd_wardrobe_piece_read(&piece, out, row->parameters, row->name, err);
        if (status == PD_OK) status = pd_wardrobe_piece_make(item, out, base, &piece, err);
        if (status != PD_OK) return status;
        snprintf(item->name, sizeof item->name, "%s", row->name);
        snprintf(item->about, sizeof item->about, "%s", row->about);
        snprintf(item->parameters, sizeof item->parameters, "%s", row->parameters);
        item->often[0] = row->women;
        item->often[1] = row->men;
        item->styles = row->styles;
        out->item_count++;
    }

    return pd_wardrobe_check(out, err);
}

static pd_status make_wardrobe(pd_wardrobe *out, const pd_factory_wardrobe_options *options,
                               const pd_factory_fitting *fitting, pd_progress progress, pd_error *err)
{
    maker m = {.out = out, .options = options, .fitting = fitting};
    const int most = pd_factory_item_count + PD_FACTORY_MADE_COUNT + pd_factory_piece_count;

    out->items = calloc((size_t)most, sizeof *out->items);
    out->textures = calloc(PD_FACTORY_TEXTURE_COUNT, sizeof *out->textures);
    if (!out->items || !out->textures)
        return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory for its items");

    char provenance[400];
    snprintf(provenance, sizeof provenance,
             "Learned from MakeHuman's CC0 garments (makehuman-assets, base/) and people sampled from its "
             "CC0 body data by: posedctl "
             "train-wardrobe --data DIR --seed %llu --people %d, for the body model %s",
             (unsigned long long)options->seed, options->people, options->model->text.name);
    out->text.name = strdup("wardrobe");
    out->text.licence = strdup("CC0 1.0");
    out->text.provenance = strdup(provenance);
    out->text.credits = strdup("MakeHuman assets and base mesh hm08: CC0 1.0, Data Collection AB, Joel "
                               "Palmius, Jonas Hauquier and the "
                               "MakeHuman team (makehumancommunity.org)");
    snprintf(out->model, sizeof out->model, "%s", options->model->text.name);
    out->skin_vertex_count = options->model->vertex_count;
    out->joint_count = options->model->joint_count;

    if (!out->text.name || !out->text.licence || !out->text.provenance || !out->text.credits)
        return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory for its text");

    pd_status status = make_textures(&m, err);
    for (int r = 0; r < pd_factory_item_count && status == PD_OK; r++) {
        pd_progress_report(&progress, "binding garments", r, pd_factory_item_count);

        if (!is_listed(options->items, pd_factory_items[r].name)) continue;
        status = make_item(&out->items[out->item_count++], &m, &pd_factory_items[r], err);
    }

    if (status == PD_OK)
        pd_progress_report(&progress, "binding garments", pd_factory_item_count, pd_factory_item_count);
    if (status == PD_OK) status = add_body_wardrobe(out, options->model, err);
    if (status == PD_OK && pd_wardrobe_find(out, "lashes") >= 0 && pd_wardrobe_find(out, "brows") >= 0)
        status = make_models(out, options, err);
    add_habits(out);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) out->standard[s] = -1;
    for (size_t s = 0; status == PD_OK && s < sizeof standard / sizeof *standard; s++) {
        const int item = pd_wardrobe_find(out, standard[s]);
        if (item >= 0) out->standard[out->items[item].slot] = item;
    }

    return status == PD_OK ? pd_wardrobe_check(out, err) : status;
}

pd_status pd_factory_wardrobe(pd_wardrobe *out, const pd_factory_wardrobe_options *options,
                              const pd_executor *executor, pd_progress progress, pd_error *err)
{
    const pd_factory_options people_options = {.data_folder = options->data_folder,
                                               .seed = options->seed,
                                               .subject_count = options->people,
                                               .held_out_count = 20,
                                               .beta_count = 16,
                                               .person = true};
    pd_factory_people people;
    pd_factory_fitting fitting = {0};

    memset(out, 0, sizeof *out);

    pd_status status = pd_factory_people_init(&people, &people_options, executor, progress, err);
    if (status == PD_OK) status = pd_factory_fitting_init(&fitting, &people, options->model, err);
    if (status == PD_OK) status = make_wardrobe(out, options, &fitting, progress, err);
    if (status != PD_OK) pd_wardrobe_deinit(out);
    pd_factory_fitting_deinit(&fitting);
    pd_factory_people_deinit(&people);

    return status;
}

/* ---- linings ---- */

#define LINING_PRESS 0.004f /* metres inside of the skin */

/* Inner parts that come through outer ones: what is covered of them is removed. */
static const struct {
    const char *name;
    int outer, inner;
} covers[] = {
    {"dungarees", 0, 1},    /* the shirt under the bib      */
    {"jacket-chinos", 0, 2} /* the shirt under the jacket */
};

/* Parts with a lining that comes through the cloth on bodies whose arms are not the mean one's. */
static const struct {
    const char *name;
    int part;
} lined[] = {{"shirt-chinos", 0}}; /* sleeves, from the cuffs to 12 cm above */

/* Hair of the data that covers an eye, and the fringe that it is cut to. */
static const struct {
    const char *name, *parameters;
} fringes[] = {
    {"hair-bob", "fringe=0.05"}, {"hair-bob-parted", "fringe=0.05"}, {"hair-cropped", "fringe=0.05"}};

pd_status pd_factory_wardrobe_fringe(pd_wardrobe *wardrobe, pd_error *err)
{
    for (size_t f = 0; f < sizeof fringes / sizeof *fringes; f++) {
        const int hair = pd_wardrobe_find(wardrobe, fringes[f].name);
        pd_wardrobe_piece piece;
        pd_wardrobe_item cut = {0};
        if (hair < 0) continue;
        pd_status status =
            pd_wardrobe_piece_read(&piece, wardrobe, fringes[f].parameters, fringes[f].name, err);
        if (status == PD_OK) status = pd_wardrobe_piece_make(&cut, wardrobe, hair, &piece, err);
        if (status != PD_OK) return status;

        /* The cut hair takes the place of the item. */
        pd_wardrobe_item *item = &wardrobe->items[hair];
        memcpy(cut.name, item->name, sizeof cut.name);
        memcpy(cut.about, item->about, sizeof cut.about);
        memcpy(cut.source, item->source, sizeof cut.source);
        memcpy(cut.often, item->often, sizeof cut.often);
        cut.slot = item->slot;
        cut.base = item->base;
        cut.styles = item->styles;
        pd_wardrobe_item_deinit(item);
        *item = cut;
    }

    return PD_OK;
}

pd_status pd_factory_wardrobe_trim(pd_wardrobe *wardrobe, const pd_smpl_data *model, const char *data_folder,
                                   pd_error *err)
{
    static const struct {
        const char *name;
        bool is_curly;
    } trimmed[] = {{"hair-slick", false}, {"hair-combed", false}, {"hair-afro", true}};
    pd_factory_maker body;
    if (pd_wardrobe_find(wardrobe, "lashes") < 0 || pd_wardrobe_find(wardrobe, "brows") < 0) return PD_OK;
    pd_status status = pd_factory_maker_init(&body, model, wardrobe, data_folder, err);
    if (status != PD_OK) return status;
    for (size_t t = 0; t < sizeof trimmed / sizeof *trimmed && status == PD_OK; t++) {
        const int hair = pd_wardrobe_find(wardrobe, trimmed[t].name);
        if (hair >= 0) status = pd_factory_trim_hair(&wardrobe->items[hair], &body, trimmed[t].is_curly, err);
    }

    pd_factory_maker_deinit(&body);

    return status;
}

pd_status pd_factory_wardrobe_line(pd_wardrobe *wardrobe, const pd_smpl_model *model, pd_error *err)
{
    pd_status status = PD_OK;

    const size_t numbers = 3 * (size_t)model->vertex_count;
    float *normals = malloc(2 * numbers * sizeof *normals); /* of the mean skin, and its vertices */
    const pd_smpl_body mean = {.vertices = normals ? normals + numbers : NULL, .normals = normals};
    const pd_smpl_job job = {.bodies = &mean, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_arena scratch = {0};
    if (!normals || !pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model))) {
        free(normals);
        return pd_fail(err, PD_ERR_MEMORY, "wardrobe", "out of memory for normals");
    }

    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);

    for (int r = 0; r < pd_factory_item_count && status == PD_OK; r++) {
        const int item =
            pd_factory_items[r].skirt ? pd_wardrobe_find(wardrobe, pd_factory_items[r].name) : -1;
        if (item < 0) continue;
        const int skirt = wardrobe->items[item].part_count - 1;
        status =
            pd_factory_skirt_line(&wardrobe->items[item], &model->data, normals, LINING_PRESS, skirt, err);
        if (status == PD_OK) status = pd_factory_skirt_trim(&wardrobe->items[item], skirt, err);
    }

    for (size_t c = 0; c < sizeof covers / sizeof *covers && status == PD_OK; c++) {
        const int item = pd_wardrobe_find(wardrobe, covers[c].name);
        if (item >= 0)
            status = pd_factory_cover(&wardrobe->items[item], covers[c].outer, covers[c].inner, err);
    }

    for (size_t l = 0; l < sizeof lined / sizeof *lined && status == PD_OK; l++) {
        const int item = pd_wardrobe_find(wardrobe, lined[l].name);
        if (item >= 0) status = pd_factory_cover_lining(&wardrobe->items[item], lined[l].part, normals, err);
    }

    free(normals);

    return status == PD_OK ? pd_wardrobe_check(wardrobe, err) : status;
}
