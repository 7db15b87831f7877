/* posedctl play: shows a recorded session in the terminal, or converts it to a file. */
#include "core/motion/write.h"
#include "core/motion/bones.h"
#include "core/motion/capture.h"
#include "core/retarget/motion_retarget.h"
#include "core/motion/track_file.h"
#include "core/base/file.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "tools/client/recording.h"
#include "tools/client/recording_motion.h"
#include "tools/client/session.h"
#include "tools/client/view.h"
#include "tools/base/mode.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* -- to the terminal -------------------------------------------------------------------- */

static volatile sig_atomic_t stopped;

static void stop_on_signal(int number)
{
    (void)number;
    stopped = 1;
}

/* Plays a recording in the terminal, at its own pace or as fast as possible. */
static pd_status show_play(pd_tool_session *session, pd_tool_recording *file, int fast, pd_error *err)
{
    pd_tool_screen screen;
    pd_tool_record record;
    pd_status status;
    int more;
    double begin = pd_tool_clock_s();

    signal(SIGINT, stop_on_signal);
    pd_tool_screen_open(&screen);
    pd_tool_session_init(session, 0); /* another clock's times: lateness is over the least there was */
    while (!stopped && (status = pd_tool_recording_next(file, &record, &more, err)) == PD_OK && more) {
        /* Wait until the record's time. A signal interrupts the wait. */
        if (!fast) {
            const double at = begin + record.time;
            struct timespec due = {(time_t)at, (long)((at - (double)(time_t)at) * 1e9)};
            while (!stopped && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL)) continue;
        }

        /* Update the session as if the record had just arrived. */
        if (record.kind == PD_TOOL_RECORD_BINARY)
            pd_tool_session_frame(session, record.bytes, record.size, record.time, NULL, NULL);
        if (record.kind == PD_TOOL_RECORD_LOST) pd_tool_session_lost(session);
        if (record.kind == PD_TOOL_RECORD_TEXT) {
            json_t *json = json_loadb((const char *)record.bytes, record.size, JSON_REJECT_DUPLICATES, NULL);
            status = pd_tool_session_text(session, json, err);
            json_decref(json);
            if (status != PD_OK) break;
        }

        if (session->frames) pd_tool_screen_show(&screen, session, record.time);
    }

    pd_tool_screen_close(&screen, session);
    if (file->cut_short) printf("the file ends within a message: %zu bytes are left over\n", file->cut_short);

    return stopped ? PD_OK : status;
}

/* -- to a file ------------------------------------------------------------------------------ */

typedef enum motion_format { BVH, GLB, NPZ, JSON, MEASURE } motion_format;
/* Formats in the order of motion_format. */
static const pd_tool_format formats[] = {{"bvh", "bvh", NULL, "the skeleton's motion"},
                                         {"glb", "glb", NULL, "the body, or bones, with an animation"},
                                         {"npz", "npz", NULL, "poses of the body as AMASS has them"},
                                         {"json", "json", NULL, "reply of POST /v1/motions/rollout"},
                                         {"measure", NULL, NULL, "npz of joints, contacts and orders"},
                                         PD_TOOL_FORMAT_END};

/* Puts the recorded motion on a body and encodes it as .npz or .glb. */
static int write_body(pd_buffer *out, const pd_tool_recording_motion *m, const pd_tool_args *args,
                      motion_format format)
{
    pd_tool_local local;
    pd_retarget_motion motion;
    pd_error err;
    float betas[PD_RETARGET_MOTION_BETAS];
    int count;

    if (!pd_tool_betas(betas, &count, args, PD_RETARGET_MOTION_BETAS)) return 2;

    int code = pd_tool_local_open(&local, args);
    if (code) return code;

    if (count > local.model->beta_count) {
        code = pd_tool_usage(args, "--betas: %d numbers; the model has %d", count, local.model->beta_count);
    } else if (pd_retarget_motion_retarget(&motion, &m->clip, &m->track, local.model, betas, count, NULL,
                                           NULL, &err)) {
        code = pd_tool_fail(args, &err);
    } else {
        pd_retarget_motion_enliven(&motion, local.model, &(pd_retarget_motion_life){0});
        const pd_status status =
            format == NPZ ? pd_motion_npz(out, &motion, local.model, &err)
                          : pd_motion_glb(out, &motion, local.model, local.executor, "motion", &err);
        pd_anim_clip_deinit(&motion.clip);
        if (status != PD_OK) code = pd_tool_fail(args, &err);
    }

    pd_tool_local_close(&local);
    return code;
}

/* Encodes the motion in the chosen format. Returns 0 or the exit code. */
static int encode_play(pd_buffer *out, const pd_tool_recording_motion *m, const pd_tool_args *args,
                       motion_format format)
{
    int bare = !strcmp(pd_tool_text(args, "model"), "none");
    pd_error err;
    pd_status status = PD_OK;

    if (format == NPZ && bare)
        return pd_tool_usage(args, "npz are of a body: --model none writes glb or bvh");
    if (format == NPZ || (format == GLB && !bare)) return write_body(out, m, args, format);
    if (format == GLB) status = pd_motion_bones_glb(out, &m->clip, "motion", &err);
    if (format == BVH) status = pd_motion_capture_write_bvh(out, &m->clip, &err);
    if (format == MEASURE) status = pd_motion_track_write(out, &m->track, &err);
    if (format == JSON) pd_tool_recording_motion_json(out, m);
    if (status == PD_OK && out->failed) status = pd_fail(&err, PD_ERR_MEMORY, "", "out of memory");

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

/* Reads the motion of one character from a recording and writes it to a file. */
static int convert_play(const pd_tool_args *args, pd_bytes bytes, const char *name, motion_format format)
{
    pd_tool_recording_motion motion;
    pd_buffer out = {0};
    pd_error err;
    int id = 0;

    if (!pd_tool_int(&id, args, "id", 1, INT32_MAX)) return 2;
    if (pd_tool_recording_motion_read(&motion, bytes, name, (uint32_t)id, &err) != PD_OK)
        return pd_tool_fail(args, &err);

    int code = encode_play(&out, &motion, args, format);
    if (!code)
        code = pd_tool_write_noted(args, pd_tool_text(args, "o"), out.data, out.size, "%d frame%s, %.2f s",
                                   motion.clip.frame_count, PD_TOOL_S(motion.clip.frame_count),
                                   pd_anim_clip_seconds(&motion.clip));

    if (!code && motion.filled)
        pd_tool_note(args, "%s: %d of %d frames did not come and were made of their neighbours", name,
                     motion.filled, motion.clip.frame_count);

    pd_buffer_deinit(&out);
    pd_tool_recording_motion_deinit(&motion);
    return code;
}

static int run_play(const pd_tool_args *args)
{
    static pd_tool_session session;
    pd_tool_recording file;
    pd_bytes bytes;
    pd_error err;

    if (args->word_count != 1) return pd_tool_usage(args, "one FILE is needed");

    const pd_tool_format *format; /* NULL: the terminal */
    int code = 0;
    const char *name = args->words[0];
    if (!pd_tool_format_of(&format, args, formats, "o", NULL)) return 2;
    if (!format && pd_tool_text(args, "o"))
        return pd_tool_usage(args, "--format, or a -o that ends in .bvh, .glb, .npz or .json, is needed");

    /* Check that the given options fit the output. */
    const bool is_bare = !strcmp(pd_tool_text(args, "model"), "none");
    const char *mode = !format                            ? "terminal"
                       : !strcmp(format->name, "npz")     ? "body"
                       : strcmp(format->name, "glb") != 0 ? "other"
                       : is_bare                          ? "bones"
                                                          : "body";
    if (pd_tool_mode(args, "output", mode)) return 2;
    if (pd_file_map(&bytes, name, &err) != PD_OK) return pd_tool_fail(args, &err);

    if (format)
        code = convert_play(args, bytes, name, (motion_format)(format - formats));
    else if (pd_tool_recording_open(&file, bytes, name, &err) != PD_OK ||
             show_play(&session, &file, pd_tool_flag(args, "fast"), &err) != PD_OK)
        code = pd_tool_fail(args, &err);

    pd_file_unmap(&bytes);
    return code;
}

static const pd_tool_option options[] = {
    {"fast", NULL, "play as fast as possible instead of in real time", NULL},
    {"format", "bvh|glb|npz|json|measure", "write a motion [by the ending of -o]", NULL},
    {"o", "FILE", "file to write [standard output]", NULL},
    {"id", "ID", "id of the character [the first one]", NULL},
    {"model", "MODEL", "body model of glb and npz, or none for bare bones", "default"},
    {"betas", "LIST", "shape of the body", NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_play = {
    .name = "play",
    .words = "FILE",
    .summary = "Play a recorded session in the terminal, or convert it to a motion",
    .details =
        "Shows the recording in the terminal as posedctl watch does, at the recorded speed. A motion has its "
        "frames at the\n"
        "server's ticks: delays of the network do not appear, and missing frames are interpolated.\n\n"
        "  posedctl play walk.psdr\n"
        "  posedctl play walk.psdr -o walk.glb\n"
        "  posedctl play walk.psdr --format measure -o walk.npz && posedctl measure walk.npz",
    .options = options,
    .run = run_play,
};
