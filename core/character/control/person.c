#include "core/character/control/person.h"

#include "core/base/text/edit_distance.h"
#include "core/base/hash.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define JOGS     6.0  /* s: least time that a person jogs on film, for a style of jogging */
#define OTHERS   0.5  /* largest share of another style */
#define PACE     0.03 /* largest change of the gaits' speeds */
#define MIX      0.06 /* per frame: rate of changes between the styles of walking and jogging */
/* Cosine of the angle between facing and direction of motion. Above AHEAD the style has its full share, below
 * SIDE none, because only two people were filmed going sideways. With styles of others a character was up to
 * 30 % slower than requested. */
#define AHEAD    0.85
#define SIDE     0.4
/* Requested speeds of the network's own motion between which a jog becomes a run,
 * m/s (2.9 and 3.1 as played). */
#define RUN_FROM 2.26
#define RUN_FULL 2.4
#define STYLE_S  3.1 /* s: period of the random variation of a style */

static int find_person(const pd_pfnn_network *n, const char *name)
{
    for (int s = 0; s < n->style_count; s++)
        if (!strcmp(n->style_names[s], name)) return s;
    return -1;
}

pd_status pd_character_person_check(const pd_character_person *person, const pd_pfnn_network *n,
                                    pd_error *err)
{
    char names[160] = "none: the network has no styles";

    /* List the styles for the error. */
    for (int i = 0, used = 0; i < n->style_count && used < (int)sizeof names - PD_MODEL_NAME_BYTES; i++)
        used += snprintf(names + used, sizeof names - (size_t)used, "%s%s", i ? ", " : "", n->style_names[i]);

    /* Each style must exist, with a weight from 0 to 1. A misspelled one gets a suggestion. */
    for (int i = 0; i < person->part_count; i++) {
        double weight = person->parts[i].weight;
        if (find_person(n, person->parts[i].name) < 0) {
            pd_edit_distance_search search = pd_edit_distance_begin(person->parts[i].name);
            for (int s = 0; s < n->style_count; s++) pd_edit_distance_offer(&search, n->style_names[s]);
            const char *near = pd_edit_distance_nearest(&search);
            return pd_fail(err, PD_ERR_NOT_FOUND, "/style", "no style \"%s\"; %s%s%s%s", search.written,
                           near ? "did you mean " : "", near ? near : "", near ? "? " : "", names);
        }

        if (!(weight >= 0 && weight <= 1))
            return pd_fail(err, PD_ERR_RANGE, "/style", "%g of %s; 0 to 1 allowed", weight,
                           person->parts[i].name);
    }

    if (person->variation <= PD_CHARACTER_VARIATION_MOST) return PD_OK;

    return pd_fail(err, PD_ERR_RANGE, "/variation", "%u; 0 to %d allowed", person->variation,
                   PD_CHARACTER_VARIATION_MOST);
}

/* Returns a number in [0, 1) that depends on the seed, the channel and the step. */
static double person_part_of(uint32_t seed, int channel, int64_t step)
{
    uint64_t who = (uint64_t)seed << 32 | (uint32_t)channel;
    return (double)(pd_hash64_pair(who, (uint64_t)step) >> 11) * 0x1p-53;
}

double pd_character_wander(uint32_t seed, int channel, double time, double period, double hold)
{
    double at = time / period + person_part_of(seed, channel, -1);
    double step = floor(at);
    double t = pd_plane_clamp((at - step - hold) / (1 - hold), 0, 1);
    double from = person_part_of(seed, channel, (int64_t)step);
    double to = person_part_of(seed, channel, (int64_t)step + 1);

    return 2 * (from + (to - from) * t * t * (3 - 2 * t)) - 1;
}

void pd_character_manner_init(pd_character_manner *m, const pd_character_person *person,
                              const pd_pfnn_network *n)
{
    /* A variation mixes in some other style, unless the caller asks for styles. */
    uint32_t seed = person->variation;
    bool asks = person->part_count || person->is_mean;
    int other = n->style_count ? (int)(person_part_of(seed, 0, -2) * n->style_count) : 0;
    double mixed = seed && !asks ? OTHERS * person_part_of(seed, 1, -2) : 0;

    *m = (pd_character_manner){.seed = seed, .pace = 1, .part = 1, .most = 1, .other = other, .mixed = mixed};

    /* Pace and time of this variation. */
    if (seed) {
        m->pace = 1 + PACE * (2 * person_part_of(seed, 2, -2) - 1);
        m->time = 1000 * person_part_of(seed, 3, -2);
    }

    /* Weight of each style for walking and for jogging. A style that has too little training data at a
     * gait is left out. */
    for (int g = 0; g < 2; g++)
        for (int s = 0; s < n->style_count; s++) {
            bool known = !g || (double)n->style_seconds[g * n->style_count + s] >= JOGS;
            double asked = asks ? 0 : (double)n->style_default[g * n->style_count + s];
            for (int i = 0; i < person->part_count; i++)
                if (find_person(n, person->parts[i].name) == s) asked += person->parts[i].weight;
            double weight = (1 - mixed) * asked + (s == other ? mixed : 0);
            m->style[g][s] = known ? (float)weight : 0;
        }
}

void pd_character_manner_write(float *x, pd_character_manner *m, double time,
                               const pd_character_manner_moves *moves, const pd_character_rig *rig)
{
    const pd_pfnn_network *n = &rig->model->network;
    const float *gaits = moves->gaits;
    double on_feet = (double)gaits[PD_PFNN_STAND] + (double)gaits[PD_PFNN_WALK] + (double)gaits[PD_PFNN_JOG];
    double jog = on_feet > 0.3 ? (double)gaits[PD_PFNN_JOG] / on_feet : m->jog;
    double part = pd_plane_clamp(on_feet - (double)gaits[PD_PFNN_JUMP], 0, 1);
    double most = pd_plane_clamp((moves->ahead - SIDE) / (AHEAD - SIDE), 0, 1);
    double runners = 0;

    for (int s = 0; s < rig->layout.styles; s++) runners += (double)n->style_run[s];
    const double fast = pd_plane_clamp((moves->speed - RUN_FROM) / (RUN_FULL - RUN_FROM), 0, 1);
    double run = runners > 0 ? (double)gaits[PD_PFNN_JOG] * pd_fmax(fast, 1 - moves->level) : 0;
    m->jog += MIX * (jog - m->jog);
    m->part += MIX * (part - m->part);
    m->most += MIX * (most - m->most);
    m->run += MIX * (run - m->run);

    /* Styles do not vary while standing; idle.h has the motion of standing. */
    const double stand = pd_plane_clamp((double)gaits[PD_PFNN_STAND], 0, 1);
    double vary = rig->control.vary_style * (1 - stand);
    for (int s = 0; s < rig->layout.styles; s++) {
        double weight = (double)m->style[0][s] + m->jog * (double)(m->style[1][s] - m->style[0][s]);
        if (m->mixed > 0) {
            const double own = (weight - (s == m->other ? m->mixed : 0)) / (1 - m->mixed);
            weight += stand * (pd_fmax(own, 0) - weight);
        }

        weight += m->run * ((double)n->style_run[s] - runners * weight);
        double wander = pd_character_wander(m->seed, PD_CHARACTER_WANDER_STYLE + s, time, STYLE_S, 0);
        x[s] = (float)(m->part * (pd_fmin(weight, m->most) + vary * wander));
    }
}
