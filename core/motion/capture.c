#include "core/motion/capture_parts.h"

#include "core/base/file.h"
#include "core/io/fbx/fbx_figure.h"
#include "core/io/surface/bundle.h"
#include "core/motion/amass.h"
#include "core/motion/faults.h"
#include "core/retarget/character.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define GLB_RATE 60.0 /* glTF files have keys, but no frame rate */

static const pd_motion_capture_options no_options;

double pd_motion_capture_extent(const pd_anim_skeleton *skeleton)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS], low, high;

    pd_anim_skeleton_forward(p, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    low = high = p[0];
    for (int j = 1; j < skeleton->joint_count; j++) {
        low = pd_vec3_make(fmin(low.x, p[j].x), fmin(low.y, p[j].y), fmin(low.z, p[j].z));
        high = pd_vec3_make(fmax(high.x, p[j].x), fmax(high.y, p[j].y), fmax(high.z, p[j].z));
    }

    return fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
}

/* ---- files whose motion is read onto SMPL's joints: GLB, FBX, AMASS's npz ---- */

/* Returns the size of a copied clip's unit for pd_motion_faults_note: a character may have any height. */
static double own_size(const pd_motion_capture *c)
{
    const double extent = c->is_own ? pd_motion_capture_extent(&c->clip.skeleton) : 0;
    return extent > 0 ? PD_MOTION_CAPTURE_PERSON / extent : 1;
}

static pd_status read_glb(pd_motion_capture *out, pd_bytes file, const pd_motion_capture_options *options,
                          pd_error *err)
{
    const pd_io_gltf_clip_options keys = {.rate = options->rate > 0 ? options->rate : GLB_RATE,
                                          .animation = options->animation,
                                          .note = out->note,
                                          .json_memory = options->json_memory};

    memset(out, 0, sizeof *out);
    if (options->own) {
        const pd_status status = pd_retarget_character_own_clip(&out->clip, &out->is_own, options->own,
                                                                options->own_match, file, &keys, err);
        if (status != PD_OK || out->is_own) return status;
    }

    const pd_status status =
        pd_retarget_character_capture(&out->clip, &out->metres_per_unit, file, &keys, err);
    if (status == PD_OK) out->source = pd_anim_source_of(&out->clip.skeleton);

    return status;
}

pd_status pd_motion_capture_glb(pd_motion_capture *out, pd_bytes file,
                                const pd_motion_capture_options *options, pd_error *err)
{
    const pd_status status = read_glb(out, file, options ? options : &no_options, err);
    if (status == PD_OK)
        pd_motion_faults_note(out->note, sizeof out->note, &out->clip, out->first_frame, own_size(out),
                              !out->is_own);
    return status;
}

pd_status pd_motion_capture_fbx(pd_motion_capture *out, pd_bytes file, const char *name,
                                const pd_motion_capture_options *options, pd_error *err)
{
    pd_fbx_found found;
    pd_buffer glb = {0};

    memset(out, 0, sizeof *out);

    if (!options) options = &no_options;

    const pd_fbx_options how = {
        .metres = options->metres_per_unit, .motion_only = true, .most_bytes = options->most_bytes};
    pd_status status = pd_fbx_glb(&glb, &found, file, name, &how, err);
    if (status != PD_OK) {
        pd_buffer_deinit(&glb);
        return status;
    }

    if (!found.animation_count) {
        pd_buffer_deinit(&glb);
        return pd_fail(err, PD_ERR_UNSUPPORTED, name,
                       "an FBX without an animation that moves anything; %d joints are there%s%s",
                       found.joint_count, found.note[0] ? "; left out: " : "", found.note);
    }

    /* Continue as with a GLB, at the FBX's frame rate. */
    pd_motion_capture_options keys = *options;
    keys.rate = options->rate > 0 ? options->rate : found.rate;
    status = read_glb(out, (pd_bytes){glb.data, glb.size}, &keys, err);
    pd_buffer_deinit(&glb);
    out->metres_per_unit = found.metres;
    if (status != PD_OK) {
        if (err) pd_error_prefix(err, name);
        return status;
    }

    /* The note: which of several animations was read, and what was left out. */
    char taken[PD_IO_GLTF_CLIP_NOTE];
    char left[PD_IO_GLTF_CLIP_NOTE] = "", assumed[PD_IO_GLTF_CLIP_NOTE] = "";
    const size_t first = strcspn(out->note, "\n");
    if (out->note[first]) snprintf(assumed, sizeof assumed, "%s", out->note + first + 1);
    out->note[first] = 0;
    const char *also = strstr(out->note, "left out: ");
    if (also) snprintf(left, sizeof left, "%.200s", also + strlen("left out: "));
    snprintf(taken, sizeof taken, "%.*s", also ? (int)(also - out->note) : 200, out->note);
    char *list = strstr(taken, ", of "); /* the FBX's own list has lengths too */
    if (list) *list = 0;
    if (options->animation) snprintf(taken, sizeof taken, "\"%.64s\" is read", options->animation);
    out->note[0] = 0;
    if (found.animation_count > 1)
        snprintf(out->note, sizeof out->note, "animations: %.900s; %.200s", found.animations, taken);
    const size_t used = strlen(out->note);

    if ((found.note[0] || *left) && used + 16 < sizeof out->note)
        snprintf(out->note + used, sizeof out->note - used, "%sleft out: %s%s%s", used ? "; " : "",
                 found.note, found.note[0] && *left ? ", " : "", left);
    if (assumed[0]) pd_retarget_note(out->note, sizeof out->note, "%s", assumed);
    if (found.times[0]) pd_retarget_note(out->note, sizeof out->note, "%s", found.times);
    pd_motion_faults_note(out->note, sizeof out->note, &out->clip, out->first_frame, own_size(out),
                          !out->is_own);

    return PD_OK;
}

pd_status pd_motion_capture_npz(pd_motion_capture *out, pd_bytes file, const char *name,
                                const pd_smpl_model *model, const pd_motion_capture_options *options,
                                pd_error *err)
{
    char own[PD_MOTION_AMASS_NOTES];
    char *notes = options && options->notes ? options->notes : own;
    pd_retarget_motion *motion = calloc(1, sizeof *motion);

    memset(out, 0, sizeof *out);

    if (!motion) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory to read it");

    /* Read the file onto the joints of the model. */
    pd_status status = pd_motion_amass_load(motion, notes, file, name, options ? options->most_bytes : 0,
                                            model, options ? options->amass : NULL, err);

    /* A capture has only the clip. */
    if (status == PD_OK) {
        free(motion->expressions);
        out->clip = motion->clip;
        out->metres_per_unit = 1;
        out->source = pd_anim_source_of(&out->clip.skeleton);
    }

    free(motion);

    return status;
}

/* ---- files ---- */

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Reads an AMC with the skeleton in its folder: "cmu/16/16_01.amc" belongs to "cmu/16/16.asf". */
static pd_status load_amc(pd_motion_capture *out, const char *path, pd_bytes amc,
                          const pd_motion_capture_options *options, pd_error *err)
{
    char skeleton[4096];
    pd_bytes asf;
    const char *name = name_in(path);
    int folder = (int)(name - path);
    int subject = (int)strcspn(name, "_.");
    int length = snprintf(skeleton, sizeof skeleton, "%.*s%.*s.asf", folder, path, subject, name);

    if (length < 0 || (size_t)length >= sizeof skeleton)
        return pd_fail(err, PD_ERR_RANGE, "clip",
                       "the path of the .asf file is too long; at most %zu bytes allowed",
                       sizeof skeleton - 5);

    pd_status status = pd_file_map(&asf, skeleton, err);
    if (status != PD_OK) return status;
    status = pd_motion_capture_amc(out, asf, name_in(skeleton), amc, name_in(path), options, err);
    pd_file_unmap(&asf);

    return status;
}

/* Returns whether a path ends in `ending`, in any case. */
static bool has_ending(const char *path, const char *ending)
{
    const char *dot = strrchr(name_in(path), '.');
    return dot && !strcasecmp(dot, ending);
}

/* Returns what is wrong with a file of that ending, and what to do. */
static const char *refusal_of(const char *path)
{
    static const struct {
        const char *ending, *text;
    } rows[] = {
        {".npy", "an array or a dict; posedctl clip convert, clip render and fit read it onto a body"},
        {".mvnx", "positions of segments; posedctl clip convert, clip render and fit read them onto a body"},
        {".mvn", "Xsens's own file, which is not read; export the take from MVN as .fbx or .bvh"},
        {".csv",
         "a table; posedctl fit reads the markers of Motive and Nexus in it, posedctl clip skeletons that "
         "they export as BVH or FBX"},
        {".tsv",
         "a table; posedctl fit reads the markers of Qualisys in it, posedctl clip skeletons that it exports "
         "as FBX"},
        {".c3d", "markers; posedctl fit makes a motion from them"},
        {".trc", "markers; posedctl fit makes a motion from them"},
        {".json", "no motion of a skeleton; posedctl fit makes one from keypoints"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (has_ending(path, rows[i].ending)) return rows[i].text;

    return "motion capture is .bvh, .amc beside its .asf, .npz (poses and trans), .pkl and .pt of estimates, "
           "or .fbx, "
           ".glb, .gltf, .vrm and .vrma with an animation, or a .zip of one";
}

pd_status pd_motion_capture_load(pd_motion_capture *out, const char *path,
                                 const pd_motion_capture_options *options, pd_error *err)
{
    pd_bytes file;
    pd_io_bundle bundle = {0};
    static const char *const endings[] = {".zip", ".gltf", ".bvh", ".glb", ".vrm", ".vrma", ".fbx", ".amc"};
    const bool is_bundle = has_ending(path, ".zip") || has_ending(path, ".gltf");
    bool is_known = false;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) is_known |= has_ending(path, endings[i]);
    if (!is_known) return pd_fail(err, PD_ERR_UNSUPPORTED, path, "%s", refusal_of(path));

    /* One file of an archive or of a .gltf. */
    pd_status status = pd_file_map(&file, path, err);
    if (status != PD_OK) return status;
    const pd_io_bundle_options how = {.endings = ".fbx .bvh"};
    if (is_bundle) status = pd_io_bundle_open_at(&bundle, file, path, &how, err);
    if (status != PD_OK) {
        pd_file_unmap(&file);
        if (err && *err->where) pd_error_prefix(err, ": ");
        return err ? pd_error_prefix(err, path) : status;
    }

    /* The file's extension decides how it is read. */
    const pd_bytes text = is_bundle ? bundle.file : file;
    const char *name = bundle.entry[0] ? bundle.entry : path;
    if (has_ending(name, ".bvh"))
        status = pd_motion_capture_bvh(out, text, name_in(name), options, err);
    else if (has_ending(name, ".glb") || has_ending(name, ".vrm") || has_ending(name, ".vrma") ||
             has_ending(name, ".gltf"))
        status = pd_motion_capture_glb(out, text, options, err);
    else if (has_ending(name, ".fbx"))
        status = pd_motion_capture_fbx(out, text, name_in(name), options, err);
    else
        status = load_amc(out, path, text, options, err);
    pd_io_bundle_close(&bundle);
    pd_file_unmap(&file);

    return status;
}

void pd_motion_capture_deinit(pd_motion_capture *capture)
{
    pd_anim_clip_deinit(&capture->clip);
    memset(capture, 0, sizeof *capture);
}
