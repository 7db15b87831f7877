#ifndef PD_RETARGET_CHARACTER_RIG_NAMES_H
#define PD_RETARGET_CHARACTER_RIG_NAMES_H
/* Names that known rigs give to the joints of head, arms and legs. Each row is a rig; another rig is another
 * row.
 *
 * Names    are compared without case, separators, namespaces ("mixamorig:", "Bip01 ") and the numbers that
 *          exporters append ("_08"). '%' stands for the side. Spines are not in the table: a rig has any
 *          number of joints between hips and arms, and the chest is found from the tree (match.h).
 */
#include "core/anim/humanoid.h"

#include <stdbool.h>

/* Columns of a row, for the left side; for the right side '%' is replaced by the rig's other word. */
typedef enum pd_retarget_rig_slot {
    PD_RIG_HIPS,
    PD_RIG_NECK,
    PD_RIG_HEAD,
    PD_RIG_SHOULDER,
    PD_RIG_UPPER_ARM,
    PD_RIG_LOWER_ARM,
    PD_RIG_HAND,
    PD_RIG_UPPER_LEG,
    PD_RIG_LOWER_LEG,
    PD_RIG_FOOT,
    PD_RIG_TOES,
    PD_RIG_SLOTS
} pd_retarget_rig_slot;

typedef struct pd_retarget_rig_names {
    const char *rig;                 /* Name of the rig, such as "mixamo"; NULL ends the table. */
    const char *sides[2];            /* Words for the sides, such as "Left", "Right". */
    const char *names[PD_RIG_SLOTS]; /* NULL: the rig has no such joint. */
} pd_retarget_rig_names;

extern const pd_retarget_rig_names pd_retarget_rigs[];

/* Writes a rig's name of a bone, with '%' replaced.
 * Returns false when the rig has none or it does not fit. */
bool pd_retarget_rig_name(char *out, int bytes, const pd_retarget_rig_names *rig, pd_anim_human bone);
#define PD_RIG_NAME_BYTES 80

/* A name reduced to the form in which names are compared: computed once for each joint. */
typedef struct pd_retarget_rig_reduced {
    char whole[PD_RIG_NAME_BYTES];
    /* Without the number that an exporter appended; "": it has none. */
    char without_number[PD_RIG_NAME_BYTES];
} pd_retarget_rig_reduced;
void pd_retarget_rig_reduce(pd_retarget_rig_reduced *out, const char *name);
/* Compares reduced names as pd_retarget_rig_same does. */
int pd_retarget_rig_same_reduced(const pd_retarget_rig_reduced *joint, const pd_retarget_rig_reduced *known);
/* Compares a joint's name of a file with a `known` name of a row. Returns 2: equal; 1: equal except for what
 * exporters append; 0: different. */
int pd_retarget_rig_same(const char *joint, const char *known);

#endif
