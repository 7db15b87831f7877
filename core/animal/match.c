#include "core/animal/match.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Largest height of a foot above the ground, relative to the height of the highest joint above a foot. */
#define NEAR      0.2
/* Largest distance from their ends at which toes of one foot join, relative to that height. */
#define TOES      0.5
#define ASIDE     0.01 /* Least distance of a foot from the middle plane, relative to the size. */
#define PAIR      0.15 /* Largest deviation of two feet of a pair from mirror images, relative to the size. */
#define LOW       0.3  /* Legs that start below this fraction of the highest leg's height are IK handles. */
/* Least mean distance ahead or behind that determines the front, relative to the size. */
#define TELLS     0.02
#define WIDE      1.2 /* Wings reach this many times farther sideways than feet. */
/* Least length of a wing from the trunk, relative to the height; shorter ones are ears. */
#define WING      0.5
#define TIPS_MOST 64

#define NAME(id, name, pairs, doc) name,
const char *const pd_animal_names[PD_CREATURE_PLANS] = {PD_ANIMAL_TABLE(NAME)};
#undef NAME
static const struct plan_row {
    int pairs;
    const char *doc;
} plans[PD_CREATURE_PLANS] = {
#define ROW(id, name, pairs, doc) {pairs, doc},
    PD_ANIMAL_TABLE(ROW)
#undef ROW
};

/* State of a search. */
typedef struct finding {
    const pd_anim_skeleton *s;
    const char *const *names;
    pd_animal *out;
    /* (K) Rest positions, upright, with the middle plane at x = 0;
     * facing +Z as soon as the front is known. */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    bool is_leaf[PD_ANIM_MAX_JOINTS];
    bool taken[PD_ANIM_MAX_JOINTS]; /* (K) the joint is in a leg, a wing or the neck, or below one */
    /* Largest extent; height of the ground; (K) largest height above the ground
     * of a joint and those above it. */
    double size, low, high[PD_ANIM_MAX_JOINTS];
    int tips[TIPS_MOST], tops[TIPS_MOST], tip_count; /* tips of feet, and the tops of their legs */
    int seen;                                        /* number of leaves near the ground, paired or not */
} finding;

pd_animal_plan pd_animal_plan_of(const char *name)
{
    for (int p = 0; p < PD_CREATURE_PLANS; p++)
        if (!strcmp(name, pd_animal_names[p])) return (pd_animal_plan)p;
    return PD_CREATURE_ANY;
}

static bool is_below(const finding *f, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = f->s->parents[joint];
    return joint >= 0;
}

/* Returns whether the name contains one of the words, which are separated by spaces. */
static bool is_called(const char *name, const char *words)
{
    for (const char *word = words; *word;) {
        const size_t size = strcspn(word, " ");
        for (const char *at = name; size && *at; at++)
            if (!strncasecmp(at, word, size)) return true;
        word += size + (word[size] == ' ');
    }

    return false;
}

/* ---- rest pose ---- */

/* Returns the sum of the distances from the mirror images of all joints to the nearest joint. The plane is x
 * = *middle, or z = *middle, half-way between the outermost joints. */
static double asymmetry(double *middle, const finding *f, bool about_z)
{
    double low = INFINITY, high = -INFINITY, sum = 0;

    for (int k = 0; k < f->s->joint_count; k++) {
        const double v = about_z ? f->rest[k].z : f->rest[k].x;
        low = fmin(low, v);
        high = fmax(high, v);
    }

    *middle = 0.5 * (low + high);
    for (int k = 0; k < f->s->joint_count; k++) {
        pd_vec3 image = f->rest[k];
        double nearest = INFINITY;
        *(about_z ? &image.z : &image.x) = 2 * *middle - (about_z ? image.z : image.x);
        for (int j = 0; j < f->s->joint_count; j++)
            nearest = fmin(nearest, pd_vec3_distance(image, f->rest[j]));
        sum += nearest;
    }

    return sum;
}

static void rotate_all(finding *f, pd_quat by)
{
    for (int k = 0; k < f->s->joint_count; k++) f->rest[k] = pd_q_rotate(by, f->rest[k]);
    f->out->facing = pd_q_normalize(pd_q_mul(by, f->out->facing));
}

/* Finds size, ground and middle plane, and rotates the rest pose so that its sides are along x. */
static void measure_match(finding *f)
{
    const pd_anim_skeleton *s = f->s;
    pd_vec3 low = f->rest[0];
    pd_vec3 high = f->rest[0];

    for (int k = 0; k < s->joint_count; k++) {
        const pd_vec3 p = f->rest[k];
        low = pd_vec3_make(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = pd_vec3_make(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
        f->is_leaf[k] = true;
    }

    f->size = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));

    /* The ground is at the lowest leaf, because a root may be anywhere. */
    for (int k = 0; k < s->joint_count; k++)
        if (s->parents[k] >= 0) f->is_leaf[s->parents[k]] = false;
    f->low = INFINITY;
    for (int k = 0; k < s->joint_count; k++)
        if (f->is_leaf[k]) f->low = fmin(f->low, f->rest[k].y);
    for (int i = 0; i < s->joint_count; i++) {
        const int k = s->order[i];
        const int up = s->parents[k];
        f->high[k] = fmax(f->rest[k].y - f->low, up < 0 ? 0 : f->high[up]);
    }

    /* Rotate so that the sides are along x, and move the middle plane to x = 0. */
    double across, along;
    const double x = asymmetry(&across, f, false);
    const double z = asymmetry(&along, f, true);
    if (z < x - 1e-6 * f->size) {
        rotate_all(f, pd_q_axis_angle(pd_vec3_make(0, 1, 0), -M_PI / 2)); /* +X becomes +Z, z becomes -x */
        across = -along;
    }

    for (int k = 0; k < s->joint_count; k++) f->rest[k].x -= across;
}

/* ---- legs ---- */

/* Returns the length of the bones from a joint up to `top`. */
static double way_up(const finding *f, int joint, int top)
{
    double length = 0;
    for (; joint != top && joint >= 0; joint = f->s->parents[joint])
        length += pd_vec3_length(f->s->offsets[joint]);
    return length;
}

/* Finds the top of each leg: the last joint above its tip that is above no other tip. */
static void find_tops(finding *f)
{
    int count[PD_ANIM_MAX_JOINTS] = {0};

    for (int i = 0; i < f->tip_count; i++)
        for (int k = f->tips[i]; k >= 0; k = f->s->parents[k]) count[k]++;
    for (int i = 0; i < f->tip_count; i++) {
        int top = f->tips[i];
        while (f->s->parents[top] >= 0 && count[f->s->parents[top]] == 1) top = f->s->parents[top];
        f->tops[i] = top;
    }
}

/* Finds the tips of feet, which are leaves near the ground, one for each foot, and the tops of their legs. */
static void find_legs(finding *f)
{
    /* Collect leaves near the ground and off the middle plane. Of the toes of one foot keep the longest. */
    for (int k = 0; k < f->s->joint_count; k++) {
        if (!f->is_leaf[k] || f->rest[k].y - f->low > NEAR * f->high[k] ||
            fabs(f->rest[k].x) < ASIDE * f->size)
            continue;
        f->seen++;

        int of = 0; /* foot to which this toe belongs */
        for (; of < f->tip_count; of++) {
            const int tip = f->tips[of];
            const int fork = pd_anim_skeleton_common(f->s, k, tip);
            const double most = TOES * fmin(f->high[k], f->high[tip]);
            if (f->rest[k].x * f->rest[tip].x > 0 && way_up(f, k, fork) < most && way_up(f, tip, fork) < most)
                break;
        }

        if (of == TIPS_MOST) continue;
        if (of == f->tip_count)
            f->tips[f->tip_count++] = k;
        else if (way_up(f, k, -1) > way_up(f, f->tips[of], -1))
            f->tips[of] = k;
    }

    find_tops(f);

    /* Omit legs that start low (handles of inverse kinematics) and those without a counterpart on the other
     * side (a tail on the ground). */
    double highest = 0;
    int kept = 0;
    bool good[TIPS_MOST];
    for (int i = 0; i < f->tip_count; i++) highest = fmax(highest, f->rest[f->tops[i]].y - f->low);
    for (int i = 0; i < f->tip_count; i++)
        good[i] = f->tops[i] != f->tips[i] && f->rest[f->tops[i]].y - f->low > LOW * highest;
    for (int i = 0; i < f->tip_count; i++) {
        pd_vec3 image = f->rest[f->tips[i]];
        bool has_other = false;
        image.x = -image.x;
        for (int j = 0; j < f->tip_count; j++)
            has_other = has_other ||
                        (i != j && good[j] && pd_vec3_distance(image, f->rest[f->tips[j]]) < PAIR * f->size);

        if (good[i] && has_other) f->tips[kept++] = f->tips[i];
    }

    f->tip_count = kept;
    find_tops(f);
}

/* ---- front ---- */

/* Returns the mean distance by which joints with such names are ahead of the feet; 0 if there are none. */
static double named_ahead(const finding *f, const char *words, double feet)
{
    double sum = 0;
    int count = 0;

    for (int k = 0; k < f->s->joint_count; k++)
        if (is_called(f->names[k], words)) {
            sum += f->rest[k].z - feet;
            count++;
        }

    return count ? sum / count : 0;
}

/* Returns a positive number when the front is +Z, a negative one when it is -Z.
 * *tells: a doubt about that, or NULL. */
static double ahead_of(const char **tells, const finding *f)
{
    /* Mean position of the feet, and mean depth of the tops of legs in the tree. */
    double feet = 0, legs = 0, deep = 0, depth = 0, high = -INFINITY, best = 0;

    for (int i = 0; i < f->tip_count; i++) {
        feet += f->rest[f->tips[i]].z / f->tip_count;
        depth += (double)f->s->depth[f->tops[i]] / f->tip_count;
    }

    /* Sum up the evidence of names of legs, and of their depth in the tree. */
    for (int i = 0; i < f->tip_count; i++) {
        const double z = f->rest[f->tips[i]].z - feet;
        bool is_front = false, is_hind = false;
        for (int k = f->tips[i];; k = f->s->parents[k]) {
            is_front = is_front || is_called(f->names[k], "front fore");
            is_hind = is_hind || is_called(f->names[k], "back hind rear");
            if (k == f->tops[i]) break;
        }

        legs += is_front == is_hind ? 0 : is_front ? z : -z;
        deep += (f->s->depth[f->tops[i]] - depth) * z;
    }

    /* Names decide first, then depth, then the highest joint. */
    *tells = NULL;
    const double named = legs + named_ahead(f, "head neck jaw beak snout muzzle nose chin skull", feet) -
                         named_ahead(f, "tail abdomen", feet);
    if (fabs(named) > TELLS * f->size) return named;
    if (fabs(deep) > TELLS * f->size) return deep;

    *tells = "where its front is nothing says: +Z is taken";
    for (int k = 0; k < f->s->joint_count; k++)
        if (f->is_leaf[k] && f->rest[k].y > high) {
            high = f->rest[k].y;
            best = f->rest[k].z - feet;
        }
    if (fabs(best) <= TELLS * f->size) return 0;
    *tells = "its front is taken to be where its highest joint is";

    return best;
}

/* ---- chains ---- */

/* Adds a chain from joint `top` down to joint `end`, inclusive.
 * Returns false if it is too long or there are too many. */
static bool add_chain(finding *f, pd_anim_part part, int top, int end)
{
    pd_animal_chain *chain = &f->out->chains[f->out->chain_count];
    int count = 1;

    for (int k = end; k != top; k = f->s->parents[k]) count++;
    if (count > PD_CREATURE_CHAIN_JOINTS || f->out->chain_count == PD_CREATURE_CHAINS) return false;
    *chain = (pd_animal_chain){.part = part, .count = count};
    for (int k = end, i = count - 1; i >= 0; i--, k = f->s->parents[k]) chain->joints[i] = k;
    f->out->chain_count++;

    return true;
}

/* Marks a joint and all joints below it as taken. */
static void take_below(finding *f, int top)
{
    for (int k = 0; k < f->s->joint_count; k++) f->taken[k] = f->taken[k] || is_below(f, k, top);
}

/* Adds the legs, left and right alternating, front to back. */
static bool add_legs(finding *f, int pairs)
{
    for (int row = 0; row < pairs; row++)
        for (int side = 1; side >= -1; side -= 2) {
            int best = -1;
            for (int i = 0; i < f->tip_count; i++) {
                const bool is_done = f->taken[f->tips[i]];
                if (is_done || f->rest[f->tips[i]].x * side < 0) continue;
                if (best < 0 || f->rest[f->tips[i]].z > f->rest[f->tips[best]].z) best = i;
            }

            /* Each side has `pairs` tips, none in the middle, and their chains share no joint. */
            PD_ASSERT(best >= 0);
            if (!add_chain(f, PD_PART_LEG, f->tops[best], f->tips[best])) return false;
            pd_animal_chain *leg = &f->out->chains[f->out->chain_count - 1];
            leg->side = side;
            leg->row = row;
            take_below(f, f->tops[best]);
        }
    f->out->leg_count = f->out->chain_count;

    return true;
}

/* Returns the joint of the trunk to which a leg is attached. */
static int leg_on(const finding *f, int leg)
{
    return f->s->parents[f->out->chains[leg].joints[0]];
}

/* Adds wings: the outermost leaves if they are mirror images of each other. Creatures with four legs have
 * only wings that are named so. Returns the joint to which both wings are attached; -1: none. */
static int add_wings(finding *f, int pairs, int base)
{
    /* Find the outermost candidate of each side. */
    int tips[2] = {-1, -1};
    int tops[2];
    double aside = 0;

    for (int i = 0; i < f->out->leg_count; i++) {
        const pd_animal_chain *leg = &f->out->chains[i];
        aside = fmax(aside, fabs(f->rest[leg->joints[leg->count - 1]].x));
    }

    for (int k = 0; k < f->s->joint_count; k++) {
        if (!f->is_leaf[k] || f->taken[k]) continue;
        const int side = f->rest[k].x < 0;
        bool is_wing = false;
        for (int up = k; up >= 0; up = f->s->parents[up])
            is_wing = is_wing || is_called(f->names[up], "wing");
        const bool is_wide =
            pairs == 1 && fabs(f->rest[k].x) > WIDE * aside && way_up(f, k, base) > WING * f->high[k];
        if (!is_wing && !is_wide) continue;
        if (tips[side] < 0 || fabs(f->rest[k].x) > fabs(f->rest[tips[side]].x)) tips[side] = k;
    }

    if (tips[0] < 0 || tips[1] < 0) return -1;
    pd_vec3 image = f->rest[tips[0]];
    image.x = -image.x;
    if (pd_vec3_distance(image, f->rest[tips[1]]) > PAIR * f->size) return -1;

    /* Find the top of each wing: the last joint that is above neither the other wing nor a foot. */
    for (int side = 0; side < 2; side++) {
        int top = tips[side];
        for (int up = f->s->parents[top]; up >= 0; up = f->s->parents[up]) {
            bool is_shared = is_below(f, tips[!side], up);
            for (int i = 0; i < f->tip_count; i++) is_shared = is_shared || is_below(f, f->tips[i], up);
            if (is_shared) break;
            top = up;
        }

        tops[side] = top;
    }

    for (int side = 0; side < 2; side++) {
        if (!add_chain(f, PD_PART_WING, tops[side], tips[side])) return -1;
        f->out->chains[f->out->chain_count - 1].side = side ? -1 : 1;
        take_below(f, tops[side]);
    }

    return pd_anim_skeleton_common(f->s, f->s->parents[tops[0]], f->s->parents[tops[1]]);
}

/* Returns the joint of the head, or -1. front: joint of the front legs. */
static int find_head(const finding *f, int front)
{
    PD_ASSERT(front >= 0 && front < f->s->joint_count);
    int best = -1;

    /* By name: of several the one nearest to the root. */
    for (int k = 0; k < f->s->joint_count; k++) {
        if (f->taken[k] || !is_called(f->names[k], "head skull") || is_below(f, front, k)) continue;
        if (best < 0 || f->s->depth[k] < f->s->depth[best]) best = k;
    }

    if (best >= 0) return best;

    /* Otherwise the highest and foremost leaf. */
    double most = 0;
    for (int k = 0; k < f->s->joint_count; k++) {
        if (!f->is_leaf[k] || f->taken[k] || !is_below(f, k, front) || k == front) continue;
        const double score = f->rest[k].y - f->rest[front].y + f->rest[k].z - f->rest[front].z;
        if (score > most) {
            most = score;
            best = k;
        }
    }

    if (best < 0 || most < TELLS * f->size) return -1;

    /* If joints fork on the way to that leaf, the head is the fork nearest to the trunk, because ears, jaws
     * and eyes branch off the head. */
    int forks = best;
    for (int k = f->s->parents[best]; k >= 0 && k != front; k = f->s->parents[k]) {
        int children = 0;
        for (int j = 0; j < f->s->joint_count; j++) children += f->s->parents[j] == k;
        if (children > 1) forks = k;
    }

    return forks;
}

static bool is_trunk(const finding *f, int joint)
{
    for (int c = 0; c < f->out->chain_count; c++) {
        const pd_animal_chain *chain = &f->out->chains[c];
        if (chain->part != PD_PART_SPINE && chain->part != PD_PART_PELVIS) continue;
        for (int i = 0; i < chain->count; i++)
            if (chain->joints[i] == joint) return true;
    }

    return false;
}

/* Adds the tail, if there is one: the chain to the rearmost leaf behind the hips, or to one named so. Returns
 * false if it is too long. */
static bool add_tail(finding *f)
{
    const double behind = f->rest[f->out->hips].z - 2 * TELLS * f->size;
    int best = -1;
    bool best_named = false;

    for (int k = 0; k < f->s->joint_count; k++) {
        bool is_named = false;
        if (!f->is_leaf[k] || f->taken[k] || is_trunk(f, k)) continue;
        for (int up = k; up >= 0 && !is_trunk(f, up); up = f->s->parents[up])
            is_named = is_named || is_called(f->names[up], "tail abdomen");
        if ((!is_named && f->rest[k].z > behind) || (best_named && !is_named)) continue;
        if (best < 0 || (is_named && !best_named) || f->rest[k].z < f->rest[best].z) {
            best = k;
            best_named = is_named;
        }
    }

    if (best < 0) return true;
    int top = best;
    while (f->s->parents[top] >= 0 && !is_trunk(f, f->s->parents[top])) top = f->s->parents[top];

    return f->s->parents[top] < 0 || add_chain(f, PD_PART_TAIL, top, best);
}

/* Adds spine, pelvis, wings, neck and tail. Returns false if one is too long. */
static bool add_trunk(finding *f, int pairs)
{
    pd_animal *out = f->out;

    /* Find the common joints of all legs, of the front legs (or of a bird's wings), and of the hind legs. */
    int base = leg_on(f, 0);
    for (int i = 1; i < out->leg_count; i++) base = pd_anim_skeleton_common(f->s, base, leg_on(f, i));
    int front = pd_anim_skeleton_common(f->s, leg_on(f, 0), leg_on(f, 1));
    const int rear =
        pd_anim_skeleton_common(f->s, leg_on(f, out->leg_count - 2), leg_on(f, out->leg_count - 1));
    if (pairs <= 2) {
        const int wings = add_wings(f, pairs, base);
        if (pairs == 1 && wings >= 0 && is_below(f, wings, base)) front = wings;
    }

    out->hips = rear;
    if (!add_chain(f, PD_PART_SPINE, base, front)) return false;
    if (rear != base) {
        int top = rear;
        while (f->s->parents[top] != base) top = f->s->parents[top];
        if (!add_chain(f, PD_PART_PELVIS, top, rear)) return false;
    }

    /* Add neck and tail. */
    const int head = find_head(f, front);
    if (head >= 0) {
        int top = head;
        while (f->s->parents[top] >= 0 && !is_below(f, front, f->s->parents[top])) top = f->s->parents[top];
        if (!add_chain(f, PD_PART_NECK, top, head)) return false;
        take_below(f, top);
    }

    return add_tail(f);
}

/* ---- all of it ---- */

/* Fails with a description of what was found. */
static pd_status refuse_match(const finding *f, pd_animal_plan plan, int pairs, pd_error *err)
{
    char seen[96] = "", other[64] = "";

    for (int k = 0, n = 0; k < f->s->joint_count && n < 4; k++) {
        const size_t at = strlen(seen);
        if (f->names[k][0]) snprintf(seen + at, sizeof seen - at, "%s%.20s", n++ ? ", " : "", f->names[k]);
    }

    for (int p = 0; p < PD_CREATURE_PLANS; p++)
        if (plans[p].pairs == pairs && p != (int)plan)
            snprintf(other, sizeof other, "; a %s stands so: template=%s", pd_animal_names[p],
                     pd_animal_names[p]);

    return pd_fail(
        err, PD_ERR_UNSUPPORTED, "/match",
        "no %s (%s): %d leaves of its %d joints (%s ...) are near the ground, of which %d are feet "
        "that stand in pairs%s",
        plan == PD_CREATURE_ANY ? "animal" : pd_animal_names[plan],
        plan == PD_CREATURE_ANY ? "two, four or eight legs on the ground" : plans[plan].doc, f->seen,
        f->s->joint_count, seen, 2 * pairs, other);
}

/* Runs the search on an upright or, with z_is_up, a lying skeleton. */
static pd_status find_match(finding *f, pd_animal_plan plan, bool z_is_up, pd_error *err)
{
    pd_animal *out = f->out;
    int left = 0;
    int found = PD_CREATURE_ANY;

    memset(out, 0, sizeof *out);
    out->facing = pd_q_identity();
    pd_anim_skeleton_forward(f->rest, NULL, f->s, NULL, pd_vec3_make(0, 0, 0));
    if (z_is_up) rotate_all(f, pd_q_axis_angle(pd_vec3_make(1, 0, 0), -M_PI / 2)); /* +Z becomes +Y */
    measure_match(f);
    find_legs(f);

    /* The number of pairs of feet determines the plan. */
    for (int i = 0; i < f->tip_count; i++) left += f->rest[f->tips[i]].x > 0;
    const int pairs = 2 * left == f->tip_count ? left : 0;
    for (int p = 0; p < PD_CREATURE_PLANS; p++)
        if (plans[p].pairs == pairs && f->size > 0) found = p;
    out->plan = (pd_animal_plan)found;
    if (found == PD_CREATURE_ANY || (plan != PD_CREATURE_ANY && found != (int)plan))
        return refuse_match(f, plan, pairs, err);

    /* Turn the front to +Z, then add all parts. */
    const char *tells;
    const double ahead = ahead_of(&tells, f);
    if (tells) snprintf(out->doubt, sizeof out->doubt, "%s", tells);
    if (ahead < 0) rotate_all(f, (pd_quat){0, 1, 0, 0});

    if (!add_legs(f, pairs) || !add_trunk(f, pairs))
        return pd_fail(err, PD_ERR_LIMIT, "/match", "a limb or tail of more than %d joints; fewer allowed",
                       PD_CREATURE_CHAIN_JOINTS);

    return PD_OK;
}

pd_status pd_animal_match(pd_animal *out, const pd_anim_skeleton *skeleton, const char *const *names,
                          pd_animal_plan plan, pd_error *err)
{
    pd_error lying;
    finding f = {.s = skeleton, .names = names, .out = out};
    const pd_status status = find_match(&f, plan, false, err);

    if (status == PD_OK || out->plan != PD_CREATURE_ANY) return status;
    f = (finding){.s = skeleton, .names = names, .out = out};

    return find_match(&f, plan, true, &lying) == PD_OK ? PD_OK : status;
}

void pd_animal_joint_name(char out[PD_CREATURE_NAME_BYTES], const pd_animal *creature, int chain, int i)
{
    static const char *const parts[] = {

#define PART(id, name) name,
        PD_ANIMAL_PART_TABLE(PART)
#undef PART
    };
    const pd_animal_chain *c = &creature->chains[chain];
    const char *side = c->side > 0 ? "left_" : c->side < 0 ? "right_" : "";
    const bool is_row = c->part == PD_PART_LEG && creature->plan != PD_CREATURE_BIRD;

    if (is_row && creature->plan == PD_CREATURE_QUADRUPED)
        snprintf(out, PD_CREATURE_NAME_BYTES, "%s%s_%s_%d", side, c->row ? "hind" : "front", parts[c->part],
                 i + 1);
    else if (is_row)
        snprintf(out, PD_CREATURE_NAME_BYTES, "%s%s%d_%d", side, parts[c->part], c->row + 1, i + 1);
    else if (c->part == PD_PART_NECK && i == c->count - 1)
        snprintf(out, PD_CREATURE_NAME_BYTES, "head");
    else
        snprintf(out, PD_CREATURE_NAME_BYTES, "%s%s_%d", side, parts[c->part], i + 1);
}
