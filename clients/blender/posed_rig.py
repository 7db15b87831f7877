"""Imports a rigged GLB of posed into Blender (3.4 or later) and evaluates its extras: shape keys of correctives and sculpts that depend on the pose, and
controls of the limbs.

    blender --python posed_rig.py -- body.glb           imports the file and sets it up

In Blender's Python: import posed_rig; posed_rig.load("/path/body.glb").

If the file was made with controls=true, the armature has the following controls for each LIMB (left_arm, right_arm, left_leg, right_leg):

    ik_LIMB       property of the armature: 0 is FK (the bones keep their pose), 1 is IK, values between blend
    target_LIMB   empty: the IK target, which is the position of the limb's last joint
    pole_LIMB     empty: the pole, towards which the limb's middle joint points
    space_LIMB    property of the armature: index of the space (world, pelvis, chest, head) with which both empties move

The shape keys are updated after each change of the frame or of the pose. They follow from the final rotations of the bones, after all constraints. To
keep this after a restart of Blender, save the .blend with "Register" ticked on this text, or run the script again after loading.
"""
import json
import math
import struct
import sys

import bpy
import numpy
from mathutils import Matrix, Quaternion, Vector

numpy.bool = bool  # the glTF importer of Debian 12 uses this name, which numpy 1.24 removed
UP = Matrix.Rotation(math.pi / 2, 4, "X")  # from glTF's axes (+Y up) to Blender's (+Z up)
RIGS = "posed_rigs"  # key in bpy.app.driver_namespace of the list of all Rigs


def read_extras(path):
    """Reads a GLB file. Returns the extras of the first mesh that has extras of posed, and the names of the skin's joints in the skin's order."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"glTF":
        raise ValueError(f"{path} is no binary glTF")
    size = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + size])
    joints = [document["nodes"][n]["name"] for n in document["skins"][0]["joints"]]
    for mesh in document["meshes"]:
        if {"correctives", "sculpts", "controls"} & set(mesh.get("extras", {})):
            return mesh["extras"], joints
    raise ValueError(f"{path} has neither correctives, sculpts nor controls in its meshes' extras")


def gltf_rotation(armature, name):
    """Returns the rotation of a joint relative to its parent in glTF's axes, as a Quaternion, after all constraints. name: name of the bone."""
    def world(bone):
        turned = bone.matrix.to_3x3() @ bone.bone.matrix_local.to_3x3().inverted()
        return (UP.to_3x3().inverted() @ turned @ UP.to_3x3()).to_quaternion()
    bone = armature.pose.bones[name]
    own = world(bone)
    return world(bone.parent).inverted() @ own if bone.parent else own


class Rig:
    """One imported body: its armature, its meshes and the extras of its file."""

    def __init__(self, extras, joint_order, armature, meshes):
        self.extras, self.joint_order, self.armature, self.meshes = extras, joint_order, armature, meshes

    def weights(self):
        """Returns {index of the morph target: weight} of correctives and sculpts for the current pose."""
        out = {}
        turned = {}

        def of(name):
            if name not in turned:
                turned[name] = gltf_rotation(self.armature, name)
            return turned[name]
        correctives = self.extras.get("correctives")
        if correctives:
            if "rest" in correctives:
                raise ValueError("joints with axes of their own (names=mixamo): ask for names=smpl")
            entries = numpy.concatenate([numpy.array(of(n).to_matrix()).ravel() - numpy.eye(3).ravel() for n in correctives["joints"]])
            for i, w in enumerate(numpy.array(correctives["map"]) @ entries):
                out[correctives["first_target"] + i] = float(w)
        sculpts = self.extras.get("sculpts")
        for group in sculpts["groups"] if sculpts else []:
            near = []
            for pose in group["poses"]:
                apart = sum(4 * max(0.0, 1 - Quaternion((q[3], q[0], q[1], q[2])).dot(of(n)) ** 2) for n, q in zip(group["joints"], pose))
                near.append(math.exp(-apart / (2 * group["width"] ** 2)))
            for e, w in enumerate(numpy.array(group["map"]) @ numpy.array(near)):
                out[sculpts["first_target"] + group["first"] + e] = float(w)
        return out

    def update(self):
        """Sets the shape keys for the current pose. Returns True if one of them changed."""
        changed = False
        for target, weight in self.weights().items():
            for mesh in self.meshes:
                key = mesh.data.shape_keys.key_blocks[self.extras["targetNames"][target]]
                if abs(key.value - weight) > 1e-6:
                    key.slider_min, key.slider_max = min(key.slider_min, weight, -10), max(key.slider_max, weight, 10)
                    key.value = weight
                    changed = True
        return changed

    def set_up_limbs(self):
        """Creates the empties, IK constraints and properties of all limbs."""
        controls = self.extras.get("controls")
        for limb in controls["limbs"] if controls else []:
            self.set_up_limb(limb, list(controls["spaces"].items()))

    def empty(self, name, point, spaces, property_name):
        """Creates an empty at a point in glTF's axes, metres. Returns it.

        spaces: list of (name, joint or None); the empty gets a Child Of constraint for each joint. property_name: property of the armature that holds the
        index of the active space.
        """
        made = bpy.data.objects.new(name, None)
        bpy.context.scene.collection.objects.link(made)
        made.empty_display_size = 0.05
        made.location = UP @ Vector(point)
        for number, (space, joint) in enumerate(spaces):
            if joint is None:
                continue
            follow = made.constraints.new("CHILD_OF")
            follow.name, follow.target, follow.subtarget = space, self.armature, joint
            bone = self.armature.data.bones[joint]
            follow.inverse_matrix = (self.armature.matrix_world @ bone.matrix_local).inverted()
            self.drive(follow, property_name, f"float(round(value) == {number})")
        return made

    def drive(self, constraint, property_name, expression):
        """Drives the influence of a constraint by an expression of `value`, which is a property of the armature."""
        driver = constraint.driver_add("influence").driver
        variable = driver.variables.new()
        variable.name = "value"
        variable.targets[0].id = self.armature
        variable.targets[0].data_path = f'["{property_name}"]'
        driver.expression = expression

    def set_up_limb(self, limb, spaces):
        """Creates the empties, the IK constraint and the properties of one limb of the extras. spaces: list of (name, joint or None)."""
        name, (root, middle, tip) = limb["name"], limb["joints"]
        ik, space = f"ik_{name}", f"space_{name}"
        self.armature[ik], self.armature[space] = float(limb["ik"]), 0
        self.armature.id_properties_ui(ik).update(min=0.0, max=1.0)
        self.armature.id_properties_ui(space).update(min=0, max=len(spaces) - 1, description=", ".join(s for s, _ in spaces))
        target = self.empty(f"target_{name}", limb["target"], spaces, space)
        pole = self.empty(f"pole_{name}", limb["pole"], spaces, space)

        # The importer guesses where a bone ends. For IK the bones of the limb must end at the next joint.
        bpy.context.view_layer.objects.active = self.armature
        bpy.ops.object.mode_set(mode="EDIT")
        bones = self.armature.data.edit_bones
        for bone, end in ((root, middle), (middle, tip)):
            roll_axis = bones[bone].z_axis.copy()
            bones[bone].tail = bones[end].head
            bones[bone].align_roll(roll_axis)
        bpy.ops.object.mode_set(mode="OBJECT")

        constraint = self.armature.pose.bones[middle].constraints.new("IK")
        constraint.target, constraint.pole_target, constraint.chain_count = target, pole, 2
        constraint.use_stretch = False
        constraint.pole_angle = self.pole_angle(root, middle, tip, limb["pole"])
        self.drive(constraint, ik, "value")

    def pole_angle(self, root, middle, tip, pole):
        """Returns the pole angle of Blender's IK constraint, radians: the angle about the first bone from its X axis to the side of the pole.

        pole: position of the pole in glTF's axes, metres.
        """
        bone = self.armature.data.bones[root]
        at, end = bone.head_local, self.armature.data.bones[tip].head_local
        axis = (end - at).normalized()
        side = (UP @ Vector(pole)) - at
        side -= axis * side.dot(axis)
        normal = axis.cross(side)
        x = bone.x_axis
        projected = normal.cross(bone.y_axis)
        angle = x.angle(projected)
        return -angle if x.cross(projected).angle(bone.y_axis) < 1 else angle


def refresh(*_):
    """Handler of frame changes and updates of the scene: updates all rigs and drops those whose objects were deleted."""
    for rig in bpy.app.driver_namespace.get(RIGS, []):
        try:
            rig.update()
        except ReferenceError:  # the objects of the rig were deleted
            bpy.app.driver_namespace[RIGS].remove(rig)


def load(path):
    """Imports a GLB file, sets up its limbs and keeps its shape keys up to date. Returns its Rig."""
    extras, joints = read_extras(path)
    before = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=path)
    made = [o for o in bpy.data.objects if o not in before]
    armature = next(o for o in made if o.type == "ARMATURE")
    names = set(extras.get("targetNames", []))
    meshes = [o for o in made if o.type == "MESH" and o.data.shape_keys and names & set(o.data.shape_keys.key_blocks.keys())]
    rig = Rig(extras, joints, armature, meshes)
    rig.set_up_limbs()
    bpy.app.driver_namespace.setdefault(RIGS, []).append(rig)
    for handlers in (bpy.app.handlers.frame_change_post, bpy.app.handlers.depsgraph_update_post):
        if refresh not in handlers:
            handlers.append(refresh)
    return rig


if __name__ == "__main__" and "--" in sys.argv:
    for file_path in sys.argv[sys.argv.index("--") + 1:]:
        load(file_path)
