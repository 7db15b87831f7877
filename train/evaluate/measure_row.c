#include "train/evaluate/measure_row.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

double pd_train_measure_value(const void *measures, const pd_train_measure_row *row)
{
    double value;
    memcpy(&value, (const char *)measures + row->offset, sizeof value);
    return value * row->factor;
}

const pd_train_measure_row *pd_train_measure_find(const pd_train_measure_row *rows, const char *name)
{
    for (const pd_train_measure_row *row = rows; row->name; row++)
        if (!strcmp(row->name, name)) return row;
    return NULL;
}

void pd_train_measure_clear(void *measures, const pd_train_measure_row *rows)
{
    for (const pd_train_measure_row *row = rows; row->name; row++)
        memcpy((char *)measures + row->offset, &(double){NAN}, sizeof(double));
}
