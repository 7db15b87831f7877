#ifndef PD_SERVER_MODELS_SKELETONS_H
#define PD_SERVER_MODELS_SKELETONS_H
/* The skeletons that were put (api/ik/skeletons.h), by name. Any thread. */
#include "api/ik/skeletons.h"
#include "server/models/shelf.h"

/* A shelf of them; NULL when memory is out. pd_srv_shelf_free. */
pd_srv_shelf *pd_srv_skeletons_new(void);

#endif
