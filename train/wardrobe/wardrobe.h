#ifndef PD_TRAIN_WARDROBE_WARDROBE_H
#define PD_TRAIN_WARDROBE_WARDROBE_H
/* The wardrobe of the model `person`: which garments of MakeHuman's CC0 data it has, by what names, in what colours.
 *
 *     data -> people (train/body/body.h) -> each garment bound (bind.h) -> parts and textures -> a wardrobe
 *
 * The same options give the same bytes. */
#include "core/base/executor.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"
#include "core/base/progress.h"

typedef struct pd_train_wardrobe_options {
    const char *data_folder;   /* makehuman: 3dobjs/, rigs/, targets/, eyes/ below it */
    const char *assets_folder; /* makehuman-assets: base/ below it                    */
    const pd_smpl_data *model; /* the body                                            */
    uint64_t seed;
    int people;        /* 100 .. 10000 */
    const char *items; /* these alone, comma separated; NULL: all there are */
} pd_train_wardrobe_options;

/* Checked by pd_wardrobe_check; freed by pd_wardrobe_deinit. Empty on failure. */
pd_status pd_train_wardrobe(pd_wardrobe *out, const pd_train_wardrobe_options *options,
                            const pd_executor *executor, pd_train_progress progress, pd_error *err);

/* Lines the skirts (skirt.h) and removes what other parts cover (cover.h). Call it after the wardrobe was cleared of skin (clear.h). */
pd_status pd_train_wardrobe_line(pd_wardrobe *wardrobe, const pd_smpl_model *model, pd_error *err);

#endif
