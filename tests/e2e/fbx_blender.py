"""Run by Blender: blender -b --factory-startup -P fbx_blender.py -- FILE.glb|FILE.fbx OUT.json SECOND...: what it reads of a file, in metres, +Z up."""
import json
import sys

import bpy
import numpy

numpy.bool = bool  # Debian 12's importer of glTF was written for an older numpy
path, out, *seconds = sys.argv[sys.argv.index("--") + 1:]
is_fbx = path.endswith("fbx")
bpy.ops.wm.read_factory_settings(use_empty=True)
(bpy.ops.import_scene.fbx if is_fbx else bpy.ops.import_scene.gltf)(filepath=path)
scene = bpy.context.scene
armature = [o for o in bpy.data.objects if o.type == "ARMATURE"][0]
body = max((o for o in bpy.data.objects if o.type == "MESH"), key=lambda o: len(o.data.vertices))
found = {"joints": {b.name: list(armature.matrix_world @ b.head_local) for b in armature.data.bones}, "frames": [], "shapes": {}, "empties": 0}
found["weights"] = [{body.vertex_groups[g.group].name: g.weight for g in v.groups if g.weight > 1e-6} for v in body.data.vertices]
found["empties"] = sum(o.type == "EMPTY" for o in bpy.data.objects)
for key in body.data.shape_keys.key_blocks[1:3] if body.data.shape_keys else []:
    turn = body.matrix_world.to_3x3()
    found["shapes"][key.name] = [list(turn @ (a.co - b.co)) for a, b in zip(key.data, body.data.shape_keys.key_blocks[0].data)]
for second in map(float, seconds):
    frame = second * scene.render.fps + is_fbx  # its importer of FBX begins at frame 1
    scene.frame_set(int(frame), subframe=frame - int(frame))
    evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    found["frames"].append({"joints": {b.name: list(armature.matrix_world @ b.head) for b in armature.pose.bones},
                            "vertices": [list(body.matrix_world @ v.co) for v in evaluated.to_mesh().vertices]})
with open(out, "w") as file:
    json.dump(found, file)
