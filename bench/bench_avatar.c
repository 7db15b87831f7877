/* Cost of uploaded characters compared with the network's own: 200 characters of ten kinds, a tick and a
 * frame each. CSV: row,cpu,characters,threads,per_s
 *
 *     bench_avatar [seconds per row]
 *
 * Kinds differ in rest pose, size and number of joints (25 to 79 with fingers; people of the Mesh2Motion
 * project have 42 and 66). Row `own`: the tick of the network's character (a random network of the original's
 * dimensions, on rough ground) and its frame with joints and rotations. Row `avatar`: the same tick, the
 * character's own skeleton driven by it, its frame with the nodes' rotations.
 * Row `drive`: only the retargeting. */
#include "api/stream/frame.h"
#include "bench/rates.h"
#include "core/retarget/character/drive.h"
#include "core/kernel/cpu.h"
#include "tests/support/people.h"
#include "tests/support/rigs.h"

#include <stdio.h>
#include <stdlib.h>

#define HIDDEN 512
#define COUNT  200
#define KINDS  10
#define MOST   (PEOPLE_JOINTS + 54)

typedef struct kind {
    pd_anim_skeleton skeleton;
    pd_retarget_match match;
    char names[MOST][16];
} kind;

typedef struct stage {
    pd_pfnn_model *model;
    pd_character_rig rig;
    pd_anim_scene scene;
    pd_character *characters, *who[COUNT];
    pd_character_input inputs[COUNT];
    const pd_character_input *what[COUNT];
    const pd_anim_scene *where[COUNT];
    kind kinds[KINDS];
    pd_retarget_drive *drives;
    pd_arena arena;
    pd_buffer frame;
} stage;

static void tick(stage *s)
{
    for (int i = 0; i < COUNT; i++) {
        const double angle = 0.01 * (double)s->characters[i].ticks + i;
        s->inputs[i].move[0] = sin(angle), s->inputs[i].move[1] = cos(angle);
    }
    pd_character_tick t = {s->who, s->what, s->where, COUNT, PD_PFNN_CUBIC};
    pd_character_tick_run(&t, &s->rig, &s->arena, &pd_executor_serial);
}

static void drive(stage *s)
{
    for (int i = 0; i < COUNT; i++) {
        const pd_character_pose *pose = &s->characters[i].pose;
        const pd_retarget_drive_frame frame = {.rotations = pose->rotations,
                                               .translation = pose->translation,
                                               .ground = {pose->root.y, pose->root.y},
                                               .floor = pose->root.y,
                                               .yaw = pose->yaw};
        pd_retarget_drive_step(&s->drives[i], &frame);
    }
}

static void encode(stage *s, unsigned channels)
{
    const pd_api_profile profile = {.channels = channels, .divisor = 1, .rotation_bits = 48, .compact = 0};
    pd_buffer_clear(&s->frame);
    const size_t at = pd_api_frame_begin(&s->frame, &profile, 1, 0);
    for (int i = 0; i < COUNT; i++) {
        const pd_character_pose *pose = &s->characters[i].pose;
        const pd_api_frame_character one = {.id = (uint32_t)i + 1,
                                            .root = pose->root,
                                            .yaw = pose->yaw,
                                            .joint_count = s->rig.skeleton.joint_count,
                                            .joints = pose->joints,
                                            .rotations = pose->rotations,
                                            .nodes = s->drives[i].rotations,
                                            .node_count = s->drives[i].skeleton->joint_count,
                                            .node_root = s->drives[i].root};
        pd_api_frame_add(&s->frame, at, &one, &profile);
    }
}

static double own(void *arg)
{
    tick(arg);
    encode(arg, PD_API_CHANNEL_ROOT | PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_ROTATIONS);
    return COUNT;
}

static double avatar(void *arg)
{
    tick(arg);
    drive(arg);
    encode(arg, PD_API_CHANNEL_ROOT | PD_API_CHANNEL_CHARACTER);
    return COUNT;
}

static double drive_alone(void *arg)
{
    drive(arg);
    return COUNT;
}

/* Makes one of ten kinds of people: they differ in rest pose, size and in the joints of fingers below the two
 * wrists, 0 to 54. */
static void make_kind(kind *k, int index)
{
    const people_spec spec = {
        .names = people_smpl, .size = 0.75 + 0.08 * index, .arms_down = 0.12 * index, .knees = 0.02 * index};
    const int fingers = 6 * index;
    pd_vec3 at[PEOPLE_JOINTS];
    pd_anim_joint joints[MOST];
    const char *names[MOST];
    pd_error err;

    people_rest(at, &spec);
    for (int i = 0; i < PEOPLE_JOINTS; i++) {
        const int up = people_bone(i)->up;
        names[i] = people_smpl[i];
        joints[i] = (pd_anim_joint){people_smpl[i], up < 0 ? NULL : people_smpl[up],
                                    up < 0 ? at[i] : pd_vec3_sub(at[i], at[up])};
    }
    for (int i = 0; i < fingers; i++) {
        const int j = PEOPLE_JOINTS + i;
        snprintf(k->names[j], sizeof k->names[j], "finger%d", i);
        names[j] = k->names[j];
        joints[j] = (pd_anim_joint){names[j],
                                    i % 3   ? names[j - 1]
                                    : i % 2 ? "left_wrist"
                                            : "right_wrist",
                                    {0, 0.02, 0.01}};
    }
    if (pd_anim_skeleton_init(&k->skeleton, joints, PEOPLE_JOINTS + fingers, &err)) abort();
    const pd_retarget_match_job job = {&k->skeleton, names, NULL, NULL};
    if (pd_retarget_match_run(&k->match, &job, &err)) abort();
}

static void build(stage *s)
{
    s->model = rigs_model(HIDDEN, 1);
    s->characters = calloc(COUNT, sizeof *s->characters);
    s->drives = calloc(COUNT, sizeof *s->drives);
    if (!s->characters || !s->drives || pd_character_rig_init(&s->rig, s->model, NULL)) abort();
    if (pd_anim_scene_init(&s->scene, 0, 0, 0, 0, "", NULL)) abort();
    if (pd_anim_ground_init(&s->scene.ground, (pd_anim_ground_grid){400, 400, -50, -50, 0.25}, "", NULL))
        abort();

    for (int i = 0; i < 400 * 400; i++) s->scene.ground.heights[i] = 0.05f * (float)(i * 7 % 5);
    for (int k = 0; k < KINDS; k++) make_kind(&s->kinds[k], k);
    pd_character_tick most = {.count = COUNT};
    if (!pd_arena_init(&s->arena, pd_character_tick_scratch_bytes(&most, &s->rig, &pd_executor_serial)))
        abort();
    for (int i = 0; i < COUNT; i++) {
        const kind *k = &s->kinds[i % KINDS];
        const double at[2] = {i % 16 - 8.0, i / 16 - 8.0};
        s->who[i] = &s->characters[i], s->what[i] = &s->inputs[i], s->where[i] = &s->scene;
        if (pd_character_init(s->who[i], &s->rig, &s->scene, at, i, NULL)) abort();
        if (pd_retarget_drive_init(&s->drives[i], &k->skeleton, &k->match, NAN, PD_RETARGET_OWN_SIZE,
                                   &s->rig.skeleton, s->rig.legs[0].toe_rest, NULL))
            abort();
    }
}

int main(int argc, char **argv)
{
    static stage s;
    const double seconds = argc > 1 ? atof(argv[1]) : 1;
    pd_error err;
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }

    build(&s);
    const struct {
        const char *name;
        double (*step)(void *arg);
    } rows[] = {{"avatar_own", own}, {"avatar", avatar}, {"avatar_drive", drive_alone}};
    printf("row,cpu,characters,threads,per_s\n");
    for (int i = 0; i < 3; i++)
        printf("%s,%s,%d,1,%.0f\n", rows[i].name, pd_k_cpu_name(), COUNT,
               bench_rate(rows[i].step, &s, seconds, CLOCK_THREAD_CPUTIME_ID));
    return 0;
}
