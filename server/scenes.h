#ifndef PD_SRV_SCENES_H
#define PD_SRV_SCENES_H
/* The scenes that were put (api/scenes.h), by name. Any thread. */
#include "api/scenes.h"
#include "server/shelf.h"

/* A shelf of them; NULL when memory is out. pd_srv_shelf_free. */
pd_srv_shelf *pd_srv_scenes_new(void);

#endif
