#ifndef PD_AVATAR_PROFILE_H
#define PD_AVATAR_PROFILE_H
/* Profiles: requirements of programs for the file of an avatar. A profile sets names and root of the
 * skeleton, axes of the bones, rest pose and morph targets at once; each of them can also be set alone.
 *
 *     talkinghead  Mixamo's names without a prefix and Mixamo's axes below a root `Armature`, as files of
 *                  Ready Player Me have them; T-pose
 *     vrm          VRM 1.0: names of its humanoid, T-pose, presets of expressions, gaze, spring bones
 *     vrm0         VRM 0.x: the same for older programs; faces -Z
 *     three        Mixamo's names with the prefix mixamorig:, as the characters of three.js' examples have
 *                  them; T-pose
 *     unity        Mixamo's names without a prefix, which Unity's humanoid avatar finds; T-pose
 *     unreal       names of Unreal's mannequins below a root `root`; A-pose
 *     smplx        names and axes of SMPL-X; T-pose, no morph targets
 *     readyplayerme    talkinghead with the meshes and materials of Ready Player Me's files (meshes.h) and
 *                  its mixed morph targets
 *
 * Units and axes of a .glb are always glTF's: metres, +Y up, facing +Z (VRM 0.x: -Z). Importers of engines
 * convert them.
 *
 * Memory   constant tables.   Threads  pure.
 */
#include "core/retarget/character/joint_names.h"

#include <stdbool.h>

/* X(id, word) */
#define PD_AVATAR_PROFILE_TABLE(X)                                                                           \
    X(NONE, "none")                                                                                          \
    X(TALKINGHEAD, "talkinghead")                                                                            \
    X(VRM, "vrm")                                                                                            \
    X(VRM0, "vrm0")                                                                                          \
    X(THREE, "three")                                                                                        \
    X(UNITY, "unity")                                                                                        \
    X(UNREAL, "unreal")                                                                                      \
    X(SMPLX, "smplx")                                                                                        \
    X(READYPLAYERME, "readyplayerme")

typedef enum pd_avatar_profile_id {
#define PD_AVATAR_PROFILE_ENUM(id, word) PD_AVATAR_PROFILE_##id,
    PD_AVATAR_PROFILE_TABLE(PD_AVATAR_PROFILE_ENUM)
#undef PD_AVATAR_PROFILE_ENUM
        PD_AVATAR_PROFILE_COUNT
} pd_avatar_profile_id;

typedef struct pd_avatar_profile {
    pd_retarget_names names;
    bool is_bare;       /* Mixamo's names without their prefix */
    const char *root;   /* node above the joints, and the name of the scene; NULL: none */
    bool is_a_pose;     /* rest pose: upper arms 45 degrees down; otherwise the T-pose */
    bool has_ends;      /* end joints of head, toes and fingers (Mixamo's names only) */
    const char *morphs; /* morph targets, as pd_avatar_morph_wanted reads them */
    int vrm;            /* 0: no VRM; 1: VRM 1.0; -1: VRM 0.x */
    bool has_parts;     /* names of Ready Player Me's meshes, which need the atlas */
} pd_avatar_profile;

/* Returns the row of a profile in the table of profiles. */
const pd_avatar_profile *pd_avatar_profile_of(pd_avatar_profile_id id);

/* A morph target that is a sum of others, as Ready Player Me's files have them. */
#define PD_AVATAR_MIX_PARTS 2
typedef struct pd_avatar_mix {
    const char *name;
    const char *parts[PD_AVATAR_MIX_PARTS]; /* NULL: no second part */
    float weight;                           /* of each part */
} pd_avatar_mix;

#define PD_AVATAR_MIXES 5
extern const pd_avatar_mix pd_avatar_mixes[PD_AVATAR_MIXES];

/* Groups of morph targets by name. */
#define PD_AVATAR_MORPH_GROUPS "arkit, visemes, mixes, all or none"
/* Returns whether a list of groups and names, separated by commas, has the morph target. Groups: arkit (the
 * 52 shapes), visemes (Oculus' 15), all (both), none. */
bool pd_avatar_morph_wanted(const char *list, const char *name);
/* Returns whether the list has the mix, by its name or by the group mixes. */
bool pd_avatar_mix_wanted(const char *list, const pd_avatar_mix *mix);
/* Returns the first word of the list that is neither a group nor one of the names (count) nor a mix, with its
 * length in *length; NULL: all are known. */
const char *pd_avatar_morph_unknown(const char *list, const char *const *names, int count, int *length);

#endif
