#ifndef PD_SRV_SKELETONS_H
#define PD_SRV_SKELETONS_H
/* The skeletons that were put (api/skeletons.h), by name. Any thread. */
#include "api/skeletons.h"
#include "server/shelf.h"

/* A shelf of them; NULL when memory is out. pd_srv_shelf_free. */
pd_srv_shelf *pd_srv_skeletons_new(void);

#endif
