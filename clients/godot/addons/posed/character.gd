extends Node3D
## Shows one character of a posed daemon: sets the transform of this node and the bones of a Skeleton3D in every rendered frame.
##
## The node spawns the character at its own position when it enters the scene, and despawns it when it leaves.
## There are three kinds of skeletons:
## [br]- [member skeleton] is empty: the node creates a skeleton with the joints of the daemon and draws a capsule for each bone.
## [br]- [member skeleton] is set: joints drive the bones of the same name, or the bones that [member bone_names] assigns to them.
## The bones may have any axes at rest, but the rest pose must be a T-pose that faces +Z.
## [br]- [member character] is set too: the skeleton is that of the uploaded file, in any rest pose, and the daemon sends its bone transforms.
## [br]Units are metres and radians. Axes are right-handed with +Y up; a yaw of 0 faces +Z.
## [codeblock]
## $Walker.stick(Vector2(0, 1), $Walker.camera_yaw_of($Camera))  # walk away from the camera
## $Walker.footstep.connect(play_step)
## [/codeblock]

## Emitted when the daemon has created the character. Emitted again after a new session has created it again.
signal spawned
## Emitted after each update of the node and its bones. who: the displayed pose, a Who of frame.gd.
signal posed(who)
## Emitted when a foot touches the ground. foot: "left" or "right". position: Vector3, world space, metres; also in the signals below.
signal footstep(foot, position)
## Emitted when the character takes off for a jump.
signal jumped(position)
## Emitted when the character lands after a jump.
signal landed(position)
## Emitted when a wall stops the character.
signal blocked(position)
## Emitted when the character reaches the end of its path, or sits on the seat.
signal arrived(position)
## Emitted when no way leads to the requested seat or destination.
signal unreachable(position)
## Emitted when a clip begins. clip: its id.
signal play_started(clip)
## Emitted when a clip ends. reason: done, stopped, replaced, stick or sit.
signal play_ended(clip, reason)
## Emitted when speech begins. utterance: its name; "": none. seconds: its duration; 0: a sound, which has none.
signal speech_started(utterance, seconds)
## Emitted when a word begins. end: seconds of the utterance at which it ends.
signal word_spoken(word, utterance, end)
## Emitted when speech ends. stopped: true if it was cut off.
signal speech_ended(utterance, stopped)

const PosedSession = preload("session.gd")
const SIGNALS = {"jump": "jumped", "land": "landed", "blocked": "blocked", "arrived": "arrived", "unreachable": "unreachable"}

## Path of a PosedSession that several characters share. Empty: the node creates a session of its own.
@export var session: NodePath
## Address of the stream for the node's own session. Not used when [member session] is set.
@export var url: String = "ws://127.0.0.1:8080/v1/stream"
## Path of a Skeleton3D below this node that the character drives. Empty: the node creates a skeleton.
@export var skeleton: NodePath
## Name of the motion network. Empty: the default network of the daemon.
@export var model: String = ""
## Name of a character that was uploaded with PUT /v1/characters/NAME. [member skeleton] must then be the skeleton of the same file.
@export var character: String = ""
## Asks for the channel face in the node's own session: weights of the face, rotations of the fingers. A shared session asks by its profile.
@export var faces: bool = false
## Colour of the capsules of a skeleton that the node creates.
@export var color: Color = Color(0.85, 0.55, 0.3)
## Body {model, betas} whose surface the channels smpl and vertices describe. null: the character has no body.
var body = null
## Bone for each joint whose bone has another name: {joint: bone}.
var bone_names = {}
## Morph targets that follow the pose: a PosedDriven (driven.gd) of the GLB from which the skeleton was imported. null: none.
var driven = null
## The session's Figure of this character. null before the node is ready and after it left the scene.
var figure = null
## The PosedSession of this character.
var line = null
## The Skeleton3D of this character. null until the character was spawned for the first time.
var bones = null

var _wish = {}  # fields of the newest input
var _joint_of = []  # for each bone, the index of its joint; -1: no joint drives it
var _parent_of = []  # for each joint, the index of its parent joint; -1: none
var _scale = 1.0  # height of the hips of the skeleton divided by that of the daemon's skeleton
var _shapes = null  # for each blend shape's name, the meshes below this node that have it; null: not searched yet
var _fingers = null  # for each finger joint, the index of its bone; -1: none; null: not searched yet
var _bone_of = []  # for each node of the uploaded character, the index of its bone; -1: none


func _ready():
	line = _own_line() if session.is_empty() else get_node(session)
	line.spawned.connect(_on_spawned)
	line.event.connect(_on_event)
	line.clip.connect(_on_clip)
	line.speech.connect(_on_speech)
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
	if faces:
		own.profile.channels.append("face")
	add_child(own)
	return own


func _exit_tree():
	if figure:
		line.despawn(figure)
		figure = null


# -- commands

## Sends the position of a stick. [param to]: a point in the unit disc; x is right and y is ahead in the camera's view.
## [param camera_yaw]: direction of the view, radians about +Y, 0 is +Z; see [method camera_yaw_of].
## [param gait]: "auto", "walk", "jog", "run" or "crouch".
func stick(to, camera_yaw = 0.0, gait = "auto"):
	_wish.move = [-to.x, to.y]  # an observer who looks along +Z has +X on the left
	_wish.axes = "camera"
	_wish.camera_yaw = camera_yaw
	_wish.gait = gait
	_send()


## Returns the yaw of a Camera3D's direction of view: radians about +Y, 0 is +Z.
static func camera_yaw_of(camera):
	var ahead = -camera.global_transform.basis.z
	return atan2(ahead.x, ahead.z)


## Sends the state of the jump button. The character jumps once each time that the state changes from false to true.
func jump(pressed = true):
	_wish.jump = pressed
	_send()


## Sends the state of the crouch button. It replaces the gait: "crouch" while pressed, else "auto".
func crouch(pressed = true):
	_wish.gait = "crouch" if pressed else "auto"
	_send()


## Sends an input with any of the fields of encode_input in frame.gd: {move, axes, gait, speed, strafe, look, responsive, ...}.
## Fields that are left out are zero.
func input(fields):
	_wish = fields.duplicate()
	_send()


## Makes the character walk along a path; [signal arrived] follows at its end. [param points]: Vector3 points in world space, metres;
## y is ignored. [param options]: those of PosedSession.follow, for example "space".
func follow(points, options = {}):
	var path = []
	for p in points:
		path.append([p.x, p.z])
	_wish = {}
	line.follow(figure, path, options)


## Makes the character walk to a chair and sit down. [signal arrived] follows when it sits, [signal unreachable] when no way leads there.
## [param seat]: Vector3 position of the seat in world space, metres; y is ignored. [param facing]: direction in which the chair faces,
## radians about +Y, 0 is +Z. [param options]: "height" of the seat over the ground in metres, "seconds" that sitting down takes,
## "space" kept from the session's other characters in metres.
func sit(seat, facing, options = {}):
	var fields = options.duplicate()
	fields.facing = facing
	line.sit(figure, [seat.x, seat.z], fields)


## Makes the character stand up from its seat.
func stand_up():
	line.sit(figure, null)


## Makes the character play a clip, such as "wave"; [signal play_started] and [signal play_ended] follow.
## [param options]: those of PosedSession.play, for example "mask", "loop" or "queue".
func play(clip_name, options = {}):
	line.play(figure, clip_name, options)


## Ends the clips that play or wait.
func stop_playing():
	line.play(figure, null)


## Makes the character speak. [signal speech_started], [signal word_spoken] and [signal speech_ended] follow.
## [param what]: a text, or an utterance with times. [param options]: those of PosedSession.speak, for example "queue" or "utterance".
func speak(what, options = {}):
	line.speak(figure, what, options)


## Ends the speech and drops what waits.
func hush():
	line.hush(figure)


## Sets how the character is in a conversation. [param emotions]: amounts from 0 to 1, for example {"happy": 0.6}. [param options]: those of
## PosedSession.feel; "partner" may be another PosedCharacter.
func feel(emotions = {}, options = {}):
	var fields = options.duplicate()
	var partner = fields.get("partner")
	if partner is Node3D:
		fields.partner = partner.figure
	line.feel(figure, emotions, fields)


## Begins a sound that moves the mouth. [param rate]: samples a second. [param options]: those of PosedSession.hear.
func hear(rate, options = {}):
	line.hear(figure, rate, options)


## Sends the next samples of the sound: numbers from -1 to 1, or Vector2 as AudioEffectCapture.get_buffer returns them.
func sound(samples):
	line.sound(figure, samples)


## Ends the sound.
func hear_end():
	line.hear_end(figure)


# Sends the input if it differs from the last one. The session repeats the last one by itself.
func _send():
	if figure and (figure.held == null or not _same(figure.held)):
		line.send_input(figure, _wish)


# Returns whether the fields of _wish have the same values in the last input.
func _same(held):
	for name in _wish:
		if str(held.get(name)) != str(_wish[name]):
			return false
	return true


# -- messages and frames


func _on_spawned(who):
	if who != figure:
		return
	if bones == null and character:
		_take_nodes()
	elif bones == null:
		_take_bones(line.skeleton_of(figure).joints)
	spawned.emit()


func _on_clip(who, message):
	if who != figure:
		return
	if message.event == "play_started":
		play_started.emit(message.clip)
	else:
		play_ended.emit(message.clip, message.reason)


func _on_speech(who, message):
	if who != figure:
		return
	var utterance = message.get("utterance", "")
	match message.event:
		"speech_started":
			speech_started.emit(utterance, float(message.get("seconds", 0.0)))
		"word":
			word_spoken.emit(message.word, utterance, float(message.get("end", 0.0)))
		"speech_ended":
			speech_ended.emit(utterance, message.get("stopped", false))


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


## Sets the transform of this node and its bones to a pose. [param who]: a Who of frame.gd.
func pose(who):
	global_transform = Transform3D(Basis(Vector3.UP, who.yaw), who.root)
	if who.node_rotations != null and character:
		_pose_nodes(who)
	if who.rotations != null and not character:
		_pose_joints(who)
	if who.finger_rotations != null:
		_pose_fingers(who.finger_rotations)
	if who.face_weights != null and figure != null:
		set_shapes(figure.face, who.face_weights)
	if who.soft != null and figure != null:
		set_shapes(figure.soft, who.soft)
	if driven != null and bones != null:
		_pose_driven()


# Sets the morph targets that follow the pose.
func _pose_driven():
	var rotations = {}
	for joint in driven.joints:
		var bone = bones.find_bone(joint)
		rotations[joint] = _turn_of(bone) if bone >= 0 else Quaternion()
	driven.update(rotations)
	set_shapes(driven.names, driven.weights)


# Returns the rotation of bone b relative to its parent bone.
func _turn_of(b):
	return bones.get_bone_pose_rotation(b)


## Sets blend shapes of all meshes below this node by their names. [param names], [param weights]: 0 is the mesh without the shape, 1 with the
## whole shape. Names that no mesh has are left out.
func set_shapes(names, weights):
	if _shapes == null:
		_shapes = {}
		_find_shapes(self)
	for i in min(names.size(), weights.size()):
		for mesh in _shapes.get(names[i], []):
			mesh[0].set("blend_shapes/" + mesh[1], weights[i])


# Finds the blend shapes of the meshes of a node and below it. Importers of FBX write the name of the deformer and a dot before a shape's name.
func _find_shapes(node):
	if node is MeshInstance3D and node.mesh is ArrayMesh:
		for i in node.mesh.get_blend_shape_count():
			var name = str(node.mesh.get_blend_shape_name(i))
			var own = name.substr(name.rfind(".") + 1)
			if not _shapes.has(own):
				_shapes[own] = []
			_shapes[own].append([node, name])
	for child in node.get_children():
		_find_shapes(child)


# Turns the bones left_index1 to right_thumb3 from their rest pose.
func _pose_fingers(rotations):
	if _fingers == null:
		_fingers = []
		for side in ["left_", "right_"]:
			for finger in ["index", "middle", "pinky", "ring", "thumb"]:
				for k in ["1", "2", "3"]:
					_fingers.append(bones.find_bone(side + finger + k))
	for k in min(_fingers.size(), rotations.size()):
		if _fingers[k] >= 0:
			var rest = bones.get_bone_rest(_fingers[k])
			_set_bone(_fingers[k], Transform3D(rest.basis * Basis(rotations[k]), rest.origin))


# Turns the bones of the daemon's joints.
func _pose_joints(who):
	var globals = _globals(who.rotations)
	var at = []  # transform of each bone in the skeleton's space
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


# Sets the pose of bone b. pose_of: its transform relative to the parent bone. In Godot 4 a pose includes the rest transform.
func _set_bone(b, pose_of):
	bones.set_bone_pose_position(b, pose_of.origin)
	bones.set_bone_pose_rotation(b, pose_of.basis.get_rotation_quaternion())


# Sets the bones of an uploaded character to the node transforms of the frame. The file's scene is placed at the world's origin,
# because the translation of its root node already contains the position of the character.
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


# Gives a node a transform in world space that does not depend on its parent nodes.
func _stand(scene, at):
	scene.top_level = true
	scene.global_transform = at


# Finds the bone of each node of the uploaded character. Godot's importer replaces ":" and "/" in the names of bones by "_".
func _take_nodes():
	bones = get_node(skeleton)
	for name in figure.joints:
		var bone = bones.find_bone(name)
		_bone_of.append(bone if bone >= 0 else bones.find_bone(name.replace(":", "_").replace("/", "_")))


# Converts rotations that are relative to the parent joint into rotations in the root's frame. Returns one Quaternion a joint.
func _globals(rotations):
	var out = []
	for j in rotations.size():
		out.append(out[_parent_of[j]] * rotations[j] if _parent_of[j] >= 0 else rotations[j])
	return out


var _rests = []  # Basis of each bone at rest, in the skeleton's space


# Prepares the skeleton for the daemon's joints ({name, parent, offset}): creates it if none is given, and finds the joint of each bone.
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


# Returns the index of each joint's parent; -1: none. The joints have the parent's name, or null.
static func _parents(joints):
	var names = []
	var parents = []
	for joint in joints:
		names.append(joint.name)
		parents.append(names.find(joint.parent))
	return parents


# Returns the height of the hips above the lowest bone at rest. at: rest transform of each bone in the skeleton's space.
func _hips_height(at):
	var hips = _joint_of.find(0)
	var lowest = 0.0
	for b in at.size():
		lowest = min(lowest, at[b].origin.y - at[max(hips, 0)].origin.y)
	return -lowest


# Returns the height of the hips above the lowest joint of the daemon's skeleton at rest, metres, at least 1 mm.
func _hips_of(joints):
	var y = []
	for j in joints.size():
		y.append(y[_parent_of[j]] + joints[j].offset[1] if _parent_of[j] >= 0 else 0.0)
	return max(-y.min(), 1e-3)


# -- the skeleton that the node creates


# Creates a Skeleton3D with the daemon's joints as bones, and their limbs.
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


# Radius of a limb, metres, by a part of the bone's name. The first part that fits counts.
const THICK = {"Back": 0.11, "Spine": 0.12, "Neck": 0.05, "Hip": 0.1, "UpLeg": 0.08, "Leg": 0.055, "Foot": 0.04, "ForeArm": 0.035, "Arm": 0.045}


# Adds a capsule from a bone to the point `to` in the bone's space, metres. Shorter limbs than 3 cm are left out. THICK has the radius.
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


# Sets the length of a capsule, metres, between the centres of its two caps.
func _set_length(capsule, length):
	capsule.height = length + 2 * capsule.radius


# Returns a basis whose y axis points along `to`. The axis of a CapsuleMesh is y.
func _along(to):
	var y = to.normalized()
	var x = y.cross(Vector3.BACK if abs(y.z) < 0.9 else Vector3.RIGHT).normalized()
	return Basis(x, y, x.cross(y))
