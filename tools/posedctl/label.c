/* posedctl label: computes contacts, foot lock, phase, gaits and footsteps of motion capture
 * (train/motion/label.h). */
#include "core/motion/capture.h"
#include "core/base/assert.h"
#include "core/base/file.h"
#include "train/motion/label_text.h"
#include "tools/draw/label_picture.h"
#include "train/motion/label_report.h"
#include "tools/base/local.h"
#include "tools/motion/contacts.h"
#include "tools/train/motion_set.h"
#include "tools/base/progress.h"
#include "tools/base/mode.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CHUNK 16 /* clips between two reports of progress */

/* Result of a worker for one clip. */
typedef struct piece {
    pd_train_footsteps steps;
    pd_train_stillness before;
    pd_status status;
    pd_error err;
} piece;

typedef struct work {
    const char *folder;
    int no_pictures;
    pd_character_motions motions;
    piece *pieces; /* (motions.count) */
    int first;     /* first clip of the chunk */
} work;

/* ---- files ---- */

/* Makes every folder above the file. */
static pd_status make_folders(char *path, pd_error *err)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        int failed = mkdir(path, 0777) && errno != EEXIST;
        if (failed) pd_fail(err, PD_ERR_IO, path, "folder cannot be made: %s", strerror(errno));
        *slash = '/';
        if (failed) return PD_ERR_IO;
    }

    return PD_OK;
}

/* Writes a text to the file `stem` + `suffix`, unless an earlier step has failed, and clears it. */
static pd_status save(const char *stem, const char *suffix, pd_buffer *text, pd_status status, pd_error *err)
{
    char path[1400];

    snprintf(path, sizeof path, "%.1300s%s", stem, suffix);
    if (status == PD_OK && text->failed)
        status = pd_fail(err, PD_ERR_MEMORY, path, "out of memory for the text");
    if (status == PD_OK) status = pd_file_write(path, text->data, text->size, err);
    pd_buffer_clear(text);

    return status;
}

/* ---- JSON ---- */

/* Lists the runs of frames in which a contact lasts. */
static json_t *runs_json(const pd_character_motion *motion, int contact)
{
    PD_ASSERT(contact >= 0 && contact < PD_PFNN_CONTACTS);
    json_t *list = json_array();
    pd_train_run run;
    for (int from = 0; pd_train_next_run(&run, motion, contact, from); from = run.last + 1)
        json_array_append_new(list, json_pack("[i,i]", run.first, run.last));

    return list;
}

/* Writes the labels of a clip as JSON. */
static void labels_json(pd_buffer *out, const pd_character_motion *motion, const piece *p)
{
    pd_train_stillness after;

    pd_train_motion_stillness(&after, motion);

    /* Footsteps and climbs. */
    json_t *steps = json_array();
    for (int i = 0; i < p->steps.count; i++) {
        const pd_train_footstep *s = &p->steps.items[i];
        json_array_append_new(steps, json_pack("{s:i,s:s,s:f}", "frame", s->frame, "foot",
                                               s->right ? "right" : "left", "phase", s->phase));
    }

    json_t *climbs = json_array();
    pd_train_run run;
    for (int from = 0; pd_train_motion_next_climb(&run, motion, from); from = run.last + 1)
        json_array_append_new(climbs, json_pack("[i,i]", run.first, run.last));

    /* Contacts, and how still planted feet are before and after labelling. */
    json_t *contacts =
        json_pack("{s:o,s:o,s:o,s:o}", "left_heel", runs_json(motion, PD_PFNN_LEFT_HEEL), "left_toe",
                  runs_json(motion, PD_PFNN_LEFT_TOE), "right_heel", runs_json(motion, PD_PFNN_RIGHT_HEEL),
                  "right_toe", runs_json(motion, PD_PFNN_RIGHT_TOE));
    json_t *root =
        json_pack("{s:s,s:i,s:f,s:o,s:o,s:o,s:{s:f,s:f},s:{s:f,s:f}}", "name", motion->name, "frames",
                  motion->clip.frame_count, "rate", motion->clip.rate, "footsteps", steps, "contacts",
                  contacts, "climbs", climbs, "slide", "before", p->before.mean_slide, "after",
                  after.mean_slide, "jerk", "before", p->before.jerk, "after", after.jerk);
    char *text = root ? json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) : NULL;
    if (text)
        pd_buffer_text(out, text);
    else
        out->failed = 1;

    free(text);
    json_decref(root);
}

/* ---- one clip ---- */

/* Labels a clip and writes its files. */
static void do_one(void *arg, int index, int worker)
{
    PD_ASSERT(((work *)arg)->first + index < ((work *)arg)->motions.count);
    work *w = arg;
    pd_character_motion *motion = &w->motions.items[w->first + index];
    piece *p = &w->pieces[w->first + index];
    pd_buffer file = {0};
    char stem[1400];
    (void)worker;

    pd_status status = pd_train_motion_label_steps(motion, &p->steps, &p->before, &p->err);
    if (status == PD_OK) {
        pd_tool_label_stem(stem, sizeof stem, w->folder, motion->name);
        status = make_folders(stem, &p->err);
        if (status == PD_OK) status = pd_motion_capture_write_bvh(&file, &motion->clip, &p->err);
        status = save(stem, ".bvh", &file, status, &p->err);
        pd_train_phase_text(&file, motion);
        status = save(stem, ".phase", &file, status, &p->err);
        pd_train_gait_text(&file, motion);
        status = save(stem, ".gait", &file, status, &p->err);
        pd_train_footsteps_text(&file, motion, &p->steps);
        status = save(stem, "_footsteps.txt", &file, status, &p->err);
        labels_json(&file, motion, p);
        status = save(stem, ".json", &file, status, &p->err);
    }

    /* Draw the labels. */
    if (status == PD_OK && !w->no_pictures) {
        pd_io_image picture = {0};
        status = pd_tool_label_picture(&picture, motion, &p->err);
        if (status == PD_OK) status = pd_io_png_write(&file, &picture, &p->err);
        pd_io_image_deinit(&picture);
        status = save(stem, ".png", &file, status, &p->err);
    }

    p->status = status;
    pd_buffer_deinit(&file);
}

/* ---- all of them ---- */

/* Labels all clips, in chunks so that progress can be shown. */
static pd_status do_all(work *w, const pd_executor *executor, pd_error *err)
{
    pd_tool_progress bar;

    w->pieces = calloc((size_t)w->motions.count, sizeof *w->pieces);
    if (!w->pieces)
        return pd_fail(err, PD_ERR_MEMORY, "label", "out of memory for %d clips", w->motions.count);

    pd_tool_progress_begin(&bar, "labelling", w->motions.count);
    for (w->first = 0; w->first < w->motions.count; w->first += CHUNK) {
        int count = w->motions.count - w->first < CHUNK ? w->motions.count - w->first : CHUNK;
        pd_execute(executor, do_one, w, count);
        for (int i = w->first; i < w->first + count; i++)
            if (w->pieces[i].status != PD_OK) {
                pd_tool_progress_leave(&bar, false);
                *err = w->pieces[i].err;
                return err->status;
            }
        pd_tool_progress_step(&bar, w->first + count);
    }

    pd_tool_progress_end(&bar);
    return PD_OK;
}

/* Loads a folder of motion capture, or the clips that the arguments name. */
static pd_status load_label(work *w, const pd_tool_args *args, const pd_executor *executor, pd_error *err)
{
    pd_tool_motion_set_options options = {.only = pd_tool_text(args, "only"),
                                          .keep_left_out = pd_tool_flag(args, "all"),
                                          .quiet = args->common.quiet != NULL};
    struct stat info;

    if (stat(args->words[0], &info) == 0 && S_ISDIR(info.st_mode))
        return pd_tool_motion_set_load(&w->motions, NULL, args->words[0], &options, executor, err);

    for (int i = 0; i < args->word_count; i++) {
        pd_character_motion motion;
        pd_status status = pd_tool_motion_biped(&motion, args->words[i], NULL, err);
        if (status != PD_OK) return status;
        const char *slash = strrchr(args->words[i], '/');
        snprintf(motion.name, sizeof motion.name, "%.159s", slash ? slash + 1 : args->words[i]);
        status = pd_character_motions_append(&w->motions, &motion, err);
        pd_character_motion_deinit(&motion);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Reads corrected contacts for the clips that have a file of them in `folder`. */
static pd_status read_contacts(work *w, const pd_tool_args *args, const char *folder, pd_error *err)
{
    int found = 0;

    for (int i = 0; i < w->motions.count; i++)
        if (pd_tool_contacts_read(&w->motions.items[i], &found, folder, err)) return err->status;
    if (!found) return pd_fail(err, PD_ERR_NOT_FOUND, folder, "no NAME.json of these clips");
    pd_tool_note(args, "contacts of %d of %d clips are those of %s", found, w->motions.count, folder);

    return PD_OK;
}

/* Prints a summary of the labels of all clips. */
static pd_status print_report(const work *w, pd_error *err)
{
    pd_train_label_report report = {0};
    pd_buffer text = {0};
    pd_status status = PD_OK;

    for (int i = 0; i < w->motions.count && status == PD_OK; i++)
        status = pd_train_label_report_add(&report, &w->motions.items[i], &w->pieces[i].steps,
                                           &w->pieces[i].before, err);
    if (status == PD_OK) pd_train_label_report_write(&text, &report);
    fwrite(text.data, 1, text.size, stdout);
    pd_buffer_deinit(&text);
    pd_train_label_report_deinit(&report);

    return status;
}

static int run_label(const pd_tool_args *args)
{
    int threads = 0;
    work w = {.folder = pd_tool_text(args, "o"), .no_pictures = pd_tool_flag(args, "no-pictures")};

    if (args->word_count < 1) return pd_tool_usage(args, "a clip or a folder of motion capture is needed");
    if (strlen(w.folder) > 1000) return pd_tool_usage(args, "-o: more than 1000 bytes");
    struct stat input;
    const bool is_folder = stat(args->words[0], &input) == 0 && S_ISDIR(input.st_mode);
    if (pd_tool_mode(args, "input", is_folder ? "folder" : "clips")) return 2;
    if (!pd_tool_int(&threads, args, "threads", 0, 256)) return 2;
    pd_tool_pool *pool = pd_tool_pool_create(threads);
    if (!pool) return pd_tool_usage(args, "--threads: out of memory for so many threads; fewer expected");

    /* Read the clips and their corrections, label them, and report. */
    const pd_executor *executor = pd_tool_pool_executor(pool);
    const char *contacts = pd_tool_text(args, "contacts");
    pd_error err = {0};
    pd_status status = load_label(&w, args, executor, &err);
    if (status == PD_OK && contacts) status = read_contacts(&w, args, contacts, &err);
    if (status == PD_OK) status = do_all(&w, executor, &err);
    if (status == PD_OK) status = print_report(&w, &err);

    for (int i = 0; w.pieces && i < w.motions.count; i++) pd_train_footsteps_deinit(&w.pieces[i].steps);
    free(w.pieces);
    pd_character_motions_deinit(&w.motions);
    int code = status == PD_OK ? 0 : pd_tool_fail(args, &err);

    pd_tool_pool_release(pool);
    return code;
}

static const pd_tool_option options[] = {
    {"o", "DIR", "folder to write; folders of the data are made below it", "."},
    {"contacts", "DIR",
     "folder of corrected contacts: NAME.json files that label wrote below -o, edited by hand", NULL},
    {"only", "PREFIX", "take only clips of a folder whose names begin with PREFIX (cmu/bvh/02)", NULL},
    {"all", NULL, "also take the clips of a folder that training leaves out", NULL},
    {"no-pictures", NULL, "write no PNG", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_label = {
    .name = "label",
    .words = "CLIP...|FOLDER",
    .summary = "Label the contacts, phase, gaits and footsteps of motion capture",
    .details = "Brings each clip to the 31 joints that motion networks are trained on, at 60 frames a second "
               "on a level "
               "floor, locks its feet\n"
               "and writes, in DIR: NAME.bvh, NAME.phase, NAME.gait and NAME_footsteps.txt (as the original "
               "PFNN's data "
               "has them), NAME.json\n"
               "(contacts and footsteps by frame) and NAME.png, which shows it all over the heights of the "
               "feet. FOLDER "
               "has an index.csv, or\n"
               "folders that have one. A summary over all clips is printed on standard output.",
    .options = options,
    .run = run_label,
};
