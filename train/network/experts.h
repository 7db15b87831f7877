#ifndef PD_TRAIN_NETWORK_EXPERTS_H
#define PD_TRAIN_NETWORK_EXPERTS_H
/* Training of a mixture of experts (core/pfnn/network/gate.h): what its gate sees, and the way back through it.
 *
 *     z_l = sum_k c_k u_lk,   u_lk = W_lk h_l + b_lk          d cost / d c_k = sum_l u_lk . d_l          d_l = d cost / d z_l
 *
 * Every row has its own c, so nothing is blended: each expert multiplies all rows, K times the work of a phase function. c's
 * slope goes through softmax and the gate's layers (pd_pfnn_gate_back); the gate's inputs get none.
 *
 * Units    rows normalised.
 */
#include "core/pfnn/network/layout.h"

#define PD_TRAIN_GATE_HIDDEN 32 /* units of a gate's layer, as in the paper */

/* Velocities of ankles, toes and wrists, the gaits now, and where the trajectory ends: of a row of the biped's joints, which weigh
 * joint_weights (J). Joints that weigh less than .001 repeat another one and are left out. The sizes and values of *gate stay. */
void pd_train_experts_inputs(pd_pfnn_gate *gate, const pd_pfnn_layout *layout, const float *joint_weights);

#endif
