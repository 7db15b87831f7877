/* Members of the replies of the routes of api/rig. */
#include "api/docs/replies_rows.h"

const pd_api_field pd_api_reply_rigged_joint[] = {
    ROW("bone", TEXT,
        "Name of the bone, in VRM or in the template; the node of the rigged file has the same name."),
    ROW("confidence", NUMBER, "Confidence in the joint's position, 0 to 1; below 0.3 it is doubtful."),
    {.name = "second_opinion",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Distance of this joint from where a second method, which embeds the skeleton in the mesh, "
            "puts it, as a fraction of the height. Only for limbs and trunk of people."},
    AS("position", FLAT, "Position of the joint in the upright mesh, in the file's units."),
    {0},
};

const pd_api_field pd_api_reply_repaired[] = {
    ROW("crossed_vertices", INTEGER,
        "Number of vertices of one leg whose weights were of the other leg, and were moved to the own one."),
    ROW("stretched_edges", INTEGER,
        "Number of edges that a walk would have stretched by more than 3 times, and whose weights were "
        "mended."),
    ROW("merged_vertices", INTEGER, "Number of vertices merged with another one at the same place."),
    ROW("dropped_triangles", INTEGER, "Number of triangles dropped because they have no area."),
    ROW("turned_triangles", INTEGER,
        "Number of triangles turned because they faced another way than their neighbours."),
    ROW("turned_islands", INTEGER, "Number of connected pieces turned because they were inside out."),
    ROW("unheated_vertices", INTEGER, "Number of vertices whose weights come from the template alone."),
    {0},
};

const pd_api_field pd_api_reply_rigged_hand[] = {
    ROW("joints", INTEGER,
        "Number of finger joints, three a finger from thumb to little finger: 15, 12 for a hand of four "
        "fingers, or 0."),
    ROW("parts", INTEGER,
        "Number of separate parts seen in the hand: 5 for an open hand, 2 for a mitten, 1 for a fist."),
    {.name = "why", .type = PD_API_TEXT, .optional = 1, .doc = "Reason why the hand got no finger joints."},
    {0},
};

const pd_api_field pd_api_reply_rigged_hands[] = {
    AS("left", REF("RiggedHand"), "Left hand of the person, at +X."),
    AS("right", REF("RiggedHand"), "Right hand of the person, at -X."),
    {0},
};

const pd_api_field pd_api_reply_rig[] = {
    ROW("template", TEXT, "Body plan that was fitted to the mesh: person, quadruped, bird or spider."),
    ROW("residual", NUMBER,
        "Root mean square distance between template and mesh, as a fraction of the height; for animals, "
        "between surface and the capsules about the bones, as a fraction of the largest extent. Above 0.04 "
        "it is doubtful."),
    ROW("coverage", NUMBER,
        "Share of the surface within 0.03 of the height from the template; for animals, within 0.1 of the "
        "largest extent from the capsules."),
    {.name = "penalty",
     .type = PD_API_NUMBER,
     .optional = 1,
     .doc = "Cost of embedding the template's skeleton into the mesh: below 1 it fits well, above 2 it is "
            "doubtful. For a person, the embedding only checks the joints (second_opinion)."},
    ROW("doubtful", BOOLEAN, "True when a person should check the result; `markers` would improve it."),
    ROW("height", NUMBER, "Height of the mesh, in the file's units."),
    ROW("vertices", INTEGER, "Number of vertices of the uploaded mesh."),
    ROW("triangles", INTEGER, "Number of triangles of the uploaded mesh."),
    ROW("islands", INTEGER, "Number of connected pieces of the mesh."),
    ROW("border_edges", INTEGER, "Number of edges with a single triangle: holes and open ends."),
    ROW("stretched_edges", INTEGER,
        "Number of edges of a person's skin that a walk still stretches by more than 3 times, because parts "
        "that touch are one surface, or a joint is off its place. Above 0 the rig is doubtful."),
    ROW("largest_stretch", NUMBER,
        "Largest stretch of an edge in the extremes of a walk, relative to its length at rest."),
    AS("repaired", REF("Repaired"), "Counts of the repairs made to the mesh."),
    AS("markers_wanted", NAMES,
       "Names of the markers that would improve the rig; `markers` of the request takes them."),
    ROW("up", TEXT, "Axis of the file that points up: y, z, x, -y, -z or -x."),
    AS("facing", FLAT, "Direction that the body faces, a unit vector in the file's axes."),
    AS("upright", FLAT, "Transform from the file's coordinates to upright ones: the rows of [R | t]."),
    {.name = "fingers",
     .type = PD_API_ANY,
     .schema = REF("RiggedHands"),
     .optional = 1,
     .doc = "Result of rigging the fingers of each hand, for a person."},
    AS("joints", LIST("RiggedJoint"), "Joints of the rig, parents before children."),
    AS("mesh", REF("RigFile"), "Rigged mesh as a file."),
    {.name = "picture",
     .type = PD_API_ANY,
     .schema = REF("RigFile"),
     .optional = 1,
     .doc = "Picture of the rigged mesh from the front and from the left."},
    {0},
};

const pd_api_field pd_api_reply_face_parts[] = {
    MAYBE("skin", INTEGER, "Connected pieces of the mesh that are the skin of the face."),
    MAYBE("still", INTEGER, "Pieces that no shape moves: hair, glasses, hats, clothes."),
    MAYBE("left_eye", INTEGER, "Pieces that turn with the left eye."),
    MAYBE("right_eye", INTEGER, "Pieces that turn with the right eye."),
    MAYBE("upper_teeth", INTEGER, "Pieces inside the mouth above its line, which stay."),
    MAYBE("lower_teeth", INTEGER, "Pieces inside the mouth below its line, which move with the jaw."),
    MAYBE("tongue", INTEGER,
          "Pieces that are a tongue, which moves with the jaw and comes out with tongueOut."),
    MAYBE("film", INTEGER, "Pieces that lie on the skin and move with it: lashes, brows, tears, a beard."),
    {0},
};

const pd_api_field pd_api_reply_face_open[] = {
    ONE_OF("unit", "mm", "Unit of the numbers beside it: millimetres at a person's size."),
    AS("left_lids", OR_NULL("number"),
       "Widest gap of the left lids at eyeBlinkLeft 1; null without an opening."),
    AS("right_lids", OR_NULL("number"),
       "Widest gap of the right lids at eyeBlinkRight 1; null without an opening."),
    AS("lips_pressed", OR_NULL("number"), "Widest gap of the lips at viseme_PP 1; null without a mouth."),
    AS("lips_over_jaw", OR_NULL("number"),
       "Widest gap of the lips at jawOpen 1 and mouthClose 1; null without a mouth."),
    {0},
};

const pd_api_field pd_api_reply_character_face[] = {
    ROW("misfit", NUMBER,
        "Mean distance of the fitted head from the nearer 80 % of the face, in millimetres at a person's "
        "size."),
    ROW("matched", NUMBER, "Share of the points of a face that lie within 6 mm of the mesh."),
    ROW("unit", NUMBER, "Metres, at a person's size, in a unit of the file."),
    ROW("vertices", INTEGER, "Number of vertices of the file."),
    ROW("moved", INTEGER, "Number of vertices that a shape moves."),
    ROW("meshes", INTEGER, "Number of meshes that got morph targets."),
    ROW("joints", INTEGER, "Number of new joints: jaw, leftEye, rightEye."),
    AS("vrm", OR_NULL("string"), "Version of VRM whose expressions were written, 0.x or 1.0; null: no VRM."),
    ROW("dropped", INTEGER, "Number of morph targets that `replace` took away."),
    ROW("kept", BOOLEAN, "True when the result is stored in place of the character."),
    AS("openings", NAMES, "Openings of the skin that were found: mouth, left_eye, right_eye."),
    AS("parts", REF("FaceParts"), "Numbers of connected pieces of the mesh by what they are."),
    AS("open", REF("FaceOpen"), "Gaps that lids and lips leave when they are shut."),
    AS("notes", NAMES, "Sentences about what could not be done."),
    AS("file", REF("RigFile"), "Character with the shapes, as a .glb (or .vrm) file."),
    MAYBE_AS("picture", REF("RigFile"), "Sheet of the face with its shapes."),
    {0},
};

const pd_api_field pd_api_reply_rig_file[] = {
    ROW("type", TEXT, "Media type of the file."),
    ROW("base64", TEXT, "Bytes of the file in base64."),
    {0},
};
