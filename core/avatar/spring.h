#ifndef PD_AVATAR_SPRING_H
#define PD_AVATAR_SPRING_H
/* Adds chains of joints to long hair and skirts, which programs simulate as spring bones (VRM).
 *
 * Hair that hangs more than 10 cm below the chin gets three chains of joints below the head: left, back,
 * right. A skirt, cloth that spans the gap between the legs down to its hem, gets eight chains around the
 * hips. A vertex follows the two chains beside it by its angle, and along a chain the two joints around its
 * height; the uppermost part keeps its own joints.
 *
 * Spaces   rest pose, metres, +Y up.
 * Memory   none.
 * Threads  one thread.
 * Errors   ERR_LIMIT: too many bones.
 */
#include "core/avatar/bones.h"

#define PD_AVATAR_CHAINS_MOST  16
#define PD_AVATAR_CHAIN_JOINTS 4

typedef struct pd_avatar_chain {
    /* bones from top to bottom; the last ends the chain and moves no vertex */
    int bones[PD_AVATAR_CHAIN_JOINTS];
    int count;
    bool is_skirt;
} pd_avatar_chain;

typedef struct pd_avatar_springs {
    pd_avatar_chain chains[PD_AVATAR_CHAINS_MOST];
    int count;
} pd_avatar_springs;

/* Adds chains to the skeleton, and binds vertices of the figure to them.
 * Adds nothing without long hair or a skirt. */
pd_status pd_avatar_springs_init(pd_avatar_springs *out, pd_avatar_skeleton *skeleton,
                                 pd_avatar_figure *figure, pd_error *err);

#endif
