#include "core/character/control/input.h"

#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <math.h>

static const char *const axes_names[PD_CHARACTER_AXES_COUNT] = {"world", "character", "camera"};
static const char *const want_names[PD_CHARACTER_WANT_COUNT] = {"auto", "walk", "jog", "run", "crouch"};

const char *pd_character_axes_name(pd_character_axes axes)
{
    return axes_names[axes];
}

const char *pd_character_want_name(pd_character_want want)
{
    return want_names[want];
}

double pd_character_input_push(const pd_character_input *input)
{
    return pd_fmin(pd_plane_length(input->move), 1);
}

static pd_status check_number(double value, double least, double most, const char *where, pd_error *err)
{
    if (value >= least && value <= most) return PD_OK;
    return pd_fail(err, PD_ERR_RANGE, where, "%g; %.10g to %.10g allowed", value, least, most);
}

pd_status pd_character_input_check(const pd_character_input *input, pd_error *err)
{
    /* Stick. */
    pd_status s = check_number(input->move[0], -PD_CHARACTER_MAX_MOVE, PD_CHARACTER_MAX_MOVE, "/move/0", err);

    if (!s) s = check_number(input->move[1], -PD_CHARACTER_MAX_MOVE, PD_CHARACTER_MAX_MOVE, "/move/1", err);
    if (s) return s;

    /* Look direction; its length does not matter. */
    double length = pd_hypot(input->look[0], input->look[1]);
    if (input->has_look && !(length > 1e-9 && length <= 1e9))
        return pd_fail(err, PD_ERR_RANGE, "/look", "[%g, %g]; a direction of length 1e-9 to 1e9 allowed",
                       input->look[0], input->look[1]);

    /* Numbers with a range. */
    s = check_number(input->camera_yaw, -1e6, 1e6, "/camera_yaw", err);
    if (!s) s = check_number(input->speed, 0, PD_CHARACTER_MAX_SPEED, "/speed", err);
    if (!s) s = check_number(input->strafe, 0, 1, "/strafe", err);
    if (s) return s;

    /* Enumerations, which may come from a file or a message. */
    if ((unsigned)input->axes >= PD_CHARACTER_AXES_COUNT)
        return pd_fail(err, PD_ERR_INVALID, "/axes", "%d; world, character and camera allowed",
                       (int)input->axes);
    if ((unsigned)input->gait >= PD_CHARACTER_WANT_COUNT)
        return pd_fail(err, PD_ERR_INVALID, "/gait", "%d; auto, walk, jog, run and crouch allowed",
                       (int)input->gait);

    return PD_OK;
}
