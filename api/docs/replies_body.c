/* Members of the replies of the routes of api/body. */
#include "api/docs/replies_rows.h"

#include "core/math/frame.h"
#include "core/observe/measurements.h"
#include "core/smpl/measure/measure.h"

#define FRAME_CHOICE(id, name, ...) "|" name
static const char frame_names[] = PD_FRAME_TABLE(FRAME_CHOICE);

const pd_api_field pd_api_reply_wardrobe_item[] = {
    ROW("name", TEXT, "Name of the item, which `wear` takes."),
    ROW("slot", TEXT, "Slot of the item: a body wears at most one item of a slot."),
    ROW("about", TEXT, "Description of what the item looks like."),
    ROW("source", TEXT, "Files that the item was learned from, with their licence."),
    MAYBE("halves", BOOLEAN, "True of an outfit whose top and bottom can be worn apart (`top`, `bottom`)."),
    MAYBE("made_of", TEXT, "Item whose mesh this one changes by `parameters`."),
    AS("parameters", "{\"type\":\"object\"}",
       "Cuts and displacements (`sleeve`, `leg`, `hem`, `scoop`, `vneck`, `shaft`, `length`, `fringe`, "
       "`fit`, `flare`), colours and "
       "patterns of the parts; empty for an item with a mesh of its own."),
    AS("styles", NAMES,
       "Styles of the item (casual, sport, formal, work): it goes with items that share one. Empty: with "
       "all."),
    ROW("vertex_count", INTEGER, "Number of the item's vertices in a GLB."),
    ROW("face_count", INTEGER, "Number of triangles."),
    ROW("hidden_vertices", INTEGER,
        "Number of skin vertices that the item covers; skin triangles that touch one are left out."),
    ROW("standard", BOOLEAN, "True when the item is worn unless a request says otherwise."),
    {0},
};

const pd_api_field pd_api_reply_garment[] = {
    ROW("id", TEXT, "Id of the garment, as `wear` takes it."),
    ONE_OF("slot", "outfit|top|bottom|shoes|hat|glasses",
           "Part of what somebody wears that the garment is, as `slot` of the request says."),
    ROW("vertex_count", INTEGER, "Number of its vertices."),
    ROW("face_count", INTEGER, "Number of triangles."),
    ROW("material_count", INTEGER, "Number of its materials."),
    ROW("hidden_vertices", INTEGER, "Number of vertices of the skin that it hides."),
    ROW("joints_found", INTEGER, "Joints of the file that are joints of the body; 0: it is not rigged."),
    ROW("median_mm", NUMBER, "Median distance of its vertices from the skin, in millimetres."),
    ROW("deep", NUMBER, "Share of its vertices that were more than 30 mm inside of the skin, 0 to 1."),
    MAYBE("note", TEXT, "Pictures and properties of materials of the file that the garment lacks."),
    {0},
};

const pd_api_field pd_api_reply_garment_list[] = {
    AS("garments", LIST("Garment"), "Garments that clients have put."),
    {0},
};

const pd_api_field pd_api_reply_wardrobe[] = {
    ROW("model", TEXT, "Name of the body model that the items are made for."),
    ROW("licence", TEXT, "Licence of the items."),
    ROW("provenance", TEXT, "Account of how the items were made."),
    ROW("credits", TEXT, "Credits that the sources of the items ask for."),
    AS("items", LIST("WardrobeItem"), "Items that `wear` takes by name."),
    {0},
};

const pd_api_field pd_api_reply_faces[] = {
    ROW("model", TEXT, "Id of the body model."),
    {.name = "frame",
     .type = PD_API_CHOICE,
     .choices = frame_names + 1,
     .doc = "Axes and unit of the coordinates."},
    ROW("metres_per_unit", NUMBER, "Metres in one unit of the coordinates: 1 except for unreal."),
    ROW("face_count", INTEGER, "Number of triangles."),
    AS("faces", INDICES, "Vertex indices, three a triangle, in one flat list."),
    {0},
};

#define GENDER_CHOICE(id, name) "|" name
static const char gender_names[] = PD_SMPL_GENDER_TABLE(GENDER_CHOICE);
const pd_api_field pd_api_reply_person[] = {
    {.name = "gender", .type = PD_API_CHOICE, .choices = gender_names + 1, .doc = "Gender of the person."},
    ROW("age", NUMBER,
        "Age of the person in years: as requested, or the most likely one for the other measures."),
    {0},
};

#define PERSON                                                                                               \
    MAYBE_AS("betas", FLAT, "Shape coefficients of a body that was requested by seed, measures or age."),    \
        MAYBE_AS("identity_coeffs", FLAT, "Shape coefficients of an MHR body that was requested by seed."),  \
        MAYBE_AS("person", REF("Person"), "Gender and age of the random person."),                           \
        MAYBE("random", TEXT, "Distribution and seed from which the betas were drawn: N(0,1):SEED.")
const pd_api_field pd_api_reply_found[] = {PERSON, {0}};

const pd_api_field pd_api_reply_body_arrays[] = {
    PERSON,
    MAYBE_AS("vertices", FLAT, "Vertex positions, V x 3 in one flat list, in the reply's unit."),
    MAYBE_AS("joints", LIST("Vector"), "Joint positions in the model's order, in the reply's unit."),
    MAYBE_AS("normals", FLAT, "Vertex normals of length 1, V x 3 in one flat list."),
    {0},
};

const pd_api_field pd_api_reply_bodies[] = {
    ROW("model", TEXT, "Id of the body model."),
    {.name = "frame",
     .type = PD_API_CHOICE,
     .choices = frame_names + 1,
     .doc = "Axes and unit of the coordinates."},
    ROW("metres_per_unit", NUMBER, "Metres in one unit of the coordinates: 1 except for unreal."),
    AS("bodies", LIST("BodyArrays"),
       "Bodies in the request's order, each with the arrays that `include` names."),
    MAYBE("face_count", INTEGER, "Number of triangles; present when `include` has faces."),
    MAYBE_AS("faces", INDICES, "Vertex indices, three a triangle, in one flat list that all bodies share."),
    WARNINGS,
    {0},
};

const pd_api_field pd_api_reply_definition[] = {
    ROW("unit", TEXT, "Unit of the measurement: m, kg, m3 or kg/m2."),
    AS("iso_8559_1", OR_NULL("string"),
       "Name of the measurement in ISO 8559-1; null when the standard has none."),
    ROW("definition", TEXT, "Description of how the measurement is taken."),
    {0},
};

const pd_api_field pd_api_reply_measurement[] = {
#define MEASURE_ROW(id, label, iso, measure_unit, ...)                                                       \
    AS(label, OR_NULL("number"),                                                                             \
       "Value of " label " in " measure_unit "; null where the model lacks what its definition needs."),
    PD_SMPL_MEASURE_TABLE(MEASURE_ROW)
#undef MEASURE_ROW
        {0},
};

#define MEASURED                                                                                             \
    ROW("model", TEXT, "Id of the body model."),                                                             \
        ONE_OF("pose", "T", "Pose in which bodies are measured: the T-pose, arms stretched out."),           \
        ROW("density", NUMBER, "Density from which mass is computed, in kg/m3.")
const pd_api_field pd_api_reply_measured[] = {
    MEASURED,
    AS("bodies", LIST("Measurements"), "Measurements of each body, in the request's order."),
    MAYBE_AS("people", "{\"type\":\"array\",\"items\":{\"anyOf\":[" REF("Found") ",{\"type\":\"null\"}]}}",
             "Person of each body that was requested by seed, measures or age; null for the others."),
    MAYBE_AS("lines",
             "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"object\",\"properties\":{"
             "\"closed\":{\"type\":\"boolean\"},\"points\":{\"type\":\"array\",\"items\":{"
             "\"type\":\"object\",\"properties\":{\"vertices\":{\"type\":\"array\",\"items\":{"
             "\"type\":\"integer\"}},\"t\":{\"type\":\"number\"},\"joint\":{\"type\":\"string\"}}}}}}}",
             "Path of the tape for each measurement, present with `lines`. A point lies the fraction t of "
             "the way from the first vertex to the second, or is a joint; a closed line returns to its first "
             "point. Mass, volume, bmi and back_neck_to_waist have no path."),
    AS("definitions", REF("Definitions"), "Unit and definition of each measurement, by name."),
    WARNINGS,
    {0},
};

#define STATUS_NAME(name, text, ...) "|" text
static const char fit_statuses[] = PD_OBSERVE_MEASUREMENTS_STATUS_TABLE(STATUS_NAME);
const pd_api_field pd_api_reply_fit[] = {
    MEASURED,
    {.name = "status",
     .type = PD_API_CHOICE,
     .choices = fit_statuses + 1,
     .doc = "Result of the search: matched (every measurement is within its tolerance), compromise (some are "
            "not), budget (the iterations or the time ran out) or unmeasurable (the model lacks joints that "
            "a measurement needs; betas are 0)."},
    ROW("iterations", INTEGER, "Number of iterations of the search."),
    ROW("distance", NUMBER,
        "Length of the beta vector: distance from the mean body, in standard deviations."),
    ROW("relaxation", NUMBER,
        "Factor of the tolerances in the cost, 0.05 to 1: the smallest one that gives a likely body. Near "
        "0.05 the measurements are met exactly; at 1 residuals of up to the tolerances remain."),
    AS("betas", FLAT, "Shape coefficients of the body that was found."),
    AS("residuals", "{\"type\":\"object\",\"additionalProperties\":" OR_NULL("number") "}",
       "Reached value minus requested value, by measurement."),
    AS("tolerances", "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}}",
       "Tolerance of each measurement: the largest residual that counts as reached."),
    AS("measurements", REF("Measurements"), "Measurements of the body that was found."),
    MAYBE_AS(
        "warnings", LIST("Remark"),
        "Warnings: each measurement that the body misses by more than its tolerance, with the wanted and "
        "the reached value, and a body that hardly any adult has."),
    {0},
};

const pd_api_field pd_api_reply_avatar[] = {
    ROW("id", TEXT, "Id of the avatar, as used in paths."),
    ROW("model", TEXT, "Body model of the avatar."),
    {.name = "choices",
     .type = PD_API_OBJECT,
     .schema = "{\"type\":\"object\"}",
     .doc = "Fields of the body and of what it wears, as they were stored."},
    ROW("glb", TEXT, "Path of the avatar's .glb on this host, the path of a proxy included."),
    ROW("vrm", TEXT, "Path of the avatar's VRM file on this host, the path of a proxy included."),
    {0},
};

#define THREES "{\"type\":\"array\",\"items\":" FLAT "}"
const pd_api_field pd_api_reply_derivative[] = {
    MAYBE_AS("betas", FLAT, "Gradient by the betas, for cotangents."),
    MAYBE_AS("expression", FLAT, "Gradient by the expression, for cotangents."),
    MAYBE_AS("pose", THREES, "Gradient by the axis-angle vectors of the pose, for cotangents: (K,3)."),
    MAYBE_AS("translation", FLAT, "Gradient by the translation, for cotangents."),
    MAYBE_AS("vertices", THREES, "Change of the vertices, for tangents: (V,3)."),
    MAYBE_AS("joints", THREES, "Change of the joints and keypoints, for tangents: (P,3)."),
    {0},
};

const pd_api_field pd_api_reply_derivatives[] = {
    AS("bodies", LIST("Derivative"), "Derivatives of each body of the request."),
    {0},
};

const pd_api_field pd_api_reply_avatar_description[] = {
    ROW("id", TEXT, "Id of the avatar."),
    {.name = "bodyType", .type = PD_API_CHOICE, .choices = "fullbody", .doc = "Kind of body."},
    {.name = "outfitGender",
     .type = PD_API_CHOICE,
     .choices = "masculine|feminine|neutral",
     .doc = "Sex of the person: as chosen, or drawn by the seed; neutral if neither says it."},
    ROW("outfitVersion", INTEGER, "Always 2, the last version of the closed service's full-body outfits."),
    ROW("url", TEXT, "Path of the avatar's .glb on this host, the path of a proxy included."),
    ROW("imageUrl", TEXT, "Path of a picture on this host, the path of a proxy included."),
    AS("choices", "{\"type\":\"object\"}", "Choices that were stored, without the model."),
    {0},
};

const pd_api_field pd_api_reply_avatar_list[] = {
    AS("avatars", LIST("Avatar"), "Avatars that clients have stored."),
    {0},
};
