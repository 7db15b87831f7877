/* @heavy: takes over five seconds under ASan. */
/* Golden test of every parser: the files of tests/fuzz/corpus, and 40 random changes of each file (cut; a
 * number made larger, negative or removed; a line doubled or removed; a flipped bit). Parsed numbers are
 * compared by count and sums, refusals word for word. The unit tests of each parser check that valid files
 * are read correctly.
 *
 * tests/golden/steps/files.txt has the outcome of each file, and for each parser one line for a kind of
 * refusal: how many changed files were refused so, and the first text. Texts are of one kind when they differ
 * in numbers and quoted words only. POSED_GOLDEN=write writes the file again. Read the difference as a user
 * who gets the messages would. */
#include "core/base/hash.h"
#include "core/io/json/json.h"
#include "core/retarget/character.h"
#include "core/motion/capture.h"
#include "core/animal/character.h"
#include "core/retarget/character/skin.h"
#include "core/motion/track_file.h"
#include "core/ik/methods/neural.h"
#include "core/ik/methods/prior.h"
#include "core/io/mesh/png.h"
#include "core/io/mocap/asf.h"
#include "core/io/mocap/bvh.h"
#include "core/io/mocap/detections.h"
#include "core/io/mocap/markers.h"
#include "core/io/mocap/orientations.h"
#include "core/io/mocap/sidecar.h"
#include "train/scan/points.h"
#include "core/io/surface/surface.h"
#include "core/io/tensor/npy.h"
#include "core/io/tensor/npz.h"
#include "core/io/tensor/pickle_numpy.h"
#include "core/io/tensor/safetensors.h"
#include "core/matching/model.h"
#include "tools/mhr/definition.h"
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"
#include "server/http/framing.h"
#include "tests/support/api_sums.h"
#include "tests/support/file_sums.h"
#include "tests/support/golden_text.h"
#include "tests/support/line_sums.h"
#include "tests/support/mhr_make.h"
#include "tests/support/text_kind.h"

#include <dirent.h>

#define CORPUS    "tests/fuzz/corpus/"
#define FILE_PATH "tests/golden/steps/files.txt"
enum { CHANGES = 40, FILES_MOST = 64, OUTCOME = 512, KINDS_MOST = 500 };

/* ---- one parser each */

static pd_status read_capture(sums *s, pd_motion_capture *capture)
{
    sums_add(s, capture->clip.frame_count);
    sums_add(s, capture->clip.rate);
    sums_add_skeleton(s, &capture->clip.skeleton);
    for (int t = 0; t < capture->clip.frame_count; t++) {
        sums_add_vector(s, capture->clip.roots[t]);
        for (int j = 0; j < capture->clip.skeleton.joint_count; j++)
            sums_add_turn(s, pd_anim_clip_frame(&capture->clip, t)[j]);
    }
    pd_motion_capture_deinit(capture);
    return PD_OK;
}

static pd_status asf_amc(sums *s, pd_bytes file, pd_error *err)
{
    static pd_asf asf;
    pd_amc amc;
    pd_motion_capture capture;
    const unsigned char *zero = file.size ? memchr(file.data, 0, file.size) : NULL;
    if (!zero) return pd_fail(err, PD_ERR_FORMAT, "test", "one part");
    const pd_bytes skeleton = {file.data, (size_t)(zero - file.data)},
                   motion = {zero + 1, file.size - skeleton.size - 1};
    pd_status status = pd_asf_parse(&asf, skeleton, "skeleton", err);
    if (status) return status;
    sums_add(s, asf.length_unit);
    sums_add(s, asf.radians);
    sums_add_vector(s, asf.root_position);
    for (int b = 0; b < asf.bone_count; b++) {
        const pd_asf_bone *bone = &asf.bones[b];
        sums_add_text(s, bone->name);
        sums_add(s, bone->parent);
        sums_add(s, bone->length);
        sums_add(s, bone->value_start);
        sums_add_vector(s, bone->direction);
        sums_add_turn(s, bone->axis);
        sums_add_bytes(s, bone->dof, (size_t)bone->dof_count);
    }
    status = pd_amc_parse(&amc, motion, "motion", &asf, err);
    if (status) return status;
    sums_add(s, amc.first_number);
    sums_add(s, amc.radians);
    sums_add_doubles(s, amc.values, (size_t)amc.frame_count * (size_t)amc.value_count);
    pd_amc_deinit(&amc);
    status = pd_motion_capture_amc(&capture, skeleton, "skeleton", motion, "motion", NULL, err);
    return status ? status : read_capture(s, &capture);
}

static pd_status bvh(sums *s, pd_bytes file, pd_error *err)
{
    pd_bvh b;
    pd_motion_capture capture;
    pd_buffer again = {0};
    pd_status status = pd_bvh_parse(&b, file, "file", err);
    if (status) return status;
    sums_add(s, b.frame_seconds);
    for (int j = 0; j < b.joint_count; j++) {
        const pd_bvh_joint *joint = &b.joints[j];
        sums_add_text(s, joint->name);
        sums_add(s, joint->parent);
        sums_add_vector(s, joint->offset);
        sums_add_bytes(s, joint->channels, (size_t)joint->channel_count);
        if (joint->has_end) sums_add_vector(s, joint->end);
    }
    sums_add_doubles(s, b.values, (size_t)b.frame_count * (size_t)b.channel_count);
    if (pd_bvh_write(&again, &b, NULL) == PD_OK) sums_add_bytes(s, again.data, again.size);
    pd_buffer_deinit(&again);
    pd_bvh_deinit(&b);
    status = pd_motion_capture_bvh(&capture, file, "file", NULL, err);
    return status ? status : read_capture(s, &capture);
}

static pd_status detections(sums *s, pd_bytes file, pd_error *err)
{
    pd_detections d = {0};
    if (!file.size) return PD_OK;
    if (file.data[0] & 1) {
        d.width = 640;
        d.height = 480;
    }
    pd_status status = pd_detections_add(&d, (pd_bytes){file.data + 1, file.size - 1}, "file", err);
    if (!status) {
        sums_add(s, d.width);
        sums_add(s, d.height);
        sums_add_text(s, d.set);
        sums_add_text(s, d.kind);
        sums_add(s, d.frame_count);
        sums_add_ints(s, d.frames, (size_t)d.figure_count);
        sums_add_ints(s, d.ids, (size_t)d.figure_count);
        sums_add_floats(s, d.at, 3 * (size_t)d.figure_count * (size_t)d.keypoint_count);
        sums_add_floats(s, d.confidence, (size_t)d.figure_count * (size_t)d.keypoint_count);
    }
    pd_detections_deinit(&d);
    return status;
}

static pd_status framing(sums *s, pd_bytes file, pd_error *err)
{
    pd_srv_framing f;
    pd_srv_framing_init(&f, 1024);
    if (file.size < 2) return PD_OK;
    sums_add(s, (double)pd_srv_framing_feed(&f, file.data + 2, file.size - 2));
    sums_add(s, (double)f.heads);
    sums_add(s, (double)f.remaining);
    return f.status
               ? pd_fail(err, PD_ERR_FORMAT, "head", "%d %s: %s", f.status, pd_api_phrase(f.status), f.detail)
               : PD_OK;
}

static pd_status glb(sums *s, pd_bytes file, pd_error *err)
{
    const pd_io_skin_options options = {.skin = -1};
    pd_retarget_skin skin;
    pd_status status = pd_retarget_skin_read(&skin, file, &options, err);
    if (status) return status;
    sums_add(s, skin.vrm);
    sums_add(s, skin.posed);
    sums_add_turn(s, skin.root_turn);
    sums_add_vector(s, skin.root_at);
    sums_add_turn(s, skin.root_above);
    sums_add(s, skin.root_scale);
    sums_add_skeleton(s, &skin.skeleton);
    for (int j = 0; j < skin.skeleton.joint_count; j++) {
        const pd_retarget_skin_joint *joint = &skin.joints[j];
        sums_add_text(s, joint->name);
        sums_add_text(s, joint->bone);
        sums_add(s, joint->node);
        sums_add_turn(s, joint->rest);
        sums_add_turn(s, joint->above);
        sums_add_turn(s, joint->start);
    }
    pd_retarget_skin_deinit(&skin);
    return PD_OK;
}

static pd_status json_scan(sums *s, pd_bytes file, pd_error *err)
{
    pd_json_extent extent;
    char place[192];
    if (!file.size) return PD_OK;
    const pd_bytes text = {file.data + 1, file.size - 1};
    pd_json_scan(&extent, text, "bodies", (size_t)file.data[0] * 64);
    sums_add(s, extent.depth);
    sums_add(s, (double)extent.elements);
    sums_add(s, (double)extent.memory);
    if (extent.over_memory == SIZE_MAX) return PD_OK;
    pd_json_place(place, sizeof place, text, extent.over_memory);
    return pd_fail(err, PD_ERR_LIMIT, place, "at byte %zu", extent.over_memory);
}

static pd_status markers(sums *s, pd_bytes file, pd_error *err)
{
    pd_markers m;
    pd_status status = pd_markers_parse(&m, file, "file", err);
    if (status) return status;
    sums_add(s, m.first_frame);
    sums_add(s, m.rate);
    sums_add(s, m.up_axis);
    sums_add(s, m.frame_count);
    for (int i = 0; i < m.marker_count; i++) {
        sums_add_text(s, m.names[i]);
        sums_add(s, pd_markers_seen(&m, i));
    }
    sums_add_floats(s, m.positions, 3 * (size_t)m.marker_count * (size_t)m.frame_count);
    pd_markers_deinit(&m);
    return PD_OK;
}

static pd_status matching(sums *s, pd_bytes file, pd_error *err)
{
    pd_matching_database d;
    pd_status status = pd_matching_database_parse(&d, file.data, file.size, "file", err);
    if (status) return status;
    sums_add_ints(s, d.parents, (size_t)d.joint_count);
    sums_add_floats(s, d.offsets, 3 * (size_t)d.joint_count);
    sums_add_ints(s, d.turning, (size_t)d.turning_count);
    sums_add(s, (double)d.frame_rate);
    for (int i = 0; i < 3 * d.frame_count; i++) {
        sums_add(s, d.hips[i]);
        sums_add(s, d.steps[i]);
    }
    for (int i = 0; i < d.frame_count; i++) {
        sums_add(s, d.phases[i]);
        sums_add(s, d.contacts[i]);
    }
    sums_add_ints(s, d.firsts, (size_t)d.clip_count + 1);
    sums_add(s, d.copy_count);
    pd_matching_model *model;
    if ((status = pd_matching_model_build(&model, &d, err))) return status;
    sums_add_hash(s, model->content_hash);
    sums_add(s, (double)model->resident_bytes);
    pd_matching_model_release(model);
    return PD_OK;
}

static pd_status mhr(sums *s, pd_bytes file, pd_error *err)
{
    pd_mhr m;
    pd_buffer fbx = {0};
    mhr_tiny_fbx(&fbx, 1, 30);
    pd_tool_mhr_import_job job = mhr_tiny_job(&fbx);
    pd_status status;
    if (file.size && file.data[0] == 'K') {
        job.fbx.bytes = file;
        status = pd_tool_mhr_import(&m, &job, err);
    } else if (file.size && file.data[0] == 'M') {
        job.definition.bytes = file;
        status = pd_tool_mhr_import(&m, &job, err);
    } else
        status = pd_mhr_parse(&m, file.data, file.size, "file", err);
    pd_buffer_deinit(&fbx);
    if (status) return status;
    sums_add_floats(s, m.vertices, 3 * (size_t)m.vertex_count);
    sums_add_ints(s, m.parents, (size_t)m.joint_count);
    sums_add_floats(s, m.offsets, 3 * (size_t)m.joint_count);
    sums_add_floats(s, m.prerotations, 4 * (size_t)m.joint_count);
    sums_add_floats(s, m.limits, 2 * (size_t)m.parameter_count);
    sums_add_bytes(s, m.is_scale, (size_t)m.parameter_count);
    for (int p = 0; p < m.parameter_count; p++) sums_add_text(s, m.parameter_names[p]);
    pd_mhr_deinit(&m);
    return PD_OK;
}

static pd_status npz(sums *s, pd_bytes file, pd_error *err)
{
    pd_npz z;
    pd_array array;
    pd_status status = pd_npy_parse(&array, file.data, file.size, "file", err);
    if (!status) sums_add_array(s, &array);
    if (!status) return PD_OK;
    status = pd_npz_parse(&z, file.data, file.size, "file", err);
    if (status) return status;
    for (int i = 0; i < z.member_count && !status; i++) {
        sums_add_text(s, pd_npz_member(&z, i));
        status = pd_npz_read(&array, &z, pd_npz_member(&z, i), err);
        if (!status) sums_add_array(s, &array);
    }
    pd_npz_deinit(&z);
    return status;
}

static pd_status orientations(sums *s, pd_bytes file, pd_error *err)
{
    pd_orientations o;
    if (!file.size) return PD_OK;
    pd_status status = pd_orientations_parse(&o, (pd_bytes){file.data + 1, file.size - 1},
                                             file.data[0] & 1 ? 60 : 0, "file", err);
    if (status) return status;
    sums_add(s, o.rate);
    sums_add(s, o.start);
    for (int i = 0; i < o.sensor_count; i++) sums_add_text(s, o.names[i]);
    sums_add_floats(s, o.readings, 4 * (size_t)o.frame_count * (size_t)o.sensor_count);
    pd_orientations_deinit(&o);
    return PD_OK;
}

static pd_status pfnn(sums *s, pd_bytes file, pd_error *err)
{
    pd_pfnn_network n;
    pd_status status = pd_pfnn_network_parse(&n, file.data, file.size, "file", err);
    if (status) return status;
    for (int l = 0; l < PD_PFNN_LAYERS; l++) {
        const size_t rows = (size_t)n.controls * (size_t)n.layers[l].out;
        sums_add_floats(s, n.layers[l].weights, rows * (size_t)n.layers[l].in);
        sums_add_floats(s, n.layers[l].bias, rows);
    }
    sums_add_floats(s, n.x_mean, (size_t)n.x_dim);
    sums_add_floats(s, n.x_std, (size_t)n.x_dim);
    sums_add_floats(s, n.y_mean, (size_t)n.y_dim);
    sums_add_floats(s, n.y_std, (size_t)n.y_dim);
    sums_add_ints(s, n.parents, (size_t)n.joint_count);
    sums_add(s, n.sample_count);
    sums_add(s, n.sample_step);
    sums_add(s, n.gait_count);
    sums_add(s, n.style_count);
    sums_add(s, (double)n.frame_rate);
    pd_pfnn_model *model;
    if ((status = pd_pfnn_model_build(&model, &n, err))) return status;
    sums_add_hash(s, model->content_hash);
    pd_pfnn_model_release(model);
    return PD_OK;
}

static void look_at(sums *s, const pd_pickle_value *value, int depth)
{
    pd_array array;
    void *owned;
    pd_error err;
    sums_add(s, value->kind);
    sums_add(s, (double)value->item_count);
    if (value->kind == PD_PICKLE_INT || value->kind == PD_PICKLE_BOOL) sums_add(s, (double)value->integer);
    if (value->kind == PD_PICKLE_FLOAT) sums_add(s, value->real);
    sums_add_bytes(s, value->text.data, value->text.size < 64 ? value->text.size : 64);
    if (!pd_pickle_array_gather(&array, &owned, value, "value", &err)) {
        sums_add_array(s, &array);
        free(owned);
    }
    for (size_t i = 0; depth < 6 && i < value->item_count; i++) look_at(s, value->items[i], depth + 1);
}

static pd_status pickle(sums *s, pd_bytes file, pd_error *err)
{
    pd_pickle p;
    pd_status status = pd_pickle_parse(&p, file.data, file.size, "file", err);
    if (status) return status;
    look_at(s, p.root, 0);
    pd_pickle_deinit(&p);
    return PD_OK;
}

static pd_status png(sums *s, pd_bytes file, pd_error *err)
{
    const pd_io_png_limits limits = {512, 512};
    pd_io_image image;
    pd_status status = pd_io_png_read(&image, file.data, file.size, &limits, err);
    if (status) return status;
    sums_add(s, image.width);
    sums_add(s, image.height);
    sums_add(s, image.channels);
    sums_add(s, image.bits);
    sums_add_bytes(s, image.samples,
                   (size_t)image.width * (size_t)image.height * (size_t)(image.channels * image.bits / 8));
    pd_io_image_deinit(&image);
    return PD_OK;
}

static pd_status points(sums *s, pd_bytes file, pd_error *err)
{
    float *at;
    int count;
    pd_status status = pd_train_points_read(&at, &count, file, "file", err);
    if (status) return status;
    sums_add_floats(s, at, 3 * (size_t)count);
    free(at);
    return PD_OK;
}

static pd_status safetensors(sums *s, pd_bytes file, pd_error *err)
{
    pd_safetensors t;
    pd_status status = pd_safetensors_parse(&t, file.data, file.size, "file", err);
    if (status) return status;
    for (int i = 0; i < t.tensor_count; i++) {
        sums_add_text(s, t.tensors[i].name);
        sums_add_array(s, &t.tensors[i].array);
    }
    sums_add(s, t.text_count);
    pd_safetensors_deinit(&t);
    return PD_OK;
}

static pd_status body(sums *s, pd_bytes file, pd_error *err)
{
    pd_smpl_data d;
    pd_status status = pd_smpl_data_parse(&d, file.data, file.size, "file", err);
    if (status) return status;
    const size_t V = (size_t)d.vertex_count, K = (size_t)d.joint_count;
    sums_add(s, d.beta_count);
    sums_add(s, d.expression_count);
    sums_add(s, d.soft_count);
    sums_add(s, d.landmark_count);
    sums_add_floats(s, d.v_template, 3 * V);
    sums_add_floats(s, d.shapedirs, 3 * V * (size_t)d.beta_count);
    sums_add_floats(s, d.weights, V * K);
    sums_add_ints(s, d.parents, K);
    sums_add_ints(s, d.regressor_start, d.regressor_start ? K + 1 : 0);
    sums_add_doubles(s, d.joints, 3 * K);
    for (size_t k = 0; k < K; k++) sums_add_text(s, d.joint_names[k]);
    pd_smpl_model *model;
    if ((status = pd_smpl_model_build(&model, &d, err))) return status;
    sums_add_hash(s, model->content_hash);
    pd_smpl_model_release(model);
    return PD_OK;
}

static void add_table(sums *s, pd_sidecar_table *table)
{
    sums_add(s, table->rows);
    sums_add(s, table->columns);
    sums_add_floats(s, table->values, (size_t)table->rows * (size_t)table->columns);
    pd_sidecar_table_deinit(table);
}

static pd_status sidecar(sums *s, pd_bytes file, pd_error *err)
{
    const unsigned char kind = file.size ? file.data[0] : 0;
    const pd_bytes text = {file.data + 1, file.size ? file.size - 1 : 0};
    pd_sidecar_table table = {0};
    pd_status status = kind == 'p'   ? pd_sidecar_phase_parse(&table, text, "file", err)
                       : kind == 'g' ? pd_sidecar_gait_parse(&table, text, "file", err)
                       : kind == 'h' ? pd_sidecar_heights_parse(&table, text, "file", err)
                                     : PD_OK;
    if (!status) add_table(s, &table);
    if (kind == 'f') {
        pd_sidecar_steps steps;
        if ((status = pd_sidecar_steps_parse(&steps, text, "file", err))) return status;
        for (int i = 0; i < steps.count; i++) {
            sums_add(s, steps.items[i].frame);
            sums_add(s, steps.items[i].second);
            sums_add(s, steps.items[i].is_marked);
        }
        pd_sidecar_steps_deinit(&steps);
    }
    if (kind == 'k') {
        pd_sidecar_kind row;
        size_t at = 0;
        int line = 0, got;
        while ((got = pd_sidecar_kind_next(&row, &at, text, "file", err)) > 0) {
            sums_add_text(s, row.clip);
            sums_add_text(s, row.kind);
            sums_add(s, line = row.line);
        }
        if (got < 0) status = PD_ERR_FORMAT;
    }
    return status;
}

static pd_status surface(sums *s, pd_bytes file, pd_error *err)
{
    pd_io_surface m;
    pd_status status = pd_io_surface_read(&m, file, 64 << 20, err);
    if (status) return status;
    sums_add_floats(s, m.vertices, 3 * (size_t)m.vertex_count);
    for (int i = 0; i < 3 * m.face_count; i++) sums_add(s, m.faces[i]);
    sums_add(s, m.part_count);
    sums_add(s, m.is_glb);
    sums_add(s, m.is_skinned);
    pd_io_surface_deinit(&m);
    return PD_OK;
}

static pd_status track(sums *s, pd_bytes file, pd_error *err)
{
    pd_anim_track t;
    pd_status status = pd_motion_track_read(&t, file, "file", err);
    if (status) return status;
    const size_t frames = (size_t)t.frame_count;
    sums_add(s, t.rate);
    sums_add_ints(s, t.toes, 2);
    sums_add_ints(s, t.heels, 2);
    sums_add(s, t.toe_rest_height);
    sums_add_floats(s, t.joints, 3 * frames * (size_t)t.joint_count);
    sums_add_floats(s, t.contacts, 4 * frames);
    sums_add_floats(s, t.root, 3 * frames);
    sums_add_floats(s, t.facing, 2 * frames);
    sums_add_floats(s, t.path, 2 * (size_t)t.path_count);
    sums_add(s, t.event_count);
    pd_anim_track_deinit(&t);
    return PD_OK;
}

static pd_status wardrobe(sums *s, pd_bytes file, pd_error *err)
{
    pd_wardrobe w;
    pd_status status = pd_wardrobe_parse(&w, file.data, file.size, "file", err);
    if (status) return status;
    for (int i = 0; i < w.item_count; i++) {
        const pd_wardrobe_item *item = &w.items[i];
        sums_add_text(s, item->name);
        sums_add(s, item->slot);
        sums_add_floats(s, item->rest, 3 * (size_t)item->vertex_count);
        sums_add_floats(s, item->weights, 4 * (size_t)item->vertex_count);
    }
    sums_add_ints(s, w.standard, PD_WARDROBE_SLOT_COUNT);
    pd_wardrobe_deinit(&w);
    return PD_OK;
}

/* Returns ERR_INVALID with the text of a refused reply. */
static pd_status refused(const pd_api_reply *reply, pd_error *err)
{
    char *text = strndup((const char *)reply->body.data, reply->body.size);
    golden_text_without_lists(text);
    pd_fail(err, PD_ERR_INVALID, "reply", "%s", text);
    free(text);
    return PD_ERR_INVALID;
}

/* Sends a request; the first byte selects the route. Only the length of the reply is compared: test_replies.c
 * compares replies. */
static pd_status json_request(sums *s, pd_bytes file, pd_error *err)
{
    static const char *const paths[] = {"/v1/models/default/mesh", "/v1/models/default/joints",
                                        "/v1/models/other/measure", "/v1/models/default/fit", "/v1/ik/solve"};
    if (!file.size) return PD_OK;
    const pd_api_request request = {
        .method = "POST", .path = paths[file.data[0] % 5], .body = {file.data + 1, file.size - 1}};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
    const pd_api_reply *reply = api_finish(call);
    api_sum sum = {0};
    pd_status status = PD_OK;
    if (reply->status >= 400)
        status = refused(reply, err);
    else {
        api_sum_reply(&sum, reply);
        sums_add(s, (double)sum.count);
    }
    pd_api_call_release(call);
    return status;
}

static pd_status pose_prior(sums *s, pd_bytes file, pd_error *err)
{
    pd_ik_prior p;
    pd_status status = pd_ik_prior_parse(&p, file.data, file.size, "file", err);
    if (status) return status;
    const size_t D = (size_t)p.dim, K = (size_t)p.component_count;
    for (int j = 0; j < p.joint_count; j++) sums_add_text(s, p.joint_names[j]);
    for (int i = 0; i < p.style_count; i++) sums_add_text(s, p.style_names[i]);
    sums_add_floats(s, p.centre, D);
    sums_add_floats(s, p.scale, D);
    sums_add_floats(s, p.means, K * D);
    sums_add_floats(s, p.bases, K * D * (size_t)p.rank);
    sums_add_floats(s, p.noise, K);
    sums_add_floats(s, p.weights, K);
    sums_add_bytes(s, p.styles, K);
    pd_ik_prior *built;
    if ((status = pd_ik_prior_build(&built, &p, err))) return status;
    sums_add_hash(s, built->content_hash);
    pd_ik_prior_release(built);
    return PD_OK;
}

static pd_status pose_network(sums *s, pd_bytes file, pd_error *err)
{
    pd_ik_neural_weights w;
    pd_status status = pd_ik_neural_weights_parse(&w, file.data, file.size, "file", err);
    if (status) return status;
    sums_add(s, w.hidden);
    sums_add(s, w.blocks);
    sums_add_floats(s, w.x_mean, PD_IK_NEURAL_INPUTS);
    sums_add_floats(s, w.x_std, PD_IK_NEURAL_INPUTS);
    sums_add_floats(s, w.params, pd_ik_neural_param_count(w.hidden, w.blocks));
    pd_ik_neural *network;
    if ((status = pd_ik_neural_build(&network, &w, err))) return status;
    sums_add_hash(s, network->content_hash);
    pd_ik_neural_release(network);
    return PD_OK;
}

/* Sums the skeleton of a file: a person's joints, an animal's chains, and the file's own motion. */
static pd_status character(sums *s, pd_bytes file, pd_error *err)
{
    const pd_io_gltf_clip_options options = {.rate = 30};
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_animal creature;
    pd_anim_clip own;
    double metres;
    if (pd_retarget_character_capture(&own, &metres, file, &options, NULL) == PD_OK) {
        sums_add(s, metres);
        sums_add(s, own.frame_count);
        sums_add_skeleton(s, &own.skeleton);
        for (int t = 0; t < own.frame_count; t++) sums_add_vector(s, own.roots[t]);
        pd_anim_clip_deinit(&own);
    }
    pd_status status = pd_retarget_skin_read(&skin, file, NULL, err);
    if (status) return status;
    status = pd_retarget_character_match(&match, &skin, NULL, 0, err);
    for (int b = 0; !status && b < PD_ANIM_HUMAN_COUNT; b++) {
        sums_add(s, match.joints[b]);
        sums_add(s, match.by[b]);
    }
    if (pd_animal_skin_match(&creature, &skin, PD_CREATURE_ANY, NULL) == PD_OK)
        for (int c = 0; c < creature.chain_count; c++)
            sums_add_ints(s, creature.chains[c].joints, (size_t)creature.chains[c].count);
    pd_retarget_skin_deinit(&skin);
    return status;
}

/* Reads "GET /path?query" and then lines Accept, Accept-Encoding and If-None-Match. The reply is tested by
 * test_replies.c. */
static pd_status query(sums *s, pd_bytes file, pd_error *err)
{
    char *lines[4] = {NULL}, *text = strndup((const char *)file.data, file.size), *at = text;
    pd_status status = PD_OK;
    for (int i = 0; i < 4 && at; i++) {
        lines[i] = at;
        if ((at = strchr(at, '\n'))) *at++ = 0;
    }
    char *path = strchr(lines[0], ' '), *mark = path ? strchr(path, '?') : NULL;
    if (path) *path++ = 0;
    if (mark) *mark++ = 0;
    const pd_api_request request = {.method = lines[0],
                                    .path = path,
                                    .query = mark,
                                    .accept = lines[1],
                                    .accept_encoding = lines[2] && *lines[2] ? lines[2] : NULL,
                                    .if_none_match = lines[3]};
    if (path) {
        pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_host_limits);
        const pd_api_reply *reply = api_finish(call);
        sums_add(s, reply->status);
        sums_add_text(s, reply->content_type);
        if (reply->status >= 400) status = refused(reply, err);
        pd_api_call_release(call);
    }
    free(text);
    return status;
}

static const struct {
    const char *folder;
    pd_status (*parse)(sums *s, pd_bytes file, pd_error *err);
} parsers[] = {
    {"asf_amc", asf_amc},
    {"bvh", bvh},
    {"detections", detections},
    {"framing", framing},
    {"glb", glb},
    {"json_request", json_request},
    {"json_scan", json_scan},
    {"markers", markers},
    {"matching", matching},
    {"mhr", mhr},
    {"npz", npz},
    {"orientations", orientations},
    {"pfnn", pfnn},
    {"pickle", pickle},
    {"pickle", body},
    {"png", png},
    {"points", points},
    {"safetensors", safetensors},
    {"safetensors", body},
    {"sidecar", sidecar},
    {"stream", stream},
    {"surface", surface},
    {"track", track},
    {"wardrobe", wardrobe},
    {"pose_prior", pose_prior},
    {"pose_network", pose_network},
    {"character", character},
    {"client", client},
    {"query", query},
};

/* ---- changed files */

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static size_t draw(pd_rng *rng, size_t below)
{
    return below ? (size_t)(pd_rng_uniform(rng) * (double)below) : 0;
}

/* Finds the line around byte `at`: from its first byte, to one after its last. */
static void line_around(size_t *from, size_t *to, pd_bytes file, size_t at)
{
    for (*from = at; *from && file.data[*from - 1] != '\n';) --*from;
    for (*to = at; *to < file.size && file.data[(*to)++] != '\n';) {}
}

static void change(pd_buffer *out, pd_bytes file, int which, pd_rng *rng)
{
    size_t at = draw(rng, file.size), to = at, from;
    const char *between = "";
    switch (which % 8) {
    case 0: to = file.size; break; /* cut */
    case 1:
    case 2:
    case 3:
    case 4: { /* a number */
        static const char *const numbers[] = {"", "-7", "99999", "0.5"};
        while (at < file.size && !is_digit(file.data[at])) at++;
        for (to = at; to < file.size && is_digit(file.data[to]);) to++;
        between = numbers[which % 8 - 1];
        break;
    }
    case 5: line_around(&at, &to, file, at); break; /* not there */
    case 6:                                         /* twice */
        line_around(&from, &at, file, at);
        pd_buffer_add(out, file.data, at);
        pd_buffer_add(out, file.data + from, file.size - from);
        return;
    default: /* a bit */
        pd_buffer_add(out, file.data, file.size);
        if (file.size) out->data[at] ^= (unsigned char)(1 << draw(rng, 8));
        return;
    }
    pd_buffer_add(out, file.data, at);
    pd_buffer_text(out, between);
    pd_buffer_add(out, file.data + to, file.size - to);
}

/* ---- outcomes */

/* A kind of refusal of one parser: its first text, and how many changed files it refused. */
typedef struct refusal {
    char kind[OUTCOME], text[OUTCOME];
    int count;
} refusal;

/* Outcomes of the changed files of one parser. */
static struct {
    refusal refusals[KINDS_MOST];
    int kinds, read;
} seen;

/* Parses a file and writes what it gave. Returns whether it was read. */
static bool judge(char *text, size_t parser, pd_bytes file)
{
    sums s = {0};
    pd_error err = {0};
    const pd_status status = parsers[parser].parse(&s, file, &err);
    if (status)
        snprintf(text, OUTCOME, "%s: %s: %.300s", pd_status_name(status), err.where, err.detail);
    else
        snprintf(text, OUTCOME, "%ld numbers, %ld of them none, %.7g %.7g", s.count, s.without, s.small + 0.0,
                 s.large + 0.0);
    golden_text_without_lists(text);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~') *c = '?';
    return status == PD_OK;
}

static void note_refusal(const char *text)
{
    char kind[OUTCOME];
    int i = 0;
    text_kind(kind, sizeof kind, text, "", "");
    while (i < seen.kinds && strcmp(seen.refusals[i].kind, kind) != 0) i++;
    assert_true(i < KINDS_MOST);
    refusal *r = &seen.refusals[i];
    if (i == seen.kinds) {
        snprintf(r->kind, OUTCOME, "%s", kind);
        snprintf(r->text, OUTCOME, "%s", text);
        r->count = 0;
        seen.kinds++;
    }
    r->count++;
}

static void run_file(pd_buffer *out, size_t parser, const char *name)
{
    char path[512], text[OUTCOME];
    pd_buffer file = {0};
    pd_rng rng;
    snprintf(path, sizeof path, CORPUS "%s/%s", parsers[parser].folder, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    for (size_t got = 1; got;) {
        void *room = pd_buffer_extend(&file, 4096);
        got = fread(room, 1, 4096, in);
        file.size -= 4096 - got;
    }
    fclose(in);

    pd_rng_init(&rng, pd_hash64(path, strlen(path), 0));
    judge(text, parser, (pd_bytes){file.data, file.size});
    pd_buffer_printf(out, "%s/%s: %s\n", parsers[parser].folder, name, text);
    for (int i = 0; i < CHANGES; i++) {
        pd_buffer changed = {0};
        change(&changed, (pd_bytes){file.data, file.size}, i, &rng);
        unsigned char *own = malloc(changed.size + 1); /* of its own size, so that a byte beyond is seen */
        memcpy(own, changed.data ? changed.data : (const unsigned char *)"", changed.size);
        if (judge(text, parser, (pd_bytes){own, changed.size}))
            seen.read++;
        else
            note_refusal(text);
        free(own);
        pd_buffer_deinit(&changed);
    }
    pd_buffer_deinit(&file);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void run_folder(pd_buffer *out, size_t parser)
{
    char path[256], *names[FILES_MOST];
    size_t count = 0;
    snprintf(path, sizeof path, CORPUS "%s", parsers[parser].folder);
    DIR *folder = opendir(path);
    if (!folder) fail_msg("%s is not there", path);
    for (struct dirent *entry; (entry = readdir(folder)) && count < FILES_MOST;)
        if (entry->d_name[0] != '.') names[count++] = strdup(entry->d_name);
    closedir(folder);
    qsort(names, count, sizeof *names, by_name);
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        run_file(out, parser, names[i]);
        free(names[i]);
    }
    pd_buffer_printf(out, "    %d changed files read\n", seen.read);
    for (int i = 0; i < seen.kinds; i++)
        pd_buffer_printf(out, "    %d %s\n", seen.refusals[i].count, seen.refusals[i].text);
}

static void files_and_changed_files_are_read_or_refused_as_before(void **state)
{
    pd_buffer now = {0};
    (void)state;
    for (size_t i = 0; i < sizeof parsers / sizeof *parsers; i++) run_folder(&now, i);
    golden_text_check(FILE_PATH, &now, 0);
    pd_buffer_deinit(&now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_and_changed_files_are_read_or_refused_as_before)};
    return cmocka_run_group_tests(tests, api_host_setup, api_host_teardown);
}
