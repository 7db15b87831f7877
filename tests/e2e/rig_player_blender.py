"""Run by Blender: blender -b -P rig_player_blender.py -- FILE.glb OUT: sets the file up by clients/blender/posed_rig.py, bends the arms by IK and by FK, and
writes OUT.json with the rotation of every joint, as glTF has it, and OUT.f32 with the skin, from the root joint."""
import json
import os
import sys

import bpy
import numpy

sys.path.insert(0, os.path.join(os.getcwd(), "clients", "blender"))
import posed_rig  # noqa: E402
from mathutils import Quaternion, Vector  # noqa: E402

path, out = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
rig = posed_rig.load(path)
armature = rig.armature
scene = bpy.context.scene

# FK: the right elbow; IK: the left arm.
bone = armature.pose.bones["right_elbow"]
bone.rotation_mode = "QUATERNION"
bone.rotation_quaternion = Quaternion((0.9, 0.2, 0.3, 0.1)).normalized() @ bone.rotation_quaternion
bpy.data.objects["target_left_arm"].location = posed_rig.UP @ Vector((0.35, 0.35, 0.35))
bpy.data.objects["pole_left_arm"].location = posed_rig.UP @ Vector((0.6, -0.2, -0.3))
armature["ik_left_arm"] = 1.0
armature.update_tag()
for _ in range(3):
    bpy.context.view_layer.update()
    rig.update()
bpy.context.view_layer.update()

wrist = posed_rig.UP.inverted() @ (armature.matrix_world @ armature.pose.bones["left_wrist"].head)
assert (wrist - Vector((0.35, 0.35, 0.35))).length < 2e-3, wrist

# Weights follow the pose: all shape keys that are driven have what the extras ask for.
depsgraph = bpy.context.evaluated_depsgraph_get()
body = max(rig.meshes, key=lambda o: len(o.data.vertices))
evaluated = body.evaluated_get(depsgraph).to_mesh()
back = posed_rig.UP.inverted() @ body.matrix_world
root = posed_rig.UP.inverted() @ (armature.matrix_world @ armature.pose.bones[0].head)
skin = numpy.array([list((back @ v.co) - root) for v in evaluated.vertices], "<f4")
skin.tofile(out + ".f32")
names = [b.name for b in armature.data.bones]
order = rig.joint_order
quaternions = [posed_rig.gltf_rotation(armature, name) for name in order]
assert set(names) == set(order)
with open(out + ".json", "w") as file:
    json.dump({"quaternions": [[q.x, q.y, q.z, q.w] for q in quaternions]}, file)
