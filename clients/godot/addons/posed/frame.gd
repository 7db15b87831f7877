extends RefCounted
## Reads the frames and writes the inputs of a stream, which are its binary messages. posed's docs/reference/stream.md gives every byte.
##
## Units are metres, radians and seconds. Axes are right-handed with +Y up, as in Godot; a yaw of 0 faces +Z.
## Positions of a character are in its root's frame, whose origin is [code]root[/code] and which is rotated by [code]yaw[/code] about +Y:
## in a Node3D with the transform Who.place() they need no further conversion.
## Rotations are relative to the parent joint; the rotation of joint 0 is in the root's frame.

# Bits of the channels.
const ROOT = 1
const JOINTS = 2
const ROTATIONS = 4
const CONTACTS = 8
const TRAJECTORY = 16
const SMPL = 32
const VERTICES = 64
const CHARACTER = 128
const SEQ_HIGH = 256  # upper 32 bits of seq
const FACE = 512
const SOFT = 1024
const CHANNELS = ["root", "joints", "rotations", "contacts", "trajectory", "smpl", "vertices", "character", "face", "soft"]
const GAITS = ["auto", "walk", "jog", "run", "crouch"]
const AXES = ["world", "character", "camera"]

## Names of the weights of the channel face, in their order: ARKit's 52 blend shapes, eyes first, then 14 visemes.
const FACE_NAMES = [
	"eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight", "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft",
	"eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight", "eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight",
	"jawForward", "jawLeft", "jawRight", "jawOpen", "mouthClose", "mouthFunnel", "mouthPucker", "mouthLeft", "mouthRight",
	"mouthSmileLeft", "mouthSmileRight", "mouthFrownLeft", "mouthFrownRight", "mouthDimpleLeft", "mouthDimpleRight",
	"mouthStretchLeft", "mouthStretchRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper",
	"mouthPressLeft", "mouthPressRight", "mouthLowerDownLeft", "mouthLowerDownRight", "mouthUpperUpLeft", "mouthUpperUpRight",
	"browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff", "cheekSquintLeft",
	"cheekSquintRight", "noseSneerLeft", "noseSneerRight", "tongueOut", "viseme_PP", "viseme_FF", "viseme_TH", "viseme_DD",
	"viseme_kk", "viseme_CH", "viseme_SS", "viseme_nn", "viseme_RR", "viseme_aa", "viseme_E", "viseme_I", "viseme_O", "viseme_U",
]

const HEADER_BYTES = 24
const CHARACTER_BYTES = 32
const SMPL_JOINTS = 24
const SCALE = 1.0 / 4096  # metres a unit of a position
const TURN = PI / 32768  # radians a unit of a facing
const HALF = 0.70710678118654752  # sqrt(1/2), bound of the three components of a packed quaternion


## State of one character in one frame. Members of channels that the frame does not have are null.
class Who:
	extends RefCounted
	var id = 0
	var seq = 0  ## number of the newest input that this frame includes
	var channels = 0  ## bits ROOT, JOINTS, ... of the channels that the frame has
	var contacts = 0  ## parts of the feet on the ground: bits 1 left heel, 2 left toe, 4 right heel, 8 right toe
	var gait = 0  ## strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump
	var phase = 0.0  ## of the gait, radians, 0 to 2 pi; 0: right foot contact, pi: left foot contact
	var root = Vector3()  ## point of the ground under the hips, world space, metres
	var yaw = 0.0  ## facing, radians about +Y, 0 is +Z
	var joints = null  ## PackedVector3Array of the joints' positions, root's frame, metres
	var rotations = null  ## Array of Quaternion, one a joint, relative to the parent joint
	var trajectory = null  ## PackedVector3Array of past and future positions of the root, root's frame, metres; the sample in the middle is now
	var facings = null  ## PackedFloat32Array of the facings at these samples, radians, root's frame
	var smpl_pelvis = null  ## Vector3, position of the body's pelvis, root's frame, metres
	var smpl_rotations = null  ## Array of 24 Quaternion, one a joint of the body, relative to the parent joint
	var vertices = null  ## PackedVector3Array of the body's surface, root's frame, metres
	var node_root = Vector3()  ## translation of the root node of an uploaded character, in the axes and units of its file
	var node_rotations = null  ## Array of Quaternion, one a node of the uploaded file, relative to the parent node
	var node_translations = null  ## PackedVector3Array, translations of the nodes in Figure.translated, in the axes and units of the file

	var hips = null  ## Vector3, position of the hips, root's frame, metres; only in compact frames, which have no joints
	var soft = null  ## PackedFloat32Array of soft-tissue coefficients: weights of the morph targets in Figure.soft of session.gd
	var face_weights = null  ## PackedFloat32Array of weights in the order of FACE_NAMES; 0: at rest, 1: the whole shape
	## Array of Quaternion, one a finger joint, relative to the parent joint: left hand, then right hand; in each hand index, middle,
	## pinky, ring and thumb; in each finger three joints from the palm outwards.
	var finger_rotations = null

	## Returns the transform from the root's frame to world space.
	func place():
		return Transform3D(Basis(Vector3.UP, yaw), root)


## One frame: the state of all characters at one time.
class Frame:
	extends RefCounted
	var error = ""  ## why the frame was refused; empty: it was read
	var tick = 0
	var time = 0.0  ## seconds of the server's clock
	var rotation_bits = 48  ## bits of a rotation, 48 or 32
	var characters = []  ## Array of Who; null: a compact frame that follows a lost one (see wire.gd)
	var translations_at = 0  # position, in bytes, of the next node translation; used while the frame is read
	var translations_end = 0  # end, in bytes, of the node translations


## Reads a frame. Returns a Frame, whose error is not empty if the bytes are not a valid frame.
## [param counts_of]: a Callable that takes a character's id and returns [joints, samples], the counts that the message welcome has for its model.
static func decode(bytes, counts_of):
	var frame = Frame.new()
	var size = bytes.size()
	if size < HEADER_BYTES:
		return refuse(frame, 0, HEADER_BYTES, size)
	var from = StreamPeerBuffer.new()
	from.data_array = bytes
	if from.get_u32() != 0x31445350 or from.get_u8() != 1 or from.get_u8() != 0:
		frame.error = "byte 0: no frame of version 1"
		return frame
	frame.rotation_bits = 32 if from.get_u16() & 1 else 48
	frame.tick = from.get_u32()
	frame.time = from.get_double()
	var left = from.get_u16()
	# The node translations of all characters are at the end of the frame.
	var bytes_of_translations = 12 * from.get_u16()
	if bytes_of_translations > size - HEADER_BYTES:
		return refuse(frame, HEADER_BYTES, bytes_of_translations, size)
	frame.translations_end = size
	size -= bytes_of_translations
	frame.translations_at = size
	while left > 0 and frame.error == "":
		read_character(frame, from, size, counts_of)
		left -= 1
	return frame


# Sets the error of a frame: `wanted` bytes do not fit between the byte `at` and the size of the message. Returns the frame.
static func refuse(frame, at, wanted, size):
	frame.error = "byte %d: %d bytes expected, %d are there" % [at, wanted, size - at]
	return frame


# Reads the next character and appends it to frame.characters, or sets frame.error.
static func read_character(frame, from, size, counts_of):
	var at = from.get_position()
	if size - at < CHARACTER_BYTES:
		return refuse(frame, at, CHARACTER_BYTES, size)
	var who = Who.new()
	who.id = from.get_u32()
	who.seq = from.get_u32()
	who.channels = from.get_u16()
	who.contacts = from.get_u8()
	who.gait = from.get_u8()
	who.phase = from.get_float()
	who.root.x = from.get_float()
	who.root.y = from.get_float()
	who.root.z = from.get_float()
	who.yaw = from.get_float()
	var counts = counts_of.call(who.id)
	var wanted = channel_bytes(who.channels, counts[0], counts[1], frame.rotation_bits / 8)
	at = from.get_position()
	if size - at < wanted:
		return refuse(frame, at, wanted, size)
	read_channels(frame, who, from, counts)
	if who.channels & VERTICES and not read_vertices(frame, who, from, size):
		return
	if who.channels & CHARACTER and not read_nodes(frame, who, from, size):
		return
	if who.channels & SEQ_HIGH:
		at = from.get_position()
		if size - at < 4:
			return refuse(frame, at, 4, size)
		who.seq |= from.get_u32() << 32
	if who.channels & FACE and not read_face(frame, who, from, size):
		return
	if who.channels & SOFT and not read_soft(frame, who, from, size):
		return
	frame.characters.append(who)


# Returns the size of a character's channels up to vertices, bytes. Of the vertices it includes only the 4 bytes of their count.
# joints, samples: counts of the model. turn: bytes of a rotation.
static func channel_bytes(channels, joints, samples, turn):
	var count = 0
	if channels & JOINTS:
		count += 6 * joints
	if channels & ROTATIONS:
		count += turn * joints
	if channels & TRAJECTORY:
		count += 8 * samples
	if channels & SMPL:
		count += 6 + turn * SMPL_JOINTS
	if channels & VERTICES:
		count += 4
	return count


# Reads the channels joints, rotations, trajectory and smpl. counts: [joints, samples].
static func read_channels(frame, who, from, counts):
	if who.channels & JOINTS:
		who.joints = read_points(from, counts[0])
	if who.channels & ROTATIONS:
		who.rotations = read_rotations(from, counts[0], frame.rotation_bits)
	if who.channels & TRAJECTORY:
		read_trajectory(who, from, counts[1])
	if who.channels & SMPL:
		who.smpl_pelvis = read_points(from, 1)[0]
		who.smpl_rotations = read_rotations(from, SMPL_JOINTS, frame.rotation_bits)


# Reads positions. Returns a PackedVector3Array, metres.
static func read_points(from, count):
	var points = PackedVector3Array()
	points.resize(count)
	for i in count:
		points[i] = Vector3(from.get_16(), from.get_16(), from.get_16()) * SCALE
	return points


# Reads the positions and facings of the trajectory's samples.
static func read_trajectory(who, from, count):
	var points = PackedVector3Array()
	var facings = PackedFloat32Array()
	points.resize(count)
	facings.resize(count)
	for i in count:
		points[i] = Vector3(from.get_16(), from.get_16(), from.get_16()) * SCALE
		facings[i] = from.get_16() * TURN
	who.trajectory = points
	who.facings = facings


# Reads the channel vertices. Returns false and sets frame.error if the message is too short.
static func read_vertices(frame, who, from, size):
	var count = from.get_u32()
	var at = from.get_position()
	if 6 * count > size - at:
		refuse(frame, at, 6 * count, size)
		return false
	who.vertices = read_points(from, count)
	return true


# Reads the channel face. Returns false and sets frame.error if the message is too short.
static func read_face(frame, who, from, size):
	var at = from.get_position()
	if size - at < 2:
		refuse(frame, at, 2, size)
		return false
	var count = from.get_u8()
	var fingers = from.get_u8()
	var wanted = 2 * count + fingers * frame.rotation_bits / 8
	if wanted > size - at - 2:
		refuse(frame, at + 2, wanted, size)
		return false
	var weights = PackedFloat32Array()
	weights.resize(count)
	for i in count:
		weights[i] = from.get_16() / 8192.0
	who.face_weights = weights
	who.finger_rotations = read_rotations(from, fingers, frame.rotation_bits)
	return true


# Reads the channel soft. Returns false and sets frame.error if the message is too short.
static func read_soft(frame, who, from, size):
	var at = from.get_position()
	if size - at < 1:
		refuse(frame, at, 1, size)
		return false
	var count = from.get_u8()
	if 2 * count > size - at - 1:
		refuse(frame, at + 1, 2 * count, size)
		return false
	var soft = PackedFloat32Array()
	soft.resize(count)
	for i in count:
		soft[i] = from.get_16() / 1024.0
	who.soft = soft
	return true


# Reads the channel character: node rotations, and the node translations at the end of the frame. Returns false and sets frame.error if the message
# is too short.
static func read_nodes(frame, who, from, size):
	var at = from.get_position()
	if size - at < 16:
		refuse(frame, at, 16, size)
		return false
	var count = from.get_u16()
	var moved = from.get_u16()
	who.node_root.x = from.get_float()
	who.node_root.y = from.get_float()
	who.node_root.z = from.get_float()
	var wanted = count * frame.rotation_bits / 8
	if wanted > size - at - 16:
		refuse(frame, at + 16, wanted, size)
		return false
	who.node_rotations = read_rotations(from, count, frame.rotation_bits)
	return read_translations(frame, who, from, moved)


# Reads `count` node translations at frame.translations_at and restores the read position. Returns false and sets frame.error if they do not fit.
static func read_translations(frame, who, from, count):
	if 12 * count > frame.translations_end - frame.translations_at:
		refuse(frame, frame.translations_at, 12 * count, frame.translations_end)
		return false
	var behind = from.get_position()
	from.seek(frame.translations_at)
	var translations = PackedVector3Array()
	translations.resize(count)
	for i in count:
		translations[i] = Vector3(from.get_float(), from.get_float(), from.get_float())
	who.node_translations = translations
	frame.translations_at = from.get_position()
	from.seek(behind)
	return true


# Reads rotations in the encoding "smallest three": the two highest bits are the index of the largest component, which is left out
# because the length of a quaternion is 1. bits: 48 or 32. Returns an Array of Quaternion.
static func read_rotations(from, count, bits):
	var rotations = []
	rotations.resize(count)
	var is_long = bits == 48
	var n = 15 if is_long else 10
	var second = 2 * n
	var most = (1 << n) - 1
	var step = 2 * HALF / most
	for i in count:
		var word = from.get_u32()
		if is_long:
			word |= from.get_u16() << 32
		var a = (word >> second & most) * step - HALF
		var b = (word >> n & most) * step - HALF
		var c = (word & most) * step - HALF
		var d = sqrt(max(0.0, 1 - a * a - b * b - c * c))
		var left_out = word >> bits - 2 & 3
		if left_out == 3:
			rotations[i] = Quaternion(a, b, c, d)
		elif left_out == 2:
			rotations[i] = Quaternion(a, b, d, c)
		elif left_out == 1:
			rotations[i] = Quaternion(a, d, b, c)
		else:
			rotations[i] = Quaternion(d, a, b, c)
	return rotations


## Writes an input as a binary message. Returns a PackedByteArray of 32 bytes, or of 36 if seq is 2^32 or more. It is empty if gait or axes is unknown.
## [param input]: {id, seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive}; id is required, others are zero if left out.
## [br]move: position of the stick, [x, z] or a Vector2 of these, in the unit disc. look: direction [x, z] to face, or null.
## [br]gait: one of GAITS. axes: the axes of move and look, one of AXES. camera_yaw: radians about +Y, 0 is +Z.
## [br]speed: metres a second at full stick; 0: the gait's own speed. strafe: 0 faces the direction of motion, 1 faces look.
static func encode_input(input):
	var gait = GAITS.find(input.get("gait", "auto"))
	var axes = AXES.find(input.get("axes", "world"))
	if gait < 0 or axes < 0:
		push_error("posed: gait %s of %s, axes %s of %s" % [input.get("gait"), GAITS, input.get("axes"), AXES])
		return PackedByteArray()
	var move = input.get("move", [0, 0])
	var look = input.get("look")
	var has_look = look != null
	var out = StreamPeerBuffer.new()
	out.put_u8(1)
	out.put_u8((1 if input.get("jump") else 0) | (2 if input.get("responsive") else 0) | (4 if has_look else 0))
	out.put_u8(gait)
	out.put_u8(axes)
	out.put_u32(input.id)
	out.put_u32(input.get("seq", 0) & 0xffffffff)
	out.put_float(move[0])
	out.put_float(move[1])
	out.put_16(unit(look[0] if has_look else 0.0))
	out.put_16(unit(look[1] if has_look else 0.0))
	out.put_16(unit(wrap_angle(input.get("camera_yaw", 0.0)) / PI))
	out.put_u16(int(round(clamp(input.get("strafe", 0.0), 0, 1) * 65535)))
	out.put_float(input.get("speed", 0.0))
	if input.get("seq", 0) >> 32:
		out.put_u32(input.seq >> 32)
	return out.data_array


## Returns the bytes of a sound. [param id]: id of the character. [param at]: number of the first sample, counted from the beginning of the sound.
## [param samples]: integers from -32767 to 32767.
static func encode_sound(id, at, samples):
	var out = StreamPeerBuffer.new()
	out.put_u32(2)  # kind of the message, and three bytes of 0
	out.put_u32(id)
	out.put_u64(at)
	for sample in samples:
		out.put_16(sample)
	return out.data_array


## Returns a sample of a sound as an integer from -32767 to 32767. [param value]: -1 to 1, or a Vector2 of the left and right one. NAN: 0.
static func sample_of(value):
	var one = (value.x + value.y) / 2 if typeof(value) == TYPE_VECTOR2 else value
	return unit(one) if one == one else 0


# Converts a value from -1 to 1 to an integer from -32767 to 32767.
static func unit(value):
	return int(round(clamp(value, -1, 1) * 32767))


## Returns the angle plus the multiple of 2 pi that brings it into the range -pi to pi. Radians.
static func wrap_angle(angle):
	return angle - 2 * PI * round(angle / (2 * PI))
