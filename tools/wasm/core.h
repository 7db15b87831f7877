#ifndef PD_TOOL_WASM_CORE_H
#define PD_TOOL_WASM_CORE_H
/* What clients/core/posed_core.wasm exports: models, scenes, characters, snapshots and IK for JavaScript.
 *
 * Arguments are numbers and addresses in the module's memory. clients/core/src/index.js calls these functions
 * and is what programs use; tests/wasm/commands.c calls them natively, with the same commands, to compare the
 * bits.
 *
 * Spaces   world: metres, radians; +Y up.
 * Memory   _new and _end allocate; the caller frees with _free. Numbers are read from and written to memory
 *          of the caller (pd_tool_wasm_alloc).
 * Threads  one.
 * Errors   0, NULL or false; pd_tool_wasm_error has the text, "place: what was wrong".
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pd_tool_wasm_model pd_tool_wasm_model;
typedef struct pd_tool_wasm_scene pd_tool_wasm_scene;
typedef struct pd_tool_wasm_character pd_tool_wasm_character;
typedef struct pd_tool_wasm_predictor pd_tool_wasm_predictor;

void *pd_tool_wasm_alloc(size_t bytes);
void pd_tool_wasm_release(void *block);
/* Returns the text of the last error. */
const char *pd_tool_wasm_error(void);

/* ---- models: a file of safetensors, whose header the caller has parsed */

/* Begins a model with room for tensors and texts of the metadata.
 * Names, texts and data are borrowed until _model_end. */
bool pd_tool_wasm_model_begin(int tensors, int texts);
void pd_tool_wasm_model_text(const char *key, const char *value);
/* Adds a tensor of rank 0 to 3. dtype: "F32", "F16", "I32" and so on. False: unknown dtype, or `bytes` is
 * not the size of that shape. */
bool pd_tool_wasm_model_tensor(const char *name, const char *dtype, const void *data, size_t bytes, int rank,
                               size_t a, size_t b, size_t c);
/* Makes the model, or returns NULL. */
pd_tool_wasm_model *pd_tool_wasm_model_end(void);
void pd_tool_wasm_model_free(pd_tool_wasm_model *model);
/* Returns the number of joints J; their names, comma-separated, go to `names` (bytes), parents to parents
 * (J), and offsets in metres to offsets (J,3). */
int pd_tool_wasm_model_joints(const pd_tool_wasm_model *model, char *names, size_t bytes, int32_t *parents,
                              float *offsets);
/* Returns a hash of all numbers of the model; a server's model with the same hash moves characters alike. */
uint64_t pd_tool_wasm_model_hash(const pd_tool_wasm_model *model);

/* ---- scenes */

/* Makes a scene with so many elements of each kind, all zero, or returns NULL. */
pd_tool_wasm_scene *pd_tool_wasm_scene_new(int walls, int jumps, int crouches, int beams, int seats);
void pd_tool_wasm_scene_free(pd_tool_wasm_scene *scene);
/* Sets an element; v has the numbers of its struct in core/anim/scene/scene.h, in that order. kind: 0 wall, 1
 * jump area, 2 crouch area, 3 beam, 4 seat. */
void pd_tool_wasm_scene_set(pd_tool_wasm_scene *scene, int kind, int index, const double *v);
/* Gives it a ground of heights (rows, columns). */
bool pd_tool_wasm_scene_ground(pd_tool_wasm_scene *scene, int rows, int columns, double x, double z,
                               double cell, const float *heights);
bool pd_tool_wasm_scene_check(const pd_tool_wasm_scene *scene);
/* Returns the height of the ground. A NULL scene is flat. */
double pd_tool_wasm_scene_height(const pd_tool_wasm_scene *scene, double x, double z);

/* ---- characters */

/* Makes a character; scene NULL: flat and empty. style "": the model's own.
 * Model and scene must outlive it. */
pd_tool_wasm_character *pd_tool_wasm_character_new(const pd_tool_wasm_model *model,
                                                   const pd_tool_wasm_scene *scene, double x, double z,
                                                   double facing, const char *style, uint32_t variation);
void pd_tool_wasm_character_free(pd_tool_wasm_character *character);
/* Numbers of an input, see core/character/control/input.h: move x, move z, look x, look z, has_look, camera
 * yaw, speed, strafe, axes, gait, jump, responsive. */
#define PD_TOOL_WASM_INPUT 12
bool pd_tool_wasm_character_input(pd_tool_wasm_character *character, const double v[PD_TOOL_WASM_INPUT]);
/* target x, y, z, in_root, weight, seconds, has_normal, slide, normal x, y, z
 * (core/character/action/reach.h) */
#define PD_TOOL_WASM_REACH 11
bool pd_tool_wasm_character_reach(pd_tool_wasm_character *character, int hand,
                                  const double v[PD_TOOL_WASM_REACH]);
/* point x, y, z, in_root, weight, seconds (core/character/action/gaze.h) */
#define PD_TOOL_WASM_LOOK 6
bool pd_tool_wasm_character_look(pd_tool_wasm_character *character, const double v[PD_TOOL_WASM_LOOK]);
/* sit, seat x, z, facing, height, seconds (core/character/action/sit.h) */
#define PD_TOOL_WASM_SIT 6
bool pd_tool_wasm_character_sit(pd_tool_wasm_character *character, const double v[PD_TOOL_WASM_SIT]);
/* Advances characters (count) of one model by 1/60 s. False: out of memory, and nobody moved. */
bool pd_tool_wasm_tick(pd_tool_wasm_character *const *characters, int count);
/* Writes a pose: root x, y, z; yaw; translation x, y, z; seated; events; contacts (4); phase; then the
 * joints' rotations local to their parents (J, 4: x y z w) and their places in the world (J,3). */
#define PD_TOOL_WASM_POSE_HEAD 14
void pd_tool_wasm_character_pose(const pd_tool_wasm_character *character, float *out);
/* Writes a snapshot of at most `most` bytes: all that the next tick reads. Returns its size, or 0. */
size_t pd_tool_wasm_character_save(pd_tool_wasm_character *character, unsigned char *out, size_t most);
/* Continues from a snapshot, bit for bit. False: it is damaged or of another model,
 * and the character is as before. */
bool pd_tool_wasm_character_load(pd_tool_wasm_character *character, const unsigned char *bytes, size_t size);
/* Returns a hash of the snapshot. Equal characters have equal hashes, natively and in WebAssembly. */
uint64_t pd_tool_wasm_character_hash(pd_tool_wasm_character *character);

/* ---- prediction (tools/predict/predictor.h, lead.h) */

/* Makes a predictor without a state; scene NULL: flat and empty. Model and scene must outlive it. */
pd_tool_wasm_predictor *pd_tool_wasm_predictor_new(const pd_tool_wasm_model *model,
                                                   const pd_tool_wasm_scene *scene);
void pd_tool_wasm_predictor_free(pd_tool_wasm_predictor *predictor);
/* Sets the input of the next tick. Returns the number of that tick, or -1. */
int64_t pd_tool_wasm_predictor_input(pd_tool_wasm_predictor *predictor, const double v[PD_TOOL_WASM_INPUT],
                                     double seq);
bool pd_tool_wasm_predictor_step(pd_tool_wasm_predictor *predictor);
/* Compares the hash of a tick, in two halves: 0 equal, 1 different, 2 unknown. */
int pd_tool_wasm_predictor_check(const pd_tool_wasm_predictor *predictor, uint32_t tick, uint32_t high,
                                 uint32_t low);
bool pd_tool_wasm_predictor_restore(pd_tool_wasm_predictor *predictor, uint32_t tick, double seq, int ahead,
                                    const unsigned char *bytes, size_t size);
void pd_tool_wasm_predictor_forget(pd_tool_wasm_predictor *predictor);
/* Return what the last restore has changed: metres, and ticks that were computed again. */
double pd_tool_wasm_predictor_distance(const pd_tool_wasm_predictor *predictor);
int pd_tool_wasm_predictor_replayed(const pd_tool_wasm_predictor *predictor);
uint32_t pd_tool_wasm_predictor_tick(const pd_tool_wasm_predictor *predictor);
/* Writes the pose to be drawn, as pd_tool_wasm_character_pose does. False: there is none yet. */
bool pd_tool_wasm_predictor_pose(pd_tool_wasm_predictor *predictor, float *out);
/* Writes a tick that was predicted: root x, y, z, yaw, place of joint 0, rotations (J,4). False: it is not
 * kept. */
bool pd_tool_wasm_predictor_past(const pd_tool_wasm_predictor *predictor, uint32_t tick, float *out);
void pd_tool_wasm_lead_begin(pd_tool_wasm_predictor *predictor, double rate, double now);
int pd_tool_wasm_lead_due(pd_tool_wasm_predictor *predictor, double now);
int pd_tool_wasm_lead_report(pd_tool_wasm_predictor *predictor, int early, double round_trip);

/* ---- inverse kinematics */

typedef struct pd_tool_wasm_skeleton pd_tool_wasm_skeleton;

/* Makes a skeleton of joints whose names are their numbers. parents (count), -1: the root; offsets (count,3)
 * from the parent, metres. NULL: it is not a tree with one root. */
pd_tool_wasm_skeleton *pd_tool_wasm_skeleton_new(int count, const int32_t *parents, const float *offsets);
void pd_tool_wasm_skeleton_free(pd_tool_wasm_skeleton *skeleton);
/* Numbers of a target: joint, root of its chain (-1: that of its limb), has_position, x, y, z,
 * has_orientation, quaternion x, y, z, w, weight, priority (core/ik/job/job.h). */
#define PD_TOOL_WASM_TARGET 13
/* Solves targets (count), starting from rotations (K,4), which become those of the answer; positions (K,3)
 * are those of its joints. solver: "auto" and so on; all but optimize, example and neural. iterations,
 * tolerance 0: the solver's own. Returns 1 + the status (core/ik/job/status.h), or 0 after an error. */
int pd_tool_wasm_solve(const pd_tool_wasm_skeleton *skeleton, double *rotations, double *positions,
                       const double *targets, int count, const char *solver, int iterations,
                       double tolerance);

#endif
