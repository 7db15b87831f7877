#ifndef PD_SERVER_MODELS_STORES_H
#define PD_SERVER_MODELS_STORES_H
/* The stores of uploaded scenes (api/motion/scenes.h), skeletons (api/ik/skeletons.h) and avatars
 * (api/avatar/avatars.h). */
#include "api/avatar/avatars.h"
#include "api/ik/skeletons.h"
#include "api/motion/clips.h"
#include "api/motion/scenes.h"
#include "server/models/named_store.h"

/* They return NULL when allocation fails. Free with pd_srv_named_store_free. */
pd_srv_named_store *pd_srv_scenes_new(void);
pd_srv_named_store *pd_srv_clips_new(void);
pd_srv_named_store *pd_srv_skeletons_new(void);
pd_srv_named_store *pd_srv_avatars_new(void);

#endif
