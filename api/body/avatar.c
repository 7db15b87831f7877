#include "api/body/avatar.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TEXTURE_SIZE 1024

bool pd_api_avatar_morphs_off(const char *morphs)
{
    return morphs && (!strcmp(morphs, "false") || !strcmp(morphs, "0"));
}

/* Returns whether `morphs` names groups or targets. The words true and false are for a plain rig. */
static bool is_list(const char *morphs)
{
    return morphs && strcmp(morphs, "true") != 0 && strcmp(morphs, "1") != 0 &&
           !pd_api_avatar_morphs_off(morphs);
}

bool pd_api_avatar_given(const pd_api_avatar_values *v)
{
    return v->profile > 0 || v->lod >= 0 || v->textures >= 0 || v->texture_size >= 0 || v->atlas >= 0 ||
           v->hands >= 0 || v->half >= 0 || v->compression >= 0 || v->pose >= 0 || is_list(v->morphs);
}

/* Returns the name of the field that makes the request one for an avatar, for messages. */
static const char *given_field(const pd_api_avatar_values *v)
{
    return v->profile > 0         ? "/profile"
           : v->lod >= 0          ? "/lod"
           : v->textures >= 0     ? "/textures"
           : v->texture_size >= 0 ? "/texture_size"
           : v->atlas >= 0        ? "/atlas"
           : v->hands >= 0        ? "/hands"
           : v->half >= 0         ? "/half"
           : v->compression >= 0  ? "/compression"
           : v->pose >= 0         ? "/pose"
                                  : "/morphs";
}

/* Refuses what an avatar cannot be combined with. */
static void check_beside(const pd_api_avatar_values *v, const pd_api_avatar_beside *b,
                         const pd_avatar_how *how, pd_api_problems *p)
{
    const char *field = given_field(v);

    if (!b->is_glb) pd_api_note(p, PD_ERR_INVALID, field, "given; allowed only with format glb");
    if (b->bodies > 1)
        pd_api_note(p, PD_ERR_INVALID, field,
                    "given with %d bodies; only 1 body allowed, because an avatar is one body", b->bodies);
    if (b->levels)
        pd_api_note(p, PD_ERR_INVALID, "/levels",
                    "given together with %s; use lod instead, which writes one level of an avatar",
                    field + 1);
    if (b->correctives)
        pd_api_note(p, PD_ERR_INVALID, "/correctives",
                    "given together with %s; not allowed, because an avatar has none", field + 1);
    if (b->quantize && v->compression >= 0)
        pd_api_note(p, PD_ERR_INVALID, "/quantize",
                    "given together with compression; only one of the two allowed");

    if (b->has_pose && how->vrm)
        pd_api_note(p, PD_ERR_INVALID, "/pose",
                    "given with vrm; not allowed, because a VRM file is in the T-pose");
    if (how->vrm && how->rest.is_a_pose)
        pd_api_note(p, PD_ERR_INVALID, "/pose", "\"a\"; only \"t\", the T-pose, allowed with vrm");
    if (v->texture_size >= 0 && how->textures == PD_AVATAR_NO_TEXTURES)
        pd_api_note(p, PD_ERR_INVALID, "/texture_size", "has no effect, because textures is none");
}

/* Checks the list of morph targets against the model's. */
static void check_morphs(const pd_api_avatar_values *v, const char *morphs, const pd_smpl_model *model,
                         pd_api_problems *p)
{
    const char *names[PD_SMPL_MAX_EXPRESSIONS + 1];
    int length;
    int count = 0;
    bool wanted = false;

    for (int e = 0; e < model->expression_count; e++) names[count++] = model->data.expression_names[e];
    names[count++] = PD_SMPL_SILENCE;
    const char *unknown = pd_avatar_morph_unknown(morphs, names, count, &length);
    if (unknown)
        pd_api_note(p, PD_ERR_INVALID, "/morphs",
                    "\"%.*s\" is neither a group (" PD_AVATAR_MORPH_GROUPS
                    ") nor one of the model's %d morph targets",
                    length < 60 ? length : 60, unknown, count);

    /* A model without expressions has no morph targets to write. */
    for (int i = 0; i < count; i++) wanted |= pd_avatar_morph_wanted(morphs, names[i]);
    for (int i = 0; i < PD_AVATAR_MIXES; i++) wanted |= pd_avatar_mix_wanted(morphs, &pd_avatar_mixes[i]);
    if (wanted && !(model->expression_count && *model->data.expression_names[0]) &&
        (is_list(v->morphs) || v->profile > 0))
        pd_api_note(p, PD_ERR_UNSUPPORTED, is_list(v->morphs) ? "/morphs" : "/profile",
                    "names morph targets of a face (%.60s), but this model has no named expressions; use "
                    "model person, or morphs=none",
                    morphs);
}

bool pd_api_avatar_read(pd_avatar_how *out, const pd_api_avatar_values *v, const pd_api_avatar_beside *b,
                        const pd_smpl_model *model, pd_api_pool *pool, pd_api_problems *p)
{
    const pd_avatar_profile *profile =
        pd_avatar_profile_of((pd_avatar_profile_id)(v->profile >= 0 ? v->profile : 0));
    const int before = p->count;

    /* Choose the morph targets: from `morphs`, else from `face`, else from the profile. */
    const char *morphs = is_list(v->morphs)                    ? v->morphs
                         : pd_api_avatar_morphs_off(v->morphs) ? "none"
                         : b->face                             ? "all"
                                                               : profile->morphs;
    char *own = pd_api_pool_take(pool, strlen(morphs) + 1, 1);
    if (!own) return pd_api_note(p, PD_ERR_MEMORY, "/morphs", "out of memory");
    memcpy(own, morphs, strlen(morphs) + 1);

    /* Names that are given replace the profile's; only Mixamo's can be without a prefix. */
    const pd_retarget_names names = b->names ? (pd_retarget_names)b->names : profile->names;
    *out = (pd_avatar_how){
        .rest = {.names = names,
                 .is_bare = profile->is_bare && names == PD_NAMES_MIXAMO,
                 .has_ends = profile->has_ends || (names == PD_NAMES_MIXAMO && v->profile <= 0),
                 .is_a_pose = v->pose >= 0 ? v->pose : profile->is_a_pose,
                 .no_fingers = v->hands == 0},
        .root = profile->root,
        .morphs = own,
        .lod = v->lod >= 0 ? v->lod : 0,
        .is_half = v->half == 1,
        .has_atlas = v->atlas != 0,
        .textures = v->textures >= 0 ? (pd_avatar_textures)v->textures : PD_AVATAR_PNG,
        .texture_size = v->texture_size >= 0 ? v->texture_size : TEXTURE_SIZE,
        .compression = v->compression >= 0 ? (pd_avatar_compression)v->compression
                       : b->quantize       ? PD_AVATAR_MESHOPT
                                           : PD_AVATAR_PLAIN,
        .vrm = profile->vrm};
    if (profile->has_parts) {
        out->meshes = out->has_atlas ? PD_AVATAR_MESHES_JOINED : PD_AVATAR_MESHES_APART;
        out->has_atlas = true; /* the parts share one picture */
    }

    check_beside(v, b, out, p);
    check_morphs(v, own, model, p);

    return p->count == before;
}

void pd_api_avatar_hash(pd_api_hash *hash, const pd_avatar_how *how)
{
    const int numbers[] = {(int)how->rest.names, how->rest.is_bare,     how->rest.has_ends,
                           how->rest.is_a_pose,  how->rest.no_fingers,  how->lod,
                           how->is_half,         how->has_atlas,        (int)how->textures,
                           how->texture_size,    (int)how->compression, how->vrm,
                           (int)how->meshes};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) pd_api_hash_int(hash, numbers[i]);
    pd_api_hash_text(hash, how->root ? how->root : "");
    pd_api_hash_text(hash, how->morphs);
}
