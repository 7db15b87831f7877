#ifndef PD_FACTORY_WARDROBE_WARDROBE_H
#define PD_FACTORY_WARDROBE_WARDROBE_H
/* Builds the wardrobe of the model `person` from garments of MakeHuman's CC0 data, with names and colours
 * (catalogue.h).
 *
 *     data -> people (factory/body/body.h) -> each garment bound (bind.h) -> parts and textures -> a wardrobe
 *
 * Equal options give equal bytes. */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"
#include "core/base/progress.h"

typedef struct pd_factory_wardrobe_options {
    const char *data_folder;   /* makehuman folder, which contains 3dobjs/, rigs/, targets/, eyes/ */
    const char *assets_folder; /* makehuman-assets folder, which contains base/ */
    const pd_smpl_data *model; /* body model that the garments are bound to */
    uint64_t seed;
    int people;        /* number of sampled people: 100 .. 10000 */
    const char *items; /* names of the items to build, comma separated; NULL: all */
} pd_factory_wardrobe_options;

/* Builds *out and checks it with pd_wardrobe_check.
 * The caller frees it with pd_wardrobe_deinit. Empty on failure. */
pd_status pd_factory_wardrobe(pd_wardrobe *out, const pd_factory_wardrobe_options *options,
                              const pd_executor *executor, pd_progress progress, pd_error *err);

/* Lines the skirts (skirt.h) and removes what other parts cover (cover.h). Call it after skin was cleared
 * from the wardrobe (clear.h). */
pd_status pd_factory_wardrobe_line(pd_wardrobe *wardrobe, const pd_smpl_model *model, pd_error *err);

/* Trims hair that covers ears and temples to the hairline (short_hair.h), if the wardrobe has lashes and
 * brows, which tell where the eyes are. Call it after skin was cleared from the wardrobe.
 * data_folder: as above. */
pd_status pd_factory_wardrobe_trim(pd_wardrobe *wardrobe, const pd_smpl_data *model, const char *data_folder,
                                   pd_error *err);

/* Cuts hair that covers an eye to a fringe (piece.h). Replaces the arrays of its items.
 * Call it before pieces are made. */
pd_status pd_factory_wardrobe_fringe(pd_wardrobe *wardrobe, pd_error *err);

/* Adds the pieces of the catalogue (catalogue.h) whose items the wardrobe has. Call it last. */
pd_status pd_factory_wardrobe_pieces(pd_wardrobe *wardrobe, pd_error *err);

#endif
