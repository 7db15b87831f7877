extends Node3D
# A figure that posed moves: stands where its character stands and turns the bones of a Skeleton3D as its character's turn.
#
# Without `skeleton` it makes one of its own, of the daemon's joints, with a capsule for each bone. With one, bones are found by the joints'
# names, or by bone_names {joint: bone}; they may rest in any direction, as long as the whole rests in a T-pose that faces +Z.
# With `character` the skeleton is of the file that was put under that name, in any rest pose: its bones are set as the daemon says.
#
#     $Walker.stick(Vector2(0, 1), camera_yaw)      # away from the camera
#     $Walker.footstep.connect(play_step)

signal spawned
signal posed(who)  # it was drawn so
signal footstep(foot, position)  # "left" or "right"
signal jumped(position)
signal landed(position)
signal blocked(position)
signal arrived(position)
signal unreachable(position)  # no way to the seat, or the place, that it was sent to

const PosedSession = preload("session.gd")
const SIGNALS = {"jump": "jumped", "land": "landed", "blocked": "blocked", "arrived": "arrived", "unreachable": "unreachable"}

@export var session: NodePath  # a PosedSession that several share; "": one of its own
@export var url: String = "ws://127.0.0.1:8080/v1/stream"  # of its own
@export var skeleton: NodePath  # a Skeleton3D below this node
@export var model: String = ""  # a motion network; "": the default one
@export var character: String = ""  # the user's own: one that was put (PUT /v1/characters/NAME); skeleton is the same file's
@export var color: Color = Color(0.85, 0.55, 0.3)  # of its own bones
var body = null  # {model, betas}: its surface in the channels smpl and vertices
var bone_names = {}
var figure = null
var line = null  # the PosedSession
var bones = null  # the Skeleton3D

var _wish = {}
var _jump_sent = false
var _joint_of = []  # bone -> joint, or -1
var _parent_of = []  # joint -> joint
var _scale = 1.0  # hips of ours over hips of theirs
var _bone_of = []  # node of the user's own character -> bone, or -1


func _ready():
	line = _own_line() if session.is_empty() else get_node(session)
	line.spawned.connect(_on_spawned)
	line.event.connect(_on_event)
	var forward = global_transform.basis.z
	var fields = {
		"position": [global_transform.origin.x, global_transform.origin.z],
		"facing": atan2(forward.x, forward.z),
	}
	if character:
		fields.character = character
	elif model:
		fields.model = model
	if body != null:
		fields.body = body
	figure = line.spawn(fields)


func _own_line():
	var own = PosedSession.new()
	own.url = url
	if character:
		own.profile = {"channels": ["root", "contacts", "character"], "divisor": 1, "quantize": 48}
	add_child(own)
	return own


func _exit_tree():
	if figure:
		line.despawn(figure)
		figure = null


# -- what it is to do

# Where the stick points, in the unit disc: x right, y ahead, as somebody sees it whose view goes along camera_yaw (radians about Y, 0: +Z;
# camera_yaw_of gives it of a Camera). gait: auto, walk, jog, run, crouch.
func stick(to, camera_yaw = 0.0, gait = "auto"):
	_wish.move = [-to.x, to.y]  # the stage's +x is to the left of who looks along +z
	_wish.axes = "camera"
	_wish.camera_yaw = camera_yaw
	_wish.gait = gait
	_send()


static func camera_yaw_of(camera):
	var ahead = -camera.global_transform.basis.z
	return atan2(ahead.x, ahead.z)


# Once for each change from false to true.
func jump(pressed = true):
	_wish.jump = pressed
	_send()


func crouch(pressed = true):
	_wish.gait = "crouch" if pressed else "auto"
	_send()


# Any of an input's fields, see frame.gd: {move, axes, gait, speed, strafe, look, responsive...}. What is left out is zero.
func input(fields):
	_wish = fields.duplicate()
	_send()


# Points of the world that it walks along, for `arrived` at their end; options as PosedSession's, `space` among them.
func follow(points, options = {}):
	var path = []
	for p in points:
		path.append([p.x, p.z])
	_wish = {}
	line.follow(figure, path, options)


# Goes to the chair whose seat is at that point of the world, which faces `facing` (radians about Y, 0: +Z), and sits down; options: height over the
# ground, seconds, space. `arrived` when it sits, `unreachable` where no way leads there.
func sit(seat, facing, options = {}):
	var fields = options.duplicate()
	fields.facing = facing
	line.sit(figure, [seat.x, seat.z], fields)


func stand_up():
	line.sit(figure, null)


# Only what changed: the session repeats it.
func _send():
	if figure and (figure.held == null or not _same(figure.held)):
		line.send_input(figure, _wish)


func _same(held):
	for name in _wish:
		if str(held.get(name)) != str(_wish[name]):
			return false
	return true


# -- what it does


func _on_spawned(who):
	if who != figure:
		return
	if bones == null and character:
		_take_nodes()
	elif bones == null:
		_take_bones(line.skeleton_of(figure).joints)
	spawned.emit()


func _on_event(who, message):
	if who != figure:
		return
	var at = Vector3(message.position[0], message.position[1], message.position[2])
	if message.event == "footstep":
		footstep.emit(message.foot, at)
	elif SIGNALS.has(message.event):
		emit_signal(SIGNALS[message.event], at)


func _process(_delta):
	if figure == null or bones == null:
		return
	var who = line.sample(figure)
	if who == null:
		return
	pose(who)
	posed.emit(who)


# Draws it so: a Who of frame.gd.
func pose(who):
	global_transform = Transform3D(Basis(Vector3.UP, who.yaw), who.root)
	if who.node_rotations != null and character:
		_pose_nodes(who)
	if who.rotations == null or character:
		return
	var globals = _globals(who.rotations)
	var at = []  # of bones: where each is, in the skeleton's space
	for b in bones.get_bone_count():
		var above = bones.get_bone_parent(b)
		var rest = bones.get_bone_rest(b)
		var here = at[above] * rest if above >= 0 else rest
		var joint = _joint_of[b]
		var goal = here
		if joint >= 0:
			goal.basis = Basis(globals[joint]) * _rests[b]
		if joint == 0 and (who.joints != null or who.hips != null):
			goal.origin = (who.joints[0] if who.joints != null else who.hips) * _scale
		_set_bone(b, at[above].affine_inverse() * goal if above >= 0 else goal)
		at.append(goal)


# pose_of: where the bone is, from its parent. Godot 4's poses hold the rest.
func _set_bone(b, pose_of):
	bones.set_bone_pose_position(b, pose_of.origin)
	bones.set_bone_pose_rotation(b, pose_of.basis.get_rotation_quaternion())


# The file's nodes as the frame has them; the file's scene stands at the world's origin, since its root walks by itself.
func _pose_nodes(who):
	var scene = bones
	while scene.get_parent() != self:
		scene = scene.get_parent()
	_stand(scene, Transform3D(Basis().scaled(Vector3.ONE * figure.scale), Vector3()))
	for k in min(_bone_of.size(), who.node_rotations.size()):
		var b = _bone_of[k]
		if b < 0:
			continue
		var rest = bones.get_bone_rest(b)
		var at = who.node_root if figure.joints[k] == figure.root else rest.origin
		var moved = figure.translated.find(figure.joints[k])
		if moved >= 0 and who.node_translations != null and moved < who.node_translations.size():
			at = who.node_translations[moved]
		_set_bone(b, Transform3D(Basis(who.node_rotations[k]) * Basis().scaled(rest.basis.get_scale()), at))


# Where the world has it, whatever it hangs on.
func _stand(scene, at):
	scene.top_level = true
	scene.global_transform = at


# Bones' names as an importer leaves them.
func _take_nodes():
	bones = get_node(skeleton)
	for name in figure.joints:
		var bone = bones.find_bone(name)
		_bone_of.append(bone if bone >= 0 else bones.find_bone(name.replace(":", "_").replace("/", "_")))


# Of each joint the rotation in the root's frame.
func _globals(rotations):
	var out = []
	for j in rotations.size():
		out.append(out[_parent_of[j]] * rotations[j] if _parent_of[j] >= 0 else rotations[j])
	return out


var _rests = []  # of bones: how each rests, in the skeleton's space


func _take_bones(joints):
	bones = _make_bones(joints) if skeleton.is_empty() else get_node(skeleton)
	_parent_of = _parents(joints)
	var joint_of_name = {}
	for j in joints.size():
		joint_of_name[bone_names.get(joints[j].name, joints[j].name)] = j
	var at = []
	for b in bones.get_bone_count():
		var above = bones.get_bone_parent(b)
		at.append(at[above] * bones.get_bone_rest(b) if above >= 0 else bones.get_bone_rest(b))
		_rests.append(at[b].basis.orthonormalized())
		_joint_of.append(joint_of_name.get(bones.get_bone_name(b), -1))
	if not skeleton.is_empty():
		_scale = _hips_height(at) / _hips_of(joints)


# `welcome` names them, null for none; -1 here.
static func _parents(joints):
	var names = []
	var parents = []
	for joint in joints:
		names.append(joint.name)
		parents.append(names.find(joint.parent))
	return parents


# How high the hips of a skeleton at rest are over its lowest bone.
func _hips_height(at):
	var hips = _joint_of.find(0)
	var lowest = 0.0
	for b in at.size():
		lowest = min(lowest, at[b].origin.y - at[max(hips, 0)].origin.y)
	return -lowest


func _hips_of(joints):
	var y = []
	for j in joints.size():
		y.append(y[_parent_of[j]] + joints[j].offset[1] if _parent_of[j] >= 0 else 0.0)
	return max(-y.min(), 1e-3)


# -- bones of its own


func _make_bones(joints):
	var made = Skeleton3D.new()
	var parents = _parents(joints)
	add_child(made)
	for j in joints.size():
		var offset = Vector3(joints[j].offset[0], joints[j].offset[1], joints[j].offset[2])
		made.add_bone(joints[j].name)
		made.set_bone_parent(j, parents[j])
		made.set_bone_rest(j, Transform3D(Basis(), offset if parents[j] >= 0 else Vector3()))
	for j in joints.size():
		if parents[j] > 0:
			_add_limb(made, parents[j], made.get_bone_rest(j).origin)
		if joints[j].name == "Head":
			_add_head(made, j)
	return made


const THICK = {"Back": 0.11, "Spine": 0.12, "Neck": 0.05, "Hip": 0.1, "UpLeg": 0.08, "Leg": 0.055, "Foot": 0.04, "ForeArm": 0.035, "Arm": 0.045}


# A capsule from a bone to one below it, as thick as its name tells.
func _add_limb(made, bone, to):
	if to.length() < 0.03:
		return
	var capsule = CapsuleMesh.new()
	capsule.radius = 0.03
	for part in THICK:
		if part in made.get_bone_name(bone):
			capsule.radius = THICK[part]
			break
	_set_length(capsule, to.length())
	_add_mesh(made, bone, capsule, Transform3D(_along(to), to / 2))


func _add_head(made, bone):
	var ball = SphereMesh.new()
	ball.radius = 0.1
	ball.height = 0.25
	_add_mesh(made, bone, ball, Transform3D(Basis(), Vector3(0, 0.08, 0.02)))


func _add_mesh(made, bone, mesh, at):
	mesh.material = StandardMaterial3D.new()
	mesh.material.albedo_color = color
	var limb = MeshInstance3D.new()
	limb.mesh = mesh
	limb.transform = at
	var holder = BoneAttachment3D.new()
	made.add_child(holder)
	holder.bone_name = made.get_bone_name(bone)
	holder.add_child(limb)


# Between the centres of the caps.
func _set_length(capsule, length):
	capsule.height = length + 2 * capsule.radius


# A basis whose y goes along a direction: capsules stand along it.
func _along(to):
	var y = to.normalized()
	var x = y.cross(Vector3.BACK if abs(y.z) < 0.9 else Vector3.RIGHT).normalized()
	return Basis(x, y, x.cross(y))
