/* An animal's file on another's: what a person is, an animation by name, what is refused at /clip. */
#include "core/animal/character.h"
#include "core/retarget/character.h"
#include "tests/support/avatar.h"
#include "tests/support/animals.h"
#include "tests/support/cmocka.h"

/* A skin of that animal's joints; with two animations, which rotate its hips by a quarter and its tail by
 * half of one. */
static void make_file(pd_buffer *out, const animal_spec *spec, bool moves)
{
    static const float keys[] = {0, 1, 0, 0, 0, 1, 0, 0.3826834f, 0, 0.9238795f};
    pd_buffer json = {0};
    animal a;
    animal_make(&a, spec);
    const int count = a.s.joint_count;
    pd_buffer_text(&json, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[");
    for (int k = 0; k < count; k++) {
        const pd_vec3 t = a.s.offsets[k];
        int children = 0;
        pd_buffer_printf(&json, "%s{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g]", k ? "," : "",
                         a.names[k], t.x, t.y, t.z);
        for (int j = 0; j < count; j++)
            if (a.s.parents[j] == k) pd_buffer_printf(&json, children++ ? ",%d" : ",\"children\":[%d", j);
        pd_buffer_text(&json, children ? "]}" : "}");
    }
    pd_buffer_text(&json, "],\"skins\":[{\"joints\":[");
    for (int k = 0; k < count; k++) pd_buffer_printf(&json, k ? ",%d" : "%d", k);
    pd_buffer_text(&json, "]}]");
    if (moves) {
        pd_buffer_text(&json,
                       ",\"buffers\":[{\"byteLength\":40}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},"
                       "{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}],\"accessors\":[{\"bufferView\":0,"
                       "\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},{\"bufferView\":1,"
                       "\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}],\"animations\":[");
        const int nodes[] = {a.hips, a.s.parents[a.tail]};
        for (int i = 0; i < 2; i++)
            pd_buffer_printf(
                &json,
                "%s{\"name\":\"%s\",\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,"
                "\"target\":{\"node\":%d,\"path\":\"rotation\"}}]}",
                i ? "," : "", i ? "Wag" : "Turn", nodes[i]);
        pd_buffer_text(&json, "]");
    }
    pd_buffer_add(&json, "}", 2);
    avatar_pack(out, (const char *)json.data, keys, moves ? 10 : 0);
    pd_buffer_deinit(&json);
}

typedef struct scene {
    pd_buffer own, other;
    pd_retarget_skin skin;
    pd_animal creature;
    pd_anim_clip clip;
    pd_error err;
} scene;

static void begin(scene *c, const animal_spec *own, const animal_spec *other, bool moves)
{
    memset(c, 0, sizeof *c);
    make_file(&c->own, own, false), make_file(&c->other, other, moves);
    if (pd_retarget_skin_read(&c->skin, (pd_bytes){c->own.data, c->own.size}, NULL, &c->err) != PD_OK ||
        pd_animal_skin_match(&c->creature, &c->skin, PD_CREATURE_ANY, &c->err) != PD_OK)
        fail_msg("%s: %s", c->err.where, c->err.detail);
}

static pd_status move(scene *c, pd_bytes file, const char *animation)
{
    const pd_animal_skin_job job = {.skin = &c->skin,
                                    .creature = &c->creature,
                                    .clip = file,
                                    .options = {.rate = 20, .animation = animation}};
    pd_anim_clip_deinit(&c->clip);
    return pd_animal_skin_clip(&c->clip, &job, &c->err);
}

static void end(scene *c)
{
    pd_anim_clip_deinit(&c->clip);
    pd_retarget_skin_deinit(&c->skin);
    pd_buffer_deinit(&c->own), pd_buffer_deinit(&c->other);
}

static double turned(const scene *c, pd_anim_part part)
{
    pd_quat q[PD_ANIM_MAX_JOINTS];
    pd_anim_clip_pose(NULL, q, &c->clip, c->clip.frame_count - 1);
    for (int i = 0; i < c->creature.chain_count; i++)
        if (c->creature.chains[i].part == part)
            return pd_q_angle(q[c->creature.chains[i].joints[c->creature.chains[i].count - 1]],
                              pd_q_identity());
    return -1;
}

static void the_animation_is_the_first_or_the_one_asked_for(void **state)
{
    const animal_spec own = {.pairs = 2, .long_leg = 1.3},
                      other = {.pairs = 2, .on_ground = true, .tails = 5};
    const double quarter = 0.7853981634;
    scene c;
    (void)state;
    begin(&c, &own, &other, true);
    const pd_bytes file = {c.other.data, c.other.size};
    assert_int_equal(move(&c, file, NULL), PD_OK);
    assert_int_equal(c.clip.frame_count, 21);
    assert_true(fabs(turned(&c, PD_PART_SPINE) - quarter) < 1e-5);
    assert_int_equal(move(&c, file, "Wag"), PD_OK);
    assert_true(turned(&c, PD_PART_SPINE) < 1e-6 && fabs(turned(&c, PD_PART_TAIL) - quarter) < 1e-5);
    assert_int_equal(move(&c, file, "1"), PD_OK);
    assert_true(turned(&c, PD_PART_SPINE) < 1e-6);
    assert_int_equal(move(&c, file, "Run"), PD_ERR_INVALID);
    assert_string_equal(c.err.where, "/clip/animations");
    assert_non_null(strstr(c.err.detail, "0 \"Turn\", 1 \"Wag\""));
    end(&c);
}

static void the_memory_of_a_clip_is_estimated_before_reading(void **state)
{
    const animal_spec spec = {.pairs = 2};
    scene c;
    size_t bytes;
    int frames;
    (void)state;
    begin(&c, &spec, &spec, true);
    const pd_animal_skin_job job = {.skin = &c.skin,
                                    .creature = &c.creature,
                                    .clip = {c.other.data, c.other.size},
                                    .options = {.rate = 20}};
    assert_int_equal(pd_animal_skin_clip_bytes(&bytes, &frames, &job, &c.err), PD_OK);
    assert_int_equal(frames, 21);
    assert_true(bytes > 21 * (size_t)c.skin.skeleton.joint_count * 2 * sizeof(pd_quat) && bytes < 200000);
    end(&c);
}

static void a_file_of_another_animal_is_refused(void **state)
{
    const animal_spec own = {.pairs = 2}, spider = {.pairs = 4};
    const avatar_spec somebody = {.vrm = 2};
    pd_buffer person = {0};
    pd_animal none;
    pd_retarget_skin skin;
    scene c;
    (void)state;
    begin(&c, &own, &spider, true);
    assert_int_equal(move(&c, (pd_bytes){c.other.data, c.other.size}, NULL), PD_ERR_UNSUPPORTED);
    assert_string_equal(c.err.where, "/clip");
    assert_non_null(strstr(c.err.detail, "no quadruped"));
    assert_int_equal(move(&c, (pd_bytes){c.own.data, c.own.size}, NULL), PD_ERR_UNSUPPORTED);
    assert_string_equal(c.err.where, "/clip/animations");
    assert_int_equal(move(&c, (pd_bytes){(const unsigned char *)"chair", 5}, NULL), PD_ERR_FORMAT);
    assert_non_null(strstr(c.err.where, "/clip"));

    /* two legs and two arms, but a person's by name */
    avatar_make(&person, &somebody);
    assert_int_equal(pd_retarget_skin_read(&skin, (pd_bytes){person.data, person.size}, NULL, NULL), PD_OK);
    assert_int_equal(pd_animal_skin_match(&none, &skin, PD_CREATURE_BIRD, &c.err), PD_ERR_UNSUPPORTED);
    assert_string_equal(c.err.detail, "no bird: its joints are named as a person's in VRM");
    pd_retarget_skin_deinit(&skin);
    pd_buffer_deinit(&person);
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_animation_is_the_first_or_the_one_asked_for),
        cmocka_unit_test(the_memory_of_a_clip_is_estimated_before_reading),
        cmocka_unit_test(a_file_of_another_animal_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
