#ifndef PD_TRAIN_EVALUATE_MEASURE_ROW_H
#define PD_TRAIN_EVALUATE_MEASURE_ROW_H
/* Access to measures by name: a struct of doubles (motion_quality.h, kinematics.h) and a table with one row
 * for each member. */

typedef struct pd_train_measure_row {
    const char *name, *unit, *definition;
    double factor; /* the member times this has the row's unit */
    int offset;    /* offset of the member in the struct, bytes */
} pd_train_measure_row;

/* Returns the member of the struct that the row describes, in the row's unit. */
double pd_train_measure_value(const void *measures, const pd_train_measure_row *row);
/* Returns the row with this name in a table that ends with a NULL name, or NULL. */
const pd_train_measure_row *pd_train_measure_find(const pd_train_measure_row *rows, const char *name);
/* Sets all of the table's members in the struct to NaN, which means not measured. */
void pd_train_measure_clear(void *measures, const pd_train_measure_row *rows);

#endif
