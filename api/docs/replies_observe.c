/* Members of the replies of the routes of api/observe. */
#include "api/docs/replies_rows.h"

#include "core/observe/marker/label.h"
#include "core/observe/observe.h"

#define SEEN_STATUS(name, text, ...) "|" text
static const char observed_statuses[] = PD_OBSERVE_STATUS_TABLE(SEEN_STATUS);
const pd_api_field pd_api_reply_observed_camera[] = {
    ROW("fx", NUMBER, "Focal length along x, in pixels."),
    ROW("fy", NUMBER, "Focal length along y, in pixels."),
    ROW("cx", NUMBER, "Principal point along x, in pixels."),
    ROW("cy", NUMBER, "Principal point along y, in pixels."),
    AS("rotation", FLAT, "Rotation from world to camera, 3 x 3 row by row."),
    AS("translation", FLAT,
       "Translation from world to camera in metres: x_camera = rotation x_world + translation."),
    ROW("guessed", BOOLEAN, "True when the request gave no focal length, so that it was fitted."),
    {0},
};

const pd_api_field pd_api_reply_observed_place[] = {
    ONE_OF("kind", "joint|keypoint|vertex|orientation", "Kind of the observation."),
    ROW("name", TEXT, "Name of the observed joint or keypoint, or the number of the vertex."),
    MAYBE("camera", INTEGER,
          "Index of the camera that made the observation, when there are several cameras."),
    ROW("confidence", NUMBER,
        "Confidence with which the observation was used; 0 for a point that was not seen."),
    AS("residual", OR_NULL("number"),
       "Distance between the body and the observation, in metres, pixels or degrees; null for a point that "
       "was not seen."),
    AS("at", "{\"type\":\"array\",\"items\":" OR_NULL("number") "}",
       "Place of the joint, keypoint or vertex on the fitted body: three coordinates in metres or two in "
       "pixels; for an orientation, the rotation vector in the world, in radians."),
    {0},
};

const pd_api_field pd_api_reply_observed_model[] = {ROW("model", TEXT, "Id of the body model."), {0}};

const pd_api_field pd_api_reply_observed_warning[] = {WARNINGS, {0}};

const pd_api_field pd_api_reply_crowd_member[] = {
    AS("figures", "{\"type\":\"array\",\"items\":" OR_NULL("integer") "}",
       "Index of the person's figure in each view, from 0; null for a view that does not see the person."),
    {0},
};

const pd_api_field pd_api_reply_crowd[] = {
    ROW("model", TEXT, "Id of the body model."),
    AS("people", LIST("CrowdMember"), "People, those seen by most views first, 16 at most."),
    ROW("left_out", INTEGER,
        "Number of people left out: those beyond 16, and those who cannot be fitted because too little is "
        "seen of them or they would stand behind a camera."),
    WARNINGS,
    {0},
};

const pd_api_field pd_api_reply_observed[] = {
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = observed_statuses + 1,
     .doc = "Reason why the search ended."},
    ROW("converged", BOOLEAN,
        "True when the last iteration reduced the cost by less than the tolerance and the body is one that a "
        "person can have."),
    ROW("iterations", INTEGER, "Number of iterations, summed over all starts."),
    ROW("cost", NUMBER, "Sum of all terms of the cost, in nats."),
    ROW("mirrored", BOOLEAN, "True when left and right of the observations are probably exchanged."),
    AS("rms", OR_NULL("number"),
       "Root mean square distance of the observations in space, in the unit of the points; null when there "
       "are none."),
    AS("rms_pixels", OR_NULL("number"),
       "Root mean square distance of the observations in pictures, in pixels; null when there are none."),
    AS("rms_degrees", OR_NULL("number"),
       "Root mean square angle of the observed orientations, in degrees; null when there are none."),
    ROW("up", TEXT,
        "Axis of the points in space that was taken as up: x, y, z, -x, -y or -z. The reply's own axes have "
        "+Y up."),
    AS("uncertainty_mm", OR_NULL("number"),
       "Standard error of the positions of the body's 22 joints in the world, in millimetres of the body "
       "(root mean "
       "square): how sure the fit is, which `converged` does not say. Noise is that of the residuals. Null "
       "when it "
       "is not determined."),
    AS("pose_uncertainty_mm", OR_NULL("number"),
       "Standard error relative to the pelvis, so without the error of the body's place, such as its "
       "distance from one camera."),
    AS("betas", FLAT, "Shape coefficients of the body that was found."),
    AS("betas_sd", FLAT,
       "Standard deviation of each beta after the fit: 1 when the observations do not determine it at all, 0 "
       "when it was not fitted."),
    AS("pose", LIST("Vector"), "Axis-angle rotation of each joint, in radians."),
    AS("quaternions", "{\"type\":\"array\",\"items\":" FLAT "}",
       "Quaternion x, y, z, w of each joint; the same rotations as `pose`."),
    AS("translation", FLAT,
       "Translation of the body in the unit of the points, which is metres without `fit_scale`."),
    ROW("scale", NUMBER,
        "Scale of the observations: observed = scale * body + translation. It is 100 for points in "
        "centimetres, and 1 without `fit_scale`."),
    MAYBE_AS("camera", REF("ObservedCamera"),
             "Camera of the picture; present when points of a picture were given."),
    AS("observations", LIST("ObservedPlace"),
       "Observations with their residuals: joints, then keypoints, vertices and orientations."),
    AS("unseen", NAMES,
       "Names of the joints whose rotations no observation determines; they have their most likely "
       "rotations."),
    AS("terms", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
       "Cost of each term, in nats."),
    AS("joints", LIST("Vector"),
       "Joint positions of the fitted body in the model's order, in metres, without `scale`."),
    MAYBE_AS("mesh",
             "{\"type\":\"object\",\"properties\":{\"type\":{\"type\":\"string\"},\"base64\":{\"type\":"
             "\"string\"}}}",
             "Fitted body as a file; present when the request has `mesh`."),
    {0},
};

const pd_api_field pd_api_reply_job_point[] = {
    ROW("name", TEXT, "Name of the marker, keypoint or sensor."),
    MAYBE("camera", INTEGER,
          "Index of the camera that made the observation, when there are several cameras."),
    AS("rms", OR_NULL("number"),
       "Root mean square residual over all frames: metres in space, pixels in a picture, degrees for a "
       "sensor; null when it was never seen."),
    {0},
};

const pd_api_field pd_api_reply_job_named[] = {
    ROW("protocol", TEXT, "Marker set that was found on the body: " PD_OBSERVE_PROTOCOLS "."),
    ROW("points", INTEGER, "Number of points in all frames."),
    ROW("named", INTEGER, "Number of those points that were recognized as a marker."),
    MAYBE("second", TEXT, "Marker set that fits second best; absent when the request names the set."),
    MAYBE("margin", NUMBER,
          "By how many nats the second set fits worse: the logarithm of how much less likely it is. Below 3 "
          "the guess is refused."),
    {0},
};

const pd_api_field pd_api_reply_job_mended[] = {
    ROW("marker", TEXT, "Name of the marker that the points belong to."),
    ROW("called", TEXT, "Wrong name that the points had in the request."),
    ROW("first", INTEGER, "First frame of the stretch, from 0."),
    ROW("last", INTEGER, "Last frame of the stretch, from 0."),
    {0},
};

const pd_api_field pd_api_reply_job_person[] = {
    ROW("frames", INTEGER,
        "Number of frames; for a crowd, from the first to the last in which the person is seen."),
    MAYBE("name", TEXT, "Name of the person in a file of markers (SUBJECT:MARKER)."),
    MAYBE("kind", TEXT,
          "Kind of point that a take of markers was fitted as: markers (on the skin) or joints (centres of "
          "joints, by their names or by `points`)."),
    MAYBE("first", INTEGER, "Frame of the take in which the person is first seen, for a crowd."),
    MAYBE("seen", INTEGER, "Number of frames in which any view sees the person, for a crowd."),
    MAYBE("shared", INTEGER, "Number of frames in which at least two views see the person, for a crowd."),
    MAYBE("only", INTEGER,
          "Index of the only view that sees the person, for a crowd; the distance from the camera is then an "
          "estimate from one view."),
    AS("rms", OR_NULL("number"),
       "Root mean square residual of everything seen in space, in metres; null when there is nothing."),
    AS("rms_pixels", OR_NULL("number"),
       "Root mean square residual of everything seen in pictures, in pixels; null when there is nothing."),
    MAYBE("rms_degrees", NUMBER,
          "Root mean square angle between the body's bones and the sensors or the estimate, in degrees."),
    MAYBE("facing", NUMBER,
          "Heading of the body in the calibration pose of the sensors, in degrees, as the request gave it or "
          "as the fit found it."),
    MAYBE(
        "walked", BOOLEAN,
        "True when no sensor measures the position, so that the standing feet determine how the body moves."),
    ROW("exchanged", INTEGER,
        "Number of pairs of swapped markers that were exchanged back, over all frames."),
    ROW("mirrored", BOOLEAN,
        "True when left and right are exchanged in most of the take; the mirrored take was fitted when it "
        "fits better."),
    ROW("sides_exchanged", INTEGER, "Number of frames in which left and right were exchanged back."),
    AS("uncertainty_mm", OR_NULL("number"),
       "Standard error of the positions of the body's 22 joints in the world, in millimetres of the body "
       "(root mean "
       "square): how sure the fit is, which `converged` does not say. Noise is that of the residuals. Null "
       "when it "
       "is not determined."),
    AS("pose_uncertainty_mm", OR_NULL("number"),
       "Standard error relative to the pelvis, so without the error of the body's place, such as its "
       "distance from one camera."),
    AS("betas", FLAT, "Shape coefficients of the person."),
    AS("betas_sd", FLAT,
       "Standard deviation of each beta after the fit; 1 when the take does not determine it at all."),
    MAYBE_AS("cameras", LIST("ObservedCamera"),
             "Cameras of the views, as the request gave them or as the fit found them."),
    MAYBE("up", TEXT,
          "Axis of the markers' file that is taken as up: x, y or z, with - before it if its negative "
          "direction is up. The request or the file states it; otherwise heads are above feet along it."),
    MAYBE_AS("named", REF("JobNamed"), "Marker set that unnamed markers were recognized as."),
    MAYBE_AS("mended", LIST("JobMended"),
             "Stretches in which a marker had another marker's name, which was corrected; 256 at most."),
    MAYBE("mended_points", INTEGER, "Number of frames with a corrected name, over all markers."),
    AS("points", LIST("JobPoint"), "Residual of each marker, keypoint or sensor."),
    {0},
};

const pd_api_field pd_api_reply_job[] = {
    ROW("id", TEXT, "Id of the job, as used in paths."),
    ROW("kind", TEXT, "Kind of the job: fit."),
    ROW("model", TEXT, "Id of the body model."),
    ONE_OF("status", "queued|running|done|cancelled|failed", "State of the job."),
    ROW("progress", NUMBER, "Fraction of the work that is done, 0 to 1."),
    MAYBE("detail", TEXT, "Reason why the job failed."),
    MAYBE_AS("people", LIST("JobPerson"), "People of the take; present when the job is done."),
    MAYBE("left_out", INTEGER,
          "Number of people of a crowd left out: those beyond 16, and those who cannot be fitted because too "
          "little is seen of them or they would stand behind a camera."),
    WARNINGS,
    {0},
};

const pd_api_field pd_api_reply_job_event[] = {
    ONE_OF("type", "job.done|job.failed",
           "Event that the webhook reports: the job is done, or it has failed."),
    ROW("timestamp", TEXT, "Time at which the job ended, in UTC (RFC 3339)."),
    AS("data", REF("Job"), "Job with its people, as GET /v1/jobs/{id} returns it."),
    {0},
};

const pd_api_field pd_api_reply_job_list[] = {
    AS("jobs", LIST("Job"), "Jobs, without their people."),
    {0},
};

const pd_api_field pd_api_reply_take_frame[] = {
    AS("pose", FLAT, "Axis-angle rotations in radians, three numbers a joint."),
    AS("translation", FLAT, "Translation of the body, in metres."),
    AS("residuals", "{\"type\":\"array\",\"items\":" OR_NULL("number") "}",
       "Residual of each marker or keypoint in metres; null where it was not seen."),
    {0},
};

const pd_api_field pd_api_reply_take[] = {
    ROW("rate", NUMBER, "Frames a second."),
    AS("betas", FLAT, "Shape coefficients of the person."),
    AS("frames", LIST("TakeFrame"), "Frames of the take in order."),
    {0},
};

const pd_api_field pd_api_reply_likeness_view[] = {
    ROW("yaw", NUMBER, "Turn of the head towards the person's left, away from the camera, in degrees."),
    ROW("pitch", NUMBER, "Turn of the head downwards, away from the camera, in degrees."),
    ROW("roll", NUMBER, "Lean of the head towards the person's right shoulder, in degrees."),
    ROW("distance", NUMBER, "Distance between camera and face in metres, for a head of usual size."),
    ROW("focal", NUMBER, "Focal length in pixels, as given or as found."),
    ROW("rms", NUMBER, "Root mean square distance of the landmarks from the found face, in metres."),
    {0},
};

const pd_api_field pd_api_reply_likeness_sex[] = {
    ROW("female", NUMBER, "Probability of a woman, 0 to 1."),
    ROW("male", NUMBER, "Probability of a man, 0 to 1."),
    {0},
};

const pd_api_field pd_api_reply_likeness[] = {
    ROW("model", TEXT, "Id of the body model."),
    ROW("random", INTEGER, "Seed of the person whom `face_shape` changes."),
    ROW("age", NUMBER, "Age of the face in years; a guess."),
    ROW("age_sd", NUMBER, "Standard deviation of the error of `age`, in years."),
    MAYBE_AS("sex", REF("LikenessSex"),
             "Probability of either sex by the shape of the face, for a neutral model."),
    ROW("face_shape", TEXT,
        "Changes of the features of the person with this `random` and `age`, for the field of this name."),
    AS("betas", FLAT, "Shape coefficients of the person in the pictures."),
    AS("views", LIST("LikenessView"), "The head and the lens in each picture, in the request's order."),
    {0},
};
