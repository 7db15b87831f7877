/* posed-factory wardrobe: draws dressed people as a contact sheet,
 * and measures how often skin comes through cloth. */
#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/io/mesh/png.h"
#include "core/wardrobe/borrow.h"
#include "factory/wardrobe/cut/pierce.h"
#include "factory/wardrobe/cut/rigged.h"
#include "factory/wardrobe/bind/scalp.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "factory/wardrobe/dressed.h"
#include "core/io/mesh/webp.h"
#include "core/portrait/portrait.h"
#include "factory/wardrobe/sheets.h"
#include "tools/draw/posture.h"
#include "factory/base/modes.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX    96
#define WEBP_QUALITY 84
#define DEGREE       0.017453292f

typedef struct show {
    const pd_tool_args *args;
    pd_smpl_model *model;
    pd_wardrobe *loaded;
    const pd_wardrobe *wardrobe; /* loaded, or what is made of it for the model */
    pd_smpl_model *own;          /* that the wardrobe is of, where the model is another one */
    pd_wardrobe_transfer own_transfer;
    const pd_wardrobe_transfer *transfer; /* NULL: the wardrobe is of the model */
    pd_tool_dressed_cell cells[CELLS_MAX];
    int count;
    pd_error err;
} show;

static const char *const relaxed =
    "both_collar 0 0 -16 both_shoulder 0 0 -60 both_elbow 9 -16 0 both_wrist 12 0 0";

/* Adds a cell with an outfit and a posture. Returns NULL on error, with s->err set. */
static pd_tool_dressed_cell *add_wardrobe_command(show *s, const char *wear, const char *posture)
{
    if (s->count == CELLS_MAX) return NULL;
    pd_tool_dressed_cell *cell = &s->cells[s->count++];
    *cell = (pd_tool_dressed_cell){.palette = PD_WARDROBE_PALETTE};
    snprintf(cell->label, sizeof cell->label, "%.63s", wear ? wear : "standard");
    cell->rotations = malloc(9 * (size_t)s->model->joint_count * sizeof *cell->rotations);
    if (!cell->rotations) {
        pd_fail(&s->err, PD_ERR_MEMORY, "cell", "out of memory");
        return NULL;
    }

    if (pd_wardrobe_choose(&cell->outfit, s->wardrobe, wear, &s->err) != PD_OK) return NULL;
    if (pd_tool_posture_read(cell->rotations, s->model, posture, &s->err) != PD_OK) return NULL;
    pd_tool_hold(cell->rotations, s->model, PD_SMPL_HAND_RELAXED);

    return cell;
}

/* Gives a cell a random shape and random colours. */
static void vary(pd_tool_dressed_cell *cell, const pd_smpl_model *model, int seed)
{
    pd_rng rng;

    pd_rng_init(&rng, (uint64_t)seed);
    for (int b = 0; b < model->beta_count && b < PD_TOOL_DRESSED_BETAS; b++)
        cell->betas[b] = (float)(0.8 * pd_rng_normal(&rng));
    cell->palette.skin = pd_rng_uniform(&rng);

    /* Dark skin has dark hair and eyes, which are the first two of each list, unless the hair is grey. */
    const bool is_dark = cell->palette.skin < 0.55;
    const bool is_grey = pd_rng_below(&rng, 6) == 0;
    cell->palette.hair =
        is_grey ? PD_WARDROBE_HAIR_GREY
                : (pd_wardrobe_hair_color)pd_rng_below(&rng, is_dark ? 2 : PD_WARDROBE_HAIR_GREY);
    cell->palette.iris = (pd_wardrobe_iris_color)pd_rng_below(&rng, is_dark ? 2 : PD_WARDROBE_IRIS_COUNT);
}

/* Returns the name of the n-th item of a slot, counted round and round. */
static const char *nth_of(const pd_wardrobe *w, pd_wardrobe_slot slot, int n)
{
    int count = 0;

    for (int i = 0; i < w->item_count; i++) count += w->items[i].slot == slot;
    n %= count ? count : 1;
    for (int i = 0; i < w->item_count; i++)
        if (w->items[i].slot == slot && n-- == 0) return w->items[i].name;

    return "none";
}

/* Fills the cells of a sheet. Returns false on error. */
static int fill_wardrobe_command(show *s, const char *sheet, const char *wear, const char *posture, int seed)
{
    if (strcmp(sheet, "people") && strcmp(sheet, "faces") && strcmp(sheet, "poses")) {
        /* All other sheets choose their people themselves (sheets.h): reserve the cells, then fill them. */
        for (int i = 0; i < PD_TOOL_SHEET_CELLS; i++)
            if (!add_wardrobe_command(s, "none", relaxed)) return false;
        int count = 0;
        const pd_status status =
            pd_tool_sheet_fill(s->cells, &count, sheet, s->model, s->wardrobe, seed < 0 ? 1 : seed, &s->err);
        for (int i = count; i < s->count; i++) free(s->cells[i].rotations);
        s->count = count;
        return status == PD_OK;
    }

    /* Twelve people in different outfits; with faces as portraits from three sides. */
    const bool is_faces = !strcmp(sheet, "faces");
    for (int i = 0; i < 12; i++) {
        char names[128];
        snprintf(names, sizeof names, "%s,%s,%s", nth_of(s->wardrobe, PD_WARDROBE_OUTFIT, i),
                 nth_of(s->wardrobe, PD_WARDROBE_SHOES, i), nth_of(s->wardrobe, PD_WARDROBE_HAIR, i));
        pd_tool_dressed_cell *cell =
            add_wardrobe_command(s, wear ? wear : names, posture ? posture : relaxed);
        if (!cell) return 0;
        if (seed >= 0) vary(cell, s->model, seed + (i % 8));
        cell->is_portrait = is_faces;
        if (!is_faces && i >= 8) cell->yaw = 180 * DEGREE;
        if (is_faces && i % 3 == 1) cell->yaw = 35 * DEGREE;
        if (is_faces && i % 3 == 2) cell->yaw = 90 * DEGREE;
    }

    /* Poses replace these people, one for each named posture. */
    if (!strcmp(sheet, "poses")) {
        for (int i = 0; i < s->count; i++) free(s->cells[i].rotations);
        s->count = 0;
        for (const pd_tool_posture *p = pd_tool_poses; p->name && s->count < 18; p++) {
            char names[128];
            snprintf(names, sizeof names, "%s,%s,%s", nth_of(s->wardrobe, PD_WARDROBE_OUTFIT, s->count),
                     nth_of(s->wardrobe, PD_WARDROBE_SHOES, s->count),
                     nth_of(s->wardrobe, PD_WARDROBE_HAIR, s->count));
            pd_tool_dressed_cell *cell = add_wardrobe_command(s, wear ? wear : names, p->text);
            if (!cell) return 0;
            cell->yaw = p->yaw_deg * DEGREE;
            if (seed >= 0) vary(cell, s->model, seed + s->count);
        }
    }

    return 1;
}

/* Renders the sheet and writes it as PNG or WebP. */
static int draw_wardrobe_command(show *s)
{
    pd_io_image picture = {0};
    pd_buffer file = {0};
    int size = 0, columns = 0;

    if (!pd_tool_int(&size, s->args, "size", 48, PD_PORTRAIT_SIZE_MOST) ||
        !pd_tool_int(&columns, s->args, "columns", 1, 64))
        return 2;

    /* Portraits are square; whole people are narrow. */
    const bool is_square = s->cells[0].is_portrait || s->cells[0].close_up;
    const int width = is_square                                           ? size
                      : !strcmp(pd_tool_text(s->args, "sheet"), "street") ? size / 2
                                                                          : size * 3 / 4;
    const pd_tool_dressed_sheet sheet = {.model = s->model,
                                         .wardrobe = s->wardrobe,
                                         .own = s->transfer ? s->transfer->own : NULL,
                                         .cells = s->cells,
                                         .cell_count = s->count,
                                         .columns = columns,
                                         .width = width,
                                         .height = size,
                                         .executor = &pd_executor_serial};
    pd_status status = pd_tool_dressed_render(&picture, &sheet, &s->err);

    /* The name of the file says its format. */
    const char *path = pd_tool_text(s->args, "o");
    const char *dot = path ? strrchr(path, '.') : NULL;
    const bool is_webp = dot && !strcmp(dot, ".webp");
    if (status == PD_OK)
        status = is_webp ? pd_io_webp_write(&file, &picture, WEBP_QUALITY, &s->err)
                         : pd_io_png_write(&file, &picture, &s->err);
    const int code = status == PD_OK
                         ? pd_tool_write(s->args, pd_tool_text(s->args, "o"), file.data, file.size)
                         : pd_tool_fail(s->args, &s->err);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);

    return code;
}

/* ---- skin through cloth ---- */

#define HITS_MOST    8192
#define PLACES_MOST  1024
#define PLACES_SHOWN 8
#define PLACE_FACE   10000 /* expressions count from here as poses */

/* A joint and a pose at which skin came through. */
typedef struct place {
    int pose, joint, count;
    float deepest;
    const char *label; /* of an expression, else NULL */
} place;

typedef struct fitting {
    const show *s;
    pd_arena scratch;
    float *skin, *normals;  /* (V,3) */
    unsigned char *touched; /* (V) by cloth, at rest */
    pd_wardrobe_hit *hits;  /* (HITS_MOST) of the body at hand */
    place *places;          /* (PLACES_MOST) of the outfit at hand */
    int place_count;
    pd_factory_rigged *rig; /* with --rig: the file of the body at hand; else NULL */
} fitting;

/* Counts what came through by pose and by the joint that moves the skin there most. */
static void note_places(fitting *f, const pd_factory_pierced *found, int pose)
{
    const pd_smpl_data *d = &f->s->model->data;

    for (int h = 0; h < found->pierced && h < HITS_MOST; h++) {
        const float *row = d->weights + (size_t)f->hits[h].vertex * (size_t)d->joint_count;

        /* Find the joint, and the place of this pose and joint in the list. */
        int joint = 0, at = 0;
        for (int k = 1; k < d->joint_count; k++)
            if (row[k] > row[joint]) joint = k;
        while (at < f->place_count && (f->places[at].pose != pose || f->places[at].joint != joint)) at++;
        if (at == PLACES_MOST) continue;
        if (at == f->place_count) f->places[f->place_count++] = (place){.pose = pose, .joint = joint};
        f->places[at].count++;
        f->places[at].deepest = fmaxf(f->places[at].deepest, f->hits[h].depth);
    }
}

/* Number of betas that bodies are given. */
static int count_betas(const pd_smpl_model *model)
{
    return model->beta_count < PD_TOOL_DRESSED_BETAS ? model->beta_count : PD_TOOL_DRESSED_BETAS;
}

/* The outfit on one body in one pose; rotations NULL: at rest, which tells what to look at from then on.
 * expression NULL: none. */
static pd_status try_on(pd_factory_pierced *out, fitting *f, const pd_wardrobe_outfit *outfit,
                        const float *betas, const float *rotations, const float *expression, pd_error *err)
{
    const pd_smpl_model *model = f->s->model;
    pd_smpl_body body = {.betas = betas,
                         .beta_count = count_betas(model),
                         .expression = expression,
                         .expression_count = expression ? model->expression_count : 0,
                         .rotations = rotations,
                         .vertices = f->skin,
                         .normals = f->normals};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_wardrobe_wearer wearer;
    pd_status status = PD_OK;

    /* Dress the body, or pose it by the joints of its file. */
    if (f->rig) {
        pd_factory_rigged_pose(f->rig, rotations);
        wearer = (pd_wardrobe_wearer){.model = model};
    } else {
        if (!pd_arena_reserve(&f->scratch, pd_smpl_job_scratch_bytes(&job, model)))
            return pd_fail(err, PD_ERR_MEMORY, "body", "out of memory");
        pd_smpl_job_run(&job, model, &f->scratch, &pd_executor_serial);
        status = pd_wardrobe_wearer_init(&wearer, model, f->s->transfer, &body, f->skin, err);
        if (status != PD_OK) return status;
    }

    /* Look for skin in front of the cloth. */
    const pd_factory_pierce_job look = {.wardrobe = f->s->wardrobe,
                                        .outfit = outfit,
                                        .wearer = &wearer,
                                        .skin = f->rig ? f->rig->skin : f->skin,
                                        .normals = f->rig ? f->rig->normals : f->normals,
                                        .worn = f->rig ? f->rig->worn : NULL,
                                        .among = rotations ? f->touched : NULL,
                                        .has_middles = true,
                                        .hits = f->hits,
                                        .hit_most = HITS_MOST};
    status = pd_factory_pierce(out, rotations ? NULL : f->touched, &look, err);
    pd_wardrobe_wearer_deinit(&wearer);

    return status;
}

/* Named postures first, then random ones: arms, legs and trunk anywhere in what people do. */
static pd_status pose_of(float *rotations, const pd_smpl_model *model, int index, pd_error *err)
{
    PD_ASSERT(index >= 0);

    /* The named postures first, so that index 0, 1 ... are the ones people know. */
    int named = 0;
    while (pd_tool_poses[named].name) named++;
    if (index < named) return pd_tool_posture_read(rotations, model, pd_tool_poses[index].text, err);

    /* Then random ones within what a person's joints reach, degrees; the index is the seed. */
    char text[400];
    pd_rng r;
    pd_rng_init(&r, (uint64_t)index);
#define IN(low, high) pd_rng_between(&r, low, high)
    snprintf(text, sizeof text,
             "left_shoulder 0 %.0f %.0f right_shoulder 0 %.0f %.0f left_elbow 0 %.0f 0 right_elbow 0 %.0f 0 "
             "left_hip %.0f 0 %.0f "
             "right_hip %.0f 0 %.0f left_knee %.0f 0 0 right_knee %.0f 0 0 spine1 %.0f %.0f %.0f spine3 %.0f "
             "%.0f 0",
             IN(-70, 20), IN(-75, 50), IN(-20, 70), IN(-50, 75), IN(-110, 0), IN(0, 110), IN(-90, 20),
             IN(0, 30), IN(-90, 20), IN(-30, 0), IN(0, 100), IN(0, 100), IN(-10, 20), IN(-15, 15),
             IN(-10, 10), IN(-5, 15), IN(-15, 15));
#undef IN

    return pd_tool_posture_read(rotations, model, text, err);
}

/* Prints a line of the table, and with --places where skin comes through. */
static void print_line(fitting *f, const char *names, long covered, long pierced, float deepest)
{
    printf("%-34s %9ld %8ld %7.2f %8.1f\n", names, covered, pierced,
           100.0 * (double)pierced / (double)(covered + pierced + !covered), 1000.0 * (double)deepest);
    if (!pd_tool_flag(f->s->args, "places")) return;

    /* Print the places with the most hits first. */
    int named = 0;
    while (pd_tool_poses[named].name) named++;
    for (int i = 0; i < f->place_count && i < PLACES_SHOWN; i++) {
        for (int j = i + 1; j < f->place_count; j++)
            if (f->places[j].count > f->places[i].count) {
                const place other = f->places[i];
                f->places[i] = f->places[j];
                f->places[j] = other;
            }
        const place *p = &f->places[i];
        printf("    %-16s %-14s %6d %25.1f\n", f->s->model->data.joint_names[p->joint],
               p->label          ? p->label
               : p->pose < named ? pd_tool_poses[p->pose].name
                                 : "random",
               p->count, 1000.0 * (double)p->deepest);
    }
}

/* One outfit or pair of shoes on all bodies in all poses, as a line of the table. */
static pd_status measure_outfit(fitting *f, int item, int bodies, int poses, pd_error *err)
{
    const show *s = f->s;

    PD_ASSERT(item >= 0 && item < s->wardrobe->item_count);
    const pd_wardrobe_item *worn = &s->wardrobe->items[item];
    float betas[PD_TOOL_DRESSED_BETAS] = {0};
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    float deepest = 0;
    char names[2 * PD_MODEL_NAME_BYTES];
    long covered = 0, pierced = 0;
    pd_wardrobe_outfit outfit;
    f->place_count = 0;

    /* Shoes are tried on alone, clothes with shoes. */
    if (worn->slot == PD_WARDROBE_SHOES)
        snprintf(names, sizeof names, "%s", worn->name);
    else
        snprintf(names, sizeof names, "%s,%s", worn->name, nth_of(s->wardrobe, PD_WARDROBE_SHOES, item));
    pd_status status = pd_wardrobe_choose(&outfit, s->wardrobe, names, err);
    if (status != PD_OK) return status;
    for (int b = 0; b < bodies; b++) {
        pd_factory_pierced here;
        pd_rng rng;
        pd_rng_init(&rng, 1000 + (uint64_t)b);
        for (int k = 0; k < PD_WARDROBE_FITTED_BETAS; k++) betas[k] = (float)pd_rng_normal(&rng);

        /* With --rig: the rigged file of this body; with --morphs that of the mean body, which its morph
         * targets make this one. */
        pd_factory_rigged rig;
        const bool has_morphs = pd_tool_flag(s->args, "morphs");
        if (pd_tool_flag(s->args, "rig")) {
            static const float mean[PD_TOOL_DRESSED_BETAS];
            const pd_smpl_body body = {.betas = has_morphs ? mean : betas,
                                       .beta_count = count_betas(s->model)};
            status = pd_factory_rigged_init(&rig, s->wardrobe, s->model,
                                            s->transfer ? s->transfer->own : NULL, &outfit, &body, err);
            if (status != PD_OK) return status;
            if (has_morphs) pd_factory_rigged_morph(&rig, betas, body.beta_count);
            f->rig = &rig;
        }

        /* The body at rest decides which skin the cloth covers; then every pose is tried. */
        status = try_on(&here, f, &outfit, betas, NULL, NULL, err);
        for (int p = 0; p < poses && status == PD_OK; p++) {
            status = pose_of(rotations, s->model, p, err);
            if (status == PD_OK) status = try_on(&here, f, &outfit, betas, rotations, NULL, err);
            if (status != PD_OK) break;
            note_places(f, &here, p);
            covered += here.covered;
            pierced += here.pierced;
            if (here.deepest > deepest) deepest = here.deepest;
        }

        if (f->rig) pd_factory_rigged_deinit(f->rig);
        f->rig = NULL;
        if (status != PD_OK) return status;
    }

    print_line(f, names, covered, pierced, deepest);

    return PD_OK;
}

/* The named expressions first, with the head upright; then each again with neck and head turned within what
 * they reach. The index is the seed. */
static pd_status turn_head(float *rotations, const pd_smpl_model *model, int index, int upright,
                           pd_error *err)
{
    PD_ASSERT(index >= 0);
    if (index < upright) return PD_OK;
    char text[160];
    pd_rng r;
    pd_rng_init(&r, (uint64_t)index);
#define IN(most) pd_rng_between(&r, -(most), most)
    snprintf(text, sizeof text, "both_shoulder 0 0 -74 neck %.0f %.0f %.0f head %.0f %.0f %.0f", IN(20),
             IN(30), IN(15), IN(20), IN(30), IN(12));
#undef IN

    return pd_tool_posture_read(rotations, model, text, err);
}

/* One head of hair on people by seed, each with every expression and pose of the head. */
static pd_status measure_hair(fitting *f, int item, int bodies, int poses, pd_error *err)
{
    const show *s = f->s;
    float rotations[9 * PD_SMPL_MAX_JOINTS];
    float deepest = 0;
    pd_tool_dressed_cell *cells = calloc(PD_TOOL_SHEET_CELLS, sizeof *cells);
    long covered = 0, pierced = 0;
    int count = 1;
    pd_wardrobe_outfit outfit;

    f->place_count = 0;
    PD_ASSERT(bodies > 0 && poses > 0 && item >= 0 && item < s->wardrobe->item_count);
    if (!cells) return pd_fail(err, PD_ERR_MEMORY, "faces", "out of memory");

    for (int c = 0; c < PD_TOOL_SHEET_CELLS; c++) cells[c].rotations = rotations;
    pd_status status = pd_wardrobe_choose(&outfit, s->wardrobe, s->wardrobe->items[item].name, err);

    /* All skin of head and neck is looked at, and no other. */
    pd_factory_head(f->touched, &s->model->data);
    for (int b = 0; b < bodies && status == PD_OK; b++) {
        status = pd_tool_sheet_fill(cells, &count, "expressions", s->model, s->wardrobe, 1000 + b, err);
        for (int p = 0; p < poses && status == PD_OK; p++) {
            pd_factory_pierced here;
            const pd_tool_dressed_cell *face = &cells[p % count];
            status = turn_head(rotations, s->model, p, count, err);
            if (status == PD_OK)
                status = try_on(&here, f, &outfit, cells[0].betas, rotations, face->expression, err);
            if (status != PD_OK) break;
            note_places(f, &here, PLACE_FACE + p % count);
            covered += here.covered;
            pierced += here.pierced;
            if (here.deepest > deepest) deepest = here.deepest;
        }
    }

    /* Places are told with the name of the face that showed them. */
    for (int p = 0; p < f->place_count; p++) f->places[p].label = cells[f->places[p].pose - PLACE_FACE].label;
    if (status == PD_OK) print_line(f, s->wardrobe->items[item].name, covered, pierced, deepest);
    free(cells);

    return status;
}

/* Reports whether an item is to be measured: all of them, or the one of --wear. */
static bool is_counted(const show *s, int item)
{
    const char *only = pd_tool_text(s->args, "wear");
    return !only || !strcmp(only, s->wardrobe->items[item].name);
}

/* Measures every outfit, every pair of shoes and every head of hair. */
static int measure_wardrobe_command(show *s)
{
    int bodies = 0, poses = 0;
    const size_t v = (size_t)s->model->vertex_count;
    fitting f = {.s = s,
                 .skin = malloc(12 * v),
                 .normals = malloc(12 * v),
                 .touched = malloc(v),
                 .hits = malloc(HITS_MOST * sizeof *f.hits),
                 .places = malloc(PLACES_MOST * sizeof *f.places)};
    pd_status status = PD_OK;

    if (!pd_tool_int(&bodies, s->args, "bodies", 1, 1000) || !pd_tool_int(&poses, s->args, "poses", 1, 1000))
        status = PD_ERR_RANGE;
    if (!f.skin || !f.normals || !f.touched || !f.hits || !f.places)
        status = pd_fail(&s->err, PD_ERR_MEMORY, "body", "out of memory");
    if (status == PD_OK) printf("%-34s %9s %8s %7s %8s\n", "worn", "covered", "pierced", "%", "mm");
    for (int i = 0; i < s->wardrobe->item_count && status == PD_OK; i++)
        if (s->wardrobe->items[i].slot <= PD_WARDROBE_SHOES && is_counted(s, i))
            status = measure_outfit(&f, i, bodies, poses, &s->err);
    for (int i = 0; i < s->wardrobe->item_count && status == PD_OK; i++)
        if (s->wardrobe->items[i].slot == PD_WARDROBE_HAIR && is_counted(s, i) &&
            !pd_tool_flag(s->args, "rig"))
            status = measure_hair(&f, i, bodies, poses, &s->err);
    pd_arena_deinit(&f.scratch);
    free(f.skin);
    free(f.normals);
    free(f.touched);
    free(f.hits);
    free(f.places);

    return status == PD_OK ? 0 : status == PD_ERR_RANGE ? 2 : pd_tool_fail(s->args, &s->err);
}

/* Whether the model can wear the wardrobe, as its own or by way of the model that it is of. */
static pd_status find_garments(show *s)
{
    char path[4096];

    if (pd_wardrobe_fits(s->wardrobe, s->model, &s->err) == PD_OK) return PD_OK;
    pd_tool_model_path(path, sizeof path, s->wardrobe->model);
    pd_status status = pd_tool_load_body(&s->own, path, &s->err);
    if (status == PD_OK) status = pd_wardrobe_transfers(s->wardrobe, s->own, s->model, &s->err);

    /* Another mesh or other joints: garments are made to fit it. */
    if (status == PD_ERR_INVALID && s->own && pd_wardrobe_fits(s->wardrobe, s->own, NULL) == PD_OK &&
        s->own->beta_count >= PD_WARDROBE_FITTED_BETAS) {
        const pd_wardrobe_borrowed *borrowed;
        status = pd_wardrobe_borrow_make(&borrowed, s->loaded, s->own, s->model, &s->err);
        if (status != PD_OK) return status;
        pd_tool_note(s->args,
                     "garments of %s are transferred: skins are %.1f mm apart on the mean, %.1f at most",
                     s->wardrobe->model, 1e3 * borrowed->mean, 1e3 * borrowed->largest);
        s->wardrobe = &borrowed->wardrobe;
        s->transfer = &pd_wardrobe_follow;
    }

    if (status != PD_OK || s->transfer) return status;

    pd_wardrobe_transfer_init(&s->own_transfer, s->own);
    s->transfer = &s->own_transfer;
    return PD_OK;
}

static int run_wardrobe_command(const pd_tool_args *args)
{
    show *s = calloc(1, sizeof *s);
    char path[4096];
    int seed = 0, code = 1;

    if (!s) return 1;
    s->args = args;
    if (pd_tool_mode(args, "work", pd_tool_flag(args, "pierced") ? "count" : "sheet") ||
        !pd_tool_int(&seed, args, "seed", -1, 1 << 30)) {
        free(s);
        return 2;
    }

    /* Most sheets choose what their people wear and how they stand. */
    const char *sheet = pd_tool_text(args, "sheet");
    const bool is_worn = !strcmp(sheet, "people") || !strcmp(sheet, "faces") || !strcmp(sheet, "poses");
    if (!pd_tool_flag(args, "pierced") &&
        ((pd_tool_given(args, "wear") && !is_worn) ||
         (pd_tool_given(args, "pose") && (!is_worn || !strcmp(sheet, "poses"))))) {
        free(s);
        return pd_tool_usage(args, "--%s has no effect on the sheet %s; it is for people%s",
                             pd_tool_given(args, "wear") && !is_worn ? "wear" : "pose", sheet,
                             pd_tool_given(args, "wear") && !is_worn ? ", faces and poses" : " and faces");
    }

    /* Load the wardrobe and the model. */
    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "wardrobe"));
    void *wardrobe = NULL;
    pd_status status = pd_tool_load(&wardrobe, PD_API_KIND_WARDROBE, path, &s->err);
    s->wardrobe = s->loaded = wardrobe;
    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "model"));
    if (status == PD_OK) status = pd_tool_load_body(&s->model, path, &s->err);
    if (status == PD_OK) status = find_garments(s);
    const char *wear = pd_tool_text(args, "wear");
    if (status == PD_OK && pd_tool_flag(args, "pierced") && wear && pd_wardrobe_find(s->wardrobe, wear) < 0)
        status = pd_fail(&s->err, PD_ERR_NOT_FOUND, "wear",
                         "no item \"%.40s\" in the wardrobe; name one item, or leave out --wear to count all",
                         wear);
    const int worn = status == PD_OK && wear ? pd_wardrobe_find(s->wardrobe, wear) : -1;
    if (status == PD_OK && pd_tool_flag(args, "rig") && worn >= 0 &&
        s->wardrobe->items[worn].slot > PD_WARDROBE_SHOES)
        status =
            pd_fail(&s->err, PD_ERR_INVALID, "rig",
                    "%.40s is neither an outfit nor shoes, which alone are counted on rigged files", wear);

    if (status == PD_OK && pd_tool_flag(args, "morphs") && !pd_tool_flag(args, "rig"))
        status = pd_fail(&s->err, PD_ERR_INVALID, "morphs", "given without --rig; both or none expected");
    if (status == PD_OK && pd_tool_flag(args, "pierced"))
        code = measure_wardrobe_command(s);
    else if (status == PD_OK && fill_wardrobe_command(s, sheet, wear, pd_tool_text(args, "pose"), seed))
        code = draw_wardrobe_command(s);
    else
        code = pd_tool_fail(args, &s->err);

    for (int i = 0; i < s->count; i++) free(s->cells[i].rotations);
    pd_wardrobe_release(s->loaded);
    pd_smpl_model_release(s->model);
    pd_smpl_model_release(s->own);
    free(s);

    return code;
}

static const pd_tool_option options[] = {
    {"sheet", "people|faces|poses|street|hands|components|expressions|portraits|hair|outfits|shoes|heads",
     "contact sheet to draw", "people"},
    {"wear", "LIST",
     "people, faces, poses: items that everybody wears, comma separated [a different outfit each]", NULL},
    {"pose", "TEXT", "posture: joint and angles about x, y, z in degrees, as in \"both_shoulder 0 0 -70\"",
     NULL},
    {"seed", "N", "seed of the people; -1: the mean body for all", "1"},
    {"model", "MODEL", "body model: a file, or the name of a shipped one", "person"},
    {"wardrobe", "FILE", "wardrobe: a file, or the name of a shipped one", "wardrobe"},
    {"pierced", NULL,
     "instead of drawing, count where skin comes through clothes and hair: every outfit and pair of shoes "
     "(with --wear: one item) on --bodies in --poses, hair in as many expressions and poses of the head",
     NULL},
    {"rig", NULL,
     "count on rigged files, which are posed by their joints alone (linear blend skinning); outfits and "
     "shoes "
     "only; needs --pierced",
     NULL},
    {"morphs", NULL,
     "make each body from the rigged file of the mean one, by its morph targets of betas; needs --rig", NULL},
    {"places", NULL, "print too where on the body and in which poses skin comes through; needs --pierced",
     NULL},
    {"bodies", "N", "number of random bodies that --pierced tries", "12"},
    {"poses", "N", "number of poses of each body that --pierced tries", "30"},
    {"size", "PIXELS", "height of a cell", "480"},
    {"columns", "N", "cells in a row", "6"},
    {"o", "FILE", "PNG file to write, or WebP if its name ends in .webp; - is standard output", "-"},
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_wardrobe = {
    .name = "wardrobe",
    .words = "",
    .summary = "Draw a contact sheet of dressed people",
    .details = "  posed-factory wardrobe -o people.png\n"
               "  posed-factory wardrobe --sheet faces --size 320 -o faces.png\n"
               "  posed-factory wardrobe --pierced\n"
               "  posed-factory wardrobe --pierced --rig --wear black-dress\n"
               "  posed-factory wardrobe --sheet poses --wear tee-jeans,boots,hair-bob -o poses.png",
    .options = options,
    .run = run_wardrobe_command,
    .modes = pd_factory_mode_rows,
};
