#include "api/motion/input.h"

#include "api/body/body.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define I_AT(member) offsetof(pd_api_input_values, member)
#define F_AT(member) offsetof(pd_api_follow_values, member)

#define GAITS "auto|walk|jog|run|crouch"

const pd_api_field pd_api_input_fields[] = {
    {.name = "move",
     .type = PD_API_NUMBERS,
     .offset = I_AT(move),
     .min = -PD_CHARACTER_MAX_MOVE,
     .max = PD_CHARACTER_MAX_MOVE,
     .preset = "[0,0]",
     .example = "[0,1]",
     .doc = "Stick of the controller: x, z, where x points to the left of forward z. A length above 1 counts "
            "as 1: [1,1] is as fast as [0,1]."},
    {.name = "axes",
     .type = PD_API_CHOICE,
     .offset = I_AT(axes),
     .choices = "world|character|camera",
     .preset = "\"world\"",
     .doc = "Axes in which `move` and `look` are given: of the world, of the character, or of the camera, "
            "whose forward direction is `camera_yaw`."},
    {.name = "camera_yaw",
     .type = PD_API_NUMBER,
     .offset = I_AT(camera_yaw),
     .min = -PD_ANIM_SCENE_MAX_HEADING,
     .max = PD_ANIM_SCENE_MAX_HEADING,
     .is_heading = true,
     .preset = "0",
     .doc = "Direction in which the camera looks, in radians about +Y; 0 is +Z."},
    {.name = "look",
     .type = PD_API_ANY,
     .offset = I_AT(look),
     .example = "[1,0]",
     .schema =
         "{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"number\"},\"minItems\":2,\"maxItems\":2}",
     .doc = "Direction x, z that a strafing character faces; null: none."},
    {.name = "gait",
     .type = PD_API_CHOICE,
     .offset = I_AT(gait),
     .choices = GAITS,
     .preset = "\"auto\"",
     .doc = "Gait of the character. With auto it walks, or jogs or runs when `speed` asks for it."},
    {.name = "speed",
     .type = PD_API_NUMBER,
     .offset = I_AT(speed),
     .min = 0,
     .max = PD_CHARACTER_MAX_SPEED,
     .preset = "0",
     .doc = "Speed at full stick in metres per second; 0 is the gait's own speed."},
    {.name = "strafe",
     .type = PD_API_ANY,
     .offset = I_AT(strafe),
     .preset = "0",
     .example = "1",
     .schema = "{\"type\":[\"number\",\"boolean\"],\"minimum\":0,\"maximum\":1}",
     .doc =
         "Share of strafing: 0 faces the direction of motion, 1 faces the direction of `look`; true is 1."},
    {.name = "jump",
     .type = PD_API_BOOLEAN,
     .offset = I_AT(jump),
     .preset = "false",
     .doc = "Jump order: each change from false to true is one jump."},
    {.name = "responsive",
     .type = PD_API_BOOLEAN,
     .offset = I_AT(responsive),
     .preset = "false",
     .doc = "True makes the character turn, stop and jump sooner than people do, with more sliding of the "
            "feet."},
    {0},
};

const pd_api_field pd_api_follow_fields[] = {
    {.name = "path",
     .type = PD_API_NUMBERS,
     .offset = F_AT(path),
     .min = -PD_ANIM_SCENE_MAX_SPAN,
     .max = PD_ANIM_SCENE_MAX_SPAN,
     .schema = PD_API_LIST_OF_ROWS("2"),
     .example = "[[0,0],[0,5],[3,8]]",
     .doc = "Points of the path in metres in the world, x, z each, 1 to 512."},
    {.name = "closed",
     .type = PD_API_BOOLEAN,
     .offset = F_AT(closed),
     .preset = "false",
     .doc = "True makes the path a loop that is followed without end."},
    {.name = "round",
     .type = PD_API_BOOLEAN,
     .offset = F_AT(round),
     .preset = "false",
     .doc =
         "For a path of one point: true plans a route to it around walls, seats and steps of the scene. If "
         "there is no route, the event unreachable is sent."},
    {.name = "lookahead",
     .type = PD_API_NUMBER,
     .offset = F_AT(lookahead),
     .min = 0,
     .max = 10,
     .preset = "0",
     .doc = "Distance ahead on the path of the point at which the character aims, in metres; 0: 0.75 when "
            "walking, 1.2 when faster."},
    {.name = "speed",
     .type = PD_API_NUMBER,
     .offset = F_AT(speed),
     .min = 0,
     .max = PD_CHARACTER_MAX_SPEED,
     .preset = "0",
     .doc = "Speed along the path in metres per second; 0 is the gait's own speed."},
    {.name = "wander",
     .type = PD_API_NUMBER,
     .offset = F_AT(wander),
     .min = 0,
     .max = PD_CHARACTER_WANDER_MOST,
     .preset = "0",
     .doc = "Radius in metres around the path's only point in which the character walks between random "
            "points without end; 0: no wandering."},
    {.name = "space",
     .type = PD_API_NUMBER,
     .offset = F_AT(space),
     .min = 0,
     .max = PD_CHARACTER_SPACE_MOST,
     .preset = "0",
     .doc = "Distance in metres that the character tries to keep from the centres of the session's other "
            "characters, by walking around them or by waiting; 0: it ignores them. 1 suits walking people."},
    {.name = "gait",
     .type = PD_API_CHOICE,
     .offset = F_AT(gait),
     .choices = GAITS,
     .preset = "\"auto\"",
     .doc =
         "Gait of the character on the path. With auto it walks, or jogs or runs when `speed` asks for it."},
    {0},
};

pd_api_input_values pd_api_input_values_of(const pd_character_input *input)
{
    return (pd_api_input_values){.camera_yaw = input->camera_yaw,
                                 .speed = input->speed,
                                 .axes = (int)input->axes,
                                 .gait = (int)input->gait,
                                 .jump = input->jump,
                                 .responsive = input->responsive};
}

/* Reads a pair of numbers, move or look. A problem names the element and the limits of the row. */
static bool read_pair(double out[2], const json_t *array, const char *name, const char *pointer,
                      pd_api_problems *problems)
{
    char at[256];
    float pair[2];
    const pd_api_field plain = {.name = name, .min = -1e6, .max = 1e6};
    const pd_api_field *row =
        pd_api_field_find((const pd_api_field *const[]){pd_api_input_fields, NULL}, name);

    snprintf(at, sizeof at, "%s/%s", pointer, name);
    if (!json_is_array(array))
        return pd_api_note(problems, PD_ERR_INVALID, at, "not a pair of numbers; [x, z] expected");
    if (pd_api_numbers_read(pair, array, (pd_api_count){2, 2, "x, z"}, row->max > 0 ? row : &plain, at,
                            problems) < 0)
        return false;
    out[0] = pair[0];
    out[1] = pair[1];

    return true;
}

static bool read_strafe(double *out, const json_t *value, const char *pointer, pd_api_problems *problems)
{
    char at[256];
    double x = json_is_true(value) ? 1 : json_number_value(value);

    snprintf(at, sizeof at, "%s/strafe", pointer);
    if (!json_is_boolean(value) && !json_is_number(value))
        return pd_api_note(problems, PD_ERR_INVALID, at, "%s; a number from 0 to 1, true or false expected",
                           pd_api_json_kind(value));
    if (!(x >= 0 && x <= 1)) return pd_api_note(problems, PD_ERR_RANGE, at, "%.10g; 0 to 1 allowed", x);
    *out = x;

    return true;
}

bool pd_api_input_read(pd_character_input *input, const pd_api_input_values *v, const char *pointer,
                       pd_api_problems *problems)
{
    pd_error err = {0};
    bool good = true;

    input->camera_yaw = v->camera_yaw;
    input->speed = v->speed;
    input->axes = (pd_character_axes)v->axes;
    input->gait = (pd_character_want)v->gait;
    input->jump = v->jump;
    input->responsive = v->responsive;
    if (v->strafe) good &= read_strafe(&input->strafe, v->strafe, pointer, problems);
    if (v->move) good &= read_pair(input->move, v->move, "move", pointer, problems);
    if (v->look) input->has_look = !json_is_null(v->look);
    if (v->look && input->has_look) good &= read_pair(input->look, v->look, "look", pointer, problems);
    if (!good || pd_character_input_check(input, &err) == PD_OK) return good;

    return pd_api_note_error(problems, pointer, &err);
}

/* Reads a path [[x,z],...]. Notes one error, for the first entry that is not a point. */
static bool read_path(pd_character_follow *follow, const json_t *path, const char *pointer,
                      pd_api_problems *problems)
{
    size_t count = json_array_size(path);

    if (count < 1 || count > PD_CHARACTER_FOLLOW_POINTS)
        return pd_api_note(problems, PD_ERR_RANGE, pointer, "%zu points; 1 to %d allowed", count,
                           PD_CHARACTER_FOLLOW_POINTS);
    for (size_t i = 0; i < count; i++) {
        const json_t *point = json_array_get(path, i);
        char at[300];
        float pair[2];
        snprintf(at, sizeof at, "%s/%zu", pointer, i);
        if (!json_is_array(point))
            return pd_api_note(problems, PD_ERR_INVALID, at, "not a pair of numbers; [x, z] expected");
        if (pd_api_numbers_read(pair, point, (pd_api_count){2, 2, "x, z"}, pd_api_follow_fields, at,
                                problems) < 0)
            return false;
        follow->points[i][0] = pair[0];
        follow->points[i][1] = pair[1];
    }

    follow->count = (int)count;

    return true;
}

bool pd_api_follow_read(pd_character_follow *follow, const pd_api_follow_values *v, const char *pointer,
                        pd_api_problems *problems)
{
    char at[256];
    pd_error err = {0};

    memset(follow, 0, sizeof *follow);
    snprintf(at, sizeof at, "%s/path", pointer);
    if (!v->path)
        return pd_api_note(problems, PD_ERR_INVALID, at, "missing; 1 to %d points expected",
                           PD_CHARACTER_FOLLOW_POINTS);
    if (!read_path(follow, v->path, at, problems)) return false;
    follow->closed = v->closed;
    follow->round = v->round;
    follow->ahead = v->lookahead;
    follow->speed = v->speed;
    follow->wander = v->wander;
    follow->space = v->space;
    follow->gait = (pd_character_want)v->gait;

    return pd_character_follow_check(follow, &err) == PD_OK || pd_api_note_error(problems, pointer, &err);
}
