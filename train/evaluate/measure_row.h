#ifndef PD_TRAIN_EVALUATE_MEASURE_ROW_H
#define PD_TRAIN_EVALUATE_MEASURE_ROW_H
/* Measures by name: a struct of doubles (motion_quality.h, kinematics.h) and beside it a table, a row for each of its members. */

typedef struct pd_train_measure_row {
    const char *name, *unit, *definition;
    double factor; /* the member times this is in the unit */
    int offset;    /* of the member, in bytes              */
} pd_train_measure_row;

/* The member of the struct that the row belongs to, in the row's unit. */
double pd_train_measure_value(const void *measures, const pd_train_measure_row *row);
/* The row of that name of a table that ends with a NULL name, or NULL. */
const pd_train_measure_row *pd_train_measure_find(const pd_train_measure_row *rows, const char *name);
/* All of a table's members of the struct to NaN: nothing to measure. */
void pd_train_measure_clear(void *measures, const pd_train_measure_row *rows);

#endif
