extends RefCounted
## Decodes compact frames. Use one decoder for each connection, and pass all frames in the order in which they arrived.
##
## posed's docs/reference/wire.md describes the format.

const PosedFrame = preload("frame.gd")

const DELTA = 0xd1  # first byte of a delta frame
const HEADER_BYTES = 32  # size of a key frame's header
const FIXED = 8  # quantities that every character has: contacts, gait, seq, phase, root x, y, z, yaw
const TWO_SIDED = 22  # the tables from this index on are for large means: integers with separate low bits
const SYMBOLS = 16
const TOTAL = 32768  # sum of the probabilities of a table
const FIRST_MEAN = 4096  # mean of a quantity after a key frame
const MOST = 1 << 26  # largest magnitude of a value
# Parameters of the probability tables, as in wire.md.
const THETAS = [78, 111, 157, 222, 314, 443, 627, 887, 1254, 1772, 2505, 3537, 4988, 7013, 9808, 13580, 18472, 24433,
	31097, 37837, 44032, 49293, 43320, 48986]


# Decoder state of one character, set by a key frame and updated by each delta frame.
class Member:
	extends RefCounted
	var id = 0
	var channels = 0
	var seq = 0
	var counts = [0, 0]  # numbers of joints of the chains `rotations` and `smpl`; 0: no such channel
	var weights = 0  # number of weights of the face
	var fingers = 0  # number of finger joints
	var now = []  # value of each quantity in the last frame
	var before = []  # value of each quantity in the frame before the last one
	var means = []  # mean of each quantity, which selects its probability table
	var references = []  # reference rotation of each joint, Quaternion
	var steps = []  # size of a unit of each joint's parameters: its step in radians, divided by 4


var members = null  # Array of Member; null: no frame can be decoded until the next key frame
var _tables = []  # cumulative probabilities: see _table
var _age = 0  # number of delta frames since the key frame
var _place = 1.0  # metres a unit of a chain's position
var _tick = 0
var _key_tick = 0
var _time = 0.0  # time of the frame, seconds of the server's clock
var _key_time = 0.0
var _period = 0.0  # period of a tick, seconds
var _ticks = [0, 0, 0]  # ticks since the key frame, of this frame and of the one before; lateness of this frame, microseconds
var _means = [FIRST_MEAN, FIRST_MEAN]  # means of the ticks and of the lateness

# State of the range decoder: the message, position of the next byte, size of the message, code, range, first error.
var _bytes = null
var _at = 0
var _size = 0
var _code = 0
var _range = 0
var _error = ""


func _init():
	for i in THETAS.size():
		_tables.append(_table(i, THETAS[i]))


# Returns the cumulative probabilities of the symbols 0 to 15 in units of 2^-15: 17 integers, 0 to 32768.
func _table(index, theta):
	var zero = 2 * (((65536 - theta) * TOTAL) / (65536 + theta)) if index < TWO_SIDED else ((65536 - theta) * TOTAL) >> 16
	var sizes = [0]
	var part = (zero * theta) >> 16
	var sum = 0
	for a in range(1, SYMBOLS):
		if a == SYMBOLS - 1:
			part = (part * 65536) / (65536 - theta)
		sizes.append(part & ~1 if part > 2 else 2)
		sum += sizes[a]
		part = (part * theta) >> 16
	sizes[0] = TOTAL - sum
	var out = [0]
	for size in sizes:
		out.append(out[out.size() - 1] + size)
	return out


## Returns whether a binary message is a compact frame.
static func is_compact(bytes):
	var size = bytes.size()
	return size > 1 and (bytes[0] == DELTA or (size >= HEADER_BYTES and bytes[0] == 0x50 and bytes[5] == 1))


## Decodes a message. Returns a Frame like decode of frame.gd, whose characters have hips in place of joints.
## If an earlier frame was lost, delta frames cannot be decoded: then characters is null and error is empty until the next key frame.
func decode(bytes):
	var frame = PosedFrame.Frame.new()
	var known = members
	members = null
	_error = ""
	if bytes.size() < 2:
		_error = "byte 0: no compact frame"
	elif bytes[0] != DELTA:
		known = _read_key(bytes)
	elif known == null or bytes[1] != ((_age + 1) & 255):
		frame.characters = null
		return frame
	else:
		_read_delta(bytes, known)
	frame.error = _error
	if _error != "":
		return frame
	members = known
	frame.tick = _tick
	frame.time = _time
	for member in members:
		frame.characters.append(_show(member))
	return frame


# Sets the error of the message, unless it has one.
func _refuse(what):
	if _error == "":
		_error = what


# -- key frames


# Returns whether `count` bytes are left, and refuses the message if not.
func _has(from, size, count):
	var at = from.get_position()
	if size - at >= count:
		return true
	_refuse("byte %d: %d bytes expected, %d are there" % [at, count, size - at])
	return false


# Reads a key frame. Returns an Array of Member, or null.
func _read_key(bytes):
	var size = bytes.size()
	var from = StreamPeerBuffer.new()
	from.data_array = bytes
	if not _has(from, size, HEADER_BYTES):
		return null
	if from.get_u32() != 0x31445350 or from.get_u8() != 1 or from.get_u8() != 1:
		_refuse("byte 0: no compact frame of version 1")
		return null
	var place_bits = from.get_u8()
	if place_bits > 16:
		_refuse("byte 6: %d place bits" % place_bits)
	from.get_u8()
	_tick = from.get_u32()
	_key_tick = _tick
	_time = from.get_double()
	_key_time = _time
	var left = from.get_u32()
	_period = from.get_double()
	_place = 1.0 / (1 << place_bits)
	_ticks = [0, 0, 0]
	_means = [FIRST_MEAN, FIRST_MEAN]
	_age = 0
	var out = []
	while left > 0 and _error == "":
		out.append(_read_member(from, size))
		left -= 1
	if _error == "" and from.get_position() != size:
		_refuse("byte %d: %d bytes too many" % [from.get_position(), size - from.get_position()])
	return out


func _read_member(from, size):
	var m = Member.new()
	if not _has(from, size, 36):
		return m
	m.id = from.get_u32()
	m.channels = from.get_u16()
	m.now = [from.get_u8(), from.get_u8(), 0]
	m.seq = from.get_u32()
	m.seq |= from.get_u32() << 32
	for _i in 5:
		m.now.append(from.get_32())
	var channels = [PosedFrame.ROTATIONS, PosedFrame.SMPL]
	for g in 2:
		if not m.channels & channels[g] or not _has(from, size, 1):
			continue
		m.counts[g] = from.get_u8()
		if m.counts[g] == 0:
			_refuse("byte %d: a chain without joints" % (from.get_position() - 1))
		_read_values(m, from, size, 3)
		_read_turns(m, from, size, m.counts[g])
	if m.channels & PosedFrame.FACE and _has(from, size, 2):
		m.weights = from.get_u8()
		m.fingers = from.get_u8()
		_read_values(m, from, size, m.weights)
		_read_turns(m, from, size, m.fingers)
	m.before = m.now.duplicate()
	for _i in m.now.size():
		m.means.append(FIRST_MEAN)
	return m


func _read_values(m, from, size, count):
	if not _has(from, size, 2 * count):
		return
	for _i in count:
		m.now.append(from.get_16())


# Reads the reference rotations and steps of joints. The parameters of their rotations begin at 0.
func _read_turns(m, from, size, count):
	if not _has(from, size, 7 * count):
		return
	for _i in count:
		m.references.append(_rotation(from.get_16() / 32767.0, from.get_16() / 32767.0, from.get_16() / 32767.0))
		m.steps.append(pow(2.0, from.get_u8() / -8.0) / 4)
		for _k in 3:
			m.now.append(0)


# Returns the rotation of modified Rodrigues parameters x, y, z: the rotation axis times tan(angle / 4).
static func _rotation(x, y, z):
	var square = x * x + y * y + z * z
	var scale = 1 / (1 + square)
	return Quaternion(2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale)


# -- delta frames


# Returns the next byte of the message. Bytes beyond the end are 0. A valid message needs at most four of these.
func _byte():
	_at += 1
	if _at > _size + 4:
		_refuse("a compact frame is too short")
	return _bytes[_at - 1] if _at <= _size else 0


# Removes a decoded symbol from the decoder's state: the symbol has the interval of size `part` that begins at `start`, in units of 2^-15.
func _narrow(unit, start, part):
	_code -= unit * start
	_range = unit * part
	while _range < 0x1000000:
		_code = (_code << 8 | _byte()) & 0xffffffff
		_range = _range << 8


# Reads an unsigned integer of `count` bits that are coded with equal probabilities, high bits first.
func _bits(count):
	var value = 0
	while count > 0:
		var part = min(12, count)
		var unit = _range >> 15
		var bits = ((_code / unit) & 32767) >> (15 - part)
		_narrow(unit, bits << (15 - part), 1 << (15 - part))
		value = value << part | bits
		count -= part
	return value


# Reads an integer. means[at] selects its probability table and is updated with its magnitude.
func _integer(means, at):
	var mean = means[at]
	var m = 8 if mean < 8 else mean
	var top = 3
	while m >> (top + 1):
		top += 1
	var scale = 2 * top + ((m >> (top - 1)) & 1) - 6
	var low_bits = 0
	if scale >= TWO_SIDED:
		low_bits = (scale - (TWO_SIDED - 2)) / 2
		scale = TWO_SIDED + (scale & 1)
	var table = _tables[scale]
	var unit = _range >> 15
	var place = _code / unit
	if place > 32767:
		place = 32767
	var symbol = 0
	while place >= table[symbol + 1]:
		symbol += 1
	var start = table[symbol]
	var part = table[symbol + 1] - start
	var is_negative = false
	if symbol:
		part = part >> 1
		is_negative = place >= start + part
		if is_negative:
			start += part
	_narrow(unit, start, part)
	var value = symbol
	if symbol == SYMBOLS - 1:
		var bits = 0
		while bits < 27 and _bits(1):
			bits += 1
		value += (1 << bits | _bits(bits)) - 1
	if low_bits:
		value = value << low_bits | _bits(low_bits)
		if not symbol and value:
			is_negative = _bits(1) == 1
	means[at] = mean - (mean >> 3) + 512 * (value if value < 4095 else 4095)
	return -value if is_negative else value


func _read_delta(bytes, known):
	_bytes = bytes
	_size = bytes.size()
	_at = 2
	_code = 0
	_range = 0xffffffff
	for _i in 4:
		_code = _code << 8 | _byte()
	var ticks = 2 * _ticks[0] - _ticks[1] + _integer(_means, 0)
	var late = _ticks[2] + _integer(_means, 1)
	if ticks < 0 or ticks > MOST or abs(late) > MOST:
		_refuse("the tick of a compact frame is out of range")
	for m in known:
		if _error != "":
			return
		_read_changes(m)
	if _at < _size:
		_refuse("a compact frame is too long")
	_ticks = [ticks, _ticks[0], late]
	_age += 1
	_tick = (_key_tick + ticks) & 0xffffffff
	_time = _key_time + ticks * _period + late * 1e-6


# Updates a character's quantities and seq by a delta frame.
func _read_changes(m):
	var now = m.now
	var before = m.before
	var means = m.means
	for k in 2:
		now[k] += _integer(means, k)
		if now[k] < 0 or now[k] > 255:
			_refuse("contacts or gait of a compact frame are out of range")
	var how = _integer(means, 2)
	if how < 0 or how > 2:
		_refuse("seq of a compact frame is out of range")
	if how == 1:
		m.seq += 1
	if how == 2:
		m.seq = 0
		for _i in 5:
			m.seq = m.seq << 12 | _bits(12)
	for k in range(3, now.size()):
		var value = now[k]
		now[k] = value + ((13 * (value - before[k]) + 8) >> 4) + _integer(means, k)
		before[k] = value
		if abs(now[k]) > MOST or abs(now[k] - value) > MOST:
			_refuse("a value of a compact frame is out of range")
			return


# -- decoded characters


# Converts the state of a character into a Who of frame.gd: metres, radians, quaternions.
func _show(m):
	var now = m.now
	var who = PosedFrame.Who.new()
	who.id = m.id
	who.seq = m.seq
	who.channels = m.channels
	who.contacts = now[0]
	who.gait = now[1]
	who.phase = (now[3] & 255) * (2 * PI / 256)
	who.root = Vector3(now[4], now[5], now[6]) / 1024
	who.yaw = (((now[7] + 8192) & 16383) - 8192) * (2 * PI / 16384)
	var at = FIXED
	var turn = 0
	if m.counts[0]:
		who.hips = Vector3(now[at], now[at + 1], now[at + 2]) * _place
		who.rotations = _rotations(m, at + 3, turn, m.counts[0])
		at += 3 + 3 * m.counts[0]
		turn += m.counts[0]
	if m.counts[1]:
		who.smpl_pelvis = Vector3(now[at], now[at + 1], now[at + 2]) * _place
		who.smpl_rotations = _rotations(m, at + 3, turn, m.counts[1])
		at += 3 + 3 * m.counts[1]
		turn += m.counts[1]
	if m.channels & PosedFrame.FACE:
		var weights = PackedFloat32Array()
		weights.resize(m.weights)
		for i in m.weights:
			weights[i] = now[at + i] / 128.0
		who.face_weights = weights
		who.finger_rotations = _rotations(m, at + m.weights, turn, m.fingers)
	return who


# Returns the rotations of `count` joints. at: index of their first parameter. turn: index of their first reference rotation.
static func _rotations(m, at, turn, count):
	var out = []
	out.resize(count)
	for k in count:
		var step = m.steps[turn + k]
		var i = at + 3 * k
		out[k] = m.references[turn + k] * _rotation(m.now[i] * step, m.now[i + 1] * step, m.now[i + 2] * step)
	return out
