#ifndef PD_SERVER_MODELS_SCENES_H
#define PD_SERVER_MODELS_SCENES_H
/* The scenes that were put (api/motion/scenes.h), by name. Any thread. */
#include "api/motion/scenes.h"
#include "server/models/shelf.h"

/* A shelf of them; NULL when memory is out. pd_srv_shelf_free. */
pd_srv_shelf *pd_srv_scenes_new(void);

#endif
