/* posed-factory cut-clips: makes the emotes and gestures that ship with posed from motion capture.
 *
 * Each row of the table is a part of a recording, put on the biped and packed
 * (core/character/action/clip_set.h), smoothed by a Gaussian of SMOOTH frames of 60 Hz, which halves the
 * jumps of the markers of hands. Nothing else is done to it: where no free recording of a gesture was
 * found (clapping), there is no clip of it. */
#include "core/character/action/clip_set.h"
#include "core/character/capture/capture.h"
#include "core/motion/capture.h"
#include "tools/base/command.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMOOTH 2.5

#define WOMAN "accad2/female1/Female1_"
#define WAITS "accad/female1/Female1_"
#define MAN   "accad2/male2/Male2_"
#define ACTED "reactidle2/"

/* Parts of recordings: frames of the file, the first and the last one included. */
typedef struct cut_row {
    const char *name, *file;
    int first, last;
    const char *mask; /* part of the body that it is meant for (core/character/action/play.h) */
    bool loops;
    double fade; /* seconds */
} cut_row;

static const cut_row rows[] = {
#include "factory/clips/table.h"
};
#define ROWS ((int)(sizeof rows / sizeof *rows))

/* A file that was read and put on the biped. */
typedef struct recording {
    const char *file;
    pd_character_motion motion;
    double rate; /* frames per second of the file */
    int first;   /* frame of the file that is frame 0 of the motion */
} recording;

static pd_status read_recording(recording *out, const char *folder, const char *file, pd_error *err)
{
    char path[512];
    pd_motion_capture from;

    pd_character_motion_deinit(&out->motion);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    pd_status status = pd_motion_capture_load(&from, path, NULL, err);
    if (status != PD_OK) return status;
    if (!from.source) status = pd_motion_capture_person(&from, err);
    if (status == PD_OK) {
        const pd_character_capture capture = {.clip = from.clip, .source = from.source};
        out->file = file;
        out->rate = from.clip.rate;
        out->first = from.first_frame;
        status = pd_character_motion_of_capture(&out->motion, &capture, err);
    }

    pd_motion_capture_deinit(&from);

    return status;
}

/* Cuts a row out of its recording. */
static pd_status cut_row_clip(pd_character_clip_item *out, const cut_row *row, const recording *from,
                              pd_error *err)
{
    const double scale = from->motion.clip.rate / from->rate;
    const int begin = (int)lround((row->first - from->first) * scale);
    const int end = (int)lround((row->last - from->first) * scale);
    pd_character_clip *clip = NULL;
    pd_anim_clip part;
    char text[256];

    pd_status status = pd_anim_clip_cut(&part, &from->motion.clip, begin, end - begin + 1, err);
    if (status != PD_OK) return pd_error_prefix(err, row->name);
    status = pd_anim_clip_smooth(&part, SMOOTH, err);
    if (status == PD_OK) status = pd_character_clip_make(&clip, &part, err);
    pd_anim_clip_deinit(&part);
    if (status != PD_OK) return pd_error_prefix(err, row->name);

    /* How far the last frame is from the first one, which matters for loops. */
    pd_character_clip_moment a, b;
    double apart = 0;
    pd_character_clip_sample(&a, clip, 0);
    pd_character_clip_sample(&b, clip, pd_character_clip_seconds(clip));
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        apart = fmax(apart, pd_q_angle(a.rotations[j], b.rotations[j]));

    snprintf(out->name, sizeof out->name, "%s", row->name);
    snprintf(out->mask, sizeof out->mask, "%s", row->mask);
    snprintf(text, sizeof text, "%s, frames %d to %d", row->file, row->first, row->last);
    out->loops = row->loops;
    out->fade = row->fade;
    out->clip = clip;
    out->source = strdup(text);
    printf("%-15s %5.2f s  %-9s %-4s way %.2f m  last from first %2.0f deg  %s\n", row->name,
           pd_character_clip_seconds(clip), row->mask, row->loops ? "loop" : "once",
           hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]), apart * 180 / M_PI, text);

    return out->source ? PD_OK : pd_fail(err, PD_ERR_MEMORY, row->name, "out of memory");
}

static int run_cut_clips(const pd_tool_args *args)
{
    const char *folder = pd_tool_text(args, "data");
    pd_character_clip_item *items = calloc(ROWS, sizeof *items);
    recording from = {.file = ""};
    pd_error err = {0};
    pd_status status = items ? PD_OK : pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");

    if (!folder) return pd_tool_usage(args, "--data DIR is needed: the folder of accad, accad2, reactidle2");
    for (int i = 0; i < ROWS && status == PD_OK; i++) {
        if (strcmp(from.file, rows[i].file)) status = read_recording(&from, folder, rows[i].file, &err);
        if (status == PD_OK) status = cut_row_clip(&items[i], &rows[i], &from, &err);
    }

    pd_character_motion_deinit(&from.motion);
    pd_character_clip_set set = {
        .text = {.name = "emotes",
                 .licence = "CC BY 3.0 (ACCAD), MIT (ReActIdle)",
                 .provenance = "parts of recordings on the biped at 30 frames/s: posed-factory cut-clips",
                 .credits = "Open Motion Project by ACCAD/The Ohio State University, CC BY 3.0 "
                            "(https://creativecommons.org/licenses/by/3.0/), cut and retargeted; ReActIdle "
                            "dataset, RSAIT, MIT licence, cut and retargeted"},
        .items = items,
        .count = ROWS};
    if (status == PD_OK) status = pd_character_clip_set_save(pd_tool_text(args, "o"), &set, &err);
    for (int i = 0; i < ROWS && items; i++) {
        pd_character_clip_release(items[i].clip);
        free(items[i].source);
    }

    free(items);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options_table[] = {
    {"data", "DIR", "folder of motion capture with accad, accad2 and reactidle2", NULL},
    {"o", "FILE", "file of clips to write", "models/emotes.safetensors"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_cut_clips = {
    .name = "cut-clips",
    .words = "",
    .summary = "Make the emotes and gestures that ship with posed from motion capture",
    .details = "Cuts the parts that factory/clips/table.h lists out of their recordings, puts them on the "
               "biped and packs them.\n\n  posed-factory cut-clips --data CAPTURE",
    .options = options_table,
    .run = run_cut_clips,
};
