#ifndef PD_PFNN_IMPORT_H
#define PD_PFNN_IMPORT_H
/* Imports a network from the folder of slices that the original training writes: W0_000.bin .. b2_049.bin,
 * Xmean.bin, Xstd.bin, Ymean.bin, Ystd.bin, plain little-endian float32, row-major.
 *
 * The 50 slices are the spline of phase.h at i/50 of a cycle, rounded to float32. Least squares give the
 * control points:
 *
 *     a = argmin sum_i |S_i - sum_k c_k(i/50) a_k|^2 = (C^T C)^-1 C^T S
 *
 * Dimensions follow from the sizes of b0, b2 and Xmean. If they are 342 and 311, the network gets the
 * original's skeleton of 31 joints; other networks have none.
 *
 * Units    those of the network: root frame, centimetres. Nothing is converted.
 * Errors   name the file: missing, of a wrong size, with a number that is not finite; slices that are not
 *          such a spline (a residual above 1e-5 of the largest weight of their array) are refused with the
 *          residual.
 */
#include "core/pfnn/network.h"

#define PD_PFNN_IMPORT_SLICES   50
#define PD_PFNN_IMPORT_RESIDUAL 1e-5 /* relative to the array's largest |number| */

typedef struct pd_pfnn_import_report {
    /* root mean square and largest residual S_i - sum_k c_k a_k over all numbers of all slices */
    double rms, most;
    double largest; /* largest |S_i| */
    char worst[8];  /* array with the largest relative residual: "W1" */
} pd_pfnn_import_report;

/* Reads the folder. report may be NULL. On failure *network is empty. */
pd_status pd_pfnn_import(pd_pfnn_network *network, pd_pfnn_import_report *report, const char *folder,
                         pd_error *err);

#endif
