# Functions that Godot 3 needs in another form: ../godot3.py puts them into the add-on that it translates from Godot 4's.


# pose_of: where the bone is, from its parent. Godot 3's poses come on top of the rest.
func _set_bone(b, pose_of):
	bones.set_bone_pose(b, bones.get_bone_rest(b).affine_inverse() * pose_of)


func _turn_of(b):
	return (bones.get_bone_rest(b) * bones.get_bone_pose(b)).basis.get_rotation_quat()


# Between the centres of the caps.
func _set_length(capsule, length):
	capsule.mid_height = length


# A basis whose z goes along a direction: capsules lie along it.
func _along(to):
	var z = to.normalized()
	var x = z.cross(Vector3.UP if abs(z.y) < 0.9 else Vector3.RIGHT).normalized()
	return Basis(x, z.cross(x), z)


# Where the world has it, whatever it hangs on.
func _stand(scene, at):
	scene.set_as_toplevel(true)
	scene.global_transform = at
