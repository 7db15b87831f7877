#include "core/avatar/meshes.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

/* Meshes of the plain names. */
enum { MOVED, STILL, PLAIN_COUNT };
static const char *const plain_names[PLAIN_COUNT] = {"Avatar", "Avatar_Still"};
/* Meshes and materials of Ready Player Me's file with an atlas: opaque and transparent. */
static const char *const joined_names[2] = {"Wolf3D_Avatar", "Wolf3D_Avatar_Transparent"};

/* X(id, role of the pieces, mesh, material): Ready Player Me's parts. The skin is divided into head and body,
 * and so are eyes and outfits. */
#define PART_TABLE(X)                                                                                        \
    X(HEAD, "skin", "Wolf3D_Head", "Wolf3D_Skin")                                                            \
    X(BODY, NULL, "Wolf3D_Body", "Wolf3D_Body")                                                              \
    X(EYE_LEFT, "eyes", "EyeLeft", "Wolf3D_Eye")                                                             \
    X(EYE_RIGHT, NULL, "EyeRight", "Wolf3D_Eye")                                                             \
    X(TEETH, "teeth", "Wolf3D_Teeth", "Wolf3D_Teeth")                                                        \
    X(HAIR, "hair", "Wolf3D_Hair", "Wolf3D_Hair")                                                            \
    X(BEARD, "beard", "Wolf3D_Beard", "Wolf3D_Beard")                                                        \
    X(BROWS, "brows", "Wolf3D_Eyebrows", "Wolf3D_Eyebrows")                                                  \
    X(LASHES, "lashes", "Wolf3D_Eyelashes", "Wolf3D_Eyelashes")                                              \
    X(GLASSES, "glasses", "Wolf3D_Glasses", "Wolf3D_Glasses")                                                \
    X(HAT, "hat", "Wolf3D_Headwear", "Wolf3D_Headwear")                                                      \
    X(TOP, "outfit", "Wolf3D_Outfit_Top", "Wolf3D_Outfit_Top")                                               \
    X(BOTTOM, NULL, "Wolf3D_Outfit_Bottom", "Wolf3D_Outfit_Bottom")                                          \
    X(FOOTWEAR, "shoes", "Wolf3D_Outfit_Footwear", "Wolf3D_Outfit_Footwear")                                 \
    X(OTHER, NULL, "Wolf3D_Other", "Wolf3D_Other")

enum {
#define PART_ENUM(id, role, mesh, material) id,
    PART_TABLE(PART_ENUM)
#undef PART_ENUM
        PART_COUNT
};

static const struct {
    const char *role, *mesh, *transparent, *material;
} parts[PART_COUNT] = {
#define PART_ROW(id, role, mesh, material) {role, mesh, mesh "_Transparent", material},
    PART_TABLE(PART_ROW)
#undef PART_ROW
};

/* A division while it is made. Keys number the meshes and materials before those without triangles are left
 * out: part p has key p, its transparent triangles have key PART_COUNT + p. */
typedef struct dividing {
    const pd_avatar_figure *figure;
    const pd_avatar_skeleton *skeleton;
    const pd_io_glb *glb;
    bool is_head[PD_AVATAR_BONES_MOST];  /* the head and the bones below it */
    bool is_lower[PD_AVATAR_BONES_MOST]; /* the pelvis, the legs and the bones below them */
} dividing;

/* Marks a bone, and the bones below it where `below` is true. */
static void mark_bones(bool *marks, const pd_avatar_skeleton *skeleton, const char *own_name, bool below)
{
    const int root = pd_avatar_skeleton_find(skeleton, own_name);
    if (root < 0) return;

    marks[root] = true;
    for (int k = root + 1; below && k < skeleton->count; k++) marks[k] |= marks[skeleton->bones[k].parent];
}

/* Returns the share of a vertex's weights on the marked bones. */
static float marked_share(const dividing *d, const bool *marks, uint32_t vertex)
{
    float sum = 0;
    for (size_t s = 0; s < 4; s++)
        if (marks[d->figure->joints[4 * vertex + s]]) sum += d->figure->weights[4 * vertex + s];
    return sum;
}

/* Returns whether a triangle of the skin belongs to the head. */
static bool is_of_head(const dividing *d, const uint32_t *corners)
{
    for (int k = 0; k < 3; k++)
        if (d->figure->rows[corners[k]] >= 0 || marked_share(d, d->is_head, corners[k]) > 0.5f) return true;
    return false;
}

/* Returns whether most of the given corners follow the pelvis and the legs. */
static bool is_of_bottom(const dividing *d, const uint32_t *corners, size_t count)
{
    size_t lower = 0;
    for (size_t i = 0; i < count; i++) lower += marked_share(d, d->is_lower, corners[i]) > 0.5f;
    return 2 * lower > count;
}

/* Returns whether the outfit has pieces of which some are the top and others the bottom. */
static bool has_two_halves(const dividing *d)
{
    bool has[2] = {false, false};
    for (int p = 0; p < d->figure->piece_count; p++) {
        const pd_avatar_piece *piece = &d->figure->pieces[p];
        if (!pd_avatar_piece_is(piece, "outfit") || !piece->corner_count) continue;
        has[is_of_bottom(d, piece->corners, piece->corner_count)] = true;
    }

    return has[0] && has[1];
}

/* Returns the part of the person to which a triangle of the piece belongs. */
static int part_of(const dividing *d, const pd_avatar_piece *piece, const uint32_t *corners, bool is_by_piece)
{
    if (pd_avatar_piece_is(piece, "skin")) return is_of_head(d, corners) ? HEAD : BODY;
    if (pd_avatar_piece_is(piece, "tongue")) return TEETH;

    if (pd_avatar_piece_is(piece, "eyes")) {
        float x = 0;
        for (int k = 0; k < 3; k++) x += d->figure->positions[3 * (size_t)corners[k]];
        return x > 0 ? EYE_LEFT : EYE_RIGHT;
    }

    if (pd_avatar_piece_is(piece, "outfit")) {
        const bool is_bottom =
            is_by_piece ? is_of_bottom(d, piece->corners, piece->corner_count) : is_of_bottom(d, corners, 3);
        return is_bottom ? BOTTOM : TOP;
    }

    for (int p = 0; p < PART_COUNT; p++)
        if (parts[p].role && pd_avatar_piece_is(piece, parts[p].role)) return p;
    return OTHER;
}

/* Returns whether a target moves some corner of the piece. */
static bool is_moved_piece(const pd_avatar_figure *f, const pd_avatar_piece *p)
{
    for (size_t i = 0; i < p->corner_count; i++)
        if (f->rows[p->corners[i]] >= 0) return true;
    return false;
}

/* Sets the keys of all triangles with the plain names. */
static void divide_plainly(int *mesh_keys, int *material_keys, const dividing *d, bool has_atlas)
{
    const pd_avatar_figure *f = d->figure;
    size_t t = 0;

    for (int p = 0; p < f->piece_count; p++) {
        const pd_avatar_piece *piece = &f->pieces[p];
        const bool is_blended = d->glb->materials[piece->material].alpha == PD_IO_GLB_BLEND;
        const bool is_still = !has_atlas && f->target_count > 0 && !is_moved_piece(f, piece);
        for (size_t i = 0; i < piece->corner_count; i += 3, t++) {
            mesh_keys[t] = is_still ? STILL : MOVED;
            material_keys[t] = has_atlas ? is_blended : piece->material;
        }
    }
}

/* Sets the keys of all triangles with Ready Player Me's names. Each mesh has a material of its own. */
static void divide_by_parts(int *mesh_keys, int *material_keys, const dividing *d, bool is_apart)
{
    const pd_avatar_figure *f = d->figure;
    const bool is_by_piece = has_two_halves(d);
    size_t t = 0;

    for (int p = 0; p < f->piece_count; p++) {
        const pd_avatar_piece *piece = &f->pieces[p];
        const bool is_blended = d->glb->materials[piece->material].alpha == PD_IO_GLB_BLEND;
        for (size_t i = 0; i < piece->corner_count; i += 3, t++) {
            const int part = is_apart ? part_of(d, piece, piece->corners + i, is_by_piece) : 0;
            mesh_keys[t] = material_keys[t] = part + (is_blended ? PART_COUNT : 0);
        }
    }
}

/* Numbers the keys that occur, 0, 1, ..., and replaces the keys by their numbers: by rising key, or by their
 * first triangle. used (key_count): number of each key, -1: does not occur. Returns how many there are. */
static int number_keys(int *used, int key_count, int *keys, size_t count, bool is_by_triangle)
{
    enum { ABSENT = -1, PRESENT = -2 };
    int numbers = 0;

    for (int k = 0; k < key_count; k++) used[k] = ABSENT;
    for (size_t t = 0; t < count; t++) {
        PD_ASSERT(keys[t] >= 0 && keys[t] < key_count);
        if (used[keys[t]] == ABSENT) used[keys[t]] = is_by_triangle ? numbers++ : PRESENT;
    }

    for (int k = 0; k < key_count; k++)
        if (used[k] == PRESENT) used[k] = numbers++;
    for (size_t t = 0; t < count; t++) keys[t] = used[keys[t]];

    return numbers;
}

/* Names the meshes. used: see number_keys. */
static void name_meshes(pd_avatar_division *out, const int *used, int key_count, pd_avatar_mesh_names names)
{
    for (int k = 0; k < key_count; k++) {
        if (used[k] < 0) continue;
        const bool is_transparent = k >= PART_COUNT;
        const char **name = &out->meshes[used[k]].name;
        switch (names) {
        case PD_AVATAR_MESHES_PLAIN: *name = plain_names[k]; break;
        case PD_AVATAR_MESHES_JOINED: *name = joined_names[is_transparent]; break;
        case PD_AVATAR_MESHES_APART:
            *name = is_transparent ? parts[k - PART_COUNT].transparent : parts[k].mesh;
            break;
        }
    }
}

/* Describes the materials. used: see number_keys. */
static void describe_materials(pd_avatar_division *out, const int *used, int key_count, const pd_io_glb *glb,
                               pd_avatar_mesh_names names, bool has_atlas)
{
    for (int k = 0; k < key_count; k++) {
        if (used[k] < 0) continue;
        pd_avatar_material *m = &out->materials[used[k]];
        if (names == PD_AVATAR_MESHES_PLAIN && !has_atlas) {
            *m = (pd_avatar_material){glb->materials[k].name, glb->materials[k].alpha, k};
            continue;
        }

        const bool is_transparent = k >= (names == PD_AVATAR_MESHES_PLAIN ? 1 : PART_COUNT);
        m->source = -1;
        m->alpha = is_transparent ? PD_IO_GLB_BLEND : PD_IO_GLB_OPAQUE;
        switch (names) {
        case PD_AVATAR_MESHES_PLAIN: m->name = is_transparent ? "transparent" : "opaque"; break;
        case PD_AVATAR_MESHES_JOINED: m->name = joined_names[is_transparent]; break;
        case PD_AVATAR_MESHES_APART: m->name = parts[k % PART_COUNT].material; break;
        }
    }
}

/* Marks the opaque materials of the atlas in which some piece's texture has holes (alpha mask), and the
 * meshes without targets. The mesh Avatar has the targets of the request,
 * even if none of them moves it (silence). */
static void mark_division(pd_avatar_division *out, const dividing *d, bool has_pictures)
{
    const pd_avatar_figure *f = d->figure;
    size_t t = 0;

    for (int m = 0; m < out->mesh_count; m++)
        out->meshes[m].is_still = !f->target_count || out->meshes[m].name != plain_names[MOVED];
    for (int p = 0; p < f->piece_count; p++) {
        const pd_avatar_piece *piece = &f->pieces[p];
        const bool has_holes = d->glb->materials[piece->material].alpha == PD_IO_GLB_MASK;
        for (size_t i = 0; i < piece->corner_count; i += 3, t++) {
            pd_avatar_material *m = &out->materials[out->material_of[t]];
            if (has_holes && has_pictures && m->source < 0) m->alpha = PD_IO_GLB_MASK;
            for (size_t k = 0; k < 3; k++)
                if (f->rows[piece->corners[i + k]] >= 0) out->meshes[out->mesh_of[t]].is_still = false;
        }
    }
}

bool pd_avatar_division_init(pd_avatar_division *out, const pd_avatar_figure *figure,
                             const pd_avatar_skeleton *skeleton, const pd_io_glb *glb,
                             pd_avatar_mesh_names names, bool has_atlas, bool has_pictures)
{
    PD_ASSERT(has_atlas || names == PD_AVATAR_MESHES_PLAIN);
    static const char *const lower[] = {"left_hip", "right_hip"};
    const bool is_plain = names == PD_AVATAR_MESHES_PLAIN;
    const int mesh_keys = is_plain ? PLAIN_COUNT : 2 * PART_COUNT;
    const int material_keys = !is_plain ? 2 * PART_COUNT : has_atlas ? 2 : glb->material_count;
    const int most_keys = mesh_keys > material_keys ? mesh_keys : material_keys;
    dividing d = {.figure = figure, .skeleton = skeleton, .glb = glb};
    size_t triangles = 0;

    /* Memory. */
    for (int p = 0; p < figure->piece_count; p++) triangles += figure->pieces[p].corner_count / 3;
    *out = (pd_avatar_division){.mesh_of = malloc((triangles + 1) * sizeof *out->mesh_of),
                                .material_of = malloc((triangles + 1) * sizeof *out->material_of),
                                .meshes = calloc((size_t)mesh_keys, sizeof *out->meshes),
                                .materials = calloc((size_t)material_keys + 1, sizeof *out->materials)};
    int *used = malloc((size_t)most_keys * sizeof *used);
    if (!out->mesh_of || !out->material_of || !out->meshes || !out->materials || !used) {
        free(used);
        pd_avatar_division_deinit(out);
        return false;
    }

    /* Mesh and material of each triangle. */
    mark_bones(d.is_head, skeleton, "head", true);
    for (size_t i = 0; i < sizeof lower / sizeof *lower; i++)
        mark_bones(d.is_lower, skeleton, lower[i], true);
    mark_bones(d.is_lower, skeleton, "pelvis", false); /* last, because the spine is below it */
    if (is_plain)
        divide_plainly(out->mesh_of, out->material_of, &d, has_atlas);
    else
        divide_by_parts(out->mesh_of, out->material_of, &d, names == PD_AVATAR_MESHES_APART);

    /* The lists of those that have triangles. */
    out->mesh_count = number_keys(used, mesh_keys, out->mesh_of, triangles, false);
    name_meshes(out, used, mesh_keys, names);
    out->material_count = number_keys(used, material_keys, out->material_of, triangles, is_plain);
    describe_materials(out, used, material_keys, glb, names, has_atlas);
    mark_division(out, &d, has_pictures);
    free(used);

    return true;
}

void pd_avatar_division_deinit(pd_avatar_division *d)
{
    free(d->meshes);
    free(d->materials);
    free(d->mesh_of);
    free(d->material_of);
    *d = (pd_avatar_division){0};
}
