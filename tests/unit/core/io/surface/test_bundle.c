/* Models that consist of several files: ZIP archives of a .gltf with its files, and .gltf files with data:
 * URIs, become one .glb. */
#include "core/io/surface/bundle.h"
#include "core/base/file.h"

#include "core/io/surface/surface.h"
#include "tests/support/cmocka.h"
#include "tests/support/stored_zip.h"

#include <stdlib.h>
#include <unistd.h>

#define PNG "\x89PNG\r\n\x1a\n"

static unsigned char bin[TRIANGLE_BYTES];

static zip_member text(const char *name, const char *bytes)
{
    return (zip_member){name, bytes, strlen(bytes)};
}

static zip_member buffer(const char *name)
{
    triangle_bin(bin);
    return (zip_member){name, bin, sizeof bin};
}

/* Opens an archive of these members. Returns the status; the caller closes *out. */
static pd_status open_zip(pd_io_bundle *out, const zip_member *members, int count, pd_error *err)
{
    static const pd_io_bundle_options options = {.endings = ".obj", .most = 1 << 16};
    pd_buffer zip = {0};
    stored_zip(&zip, members, count, 0);
    const pd_status status = pd_io_bundle_open(out, (pd_bytes){zip.data, zip.size}, &options, err);
    pd_buffer_deinit(&zip);
    return status;
}

/* Requires that the bundle's file is a .glb of the triangle. */
static void is_triangle(const pd_io_bundle *bundle)
{
    pd_io_surface s;
    assert_int_equal(pd_io_surface_read(&s, bundle->file, 0, NULL), PD_OK);
    assert_int_equal(s.vertex_count, 3);
    assert_int_equal(s.face_count, 1);
    assert_true(s.vertices[3] == 1 && s.vertices[7] == 2 && s.faces[2] == 2);
    pd_io_surface_deinit(&s);
}

static void a_gltf_finds_its_buffer_in_the_archive(void **state)
{
    /* The URI in the .gltf; path of the .gltf; path of the buffer;
     * whether another file than that of the URI is taken. */
    static const struct {
        const char *gltf, *at, *bin;
        bool is_guess;
    } rows[] = {
        {TRIANGLE_GLTF("scene.bin", "[]"), "scene.gltf", "scene.bin", false},
        {TRIANGLE_GLTF("scene.bin", "[]"), "a/b/scene.gltf", "a/b/scene.bin", false},
        {TRIANGLE_GLTF("./scene.bin", "[]"), "a\\scene.gltf", "a\\scene.bin", false},
        {TRIANGLE_GLTF("..\\\\data\\\\scene.bin", "[]"), "a/scene.gltf", "data/scene.bin", false},
        {TRIANGLE_GLTF("my%20scene%C3%A9.bin", "[]"), "scene.gltf", "my scene\xc3\xa9.bin", false},
        {TRIANGLE_GLTF("50%.bin", "[]"), "scene.gltf", "50%.bin", false},
        {TRIANGLE_GLTF("Scene.BIN", "[]"), "scene.gltf", "scene.bin", false},
        {TRIANGLE_GLTF("scene.bin", "[]"), "a/scene.gltf", "b/scene.bin", true},
        {TRIANGLE_GLTF("other.bin", "[]"), "scene.gltf", "scene.bin", true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const zip_member members[] = {text("__MACOSX/._scene.gltf", "x"), text(rows[i].at, rows[i].gltf),
                                      buffer(rows[i].bin), text("license.txt", "CC0")};
        pd_io_bundle bundle;
        pd_error err = {0};
        if (open_zip(&bundle, members, 4, &err) != PD_OK)
            fail_msg("row %zu: %s: %s", i, err.where, err.detail);
        is_triangle(&bundle);
        assert_string_equal(bundle.entry, rows[i].at);
        assert_int_equal(bundle.note_count, rows[i].is_guess);
        pd_io_bundle_close(&bundle);
    }
}

static void pictures_become_views_and_a_missing_one_is_reported(void **state)
{
    static const char gltf[] = TRIANGLE_GLTF(
        "scene.bin",
        "[{\"uri\":\"skin.png\"},{\"uri\":\"C:\\\\\\\\me\\\\\\\\Eye.png\"},{\"uri\":\"lost.png\"}]");
    const zip_member members[] = {text("scene.gltf", gltf), buffer("scene.bin"), text("skin.png", PNG "skin"),
                                  text("textures/eye.png", PNG "eye")};
    pd_io_bundle bundle;
    pd_error err;
    (void)state;
    assert_int_equal(open_zip(&bundle, members, 4, &err), PD_OK);
    is_triangle(&bundle);
    assert_non_null(memmem(bundle.file.data, bundle.file.size, PNG "skin", 12));
    assert_non_null(memmem(bundle.file.data, bundle.file.size, PNG "eye", 11));
    assert_non_null(memmem(bundle.file.data, bundle.file.size, "\"mimeType\":\"image/png\"", 22));
    assert_int_equal(bundle.note_count, 2);
    assert_non_null(strstr(bundle.notes[0], "\"textures/eye.png\" was taken"));
    assert_non_null(strstr(bundle.notes[1], "1 picture is missing"));
    pd_io_bundle_close(&bundle);
}

static void a_gltf_with_data_uris_needs_no_archive(void **state)
{
    static const char *const rows[] = {
        TRIANGLE_GLTF(TRIANGLE_DATA, "[]"),
        "\xef\xbb\xbf\n" TRIANGLE_GLTF(TRIANGLE_DATA, "[{\"uri\":\"data:image/png;base64,iVBORw0KGgo=\"}]"),
    };
    static const pd_io_bundle_options options = {.most = 1 << 16, .json_memory = 1 << 14};
    (void)state;
    for (int i = 0; i < 2; i++) {
        pd_io_bundle bundle;
        const pd_bytes file = {(const unsigned char *)rows[i], strlen(rows[i])};
        assert_true(pd_io_bundle_is_gltf(file));
        assert_true(pd_io_bundle_bytes(file, 0) > 0);
        assert_int_equal(pd_io_bundle_open(&bundle, file, &options, NULL), PD_OK);
        is_triangle(&bundle);
        assert_int_equal(bundle.note_count, 0);
        pd_io_bundle_close(&bundle);
    }
}

static void other_files_are_returned_unchanged(void **state)
{
    static const char *const rows[] = {"glTF\2", "v 0 0 0", "{\"joints\":[{\"name\":\"asset\"}]}",
                                       "{\"asset\":1}",
                                       "PK\3\4\24\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\5\0\0\0a.npy"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const pd_bytes file = {(const unsigned char *)rows[i], i == 4 ? 35 : strlen(rows[i])};
        pd_io_bundle bundle;
        assert_int_equal(pd_io_bundle_open(&bundle, file, &(pd_io_bundle_options){0}, NULL), PD_OK);
        assert_ptr_equal(bundle.file.data, file.data);
        assert_int_equal(pd_io_bundle_bytes(file, 0), 0);
        pd_io_bundle_close(&bundle);
    }
}

static void the_model_is_chosen_by_its_ending(void **state)
{
    pd_io_bundle bundle;
    pd_error err;
    (void)state;
    const zip_member both[] = {text("a.obj", "v"), text("b.gltf", "{"), text("c.glb", "glTF!")};
    assert_int_equal(open_zip(&bundle, both, 3, &err), PD_OK);
    assert_string_equal(bundle.entry, "c.glb");
    assert_memory_equal(bundle.file.data, "glTF!", 5);
    pd_io_bundle_close(&bundle);

    const zip_member one[] = {text("source/a.obj", "v"), text("a.mtl", "")};
    assert_int_equal(open_zip(&bundle, one, 2, &err), PD_OK);
    assert_memory_equal(bundle.file.data, "v", 1);
    pd_io_bundle_close(&bundle);
}

static void parts_that_cannot_be_joined_are_refused(void **state)
{
    static const char gltf[] = TRIANGLE_GLTF("scene.bin", "[]");
    const struct {
        zip_member members[3];
        int count;
        pd_status status;
        const char *where, *detail;
    } rows[] = {
        {{text("scene.gltf", gltf)},
         1,
         PD_ERR_NOT_FOUND,
         "/buffers/0/uri",
         "\"scene.bin\" is not in the archive; all files of the model in one ZIP are needed"},
        {{text("scene.gltf", gltf), text("scene.bin", "short")},
         2,
         PD_ERR_FORMAT,
         "/buffers/0/uri",
         "has 5 bytes; 42 expected by byteLength"},
        {{text("scene.gltf", TRIANGLE_GLTF("../../x.bin", "[]")), buffer("x.bin")},
         2,
         PD_ERR_UNSUPPORTED,
         "/buffers/0/uri",
         "leads out of the archive"},
        {{text("scene.gltf", TRIANGLE_GLTF("https://a.b/x.bin", "[]"))},
         1,
         PD_ERR_UNSUPPORTED,
         "/buffers/0/uri",
         "leads out of the archive"},
        {{text("scene.gltf", TRIANGLE_GLTF("data:;base64,AA*A", "[]"))},
         1,
         PD_ERR_FORMAT,
         "/buffers/0/uri",
         "base64"},
        {{text("scene.gltf", TRIANGLE_GLTF("data:AAAA", "[]"))}, 1, PD_ERR_FORMAT, "/buffers/0/uri", "comma"},
        {{text("../scene.gltf", gltf), buffer("../scene.bin")},
         2,
         PD_ERR_UNSUPPORTED,
         "ZIP",
         "is outside of the archive or too long"},
        {{text("scene.gltf", "{\"asset\":{\"version\":\"1.0\"}}")},
         1,
         PD_ERR_UNSUPPORTED,
         "/asset/version",
         "\"1.0\""},
        {{text("scene.gltf", "{\"asset\":")}, 1, PD_ERR_FORMAT, "scene.gltf", "no JSON"},
        {{text("a.glb", "x"), text("b.glb", "x")},
         2,
         PD_ERR_UNSUPPORTED,
         "ZIP",
         "2 models: \"a.glb\", \"b.glb\""},
        {{text("a/model.zip", "x")}, 1, PD_ERR_NOT_FOUND, "ZIP", "unpack the inner archive"},
        {{text("model.fbx", "x")}, 1, PD_ERR_NOT_FOUND, "ZIP", "import-character"},
        {{text("a/", "")}, 1, PD_ERR_NOT_FOUND, "ZIP", "no file; one file of .glb .vrm .gltf .obj expected"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_io_bundle bundle;
        pd_error err = {0};
        const pd_status status = open_zip(&bundle, rows[i].members, rows[i].count, &err);
        if (status != rows[i].status || strcmp(err.where, rows[i].where) != 0 ||
            !strstr(err.detail, rows[i].detail))
            fail_msg("row %zu: %d %s: %s", i, status, err.where, err.detail);
        assert_null(bundle.made.data);
    }
}

/* Members over the limit, and pictures that name one member many times. */
static void an_archive_cannot_grow_without_bounds(void **state)
{
    static char large[70000], images[40000] = "[{\"uri\":\"p.png\"}", gltf[45000];
    pd_io_bundle bundle;
    pd_error err;
    (void)state;
    const zip_member one[] = {{"a.glb", large, sizeof large}};
    assert_int_equal(open_zip(&bundle, one, 1, &err), PD_ERR_LIMIT);

    for (int i = 1; i < 1000; i++) strcat(images, ",{\"uri\":\"p.png\"}");
    strcat(images, "]");
    const char *half = strstr(TRIANGLE_GLTF(TRIANGLE_DATA, "@"), "@");
    snprintf(gltf, sizeof gltf, "%.*s%s%s", (int)(half - TRIANGLE_GLTF(TRIANGLE_DATA, "@")),
             TRIANGLE_GLTF(TRIANGLE_DATA, "@"), images, half + 1);
    memcpy(large, PNG, 8);
    const zip_member many[] = {text("a.gltf", gltf), {"p.png", large, 1000}};
    assert_int_equal(open_zip(&bundle, many, 2, &err), PD_ERR_LIMIT);
    assert_non_null(strstr(err.where, "/images/"));
}

static void an_encrypted_member_is_refused_by_name(void **state)
{
    const zip_member members[] = {text("scene.glb", "glTF")};
    pd_buffer zip = {0};
    pd_io_bundle bundle;
    pd_error err;
    (void)state;
    stored_zip(&zip, members, 1, 1);
    assert_int_equal(
        pd_io_bundle_open(&bundle, (pd_bytes){zip.data, zip.size}, &(pd_io_bundle_options){0}, &err),
        PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "ZIP: scene.glb");
    assert_non_null(strstr(err.detail, "encrypted"));
    pd_buffer_deinit(&zip);
}

static pd_status find(void *ctx, pd_bytes *out, const char *path, pd_error *err)
{
    if (strcmp(path, "data/scene.bin") != 0) return pd_fail(err, PD_ERR_NOT_FOUND, path, "no such file");
    *out = (pd_bytes){bin, sizeof bin};
    ++*(int *)ctx;
    return PD_OK;
}

static void a_gltf_without_an_archive_reads_files_beside_it(void **state)
{
    static const char gltf[] = TRIANGLE_GLTF("data/./scene.bin", "[]");
    const pd_bytes file = {(const unsigned char *)gltf, sizeof gltf - 1};
    pd_io_bundle bundle;
    pd_error err;
    int asked = 0;
    (void)state;
    triangle_bin(bin);
    assert_int_equal(
        pd_io_bundle_open(&bundle, file, &(pd_io_bundle_options){.find = find, .ctx = &asked}, &err), PD_OK);
    is_triangle(&bundle);
    assert_int_equal(asked, 1);
    pd_io_bundle_close(&bundle);
    assert_int_equal(pd_io_bundle_open(&bundle, file, &(pd_io_bundle_options){0}, &err), PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.detail, "is a separate file, which did not come with the .gltf"));
}

/* The same with files on disk: in the folder of the .gltf, whichever folder is current; and the one that is
 * missing is named. */
static void files_on_disk_are_found_beside_the_gltf(void **state)
{
    static const char gltf[] = TRIANGLE_GLTF("scene.bin", "[]");
    const pd_bytes file = {(const unsigned char *)gltf, sizeof gltf - 1};
    char folder[] = "/tmp/posed-bundle-XXXXXX", at[64], beside[64];
    pd_io_bundle bundle;
    pd_error err;
    (void)state;
    triangle_bin(bin);
    assert_non_null(mkdtemp(folder));
    snprintf(at, sizeof at, "%s/scene.gltf", folder);
    snprintf(beside, sizeof beside, "%s/scene.bin", folder);

    assert_int_equal(pd_io_bundle_open_at(&bundle, file, at, &(pd_io_bundle_options){0}, &err),
                     PD_ERR_NOT_FOUND);
    assert_non_null(strstr(err.where, "scene.bin"));
    assert_int_equal(pd_file_write(beside, bin, sizeof bin, &err), PD_OK);
    assert_int_equal(pd_io_bundle_open_at(&bundle, file, at, &(pd_io_bundle_options){0}, &err), PD_OK);
    is_triangle(&bundle);
    pd_io_bundle_close(&bundle);
    assert_int_equal(pd_io_bundle_open_at(&bundle, file, "-", &(pd_io_bundle_options){0}, &err),
                     PD_ERR_NOT_FOUND);
    assert_int_equal(unlink(beside), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_on_disk_are_found_beside_the_gltf),
        cmocka_unit_test(a_gltf_finds_its_buffer_in_the_archive),
        cmocka_unit_test(pictures_become_views_and_a_missing_one_is_reported),
        cmocka_unit_test(a_gltf_with_data_uris_needs_no_archive),
        cmocka_unit_test(other_files_are_returned_unchanged),
        cmocka_unit_test(the_model_is_chosen_by_its_ending),
        cmocka_unit_test(parts_that_cannot_be_joined_are_refused),
        cmocka_unit_test(an_archive_cannot_grow_without_bounds),
        cmocka_unit_test(an_encrypted_member_is_refused_by_name),
        cmocka_unit_test(a_gltf_without_an_archive_reads_files_beside_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
