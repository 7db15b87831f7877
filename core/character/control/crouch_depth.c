#include "core/character/control/crouch_depth.h"

#include "core/math/plane.h"

/* Labels at which the hips are first lowered by k/16 of the full depth: standing, in walks and in jogs, at
 * speeds that are requested of the network (those of jogs are played up to jog_tempo times as fast: 2.0, 2.2,
 * 2.5, 2.8, 3.1 and 3.5 m/s as shown). In a jog a label above .6 does not lower them further. */
#define DEPTHS 16
typedef struct depth_row {
    double speed, labels[DEPTHS + 1];
} depth_row;

static const depth_row still_row = {0,
                                    {0.000, 0.183, 0.233, 0.278, 0.319, 0.351, 0.377, 0.403, 0.439, 0.486,
                                     0.536, 0.576, 0.624, 0.696, 0.785, 0.887, 1.000}};
static const depth_row walks[] = {
    {0.7,
     {0.000, 0.121, 0.239, 0.338, 0.408, 0.451, 0.474, 0.487, 0.499, 0.519, 0.547, 0.587, 0.639, 0.705, 0.786,
      0.882, 1.000}},
    {1.2,
     {0.000, 0.101, 0.201, 0.292, 0.365, 0.417, 0.451, 0.473, 0.492, 0.516, 0.547, 0.589, 0.643, 0.710, 0.790,
      0.885, 1.000}},
    {1.6,
     {0.000, 0.093, 0.187, 0.279, 0.357, 0.419, 0.465, 0.502, 0.530, 0.559, 0.592, 0.632, 0.682, 0.741, 0.813,
      0.898, 1.000}},
    {1.9,
     {0.000, 0.092, 0.181, 0.268, 0.344, 0.408, 0.459, 0.502, 0.538, 0.574, 0.612, 0.656, 0.704, 0.761, 0.829,
      0.909, 1.000}},
};
static const depth_row jogs[] = {
    {1.600,
     {0.000, 0.067, 0.124, 0.179, 0.234, 0.284, 0.297, 0.303, 0.310, 0.320, 0.331, 0.343, 0.382, 0.418, 0.438,
      0.481, 0.578}},
    {1.719,
     {0.000, 0.068, 0.119, 0.172, 0.223, 0.275, 0.293, 0.300, 0.310, 0.322, 0.335, 0.346, 0.361, 0.389, 0.424,
      0.472, 0.563}},
    {1.953,
     {0.000, 0.063, 0.111, 0.160, 0.208, 0.261, 0.290, 0.302, 0.317, 0.332, 0.347, 0.359, 0.371, 0.390, 0.419,
      0.461, 0.549}},
    {2.188,
     {0.000, 0.059, 0.100, 0.144, 0.188, 0.237, 0.284, 0.309, 0.329, 0.346, 0.361, 0.373, 0.386, 0.401, 0.422,
      0.454, 0.527}},
    {2.422,
     {0.000, 0.069, 0.123, 0.172, 0.224, 0.278, 0.330, 0.369, 0.390, 0.398, 0.404, 0.408, 0.412, 0.418, 0.430,
      0.455, 0.505}},
    {2.734,
     {0.000, 0.069, 0.124, 0.175, 0.230, 0.286, 0.338, 0.379, 0.408, 0.419, 0.428, 0.433, 0.438, 0.442, 0.449,
      0.466, 0.514}},
};
enum { WALKS = sizeof walks / sizeof *walks, JOGS = sizeof jogs / sizeof *jogs };

/* Interpolates a row of labels at a depth of 0 to 1. */
static double label_in(const depth_row *row, double amount)
{
    const double at = pd_plane_clamp(amount, 0, 1) * DEPTHS;
    const int k = at < DEPTHS ? (int)at : DEPTHS - 1;
    return row->labels[k] + (at - k) * (row->labels[k + 1] - row->labels[k]);
}

/* Interpolates the rows of a gait at a speed. */
static double label_at(const depth_row *rows, int count, double amount, double speed)
{
    int k = 0;

    while (k < count - 2 && speed > rows[k + 1].speed) k++;
    const double part = pd_plane_clamp((speed - rows[k].speed) / (rows[k + 1].speed - rows[k].speed), 0, 1);
    const double slower = label_in(&rows[k], amount);
    return slower + part * (label_in(&rows[k + 1], amount) - slower);
}

double pd_character_crouch_label(double amount, double speed, double jog, double still)
{
    const double walking = label_at(walks, WALKS, amount, speed);
    const double moving = walking + jog * (label_at(jogs, JOGS, amount, speed) - walking);
    return moving + still * (label_in(&still_row, amount) - moving);
}
