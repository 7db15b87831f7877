#include "train/motion/label.h"

#include <stdlib.h>
#include <string.h>

/* Replaces the labels of the motion by zeros, except contacts that it keeps. */
static pd_status renew_labels(pd_character_motion *motion, pd_error *err)
{
    unsigned char(*given)[PD_PFNN_CONTACTS] = motion->keeps_contacts ? motion->contacts : NULL;

    if (!given) free(motion->contacts);
    free(motion->phase);
    free(motion->gaits);
    motion->contacts = NULL;
    motion->phase = NULL;
    motion->gaits = NULL;

    const pd_status status = pd_character_motion_add_labels(motion, err);
    if (status == PD_OK && given)
        memcpy(motion->contacts, given, (size_t)motion->clip.frame_count * sizeof *given);
    free(given);

    return status;
}

/* Labels the motion and locks its feet. feet: memory for its foot contacts; before may be NULL. */
static pd_status label_with(pd_character_motion *motion, pd_train_footsteps *steps,
                            pd_train_stillness *before, pd_train_foot_contacts *feet, pd_error *err)
{
    pd_status status = renew_labels(motion, err);

    if (status != PD_OK) return status;

    /* Compute phase and gaits from contacts and hips before the lock,
     * which moves them by only millimetres. */
    if (!motion->keeps_contacts) pd_train_motion_contacts(motion, feet);
    if (before) pd_train_motion_stillness(before, motion);
    status = pd_train_motion_phase(motion, steps, feet, err);
    if (status == PD_OK) status = pd_train_motion_gait(motion, feet, err);

    /* Lock the feet last, so that an earlier failure leaves the clip unchanged. */
    if (status == PD_OK) status = pd_train_motion_lock(motion, feet, err);
    return status;
}

pd_status pd_train_motion_label_steps(pd_character_motion *motion, pd_train_footsteps *steps,
                                      pd_train_stillness *before, pd_error *err)
{
    pd_train_foot_contacts feet;
    pd_train_footsteps own = {0};
    pd_status status = pd_train_foot_contacts_init(&feet, motion, err);

    if (status == PD_OK) status = label_with(motion, &own, before, &feet, err);

    pd_train_foot_contacts_deinit(&feet);
    if (status == PD_OK && steps)
        *steps = own;
    else
        pd_train_footsteps_deinit(&own);

    return status;
}

pd_status pd_train_motion_label(pd_character_motion *motion, pd_error *err)
{
    return pd_train_motion_label_steps(motion, NULL, NULL, err);
}
