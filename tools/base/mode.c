#include "tools/base/mode.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* options of measure that are measurements to look for a body with */
#define MEASURES                                                                                             \
    "mass volume bmi head_girth neck_girth chest_girth underbust_girth waist_girth navel_girth hip_girth "   \
    "thigh_girth knee_girth calf_girth ankle_girth upper_arm_girth elbow_girth wrist_girth shoulder_width "  \
    "arm_length hand_length inside_leg_height back_neck_to_waist foot_length span"
#define EDITS "rate mirror smooth exaggerate over from seconds"

const pd_tool_mode_row pd_tool_mode_rows[] = {
    {"fit", "input", "sensors", "readings of sensors", "noise fps plot sheet tpose pose facing drift up"},
    {"fit", "input", "take", "a take of markers", "noise plot sheet up protocol"},
    {"fit", "input", "meshes", "registered meshes", "noise fps plot sheet"},
    {"fit", "input", "film", "a film", "noise fps plot sheet person size fx cameras"},
    {"fit", "input", "views", "films of several cameras (--views)",
     "noise fps plot sheet person size fx cameras cameras-out views"},
    {"fit", "input", "picture", "OpenPose's file of a picture", "noise person size fx"},
    {"fit", "input", "observations", "observations in the API's JSON", ""},
    {"fit", "input", "measurements", "measurements in the API's JSON", ""},
    {"fit", "names", "known", "markers with known names", ""},
    {"fit", "names", "unknown", "markers without names", "protocol"},
    {"fit", "keypoints", "space", "keypoints in space", ""},
    {"fit", "keypoints", "picture", "keypoints in a picture", "size fx cameras cameras-out"},
    {"fit", "cameras", "given", "a film beside --cameras", "cameras"},
    {"fit", "cameras", "guessed", "a film without --cameras", "fx"},

    {"register", "output", "npz", ".npz", "unseen"},
    {"register", "output", "mesh", ".ply and .obj", ""},
    {"register", "output", "none", "figures alone (without -o)", ""},

    {"ik", "input", "request", "a request from a file (--request)", "request"},
    {"ik", "input", "targets", "targets on the command line",
     "betas pose skeleton bones solver style damping limits rest-gain alternatives others grow move-root "
     "iterations tolerance"},
    {"ik", "bones", "model", "the bones of a model", "betas model"},
    {"ik", "bones", "file", "the bones of a file (--skeleton)", "skeleton bones"},

    {"clip", "verb", "info", "info", "unit source-rate animation"},
    {"clip", "verb", "convert", "convert",
     "model o skeleton character match template animation betas betas-from up camera angles clamp unit "
     "source-rate "
     "threads " EDITS},
    {"clip", "verb", "render", "render",
     "animation model o skeleton betas betas-from up camera angles clamp unit source-rate threads count "
     "columns stride "
     "size yaw "
     "fixed " EDITS},
    {"clip", "onto", "body", "a body", "skeleton betas clamp stride animation"},
    {"clip", "onto", "biped", "the skeleton of motion networks (--skeleton biped)", "skeleton animation"},
    {"clip", "onto", "character", "a character (--character)", "character match template animation"},
    {"clip", "model", "read", "a body, or an .npz, whose poses are of one", "model"},
    {"clip", "model", "not read", "motion capture onto bones that are no body's", ""},
    {"clip", "character", "person", "a person's character", "mirror exaggerate over unit source-rate"},
    {"clip", "character", "animal", "an animal's character", ""},
    {"clip", "source", "npz", "an .npz", "betas-from unit source-rate up camera angles"},
    {"clip", "source", "capture", "motion capture", "clamp unit source-rate"},
    {"clip", "source", "fbx", "an .fbx", "clamp unit source-rate animation"},
    {"clip", "source", "scene", "a .glb or .vrm", "clamp source-rate animation"},
    {"clip", "source", "side", "a side file (.npz, .phase, .gait, .txt)", ""},
    {"clip", "files", "one", "one file", "columns"},
    {"clip", "files", "several", "several files, which have a row each", ""},

    {"play", "output", "terminal", "the terminal", "fast"},
    {"play", "output", "body", "a body", "format o id model betas threads"},
    {"play", "output", "bones", "bare bones", "format o id model"},
    {"play", "output", "other", ".bvh, .json and measure", "format o id"},

    {"rollout", "output", "glb", ".glb",
     "body betas names face correctives wear soft breathing character match"},
    {"rollout", "output", "npz", ".npz", "body betas soft breathing"},
    {"rollout", "output", "bvh", ".bvh", "names character match"},
    {"rollout", "output", "json", "json", "character match"},
    {"rollout", "output", "vrma", ".vrma", ""},
    {"rollout", "output", "measure", "measure", ""},
    {"rollout", "output", "sheet", "a picture alone (--sheet)", "body betas"},
    {"rollout", "who", "body", "a body", "body betas names face correctives wear soft breathing sheet"},
    {"rollout", "who", "bones", "bare bones (--body none)", "body names sheet"},
    {"rollout", "who", "character", "a character (--character)", "character match"},

    {"render", "sheet", "mean", "--sheet mean", "pose yaw skinning paint joints columns"},
    {"render", "sheet", "betas", "--sheet betas", "pose yaw skinning paint joints columns count"},
    {"render", "sheet", "random", "--sheet random", "pose yaw skinning paint joints columns count seed"},
    {"render", "sheet", "bends", "--sheet bends", "yaw skinning paint joints columns compare dqs-model"},
    {"render", "sheet", "poses", "--sheet poses", "yaw skinning paint joints columns"},
    {"render", "sheet", "contact", "--sheet contact", ""},
    {"render", "sheet", "stages", "--sheet stages", "pose yaw skinning paint joints columns"},
    {"render", "bends", "sheet", "--sheet bends without --compare", "yaw skinning paint joints columns"},
    {"render", "bends", "compare", "--compare", "compare dqs-model"},

    {"measure", "what", "body", "a body",
     "model betas random gender age weight percentile population density tolerances json threads "
     "height " MEASURES},
    {"measure", "what", "each-beta", "--each-beta", "model each-beta json threads"},
    {"measure", "what", "capture", "captured motion (--capture)", "capture held-out o threads"},
    {"measure", "what", "motions", "motions", "model check preset control skip figures bands json threads"},

    {"joints", "ground", "given", "joints with --ground", "skinning soft-tissue"},
    {"joints", "ground", "none", "joints without --ground, which do not depend on the skin", ""},

    {"measure", "motions", "scripts", "a script", "preset control"},
    {"measure", "motions", "recorded", "a recorded motion (.npz)", ""},
    {"measure", "report", "text", "text", "figures"},
    {"measure", "report", "json", "JSON (--json)", ""},

    {"deform", "output", "png", ".png", "size"},
    {"deform", "output", "npz", ".npz", ""},
    {"deform", "output", "none", "figures alone (without -o)", ""},
    {"deform", "poses", "one", "a posture (--pose)", "pose"},
    {"deform", "poses", "many", "a file of poses (--poses)", "poses"},

    {"label", "input", "folder", "a folder of data", "contacts only all"},
    {"label", "input", "clips", "clips", ""},

    {"wardrobe", "work", "sheet", "a sheet", "sheet wear pose seed size columns samples o"},
    {"wardrobe", "work", "count", "a count (--pierced)", "pierced wear places bodies poses"},

    {"train-rig-start", "work", "learn", "learning", "o bodies ridge seed"},
    {"train-rig-start", "work", "measure", "--measure", "o measure held-out find-facing seed"},

    {NULL, NULL, NULL, NULL, NULL}};

static bool is_of(const pd_tool_mode_row *row, const pd_tool_args *args, const char *aspect)
{
    return !strcmp(row->command, args->command->name) && !strcmp(row->aspect, aspect);
}

static bool is_listed(const pd_tool_mode_row *row, const char *option)
{
    const size_t length = strlen(option);
    for (const char *at = row->options; *at;) {
        const size_t word = strcspn(at, " ");
        if (word == length && !strncmp(at, option, length)) return true;
        at += word + strspn(at + word, " ");
    }
    return false;
}

static const pd_tool_mode_row *row_of(const pd_tool_args *args, const char *aspect, const char *mode)
{
    const pd_tool_mode_row *row = pd_tool_mode_rows;
    while (row->command && !(is_of(row, args, aspect) && !strcmp(row->mode, mode))) row++;
    assert(row->command);
    return row;
}

int pd_tool_mode(const pd_tool_args *args, const char *aspect, const char *mode)
{
    return pd_tool_modes(args, aspect, mode, mode);
}

int pd_tool_modes(const pd_tool_args *args, const char *aspect, const char *mode, const char *other)
{
    const pd_tool_mode_row *own = row_of(args, aspect, mode), *also = row_of(args, aspect, other);

    for (int i = 0; args->command->options[i].name; i++) {
        const char *option = args->command->options[i].name;
        char others[512] = "";
        size_t used = 0;
        if (!args->values[i] || is_listed(own, option) || is_listed(also, option)) continue;

        /* modes of this aspect that read it */
        for (const pd_tool_mode_row *row = pd_tool_mode_rows; row->command; row++)
            if (is_of(row, args, aspect) && is_listed(row, option) && used < sizeof others)
                used += (size_t)snprintf(others + used, sizeof others - used, "%s%s", used ? ", " : "",
                                         row->text);
        if (!used) continue;

        char written[64];
        snprintf(written, sizeof written, "%s%s", option[1] ? "--" : "-", option);
        for (char *c = written; *c; c++)
            if (*c == '_') *c = '-';
        return pd_tool_usage(args, "%s is not for %s; it is for: %s", written, own->text, others);
    }
    return 0;
}
