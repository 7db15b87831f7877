/* posedctl rollout: computes a motion from a script, as fast as the machine can. */
#include "train/evaluate/motion_quality.h"
#include "tools/character/character_file.h"
#include "tools/base/field_option.h"
#include "tools/base/format.h"
#include "tools/motion/script_run.h"
#include "tools/motion/spoken.h"
#include "tools/draw/motion_sheet.h"
#include "tools/motion/motion_file.h"
#include "tools/base/mode.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define FORMATS(X)                                                                                           \
    X("glb", "glb", NULL, "the body, its bones or a character, with an animation")                           \
    X("bvh", "bvh", NULL, "the skeleton's motion for animation programs")                                    \
    X("npz", "npz", NULL, "poses of the body as AMASS has them")                                             \
    X("json", "json", NULL, "the reply of POST /v1/motions/rollout")                                         \
    X("vrma", "vrma", NULL, "a VRM animation, which fits every VRM")                                         \
    X("measure", NULL, NULL,                                                                                 \
      "npz of joints, contacts and orders, for posedctl measure or measures of your own")
#define VOICE_CHOICE(id, name) "|" name
static const char voice_names[] = PD_SPEECH_VOICE_TABLE(VOICE_CHOICE);
static const char *const voices = voice_names + 1;

static const pd_tool_format formats[] = {FORMATS(PD_TOOL_FORMAT_ROW) PD_TOOL_FORMAT_END};

/* Reports whether a motion is written: always, unless only a sheet is asked for. */
static bool writes_motion(const pd_tool_args *args)
{
    return pd_tool_text(args, "o") || pd_tool_text(args, "format") || !pd_tool_text(args, "sheet");
}

/* Reports whether the sheet shows a body: if one is given or the default one can be read.
 * Otherwise it shows bones. */
static bool sheet_has_body(const pd_tool_args *args)
{
    char path[4096];
    const char *script = pd_tool_text(args, "script");
    const char *dot = strrchr(script, '.');

    if (!pd_tool_text(args, "sheet") || (dot && !strcasecmp(dot, ".npz"))) return false;
    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "body"));

    return pd_tool_given(args, "body") || !access(path, R_OK);
}

/* Draws the sheet of a motion with its quality figures and writes it as PNG. */
static int draw_rollout(const pd_tool_args *args, const pd_anim_track *track, const pd_tool_motion_body *body)
{
    pd_io_image picture = {0};
    pd_buffer file = {0};
    pd_error err;
    pd_train_quality quality;
    int too_short = pd_train_quality_of(&quality, track, PD_TRAIN_QUALITY_SKIP, NULL) != PD_OK;
    pd_status status = pd_tool_motion_sheet(&picture, track, too_short ? NULL : &quality, body,
                                            pd_tool_text(args, "script"), &err);

    if (!status) status = pd_io_png_write(&file, &picture, &err);

    int code = status ? pd_tool_fail(args, &err)
                      : pd_tool_write_noted(args, pd_tool_text(args, "sheet"), file.data, file.size,
                                            "%d frame%s, %d x %d pixels", track->frame_count,
                                            PD_TOOL_S(track->frame_count), picture.width, picture.height);
    pd_io_image_deinit(&picture);
    pd_buffer_deinit(&file);

    return code;
}

/* Reads or computes a motion and draws its sheet. */
static int make_sheet(pd_tool_local *local, const pd_tool_args *args)
{
    const char *path = pd_tool_text(args, "script");
    const char *dot = strrchr(path, '.');
    pd_anim_track track = {0};
    pd_tool_motion motion = {0};
    pd_tool_script *script = NULL;
    pd_error err;
    const pd_tool_motion_body who = {local->model, &motion, local->executor};
    const pd_tool_motion_body *body = sheet_has_body(args) && local->model ? &who : NULL;
    int code = 0;

    if (dot && !strcasecmp(dot, ".npz")) {
        code = pd_tool_track_open(&track, local, args, path);
    } else {
        if (pd_tool_script_open(&script, path, &err)) return pd_tool_fail(args, &err);
        const pd_tool_script_with with = body ? PD_TOOL_SCRIPT_SIZED : PD_TOOL_SCRIPT_ALONE;
        code = pd_tool_script_track(&track, local, args, script, with, path);

        /* Compute the motion again on the body, for the pictures. */
        if (!code && body) {
            pd_buffer request = {0}, npz = {0};
            code = pd_tool_script_request(&request, script, args, PD_TOOL_SCRIPT_WHOLE);
            if (!code) code = pd_tool_script_ask(&npz, local, args, script, &request, "format=npz");
            if (!code && pd_tool_motion_parse(&motion, (pd_bytes){npz.data, npz.size}, "npz", local->model,
                                              NULL, &err))
                code = pd_tool_fail(args, &err);
            pd_buffer_deinit(&request);
            pd_buffer_deinit(&npz);
        }
    }

    if (!code) code = draw_rollout(args, &track, body);
    pd_anim_track_deinit(&track);
    pd_tool_motion_deinit(&motion);
    pd_tool_script_close(script);

    return code;
}

/* Speaks the texts of a request, and writes their sound beside the motion: walk.wav beside walk.glb. */
static int speak_texts(pd_buffer *body, const pd_tool_args *args)
{
    const int voice = pd_api_choice_index(voices, pd_tool_text(args, "voice"));
    const char *path = pd_tool_text(args, "o");
    const char *dot = path ? strrchr(path, '.') : NULL;
    pd_speech_sound sound;
    pd_buffer file = {0}, name = {0};
    pd_error err;

    if (voice < 0) return pd_tool_usage(args, "--voice: one of slt, rms, awb, kal expected");
    if (!dot || strchr(dot, '/'))
        return pd_tool_usage(args, "--voice needs -o FILE with an ending: the sound is written beside it");
    if (pd_tool_speak(body, &sound, (pd_speech_voice)voice, &err) != PD_OK) return pd_tool_fail(args, &err);
    pd_speech_sound_write(&file, &sound);
    pd_buffer_add(&name, path, (size_t)(dot - path));
    pd_buffer_add(&name, ".wav", 5);
    const int code = pd_tool_write_noted(args, (const char *)name.data, file.data, file.size,
                                         "%.2f s of speech", sound.count / (double)sound.rate);
    pd_speech_sound_deinit(&sound);
    pd_buffer_deinit(&file);
    pd_buffer_deinit(&name);

    return code;
}

/* Computes the motion of a script and writes it. */
static int make_motion(pd_tool_local *local, const pd_tool_args *args, const pd_tool_format *format)
{
    pd_tool_script *script;
    pd_buffer body = {0}, reply = {0};
    pd_error err;

    if (pd_tool_script_open(&script, pd_tool_text(args, "script"), &err)) return pd_tool_fail(args, &err);

    /* The options become query parameters of the api. */
    pd_buffer query = {0};
    pd_tool_query_add(&query, "format", format->name);
    pd_tool_fields_query(&query, args);
    pd_buffer_add(&query, "", 1);
    int code = pd_tool_script_request(&body, script, args, PD_TOOL_SCRIPT_WHOLE);
    if (!code && pd_tool_text(args, "voice")) code = speak_texts(&body, args);
    if (!code) code = pd_tool_script_ask(&reply, local, args, script, &body, (const char *)query.data);
    if (!code) {
        double seconds = pd_tool_script_seconds(&body);
        double rate = (double)local->network->network.frame_rate;
        code =
            pd_tool_write_noted(args, pd_tool_text(args, "o"), reply.data, reply.size, "%ld frame%s, %.2f s",
                                lround(seconds * rate), PD_TOOL_S(lround(seconds * rate)), seconds);
    }

    pd_buffer_deinit(&query);
    pd_buffer_deinit(&body);
    pd_buffer_deinit(&reply);
    pd_tool_script_close(script);

    return code;
}

static int run_rollout(const pd_tool_args *args)
{
    pd_tool_local local;
    const pd_tool_format *format, *picture;
    const char *script = pd_tool_text(args, "script");

    if (!script) return pd_tool_usage(args, "--script FILE is needed");

    if (!pd_tool_format_of(&format, args, formats, "o", "glb") ||
        !pd_tool_format_of(&picture, args, pd_tool_pictures, "sheet", NULL))
        return 2;

    if (!strcmp(script, "-") && pd_tool_text(args, "sheet") && writes_motion(args))
        return pd_tool_usage(args, "a script from standard input is read once: a motion or a sheet");

    /* Check that the given options fit the output. */
    const bool on_character = pd_tool_text(args, "character") != NULL;
    const char *output = writes_motion(args) ? format->name : "sheet";
    if (pd_tool_modes(args, "output", output, pd_tool_text(args, "sheet") ? "sheet" : output) ||
        pd_tool_mode(args, "who",
                     on_character                                  ? "character"
                     : !strcmp(pd_tool_text(args, "body"), "none") ? "bones"
                                                                   : "body"))
        return 2;

    /* Load a body only if the sheet or the format needs one. */
    const bool needs_body =
        sheet_has_body(args) || (!pd_tool_text(args, "character") && writes_motion(args) &&
                                 (!strcmp(format->name, "glb") || !strcmp(format->name, "npz")));
    int code = pd_tool_local_open_motion(&local, args, !needs_body);
    if (code) return code;

    code = pd_tool_character_open(&local.character, args);
    if (!code && pd_tool_text(args, "sheet")) code = make_sheet(&local, args);
    if (!code && writes_motion(args)) code = make_motion(&local, args, format);
    pd_tool_local_close(&local);

    return code;
}

#define FIELD(name) PD_TOOL_FIELD(name, "POST /v1/motions/rollout")
static const pd_tool_option options[] = {
    {"script", "FILE", "script of the motion: YAML or JSON, - for standard input", NULL},
    {"model", "MODEL", "motion network: a file, a folder of slices, or the name of a shipped one", "motion"},
    {"format", "glb|bvh|npz|json|vrma|measure", "format of the output [by the ending of -o, else glb]", NULL},
    {"o", "FILE", "file to write [standard output]", NULL},
    {"sheet", "FILE", "PNG file for a picture of the motion", NULL},
    {"body", "MODEL", "body model of glb and npz, or none for bare bones", "default"},
    {"betas", "LIST", "shape of the body", NULL},
    FIELD("names"),
    FIELD("face"),
    FIELD("correctives"),
    FIELD("wear"),
    {"soft", NULL, "soft tissue follows the motion: animated morphs in glb, dmpls in npz", NULL},
    {"breathing", "N", "breaths a minute, in the same outputs as --soft; 0: none", NULL},
    {"voice", "slt|rms|awb|kal",
     "voice that speaks the texts of the script; its sound is written beside -o, with the ending .wav", NULL},
    {"character", "FILE", "a .glb or .vrm of your own that moves in place of the body, for glb, bvh and json",
     NULL},
    {"match", "LIST", "joints of --character for bones that are not found: LeftHand=wrist_l,Hips=root", NULL},
    {"template", "person|quadruped|bird|spider",
     "body plan of --character; of the animals a quadruped walks, by the shipped cycles of a fox", "person"},
    PD_TOOL_CONTROL_ROWS,
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_rollout = {
    .name = "rollout",
    .words = "",
    .summary = "Generate a motion from a script with a motion network",
    .details = "The script says what to do and when (docs/guide/motion.md, examples/); fields and checks are "
               "those of "
               "POST\n"
               "/v1/motions/rollout.\n\n"
               "formats:\n" FORMATS(
                   PD_TOOL_FORMAT_LINE) "\n"
                                        "  posedctl rollout --script examples/walk.yaml -o walk.glb\n"
                                        "  posedctl rollout --script examples/jog.yaml --sheet jog.png",
    .options = options,
    .run = run_rollout,
};
