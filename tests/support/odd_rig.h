#ifndef PD_TESTS_ODD_RIG_H
#define PD_TESTS_ODD_RIG_H
/* A person whose file has features of many free game rigs: feet as IK goals below the root, hair below a
 * scaled node, a sword with its own skeleton, a statue without a skin. Bones are those of
 * tests/support/avatar.h, in metres of model space. */
#include "tests/support/avatar.h"

#include <stdio.h>

typedef struct odd_rig {
    const char *const *names; /* (AVATAR_BONES); NULL: Mixamo's                        */
    bool has_goals;           /* feet hang below the root                              */
    bool has_ends;            /* and shanks end in joints "LeftEnd", "RightEnd"        */
    /* members of a node below the head that has a joint below it, as ",\"scale\":[1,1,2]" */
    const char *hair;
    int sword;       /* joints of a second skeleton without a common node     */
    const char *arm; /* members of the left upper arm's node                  */
} odd_rig;

static const char *const odd_mixamo[AVATAR_BONES] = {
    "Hips",        "Spine",    "Spine1",        "Neck",     "Head",         "LeftShoulder", "LeftArm",
    "LeftForeArm", "LeftHand", "RightShoulder", "RightArm", "RightForeArm", "RightHand",    "LeftUpLeg",
    "LeftLeg",     "LeftFoot", "RightUpLeg",    "RightLeg", "RightFoot"};
static const char *const odd_quaternius[AVATAR_BONES] = {
    "Hips",       "Abdomen", "Torso",      "Neck",       "Head",       "Shoulder.L", "UpperArm.L",
    "LowerArm.L", "Palm.L",  "Shoulder.R", "UpperArm.R", "LowerArm.R", "Palm.R",     "UpperLeg.L",
    "LowerLeg.L", "Foot.L",  "UpperLeg.R", "LowerLeg.R", "Foot.R"};
static const char *const odd_unnamed[AVATAR_BONES] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                                      "k", "l", "m", "n", "o", "p", "q", "r", "s"};

/* Writes the rig: node 0 is the root, nodes 1 .. AVATAR_BONES are the bones,
 * then come the ends, the hair and the sword. */
static inline void odd_rig_make(pd_buffer *out, const odd_rig *rig)
{
    pd_buffer json = {0};
    const char *const *names = rig->names ? rig->names : odd_mixamo;
    const int hair = AVATAR_BONES + 1 + (rig->has_ends ? 2 : 0), sword = hair + (rig->hair ? 2 : 0);

    pd_buffer_printf(&json,
                     "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"Root\",\"children\":[1%s]}",
                     rig->has_goals ? ",16,19" : "");
    for (int i = 0; i < AVATAR_BONES; i++) {
        const bool is_foot = i == 15 || i == 18, hangs = is_foot && rig->has_goals;
        const int up = hangs ? -1 : avatar_bones[i].up;
        const pd_vec3 at =
            pd_vec3_sub(avatar_bones[i].at, up < 0 ? pd_vec3_make(0, 0, 0) : avatar_bones[up].at);
        int count = 0;
        pd_buffer_printf(&json, ",{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g]%s", names[i], at.x, at.y,
                         at.z, i == 6 && rig->arm ? rig->arm : "");
        for (int k = 0; k < AVATAR_BONES; k++)
            if (avatar_bones[k].up == i && !(rig->has_goals && (k == 15 || k == 18)))
                pd_buffer_printf(&json, count++ ? ",%d" : ",\"children\":[%d", k + 1);
        if (rig->has_ends && (i == 14 || i == 17))
            pd_buffer_printf(&json, count++ ? ",%d" : ",\"children\":[%d", AVATAR_BONES + 1 + (i == 17));
        if (rig->hair && i == 4) pd_buffer_printf(&json, count++ ? ",%d" : ",\"children\":[%d", hair);
        pd_buffer_text(&json, count ? "]}" : "}");
    }
    for (int s = 0; rig->has_ends && s < 2; s++) {
        const pd_vec3 at = pd_vec3_sub(avatar_bones[s ? 18 : 15].at, avatar_bones[s ? 17 : 14].at);
        pd_buffer_printf(&json, ",{\"name\":\"%sEnd\",\"translation\":[%.9g,%.9g,%.9g]}",
                         s ? "Right" : "Left", at.x, at.y, at.z);
    }
    if (rig->hair)
        pd_buffer_printf(
            &json,
            ",{\"name\":\"Hair1\",\"children\":[%d]%s},{\"name\":\"Hair2\",\"translation\":[0,-0.1,-0.1]}",
            hair + 1, rig->hair);
    for (int i = 0; i < rig->sword; i++) {
        pd_buffer_printf(&json, ",{\"name\":\"Sword%d\",\"translation\":[0,%g,0]", i, i ? 0.05 : 1.0);
        if (i + 1 < rig->sword) pd_buffer_printf(&json, ",\"children\":[%d]", sword + i + 1);
        pd_buffer_text(&json, "}");
    }
    pd_buffer_text(&json, "],\"skins\":[{\"joints\":[");
    for (int i = 0; i < sword; i++) pd_buffer_printf(&json, i ? ",%d" : "%d", i);
    pd_buffer_text(&json, "]}");
    if (rig->sword) pd_buffer_text(&json, ",{\"joints\":[");
    for (int i = 0; i < rig->sword; i++) pd_buffer_printf(&json, i ? ",%d" : "%d", sword + i);
    pd_buffer_text(&json, rig->sword ? "]}]}" : "]}");
    pd_buffer_add(&json, "", 1);
    pd_buffer_clear(out);
    avatar_pack(out, (const char *)json.data, NULL, 0);
    pd_buffer_deinit(&json);
}

#endif
