/* Parsers of outside bytes when an allocation fails, for each allocation, alone and with all later ones: they
 * return ERR_MEMORY and leak nothing. */
#include "api/http/fields.h"
#include "api/stream/message.h"
#include "core/character/action/clip_set.h"
#include "core/motion/gather/gather.h"
#include "core/retarget/character/skin.h"
#include "core/io/mesh/obj.h"
#include "core/io/mesh/ply.h"
#include "core/io/mesh/png.h"
#include "core/io/fbx/fbx_figure.h"
#include "core/io/surface/bundle.h"
#include "core/io/surface/gltf_face.h"
#include "core/io/surface/gltf_follow.h"
#include "train/scan/points.h"
#include "train/scan/scan.h"
#include "core/io/mesh/stl.h"
#include "core/io/mocap/asf.h"
#include "core/io/mocap/bvh.h"
#include "core/io/mocap/sidecar.h"
#include "core/io/tensor/npz.h"
#include "core/io/tensor/pickle.h"
#include "core/io/tensor/safetensors.h"
#include "core/matching/model.h"
#include "core/pfnn/network.h"
#include "core/smpl/data/data.h"
#include "core/smpl/pack.h"
#include "core/wardrobe/pack.h"
#include "server/identity/jwk.h"
#include "tests/support/api_host.h"
#include "tests/support/cmocka.h"
#include "tests/support/failing_memory.h"

#define CORPUS "tests/fuzz/corpus/"

static unsigned char *bytes;
static size_t byte_count;

static void load(const char *path)
{
    free(bytes);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is not there", path);
    bytes = malloc(1 << 22);
    assert_non_null(bytes);
    byte_count = fread(bytes, 1, 1 << 22, file);
    fclose(file);
}

/* -- one parser each: reads the bytes, lets go of what it read ---------------------------- */

static pd_status pickle(pd_bytes file, pd_error *err)
{
    pd_pickle out;
    pd_status status = pd_pickle_parse(&out, file.data, file.size, "file", err);
    if (status == PD_OK) pd_pickle_deinit(&out);
    return status;
}

static pd_status body(pd_bytes file, pd_error *err)
{
    pd_smpl_data out;
    pd_status status = pd_smpl_data_parse(&out, file.data, file.size, "file", err);
    if (status == PD_OK) pd_smpl_data_deinit(&out);
    return status;
}

static pd_status npz(pd_bytes file, pd_error *err)
{
    pd_npz out;
    pd_array array;
    pd_status status = pd_npz_parse(&out, file.data, file.size, "file", err);
    if (status != PD_OK) return status;
    for (int i = 0; i < out.member_count && status == PD_OK; i++)
        status = pd_npz_read(&array, &out, pd_npz_member(&out, i), err);
    pd_npz_deinit(&out);
    return status;
}

static pd_status safetensors(pd_bytes file, pd_error *err)
{
    pd_safetensors out;
    pd_status status = pd_safetensors_parse(&out, file.data, file.size, "file", err);
    if (status == PD_OK) pd_safetensors_deinit(&out);
    return status;
}

/* Parses a pack and the models that it contains: a wardrobe where it is not a body model. */
static pd_status pack(pd_bytes file, pd_error *err)
{
    static _Alignas(64) unsigned char aligned[1 << 20];
    pd_pack *out;
    if (file.size > sizeof aligned) return pd_fail(err, PD_ERR_LIMIT, "file", "too large for this test");
    memcpy(aligned, file.data, file.size);
    pd_status status = pd_pack_parse(&out, (pd_bytes){aligned, file.size}, "file", err);
    if (status != PD_OK) return status;
    for (int i = 0; i < pd_pack_model_count(out) && status == PD_OK; i++) {
        pd_smpl_model *model;
        pd_wardrobe *wardrobe;
        status = pd_smpl_model_map(&model, out, i, err);
        if (status == PD_OK) pd_smpl_model_release(model);
        if (status != PD_ERR_FORMAT) continue;
        status = pd_wardrobe_map(&wardrobe, out, i, err);
        if (status == PD_OK) pd_wardrobe_release(wardrobe);
    }
    pd_pack_release(out);
    return status;
}

static pd_status network(pd_bytes file, pd_error *err)
{
    pd_pfnn_network out;
    pd_status status = pd_pfnn_network_parse(&out, file.data, file.size, "file", err);
    if (status == PD_OK) pd_pfnn_network_deinit(&out);
    return status;
}

static pd_status clips(pd_bytes file, pd_error *err)
{
    pd_character_clip_set *out;
    pd_status status = pd_character_clip_set_parse(&out, file, "file", err);
    if (status == PD_OK) pd_character_clip_set_release(out);
    return status;
}

static pd_status matching(pd_bytes file, pd_error *err)
{
    pd_matching_database out;
    pd_matching_model *model;
    pd_status status = pd_matching_database_parse(&out, file.data, file.size, "file", err);
    if (status == PD_OK) status = pd_matching_model_build(&model, &out, err);
    if (status == PD_OK) pd_matching_model_release(model);
    return status;
}

static pd_status points(pd_bytes file, pd_error *err)
{
    float *out;
    int count;
    pd_status status = pd_train_points_read(&out, &count, file, "file", err);
    if (status == PD_OK) free(out);
    return status;
}

static pd_status scan(pd_bytes file, pd_error *err)
{
    pd_train_scan out;
    pd_status status = pd_train_scan_read(&out, file, "file", err);
    if (status == PD_OK) pd_train_scan_deinit(&out);
    return status;
}

static pd_status bundle(pd_bytes file, pd_error *err)
{
    pd_io_bundle out;
    pd_status status = pd_io_bundle_open(&out, file, &(pd_io_bundle_options){0}, err);
    if (status == PD_OK) pd_io_bundle_close(&out);
    return status;
}

static pd_status png(pd_bytes file, pd_error *err)
{
    const pd_io_png_limits limits = {512, 512};
    pd_io_image out;
    pd_status status = pd_io_png_read(&out, file.data, file.size, &limits, err);
    if (status == PD_OK) pd_io_image_deinit(&out);
    return status;
}

static pd_status glb(pd_bytes file, pd_error *err)
{
    const pd_io_skin_options options = {.skin = -1};
    pd_retarget_skin out;
    pd_status status = pd_retarget_skin_read(&out, file, &options, err);
    if (status == PD_OK) pd_retarget_skin_deinit(&out);
    return status;
}

/* Reads regressed poses. As in the fuzz driver, the first byte has the options. */
static pd_status regressed(pd_bytes file, pd_error *err)
{
    const pd_motion_regressed_options options = {.camera = file.data[0] & 1,
                                                 .person = file.data[0] & 4 ? "1" : NULL};
    char notes[PD_MOTION_GATHER_NOTES];
    pd_buffer out = {0};
    pd_bytes npz;
    const pd_status status =
        pd_motion_gather(&npz, &out, notes, (pd_bytes){file.data + 1, file.size - 1}, "file", &options, err);
    pd_buffer_deinit(&out);
    return status;
}

static void leave(void *ctx, const pd_io_gltf_followed *vertex)
{
    (void)ctx, (void)vertex;
}

static pd_status followers(pd_bytes file, pd_error *err)
{
    const int nodes[] = {0, 1, 2};
    const pd_io_gltf_follow job = {.nodes = nodes, .count = 3, .visit = leave};
    return pd_io_gltf_follow_run(&job, file, err);
}

static pd_status faces(pd_bytes file, pd_error *err)
{
    pd_io_gltf_face face;
    const pd_status status = pd_io_gltf_face_read(&face, file, 0, err);
    if (status == PD_OK) pd_io_gltf_face_deinit(&face);
    return status;
}

/* Reads the kind of file that the first byte selects, as the fuzz driver does. */
static pd_status sidecar(pd_bytes file, pd_error *err)
{
    const pd_bytes text = {file.data + 1, file.size - 1};
    pd_sidecar_table table = {0};
    pd_sidecar_steps steps = {0};
    pd_status status = file.data[0] == 'p'   ? pd_sidecar_phase_parse(&table, text, "file", err)
                       : file.data[0] == 'g' ? pd_sidecar_gait_parse(&table, text, "file", err)
                       : file.data[0] == 'h' ? pd_sidecar_heights_parse(&table, text, "file", err)
                                             : pd_sidecar_steps_parse(&steps, text, "file", err);
    pd_sidecar_table_deinit(&table);
    pd_sidecar_steps_deinit(&steps);
    return status;
}

static pd_status fbx(pd_bytes file, pd_error *err)
{
    pd_fbx_found found;
    pd_buffer glb = {0};
    const pd_status status = pd_fbx_glb(&glb, &found, file, "file", NULL, err);
    pd_buffer_deinit(&glb);
    return status;
}

static pd_status bvh(pd_bytes file, pd_error *err)
{
    pd_bvh out;
    pd_status status = pd_bvh_parse(&out, file, "file", err);
    if (status == PD_OK) pd_bvh_deinit(&out);
    return status;
}

/* Parses a skeleton and a motion, with a zero between them. */
static pd_status asf_and_amc(pd_bytes file, pd_error *err)
{
    static pd_asf asf;
    pd_amc amc;
    const unsigned char *zero = memchr(file.data, 0, file.size);
    assert_non_null(zero);
    pd_bytes skeleton = {file.data, (size_t)(zero - file.data)};
    pd_bytes motion = {zero + 1, file.size - skeleton.size - 1};
    pd_status status = pd_asf_parse(&asf, skeleton, "skeleton", err);
    if (status == PD_OK) status = pd_amc_parse(&amc, motion, "motion", &asf, err);
    if (status == PD_OK) pd_amc_deinit(&amc);
    return status;
}

static pd_status as_status(const pd_api_problems *problems, pd_error *err)
{
    if (!problems->count) return PD_ERR_INTERNAL;
    *err = problems->items[0];
    return err->status;
}

/* Sends a JSON request; the first byte selects the route. */
static pd_status json(pd_bytes file, pd_error *err)
{
    json_t *out;
    pd_api_problems problems = {0};
    if (!pd_api_json_parse(&out, NULL, (pd_bytes){file.data + 1, file.size - 1}, NULL, &api_host_limits,
                           &problems))
        return as_status(&problems, err);
    json_decref(out);
    return PD_OK;
}

static pd_status message(pd_bytes file, pd_error *err)
{
    static const char *const texts[] = {
        "{\"type\":\"spawn\",\"ref\":\"7\",\"position\":[1,2],\"body\":{\"betas\":[1,2,3]}}",
        "{\"type\":\"follow\",\"id\":1,\"path\":[[0,1],[2,3],[4,5]],\"closed\":true}",
        "{\"type\":\"speak\",\"id\":1,\"words\":[{\"word\":\"May\",\"start\":0.1},{\"word\":\"be\",\"start\":"
        "0.5}]}",
        "{\"type\":\"profile\",\"channels\":[\"root\",\"joints\"],\"divisor\":2}"};
    (void)file;
    for (int i = 0; i < 4; i++) {
        pd_api_message m;
        pd_api_problems problems = {0};
        pd_bytes text = {(const unsigned char *)texts[i], strlen(texts[i])};
        const bool good = pd_api_message_decode(&m, text, &api_host_limits, &problems);
        pd_api_message_deinit(&m);
        if (!good) return as_status(&problems, err);
    }
    return PD_OK;
}

/* -- and what is written ------------------------------------------------------------------ */

static const float square[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
static const uint32_t two_faces[6] = {0, 1, 2, 1, 3, 2};
static const pd_io_mesh_body one_body = {.vertices = square};
static const pd_io_mesh mesh = {
    .bodies = &one_body, .faces = two_faces, .body_count = 1, .vertex_count = 4, .face_count = 2};

static pd_status write_obj(pd_bytes file, pd_error *err)
{
    pd_buffer out = {0};
    (void)file;
    pd_status status = pd_io_obj_write(&out, &mesh, 6, err);
    pd_buffer_deinit(&out);
    return status;
}

static pd_status write_ply(pd_bytes file, pd_error *err)
{
    pd_buffer out = {0};
    (void)file;
    pd_status status = pd_io_ply_write(&out, &mesh, err);
    pd_buffer_deinit(&out);
    return status;
}

static pd_status write_stl(pd_bytes file, pd_error *err)
{
    pd_buffer out = {0};
    (void)file;
    pd_status status = pd_io_stl_write(&out, &mesh, err);
    pd_buffer_deinit(&out);
    return status;
}

static pd_status jwks(pd_bytes file, pd_error *err)
{
    pd_srv_jwks *set;
    pd_status status = pd_srv_jwks_parse(&set, file, "keys.json", err);
    pd_srv_jwks_free(set);
    return status;
}

static const struct {
    const char *path;
    pd_status (*parse)(pd_bytes file, pd_error *err);
    bool with_jansson; /* which, when one allocation fails, is a second way to read a text */
} rows[] = {
    {CORPUS "pickle/chumpy_p0.pkl", pickle, false},
    {CORPUS "pickle/chumpy_p2.pkl", pickle, false},
    {CORPUS "pickle/chumpy_p5.pkl", pickle, false},
    {CORPUS "pickle/python2.pkl", body, false},
    {CORPUS "pickle/chumpy_p2.pkl", body, false},
    {CORPUS "regressed/wham", regressed, false},
    {CORPUS "regressed/gvhmr", regressed, false},
    {CORPUS "regressed/prompthmr", regressed, false},
    {CORPUS "regressed/humans4d", regressed, false},
    {CORPUS "regressed/hmr2", regressed, false},
    {CORPUS "npz/amass-smplh.npz", npz, false},
    {CORPUS "npz/deflated.npz", npz, false},
    {CORPUS "npz/stored.npz", npz, false},
    {CORPUS "safetensors/compact.safetensors", safetensors, false},
    {CORPUS "safetensors/sparse.safetensors", body, false},
    {CORPUS "safetensors/half.safetensors", body, false},
    {CORPUS "safetensors/psd.safetensors", body, false},
    {CORPUS "pack/two.pack", pack, false},
    {CORPUS "pfnn/tiny.safetensors", network, false},
    {CORPUS "clips/two.safetensors", clips, false},
    {CORPUS "matching/tiny.safetensors", matching, false},
    {CORPUS "points/ascii.ply", points, false},
    {CORPUS "points/two.obj", points, false},
    {CORPUS "points/ascii.ply", scan, false},
    {CORPUS "scan/cloud.pcd", scan, false},
    {CORPUS "bundle/scene.zip", bundle, true},
    {CORPUS "bundle/stored.zip", bundle, true},
    {CORPUS "scan/heading.csv", scan, false},
    {CORPUS "scan/two.stl", scan, false},
    {CORPUS "png/palette.png", png, false},
    {CORPUS "png/rgba16.png", png, false},
    {CORPUS "glb/avatar0.glb", glb, false},
    {CORPUS "glb/matrix.glb", glb, false},
    {CORPUS "character/sparse.glb", followers, false},
    {CORPUS "character/sparse.glb", faces, false},
    {CORPUS "bvh/walk", bvh, false},
    {CORPUS "fbx/skin74.fbx", fbx, true},
    {CORPUS "fbx/skin75.txt", fbx, true},
    {CORPUS "sidecar/phase", sidecar, false},
    {CORPUS "sidecar/gait", sidecar, false},
    {CORPUS "sidecar/heights", sidecar, false},
    {CORPUS "sidecar/footsteps", sidecar, false},
    {CORPUS "asf_amc/two_bones", asf_and_amc, false},
    {CORPUS "json_request/mesh_bodies", json, true},
    {CORPUS "json_request/ik_targets", json, true},
    {CORPUS "json_request/fit", json, true},
    {CORPUS "json_request/fit", message, true},
    {CORPUS "json_request/fit", write_obj, false},
    {CORPUS "jwks/set", jwks, false},
    {CORPUS "json_request/fit", write_ply, false},
    {CORPUS "json_request/fit", write_stl, false},
};

/* Returns how many allocations there are. */
static long try_all(size_t row, bool goes_on)
{
    const pd_bytes file = {bytes, byte_count};
    pd_error err = {0};
    if (rows[row].parse(file, &err) != PD_OK) /* also: what is made once and kept is there */
        fail_msg("%s: %s: %s", rows[row].path, err.where, err.detail);

    for (long n = 1;; n++) {
        long blocks = failing_memory_blocks();
        err = (pd_error){0};
        failing_memory_now = (failing_memory){.is_on = true, .goes_on = goes_on, .fails_at = n};
        pd_status status = rows[row].parse(file, &err);
        failing_memory_now.is_on = false;

        if (failing_memory_blocks() != blocks)
            fail_msg("%s (row %zu): allocation %ld fails and %ld blocks are left over", rows[row].path, row,
                     n, failing_memory_blocks() - blocks);
        if (!failing_memory_now.failed) return n - 1;
        if (status == PD_OK && rows[row].with_jansson && !goes_on) continue;
        if (status != PD_ERR_MEMORY)
            fail_msg("%s (row %zu): allocation %ld fails and it says %s: %s", rows[row].path, row, n,
                     pd_status_name(status), err.detail);
        if (!strstr(err.detail, "out of memory"))
            fail_msg("%s (row %zu): allocation %ld fails: \"%s\"", rows[row].path, row, n, err.detail);
    }
}

static void every_parser_says_when_memory_is_out_and_keeps_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        failing_memory_begin(rows[i].with_jansson);
        load(rows[i].path);
        long once = try_all(i, false);
        long on = try_all(i, true);
        assert_int_equal(once, on);
        print_message("%s: %ld allocations\n", rows[i].path, once);
    }
    free(bytes);
    bytes = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_parser_says_when_memory_is_out_and_keeps_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
