/* Writes the VRM extensions of the glTF file: humanoid, licence, expressions, gaze, first person and spring
 * bones, for VRM 1.0 and VRM 0.x. */
#include "core/avatar/preset.h"
#include "core/avatar/scene.h"
#include "core/base/text/number.h"

#include <stdio.h>
#include <string.h>

#define LICENCE_URL "https://vrm.dev/licenses/1.0/"
#define CC_BY_URL   "https://creativecommons.org/licenses/by/4.0/"
/* Rotation of the eye's joint for a target at 90 degrees, degrees, as three-vrm and UniVRM map it. */
#define EYE_TURN    12.0

static int target_of(const pd_avatar_scene *s, const char *name)
{
    for (int t = 0; t < s->figure.target_count; t++)
        if (!strcmp(s->figure.target_names[t], name)) return t;
    return -1;
}

static bool is_preset_name(const char *name)
{
    for (size_t i = 0; i < PD_AVATAR_PRESETS; i++)
        if (!strcmp(pd_avatar_presets[i].name, name)) return true;
    return false;
}

/* Writes VRM's name of a bone. Returns false if the bone is not part of VRM's humanoid;
 * it then keeps the model's name. */
static bool bone_name(char out[PD_ANIM_NAME_BYTES], const pd_avatar_bone *b)
{
    return *b->own_name && pd_retarget_joint_name(out, b->own_name, PD_NAMES_VRM);
}

/* Computes the offset from the head's joint to the point between the eyes, in the axes of the model. */
static void eye_offset(float out[3], const pd_avatar_scene *s)
{
    const pd_avatar_skeleton *k = &s->skeleton;
    const int head = pd_avatar_skeleton_find(k, "head");
    const int left = pd_avatar_skeleton_find(k, "left_eye_smplhf");
    const int right = pd_avatar_skeleton_find(k, "right_eye_smplhf");

    out[0] = 0;
    out[1] = 0.06f;
    out[2] = 0;
    if (head < 0 || left < 0 || right < 0) return;
    for (int c = 0; c < 3; c++)
        out[c] = 0.5f * (k->bones[left].place[c] + k->bones[right].place[c]) - k->bones[head].place[c];
}

/* ---- VRM 1.0 ---- */

static void write_meta(pd_buffer *json, const pd_avatar_scene *s)
{
    const pd_io_mesh *mesh = s->glb->mesh;

    pd_buffer_text(json, "\"meta\":{\"name\":");
    pd_io_json_string(json, mesh->model && *mesh->model ? mesh->model : "avatar");
    pd_buffer_text(json, ",\"version\":\"1\",\"authors\":[\"posed\"],\"licenseUrl\":\"" LICENCE_URL
                         "\",\"otherLicenseUrl\":\"" CC_BY_URL "\",\"copyrightInformation\":");
    pd_io_json_string(json, mesh->licence ? mesh->licence : "");
    if (mesh->credits && *mesh->credits) {
        pd_buffer_text(json, ",\"thirdPartyLicenses\":");
        pd_io_json_string(json, mesh->credits);
    }

    pd_buffer_text(
        json, ",\"avatarPermission\":\"everyone\",\"commercialUsage\":\"corporation\",\"creditNotation\":"
              "\"required\",\"allowRedistribution\":true,\"modification\":"
              "\"allowModificationRedistribution\",\"allowExcessivelyViolentUsage\":true,"
              "\"allowExcessivelySexualUsage\":false,\"allowPoliticalOrReligiousUsage\":true,"
              "\"allowAntisocialOrHateUsage\":false}");
}

/* Writes the morph target binds of a preset. Returns their number. */
static int write_binds(pd_buffer *json, const pd_avatar_scene *s, size_t preset, const char *format,
                       double scale, int place)
{
    int count = 0;

    for (size_t b = 0; b < PD_AVATAR_BINDS && pd_avatar_presets[preset].binds[b].shape; b++) {
        const int target = target_of(s, pd_avatar_presets[preset].binds[b].shape);
        if (target < 0) continue;
        if (count++) pd_buffer_text(json, ",");
        pd_buffer_printf(json, format, place, target, scale * pd_avatar_presets[preset].binds[b].weight);
    }

    return count;
}

static void write_expressions(pd_buffer *json, const pd_avatar_scene *s)
{
    const int node = pd_avatar_mesh_node(s, 0);

    pd_buffer_text(json, ",\"expressions\":{\"preset\":{");
    for (size_t p = 0; p < PD_AVATAR_PRESETS; p++) {
        pd_buffer_printf(json, "%s\"%s\":{\"isBinary\":false,\"morphTargetBinds\":[", p ? "," : "",
                         pd_avatar_presets[p].name);
        write_binds(json, s, p, "{\"node\":%d,\"index\":%d,\"weight\":%.3g}", 1, node);
        pd_buffer_text(json, "]}");
    }

    /* Write each shape under its own name too, for programs that track faces. */
    pd_buffer_text(json, "},\"custom\":{");
    for (int t = 0, count = 0; t < s->figure.target_count; t++) {
        if (is_preset_name(s->figure.target_names[t])) continue;
        pd_buffer_text(json, count++ ? "," : "");
        pd_io_json_string(json, s->figure.target_names[t]);
        pd_buffer_printf(
            json, ":{\"isBinary\":false,\"morphTargetBinds\":[{\"node\":%d,\"index\":%d,\"weight\":1}]}",
            node, t);
    }

    pd_buffer_text(json, "}}");
}

static void write_look_at(pd_buffer *json, const pd_avatar_scene *s)
{
    static const char *const maps[] = {"rangeMapHorizontalInner", "rangeMapHorizontalOuter",
                                       "rangeMapVerticalDown", "rangeMapVerticalUp"};
    float offset[3];

    eye_offset(offset, s);
    pd_buffer_text(json, ",\"lookAt\":{\"type\":\"bone\",\"offsetFromHeadBone\":");
    pd_io_glb_floats(json, offset, 3);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        pd_buffer_printf(json, ",\"%s\":{\"inputMaxValue\":90,\"outputScale\":%g}", maps[i], EYE_TURN);
    pd_buffer_text(json, "}");
}

static void write_first_person(pd_buffer *json, const pd_avatar_scene *s)
{
    pd_buffer_text(json, ",\"firstPerson\":{\"meshAnnotations\":[");
    for (int m = 0; m < s->division.mesh_count; m++)
        pd_buffer_printf(json, "%s{\"node\":%d,\"type\":\"auto\"}", m ? "," : "", pd_avatar_mesh_node(s, m));
    pd_buffer_text(json, "]}");
}

/* Spheres that keep hair out of head and chest, and a skirt out of the thighs. */
static const struct {
    const char *joint;
    double offset[3], radius;
    bool is_skirt;
} balls[] = {{"head", {0, .08, .01}, .095, false},    {"neck", {0, .03, 0}, .06, false},
             {"spine3", {0, .08, 0}, .13, false},     {"left_hip", {0, -.1, .01}, .08, true},
             {"right_hip", {0, -.1, .01}, .08, true}, {"left_hip", {0, -.25, .01}, .07, true},
             {"right_hip", {0, -.25, .01}, .07, true}};
#define BALLS (sizeof balls / sizeof *balls)

static void spring_values(const char **text, bool is_skirt, bool is_old)
{
    if (is_old)
        *text = is_skirt ? "\"stiffiness\":1,\"gravityPower\":0.3,\"dragForce\":0.4,\"hitRadius\":0.02"
                         : "\"stiffiness\":1.2,\"gravityPower\":0.15,\"dragForce\":0.4,\"hitRadius\":0.02";
    else
        *text = is_skirt ? "\"stiffness\":1,\"gravityPower\":0.3,\"dragForce\":0.4,\"hitRadius\":0.02"
                         : "\"stiffness\":1.2,\"gravityPower\":0.15,\"dragForce\":0.4,\"hitRadius\":0.02";
}

static void write_springs(pd_buffer *json, const pd_avatar_scene *s)
{
    pd_buffer_text(json, ",\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"colliders\":[");
    for (size_t i = 0; i < BALLS; i++)
        pd_buffer_printf(json, "%s{\"node\":%d,\"shape\":{\"sphere\":{\"offset\":[%g,%g,%g],\"radius\":%g}}}",
                         i ? "," : "",
                         pd_avatar_bone_node(s, pd_avatar_skeleton_find(&s->skeleton, balls[i].joint)),
                         balls[i].offset[0], balls[i].offset[1], balls[i].offset[2], balls[i].radius);
    pd_buffer_text(json, "],\"colliderGroups\":[");
    for (int skirt = 0; skirt < 2; skirt++) {
        int count = 0;
        pd_buffer_printf(json, "%s{\"name\":\"%s\",\"colliders\":[", skirt ? "," : "",
                         skirt ? "skirt" : "hair");
        for (size_t i = 0; i < BALLS; i++)
            if (balls[i].is_skirt == skirt) pd_buffer_printf(json, "%s%zu", count++ ? "," : "", i);
        pd_buffer_text(json, "]}");
    }

    pd_buffer_text(json, "],\"springs\":[");
    for (int c = 0; c < s->springs.count; c++) {
        const pd_avatar_chain *chain = &s->springs.chains[c];
        const char *values;
        spring_values(&values, chain->is_skirt, false);
        pd_buffer_printf(json, "%s{\"name\":\"%s %d\",\"joints\":[", c ? "," : "",
                         chain->is_skirt ? "skirt" : "hair", c + 1);
        for (int j = 0; j < chain->count; j++)
            pd_buffer_printf(json, "%s{\"node\":%d,%s,\"gravityDir\":[0,-1,0]}", j ? "," : "",
                             pd_avatar_bone_node(s, chain->bones[j]), values);
        pd_buffer_printf(json, "],\"colliderGroups\":[%d]}", chain->is_skirt);
    }

    pd_buffer_text(json, "]}");
}

static void write_new(pd_buffer *json, const pd_avatar_scene *s)
{
    char name[PD_ANIM_NAME_BYTES];
    int count = 0;

    pd_buffer_text(json, "\"VRMC_vrm\":{\"specVersion\":\"1.0\",");
    write_meta(json, s);
    pd_buffer_text(json, ",\"humanoid\":{\"humanBones\":{");
    for (int k = 0; k < s->skeleton.count; k++)
        if (bone_name(name, &s->skeleton.bones[k]))
            pd_buffer_printf(json, "%s\"%s\":{\"node\":%d}", count++ ? "," : "", name,
                             pd_avatar_bone_node(s, k));
    pd_buffer_text(json, "}}");
    write_first_person(json, s);
    write_look_at(json, s);
    write_expressions(json, s);
    pd_buffer_text(json, "}");
    if (s->springs.count) write_springs(json, s);
}

/* ---- VRM 0.x ---- */

/* Changes the names of the thumb's joints to those of VRM 0.x. */
static void old_bone_name(char name[PD_ANIM_NAME_BYTES])
{
    static const char *const pairs[][2] = {{"ThumbProximal", "ThumbIntermediate"},
                                           {"ThumbMetacarpal", "ThumbProximal"}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *at = strstr(name, pairs[i][0]);
        if (!at) continue;
        const size_t room = PD_ANIM_NAME_BYTES - (size_t)(at - name);
        snprintf(at, room, "%s", pairs[i][1]);
        return;
    }
}

static void write_old_groups(pd_buffer *json, const pd_avatar_scene *s)
{
    pd_buffer_text(json, ",\"blendShapeMaster\":{\"blendShapeGroups\":[");
    for (size_t p = 0; p < PD_AVATAR_PRESETS; p++) {
        pd_buffer_printf(
            json,
            "%s{\"name\":\"%s\",\"presetName\":\"%s\",\"isBinary\":false,\"materialValues\":[],\"binds\":[",
            p ? "," : "", pd_avatar_presets[p].old_name, pd_avatar_presets[p].old_preset);
        write_binds(json, s, p, "{\"mesh\":%d,\"index\":%d,\"weight\":%.3g}", 100, 0);
        pd_buffer_text(json, "]}");
    }

    for (int t = 0; t < s->figure.target_count; t++) {
        pd_buffer_text(json, ",{\"name\":");
        pd_io_json_string(json, s->figure.target_names[t]);
        pd_buffer_printf(
            json,
            ",\"presetName\":\"unknown\",\"isBinary\":false,\"materialValues\":[],\"binds\":[{\"mesh\":0,"
            "\"index\":%d,\"weight\":100}]}",
            t);
    }

    pd_buffer_text(json, "]}");
}

/* Writes the spring bones of VRM 0.x: `bones` has the first joint of each chain,
 * and all joints below it swing. */
static void write_old_springs(pd_buffer *json, const pd_avatar_scene *s)
{
    pd_buffer_text(json, ",\"secondaryAnimation\":{\"boneGroups\":[");
    for (int c = 0; c < s->springs.count; c++) {
        const pd_avatar_chain *chain = &s->springs.chains[c];
        const char *values;
        spring_values(&values, chain->is_skirt, true);
        pd_buffer_printf(json,
                         "%s{\"comment\":\"%s "
                         "%d\",%s,\"gravityDir\":{\"x\":0,\"y\":-1,\"z\":0},\"center\":-1,\"bones\":[%d],"
                         "\"colliderGroups\":[",
                         c ? "," : "", chain->is_skirt ? "skirt" : "hair", c + 1, values,
                         pd_avatar_bone_node(s, chain->bones[0]));
        int count = 0;
        for (size_t i = 0; i < BALLS; i++)
            if (balls[i].is_skirt == chain->is_skirt) pd_buffer_printf(json, "%s%zu", count++ ? "," : "", i);
        pd_buffer_text(json, "]}");
    }

    pd_buffer_text(json, "],\"colliderGroups\":[");
    for (size_t i = 0; i < BALLS && s->springs.count; i++)
        pd_buffer_printf(
            json, "%s{\"node\":%d,\"colliders\":[{\"offset\":{\"x\":%g,\"y\":%g,\"z\":%g},\"radius\":%g}]}",
            i ? "," : "", pd_avatar_bone_node(s, pd_avatar_skeleton_find(&s->skeleton, balls[i].joint)),
            balls[i].offset[0], balls[i].offset[1], balls[i].offset[2], balls[i].radius);
    pd_buffer_text(json, "]}");
}

static void write_old(pd_buffer *json, const pd_avatar_scene *s)
{
    static const char *const curves[] = {"lookAtHorizontalInner", "lookAtHorizontalOuter",
                                         "lookAtVerticalDown", "lookAtVerticalUp"};
    const pd_io_mesh *mesh = s->glb->mesh;
    char name[PD_ANIM_NAME_BYTES];
    float offset[3];
    int count = 0;

    pd_buffer_text(json,
                   "\"VRM\":{\"exporterVersion\":\"posed\",\"specVersion\":\"0.0\",\"meta\":{\"title\":");
    pd_io_json_string(json, mesh->model && *mesh->model ? mesh->model : "avatar");
    pd_buffer_text(
        json, ",\"version\":\"1\",\"author\":\"posed\",\"contactInformation\":\"\",\"reference\":"
              "\"\",\"allowedUserName\":\"Everyone\",\"violentUssageName\":\"Allow\",\"sexualUssageName\":"
              "\"Disallow\",\"commercialUssageName\":\"Allow\",\"otherPermissionUrl\":\"\",\"licenseName\":"
              "\"CC_BY\",\"otherLicenseUrl\":\"" CC_BY_URL "\"}");

    /* Humanoid: VRM 0.x has a list of bones. */
    pd_buffer_text(json, ",\"humanoid\":{\"humanBones\":[");
    for (int k = 0; k < s->skeleton.count; k++) {
        if (!bone_name(name, &s->skeleton.bones[k])) continue;
        old_bone_name(name);
        pd_buffer_printf(json, "%s{\"bone\":\"%s\",\"node\":%d,\"useDefaultValues\":true}",
                         count++ ? "," : "", name, pd_avatar_bone_node(s, k));
    }

    pd_buffer_text(
        json, "],\"armStretch\":0.05,\"legStretch\":0.05,\"upperArmTwist\":0.5,\"lowerArmTwist\":0.5,"
              "\"upperLegTwist\":0.5,\"lowerLegTwist\":0.5,\"feetSpacing\":0,\"hasTranslationDoF\":false}");

    /* First person and gaze. */
    eye_offset(offset, s);
    pd_buffer_printf(
        json,
        ",\"firstPerson\":{\"firstPersonBone\":%d,\"firstPersonBoneOffset\":{\"x\":%g,\"y\":%g,\"z\":%g},"
        "\"meshAnnotations\":[",
        pd_avatar_bone_node(s, pd_avatar_skeleton_find(&s->skeleton, "head")), (double)offset[0],
        (double)offset[1], (double)offset[2]);
    for (int m = 0; m < s->division.mesh_count; m++)
        pd_buffer_printf(json, "%s{\"mesh\":%d,\"firstPersonFlag\":\"Auto\"}", m ? "," : "", m);
    pd_buffer_text(json, "],\"lookAtTypeName\":\"Bone\"");
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
        pd_buffer_printf(json, ",\"%s\":{\"curve\":[0,0,0,1,1,1,1,0],\"xRange\":90,\"yRange\":%g}", curves[i],
                         EYE_TURN);
    pd_buffer_text(json, "}");
    write_old_groups(json, s);
    write_old_springs(json, s);

    /* Materials: use those of glTF. */
    pd_buffer_text(json, ",\"materialProperties\":[");
    for (int m = 0; m < s->division.material_count; m++) {
        const pd_avatar_material *own = &s->division.materials[m];
        const bool is_late = own->source < 0 && own->alpha == PD_IO_GLB_BLEND;
        pd_buffer_text(json, m ? ",{\"name\":" : "{\"name\":");
        pd_io_json_string(json, own->name ? own->name : "");
        pd_buffer_printf(json,
                         ",\"shader\":\"VRM_USE_GLTFSHADER\",\"renderQueue\":%d,\"floatProperties\":{},"
                         "\"vectorProperties\":{},\"textureProperties\":{},\"keywordMap\":{},\"tagMap\":{}}",
                         is_late ? 3000 : 2000);
    }

    pd_buffer_text(json, "]}");
}

void pd_avatar_write_vrm(pd_buffer *json, const pd_avatar_scene *s)
{
    if (s->how->vrm > 0)
        write_new(json, s);
    else
        write_old(json, s);
}

const char *pd_avatar_vrm_used(const pd_avatar_scene *s)
{
    if (s->how->vrm < 0) return "\"VRM\"";
    if (!s->how->vrm) return "";
    return s->springs.count ? "\"VRMC_vrm\",\"VRMC_springBone\"" : "\"VRMC_vrm\"";
}
