#ifndef PD_TRAIN_MAKEHUMAN_ASSET_H
#define PD_TRAIN_MAKEHUMAN_ASSET_H
/* Everything that training reads from the data folder, loaded once and then const.
 *
 * The person is the group `body`, vertices [0, vertex_count); behind it come helpers, among them the cubes that
 * mark joints. Composition moves the first composed_count vertices: the person and every cube.
 *
 * Space    the data's own: metres, +Y up, +Z forward, A-pose.
 */
#include "core/base/executor.h"
#include "core/io/mesh/mhrig.h"
#include "train/makehuman/macro.h"
#include "train/makehuman/makehuman.h"

#include <stdbool.h>

typedef struct pd_train_asset {
    pd_train_obj obj;
    pd_mhrig rig;
    int vertex_count;   /* V: 13,380                                                       */
    int composed_count; /* 15,128                                                          */
    int quad_count;     /* of the person                                                    */
    int (*quads)[4];    /* (quad_count)                                                     */
    int target_count;
    pd_train_target *targets; /* (target_count); what repeats another one is empty         */
    int *same;                /* (target_count) the first target with the same moves       */
    pd_train_macro_target macros[PD_TRAIN_MACRO_COUNT]; /* target i < PD_TRAIN_MACRO_COUNT */
} pd_train_asset;

/* dir is the makehuman folder (3dobjs/, rigs/, targets/). Files are read as tasks of the executor. */
pd_status pd_train_asset_load(pd_train_asset *out, const char *dir, const pd_executor *executor,
                              pd_error *err);
/* The same with composed_count all of the base mesh: garments are bound to the helpers behind the cubes. */
pd_status pd_train_asset_load_whole(pd_train_asset *out, const char *dir, const pd_executor *executor,
                                    pd_error *err);
void pd_train_asset_deinit(pd_train_asset *asset);

/* Target numbers of the sliders and shapes of slider.h. end 0 negative, 1 positive; side 0 left or both, 1 right
 * (then empty when the slider has one side). */
int pd_train_slider_target(int slider, int end, int side);
int pd_train_shape_target(int male, int shape);

/* vertices (composed_count,3) += weight * target. */
void pd_train_asset_add(float *vertices, const pd_train_asset *asset, int target, double weight);

/* The corners of the six quads of the cube `joint-NAME`; their mean is the centre (each vertex comes three
 * times). Returns 0 when there is no such cube. */
#define PD_TRAIN_CUBE_CORNERS 24
bool pd_train_asset_cube(int corners[PD_TRAIN_CUBE_CORNERS], const pd_train_asset *asset, const char *name);

#endif
