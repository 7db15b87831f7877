#ifndef PD_API_DOCS_REPLIES_ROWS_H
#define PD_API_DOCS_REPLIES_ROWS_H
/* Rows from which the tables of replies are made, and the tables, by the folder of their routes. A table
 * ends with a row of zeros. replies.c makes the list of schemas of them. Only replies*.c include this
 * header.
 */
#include "api/docs/replies.h"

/* Schemas of members that are no plain number or text. */
#define REF(name)  "{\"$ref\":\"#/components/schemas/" name "\"}"
#define LIST(name) "{\"type\":\"array\",\"items\":" REF(name) "}"
#define FLAT       "{\"type\":\"array\",\"items\":{\"type\":\"number\"}}"
#define INDICES    "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}"
#define NAMES      "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"
#define OR_NULL(t) "{\"type\":[\"" t "\",\"null\"]}"

/* Rows: always there, or not. */
#define ROW(n, t, d)                                                                                         \
    {                                                                                                        \
        .name = n, .type = PD_API_##t, .doc = d                                                              \
    }
#define MAYBE(n, t, d)                                                                                       \
    {                                                                                                        \
        .name = n, .type = PD_API_##t, .doc = d, .optional = 1                                               \
    }
#define ONE_OF(n, c, d)                                                                                      \
    {                                                                                                        \
        .name = n, .type = PD_API_CHOICE, .choices = c, .doc = d                                             \
    }
#define AS(n, s, d)                                                                                          \
    {                                                                                                        \
        .name = n, .type = PD_API_ANY, .schema = s, .doc = d                                                 \
    }
#define MAYBE_AS(n, s, d)                                                                                    \
    {                                                                                                        \
        .name = n, .type = PD_API_ANY, .schema = s, .doc = d, .optional = 1                                  \
    }
#define WARNINGS                                                                                             \
    MAYBE_AS("warnings", LIST("Remark"), "Warnings: values that were accepted but look like mistakes.")

/* -- replies_service.c: the routes of api/http and of the stream's tickets -- */
extern const pd_api_field pd_api_reply_remark[];
extern const pd_api_field pd_api_reply_problem[];
extern const pd_api_field pd_api_reply_status[];
extern const pd_api_field pd_api_reply_mcp[];
extern const pd_api_field pd_api_reply_version[];
extern const pd_api_field pd_api_reply_sample[];
extern const pd_api_field pd_api_reply_samples[];
extern const pd_api_field pd_api_reply_ticket[];

/* -- replies_models.c: the routes of api/models -- */
extern const pd_api_field pd_api_reply_summary[];
extern const pd_api_field pd_api_reply_model_list[];
extern const pd_api_field pd_api_reply_described[];
extern const pd_api_field pd_api_reply_keypoint_count[];
extern const pd_api_field pd_api_reply_body_model[];
extern const pd_api_field pd_api_reply_motion_model[];
extern const pd_api_field pd_api_reply_matching[];
extern const pd_api_field pd_api_reply_wardrobe_model[];
extern const pd_api_field pd_api_reply_mhr_model[];
extern const pd_api_field pd_api_reply_rig_start[];
extern const pd_api_field pd_api_reply_rig_net[];
extern const pd_api_field pd_api_reply_prior[];
extern const pd_api_field pd_api_reply_network[];
extern const pd_api_field pd_api_reply_reload[];

/* -- replies_body.c: the routes of api/body -- */
extern const pd_api_field pd_api_reply_wardrobe_item[];
extern const pd_api_field pd_api_reply_wardrobe[];
extern const pd_api_field pd_api_reply_faces[];
extern const pd_api_field pd_api_reply_person[];
extern const pd_api_field pd_api_reply_found[];
extern const pd_api_field pd_api_reply_body_arrays[];
extern const pd_api_field pd_api_reply_bodies[];
extern const pd_api_field pd_api_reply_definition[];
extern const pd_api_field pd_api_reply_measurement[];
extern const pd_api_field pd_api_reply_measured[];
extern const pd_api_field pd_api_reply_fit[];
extern const pd_api_field pd_api_reply_avatar[];
extern const pd_api_field pd_api_reply_avatar_list[];

/* -- replies_observe.c: the routes of api/observe -- */
extern const pd_api_field pd_api_reply_observed_camera[];
extern const pd_api_field pd_api_reply_observed_place[];
extern const pd_api_field pd_api_reply_observed_model[];
extern const pd_api_field pd_api_reply_observed_warning[];
extern const pd_api_field pd_api_reply_crowd_member[];
extern const pd_api_field pd_api_reply_crowd[];
extern const pd_api_field pd_api_reply_observed[];
extern const pd_api_field pd_api_reply_job_point[];
extern const pd_api_field pd_api_reply_job_named[];
extern const pd_api_field pd_api_reply_job_mended[];
extern const pd_api_field pd_api_reply_job_person[];
extern const pd_api_field pd_api_reply_job[];
extern const pd_api_field pd_api_reply_job_event[];
extern const pd_api_field pd_api_reply_job_list[];
extern const pd_api_field pd_api_reply_take_frame[];
extern const pd_api_field pd_api_reply_take[];

/* -- replies_rig.c: the routes of api/rig -- */
extern const pd_api_field pd_api_reply_rigged_joint[];
extern const pd_api_field pd_api_reply_repaired[];
extern const pd_api_field pd_api_reply_rigged_hand[];
extern const pd_api_field pd_api_reply_rigged_hands[];
extern const pd_api_field pd_api_reply_rig[];
extern const pd_api_field pd_api_reply_rig_file[];

/* -- replies_ik.c: the routes of api/ik -- */
extern const pd_api_field pd_api_reply_skeleton_summary[];
extern const pd_api_field pd_api_reply_skeleton_list[];
extern const pd_api_field pd_api_reply_joint[];
extern const pd_api_field pd_api_reply_skeleton[];
extern const pd_api_field pd_api_reply_solution[];
extern const pd_api_field pd_api_reply_failure[];
extern const pd_api_field pd_api_reply_solutions[];

/* -- replies_motion.c: the routes of api/motion -- */
extern const pd_api_field pd_api_reply_bone_match[];
extern const pd_api_field pd_api_reply_character[];
extern const pd_api_field pd_api_reply_character_summary[];
extern const pd_api_field pd_api_reply_character_list[];
extern const pd_api_field pd_api_reply_motion[];
extern const pd_api_field pd_api_reply_scene[];
extern const pd_api_field pd_api_reply_scene_list[];

#endif
