#ifndef PD_SERVER_CLUSTER_BLOB_H
#define PD_SERVER_CLUSTER_BLOB_H
/* Writes and reads scenes and uploaded characters as bytes, so that daemons can share them through Redis.
 * Their key is their SHA-256.
 *
 *     "PSDB", version u16, kind u16 (1 scene, 2 character), numbers (core/io/fields/fields.h), then heights
 *     as float32 or the character's file
 *
 * The bytes of a character include the joint of each bone, so the receiver uses the sender's matching of
 * bones and does not match again.
 *
 * Threads  pure functions.
 * Errors   _read: ERR_FORMAT, ERR_RANGE, ERR_LIMIT, ERR_MEMORY; bytes from outside are checked like an
 *          upload.
 */
#include "api/motion/characters.h"
#include "api/motion/scenes.h"
#include "core/base/buffer.h"

/* Write an object. out->failed: out of memory. */
void pd_srv_blob_write_scene(pd_buffer *out, const pd_api_scene *scene);
void pd_srv_blob_write_character(pd_buffer *out, const pd_api_skeleton *character);
/* Read an object, with its id, revision and owner. The caller releases it. */
pd_status pd_srv_blob_read_scene(pd_api_scene **out, pd_bytes bytes, pd_error *err);
pd_status pd_srv_blob_read_character(pd_api_skeleton **out, pd_bytes bytes, size_t json_memory,
                                     pd_error *err);

#endif
