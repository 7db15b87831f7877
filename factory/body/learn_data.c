/* posed-factory learn-data: meshes of people that nobody modelled by SMPL, for `posedctl learn`. */
#include "tools/base/local.h"
#include "tools/base/progress.h"
#include "factory/body/made_people.h"
#include "tools/train/pose_set.h"

#include <stdio.h>

/* Checks that there are enough poses, so that no person needs one twice. */
static int check_poses(const pd_tool_args *args, const pd_tool_people *people)
{
    const pd_train_poses *poses = people->poses;
    int held_out = 0;

    for (int i = 0; i < poses->count; i++) held_out += poses->held_out[i] != 0;

    const int others = poses->count - held_out;
    if (!held_out || !others)
        return pd_tool_usage(args, "--poses: %d of %d poses are held out; some of each are needed", held_out,
                             poses->count);
    if (people->poses_each > others)
        return pd_tool_usage(args, "--poses-each: %d; 2 to %d allowed, the poses that are not held out",
                             people->poses_each, others);
    const int wanted = people->new_count && people->held_out_each < PD_TOOL_NEW_POSES ? PD_TOOL_NEW_POSES
                                                                                      : people->held_out_each;
    if (wanted > held_out)
        return pd_tool_usage(args,
                             "--held-out: %d poses a person; 0 to %d allowed, the number of held-out poses",
                             wanted, held_out);

    return 0;
}

static int make_learn_data(const pd_tool_args *args, pd_tool_people *people)
{
    pd_tool_local local;
    pd_train_poses poses;
    pd_tool_progress bar = {0};
    pd_error err = {0};
    int code = pd_tool_local_open(&local, args);

    if (code) return code;
    if (pd_tool_pose_set_read(&poses, pd_tool_text(args, "poses"), &err)) {
        pd_tool_local_close(&local);
        return pd_tool_fail(args, &err);
    }

    people->model = local.model;
    people->poses = &poses;
    code = check_poses(args, people);
    if (!code && local.model->joint_count != PD_TRAIN_POSE_JOINTS)
        code = pd_tool_usage(args, "--model: %d joints; %d allowed", local.model->joint_count,
                             PD_TRAIN_POSE_JOINTS);
    if (!code &&
        pd_tool_people_write(people, local.executor, (pd_progress){pd_tool_progress_show, &bar}, &err))
        code = pd_tool_fail(args, &err);
    if (!code) pd_tool_note(args, "wrote %s", people->folder);
    pd_train_poses_deinit(&poses);
    pd_tool_local_close(&local);

    return code;
}

static int run_learn_data(const pd_tool_args *args)
{
    pd_tool_people people = {.data_folder = pd_tool_text(args, "data"), .folder = pd_tool_text(args, "o")};
    int seed = 0;
    double missing = 0;

    people.by_model = pd_tool_flag(args, "by-model");
    if (!people.data_folder && !people.by_model)
        return pd_tool_usage(args, "--data DIR is needed: the makehuman folder");
    if (!pd_tool_text(args, "poses"))
        return pd_tool_usage(args, "--poses FILE is needed: posedctl train-poses writes it");
    if (!pd_tool_int(&people.person_count, args, "people", 2, 1000) ||
        !pd_tool_int(&people.poses_each, args, "poses-each", 2, 1000) ||
        !pd_tool_int(&people.held_out_each, args, "held-out", 0, 1000) ||
        !pd_tool_int(&people.shape_count, args, "shapes", 0, 5000) ||
        !pd_tool_int(&people.new_count, args, "new-people", 0, 1000) ||
        !pd_tool_double(&people.noise_mm, args, "noise", 0, 50) ||
        !pd_tool_double(&missing, args, "missing", 0, 30) || !pd_tool_int(&seed, args, "seed", 0, 1000000))
        return 2;
    people.missing = missing / 100;
    people.seed = (uint64_t)seed;

    return make_learn_data(args, &people);
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"data", "DIR", "the makehuman folder: 3dobjs/, rigs/ and targets/ are below it", NULL},
    {"poses", "FILE", "poses to choose from, with those held out: what posedctl train-poses writes", NULL},
    {"o", "DIR", "folder of registrations to write", "registrations"},
    {"people", "N", "people in many poses, half of them men", "40"},
    {"poses-each", "N", "poses of each person to learn from", "20"},
    {"held-out", "N", "further poses of each person to measure by, without noise and holes", "5"},
    {"shapes", "N", "people in one pose", "300"},
    {"new-people", "N", "other people in four poses each, for posedctl evaluate --paper", "0"},
    {"by-model", NULL,
     "make the meshes by --model itself, without sampler and deformer, to test whether learn recovers it",
     NULL},
    {"noise", "MM", "noise of the vertices: standard deviation along each axis, in millimetres", "1"},
    {"missing", "PERCENT", "percentage of vertices that are missing, as if the scanner had not seen them",
     "1"},
    {"seed", "N", "seed of all random choices; the same seed gives the same bytes", "1"},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};
const pd_tool_command pd_tool_cmd_learn_data = {
    .name = "learn-data",
    .words = "",
    .summary = "Make registered meshes of artificial people, with which `learn` can be tried",
    .details = "Bodies of MakeHuman's CC0 data, posed by the deformer with contact (not by a body model), as "
               "a folder "
               "that\n"
               "posedctl learn reads. docs/lab/learn.md measures how well a model is learned from it.",
    .options = options,
    .run = run_learn_data,
};
