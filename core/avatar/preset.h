#ifndef PD_AVATAR_PRESET_H
#define PD_AVATAR_PRESET_H
/* VRM's preset expressions as sums of ARKit's shapes and visemes.   Memory  a constant table. */

#define PD_AVATAR_PRESETS 18
#define PD_AVATAR_BINDS   6 /* most shapes of a preset */

typedef struct pd_avatar_preset {
    const char *name, *old_name, *old_preset; /* in VRM 1.0; in VRM 0.x: name and preset */
    struct {
        const char *shape; /* NULL: no further one */
        double weight;
    } binds[PD_AVATAR_BINDS];
} pd_avatar_preset;

extern const pd_avatar_preset pd_avatar_presets[PD_AVATAR_PRESETS];

#endif
