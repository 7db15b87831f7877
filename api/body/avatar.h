#ifndef PD_API_BODY_AVATAR_H
#define PD_API_BODY_AVATAR_H
/* Fields of the mesh route that make its .glb an avatar for other programs (core/avatar/avatar.h): a profile,
 * or single choices.
 *
 *     profile       what a program expects: names, root, axes of bones, rest pose, morph targets
 *                   (core/avatar/profile.h)
 *     lod           0 to 3: number of triangles (core/avatar/lod.h)
 *     pose          t or a: rest pose; a row of the body's fields, because it is also a pose in numbers
 *     morphs        groups and names of morph targets; true and false are those of a plain rig
 *     textures, texture_size, atlas   pictures (core/avatar/atlas.h)
 *     hands         false: no bones of fingers
 *     half          true: triangles above the pelvis alone (core/avatar/upper_half.h)
 *     compression   none, quantize, meshopt
 *
 * A request with one of these fields, with `pose` as a word (a, t) or with `morphs` as a list is one for an
 * avatar. It has a rig, one body, and an atlas unless atlas=false. `names`, `quantize` and `face` keep their
 * meaning beside them; `correctives` are not allowed. `levels` allows `textures` and `texture_size` alone,
 * which then choose the pictures of a dressed body and make no avatar.
 *
 * Rows that are conditional are refused for other formats, with their defaults too.
 *
 * Errors  Noted at the field, with what is allowed.   Threads  While a request is decoded.
 */
#include "api/http/call.h"
#include "core/avatar/avatar.h"
#include "core/smpl/model.h"

#include <stdbool.h>

/* Values of PD_API_AVATAR_FIELDS; PD_API_NO_AVATAR is the initial value. -1: absent. */
typedef struct pd_api_avatar_values {
    int profile, lod, textures, texture_size, atlas, hands, half, compression;
    const char *morphs; /* NULL: absent */
    int pose;           /* 0: t, 1: a; not a field of its own */
} pd_api_avatar_values;

#define PD_API_NO_AVATAR                                                                                     \
    {                                                                                                        \
        .profile = -1, .lod = -1, .textures = -1, .texture_size = -1, .atlas = -1, .hands = -1, .half = -1,  \
        .compression = -1, .pose = -1                                                                        \
    }

#define PD_API_AVATAR_POSES "t|a" /* words that `pose` may be */

#define PD_API_AVATAR_PROFILE_NAME(id, word) "|" word

/* Rows of a table of fields; at: offset of a pd_api_avatar_values. */
#define PD_API_AVATAR_FIELDS(at)                                                                             \
    {.name = "profile",                                                                                      \
     .type = PD_API_CHOICE,                                                                                  \
     .offset = (at) + offsetof(pd_api_avatar_values, profile),                                               \
     .choices = &PD_AVATAR_PROFILE_TABLE(PD_API_AVATAR_PROFILE_NAME)[1],                                     \
     .preset = "\"none\"",                                                                                   \
     .example = "\"talkinghead\"",                                                                           \
     .doc = "Makes the .glb an avatar for a program: chooses names of joints, axes of bones, rest pose and " \
            "morph targets, which other fields can change one by one. talkinghead has the names of Ready "   \
            "Player Me, vrm and vrm0 are VRM 1.0 and 0.x, three and unity have Mixamo's names with and "     \
            "without the prefix mixamorig, unreal those of its mannequin, smplx those of SMPL-X. "           \
            "readyplayerme is talkinghead with the meshes of Ready Player Me (Wolf3D_Avatar, or one for "    \
            "each part with atlas=false) and its mixed morph targets. Implies rig=true."},                   \
        {.name = "lod",                                                                                      \
         .type = PD_API_INTEGER,                                                                             \
         .offset = (at) + offsetof(pd_api_avatar_values, lod),                                               \
         .min = 0,                                                                                           \
         .max = 3,                                                                                           \
         .is_conditional = true,                                                                             \
         .preset = "0",                                                                                      \
         .example = "1",                                                                                     \
         .doc = "Level of detail of an avatar: 0 all triangles, 1 about 20,000, 2 about 10,000, 3 about "    \
                "4,000. Skin weights, morph targets and texture coordinates are kept."},                     \
        {.name = "textures",                                                                                 \
         .type = PD_API_CHOICE,                                                                              \
         .offset = (at) + offsetof(pd_api_avatar_values, textures),                                          \
         .choices = PD_AVATAR_TEXTURES,                                                                      \
         .is_conditional = true,                                                                             \
         .preset = "\"png\"",                                                                                \
         .example = "\"webp\"",                                                                              \
         .doc = "Format of the textures: png, webp (EXT_texture_webp), or none, which uses colours of "      \
                "vertices instead. The file becomes an avatar, unless levels is given: then png and webp "   \
                "set the textures of a dressed body."},                                                      \
        {.name = "texture_size",                                                                             \
         .type = PD_API_INTEGER,                                                                             \
         .offset = (at) + offsetof(pd_api_avatar_values, texture_size),                                      \
         .min = 128,                                                                                         \
         .max = 4096,                                                                                        \
         .is_conditional = true,                                                                             \
         .preset = "1024",                                                                                   \
         .example = "512",                                                                                   \
         .doc = "Largest side of the textures in pixels; the skin's texture has a power of two as its "      \
                "side. The file becomes an avatar, unless levels is given. With levels the default is 512 "  \
                "for the skin."},                                                                            \
        {.name = "atlas",                                                                                    \
         .type = PD_API_BOOLEAN,                                                                             \
         .offset = (at) + offsetof(pd_api_avatar_values, atlas),                                             \
         .is_conditional = true,                                                                             \
         .preset = "true",                                                                                   \
         .example = "true",                                                                                  \
         .doc =                                                                                              \
             "True puts all pictures and colours of an avatar into one picture, so that it is drawn with "   \
             "at most two primitives: opaque and transparent. False keeps a primitive for each "             \
             "material."},                                                                                   \
        {.name = "hands",                                                                                    \
         .type = PD_API_BOOLEAN,                                                                             \
         .offset = (at) + offsetof(pd_api_avatar_values, hands),                                             \
         .is_conditional = true,                                                                             \
         .preset = "true",                                                                                   \
         .example = "false",                                                                                 \
         .doc = "False leaves out the bones of an avatar's fingers, which then follow the hand."},           \
        {.name = "half",                                                                                     \
         .type = PD_API_BOOLEAN,                                                                             \
         .offset = (at) + offsetof(pd_api_avatar_values, half),                                              \
         .is_conditional = true,                                                                             \
         .preset = "false",                                                                                  \
         .example = "true",                                                                                  \
         .doc = "True leaves out the triangles of an avatar below its pelvis, for video calls and VR. The "  \
                "skeleton and its height stay the same, so that clips play as on the whole avatar."},        \
    {                                                                                                        \
        .name = "compression", .type = PD_API_CHOICE,                                                        \
        .offset = (at) + offsetof(pd_api_avatar_values, compression), .choices = PD_AVATAR_COMPRESSION,      \
        .is_conditional = true, .preset = "\"none\"", .example = "\"meshopt\"",                              \
        .doc = "Compression of an avatar's arrays: quantize (KHR_mesh_quantization), or meshopt "            \
               "(KHR_mesh_quantization and EXT_meshopt_compression, as with quantize=true)."                 \
    }

/* Other fields of the request that an avatar depends on. */
typedef struct pd_api_avatar_beside {
    int names;               /* pd_retarget_names */
    int face, quantize;      /* 0 or 1 */
    int levels, correctives; /* 1: given */
    int bodies;              /* number of bodies */
    bool is_glb, has_pose;   /* format; the request has a pose in numbers */
} pd_api_avatar_beside;

/* Returns whether the text of `morphs` is false (or 0, as queries have it). */
bool pd_api_avatar_morphs_off(const char *morphs);
/* Returns whether the request is one for an avatar. */
bool pd_api_avatar_given(const pd_api_avatar_values *values);
/* Makes the choices. Texts are borrowed from the document; morphs is copied into the pool. Returns false if
 * an error was noted. */
bool pd_api_avatar_read(pd_avatar_how *out, const pd_api_avatar_values *values,
                        const pd_api_avatar_beside *beside, const pd_smpl_model *model, pd_api_pool *pool,
                        pd_api_problems *problems);
/* Adds everything on which the avatar depends to a hash. */
void pd_api_avatar_hash(pd_api_hash *hash, const pd_avatar_how *how);

#endif
