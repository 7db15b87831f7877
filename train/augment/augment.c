#include "train/augment/augment.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "train/augment/arc.h"
#include "train/augment/copy.h"
#include "train/augment/crouch.h"
#include "train/augment/fit.h"
#include "train/motion/kind.h"
#include "train/augment/slow.h"
#include "train/augment/terrain.h"
#include "core/anim/scene/terrain_make.h"

#include <stdlib.h>
#include <string.h>

#define DEGREE       (M_PI / 180)
#define COPIES_MAX   8     /* largest number of copies of one kind */
#define BATCH        32    /* copies between two reports of progress                           */
#define RIDGES       8     /* grounds of ridges, 8 to 24 degrees                                */
#define RIDGE_SIDE   40.0  /* metres                                                            */
#define TRIES        8     /* pieces of map tried before a copy is accepted all the same       */
#define FLATTER      0.8   /* factor of the ground's heights from one try to the next */
#define SLIDE_MOST   0.03  /* m/s, 95 % of planted toes                                         */
#define HEIGHT_MOST  0.001 /* metres, 95 % of planted toes                                      */
#define UNDER_MOST   0.02  /* metres, 95 % of feet                                              */
#define JOLT_MOST    0.08  /* metres a frame; or as the original has it                         */
#define VARIES_FROM  300   /* frames                                                            */
#define SHORTEST     12    /* frames of a motion that is copied                                 */
#define RUN_SPEED    2.0   /* m/s                                                               */
#define STARTS_LEAST 30    /* frames of starting and stopping                                   */
#define BACK_LEAST   30    /* frames of walking backwards                                       */

const char *const pd_train_step_names[PD_TRAIN_STEPS] = {"capture", "slow", "crouch", "arc",
                                                         "terrain", "fit",  "side"};
const char *const pd_train_gait_names[PD_PFNN_GAITS] = {"stand", "walk", "jog", "crouch", "jump", "bump"};

pd_train_augment_options pd_train_augment_defaults(void)
{
    return (pd_train_augment_options){.seed = 1,
                                      .slow = 1,
                                      .crouch = 1,
                                      .arc = 2,
                                      .terrain = 3,
                                      .terrain_of_copies = 1,
                                      .fit = {.kind = -1, .patches = {.count = 2000}},
                                      .map_side = 80,
                                      .stand_limit = 20};
}

/* A copy that is to be made. */
typedef struct order {
    int step, from; /* the motion's number in the list */
    uint64_t seed;
    double time; /* slow  */
    double rate; /* arc   */
    int ridges;  /* terrain: which, -1 the map */
    pd_character_motion made;
    pd_status status;
    pd_error err;
} order;

typedef struct plan {
    pd_character_motions *motions;
    const pd_train_augment_options *options;
    order *orders;
    int count, capacity;
    pd_anim_ground map, ridges[RIDGES];
    pd_rng rng;
    pd_error *err;
} plan;

/* Appends an order, with a seed of its own. ERR_MEMORY. */
static pd_status add_augment(plan *p, order o)
{
    if (p->count == p->capacity) {
        int capacity = p->capacity ? 2 * p->capacity : 256;
        order *orders = realloc(p->orders, (size_t)capacity * sizeof *orders);
        if (!orders)
            return pd_fail(p->err, PD_ERR_MEMORY, "augment", "out of memory for %d copies", capacity);
        p->orders = orders;
        p->capacity = capacity;
    }

    o.seed = pd_rng_next(&p->rng);
    p->orders[p->count++] = o;

    return PD_OK;
}

/* ---- which motions are good for what ---- */

static double augment_part_of(const pd_character_motion *m, int gait)
{
    PD_ASSERT(gait >= 0 && gait < PD_PFNN_GAITS && m->clip.frame_count > 0);
    double sum = 0;
    for (int t = 0; t < m->clip.frame_count; t++) sum += m->gaits[t][gait] > 0.5f;
    return sum / m->clip.frame_count;
}

/* Counts the frames of each kind of motion. counts (PD_TRAIN_KIND_COUNT). */
static pd_status count_kinds(int *counts, const pd_character_motion *m, pd_error *err)
{
    const size_t frames = (size_t)m->clip.frame_count;

    PD_ASSERT(frames > 0);
    pd_train_path path = {0};
    pd_vec3 *positions = malloc(frames * PD_ANIM_BIPED_JOINTS * sizeof *positions);
    unsigned char *kinds = malloc(frames);
    pd_status status = PD_ERR_MEMORY;
    memset(counts, 0, PD_TRAIN_KIND_COUNT * sizeof *counts);

    /* The path on the floor tells what the character does in each frame. */
    if (positions && kinds) {
        pd_train_motion_pose(positions, NULL, m);
        status = pd_train_path_build(&path, m, positions, err);
        if (status == PD_OK) status = pd_train_kinds_of(kinds, &path, err);
    } else
        pd_fail(err, PD_ERR_MEMORY, m->name, "out of memory for its path");
    for (size_t t = 0; status == PD_OK && t < frames; t++) {
        PD_ASSERT(kinds[t] < PD_TRAIN_KIND_COUNT);
        counts[kinds[t]]++;
    }

    pd_train_path_deinit(&path);
    free(positions);
    free(kinds);

    return status;
}

static pd_status plan_times(plan *p, int from, const double *times, int count)
{
    for (int k = 0; k < count; k++)
        if (add_augment(p, (order){.step = PD_TRAIN_STEP_SLOW, .from = from, .time = times[k]}))
            return p->err->status;
    return PD_OK;
}

/* Plans slower and faster copies: of jogs, of starts and stops, and of walking backwards, which few captures
 * have at these speeds. */
static pd_status plan_slow(plan *p, int i)
{
    static const double jog_times[] = {1.15, 1.3};
    static const double start_times[] = {0.87, 1.1};
    static const double back_times[] = {0.8, 0.64, 0.54};

    /* The three lists are factors of the time that a motion takes; chosen by hand. */
    const pd_character_motion *m = &p->motions->items[i];
    int frames[PD_TRAIN_KIND_COUNT];

    if (count_kinds(frames, m, p->err)) return p->err->status;
    if (augment_part_of(m, PD_PFNN_JOG) > 0.3 && plan_times(p, i, jog_times, 2)) return p->err->status;
    if (frames[PD_TRAIN_KIND_START_STOP] >= STARTS_LEAST && plan_times(p, i, start_times, 2))
        return p->err->status;
    if (frames[PD_TRAIN_KIND_BACK] >= BACK_LEAST && plan_times(p, i, back_times, 3)) return p->err->status;

    return PD_OK;
}

/* Plans slower and faster, crouching and bent copies of a motion, as far as it is good for them. */
static pd_status plan_copies(plan *p, int i)
{
    const pd_train_augment_options *o = p->options;

    PD_ASSERT(i >= 0 && i < p->motions->count);
    const pd_character_motion *m = &p->motions->items[i];
    if (o->slow && plan_slow(p, i)) return p->err->status;

    /* Make crouching copies, but not of jogs, of jumps or of motions that crouch already. */
    const bool unfit = augment_part_of(m, PD_PFNN_JOG) > 0.05 || augment_part_of(m, PD_PFNN_JUMP) > 0 ||
                       augment_part_of(m, PD_PFNN_CROUCH) > 0.2;
    for (int k = 0; !unfit && k < o->crouch; k++)
        if (add_augment(p, (order){.step = PD_TRAIN_STEP_CROUCH, .from = i})) return p->err->status;
    if (!o->arc) return PD_OK;

    /* Bend copies of straight motions to arcs, alternately to the left and to the right. */
    double speed = 0;
    double side = pd_rng_below(&p->rng, 2) ? 1 : -1;
    bool straight;
    if (pd_train_motion_is_straight(&straight, &speed, m, p->err)) return p->err->status;

    /* Turning rates, degrees a second: up to 150 for runs, 110 for walks. */
    for (int k = 0; straight && k < o->arc; k++, side = -side) {
        double rate = pd_rng_between(&p->rng, 45, speed > RUN_SPEED ? 150 : 110) * DEGREE;
        if (add_augment(p, (order){.step = PD_TRAIN_STEP_ARC, .from = i, .rate = side * rate}))
            return p->err->status;
    }

    return PD_OK;
}

/* Plans copies of a motion on ground that is not level. */
static pd_status plan_terrain(plan *p, int i, int copies)
{
    PD_ASSERT(i >= 0 && i < p->motions->count);
    const pd_character_motion *m = &p->motions->items[i];
    double seconds = pd_anim_clip_seconds(&m->clip);

    /* A motion with ground of its own keeps it; long standing gains nothing from terrain. */
    if (m->ground.rows || (seconds > p->options->stand_limit && augment_part_of(m, PD_PFNN_STAND) > 0.5))
        return PD_OK;

    /* A third of the copies goes on ridges, the rest on the map. */
    for (int k = 0; k < copies; k++) {
        int ridge = pd_rng_below(&p->rng, RIDGES);
        int third = copies > 1 ? k % 3 == 2 : !pd_rng_below(&p->rng, 3);
        if (add_augment(p, (order){.step = PD_TRAIN_STEP_TERRAIN, .from = i, .ridges = third ? ridge : -1}))
            return p->err->status;
    }

    return PD_OK;
}

/* ---- making ---- */

/* Lays the motion on the ground of the order. */
static pd_status make_terrain(order *o, const plan *p, const pd_character_motion *from)
{
    PD_ASSERT(o->ridges < RIDGES);
    pd_rng rng;
    pd_rng_init(&rng, o->seed);
    const pd_anim_ground *map = o->ridges < 0 ? &p->map : &p->ridges[o->ridges];
    double scale = o->ridges < 0 ? pd_rng_between(&rng, 0.4, 1) : 1;
    pd_train_feet_quality feet;
    if (pd_train_feet_measure(&feet, from, &o->err)) return o->err.status;
    const double jolt = feet.jolt_max;

    /* Lay the motion over random places, each time flatter, until its feet stay as still as they have to. The
     * last try is kept anyway. */
    for (int n = 0; n < TRIES; n++, scale *= FLATTER) {
        double half = 0.5 * (map->rows - 1) * map->cell;
        pd_train_laying how = {.map = map,
                               .x = pd_rng_between(&rng, -half, half),
                               .z = pd_rng_between(&rng, -half, half),
                               .yaw = pd_rng_between(&rng, 0, 2 * M_PI),
                               .scale = scale};
        pd_character_motion_deinit(&o->made);
        if (pd_train_motion_terrain(&o->made, from, &how, &o->err) ||
            pd_train_feet_measure(&feet, &o->made, &o->err))
            return o->err.status;
        if (feet.slide_p95 <= SLIDE_MOST && feet.height_p95 <= HEIGHT_MOST && feet.under_p95 <= UNDER_MOST &&
            feet.jolt_max <= fmax(JOLT_MOST, jolt))
            break;
    }

    return PD_OK;
}

typedef struct batch {
    plan *plan;
    int first;
} batch;

/* Makes one copy (task `index` of a batch). Ranges of depth (metres), time and others are chosen by hand. */
static void make_one(void *arg, int index, int worker)
{
    PD_ASSERT(((batch *)arg)->first + index < ((batch *)arg)->plan->count);
    batch *b = arg;
    order *o = &b->plan->orders[b->first + index];
    const pd_character_motion *from = &b->plan->motions->items[o->from];
    pd_rng rng;
    (void)worker;
    switch (o->step) {
    case PD_TRAIN_STEP_SLOW:
        o->status = pd_train_motion_slow(&o->made, from, o->time, "slow", &o->err);
        break;
    case PD_TRAIN_STEP_CROUCH: {
        pd_rng_init(&rng, o->seed);
        pd_train_crouch how = {.depth = pd_rng_between(&rng, 0.12, 0.29),
                               .time = pd_rng_between(&rng, 0.95, 1.35),
                               .varies = from->clip.frame_count >= VARIES_FROM,
                               .seed = pd_rng_next(&rng)};

        if (how.varies) how.depth = pd_rng_between(&rng, 0.2, 0.29);
        o->status = pd_train_motion_crouch(&o->made, from, &how, &o->err);
        break;
    }
    case PD_TRAIN_STEP_ARC: {
        pd_rng_init(&rng, o->seed);
        pd_train_arc how = {o->rate, (pd_train_ramp)pd_rng_below(&rng, 3)};
        o->status = pd_train_motion_arc(&o->made, from, &how, &o->err);
        break;
    }
    default: o->status = make_terrain(o, b->plan, from); break;
    }
}

/* Makes all copies that are planned, BATCH at a time on all threads, and appends them to the motions in the
 * order of the plan. Empties the plan. */
static pd_status make_all(plan *p, const char *what, const pd_executor *executor, const pd_progress *progress)
{
    PD_ASSERT(p->count <= p->capacity);
    pd_status status = PD_OK;
    for (int first = 0; status == PD_OK && first < p->count; first += BATCH) {
        int count = p->count - first < BATCH ? p->count - first : BATCH;
        batch b = {p, first};
        pd_execute(executor, make_one, &b, count);
        for (int i = 0; status == PD_OK && i < count; i++) {
            order *o = &p->orders[first + i];
            status = o->status;
            if (status == PD_OK)
                status = pd_character_motions_append(p->motions, &o->made, p->err);
            else if (p->err)
                *p->err = o->err;
        }

        if (progress) pd_progress_report(progress, what, first + count, p->count);
    }

    for (int i = 0; i < p->count; i++) pd_character_motion_deinit(&p->orders[i].made);
    p->count = 0;

    return status;
}

/* ---- the whole ---- */

static pd_status check_count_augment(const char *field, double value, double high, pd_error *err)
{
    if (value >= 0 && value <= high) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, "augment", "%s: %g; 0 to %.10g allowed", field, value, high);
}

/* Checks the counts of the options, and that all motions have labels. */
static pd_status check_job(const pd_character_motions *motions, const pd_train_augment_options *o,
                           pd_error *err)
{
    if (check_count_augment("slow", o->slow, 1, err) ||
        check_count_augment("crouch", o->crouch, COPIES_MAX, err) ||
        check_count_augment("arc", o->arc, COPIES_MAX, err) ||
        check_count_augment("terrain", o->terrain, COPIES_MAX, err) ||
        check_count_augment("terrain_of_copies", o->terrain_of_copies, COPIES_MAX, err) ||
        check_count_augment("fit", o->fit.best, PD_TRAIN_FIT_BEST, err) ||
        check_count_augment("stand_limit", o->stand_limit, 1e6, err))
        return err->status;
    for (int i = 0; i < motions->count; i++)
        if (pd_train_motion_labelled(&motions->items[i], 0, err)) return err->status;

    return PD_OK;
}

/* Makes the map, and the ridges from gentle to steep. */
static pd_status make_grounds(plan *p)
{
    const pd_train_augment_options *o = p->options;
    pd_anim_terrain_options map = {.kind = PD_ANIM_TERRAIN_MAP, .seed = o->seed, .side = o->map_side};

    if (pd_anim_terrain_make(&p->map, &map, "augment map", p->err)) return p->err->status;
    for (int i = 0; i < RIDGES; i++) {
        pd_anim_terrain_options ridges = {.kind = PD_ANIM_TERRAIN_RIDGES,
                                          .seed = o->seed + 1 + (uint64_t)i,
                                          .side = RIDGE_SIDE,
                                          .slope_deg = 8 + 16.0 * i / (RIDGES - 1)};
        if (pd_anim_terrain_make(&p->ridges[i], &ridges, "augment ridges", p->err)) return p->err->status;
    }

    return PD_OK;
}

/* Runs all steps of the augmentation; `report` may be NULL. */
static pd_status augment(plan *p, const pd_executor *executor, const pd_progress *progress,
                         pd_train_augment_report *report)
{
    const pd_train_augment_options *o = p->options;
    pd_character_motions *motions = p->motions;

    if (check_job(motions, o, p->err) || make_grounds(p)) return p->err->status;

    /* Copies of what was captured. */
    const int captured = motions->count;
    for (int i = 0; i < captured; i++)
        if (motions->items[i].clip.frame_count >= SHORTEST && plan_copies(p, i)) return p->err->status;
    if (make_all(p, "crouching, bending, slowing", executor, progress)) return p->err->status;
    PD_ASSERT(motions->count >= captured);

    /* Then terrain under all motions that there are by now. */
    for (int i = 0; i < motions->count; i++)
        if (plan_terrain(p, i, i < captured ? o->terrain : o->terrain_of_copies)) return p->err->status;
    if (make_all(p, "laying over terrain", executor, progress)) return p->err->status;

    /* Put captured cycles on pieces of the map that fit them. */
    pd_train_motion_fit fit = o->fit;
    fit.patches.seed = o->seed;
    if (fit.best && pd_train_motion_fit_all(motions, captured, &p->map, &fit, executor, progress, p->err))
        return p->err->status;

    /* Measure all of them, and the slopes of the map. */
    if (!report) return PD_OK;
    const double at[2] = {0.5, 0.95};
    if (pd_train_augment_measure(report, motions, executor, p->err)) return p->err->status;

    return pd_anim_terrain_slopes(report->map_slopes_deg, at, 2, &p->map, p->err);
}

pd_status pd_train_motion_augment(pd_character_motions *motions, const pd_train_augment_options *options,
                                  const pd_executor *executor, const pd_progress *progress,
                                  pd_train_augment_report *report, pd_error *err)
{
    pd_error own = {0};
    plan p = {.motions = motions, .options = options, .err = err ? err : &own};

    pd_rng_init(&p.rng, options->seed);

    const pd_status status = augment(&p, executor, progress, report);

    pd_anim_ground_deinit(&p.map);
    for (int i = 0; i < RIDGES; i++) pd_anim_ground_deinit(&p.ridges[i]);
    free(p.orders);

    return status;
}
