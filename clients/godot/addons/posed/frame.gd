extends RefCounted
# The stream's binary messages: frames in, inputs out. docs/reference/stream.md of posed gives every byte.
#
# Metres, radians, seconds; right-handed, +Y up, as Godot; a yaw of 0 faces +Z. What a character holds is in its root's frame: below a
# Node3D at `root`, turned by `yaw` about Y, everything is where it belongs. Rotations are local to the parent, joint 0's in the root's frame.

const ROOT = 1
const JOINTS = 2
const ROTATIONS = 4
const CONTACTS = 8
const TRAJECTORY = 16
const SMPL = 32
const VERTICES = 64
const CHARACTER = 128
const SEQ_HIGH = 256  # the upper half of seq
const FACE = 512
const CHANNELS = ["root", "joints", "rotations", "contacts", "trajectory", "smpl", "vertices", "character", "face"]
const GAITS = ["auto", "walk", "jog", "run", "crouch"]
const AXES = ["world", "character", "camera"]

# Names of the weights of the channel `face`: ARKit's 52 blend shapes, eyes first, then 14 visemes.
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
const SCALE = 1.0 / 4096
const TURN = PI / 32768
const HALF = 0.70710678118654752


class Who:
	extends RefCounted
	var id = 0
	var seq = 0
	var channels = 0
	var contacts = 0
	var gait = 0
	var phase = 0.0
	var root = Vector3()
	var yaw = 0.0
	var joints = null  # PackedVector3Array, root's frame; null: not in this frame
	var rotations = null  # Array of Quaternion
	var trajectory = null  # PackedVector3Array, root's frame
	var facings = null  # PackedFloat32Array, root's frame
	var smpl_pelvis = null  # Vector3, root's frame
	var smpl_rotations = null  # Array of 24 Quaternion
	var vertices = null  # PackedVector3Array, root's frame
	var node_root = Vector3()  # of a user's own character: translation of its root's node, in its file's frames and units
	var node_rotations = null  # Array of Quaternion, of its file's nodes
	var node_translations = null  # PackedVector3Array, of the nodes that Figure.translated names

	var hips = null  # Vector3, root's frame: of a compact frame, which has no joints
	var face_weights = null  # PackedFloat32Array, in the order of FACE_NAMES
	var finger_rotations = null  # Array of Quaternion: left hand, then right; index, middle, pinky, ring, thumb, three joints each

	# From the root's frame to the world's.
	func place():
		return Transform3D(Basis(Vector3.UP, yaw), root)


class Frame:
	extends RefCounted
	var error = ""  # why it was refused; "": it was read
	var tick = 0
	var time = 0.0  # seconds of the server's clock
	var rotation_bits = 48
	var characters = []  # of Who
	var translations_at = 0  # while it is read: byte of the next translation, and where they end
	var translations_end = 0


# Reads a frame. counts_of: a FuncRef that gives [joints, samples] of a character's id, as `welcome` told of its model.
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
	# translations stand at the end, behind the characters
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


static func refuse(frame, at, wanted, size):
	frame.error = "byte %d: %d bytes expected, %d are there" % [at, wanted, size - at]
	return frame


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
	frame.characters.append(who)


# Of all channels but the vertices, which say themselves how many they are: of those the count alone.
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


static func read_points(from, count):
	var points = PackedVector3Array()
	points.resize(count)
	for i in count:
		points[i] = Vector3(from.get_16(), from.get_16(), from.get_16()) * SCALE
	return points


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


static func read_vertices(frame, who, from, size):
	var count = from.get_u32()
	var at = from.get_position()
	if 6 * count > size - at:
		refuse(frame, at, 6 * count, size)
		return false
	who.vertices = read_points(from, count)
	return true


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


# Smallest three: the two highest bits name the component that was left out.
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


# The 32 bytes of an input, 36 with a seq of 2^32 or more: {id, seq, move, look, gait, axes, camera_yaw, speed, strafe, jump, responsive}; what is left out is zero.
# move and look are [x, z] or a Vector2 of them. An unknown gait or axes is an empty array.
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


static func unit(value):
	return int(round(clamp(value, -1, 1) * 32767))


# The angle within +-pi.
static func wrap_angle(angle):
	return angle - 2 * PI * round(angle / (2 * PI))
