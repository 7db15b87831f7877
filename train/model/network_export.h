#ifndef PD_TRAIN_MODEL_NETWORK_EXPORT_H
#define PD_TRAIN_MODEL_NETWORK_EXPORT_H
/* Exports a network to the folder format that the original training writes and its demo reads: the inverse of
 * import.h.
 *
 *     W0_iii.bin (h,x), b0_iii.bin (h), W1_iii.bin (h,h), b1_iii.bin (h), W2_iii.bin (y,h), b2_iii.bin (y),
 *         iii = 000 .. 049:
 *     S_i = sum_k c_k(i/50) a_k, the spline of phase.h at i/50 of a cycle, summed in double and rounded once
 *     Xmean.bin, Xstd.bin (x), Ymean.bin, Ystd.bin (y)
 *
 * All files are little-endian float32, row-major. The format has no place for joint names, offsets, gaits and
 * texts, which are left out.
 *
 * Units    those of the network: root frame, centimetres. Nothing is converted.
 * Errors   those of pd_pfnn_network_check before a byte is written; ERR_IO and ERR_NOT_FOUND name the file,
 *          ERR_MEMORY. Files that were written before a failure remain.
 */
#include "core/pfnn/import.h"

/* Writes the files. The folder must exist; files with these names in it are replaced. */
pd_status pd_train_export_slices(const pd_pfnn_network *network, const char *folder, pd_error *err);

#endif
