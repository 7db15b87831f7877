extends RefCounted
## Computes the weights of the morph targets of a body that follow its pose: pose correctives and sculpts, as the extras of a GLB of posed describe them
## (posed's docs/reference/formats-mesh.md). Godot's importer leaves the extras out, so they are read from the file's bytes.

## Names of the morph targets, in the order of [member weights].
var names = []
## Weights of the morph targets, which [method update] sets.
var weights = []
## Names of the joints whose rotations [method update] needs.
var joints = []

var _map = []  # for each corrective, nine numbers for each of its joints
var _rest = null  # for each joint of the correctives, nine entries of its rotation at rest; null: the identity
var _correctives = []  # names of the correctives' joints
var _groups = []  # sculpts that depend on the same joints: {joints, first, width, poses, map}


## Reads the first mesh with such morph targets of a GLB. Returns false if the bytes are no GLB or no mesh has them.
func read(glb):
	var file = _json_of(glb)
	if typeof(file) != TYPE_DICTIONARY:
		return false
	for mesh in file.get("meshes", []):
		var extras = mesh.get("extras", {})
		if extras.has("correctives") or extras.has("sculpts"):
			_take(extras)
			return true
	return false


# Returns the JSON of a GLB, or null.
static func _json_of(glb):
	if glb.size() < 20 or glb[0] != 0x67 or glb[1] != 0x6c or glb[2] != 0x54 or glb[3] != 0x46:
		return null
	var size = glb[12] + 256 * glb[13] + 65536 * glb[14] + 16777216 * glb[15]
	if size < 2 or size > glb.size() - 20:
		return null
	return JSON.parse_string(glb.slice(20, 20 + size).get_string_from_utf8())


func _take(extras):
	var correctives = extras.get("correctives", {"joints": [], "map": [], "first_target": 0})
	var sculpts = extras.get("sculpts", {"count": 0, "groups": [], "first_target": 0})
	_correctives = correctives.joints
	_map = correctives.map
	_rest = correctives.get("rest")
	for i in _map.size():
		names.append(extras.targetNames[int(correctives.first_target) + i])
	for group in sculpts.groups:
		var own = group.duplicate()
		own.first = int(group.first) + names.size()
		_groups.append(own)
	for i in int(sculpts.count):
		names.append(extras.targetNames[int(sculpts.first_target) + i])
	for name in names:
		weights.append(0.0)
	for one in [correctives] + sculpts.groups:
		for joint in one.joints:
			if not joint in joints:
				joints.append(joint)


## Computes [member weights]. [param rotations]: {joint: Quaternion}, relative to the parent joint, for all of [member joints].
func update(rotations):
	var entries = []
	for j in _correctives.size():
		var basis = Basis(rotations[_correctives[j]])
		for row in 3:
			for column in 3:
				var rest = _rest[j][3 * row + column] if _rest != null else float(row == column)
				entries.append(basis[column][row] - rest)
	for i in _map.size():
		var sum = 0.0
		for e in entries.size():
			sum += _map[i][e] * entries[e]
		weights[i] = sum
	for group in _groups:
		_sculpt(group, rotations)


func _sculpt(group, rotations):
	var near = []
	for pose_of in group.poses:
		var square = 0.0
		for j in group.joints.size():
			var q = rotations[group.joints[j]]
			var p = pose_of[j]
			var dot = q.x * p[0] + q.y * p[1] + q.z * p[2] + q.w * p[3]
			square += 4 * max(0.0, 1 - dot * dot)
		near.append(exp(-square / (2 * group.width * group.width)))
	for e in group.map.size():
		var sum = 0.0
		for f in near.size():
			sum += group.map[e][f] * near[f]
		weights[group.first + e] = sum
