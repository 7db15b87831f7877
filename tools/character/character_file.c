#include "tools/character/character_file.h"

#include "core/anim/biped.h"
#include "core/base/assert.h"
#include "core/base/file.h"
#include "core/retarget/character.h"
#include "core/motion/capture.h"
#include "core/io/fbx/fbx_figure.h"
#include "tools/motion/clip_edit.h"
#include "tools/motion/motion_file.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/model_file.h"
#include "tools/train/motion_set.h"
#include "tools/base/mode.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CREATURE_RATE                   60 /* frames a second */
#define PLAN_NAME(id, name, pairs, doc) name,

/* Prints which joints were matched to a humanoid's bones, and which matches are doubtful. */
static void tell_match(const pd_tool_args *args, const pd_api_skeleton *character, const char *path)
{
    const pd_retarget_match *match = character->match;
    int found = 0;

    if (args->common.quiet) return;
    if (character->note[0]) fprintf(stderr, "%s: %s\n", path, character->note);

    /* Animal: count the joints that take part in its motion. */
    if (character->creature) {
        for (int i = 0; i < character->creature->chain_count; i++)
            found += character->creature->chains[i].count;
        fprintf(stderr, "%s: a %s, %d of its %d joints are of trunk, neck, tail, legs or wings\n", path,
                pd_api_character_template(character), found, character->skin.skeleton.joint_count);
        if (character->creature->doubt[0]) fprintf(stderr, "%s: %s\n", path, character->creature->doubt);
        return;
    }

    /* Person: list the bones that were found, and the doubtful ones with their reason. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) found += match->joints[b] >= 0;
    fprintf(stderr, "%s: %d of %d bones found%s%s\n", path, found, PD_ANIM_HUMAN_COUNT,
            match->rig ? ", named as in " : "", match->rig ? match->rig : "");
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (match->doubts[b][0])
            fprintf(stderr, "%s: %s: %s: %s\n", path, pd_anim_human_names[b],
                    match->joints[b] < 0 ? "none" : pd_api_skeleton_joint_name(character, match->joints[b]),
                    match->doubts[b]);
}

int pd_tool_character_open(pd_api_skeleton **out, const pd_tool_args *args)
{
    static const char *const templates[] = {"person", PD_ANIMAL_TABLE(PLAN_NAME) NULL};
    const char *path = pd_tool_text(args, "character");
    const char *match = pd_tool_text(args, "match");
    int template = 0;
    pd_retarget_character_wanted wanted[PD_ANIM_HUMAN_COUNT];
    char text[2048] = "";
    pd_api_problems problems = {0};
    pd_tool_model_file file;
    pd_error err;

    *out = NULL;
    if (!path)
        return match ? pd_tool_usage(args, "--match needs --character FILE: it names the joints of that file")
                     : 0;

    /* Convert the words of --match to the form of the API. */
    snprintf(text, sizeof text, "%s", match ? match : "");
    const int count = pd_api_character_wanted(wanted, text);
    PD_ASSERT(count <= PD_ANIM_HUMAN_COUNT);
    if (count < 0) return pd_tool_usage(args, "--match %s: Hips=JOINT,LeftHand=JOINT ... expected", match);
    if (pd_tool_has(args, "template") && !pd_tool_choice(&template, args, "template", templates)) return 2;
    if (template && count)
        return pd_tool_usage(
            args, "--match cannot be used with --template: an animal's bones are found by its template");

    /* Read the file as the API does, and print each problem on a line of its own. */
    if (pd_tool_model_file_open(&file, args, path, NULL, &err)) return pd_tool_fail(args, &err);
    *out = pd_api_character_read(file.bytes, (pd_animal_plan)(template - 1), wanted, count, 0, "", &problems);
    pd_tool_model_file_close(&file);
    if (*out) {
        tell_match(args, *out, path);
        return 0;
    }

    for (int i = 0; i < problems.count; i++)
        fprintf(stderr, "posedctl %s: %s: %s\n", args->command->name, path, problems.items[i].detail);
    return 1;
}

/* ---- clips ---- */

typedef struct work {
    const pd_tool_args *args;
    const pd_api_skeleton *character;
    pd_anim_clip clip; /* motion of the character */
    pd_error err;
} work;

static pd_status encode_bvh(pd_buffer *out, void *arg)
{
    work *w = arg;
    pd_retarget_character_hang(&w->clip, pd_api_character_carry(w->character));
    return pd_motion_capture_write_bvh(out, &w->clip, &w->err);
}

static pd_status encode_glb(pd_buffer *out, void *arg)
{
    work *w = arg;
    const pd_bytes file = {w->character->file, w->character->file_bytes};
    return pd_retarget_character_glb(out, &w->character->skin, pd_api_character_carry(w->character), file,
                                     &w->clip, w->args->words[1], NULL, &w->err);
}

static const pd_tool_format formats[] = {{"glb", "glb", encode_glb, "the file with an animation"},
                                         {"bvh", "bvh", encode_bvh, "its skeleton's motion"},
                                         PD_TOOL_FORMAT_END};

/* Puts the animation of an animal's file on the animal:
 * the file is a GLB, or an FBX that becomes one first. */
static pd_status clip_of_creature(work *w, const pd_tool_clip_edit *edit, const char *path)
{
    const pd_tool_args *args = w->args;

    PD_ASSERT(w->character->creature);
    pd_tool_model_file file;
    pd_buffer glb = {0};
    pd_status status = pd_tool_model_file_open(&file, args, path, ".fbx", &w->err);
    if (status != PD_OK) return status;

    /* Convert an FBX to a GLB that contains only its animations. */
    pd_bytes source = file.bytes;
    if (pd_fbx_sniff_any(source.data, source.size)) {
        static const pd_fbx_options how = {.motion_only = true};
        pd_fbx_found found;
        status = pd_fbx_glb(&glb, &found, source, path, &how, &w->err);
        source = (pd_bytes){glb.data, glb.size};
        if (status == PD_OK && found.animation_count > 1)
            pd_tool_note(args, "%s: animations: %s", path, found.animations);
        if (status == PD_OK && found.note[0]) pd_tool_note(args, "%s: left out: %s", path, found.note);
        if (status == PD_OK && found.times[0]) pd_tool_note(args, "%s: %s", path, found.times);
    }

    /* Match joints by name, and sample the clip at the requested rate. */
    if (status == PD_OK) {
        char note[PD_IO_GLTF_CLIP_NOTE] = "";
        const pd_animal_skin_job job = {.skin = &w->character->skin,
                                        .creature = w->character->creature,
                                        .clip = source,
                                        .options = {.rate = edit->rate > 0 ? edit->rate : CREATURE_RATE,
                                                    .animation = pd_tool_text(args, "animation"),
                                                    .note = note}};
        status = pd_animal_skin_clip(&w->clip, &job, &w->err);
        if (status == PD_OK) pd_tool_motion_tell(path, note);
    }

    pd_tool_model_file_close(&file);
    pd_buffer_deinit(&glb);

    return status == PD_OK ? pd_tool_clip_edit_run(&w->clip, edit, &w->err) : status;
}

/* Reads the animation of a .glb, .vrm or .fbx that has the person's own skeleton. *is_own is false, and
 * w->clip empty, for any other file. */
static pd_status clip_of_own(work *w, bool *is_own, const pd_tool_clip_edit *edit, const char *path)
{
    const pd_motion_capture_options options = {.animation = pd_tool_text(w->args, "animation"),
                                               .own = &w->character->skin,
                                               .own_match = w->character->match};
    const char *dot = strrchr(path, '.');
    pd_motion_capture from;

    *is_own = false;
    /* --unit and --source-rate have an effect only on retargeting. */
    if (!dot || pd_api_character_carry(w->character) || pd_tool_given(w->args, "unit") ||
        pd_tool_given(w->args, "source-rate") ||
        (strcasecmp(dot, ".glb") && strcasecmp(dot, ".vrm") && strcasecmp(dot, ".fbx")))
        return PD_OK;

    pd_status status = pd_motion_capture_load(&from, path, &options, &w->err);
    if (status != PD_OK) return status;
    *is_own = from.is_own;
    if (from.is_own) {
        w->clip = from.clip;
        pd_tool_note(w->args, "%s: has the character's own skeleton: its rotations are copied", path);
        pd_tool_motion_tell(path, from.note);
        return pd_tool_clip_edit_run(&w->clip, edit, &w->err);
    }

    pd_motion_capture_deinit(&from);

    return PD_OK;
}

int pd_tool_clip_character(const pd_tool_args *args)
{
    work w = {.args = args};
    pd_api_skeleton *character;
    const pd_tool_format *format;
    pd_buffer file = {0};
    pd_tool_clip_edit edit = {.cuts = true};

    if (args->word_count != 2)
        return pd_tool_usage(args, "%d files given; convert takes one", args->word_count - 1);
    if (!pd_tool_clip_edit_read(&edit, args) || !pd_tool_format_of(&format, args, formats, "o", "glb"))
        return 2;
    int code = pd_tool_character_open(&character, args);
    if (code) return code;

    /* For a person, use a file with its own skeleton unchanged. */
    w.character = character;
    pd_character_motion motion = {0};
    pd_status status = PD_OK;
    bool is_own = false;
    code = pd_tool_mode(args, "character", character->creature ? "animal" : "person");
    if (!code && !character->creature) status = clip_of_own(&w, &is_own, &edit, args->words[1]);

    /* Read and edit any other motion on the biped, then retarget it to the person. An animal gets the
     * animation of another animal. */
    if (!code && status == PD_OK && !character->creature && !is_own)
        code = pd_tool_motion_biped_of(&motion, args, args->words[1], pd_tool_text(args, "animation"));
    if (code) {
        pd_api_skeleton_release(character);
        return code;
    }

    if (character->creature) {
        status = clip_of_creature(&w, &edit, args->words[1]);
    } else if (status == PD_OK && !is_own) {
        status = pd_tool_clip_edit_run(&motion.clip, &edit, &w.err);
        if (status == PD_OK)
            status = pd_retarget_character_clip(&w.clip, &character->skin, character->match, &motion.clip,
                                                NULL, NULL, &w.err);
    }

    pd_character_motion_deinit(&motion);

    /* Write it in the requested format. */
    if (status == PD_OK) status = format->encode(&file, &w);
    code = status != PD_OK
               ? pd_tool_fail(args, &w.err)
               : pd_tool_write_noted(args, pd_tool_text(args, "o"), file.data, file.size, "%d frames, %.2f s",
                                     w.clip.frame_count, pd_anim_clip_seconds(&w.clip));
    pd_buffer_deinit(&file);
    pd_anim_clip_deinit(&w.clip);
    pd_api_skeleton_release(character);

    return code;
}
