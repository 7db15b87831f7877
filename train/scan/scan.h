#ifndef PD_TRAIN_SCAN_SCAN_H
#define PD_TRAIN_SCAN_SCAN_H
/* Reads scans: the points of a surface in any order, with what scanners and depth cameras write among them.
 *
 *   PLY, OBJ   vertices (core/io/surface/mesh_text.h), normals of a PLY
 *   STL        binary and ascii: the corners of the triangles, each place once
 *   PCD        ascii and binary, fields x, y, z; a compressed one is refused
 *   npz, npy   (N,3 or more) numbers, or (H,W,3) of a depth camera; of an npz the member points, vertices,
 *              xyz, pcd or v, or the only one
 *   GLB        vertices of triangles, and clouds of points, in world space
 *   text       three numbers or more a line, between blanks, tabs, commas or semicolons (xyz, pts, asc, csv,
 *              txt); lines before the first number are skipped, and a heading with x, y and z names their
 *              columns. With semicolons a comma is a decimal comma
 *
 * A format is recognised by its bytes, not by the file's name. A byte-order mark before a text is skipped.
 *
 * Missing  points that are not finite, and points at exactly 0 0 0 when there are several, are what scanners
 *          write where they see nothing: they are left out and counted.
 * Limits   PD_TRAIN_POINTS_MAX points; coordinates within 1e6, and not so far from 0 that floats lose a
 *          ten-thousandth of the scan's size.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_UNSUPPORTED at "name: line 7" or "name: place". The output
 *          is then empty.
 */
#include "core/base/error.h"
#include "core/base/size.h"

/* Endings of these formats but the GLB's, for core/io/surface/bundle.h. */
#define PD_TRAIN_SCAN_ENDINGS ".ply .obj .stl .pcd .npz .npy .xyz .pts .asc .csv .txt"

typedef struct pd_train_scan {
    float *points; /* (count,3) in the file's units and axes */
    /* (count,3) unit vectors, 0 0 0 where the file's has no direction; NULL: the file has none */
    float *normals;
    int count;
    long left_out; /* points that were not finite or at 0 0 0 */
} pd_train_scan;

/* Reads a file. There is at least one point. */
pd_status pd_train_scan_read(pd_train_scan *out, pd_bytes file, const char *name, pd_error *err);
/* Frees the arrays and zeroes the struct. */
void pd_train_scan_deinit(pd_train_scan *scan);

#endif
