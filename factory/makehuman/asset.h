#ifndef PD_FACTORY_MAKEHUMAN_ASSET_H
#define PD_FACTORY_MAKEHUMAN_ASSET_H
/* Everything that training reads from the data folder, loaded once and const afterwards.
 *
 * The body is the group `body`, vertices [0, vertex_count). Helpers follow, among them the cubes that mark
 * joints. Composition moves the first composed_count vertices: the body and every cube.
 *
 * Space    the data's own: metres, +Y up, +Z forward, A-pose. */
#include "core/base/executor.h"
#include "factory/makehuman/mhrig.h"
#include "factory/makehuman/macro.h"
#include "factory/makehuman/makehuman.h"

#include <stdbool.h>

typedef struct pd_factory_asset {
    pd_factory_obj obj;
    pd_factory_mhrig rig;
    int vertex_count;   /* V, vertices of the body: 13,380 */
    int composed_count; /* vertices of the body and of every cube: 15,128 */
    int quad_count;     /* quads of the body */
    int (*quads)[4];    /* (quad_count)                                                     */
    int target_count;
    pd_factory_target *targets; /* (target_count); a target that repeats another one is empty */
    int *same;                  /* (target_count) index of the first target with the same moves */
    /* target i < PD_FACTORY_MACRO_COUNT belongs to row i */
    pd_factory_macro_target macros[PD_FACTORY_MACRO_COUNT];
} pd_factory_asset;

/* Loads the data. dir is the makehuman folder (3dobjs/, rigs/, targets/).
 * Tasks of the executor read the files. */
pd_status pd_factory_asset_load(pd_factory_asset *out, const char *dir, const pd_executor *executor,
                                pd_error *err);
/* Loads the data with composed_count set to all vertices of the base mesh, because garments are bound to
 * helpers behind the cubes. */
pd_status pd_factory_asset_load_whole(pd_factory_asset *out, const char *dir, const pd_executor *executor,
                                      pd_error *err);
void pd_factory_asset_deinit(pd_factory_asset *asset);

/* Return the target number of a slider or shape of slider.h. end 0 negative, 1 positive; side 0 left or both,
 * 1 right (an empty target when the slider has one side). */
int pd_factory_slider_target(int slider, int end, int side);
int pd_factory_shape_target(int male, int shape);

/* Adds weight * target to vertices (composed_count,3). */
void pd_factory_asset_add(float *vertices, const pd_factory_asset *asset, int target, double weight);

/* Finds the corners of the six quads of the cube `joint-NAME`; their mean is the centre (each vertex occurs
 * three times). Returns false when there is no such cube. */
#define PD_FACTORY_CUBE_CORNERS 24
bool pd_factory_asset_cube(int corners[PD_FACTORY_CUBE_CORNERS], const pd_factory_asset *asset,
                           const char *name);

#endif
