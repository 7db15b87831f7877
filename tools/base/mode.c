#include "tools/base/mode.h"

#include "core/base/assert.h"
#include "tools/base/field_option.h"

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
    {"fit", "input", "joints", "a take of joints", "noise fps plot sheet person set up"},
    {"fit", "input", "estimate", "an estimate (.pkl, .pt)",
     "noise source-rate plot sheet person camera betas betas-from"},
    {"fit", "input", "take", "a take of markers", "noise plot sheet up protocol person points"},
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
    {"fit", "cameras", "given to parts", "MediaPipe's landmarks beside --cameras", "cameras size"},
    {"fit", "cameras", "guessed", "a film without --cameras", "fx size"},

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
     "model o skeleton character match template animation betas betas-from up camera person set angles clamp "
     "unit "
     "source-rate "
     "threads " EDITS},
    {"clip", "verb", "render", "render",
     "animation model o skeleton betas betas-from up camera person set angles clamp unit source-rate threads "
     "count "
     "columns stride "
     "size yaw "
     "fixed " EDITS},
    {"clip", "onto", "body", "a body", "skeleton betas clamp stride animation"},
    {"clip", "onto", "biped", "the skeleton of motion networks (--skeleton biped)", "skeleton animation"},
    {"clip", "onto", "character", "a character (--character)", "character match template animation"},
    {"clip", "model", "read", "a body, or poses of one (.npz, .pkl, .pt)", "model"},
    {"clip", "model", "not read", "motion capture onto bones that are no body's", ""},
    {"clip", "character", "person", "a person's character", "mirror exaggerate over unit source-rate"},
    {"clip", "character", "animal", "an animal's character", ""},
    {"clip", "source", "poses", "an .npz, .npy, .pkl, .pt, .safetensors, .mvnx or .json",
     "betas-from unit source-rate up camera angles person set"},
    {"clip", "source", "bvh", "a .bvh", "clamp unit source-rate up"},
    {"clip", "source", "capture", "motion capture", "clamp unit source-rate"},
    {"clip", "source", "fbx", "an .fbx", "clamp unit source-rate animation"},
    {"clip", "source", "scene", "a .glb or .vrm", "clamp source-rate animation"},
    {"clip", "source", "side",
     "a file of poses (.npz, .npy, .pkl, .pt, .safetensors, .json), .phase, .gait or .txt", ""},
    {"clip", "drawn", "poses", "a picture of poses, in which the body is in the middle", ""},
    {"clip", "drawn", "capture", "a picture of motion capture", "unit"},
    {"clip", "files", "one", "one file", "columns"},
    {"clip", "files", "several", "several files, which have a row each", ""},

    {"play", "output", "terminal", "the terminal", "fast"},
    {"play", "output", "body", "a body", "format o id model betas threads"},
    {"play", "output", "bones", "bare bones", "format o id model"},
    {"play", "output", "other", ".bvh, .json and measure", "format o id"},

    {"rollout", "output", "glb", ".glb",
     "body betas names face correctives wear soft breathing character match voice"},
    {"rollout", "output", "npz", ".npz", "body betas soft breathing voice"},
    {"rollout", "output", "bvh", ".bvh", "names character match"},
    {"rollout", "output", "json", "json", "character match voice"},
    {"rollout", "output", "vrma", ".vrma", "voice"},
    {"rollout", "output", "measure", "measure", ""},
    {"rollout", "output", "sheet", "a picture alone (--sheet)", "body betas"},
    {"rollout", "who", "body", "a body", "body betas names face correctives wear soft breathing sheet voice"},
    {"rollout", "who", "bones", "bare bones (--body none)", "body names sheet"},
    {"rollout", "who", "character", "a character (--character)", "character match voice"},

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

    {"joints", "ground", "given", "joints with --ground", "skinning soft_tissue"},
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

    {"evaluate", "work", "meshes", "meshes (--registrations)",
     "registrations dqs-model betas variants parts time quality json o"},
    {"evaluate", "work", "model", "a model alone (--time, --quality)",
     "dqs-model betas variants time quality json o"},
    {"evaluate", "work", "people", "tape measures (--people)", "people gender count json"},
    {"evaluate", "work", "paper", "the paper's comparisons (--paper)", "paper learned lambdas o"},
    {"evaluate", "model", "read", "meshes, a model or tape measures", "model"},
    {"evaluate", "model", "not read",
     "the paper's comparisons (--paper), which are of the models that it learned", ""},

    {"augment", "pictures", "drawn", "pictures (-o)", "count"},
    {"augment", "pictures", "none", "figures alone (without -o)", ""},
    {"augment", "ground", "fitted", "copies on ground that fits them (--fit)",
     "fit-kind fit-kernel patches patch-points patch-side heightmaps map-cell map-scale"},
    {"augment", "ground", "none", "motion capture without --fit", ""},
    {"augment", "maps", "given", "ground of --heightmaps", "map-cell map-scale"},
    {"augment", "maps", "made", "made ground", ""},

    {"import", "input", "body", "a body model", "dmpl soft gender"},
    {"import", "input", "mhr", "MHR", "definition activation blendshapes identity"},
    {"import", "input", "network", "the slices of a motion network", ""},
    {"import", "soft", "given", "a body model with --dmpl", "soft"},
    {"import", "soft", "none", "a body model without --dmpl", ""},

    {"learn", "work", "learn", "learning",
     "name betas rounds most-joints lambda-y lambda-u lambda-j lambda-p lambda-p-far choose-lambda-p "
     "lambda-w "
     "one-sided resume"},
    {"learn", "work", "check", "--check", "check"},

    {"rig", "template", "person", "a person", "model marker"},
    {"rig", "template", "animal", "an animal (--template)", ""},

    {"record", "session", "own", "a session of its own", "spawn model script"},
    {"record", "session", "watched", "a session of another client (--watch)", "watch"},
    {"watch", "session", "own", "a session of its own", "spawn model script"},
    {"watch", "session", "watched", "a session of another client", ""},

    {"swarm", "server", "posed", "posed",
     "sessions spawn model inputs cuts channels divisor quantize names watch"},
    {"swarm", "server", "other", "servers that are not posed (--passive)", "passive"},
    {"swarm", "clients", "players", "clients with characters", "sessions spawn model inputs names"},
    {"swarm", "clients", "watchers", "clients that watch the sessions of another swarm (--watch)", "watch"},

    {"train-motion", "clips", "capture", "motion capture",
     "contacts only no-slow no-crouch no-arc no-terrain no-mirror no-styles fit-kind phase"},
    {"train-motion", "clips", "original", "the original's own files", "scale database"},
    {"train-motion", "ground", "fitted", "copies on ground that fits them (--fit)",
     "fit-kind fit-kernel patches patch-points patch-side heightmaps map-cell map-scale"},
    {"train-motion", "ground", "none", "motion capture without --fit", ""},
    {"train-motion", "maps", "given", "ground of --heightmaps", "map-cell map-scale"},
    {"train-motion", "maps", "made", "made ground", ""},
    {"train-motion", "work", "train", "training",
     "o rows minutes checkpoint resume look-every last default-style run-style report plots hidden experts "
     "batch-groups group-rows loss rate rate-last warm-up dropout dropout-input gamma emphasis-root "
     "emphasis-feet emphasis-reach style-drop noise-joints noise-trajectory noise-gait noise-terrain credits "
     "licence"},
    {"train-motion", "work", "database", "--database, which trains nothing", "database"},

    {"train-pose-network", "work", "train", "training", "o hidden blocks steps rate credits licence"},
    {"train-pose-network", "work", "judge", "--judge", "judge prior report picture"},

    {"train-pose-prior", "work", "train", "training",
     "o credits licence components directions rounds noise shrink"},
    {"train-pose-prior", "work", "measure", "--measure and --measure-fit", "o measure measure-fit"},
    {"train-pose-prior", "work", "compare", "--compare", "rounds noise shrink compare"},

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

/* Returns the table that holds the modes of the running command. */
static const pd_tool_mode_row *rows_of(const pd_tool_args *args)
{
    return args->command->modes ? args->command->modes : pd_tool_mode_rows;
}

static const pd_tool_mode_row *mode_row_of(const pd_tool_args *args, const char *aspect, const char *mode)
{
    const pd_tool_mode_row *row = rows_of(args);
    while (row->command && !(is_of(row, args, aspect) && !strcmp(row->mode, mode))) row++;
    PD_ASSERT(row->command);
    return row;
}

int pd_tool_mode(const pd_tool_args *args, const char *aspect, const char *mode)
{
    return pd_tool_modes(args, aspect, mode, mode);
}

int pd_tool_modes(const pd_tool_args *args, const char *aspect, const char *mode, const char *other)
{
    const pd_tool_mode_row *own = mode_row_of(args, aspect, mode);
    const pd_tool_mode_row *also = mode_row_of(args, aspect, other);

    const pd_tool_option *options = pd_tool_options(args->command);
    for (int i = 0; options[i].name; i++) {
        const char *option = options[i].name;
        char others[512] = "";
        size_t used = 0;
        if (!args->values[i] || is_listed(own, option) || is_listed(also, option)) continue;

        /* Name the modes of this aspect that read the option. */
        for (const pd_tool_mode_row *row = rows_of(args); row->command; row++)
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
