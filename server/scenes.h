#ifndef PD_SRV_SCENES_H
#define PD_SRV_SCENES_H
/* The scenes that were put (api/scenes.h), by name. Any thread. */
#include "api/scenes.h"

typedef struct pd_srv_scenes pd_srv_scenes;

pd_srv_scenes *pd_srv_scenes_new(void); /* NULL when memory is out */
void pd_srv_scenes_free(pd_srv_scenes *scenes);
/* Takes the reference, also on failure. ERR_LIMIT when there would be more than most. */
pd_status pd_srv_scenes_put(pd_srv_scenes *scenes, pd_api_scene *scene, int most, int *is_new, pd_error *err);
pd_api_scene *pd_srv_scenes_get(pd_srv_scenes *scenes, const char *id); /* retained, or NULL */
int pd_srv_scenes_delete(pd_srv_scenes *scenes, const char *id);
void pd_srv_scenes_each(pd_srv_scenes *scenes, void (*visit)(void *arg, const pd_api_scene *scene),
                        void *arg);

#endif
