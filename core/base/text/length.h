#ifndef PD_BASE_TEXT_LENGTH_H
#define PD_BASE_TEXT_LENGTH_H
/* Units of length that people and programs use: their names, and which of them a length is probably in.
 *
 * One table for the units in capture files, for --unit of posedctl, and for errors that name the unit a
 * number is probably in.
 * Threads  pure functions over a const table.   Errors  none.
 */

#include <stddef.h>

#define PD_LENGTH_PERSON_LEAST 0.3 /* metres */
#define PD_LENGTH_PERSON_MOST  3.0

typedef struct pd_length_unit {
    const char *name;      /* symbol, "cm"            */
    const char *plural;    /* in sentences, "centimetres" */
    const char *others[6]; /* further spellings; NULL-terminated */
    double metres;         /* metres in one unit      */
} pd_length_unit;

extern const pd_length_unit pd_length_units[]; /* m, dm, cm, mm, in, ft; ends with a NULL name */

/* Finds a unit by its symbol, its plural or another spelling, in any case. NULL: there is no such unit. */
const pd_length_unit *pd_length_unit_named(const char *name);

/* Returns the unit in which a length comes out `times` as large as in metres: 98 gives centimetres. Units are
 * compared on a logarithmic scale, and a unit that is off by more than a factor of 2.5 does not count. NULL:
 * no unit fits. */
const pd_length_unit *pd_length_unit_for(double times);

/* Writes a clause to note (note_bytes) if a figure of that height in metres can be no person, with the unit
 * that is probably meant; else "". People, from toddlers to giants, are PD_LENGTH_PERSON_LEAST to
 * PD_LENGTH_PERSON_MOST high. */
void pd_length_person_note(char *note, size_t note_bytes, double height);

#endif
