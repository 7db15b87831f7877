/* Tests how clothes and hair follow a shaped and posed body by their anchors, directions and weights. */
#include "core/base/rng.h"
#include "core/smpl/data/keypoint.h"
#include "core/wardrobe/dress.h"
#include "tests/support/wardrobes.h"

#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct fixture {
    pd_wardrobe wardrobe;
    pd_smpl_model *model;
    float skin[3 * TINY_VERTICES], rotations[9 * TINY_JOINTS];
} fixture;

static fixture make(void)
{
    fixture f = {.wardrobe = tiny_wardrobe()};
    pd_smpl_data data = tiny_body(1);
    assert_int_equal(pd_smpl_model_build(&f.model, &data, NULL), PD_OK);
    for (int i = 0; i < 3 * TINY_JOINTS; i++) f.rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    return f;
}

static void drop(fixture *f)
{
    pd_wardrobe_deinit(&f->wardrobe);
    pd_smpl_model_release(f->model);
}

static void run(fixture *f, pd_smpl_body *body)
{
    pd_smpl_job job = {body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    body->vertices = f->skin;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, f->model)));
    pd_smpl_job_run(&job, f->model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static void dress(float *vertices, float *normals, const fixture *f, const pd_smpl_body *body, int item)
{
    pd_wardrobe_wearer wearer;
    float scratch[9 * 8];
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, f->model, NULL, body, f->skin, NULL), PD_OK);
    pd_wardrobe_dress(vertices, normals, &f->wardrobe.items[item], &wearer, scratch);
    pd_wardrobe_wearer_deinit(&wearer);
}

static void at_rest_an_item_moves_with_its_anchors_and_its_directions(void **state)
{
    (void)state;
    fixture f = make();
    const float betas[2] = {1, -2};
    pd_smpl_body body = {.betas = betas, .beta_count = 2};
    float out[3 * 5], normals[3 * 5];
    run(&f, &body);
    dress(out, normals, &f, &body, 0);
    const pd_wardrobe_item *hat = &f.wardrobe.items[0];
    for (int c = 0; c < 5; c++)
        for (int k = 0; k < 3; k++) {
            const int at = 3 * hat->corners[c] + k;
            float want = hat->rest[at] + hat->dirs[2 * at] - 2 * hat->dirs[2 * at + 1];
            for (int a = 0; a < 3; a++) { /* anchors are the vertices 0, 1, 2 */
                const float *row = f.model->data.shapedirs + 2 * (3 * a + k);
                want += hat->anchor_weights[3 * hat->corners[c] + a] * (row[0] - 2 * row[1]);
            }
            if (fabsf(out[3 * c + k] - want) > 1e-5f)
                fail_msg("corner %d.%d: %g, not %g", c, k, (double)out[3 * c + k], (double)want);
        }
    for (int c = 0; c < 5; c++)
        assert_true(fabsf(normals[3 * c] * normals[3 * c] + normals[3 * c + 1] * normals[3 * c + 1] +
                          normals[3 * c + 2] * normals[3 * c + 2] - 1) < 1e-5f);
    drop(&f);
}

/* A quad of hair in a plane, and a garment of the same place: cloth has the triangle's normal, hair another
 * that turns with the head. */
static void hair_faces_away_from_the_head_in_any_pose(void **state)
{
    (void)state;
    fixture f = make();
    const float turn[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
    float out[3 * 5], still[3 * 5], turned[3 * 5], flat[3 * 5];
    pd_smpl_body body = {0};
    run(&f, &body);
    dress(out, still, &f, &body, 0);
    f.wardrobe.items[0].slot = PD_WARDROBE_HAT;
    dress(out, flat, &f, &body, 0);
    assert_true(fabsf(fabsf(flat[1]) - 1) < 1e-5f && fabsf(flat[0]) < 1e-5f);
    assert_true(fabsf(still[1]) < 0.999f);

    f.wardrobe.items[0].slot = PD_WARDROBE_HAIR;
    memcpy(f.rotations, turn, sizeof turn);
    body.rotations = f.rotations;
    run(&f, &body);
    dress(out, turned, &f, &body, 0);
    for (int c = 0; c < 5; c++) {
        const float want[3] = {still[3 * c + 2], still[3 * c + 1], -still[3 * c]};
        for (int k = 0; k < 3; k++) assert_true(fabsf(turned[3 * c + k] - want[k]) < 1e-5f);
    }
    drop(&f);
}

static void translation_and_root_move_an_item_as_they_move_the_skin(void **state)
{
    (void)state;
    fixture f = make();
    const float move[3] = {0.5f, 2, -1};
    /* a quarter turn about y of the root: (x, y, z) -> (z, y, -x) about the pelvis at 0 */
    const float turn[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
    float plain[3 * 5], moved[3 * 5];
    pd_smpl_body body = {0};
    run(&f, &body);
    dress(plain, NULL, &f, &body, 0);
    memcpy(f.rotations, turn, sizeof turn);
    body.rotations = f.rotations;
    body.translation = move;
    run(&f, &body);
    dress(moved, NULL, &f, &body, 0);
    for (int c = 0; c < 5; c++) {
        const float want[3] = {plain[3 * c + 2] + move[0], plain[3 * c + 1] + move[1],
                               -plain[3 * c] + move[2]};
        for (int k = 0; k < 3; k++) assert_true(fabsf(moved[3 * c + k] - want[k]) < 1e-5f);
    }
    drop(&f);
}

static void skin_motion_beyond_skinning_moves_clothes_by_their_anchors(void **state)
{
    (void)state;
    fixture f = make();
    pd_smpl_body body = {0};
    float before[3 * 5], after[3 * 5];
    run(&f, &body);
    dress(before, NULL, &f, &body, 0);
    f.skin[3 * 1 + 2] += 0.4f; /* vertex 1 is a quarter of each anchor */
    f.skin[3 * 3 + 2] += 9;    /* vertex 3 is none                     */
    dress(after, NULL, &f, &body, 0);
    for (int c = 0; c < 5; c++) {
        assert_true(fabsf(after[3 * c + 2] - before[3 * c + 2] - 0.1f) < 1e-5f);
        assert_true(fabsf(after[3 * c] - before[3 * c]) < 1e-6f);
    }
    drop(&f);
}

static void hidden_skin_is_left_out_and_so_is_what_is_worn_under_cloth(void **state)
{
    (void)state;
    fixture f = make();
    pd_wardrobe_outfit o;
    uint32_t faces[3 * TINY_FACES];
    unsigned char hidden[TINY_VERTICES];
    assert_int_equal(pd_wardrobe_choose(&o, &f.wardrobe, "scarf", NULL), PD_OK);
    /* the scarf hides vertex 0: only the triangle 1 2 3 stays */
    assert_int_equal(pd_wardrobe_seen_faces(faces, hidden, &f.wardrobe, &o, NULL, f.model->data.faces,
                                            TINY_FACES, TINY_VERTICES),
                     1);
    assert_int_equal(faces[0] + faces[1] + faces[2], 6);
    assert_int_equal(pd_wardrobe_choose(&o, &f.wardrobe, "none", NULL), PD_OK);
    assert_int_equal(pd_wardrobe_seen_faces(faces, hidden, &f.wardrobe, &o, NULL, f.model->data.faces,
                                            TINY_FACES, TINY_VERTICES),
                     TINY_FACES);

    uint16_t part[3];
    unsigned char covered[TINY_VERTICES] = {0};
    const pd_wardrobe_item *hat = &f.wardrobe.items[0];
    assert_int_equal(pd_wardrobe_seen_part(part, hat, &hat->parts[1], covered), 1);
    memset(covered, 1, 3);
    assert_int_equal(pd_wardrobe_seen_part(part, hat, &hat->parts[1], covered), 0);
    assert_int_equal(pd_wardrobe_choose(&o, &f.wardrobe, "scarf", NULL), PD_OK);
    pd_wardrobe_covered(covered, &f.wardrobe, &o, PD_WARDROBE_SHOES, TINY_VERTICES);
    assert_true(covered[0] && !covered[1]);
    pd_wardrobe_covered(covered, &f.wardrobe, &o, PD_WARDROBE_OUTFIT, TINY_VERTICES);
    assert_false(covered[0]);

    drop(&f);
}

static void a_wardrobe_made_for_another_model_does_not_fit_the_body(void **state)
{
    (void)state;
    fixture f = make();
    pd_error err = {0};
    assert_int_equal(pd_wardrobe_fits(&f.wardrobe, f.model, NULL), PD_OK);
    f.wardrobe.model[0] = 'T';
    assert_int_equal(pd_wardrobe_fits(&f.wardrobe, f.model, &err), PD_ERR_INVALID);
    assert_string_equal(err.detail, "the wardrobe is of the model Tiny");
    f.wardrobe.model[0] = 't';
    f.wardrobe.skin_vertex_count++;
    assert_int_equal(pd_wardrobe_fits(&f.wardrobe, f.model, &err), PD_ERR_INVALID);
    f.wardrobe.skin_vertex_count--;
    f.wardrobe.joint_count++;
    assert_int_equal(pd_wardrobe_fits(&f.wardrobe, f.model, &err), PD_ERR_INVALID);
    drop(&f);
}

/* The shipped eyes on a larger head (a beta of proportion): they go with the joints they turn about, to a
 * tenth of a millimetre. Their anchors, at the top of the head, go 8 mm farther. */
static void eyes_stay_in_their_sockets_whatever_the_proportions(void **state)
{
    (void)state;
    pd_wardrobe *w;
    pd_smpl_model *model;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, "eyes")];
    const size_t n = (size_t)item->vertex_count, m = (size_t)item->corner_count;
    float *block = malloc((6 * n + 3 * m) * sizeof *block), *skin = malloc(12 * (size_t)model->vertex_count),
          betas[17] = {0}, joints[2][3 * PD_SMPL_MAX_JOINTS];
    double middle[2][3] = {{0}};
    for (int k = 0; k < 2; k++) {
        betas[16] = k ? 2 : 0;
        const pd_smpl_body body = {.betas = betas, .beta_count = 17, .vertices = skin, .joints = joints[k]};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        pd_arena scratch;
        pd_wardrobe_wearer wearer;
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
        pd_wardrobe_dress(block + 6 * n, NULL, item, &wearer, block);
        for (size_t i = 0; i < 3 * m; i++) middle[k][i % 3] += (double)block[6 * n + i] / (double)m;
        pd_wardrobe_wearer_deinit(&wearer);
        pd_arena_deinit(&scratch);
    }
    for (int c = 0; c < 3; c++) {
        const double by =
            0.5 * ((double)joints[1][69 + c] - joints[0][69 + c] + joints[1][72 + c] - joints[0][72 + c]);
        if (fabs(middle[1][c] - middle[0][c] - by) > 1e-4)
            fail_msg("%d: eyes %g, joints %g", c, middle[1][c] - middle[0][c], by);
    }
    free(block), free(skin);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

/* The most, in metres, that a vertex of an item lacks of the height over the skin (V,3) that dress.h
 * promises: that on the template, or the clearance. */
static void find_lost(double *lost, const pd_wardrobe_item *item, const float *corners,
                      const pd_smpl_model *model, const float *skin, const float *normals)
{
    *lost = 0;
    for (int k = 0; k < item->corner_count; k++) {
        const size_t i = item->corners[k];
        double now = 0, before = 0, length = 0, n[3] = {0};
        for (size_t a = 0; a < 3; a++)
            for (size_t c = 0; c < 3; c++)
                n[c] += (double)item->anchor_weights[3 * i + a] *
                        (double)normals[3 * (size_t)item->anchors[3 * i + a] + c];
        for (size_t c = 0; c < 3; c++) length += n[c] * n[c];
        for (size_t c = 0; c < 3; c++) {
            double on = 0, from = 0;
            for (size_t a = 0; a < 3; a++) {
                const size_t anchor = 3 * (size_t)item->anchors[3 * i + a] + c;
                on += (double)item->anchor_weights[3 * i + a] * (double)skin[anchor];
                from += (double)item->anchor_weights[3 * i + a] * (double)model->data.v_template[anchor];
            }
            now += n[c] / sqrt(length) * ((double)corners[3 * (size_t)k + c] - on);
            before += n[c] / sqrt(length) * ((double)item->rest[3 * i + c] - from);
        }
        *lost = fmax(*lost, fmin(before, PD_WARDROBE_CLEARANCE) - now);
    }
}

/* The shipped clothes on a slim body and on a wide one:
 * both are far from those that the garments were learned on. */
static void clothes_stay_out_of_the_skin_of_any_body(void **state)
{
    (void)state;
    static const char *const names[] = {"coveralls", "blouse-skirt", "crop-top-jeans", "low-sneakers"};
    pd_wardrobe *w;
    pd_smpl_model *model;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    float *skin = malloc(24 * (size_t)model->vertex_count), *normals = skin + 3 * (size_t)model->vertex_count;
    for (int b = 0; b < 2; b++) {
        const float betas[4] = {b ? 2.5f : -2.5f, b ? 2.5f : -2, 1.5f, -1.5f};
        const pd_smpl_body body = {.betas = betas, .beta_count = 4, .vertices = skin, .normals = normals};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        pd_arena scratch;
        pd_wardrobe_wearer wearer;
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, names[k])];
            const size_t n = (size_t)item->vertex_count, m = (size_t)item->corner_count;
            float *block = malloc((9 * n + 3 * m) * sizeof *block);
            double lost;
            pd_wardrobe_dress(block + 9 * n, NULL, item, &wearer, block);
            find_lost(&lost, item, block + 9 * n, model, skin, normals);
            if (lost > 1e-5) fail_msg("%s on body %d: %g m too near the skin", names[k], b, lost);
            free(block);
        }
        pd_wardrobe_wearer_deinit(&wearer);
        pd_arena_deinit(&scratch);
    }
    free(skin);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

/* Where the corners of an item that hang on a joint are on average, and where a vertex of the skin is, of the
 * shipped person. */
static void mouth_of(double middle[3], double skin_at[3], const pd_wardrobe *w, const char *name, int joint,
                     int vertex, const pd_smpl_model *model, const char *expression, float head)
{
    const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, name)];
    const size_t n = (size_t)item->vertex_count, m = (size_t)item->corner_count;
    float *block = malloc((6 * n + 3 * m) * sizeof *block), *skin = malloc(12 * (size_t)model->vertex_count),
          betas[17] = {0}, *shapes = calloc((size_t)model->expression_count, sizeof *shapes);
    for (int e = 0; expression && e < model->expression_count; e++)
        shapes[e] = !strcmp(model->data.expression_names[e], expression);
    betas[16] = head;
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = 17,
                               .expression = shapes,
                               .expression_count = model->expression_count,
                               .vertices = skin};
    const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
    pd_arena scratch;
    pd_wardrobe_wearer wearer;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
    pd_wardrobe_dress(block + 6 * n, NULL, item, &wearer, block);

    int count = 0;
    memset(middle, 0, 3 * sizeof *middle);
    for (size_t i = 0; i < m; i++) {
        if (item->joints[4 * item->corners[i]] != joint) continue;
        for (size_t c = 0; c < 3; c++) middle[c] += (double)block[6 * n + 3 * i + c];
        count++;
    }
    assert_true(count > 50);
    for (size_t c = 0; c < 3; c++) middle[c] /= count, skin_at[c] = (double)skin[3 * (size_t)vertex + c];
    pd_wardrobe_wearer_deinit(&wearer);
    pd_arena_deinit(&scratch);
    free(block), free(skin), free(shapes);
}

/* The shipped teeth and tongue: lower ones go with the chin, upper ones with the face about them; neither
 * with an eyelid or the top of the head, where they once hung. */
static void teeth_and_tongue_stay_in_the_mouth(void **state)
{
    (void)state;
    enum { HEAD = 15, JAW = 22, UPPER_LIP = 474, LOWER_LIP = 493 };
    const struct {
        const char *item, *expression;
        int joint, lip;
        float head;         /* standard deviations of the head's size */
        double least, most; /* metres down; */
        double apart;       /* from what the lip does, at most */
    } rows[] = {{"teeth", "jawOpen", JAW, LOWER_LIP, 0, 0.015, 0.040, 0.012},
                {"tongue", "jawOpen", JAW, LOWER_LIP, 0, 0.015, 0.040, 0.012},
                {"teeth", "jawOpen", HEAD, UPPER_LIP, 0, -0.0005, 0.0005, 0.003},
                {"teeth", "eyeBlinkRight", JAW, LOWER_LIP, 0, -0.0005, 0.0005, 0.001},
                {"tongue", "eyeBlinkRight", JAW, LOWER_LIP, 0, -0.0005, 0.0005, 0.001},
                {"teeth", NULL, HEAD, UPPER_LIP, 2, 0.003, 0.008, 0.003},
                {"teeth", NULL, JAW, LOWER_LIP, 2, 0.003, 0.012, 0.004}};
    pd_wardrobe *w;
    pd_smpl_model *model;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        double still[3], moved[3], lip[3], lip_moved[3], apart = 0;
        mouth_of(still, lip, w, rows[r].item, rows[r].joint, rows[r].lip, model, NULL, 0);
        mouth_of(moved, lip_moved, w, rows[r].item, rows[r].joint, rows[r].lip, model, rows[r].expression,
                 rows[r].head);
        for (int c = 0; c < 3; c++) {
            const double d = moved[c] - still[c] - (lip_moved[c] - lip[c]);
            apart += d * d;
        }
        if (still[1] - moved[1] < rows[r].least || still[1] - moved[1] > rows[r].most ||
            sqrt(apart) > rows[r].apart)
            fail_msg("row %zu: %s of joint %d %.2f mm down, %.2f mm from what the lip does", r, rows[r].item,
                     rows[r].joint, 1000 * (still[1] - moved[1]), 1000 * sqrt(apart));
    }
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

/* The shipped teeth stand behind the inner rims of the lips, whatever the face: looked at from ahead, no
 * corner of theirs is in front of one. */
static void teeth_stay_behind_the_lips(void **state)
{
    (void)state;
    enum { FACES = 40, BETAS = 79 };
    int lips[PD_SMPL_LIP_POINTS];
    pd_rng rng;
    pd_wardrobe *w;
    pd_smpl_model *model;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&model, "models/person.safetensors", NULL), PD_OK);
    assert_true(pd_smpl_keypoint_lips(lips, model->vertex_count));
    pd_rng_init(&rng, 1);
    assert_true(model->beta_count >= BETAS);
    const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, "teeth")];
    const size_t n = (size_t)item->vertex_count, m = (size_t)item->corner_count;
    float *block = malloc((9 * n + 3 * m) * sizeof *block), *teeth = block + 9 * n,
          *skin = malloc(3 * (size_t)model->vertex_count * sizeof *skin), betas[BETAS];
    for (int f = 0; f < FACES; f++) {
        for (int b = 0; b < BETAS; b++) betas[b] = (float)(1.5 * pd_rng_normal(&rng));
        const pd_smpl_body body = {.betas = betas, .beta_count = BETAS, .vertices = skin};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        pd_arena scratch;
        pd_wardrobe_wearer wearer;
        assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, NULL, &body, skin, NULL), PD_OK);
        pd_wardrobe_dress(teeth, NULL, item, &wearer, block);

        for (size_t l = 0; l < PD_SMPL_LIP_POINTS; l++)
            for (size_t i = 0; i < m; i++) {
                const float *lip = skin + 3 * (size_t)lips[l], *tooth = teeth + 3 * i;
                if (hypotf(tooth[0] - lip[0], tooth[1] - lip[1]) < 0.003f && tooth[2] > lip[2])
                    fail_msg("face %d: a tooth %.1f mm before the lips at point %zu", f,
                             1000 * (double)(tooth[2] - lip[2]), l);
            }
        pd_wardrobe_wearer_deinit(&wearer);
        pd_arena_deinit(&scratch);
    }
    free(block), free(skin);
    pd_smpl_model_release(model);
    pd_wardrobe_release(w);
}

/* Shipped trousers over shipped socks: below the hem all of the socks is drawn, and nothing of them 10 cm
 * inside, where they would come through cuffs. */
static void socks_end_inside_of_trousers(void **state)
{
    (void)state;
    static const char *const outfits[] = {"coveralls,sneakers", "coveralls,boots", "tee-jeans,sneakers",
                                          "vneck-cropped-jeans,canvas-shoes"};
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    unsigned char *covered = malloc((size_t)w->skin_vertex_count);
    for (size_t o = 0; o < sizeof outfits / sizeof *outfits; o++) {
        pd_wardrobe_outfit outfit;
        assert_int_equal(pd_wardrobe_choose(&outfit, w, outfits[o], NULL), PD_OK);
        const pd_wardrobe_item *trousers = &w->items[outfit.items[PD_WARDROBE_OUTFIT]],
                               *shoes = &w->items[outfit.items[PD_WARDROBE_SHOES]];
        float hem = 9;
        for (int i = 0; i < trousers->vertex_count; i++) hem = fminf(hem, trousers->rest[3 * i + 1]);

        /* Triangles that are drawn, by place. */
        uint16_t *seen = malloc(3 * (size_t)shoes->face_count * sizeof *seen);
        pd_wardrobe_covered(covered, w, &outfit, PD_WARDROBE_SHOES, w->skin_vertex_count);
        int below = 0, drawn_below = 0;
        for (int p = 0; p < shoes->part_count; p++) {
            const pd_wardrobe_part *part = &shoes->parts[p];
            const int drawn = pd_wardrobe_seen_part(seen, shoes, part, covered);
            for (int f = 0; f < drawn + part->face_count; f++) {
                const uint16_t *face =
                    f < drawn ? seen + 3 * f : shoes->faces + 3 * (size_t)(part->first_face + f - drawn);
                float low = 9, high = -9;
                for (int k = 0; k < 3; k++) {
                    const float y = shoes->rest[3 * (size_t)shoes->corners[face[k]] + 1];
                    low = fminf(low, y), high = fmaxf(high, y);
                }
                if (f < drawn && low > hem + 0.10f)
                    fail_msg("%s: a triangle of part %d is drawn %.0f mm inside", outfits[o], p,
                             1000 * (double)(low - hem));
                *(f < drawn ? &drawn_below : &below) += high < hem;
            }
        }
        assert_true(below > 100 && drawn_below == below);
        free(seen);
    }
    free(covered);
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(socks_end_inside_of_trousers),
        cmocka_unit_test(clothes_stay_out_of_the_skin_of_any_body),
        cmocka_unit_test(teeth_and_tongue_stay_in_the_mouth),
        cmocka_unit_test(teeth_stay_behind_the_lips),
        cmocka_unit_test(eyes_stay_in_their_sockets_whatever_the_proportions),
        cmocka_unit_test(at_rest_an_item_moves_with_its_anchors_and_its_directions),
        cmocka_unit_test(hair_faces_away_from_the_head_in_any_pose),
        cmocka_unit_test(translation_and_root_move_an_item_as_they_move_the_skin),
        cmocka_unit_test(skin_motion_beyond_skinning_moves_clothes_by_their_anchors),
        cmocka_unit_test(hidden_skin_is_left_out_and_so_is_what_is_worn_under_cloth),
        cmocka_unit_test(a_wardrobe_made_for_another_model_does_not_fit_the_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
