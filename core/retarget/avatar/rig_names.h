#ifndef PD_RETARGET_AVATAR_RIG_NAMES_H
#define PD_RETARGET_AVATAR_RIG_NAMES_H
/* What known rigs call the joints of head, arms and legs. A row is a rig; a rig that is not known yet is a row more.
 *
 * Names    are compared without case, separators, namespaces ("mixamorig:", "Bip01 ", "DEF-") and the numbers that exporters append ("_08").
 *          '%' stands for the side. Spines are not in the table: between hips and arms a rig has as many joints as it likes, and which of
 *          them is the chest follows from the tree (match.h).
 */
#include "core/anim/humanoid.h"

#include <stdbool.h>

/* Of a row, in this order: the left side's; the right one has its own word for the side. */
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
    const char *rig;                 /* "mixamo"; NULL ends the table        */
    const char *sides[2];            /* "Left", "Right"                      */
    const char *names[PD_RIG_SLOTS]; /* NULL: it has none         */
} pd_retarget_rig_names;

extern const pd_retarget_rig_names pd_retarget_rigs[];

/* The name of a bone by a row, '%' replaced; false when the row has none or it does not fit. */
bool pd_retarget_rig_name(char *out, int bytes, const pd_retarget_rig_names *rig, pd_anim_human bone);
#define PD_RIG_NAME_BYTES 80

/* A name as it is compared: once for each joint of a skeleton. */
typedef struct pd_retarget_rig_reduced {
    char whole[PD_RIG_NAME_BYTES];
    char without_number[PD_RIG_NAME_BYTES]; /* "": it has none that an exporter appends */
} pd_retarget_rig_reduced;
void pd_retarget_rig_reduce(pd_retarget_rig_reduced *out, const char *name);
/* As pd_retarget_rig_same, of names that were reduced. */
int pd_retarget_rig_same_reduced(const pd_retarget_rig_reduced *joint, const pd_retarget_rig_reduced *known);
/* Are the two one name? `joint` is a file's, `known` a row's. 2: as they stand; 1: but for what exporters append; 0: no. */
int pd_retarget_rig_same(const char *joint, const char *known);

#endif
