#include "tools/train/motion_set.h"

#include "core/base/file.h"
#include "core/motion/capture.h"
#include "train/motion/list.h"
#include "tools/motion/motion_file.h"
#include "tools/train/capture_list.h"
#include "tools/motion/amass_file.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TO_DEGREES 57.29577951308232

typedef struct reading {
    const pd_tool_capture_row *rows;
    pd_character_capture *captures; /* (count) */
    int count;
    pd_status *status; /* (count) */
    pd_error *errors;  /* (count) */
} reading;

/* The usable frames of a file, on its own skeleton. */
static void read_one(void *arg, int index, int worker)
{
    reading *r = arg;
    (void)worker;
    const pd_tool_capture_row *row = &r->rows[index];
    pd_character_capture *out = &r->captures[index];
    pd_status *status = &r->status[index];
    pd_error *err = &r->errors[index];
    pd_motion_capture file;

    memset(out, 0, sizeof *out);
    static const pd_motion_capture_options kept = {.keep_slide = true};
    *status = pd_motion_capture_load(&file, row->path, &kept, err);
    if (*status != PD_OK) return;

    /* Cut the usable frames of the file. */
    int first = row->first > file.first_frame ? row->first - file.first_frame : 0;
    int last = row->last - file.first_frame;
    if (last >= file.clip.frame_count) last = file.clip.frame_count - 1;
    if (!file.source)
        *status = pd_fail(err, PD_ERR_UNSUPPORTED, row->path,
                          "joints named like \"%s\" belong to no known skeleton",
                          file.clip.skeleton.names[file.clip.skeleton.root]);
    else
        *status = pd_anim_clip_cut(&out->clip, &file.clip, first, last - first + 1, err);

    snprintf(out->name, sizeof out->name, "%.159s", row->name);
    out->source = file.source;
    pd_motion_capture_deinit(&file);
}

/* Cuts the row's frames to those that are wanted. */
static bool is_wanted(pd_tool_capture_row *row, const pd_tool_motion_set_options *options)
{
    int first, last;

    if (options->only && strncmp(row->name, options->only, strlen(options->only))) return false;
    if (options->keep_left_out) return true;
    if (pd_train_motion_left_out(row->name, &first, &last)) return false;
    if (first > row->first) row->first = first;
    if (options->no_crossing && last && last < row->last) row->last = last;

    return row->first <= row->last;
}

static pd_status load_rows(pd_character_motions *motions, pd_character_capture_report *report, reading *r,
                           const pd_tool_motion_set_options *options, const pd_executor *executor,
                           pd_error *err)
{
    pd_tool_progress bar = {.label = NULL};
    pd_progress progress = {options->quiet ? NULL : pd_tool_progress_show, &bar};
    pd_character_capture_report own;
    const size_t n = (size_t)r->count;

    r->captures = calloc(n, sizeof *r->captures);
    r->status = calloc(n, sizeof *r->status);
    r->errors = calloc(n, sizeof *r->errors);
    if (!r->captures || !r->status || !r->errors)
        return pd_fail(err, PD_ERR_MEMORY, "capture", "out of memory for %d clips", r->count);

    /* Read all clips in parallel; the first error counts. */
    pd_execute(executor, read_one, r, r->count);
    for (int i = 0; i < r->count; i++)
        if (r->status[i] != PD_OK) {
            if (err) *err = r->errors[i];
            return r->status[i];
        }

    /* Bring them to the common skeleton, levelled by subject. */
    const pd_character_capture_job job = {.captures = r->captures,
                                          .count = r->count,
                                          .options = &options->capture,
                                          .executor = executor,
                                          .progress = progress};
    const pd_status status = pd_character_motion_capture(motions, &own, &job, err);
    if (status != PD_OK) return status;

    /* Print the results of levelling for each subject. */
    if (!options->quiet) {
        double seconds = 0;
        for (int i = 0; i < motions->count; i++) seconds += pd_anim_clip_seconds(&motions->items[i].clip);
        fprintf(stderr, "%-24s %5s %6s %8s %13s %7s %7s\n", "subject", "clips", "plants", "foot deg",
                "tilt x, z deg", "side mm", "rms mm");
        for (int s = 0; s < own.subject_count; s++) {
            const pd_character_capture_subject *subject = &own.subjects[s];
            fprintf(stderr, "%-24s %5d %6d %8.1f %6.2f %6.2f %7.1f %7.1f\n", subject->name,
                    subject->clip_count, subject->plant_count, subject->foot_deg,
                    subject->tilt_x * TO_DEGREES, subject->tilt_z * TO_DEGREES, 1000 * subject->side,
                    1000 * subject->rms);
        }

        fprintf(stderr, "%d clips, %.0f s\n", motions->count, seconds);
    }

    if (report)
        *report = own;
    else
        pd_character_capture_report_deinit(&own);

    return PD_OK;
}

pd_status pd_tool_motion_set_load(pd_character_motions *motions, pd_character_capture_report *report,
                                  const char *folder, const pd_tool_motion_set_options *options,
                                  const pd_executor *executor, pd_error *err)
{
    static const pd_tool_motion_set_options none;
    pd_tool_capture_list list;

    if (!options) options = &none;
    memset(motions, 0, sizeof *motions);
    if (report) memset(report, 0, sizeof *report);

    /* List the folder's clips: those of its tables, and single files. */
    pd_status status = pd_tool_capture_list_read_all(&list, folder, err);
    if (status != PD_OK) return status;

    status = pd_tool_capture_list_add_files(&list, folder, pd_train_motion_is_added, err);
    if (status != PD_OK) {
        pd_tool_capture_list_deinit(&list);
        return status;
    }

    /* Keep those that are wanted, each once. */
    int kept = 0;
    int all = list.count;
    for (int i = 0; i < list.count; i++)
        if (is_wanted(&list.rows[i], options)) list.rows[kept++] = list.rows[i];
    list.count = kept;
    pd_tool_capture_list_drop_doubles(&list);
    if (!options->quiet) fprintf(stderr, "%d clips of %d in the folder\n", list.count, all);

    reading r = {.rows = list.rows, .count = list.count};
    status = list.count ? load_rows(motions, report, &r, options, executor, err)
                        : pd_fail(err, PD_ERR_NOT_FOUND, folder,
                                  "none of the clips of the folder is chosen; at least one expected");
    for (int i = 0; r.captures && i < r.count; i++) pd_character_capture_deinit(&r.captures[i]);
    free(r.captures);
    free(r.status);
    free(r.errors);
    pd_tool_capture_list_deinit(&list);

    return status;
}

pd_status pd_tool_motion_biped(pd_character_motion *out, const char *path,
                               const pd_tool_biped_options *options, pd_error *err)
{
    static const pd_tool_biped_options none;
    pd_motion_capture file;
    pd_character_capture capture;

    memset(out, 0, sizeof *out);
    if (!options) options = &none;

    /* Poses of a body need its model, everything else is read as it is. */
    char notes[PD_MOTION_AMASS_NOTES] = "";
    pd_motion_amass_options amass = {0};
    if (options->amass) amass = *options->amass;
    amass.rate = options->rate;
    const pd_motion_capture_options how = {.animation = options->animation,
                                           .metres_per_unit = options->unit,
                                           .rate = options->rate,
                                           .amass = &amass,
                                           .notes = notes};
    pd_status status;
    if (options->model && pd_tool_motion_has_poses(path)) {
        pd_bytes bytes;
        status = pd_file_map(&bytes, path, err);
        if (status != PD_OK) return status;
        status = pd_motion_capture_npz(&file, bytes, path, options->model, &how, err);
        pd_file_unmap(&bytes);

        if (status == PD_OK) pd_tool_motion_tell(path, notes);
        if (status == PD_OK && file.clip.soft)
            fprintf(stderr, "posedctl: %s: dmpls (soft tissue) are left out: they are of a body's skin\n",
                    path);
    } else {
        status = pd_motion_capture_load(&file, path, &how, err);
    }

    if (status != PD_OK) return status;
    if (options->rate > 0 && pd_tool_motion_has_poses(path)) file.clip.rate = options->rate;

    /* Retarget the first person of the file to the biped. */
    status = pd_motion_capture_person(&file, err);
    pd_tool_motion_tell(path, file.note);
    if (status != PD_OK && err) status = pd_error_prefix(err, path);
    if (status == PD_OK) {
        capture = (pd_character_capture){.clip = file.clip, .source = file.source};
        snprintf(capture.name, sizeof capture.name, "%.159s", path);
        status = pd_character_motion_of_capture(out, &capture, err);
    }

    pd_motion_capture_deinit(&file);

    return status;
}

int pd_tool_motion_biped_of(pd_character_motion *out, const pd_tool_args *args, const char *path,
                            const char *animation)
{
    pd_tool_local local = {0};
    pd_error err;
    int code = 0;

    memset(out, 0, sizeof *out);

    /* Options that the command may have. */
    pd_tool_biped_options options = {.animation = animation};
    if ((pd_tool_has(args, "unit") && !pd_tool_double(&options.unit, args, "unit", 1e-6, 1e6)) ||
        (pd_tool_has(args, "source-rate") && !pd_tool_double(&options.rate, args, "source-rate", 0.001, 1e6)))
        return 2;
    pd_tool_amass amass;
    if ((code = pd_tool_amass_open(&amass, args))) return code;
    if (pd_tool_motion_has_poses(path) && (code = pd_tool_local_open(&local, args))) {
        pd_tool_amass_close(&amass);
        return code;
    }

    options.model = local.model;
    options.amass = &amass.options;
    if (pd_tool_motion_biped(out, path, &options, &err) != PD_OK) code = pd_tool_fail(args, &err);
    if (pd_tool_motion_has_poses(path)) pd_tool_local_close(&local);
    pd_tool_amass_close(&amass);

    return code;
}
