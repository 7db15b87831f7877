#include "factory/wardrobe/sheets.h"

#include "core/base/assert.h"
#include "core/math/rotation.h"
#include "core/portrait/portrait.h"
#include "core/retarget/lids.h"
#include "core/smpl/part/part.h"
#include "core/smpl/people/people.h"
#include "core/wardrobe/hair_loss.h"
#include "core/wardrobe/pick.h"
#include "tools/draw/posture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STREET      20
#define PORTRAITS   24
#define DEGREE      0.017453292f
#define PARTS       4
#define HAND_SHOW   0.30f /* metres that a hand's cell shows */
#define COMPONENTS  6     /* of hands that are drawn ...     */
#define COEFFICIENT 1.2f  /* ... at so much, either way      */

static const char *const stances[] = {
    "both_collar 0 0 -16 both_shoulder 0 0 -60 both_elbow 9 -14 0 both_wrist 12 0 0",
    "both_collar 0 0 -16 both_shoulder 0 0 -60 left_shoulder 22 0 0 right_shoulder -22 0 0 both_elbow 0 -18 "
    "0 left_hip 20 0 0 "
    "left_knee 12 0 0 "
    "right_hip -24 0 0 right_knee 10 0 0 spine2 0 -5 0",
    "both_collar 0 0 -14 both_shoulder 0 0 -60 left_elbow 0 -85 0 left_shoulder 0 -20 0 spine1 0 6 0 head 0 "
    "10 0",
    "both_collar 0 0 -16 both_shoulder 0 0 -60 left_shoulder -20 0 0 right_shoulder 24 0 0 both_elbow 0 -16 "
    "0 right_hip 22 0 0 "
    "right_knee 14 0 0 "
    "left_hip -22 0 0 left_knee 8 0 0 spine2 0 5 0 head 0 -8 0",
};

/* Names without Left and Right are of both sides. */
static const struct {
    const char *label;
    struct {
        const char *name;
        float weight;
    } parts[PARTS];
} faces[] = {
    {"smile", {{"mouthSmile", 0.9f}, {"cheekSquint", 0.5f}}},
    {"laugh", {{"mouthSmile", 1}, {"jawOpen", 0.5f}, {"cheekSquint", 0.8f}, {"eyeSquint", 0.4f}}},
    {"blink", {{"eyeBlink", 1}}},
    {"surprise", {{"eyeWide", 1}, {"browInnerUp", 1}, {"browOuterUp", 0.9f}, {"jawOpen", 0.6f}}},
    {"anger", {{"browDown", 1}, {"noseSneer", 0.7f}, {"mouthFrown", 0.6f}, {"mouthPress", 0.6f}}},
    {"sadness", {{"browInnerUp", 1}, {"mouthFrown", 0.9f}, {"mouthShrugLower", 0.5f}}},
    {"disgust", {{"noseSneer", 1}, {"mouthUpperUp", 0.7f}, {"browDown", 0.5f}}},
    {"kiss", {{"mouthPucker", 1}}},
    {"cheeks", {{"cheekPuff", 1}}},
    {"wink", {{"eyeBlinkLeft", 1}, {"mouthSmileLeft", 0.7f}, {"cheekSquintLeft", 0.6f}}},
    {"jaw", {{"jawOpen", 1}}},
    {"brow", {{"mouthDimple", 0.6f}, {"browOuterUpLeft", 0.8f}}},
};

void pd_tool_hold(float *rotations, const pd_smpl_model *model, pd_smpl_hand_pose pose)
{
    static const char *const first[2] = {"left_index1", "right_index1"};

    for (int h = 0; h < 2; h++) {
        float angles[PD_SMPL_HAND_ANGLES];
        const int k = pd_smpl_joint_find(&model->data, first[h]);
        if (k < 0 || k + PD_SMPL_HAND_ANGLES / 3 > model->joint_count) return;
        pd_smpl_hand_pose_angles(angles, model->joint_template, model->data.parents, k, pose);
        pd_rot_from_axis_angle_array(rotations + 9 * k, angles, PD_SMPL_HAND_ANGLES / 3);
    }
}

/* Chooses the hair loss of a person whose outfit and palette are chosen. */
static void lose_hair(pd_tool_dressed_cell *cell, const pd_smpl_model *model, const pd_wardrobe *wardrobe)
{
    double ancestry[PD_SMPL_ANCESTRY_COUNT];
    const bool has_ancestry = pd_smpl_ancestry_of(ancestry, &model->data, cell->betas);

    if (pd_wardrobe_hair_can_be_lost(wardrobe, &cell->outfit))
        pd_wardrobe_lose_hair(&cell->palette, has_ancestry ? ancestry : NULL);
    pd_wardrobe_cut_thin_hair(&cell->outfit, wardrobe, &cell->palette);
    pd_wardrobe_cut_with_age(&cell->outfit, wardrobe, &cell->palette);
}

/* Draws the person that `random` in a request would give. age NAN: the age of the seed. */
static pd_status somebody(pd_tool_dressed_cell *cell, const pd_smpl_model *model, const pd_wardrobe *wardrobe,
                          int seed, double age, pd_error *err)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_smpl_person_request request = pd_smpl_anybody;
    pd_smpl_person person;

    request.has_random = true;
    request.random = (uint64_t)seed;
    request.age = age;
    const pd_status status = pd_smpl_person_find(&person, &people, &request, err);
    if (status != PD_OK) return status;
    for (int b = 0; b < model->beta_count && b < PD_TOOL_DRESSED_BETAS; b++)
        cell->betas[b] = (float)person.betas[b];
    pd_wardrobe_pick(&cell->outfit, &cell->palette, wardrobe, (uint64_t)seed, person.gender);
    cell->palette.age = person.age;
    cell->palette.male = person.gender == PD_SMPL_MALE;
    cell->palette.seed = (uint64_t)seed;
    double ancestry[PD_SMPL_ANCESTRY_COUNT];
    if (pd_smpl_ancestry_of(ancestry, &model->data, cell->betas))
        pd_wardrobe_pick_tones(&cell->palette, ancestry);
    pd_wardrobe_grey(&cell->palette);
    lose_hair(cell, model, wardrobe);

    return PD_OK;
}

/* Gives an expression by ARKit's names: each that begins with `name` and is of one side, or of both. */
static void express(pd_tool_dressed_cell *cell, const pd_smpl_model *model, const char *name, float weight)
{
    const size_t length = strlen(name);

    for (int e = 0;
         model->data.expression_names && e < model->expression_count && e < PD_TOOL_DRESSED_EXPRESSIONS;
         e++) {
        const char *own = model->data.expression_names[e];
        const char *side = own + length;
        if (!strncmp(own, name, length) && (!*side || !strcmp(side, "Left") || !strcmp(side, "Right")))
            cell->expression[e] = weight * pd_retarget_lids_factor(model, e, cell->betas, model->beta_count);
    }
}

static pd_status sheets_stand(pd_tool_dressed_cell *cell, const pd_smpl_model *model, const char *posture,
                              pd_error *err)
{
    const pd_status status = pd_tool_posture_read(cell->rotations, model, posture, err);
    if (status == PD_OK) pd_tool_hold(cell->rotations, model, PD_SMPL_HAND_RELAXED);
    return status;
}

static pd_status in_the_street(pd_tool_dressed_cell *cell, int i, const pd_smpl_model *model,
                               const pd_wardrobe *wardrobe, int seed, pd_error *err)
{
    static const float yaws[] = {0, 25, -30, 50, -15};
    const pd_status status = somebody(cell, model, wardrobe, seed + i, NAN, err);
    cell->yaw = yaws[i % 5] * DEGREE;
    return status != PD_OK ? status : sheets_stand(cell, model, stances[i % 4], err);
}

static pd_status hand(pd_tool_dressed_cell *cell, int i, const pd_smpl_model *model,
                      const pd_wardrobe *wardrobe, pd_error *err)
{
    const pd_smpl_hand_pose pose = (pd_smpl_hand_pose)(i % PD_SMPL_HAND_POSE_COUNT);
    pd_status status = pd_wardrobe_choose(&cell->outfit, wardrobe, "none", err);

    if (status == PD_OK)
        status =
            sheets_stand(cell, model, "left_shoulder 0 0 68 left_elbow 0 0 20 right_shoulder 0 0 74", err);
    if (status != PD_OK) return status;
    pd_tool_hold(cell->rotations, model, pose);
    cell->close_up = "left_middle1";
    cell->show = HAND_SHOW;
    cell->yaw = (i < PD_SMPL_HAND_POSE_COUNT ? 100 : -80) * DEGREE;
    snprintf(cell->label, sizeof cell->label, "%s", pd_smpl_hand_pose_name(pose));

    return PD_OK;
}

/* Draws one of the first principal components of a left hand about its mean. */
static pd_status component(pd_tool_dressed_cell *cell, int i, const pd_smpl_model *model,
                           const pd_wardrobe *wardrobe, pd_error *err)
{
    const pd_smpl_hand *own = pd_smpl_part_hand(model, PD_SMPL_PART_LEFT_HAND);
    float c[COMPONENTS] = {0};
    float angles[PD_SMPL_HAND_ANGLES];
    int first, count;

    if (!own || own->component_count < COMPONENTS ||
        !pd_smpl_part_find(&first, &count, model, PD_SMPL_PART_LEFT_HAND))
        return pd_fail(err, PD_ERR_INVALID, "--model", "%d components of hands; %d or more expected",
                       own ? own->component_count : 0, COMPONENTS);

    const pd_status status = hand(cell, 0, model, wardrobe, err);
    c[i % COMPONENTS] = i < COMPONENTS ? -COEFFICIENT : COEFFICIENT;
    pd_smpl_hand_angles(angles, own, c, COMPONENTS, false);
    pd_rot_from_axis_angle_array(cell->rotations + 9 * first, angles, count);
    snprintf(cell->label, sizeof cell->label, "%d at %+.1f", i % COMPONENTS + 1, (double)c[i % COMPONENTS]);

    return status;
}

static pd_status face(pd_tool_dressed_cell *cell, int i, const pd_smpl_model *model,
                      const pd_wardrobe *wardrobe, int seed, pd_error *err)
{
    PD_ASSERT(i >= 0 && i < (int)(sizeof faces / sizeof *faces));
    pd_status status = somebody(cell, model, wardrobe, seed + 40 + i, NAN, err);
    if (status == PD_OK) status = sheets_stand(cell, model, stances[0], err);

    /* A part names components of the expression, on one side or on both. */
    for (int p = 0; p < PARTS && faces[i].parts[p].name; p++)
        express(cell, model, faces[i].parts[p].name, faces[i].parts[p].weight);
    cell->is_portrait = 1;
    cell->yaw = (i % 2 ? 18 : -12) * DEGREE;
    snprintf(cell->label, sizeof cell->label, "%s", faces[i].label);

    return status;
}

/* Draws a person by seed, from 18 to 80 years, with a friendly face. */
static pd_status portrait(pd_tool_dressed_cell *cell, int i, const pd_smpl_model *model,
                          const pd_wardrobe *wardrobe, int seed, pd_error *err)
{
    static const int ages[PORTRAITS] = {24, 31, 19, 44, 28, 67, 36, 22, 58, 27, 41, 18,
                                        33, 75, 26, 49, 30, 21, 62, 38, 25, 80, 29, 53};
    pd_status status = somebody(cell, model, wardrobe, seed + i, ages[i], err);

    if (status == PD_OK) status = sheets_stand(cell, model, stances[0], err);
    if (model->expression_count <= PD_TOOL_DRESSED_EXPRESSIONS) pd_portrait_friendly(cell->expression, model);
    cell->outfit.items[PD_WARDROBE_HAT] = -1;
    lose_hair(cell, model, wardrobe);
    cell->is_portrait = 1;
    cell->yaw = (i % 3 == 1 ? 20 : i % 3 == 2 ? -16 : 0) * DEGREE;
    snprintf(cell->label, sizeof cell->label, "%d", ages[i]);

    return status;
}

/* Draws a head of hair from one of four sides. */
static pd_status head(pd_tool_dressed_cell *cell, int i, const pd_smpl_model *model,
                      const pd_wardrobe *wardrobe, int seed, pd_error *err)
{
    static const float views[4][2] = {{0, 10}, {90, 0}, {180, 10}, {20, 70}}; /* yaw, pitch */
    int item = -1;

    for (int left = i / 4 + 1; left > 0; left -= wardrobe->items[item].slot == PD_WARDROBE_HAIR) item++;
    const pd_status status =
        face(cell, i / 4 % (int)(sizeof faces / sizeof *faces), model, wardrobe, seed, err);
    cell->outfit.items[PD_WARDROBE_HAIR] = item;
    cell->outfit.items[PD_WARDROBE_HAT] = -1;
    cell->palette.hair_loss = 0;
    cell->yaw = views[i % 4][0] * DEGREE;
    cell->pitch = views[i % 4][1] * DEGREE;
    snprintf(cell->label, sizeof cell->label, "%s", wardrobe->items[item].name);

    return status;
}

/* Contents of a sheet that shows all items of some slots. */
static const struct {
    const char *name;
    pd_wardrobe_slot first, last;
} catalogues[] = {
    {"outfits", PD_WARDROBE_OUTFIT, PD_WARDROBE_OUTFIT},
    {"shoes", PD_WARDROBE_SHOES, PD_WARDROBE_SHOES},
    {"heads", PD_WARDROBE_HAIR, PD_WARDROBE_BEARD},
};
enum { CATALOGUES = sizeof catalogues / sizeof *catalogues };

/* Returns the i-th item of slots, or -1. */
static int nth_item(const pd_wardrobe *wardrobe, pd_wardrobe_slot first, pd_wardrobe_slot last, int i)
{
    for (int item = 0; item < wardrobe->item_count; item++)
        if (wardrobe->items[item].slot >= first && wardrobe->items[item].slot <= last && i-- == 0)
            return item;
    return -1;
}

/* One item, on somebody of the gender that wears it more: the first such person from a seed on. */
static pd_status show_item(pd_tool_dressed_cell *cell, int i, int sheet, const pd_smpl_model *model,
                           const pd_wardrobe *wardrobe, int seed, pd_error *err)
{
    const int item = nth_item(wardrobe, catalogues[sheet].first, catalogues[sheet].last, i);

    PD_ASSERT(item >= 0);
    const pd_wardrobe_slot slot = wardrobe->items[item].slot;
    const int *often = wardrobe->items[item].often;
    const bool is_man = often[1] > often[0] || (often[1] == often[0] && i % 2);
    int who = seed + 7 * i;
    while (pd_smpl_people_gender_of((uint64_t)who) != (is_man ? PD_SMPL_MALE : PD_SMPL_FEMALE)) who++;

    const pd_status status = somebody(cell, model, wardrobe, who, NAN, err);
    if (slot != PD_WARDROBE_BEARD) cell->outfit.items[PD_WARDROBE_BEARD] = -1;
    cell->outfit.items[PD_WARDROBE_HAT] = cell->outfit.items[PD_WARDROBE_GLASSES] = -1;
    cell->outfit.items[slot] = item;
    cell->palette.hair_loss = 0;
    cell->is_portrait = slot >= PD_WARDROBE_HAIR;
    cell->yaw = (slot == PD_WARDROBE_SHOES ? 40 : i % 2 ? 32 : -18) * DEGREE;
    if (slot == PD_WARDROBE_OUTFIT && i % 3 == 2) cell->yaw = 155 * DEGREE;
    if (slot == PD_WARDROBE_SHOES) {
        cell->close_up = "left_ankle";
        cell->show = 0.55f;
        cell->pitch = 0.3f;
    }

    snprintf(cell->label, sizeof cell->label, "%s", wardrobe->items[item].name);

    return status != PD_OK ? status : sheets_stand(cell, model, stances[0], err);
}

pd_status pd_tool_sheet_fill(pd_tool_dressed_cell *cells, int *count, const char *sheet,
                             const pd_smpl_model *model, const pd_wardrobe *wardrobe, int seed, pd_error *err)
{
    const bool is_street = !strcmp(sheet, "street");
    const bool is_hands = !strcmp(sheet, "hands");
    const bool is_faces = !strcmp(sheet, "expressions");
    const bool is_hair = !strcmp(sheet, "hair");
    const bool is_components = !strcmp(sheet, "components");
    const bool is_portraits = !strcmp(sheet, "portraits");
    pd_status status = PD_OK;
    int hair = 0, catalogue = 0, items = 0;

    while (catalogue < CATALOGUES && strcmp(catalogues[catalogue].name, sheet) != 0) catalogue++;
    while (catalogue < CATALOGUES && items < PD_TOOL_SHEET_CELLS &&
           nth_item(wardrobe, catalogues[catalogue].first, catalogues[catalogue].last, items) >= 0)
        items++;

    /* Count the cells of the sheet. Hair is shown from four sides. */
    for (int i = 0; i < wardrobe->item_count; i++) hair += wardrobe->items[i].slot == PD_WARDROBE_HAIR;
    *count = is_street       ? STREET
             : is_hands      ? 2 * PD_SMPL_HAND_POSE_COUNT
             : is_faces      ? (int)(sizeof faces / sizeof *faces)
             : is_hair       ? 4 * (hair < PD_TOOL_SHEET_CELLS / 4 ? hair : PD_TOOL_SHEET_CELLS / 4)
             : is_components ? 2 * COMPONENTS
             : is_portraits  ? PORTRAITS
                             : items;
    PD_ASSERT(*count >= 0 && *count <= PD_TOOL_SHEET_CELLS);
    if (!*count)
        return pd_fail(err, PD_ERR_NOT_FOUND, "--sheet",
                       "%s; people, faces, poses, street, hands, components, expressions, portraits, hair, "
                       "outfits, shoes or "
                       "heads allowed",
                       sheet);

    for (int i = 0; i < *count && status == PD_OK; i++) {
        float *rotations = cells[i].rotations;
        cells[i] = (pd_tool_dressed_cell){.palette = PD_WARDROBE_PALETTE, .rotations = rotations};
        status = is_street       ? in_the_street(&cells[i], i, model, wardrobe, seed, err)
                 : is_hands      ? hand(&cells[i], i, model, wardrobe, err)
                 : is_components ? component(&cells[i], i, model, wardrobe, err)
                 : is_portraits  ? portrait(&cells[i], i, model, wardrobe, seed, err)
                 : items         ? show_item(&cells[i], i, catalogue, model, wardrobe, seed, err)
                 : is_hair       ? head(&cells[i], i, model, wardrobe, seed, err)
                                 : face(&cells[i], i, model, wardrobe, seed, err);
    }

    return status;
}
