#include "core/base/text/length.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <strings.h>

/* Inches and centimetres are a factor of 2.54 apart, inches and decimetres one of 3.9, so that the nearest
 * unit is never farther off unless the number is in none of them. */
#define FARTHEST    2.5
#define PERSON      1.7 /* usual height of a person, metres */
/* Largest factor between a person's height and PERSON in a unit that is named. */
#define NEAR_PERSON 1.5

const pd_length_unit pd_length_units[] = {
    {"m", "metres", {"metre", "meter", "meters"}, 1},
    {"dm", "decimetres", {"decimetre", "decimeter", "decimeters"}, 0.1},
    {"cm", "centimetres", {"centimetre", "centimeter", "centimeters"}, 0.01},
    {"mm", "millimetres", {"millimetre", "millimeter", "millimeters"}, 0.001},
    {"in", "inches", {"inch"}, 0.0254},
    {"ft", "feet", {"foot"}, 0.3048},
    {NULL, NULL, {NULL}, 0}};

const pd_length_unit *pd_length_unit_named(const char *name)
{
    for (const pd_length_unit *u = pd_length_units; u->name; u++) {
        if (!strcasecmp(name, u->name) || !strcasecmp(name, u->plural)) return u;
        for (int i = 0; u->others[i]; i++)
            if (!strcasecmp(name, u->others[i])) return u;
    }

    return NULL;
}

const pd_length_unit *pd_length_unit_for(double times)
{
    const pd_length_unit *best = NULL;
    double least = log(FARTHEST);

    for (const pd_length_unit *u = pd_length_units; u->name; u++) {
        const double off = fabs(log(times * u->metres));
        if (off < least) {
            least = off;
            best = u;
        }
    }

    return best;
}

void pd_length_person_note(char *note, size_t note_bytes, double height)
{
    const pd_length_unit *unit = pd_length_unit_for(height / PERSON);
    const double read = unit ? height * unit->metres / PERSON : 0;
    const bool is_named = unit && unit->metres < 1 && read > 1 / NEAR_PERSON && read < NEAR_PERSON;

    note[0] = 0;
    if (height >= PD_LENGTH_PERSON_LEAST && height <= PD_LENGTH_PERSON_MOST) return;
    snprintf(note, note_bytes,
             "%.3g m high; a person is %.3g to %.3g m: if it is one, the unit of the file is not metres%s%s",
             height, PD_LENGTH_PERSON_LEAST, PD_LENGTH_PERSON_MOST, is_named ? ", but probably " : "",
             is_named ? unit->plural : "");
}
