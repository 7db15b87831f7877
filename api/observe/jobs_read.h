#ifndef PD_API_OBSERVE_JOBS_READ_H
#define PD_API_OBSERVE_JOBS_READ_H
/* Reads the take of a job: what a request observed of each person, from JSON or from a file. jobs.c checks
 * the takes afterwards and reserves their memory.
 *
 * Errors   the readers note them in call->problems and return false.
 */
#include "api/observe/jobs.h"

/* Fields of POST /v1/jobs. */
typedef struct pd_api_job_values {
    const json_t *people;
    const json_t *crowd;
    const char *model;
    const char *protocol;
    const char *webhook;
    const char *person;
    const char *set;
    double rate;
    double noise;
    double source_rate;
    int kind;
    int up;     /* pd_up; PD_UP_COUNT: auto */
    int points; /* pd_observe_points */
    int camera;
} pd_api_job_values;

/* A request that is being read into a job. */
typedef struct pd_api_job_reading {
    pd_api_call *call;
    pd_api_job *job; /* receives the people or the crowd */
    const pd_api_job_values *values;
} pd_api_job_reading;

/* Fields of a person of the request. */
extern const pd_api_field pd_api_job_person_fields[];

/* Reads every person of the request, each with one kind of observation. */
bool pd_api_job_read_people(pd_api_job_reading *r);
/* Reads observations of several people. The job decides which belong to whom when it runs. */
bool pd_api_job_read_crowd(pd_api_job_reading *r);
/* Reads a file of markers as the takes of the people who wear them. */
bool pd_api_job_read_markers_file(pd_api_job_reading *r, pd_bytes bytes);
/* Reads a file of another program as the take of one person. */
bool pd_api_job_read_estimate(pd_api_job_reading *r, pd_bytes bytes);

/* Notes that memory ran out. Returns false. */
bool pd_api_job_no_memory(pd_api_job_reading *r);
/* Notes an error below a place of the request. Returns false. */
bool pd_api_job_note(pd_api_job_reading *r, const char *prefix, const pd_error *err);

#endif
