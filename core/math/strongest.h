#ifndef PD_MATH_STRONGEST_H
#define PD_MATH_STRONGEST_H
/* Reduces the skin weights of a vertex to those that a file has room for.
 *
 * Keeps the PD_STRONGEST largest of a row of weights, in falling order, and scales them to sum 1. Of equal
 * weights the one of the lower joint comes first. Places that are left over are joint 0 with weight 0; a row
 * without a weight above 0 follows joint 0.
 *
 * Spaces   any: joints are numbers, and weights are shares without a unit.
 * Shapes   row (joint_count), 1 to 256 joints.   Memory  none.   Threads  pure function.   Errors  none.
 */
#include <stdint.h>

#define PD_STRONGEST 4

void pd_strongest(uint8_t joints[PD_STRONGEST], float weights[PD_STRONGEST], const float *row,
                  int joint_count);

#endif
