#ifndef PD_API_DOCS_REPLIES_ROWS_H
#define PD_API_DOCS_REPLIES_ROWS_H
/* Rows from which the tables of replies are made, and the tables, by the folder of their routes. A table
 * ends with a row of zeros. replies.c makes the list of schemas of them; the comment beside a table is its
 * schema. Only replies*.c include this header.
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
extern const pd_api_field pd_api_reply_remark[];   /* Remark */
extern const pd_api_field pd_api_reply_problem[];  /* Problem */
extern const pd_api_field pd_api_reply_status[];   /* Status */
extern const pd_api_field pd_api_reply_resource[]; /* Resource */
extern const pd_api_field pd_api_reply_mcp[];      /* Mcp */
extern const pd_api_field pd_api_reply_version[];  /* Version */
extern const pd_api_field pd_api_reply_sample[];   /* Sample */
extern const pd_api_field pd_api_reply_samples[];  /* SampleList */
extern const pd_api_field pd_api_reply_ticket[];   /* Ticket */

/* -- replies_models.c: the routes of api/models -- */
extern const pd_api_field pd_api_reply_summary[];        /* ModelSummary */
extern const pd_api_field pd_api_reply_model_list[];     /* ModelList */
extern const pd_api_field pd_api_reply_described[];      /* BodyModel and the other models */
extern const pd_api_field pd_api_reply_keypoint_count[]; /* KeypointCounts */
extern const pd_api_field pd_api_reply_body_model[];     /* BodyModel */
extern const pd_api_field pd_api_reply_motion_model[];   /* MotionModel */
extern const pd_api_field pd_api_reply_matching[];       /* MatchingModel */
extern const pd_api_field pd_api_reply_wardrobe_model[]; /* WardrobeModel */
extern const pd_api_field pd_api_reply_mhr_model[];      /* MhrModel */
extern const pd_api_field pd_api_reply_rig_start[];      /* RigStart */
extern const pd_api_field pd_api_reply_rig_net[];        /* RigWeights */
extern const pd_api_field pd_api_reply_speech_net[];     /* SpeechModel */
extern const pd_api_field pd_api_reply_prior[];          /* PosePrior */
extern const pd_api_field pd_api_reply_network[];        /* PoseNetwork */
extern const pd_api_field pd_api_reply_reload[];         /* Reloaded */

/* -- replies_body.c: the routes of api/body -- */
extern const pd_api_field pd_api_reply_wardrobe_item[];                             /* WardrobeItem */
extern const pd_api_field pd_api_reply_wardrobe[];                                  /* Wardrobe */
extern const pd_api_field pd_api_reply_garment[];                                   /* Garment */
extern const pd_api_field pd_api_reply_garment_list[];                              /* GarmentList */
extern const pd_api_field pd_api_reply_faces[];                                     /* Faces */
extern const pd_api_field pd_api_reply_person[];                                    /* Person */
extern const pd_api_field pd_api_reply_found[];                                     /* Found */
extern const pd_api_field pd_api_reply_body_arrays[];                               /* BodyArrays */
extern const pd_api_field pd_api_reply_bodies[];                                    /* Bodies */
extern const pd_api_field pd_api_reply_definition[];                                /* Definition */
extern const pd_api_field pd_api_reply_measurement[];                               /* Measurements */
extern const pd_api_field pd_api_reply_measured[];                                  /* Measured */
extern const pd_api_field pd_api_reply_fit[];                                       /* MeasuredFit */
extern const pd_api_field pd_api_reply_avatar[], pd_api_reply_avatar_description[]; /* Avatar */
extern const pd_api_field pd_api_reply_derivative[];                                /* Derivative */
extern const pd_api_field pd_api_reply_derivatives[];                               /* Derivatives */
extern const pd_api_field pd_api_reply_avatar_list[];                               /* AvatarList */

/* -- replies_observe.c: the routes of api/observe -- */
extern const pd_api_field pd_api_reply_observed_camera[];  /* ObservedCamera */
extern const pd_api_field pd_api_reply_observed_place[];   /* ObservedPlace */
extern const pd_api_field pd_api_reply_observed_model[];   /* ObservedFit */
extern const pd_api_field pd_api_reply_observed_warning[]; /* ObservedFit */
extern const pd_api_field pd_api_reply_crowd_member[];     /* CrowdMember */
extern const pd_api_field pd_api_reply_crowd[];            /* CrowdFit */
extern const pd_api_field pd_api_reply_observed[];         /* ObservedFit and CrowdMember */
extern const pd_api_field pd_api_reply_likeness_view[];    /* LikenessView */
extern const pd_api_field pd_api_reply_likeness_sex[];     /* LikenessSex */
extern const pd_api_field pd_api_reply_likeness[];         /* Likeness */
extern const pd_api_field pd_api_reply_job_point[];        /* JobPoint */
extern const pd_api_field pd_api_reply_job_named[];        /* JobNamed */
extern const pd_api_field pd_api_reply_job_mended[];       /* JobMended */
extern const pd_api_field pd_api_reply_job_person[];       /* JobPerson */
extern const pd_api_field pd_api_reply_job[];              /* Job */
extern const pd_api_field pd_api_reply_job_event[];        /* JobEvent */
extern const pd_api_field pd_api_reply_job_list[];         /* JobList */
extern const pd_api_field pd_api_reply_take_frame[];       /* TakeFrame */
extern const pd_api_field pd_api_reply_take[];             /* Take */

/* -- replies_rig.c: the routes of api/rig -- */
extern const pd_api_field pd_api_reply_rigged_joint[];   /* RiggedJoint */
extern const pd_api_field pd_api_reply_repaired[];       /* Repaired */
extern const pd_api_field pd_api_reply_rigged_hand[];    /* RiggedHand */
extern const pd_api_field pd_api_reply_rigged_hands[];   /* RiggedHands */
extern const pd_api_field pd_api_reply_character_face[]; /* CharacterFace */
extern const pd_api_field pd_api_reply_face_parts[];     /* FaceParts */
extern const pd_api_field pd_api_reply_face_open[];      /* FaceOpen */
extern const pd_api_field pd_api_reply_rig[];            /* Rig */
extern const pd_api_field pd_api_reply_rig_file[];       /* RigFile */

/* -- replies_ik.c: the routes of api/ik -- */
extern const pd_api_field pd_api_reply_skeleton_summary[]; /* SkeletonSummary */
extern const pd_api_field pd_api_reply_skeleton_list[];    /* SkeletonList */
extern const pd_api_field pd_api_reply_joint[];            /* SkeletonJoint */
extern const pd_api_field pd_api_reply_skeleton[];         /* Skeleton */
extern const pd_api_field pd_api_reply_solution[];         /* Solution */
extern const pd_api_field pd_api_reply_failure[];          /* Failure */
extern const pd_api_field pd_api_reply_solutions[];        /* Solutions */

/* -- replies_motion.c: the routes of api/motion -- */
extern const pd_api_field pd_api_reply_bone_match[];        /* BoneMatch */
extern const pd_api_field pd_api_reply_character[];         /* Character */
extern const pd_api_field pd_api_reply_character_summary[]; /* CharacterSummary */
extern const pd_api_field pd_api_reply_character_list[];    /* CharacterList */
extern const pd_api_field pd_api_reply_motion[];            /* Motion */
extern const pd_api_field pd_api_reply_clip[];              /* Clip */
extern const pd_api_field pd_api_reply_clip_list[];         /* ClipList */
extern const pd_api_field pd_api_reply_clip_set[];          /* ClipSet */
extern const pd_api_field pd_api_reply_room[];              /* Room */
extern const pd_api_field pd_api_reply_room_list[];         /* RoomList */
extern const pd_api_field pd_api_reply_hit[];               /* Hit */
extern const pd_api_field pd_api_reply_hits[];              /* Hits */
extern const pd_api_field pd_api_reply_ordered[];           /* Ordered */
extern const pd_api_field pd_api_reply_scene[];             /* Scene */
extern const pd_api_field pd_api_reply_speech[];            /* Speech */
extern const pd_api_field pd_api_reply_speech_viseme[];     /* SpeechViseme */
extern const pd_api_field pd_api_reply_speech_word[];       /* SpeechWord */
extern const pd_api_field pd_api_reply_scene_list[];        /* SceneList */

#endif
