#ifndef PD_CHARACTER_CONTROL_CROUCH_DEPTH_H
#define PD_CHARACTER_CONTROL_CROUCH_DEPTH_H
/* Labels of the gait crouch by the depth of the hips: the shipped network lowers them with a label in another
 * way at each gait and speed. The tables are measured by factory/scripts/crouch_depths.py; those of jogs are
 * corrected by its errors, because additions to a jog (pose/physics.h) depend on the amount too.
 *
 * Units    depths and labels 0 to 1, of a full crouch (that of label 1); metres per second.
 * Threads  pure.   Errors  none.
 */

/* Returns the crouch label that lowers the hips by `amount`. speed: requested of the network, m/s; jog: share
 * of the gait jog in walk and jog; still: 0 moving .. 1 standing. */
double pd_character_crouch_label(double amount, double speed, double jog, double still);

#endif
