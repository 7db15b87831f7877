/* Golden test of the messages of training about templates and registered meshes, word for word. The meshes
 * are sleeves: symmetric, bent, with given joints or blurred, and one with a hundred defects, each just
 * within and just beyond its limit. tests/unit/train/registration tests the results.
 *
 * POSED_GOLDEN=write writes tests/golden/steps/registrations.txt again, which a changed message needs. */
#include "tests/support/golden_text.h"
#include "tests/support/sleeve.h"

#define TOLERANCE 1e-6

static sleeve s;

static void say(pd_buffer *out, const char *name, int way, pd_status status, const pd_error *err)
{
    pd_buffer_printf(out, "%s %d: %s%s%s\n", name, way, status ? err->where : "fine", status ? ": " : "",
                     status ? err->detail : "");
}

/* ---- templates */

static const float known[3 * SLEEVE_JOINTS] = {0,      1.02F, 0.01F, 0.24F, 1.03F, -0.02F, -0.25F, 1.03F,
                                               -0.02F, 0.5F,  0.97F, 0,     -0.5F, 1.2F,   0};

static pd_learn_template_source source_of(int way)
{
    static const char names[SLEEVE_JOINTS][PD_SMPL_NAME_BYTES] = {"middle", "left_1", "right_1", "left_2",
                                                                  "right_2"};
    sleeve_make(&s);
    return (pd_learn_template_source){.name = "sleeve.npz",
                                      .vertex_count = SLEEVE_VERTICES,
                                      .face_count = SLEEVE_FACES,
                                      .joint_count = SLEEVE_JOINTS,
                                      .vertices = s.vertices,
                                      .faces = s.faces,
                                      .parts = s.parts,
                                      .parents = sleeve_parents,
                                      .joint_names = way % 2 ? names : NULL,
                                      .joints = way == 1 || way == 4 ? known : NULL,
                                      .blur_m = way == 2 ? 0.08 : 0};
}

static void templates_are_made(pd_buffer *out)
{
    for (int way = 0; way < 5; way++) {
        pd_learn_template_source source = source_of(way);
        pd_learn_template t;
        pd_error err = {0};
        for (int i = 0; i < SLEEVE_VERTICES && way > 2; i++) { /* bent, a part begins elsewhere, no mirror */
            s.vertices[3 * i + 1] += 0.1F * s.vertices[3 * i] + 0.02F * (float)sin(3 * i);
            if (way == 4 && s.vertices[3 * i] > 0.45F) s.parts[i] = 3;
        }
        const pd_status status = pd_learn_template_init(&t, &source, &err);
        say(out, "template", way, status, &err);
        if (status == PD_OK)
            pd_buffer_printf(out, "%d edges, %s\n", t.edge_count, t.mirror ? "symmetric" : "of one side");
        pd_learn_template_deinit(&t);
    }
}

/* The vertices of which one is off: how far a mirror may be. */
static void templates_are_refused(pd_buffer *out)
{
    static int parents[SLEEVE_JOINTS];
    for (int way = 0; way < 26; way++) {
        pd_learn_template_source source = source_of(way);
        pd_learn_template t;
        pd_error err = {0};
        memcpy(parents, sleeve_parents, sizeof parents);
        source.parents = parents;
        const float sizes[] = {0.182F, 0.184F, 2.43F, 2.45F};
        if (way < 4)
            for (int i = 0; i < 3 * SLEEVE_VERTICES; i++) s.vertices[i] *= sizes[way];
        if (way == 4) source.vertex_count = 3;
        if (way == 5) source.vertex_count = PD_SMPL_MAX_VERTICES + 1;
        if (way == 6) source.face_count = 0;
        if (way == 7) source.face_count = PD_SMPL_MAX_FACES + 1;
        if (way == 8) source.joint_count = 1;
        if (way == 9) source.joint_count = PD_LEARN_JOINTS_MAX + 1;
        if (way == 10) parents[3] = 3;
        if (way == 11) parents[2] = -1;
        if (way == 12) parents[0] = 0;
        if (way == 13) s.vertices[100] = NAN;
        if (way == 14) s.vertices[3 * SLEEVE_VERTICES - 1] = INFINITY;
        if (way == 15) s.faces[200] = SLEEVE_VERTICES;
        if (way == 16) s.faces[3 * SLEEVE_FACES - 1] = SLEEVE_VERTICES - 1;
        if (way == 17)
            for (int i = 0; i < SLEEVE_VERTICES; i++) s.vertices[3 * i] *= -1;
        if (way == 18) s.parts[5] = -1;
        if (way == 19) s.parts[SLEEVE_VERTICES - 1] = SLEEVE_JOINTS;
        if (way == 20 || way == 21)
            for (int i = 0; i < SLEEVE_VERTICES; i++) s.parts[i] = s.parts[i] == 4 ? 2 : s.parts[i];
        if (way == 22) parents[3] = 2;
        if (way == 23) s.parts[40] = 4;
        if (way == 24) s.vertices[31] += 0.0019F;
        if (way == 25) s.vertices[31] += 0.0021F;
        const pd_status status = pd_learn_template_init(&t, &source, &err);
        say(out, "source", way, status, &err);
        if (status == PD_OK) pd_buffer_printf(out, "%s\n", t.mirror ? "symmetric" : "of one side");
        pd_learn_template_deinit(&t);
    }
}

/* ---- sets */

static float *mesh(const pd_learn_set *set, int index)
{
    return set->poses.vertices + 3 * (size_t)set->vertex_count * (size_t)index;
}

static void lose(float *v, int first, int count)
{
    for (int i = 3 * first; i < 3 * (first + count); i++) v[i] = NAN;
}

/* Moves every `every`-th vertex along y by `by`. */
static void pull(float *v, int count, int every, float by)
{
    for (int i = 0; i < count; i += every) v[3 * i + 1] += by;
}

static void add_shapes(pd_learn_set *set, const pd_learn_template *tpl, int count, float wider)
{
    for (int n = 0; n < count; n++) {
        char label[24];
        snprintf(label, sizeof label, "shape %d", n);
        float *to = pd_learn_meshes_add(&set->shapes, set->vertex_count, n, label, NULL);
        for (int i = 0; i < 3 * set->vertex_count; i++)
            to[i] = tpl->vertices[i] * (1 + wider * (float)(n + 1));
    }
}

/* Spoils a set of three people in four poses in this way. */
static void spoil(pd_learn_set *set, const pd_learn_template *tpl, int way)
{
    const int v = set->vertex_count, part = way % 10;
    float *m = mesh(set, 5);
    switch (way / 10) {
    case 0: /* what is missing, and coordinates */
        if (part < 4) lose(m, 7, v / 3 - 1 + part);
        if (part == 4) m[100] = NAN;
        if (part == 5) m[99] = m[100] = NAN;
        if (part == 6) m[9] = 9999;
        if (part == 7) m[10] = -10000;
        if (part == 8) {
            lose(m, v - 10, 10);
            lose(mesh(set, 6), 0, 3);
        }
        if (part == 9) lose(m, 0, v);
        break;
    case 1: /* scale */
        for (int i = 0; i < 3 * v; i++)
            m[i] *= (const float[]){0.37F, 0.385F, 0.4F, 0.415F, 0.43F, 2.3F, 2.4F, 2.5F, 2.6F, 100}[part];
        break;
    case 2: pull(m, v, 16 + part, 0.5F); break; /* stretched edges */
    case 3: pull(m, v, 3, 0.16F + 0.01F * (float)part); break;
    case 4: /* copies */
        if (part < 8) memcpy(m, mesh(set, 4), 3 * (size_t)v * sizeof *m);
        if (part == 1)
            for (int i = 0; i < v; i++) m[3 * i] += 1;
        if (part > 1 && part < 6) {
            m[300] += 0.00008F * (float)part;
            m[301] -= 0.00005F * (float)part;
        }
        if (part == 6) lose(m, 3, 1);
        if (part == 7) {
            lose(m, 3, 1);
            lose(mesh(set, 4), 3, 1);
        }
        if (part == 8) memcpy(mesh(set, 11), mesh(set, 0), 3 * (size_t)v * sizeof *m);
        if (part == 9) { /* not to the bit: which of two equal ones is named first is nobody's to say */
            float *copy = pd_learn_meshes_add(&set->held_out, v, 1, "held out", NULL);
            memcpy(copy, m, 3 * (size_t)v * sizeof *m);
            copy[300] += 0.0001F;
        }
        break;
    case 5: /* one pose only, with noise */
        for (int p = 5; p < 8; p++)
            for (int i = 0; i < 3 * v; i++)
                mesh(set, p)[i] = mesh(set, 4)[i] + 0.0003F * (float)(part * ((i * 7 + p * 5) % 11 - 5));
        break;
    case 6: /* few */
        if (part < 5) add_shapes(set, tpl, part, 0.02F);
        if (part == 5) set->subject_count = 1;
        if (part == 6) set->poses.count = 9; /* of the last a single pose */
        if (part == 7) set->poses.count = 10;
        if (part == 8) {
            add_shapes(set, tpl, 3, 0);
            set->shapes.vertices[5] += 1;
        }
        if (part == 9) {
            add_shapes(set, tpl, 3, 0.02F);
            set->shapes.vertices[3 * v + 2] = NAN;
        }
        break;
    case 7: /* a mirror, and what is nearly one */
        for (int i = 0; i < v; i++) m[3 * i + 2] = 1 + (m[3 * i + 2] - 1) * (1 - 0.2F * (float)part);
        break;
    default: break;
    }
}

static void sets_are_judged(pd_buffer *out)
{
    pd_learn_template tpl;
    sleeve_template(&tpl);
    for (int way = 0; way < 80; way++) {
        pd_learn_set set;
        pd_learn_state truth;
        pd_error err = {0};
        sleeve_set(&set, &truth, &tpl, 3, 4, 0.004, 0, 0, 5);
        spoil(&set, &tpl, way);
        const pd_status status = pd_learn_set_check(&set, &tpl, &err);
        say(out, "set", way, status, &err);
        pd_learn_state_deinit(&truth);
        pd_learn_set_deinit(&set);
    }

    pd_learn_set set;
    pd_learn_state truth;
    sleeve_set(&set, &truth, &tpl, 3, 4, 0.004, 0, 0, 5);
    const uint64_t before = pd_learn_set_hash(&set);
    add_shapes(&set, &tpl, 2, 0.02F);
    const uint64_t with_shapes = pd_learn_set_hash(&set);
    set.shapes.vertices[6 * set.vertex_count - 1] += 0.1F;
    const uint64_t other_shape = pd_learn_set_hash(&set);
    set.poses.subjects[11] = 1;
    const uint64_t other_subject = pd_learn_set_hash(&set);
    mesh(&set, 11)[3 * set.vertex_count - 1] += 0.1F;
    const uint64_t other_pose = pd_learn_set_hash(&set);
    assert_true(before != with_shapes && with_shapes != other_shape && other_shape != other_subject &&
                other_subject != other_pose);
    pd_learn_state_deinit(&truth);
    pd_learn_set_deinit(&set);
    pd_learn_template_deinit(&tpl);
}

static void judgements_of_registrations_are_unchanged(void **state)
{
    pd_buffer out = {0};
    (void)state;
    templates_are_made(&out);
    templates_are_refused(&out);
    sets_are_judged(&out);
    golden_text_check("tests/golden/steps/registrations.txt", &out, TOLERANCE);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(judgements_of_registrations_are_unchanged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
