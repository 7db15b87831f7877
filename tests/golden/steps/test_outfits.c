/* @long: takes over five seconds under ASan. */
/* A wardrobe made the whole way, against what it came to before: people of a small folder in MakeHuman's layout, the model learned from them, garments and an
 * eye's picture that are written here, bound, split into parts, sewn, combed, lined, covered. That it is right is for tests/unit/core/train/wardrobe.
 *
 * tests/golden/steps/outfits.txt: POSED_GOLDEN=write makes it anew, which a change of the training or of the table of garments asks for. Of 100 people the
 * kernels of another BLAS make other directions (test_body.c): the same ones are asked for everywhere. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"
#include "tests/support/makehuman.h"
#include "tests/support/told.h"
#include "tests/support/same_kernels.h"

#include "core/base/buffer.h"
#include "core/io/mesh/png.h"
#include "train/body/body.h"
#include "train/wardrobe/wardrobe.h"

#define TOLERANCE 1e-7
#define ITEMS     "tee-jeans,blouse-skirt,dungarees,boots,hair-short,eyes,brows,lashes,teeth,tongue"

static fake_makehuman fake;

/* ---- files */

static void make_folder(const char *below)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", fake.folder, below);
    for (char *at = path + strlen(fake.folder) + 1; (at = strchr(at, '/')); *at++ = '/') {
        *at = 0;
        mkdir(path, 0755);
    }
    mkdir(path, 0755);
}

/* Over the egg, 3 % and more away from it: its upper half and, apart, the lower one, which a skirt is made of. Of a side: what stands in one half of x, so
 * that eyes and teeth are two. */
static void write_garment(const char *files, double out_by, bool by_side)
{
    char path[192];
    int corner[EGG_VERTICES][2], count = 0;
    snprintf(path, sizeof path, "%s.mhclo", files);
    FILE *file = fake_open(&fake, path);
    fprintf(file, "# made by a test\nname it\nverts 0\n");
    for (int half = 0; half < 2; half++)
        for (int i = 0; i < EGG_VERTICES; i++) {
            const float *v = fake.e.vertices + 3 * i;
            const double by = out_by * (1 + 0.2 * sin(i));
            corner[i][half] = ++count;
            fprintf(file, "%d %d %d 1 0 0 %.5f %.5f %.5f\n", i, i, i, 10 * by * v[0] / 0.45,
                    10 * by * v[1] / 0.85, 10 * by * v[2] / 0.25);
        }
    fprintf(file, "delete_verts\n100 - 180 190 200 - 240\n");
    fclose(file);

    snprintf(path, sizeof path, "%s.obj", files);
    file = fake_open(&fake, path);
    for (int i = 0; i < count; i++)
        fprintf(file, "v 0 0 0\nvt %.4f %.4f\n", (i % 20) / 20.0, (i / 20) / 40.0);
    for (int q = 0; q < EGG_QUADS; q++) {
        double at = 0;
        for (int k = 0; k < 4; k++) at += fake.e.vertices[3 * fake.e.quads[q][k] + !by_side] / 4.0;
        const int half = at < 0;
        if (half && fabs(at) > 0.2)
            continue; /* the upper one is the largest, also when the lower is sewn of finer triangles */
        fprintf(file, "f");
        for (int k = 0; k < 4; k++)
            fprintf(file, " %d/%d", corner[fake.e.quads[q][k]][half], corner[fake.e.quads[q][k]][half]);
        fprintf(file, "\n");
    }
    fclose(file);
}

static void write_eye(void)
{
    pd_io_image eye;
    pd_buffer png = {0};
    char path[256];
    assert_int_equal(pd_io_image_init(&eye, 512, 512, 3, 8, NULL), PD_OK);
    for (int i = 0; i < 3 * 512 * 512; i++)
        ((unsigned char *)eye.samples)[i] = (unsigned char)(30 + i / 3 % 512 / 4 + i % 3);
    assert_int_equal(pd_io_png_write(&png, &eye, NULL), PD_OK);
    snprintf(path, sizeof path, "%s/eyes/materials/brown_eye.png", fake.folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(png.data, 1, png.size, file), png.size);
    fclose(file);
    pd_io_image_deinit(&eye), pd_buffer_deinit(&png);
}

static void write_assets(void)
{
    static const struct {
        const char *folder, *name;
        double out_by;
        bool by_side;
    } rows[] = {{"base/clothes/male_casualsuit04", "male_casualsuit04", 0.02, false},
                {"base/clothes/female_elegantsuit01", "female_elegantsuit01", 0.03, false},
                {"base/clothes/male_worksuit01", "male_worksuit01", 0.025, false},
                {"base/clothes/shoes03", "shoes03", 0.01, true},
                {"base/hair/short02", "short02", 0.015, false},
                {"eyes/high-poly", "high-poly", 0.005, true},
                {"base/eyebrows/eyebrow001", "eyebrow001", 0.001, true},
                {"base/eyelashes/eyelashes01", "eyelashes01", 0.012, true},
                {"base/teeth/teeth_base", "teeth_base", -0.01, false},
                {"base/tongue/tongue01", "tongue01", -0.02, false}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        char files[160];
        make_folder(rows[r].folder);
        snprintf(files, sizeof files, "%s/%s", rows[r].folder, rows[r].name);
        write_garment(files, rows[r].out_by, rows[r].by_side);
    }
    make_folder("eyes/materials");
    write_eye();
}

/* ---- what comes of it */

static double numbers_of(const uint16_t *values, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += values[i] * (1 + (double)(i % 97) / 97);
    return sum / 100;
}

/* Squares of directions: which way one points is anybody's. */
static void add_item(golden_lines *g, const pd_wardrobe_item *item)
{
    const size_t n = 3 * (size_t)item->vertex_count;
    double weights = 0, dirs = 0;
    for (int i = 0; i < 4 * item->vertex_count; i++)
        weights += (double)item->weights[i] * (1 + item->joints[i]) * (1 + (double)(i % 97) / 97);
    for (size_t i = 0; i < n * (size_t)item->dir_count; i++)
        dirs += pow((double)item->dirs[i], 2) * (1 + (double)(i % 97) / 97);
    golden_lines_add(g, item->name,
                     (double[]){item->slot, item->vertex_count, item->corner_count, item->face_count,
                                item->part_count, item->hide_count, item->dir_count,
                                golden_weighted(item->rest, n), dirs,
                                golden_weighted(item->anchor_weights, n), weights,
                                golden_weighted(item->uvs, 2 * (size_t)item->corner_count) / 10,
                                numbers_of(item->hides, item->hide_count), numbers_of(item->anchors, (int)n),
                                numbers_of(item->corners, item->corner_count),
                                numbers_of(item->faces, 3 * item->face_count), (double)strlen(item->about),
                                (double)strlen(item->source)},
                     18, TOLERANCE);
    for (int p = 0; p < item->part_count; p++) {
        const pd_wardrobe_part *part = &item->parts[p];
        golden_lines_add(g, "part",
                         (double[]){part->first_face, part->face_count, (double)part->color[0],
                                    (double)part->color[1], (double)part->color[2], (double)part->roughness,
                                    part->texture, part->alpha, part->tint, part->two_sided},
                         10, TOLERANCE);
    }
}

static void add_texture(golden_lines *g, const pd_wardrobe_texture *t)
{
    pd_io_image image;
    double sum = 0;
    assert_int_equal(pd_io_png_read(&image, t->png, t->bytes, NULL, NULL), PD_OK);
    for (int i = 0; i < image.width * image.height * image.channels; i++)
        sum += ((unsigned char *)image.samples)[i] * (1 + (double)(i % 97) / 97);
    golden_lines_add(g, t->name, (double[]){image.width, image.height, image.channels, sum}, 4, 1e-6);
    pd_io_image_deinit(&image);
}

static void a_wardrobe_is_what_it_was(void **state)
{
    golden_lines g;
    pd_train_result result;
    pd_smpl_model *model;
    pd_wardrobe w;
    pd_error err = {0};
    char assets[80];
    const pd_train_options options = {.data_folder = fake.folder,
                                      .seed = 5,
                                      .subject_count = 100,
                                      .held_out_count = 20,
                                      .beta_count = 3,
                                      .person = true,
                                      .face_beta_count = 1};
    (void)state;
    if (pd_train_body(&result, &options, &pd_fixture_shuffled, (pd_train_progress){0}, &err))
        fail_msg("%s: %s", err.where, err.detail);
    if (pd_smpl_model_build(&model, &result.models[0], &err)) fail_msg("%s: %s", err.where, err.detail);
    result.models[0] = (pd_smpl_data){0};
    snprintf(assets, sizeof assets, "%s", fake.folder);
    golden_lines_begin(&g, "tests/golden/steps/outfits.txt");

    const pd_train_wardrobe_options how = {.data_folder = fake.folder,
                                           .assets_folder = assets,
                                           .model = &model->data,
                                           .seed = 9,
                                           .people = 100,
                                           .items = ITEMS};
    told said;
    if (pd_train_wardrobe(&w, &how, &pd_fixture_shuffled, told_to(&said), &err))
        fail_msg("%s: %s", err.where, err.detail);
    told_add(&g, &said);
    golden_lines_add(&g, "wardrobe",
                     (double[]){w.item_count, w.texture_count, w.skin_vertex_count, w.joint_count,
                                (double)strlen(w.text.name), (double)strlen(w.text.licence),
                                (double)strlen(w.text.provenance), (double)strlen(w.text.credits),
                                (double)strlen(w.model)},
                     9, 0);
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++)
        golden_lines_add(&g, "standard", (double[]){w.standard[s]}, 1, 0);
    for (int i = 0; i < w.item_count; i++) add_item(&g, &w.items[i]);
    for (int t = 0; t < w.texture_count; t++) add_texture(&g, &w.textures[t]);

    if (pd_train_wardrobe_line(&w, model, &err)) fail_msg("%s: %s", err.where, err.detail);
    for (int i = 0; i < w.item_count; i++) add_item(&g, &w.items[i]);
    golden_lines_end(&g);
    pd_wardrobe_deinit(&w);
    pd_smpl_model_release(model);
    pd_train_result_deinit(&result);
}

static int write_folder(void **state)
{
    (void)state;
    fake_makehuman_write(&fake);
    write_assets();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    fake_makehuman_remove(&fake);
    return 0;
}

int main(int count, char **arguments)
{
    (void)count;
    if (!same_kernels_begin(arguments)) {
        puts("the numbers are of OpenBLAS's kernels for AVX2, which this processor has not got");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_wardrobe_is_what_it_was)};
    return cmocka_run_group_tests(tests, write_folder, remove_folder);
}
