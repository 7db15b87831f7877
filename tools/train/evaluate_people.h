#ifndef PD_TOOLS_TRAIN_EVALUATE_PEOPLE_H
#define PD_TOOLS_TRAIN_EVALUATE_PEOPLE_H
/* posedctl evaluate --people: evaluates betas estimated from measurements (core/observe/measurements.h) on
 * people with known tape measurements.
 *
 * A table is a CSV file with one row a person and ANSUR II's column names (millimetres, weightkg in
 * hundredths of a kilogram, Gender); a folder stands for all of its .csv. Default tolerances were rounded
 * from every other row of that survey, the first among them: the rows between are the ones that are fitted
 * here.
 *
 * Reported are the statuses; |beta| and tau; for each measurement the mean and the percentiles of reached
 * minus given; and two measures of the legs in the rest pose, beside those of random bodies of the model:
 *
 *     knock-knee   the angle at the left knee between the lines to hip and ankle, seen from the front,
 *                  positive where the knee is on the inner side of the line from hip to ankle; degrees
 *     crossing     how far the left leg's skin is on the other side of the plane of symmetry; metres, 0: not
 *                  at all
 */
#include "tools/base/local.h"

/* Runs the evaluation with the model of `local` and returns the exit status. */
int pd_tool_evaluate_people(const pd_tool_args *args, pd_tool_local *local);

#endif
