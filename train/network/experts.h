#ifndef PD_TRAIN_NETWORK_EXPERTS_H
#define PD_TRAIN_NETWORK_EXPERTS_H
/* Training of a mixture of experts (core/pfnn/gate.h): chooses the inputs of its gate. The products and
 * gradients of the experts are in experts.c.
 *
 *     z_l = sum_k c_k u_lk,   u_lk = W_lk h_l + b_lk
 *     d cost / d c_k = sum_l u_lk . d_l,   d_l = d cost / d z_l
 *
 * Each row has its own mixing weights c, so the experts' weights cannot be blended once a group: every expert
 * multiplies all rows, which is K times the work of a phase function. The gradient of c goes back through the
 * softmax and the layers of the gate (pd_pfnn_gate_back) and stops at the gate's inputs.
 *
 * Units    rows are normalised.
 */
#include "core/pfnn/layout.h"

#define PD_TRAIN_GATE_HIDDEN 32 /* units of each hidden layer of the gate, as in the paper */

/* Sets the inputs and input scales of *gate: the velocities of ankles, toes and wrists, the current gaits,
 * and the last point of the trajectory. `joint_weights` (J) are those of the rows (rows.h); joints that weigh
 * less than .001 are left out, because they repeat another joint.
 * Leaves the sizes and parameters of *gate unchanged. */
void pd_train_experts_inputs(pd_pfnn_gate *gate, const pd_pfnn_layout *layout, const float *joint_weights);

#endif
