#include "core/observe/marker/joints.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CORE_LEAST   6     /* hips, knees, ankles, shoulders, elbows, wrists that a take of joints names */
#define RIGID        0.004 /* metres: largest standard deviation of the length of a bone */
#define BENDS        0.01  /* metres: least standard deviation of the distance across a joint that bends */
#define STRETCH      0.1   /* largest deviation of a bone, relative to that of the distance across */
#define HINGES_LEAST 4     /* joints that bend between two rigid bones: fewer are chance */
#define HINGES_SHARE 0.15  /* of the points */
#define BONE_LEAST   0.12  /* metres */
#define BONE_MOST    0.60
#define HINGE_FRAMES 200 /* frames in which distances are measured */
#define HINGE_POINTS 256 /* points whose distances are measured */

enum { NO_SIDE, LEFT, RIGHT };

/* What a word means. `core` marks the joints of limbs that every set has. */
typedef struct joint_word {
    const char *words; /* in lower case, without a side, between blanks */
    bool is_sided, is_core, is_smpl;
    const char *place; /* of the left side, or in the middle; NULL: decided by the style of the file */
} joint_word;

static const joint_word joint_words[] = {
    {" hip hjc hipjoint upleg upperleg thigh hipjointcentre hipjointcenter ", true, true, false, "left_hip"},
    {" knee kjc kneejoint lowerleg ", true, true, false, "left_knee"},
    {" ankle ajc anklejoint ", true, true, false, "left_ankle"},
    {" shoulder sjc gjc shoulderjoint arm upperarm ", true, true, false, "left_shoulder"},
    {" elbow ejc elbowjoint forearm lowerarm ", true, true, false, "left_elbow"},
    {" wrist wjc wristjoint ", true, true, false, "left_wrist"},
    {" bigtoe ", true, false, false, "@left_big_toe"},
    {" smalltoe ", true, false, false, "@left_small_toe"},
    {" heel ", true, false, false, "@left_heel"},
    {" eye ", true, false, false, "@left_eye"},
    {" eyeinner ", true, false, false, "@left_eye_inner"},
    {" eyeouter ", true, false, false, "@left_eye_outer"},
    {" ear ", true, false, false, "@left_ear"},
    {" mouth ", true, false, false, "@left_mouth"},
    {" footindex ", true, false, false, "@left_big_toe+@left_small_toe"},
    {" index ", true, false, false, "@left_index"},
    {" pinky ", true, false, false, "@left_pinky"},
    {" thumb ", true, false, false, "@left_thumb"},
    {" foot toe toebase ", true, false, false, NULL},
    {" hand ", true, false, false, NULL},
    {" collar clavicle ", true, false, true, "left_collar"},
    {" nose ", false, false, false, "@nose"},
    {" head ", false, false, false, NULL},
    {" headtop topofhead tophead ", false, false, false, "@head_top"},
    {" neck ", false, false, false, NULL},
    {" thorax ", false, false, false, "neck"},
    {" hip midhip hipcenter hipcentre bothip ", false, false, false, "left_hip+right_hip"},
    {" pelvis root spinebase hips ", false, false, false, "pelvis"},
    {" spine ", false, false, false, "spine1+spine2"},
    {" spine1 ", false, false, true, "spine1"},
    {" spine2 ", false, false, true, "spine2"},
    {" spine3 ", false, false, true, "spine3"},
};

#define WORDS ((int)(sizeof joint_words / sizeof *joint_words))

/* ---- names */

/* Finds a word in the list of a row. */
static bool has_word(const joint_word *row, const char *word)
{
    char between[PD_MARKERS_NAME_BYTES + 3];
    snprintf(between, sizeof between, " %s ", word);
    return *word && strstr(row->words, between);
}

/* Returns the row of a word, for a side or none; -1: none. */
static int row_of_word(const char *word, bool is_sided)
{
    for (int i = 0; i < WORDS; i++)
        if (joint_words[i].is_sided == is_sided && has_word(&joint_words[i], word)) return i;
    return -1;
}

/* Returns the row of a name without its owner, and its side: "RHip", "left_knee", "L_Ankle", "ShoulderLeft",
 * "HIP_RIGHT"; -1: none. */
static int row_of_bare(int *side, const char *name)
{
    static const struct {
        const char *sign;
        int side;
    } sides[] = {{"left", LEFT}, {"right", RIGHT}, {"l", LEFT}, {"r", RIGHT}};
    char plain[PD_MARKERS_NAME_BYTES];
    size_t n = 0;

    /* Letters and digits alone, in lower case. */
    for (const char *c = name; *c && n + 1 < sizeof plain; c++)
        if (isalnum((unsigned char)*c)) plain[n++] = (char)tolower((unsigned char)*c);
    plain[n] = 0;

    *side = NO_SIDE;
    int row = row_of_word(plain, false);
    for (size_t i = 0; i < sizeof sides / sizeof *sides && row < 0; i++) {
        const size_t length = strlen(sides[i].sign);
        if (n <= length) continue;
        *side = sides[i].side;
        if (!strncmp(plain, sides[i].sign, length)) row = row_of_word(plain + length, true);
        if (row >= 0 || strcmp(plain + n - length, sides[i].sign) != 0) continue;
        char head[PD_MARKERS_NAME_BYTES];
        snprintf(head, sizeof head, "%.*s", (int)(n - length), plain);
        row = row_of_word(head, true);
    }

    return row;
}

const char *pd_observe_joint_bare(const char *name)
{
    const char *colon = strrchr(name, ':');
    const char *own = colon ? colon + 1 : name;
    int side;

    /* The owner ends at an underline: Anna_L_Hip. */
    for (; own; own = strchr(own, '_') ? strchr(own, '_') + 1 : NULL)
        if (row_of_bare(&side, own) >= 0) return own;
    return NULL;
}

/* Returns the row of a name, with or without its owner, and its side; -1: none. */
static int row_of_name(int *side, const char *name)
{
    const char *bare = pd_observe_joint_bare(name);
    return bare ? row_of_bare(side, bare) : -1;
}

pd_observe_joint_style pd_observe_joint_style_of(const pd_markers *file)
{
    pd_observe_joint_style style = {.known = 0};
    bool seen[WORDS][3] = {{false}};
    int core = 0;

    for (int i = 0; i < file->marker_count; i++) {
        int side;
        const int row = row_of_name(&side, file->names[i]);
        if (row < 0) continue;
        style.known++;
        core += joint_words[row].is_core && !seen[row][side];
        seen[row][side] = true;
        style.is_smpl = style.is_smpl || joint_words[row].is_smpl;
        style.has_ankles = style.has_ankles || !strcmp(joint_words[row].words, joint_words[2].words);
        style.has_wrists = style.has_wrists || !strcmp(joint_words[row].words, joint_words[5].words);
    }

    style.are_joints = core >= CORE_LEAST && style.known > pd_observe_marker_known(file);
    return style;
}

/* Returns the place of a word that means different places in different sets; NULL: none. */
static const char *place_by_style(const pd_observe_joint_style *style, const joint_word *row)
{
    if (has_word(row, "neck")) return style->is_smpl ? "neck" : "left_shoulder+right_shoulder";
    if (has_word(row, "head")) return style->is_smpl ? "head" : "@head_top";
    if (has_word(row, "foot")) return !style->has_ankles ? "left_ankle" : style->is_smpl ? "left_foot" : NULL;
    if (has_word(row, "hand")) return !style->has_wrists ? "left_wrist" : style->is_smpl ? "left_hand" : NULL;
    return NULL;
}

bool pd_observe_joint_place(char out[PD_OBSERVE_JOINT_PLACE_BYTES], const pd_observe_joint_style *style,
                            const char *name)
{
    int side;
    const int row = row_of_name(&side, name);
    if (row < 0) return false;
    const char *place = joint_words[row].place;
    if (!place) place = place_by_style(style, &joint_words[row]);
    if (!place) return false;

    /* The table has the left side. */
    size_t n = 0;
    while (*place && n + 8 < PD_OBSERVE_JOINT_PLACE_BYTES) {
        const bool is_left = side == RIGHT && !strncmp(place, "left_", 5);
        if (is_left) n += (size_t)snprintf(out + n, PD_OBSERVE_JOINT_PLACE_BYTES - n, "right_");
        if (is_left)
            place += 5;
        else
            out[n++] = *place++;
    }

    out[n] = 0;
    return true;
}

/* ---- places */

static pd_status no_joint_memory(pd_observe_marker_set *s, const char *name, pd_error *err)
{
    pd_observe_marker_set_deinit(s);
    return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for the joints");
}

/* Returns 0 for a place of the head, 1 for one of a foot, -1 for any other: what tells which axis is up. */
static int level_of_joint(const char *place)
{
    static const char *const heads[] = {"head", "@nose", "_eye", "_ear", "@head"};
    static const char *const feet[] = {"ankle", "foot", "toe", "heel"};

    for (size_t i = 0; i < sizeof feet / sizeof *feet; i++)
        if (strstr(place, feet[i])) return 1;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strstr(place, heads[i])) return 0;
    return -1;
}

pd_status pd_observe_joint_set_make(pd_observe_marker_set *s, const pd_markers *file, int up, double sigma,
                                    const pd_smpl_model *m, const char *name, pd_error *err)
{
    const pd_observe_joint_style style = pd_observe_joint_style_of(file);
    const size_t room = (size_t)file->marker_count + 1;
    char(*places)[PD_OBSERVE_JOINT_PLACE_BYTES] = calloc(room, sizeof *places);
    int *levels = malloc(room * sizeof *levels);

    /* Memory for all columns. */
    *s = (pd_observe_marker_set){.frame_count = file->frame_count, .are_joints = true};
    s->column = calloc(room, sizeof *s->column);
    s->parts = calloc(room * PD_OBSERVE_MOST_PARTS, sizeof *s->parts);
    s->places = calloc(room, sizeof *s->places);
    pd_status status = PD_OK;
    if (!places || !levels || !s->column || !s->parts || !s->places) status = no_joint_memory(s, name, err);

    /* The place of each column. A place that is taken is not used twice. */
    for (int i = 0; i < file->marker_count && !status; i++) {
        char place[PD_OBSERVE_JOINT_PLACE_BYTES] = "";
        pd_observe_part *parts = s->parts + PD_OBSERVE_MOST_PARTS * s->count;
        const bool is_named = pd_observe_joint_place(place, &style, file->names[i]);
        bool is_free = s->count < PD_OBSERVE_TAKE_MOST_PLACES;
        for (int k = 0; k < s->count; k++) is_free = is_free && strcmp(places[k], place) != 0;
        const int count = is_named && is_free ? pd_observe_place(parts, m, place) : 0;
        levels[i] = is_named ? level_of_joint(place) : -1;
        s->unknown_count += !count;
        if (!count) continue;

        const int n = s->count++;
        memcpy(places[n], place, sizeof *places);
        s->column[n] = i;
        s->places[n] = (pd_observe_seen){
            .parts = parts, .part_count = count, .mirror = n, .confidence = 1, .sigma = sigma};
    }

    /* Refuse too few. */
    if (!status && s->count < PD_OBSERVE_MARKER_LEAST) {
        const int placed = s->count;
        pd_observe_marker_set_deinit(s);
        status = pd_fail(err, PD_ERR_INVALID, name,
                         "%d of %d names are of joints that the model has (\"%s\" ...); at least %d expected",
                         placed, file->marker_count, file->names[0], PD_OBSERVE_MARKER_LEAST);
    }

    /* Pair left and right. */
    for (int a = 0; a < s->count && !status; a++)
        for (int b = 0; b < s->count; b++) {
            const char *left = strstr(places[a], "left_");
            const char *right = strstr(places[b], "right_");
            if (!left || !right || strstr(places[a], "right_")) continue;
            if (left - places[a] != right - places[b] || strcmp(left + 5, right + 6) != 0) continue;
            s->places[a].mirror = b;
            s->places[b].mirror = a;
        }

    /* Positions with +Y up. */
    if (!status) status = pd_observe_marker_set_stand(s, file, levels, up, name, err);
    free(places);
    free(levels);

    return status;
}

/* ---- suspicion */

/* Returns the standard deviation of the distance of two columns over some frames, and its mean; NAN: seen
 * together in less than half of them. */
static double deviation_of(double *mean, const pd_markers *file, int a, int b)
{
    const size_t columns = (size_t)file->marker_count;
    const int frames = file->frame_count < HINGE_FRAMES ? file->frame_count : HINGE_FRAMES;
    double sum = 0, squares = 0;
    int count = 0;

    for (int i = 0; i < frames; i++) {
        const size_t f = (size_t)((long long)i * file->frame_count / frames);
        const float *p = file->positions + 3 * (f * columns + (size_t)a);
        const float *q = file->positions + 3 * (f * columns + (size_t)b);
        double square = 0;
        if (isnan(p[0]) || isnan(q[0])) continue;
        for (int c = 0; c < 3; c++) square += pow((double)p[c] - (double)q[c], 2);
        sum += sqrt(square);
        squares += square;
        count++;
    }

    if (2 * count < frames || count < 2) return NAN;
    *mean = sum / count;
    return sqrt(fmax(squares / count - *mean * *mean, 0));
}

int pd_observe_joint_hinges(const pd_markers *file)
{
    const int points = file->marker_count < HINGE_POINTS ? file->marker_count : HINGE_POINTS;
    const size_t n = (size_t)points;
    float *deviations = malloc((n * n + 1) * sizeof *deviations); /* (n,n) metres; NAN: unknown */
    unsigned char *bones = calloc(n * n + 1, 1);                  /* (n,n) 1: as long as a bone, and rigid */
    int hinges = 0;

    if (!deviations || !bones) {
        free(deviations);
        free(bones);
        return -1;
    }

    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++) {
            double mean = 0;
            const double deviation = deviation_of(&mean, file, (int)a, (int)b);
            const bool is_bone = deviation <= RIGID && mean >= BONE_LEAST && mean <= BONE_MOST;
            deviations[a * n + b] = deviations[b * n + a] = (float)deviation;
            bones[a * n + b] = bones[b * n + a] = is_bone;
        }

    /* A hinge has two bones whose other ends move towards each other, by far more than the bones stretch. */
    for (size_t b = 0; b < n; b++) {
        bool bends = false;
        for (size_t a = 0; a < n && !bends; a++)
            for (size_t c = 0; c < a && !bends && bones[b * n + a]; c++) {
                const double across = (double)deviations[a * n + c];
                const double along = fmax((double)deviations[b * n + a], (double)deviations[b * n + c]);
                bends = bones[b * n + c] && across >= BENDS && along <= STRETCH * across;
            }
        hinges += bends;
    }

    free(deviations);
    free(bones);
    return hinges;
}

bool pd_observe_joint_is_suspected(int *hinges, const pd_markers *file)
{
    *hinges = pd_observe_joint_hinges(file);
    return *hinges >= HINGES_LEAST && *hinges >= HINGES_SHARE * file->marker_count;
}
