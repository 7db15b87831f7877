#include "core/character/action/size_requests.h"

#include "core/character/size.h"

void pd_character_size_follow(pd_character_follow *follow, double size, const pd_character_rig *rig)
{
    for (int i = 0; i < follow->count; i++)
        for (int k = 0; k < 2; k++) follow->points[i][k] /= size;
    follow->ahead /= size;
    follow->wander /= size;
    follow->speed /= pd_character_size_speed(size, rig);
}

void pd_character_size_reach(pd_character_reach_request *request, double size)
{
    request->target =
        pd_vec3_make(request->target.x / size, request->target.y / size, request->target.z / size);
}

void pd_character_size_gaze(pd_character_gaze_request *request, double size)
{
    request->point = pd_vec3_make(request->point.x / size, request->point.y / size, request->point.z / size);
}

void pd_character_size_sit(pd_character_sit_request *request, double size)
{
    for (int k = 0; k < 2; k++) request->seat[k] /= size;
    request->height /= size;
    request->space /= size;
}
