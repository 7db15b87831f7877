extends RefCounted
# What to draw now: frames wait two to three ticks, so that a late or dropped one does not show.
#
# Frames by their time. sample(id, time) gives a character between two of them: places straight, rotations on the shorter arc, signs as
# they were before. After the newest frame it goes on as it went for LIMIT seconds, then stands still. Two frames that are farther apart than
# GAP seconds have nothing between them.
#
# The clock: the least (arrival - frame's time) of the last seconds is the quickest way there was. Two halves of the window, so that an
# old minimum is forgotten. The offset that is used follows by at most SLEW of the time that passes, so that nothing jumps; a server
# that is another second altogether is believed at once.

const PosedFrame = preload("frame.gd")
const CAPACITY = 64
const LIMIT = 0.1
const GAP = 0.5
const WINDOW = 4.0
const SLEW = 0.05

var frames = []  # of {time, tick, characters: {id: Who}}
var gone = {}  # ids of who left
var round_trip = 0.0  # seconds, of the last ping
var offset = null  # our clock less the server's, seconds; null: nothing came yet

var _halves = [INF, INF]
var _since = null
var _last = null


func clear():
	frames.clear()
	gone.clear()
	_halves = [INF, INF]
	offset = null
	_since = null
	_last = null


# -- the clock


func take_time(time, now):
	if _since == null or now - _since > WINDOW / 2:
		_halves = [_halves[1], INF]
		_since = now
	_halves[1] = min(_halves[1], now - time)
	_follow(min(_halves[0], _halves[1]), now)


# sent and now by our clock. The frames decide; until one came, half the round trip does.
func take_pong(sent, server_time, now):
	round_trip = now - sent
	if _halves[1] == INF:
		_follow(now - round_trip / 2 - server_time, now)


func _follow(target, now):
	if offset == null or abs(target - offset) > 1:
		offset = target
	var most = SLEW * max(0, now - (_last if _last != null else now))
	offset += clamp(target - offset, -most, most)
	_last = now


# -- frames


func newest():
	return frames.back() if frames else null


# It left: not drawn any more, whatever late frames say.
func remove(id):
	gone[id] = true
	for entry in frames:
		entry.characters.erase(id)


# False: it is older than what is there.
func push(frame):
	var before = newest()
	if before and frame.time <= before.time:
		return false
	var entry = {"time": frame.time, "tick": frame.tick, "characters": {}}
	for who in frame.characters:
		if gone.has(who.id):
			continue
		entry.characters[who.id] = who
		if before and before.characters.has(who.id):
			_continue_signs(who, before.characters[who.id])
	frames.append(entry)
	if frames.size() > CAPACITY:
		frames.pop_front()
	return true


# The character at the server's time; null when nobody knows it.
func sample(id, time):
	var k = frames.size() - 1
	while k > 0 and frames[k].time > time:
		k -= 1
	if k < 0 or not frames[k].characters.has(id):
		return null
	var a = frames[k]
	var who = a.characters[id]
	if time <= a.time:
		return who
	if k + 1 == frames.size() or frames[k + 1].time - a.time > GAP:
		return _beyond(k, who, time)
	if not frames[k + 1].characters.has(id):
		return null
	return between(who, frames[k + 1].characters[id], (time - a.time) / (frames[k + 1].time - a.time))


func _beyond(k, who, time):
	var step = frames[k].time - frames[k - 1].time if k > 0 else 0.0
	if step == 0 or step > GAP or not frames[k - 1].characters.has(who.id):
		return who
	var before = frames[k - 1].characters[who.id]
	var t = 1 + min(time - frames[k].time, LIMIT) / step
	var out = _copy(who)
	out.root = before.root + (who.root - before.root) * t
	out.yaw = before.yaw + PosedFrame.wrap_angle(who.yaw - before.yaw) * t
	return out


static func between(a, b, t):
	var out = _copy(a if t < 0.5 else b)
	out.root = a.root.lerp(b.root, t)
	out.yaw = a.yaw + PosedFrame.wrap_angle(b.yaw - a.yaw) * t
	out.phase = fposmod(a.phase + PosedFrame.wrap_angle(b.phase - a.phase) * t, 2 * PI)
	out.joints = _mix(a.joints, b.joints, t)
	out.rotations = _slerp(a.rotations, b.rotations, t)
	out.trajectory = _mix(a.trajectory, b.trajectory, t)
	out.vertices = _mix(a.vertices, b.vertices, t)
	if a.smpl_pelvis != null and b.smpl_pelvis != null:
		out.smpl_pelvis = a.smpl_pelvis.lerp(b.smpl_pelvis, t)
	out.smpl_rotations = _slerp(a.smpl_rotations, b.smpl_rotations, t)
	if a.node_rotations != null and b.node_rotations != null:
		out.node_root = a.node_root.lerp(b.node_root, t)
	out.node_rotations = _slerp(a.node_rotations, b.node_rotations, t)
	out.node_translations = _mix(a.node_translations, b.node_translations, t)
	if a.hips != null and b.hips != null:
		out.hips = a.hips.lerp(b.hips, t)
	out.face_weights = _mix_weights(a.face_weights, b.face_weights, t)
	out.finger_rotations = _slerp(a.finger_rotations, b.finger_rotations, t)
	return out


static func _mix_weights(a, b, t):
	if a == null or b == null or a.size() != b.size():
		return b if t >= 0.5 else a
	var out = PackedFloat32Array()
	out.resize(a.size())
	for i in a.size():
		out[i] = a[i] + (b[i] - a[i]) * t
	return out


static func _copy(who):
	var out = PosedFrame.Who.new()
	for name in ["id", "seq", "channels", "contacts", "gait", "phase", "root", "yaw", "joints", "rotations",
			"trajectory", "facings", "smpl_pelvis", "smpl_rotations", "vertices", "node_root", "node_rotations",
			"node_translations", "hips", "face_weights", "finger_rotations"]:
		out.set(name, who.get(name))
	return out


static func _mix(a, b, t):
	if a == null or b == null or a.size() != b.size():
		return b if t >= 0.5 else a
	var out = PackedVector3Array()
	out.resize(a.size())
	for i in a.size():
		out[i] = a[i].lerp(b[i], t)
	return out


static func _slerp(a, b, t):
	if a == null or b == null or a.size() != b.size():
		return b if t >= 0.5 else a
	var out = []
	out.resize(a.size())
	for i in a.size():
		out[i] = a[i].slerp(b[i], t)
	return out


# Of a quaternion's two signs the one that is nearer to the last.
static func _continue_signs(who, before):
	_nearer(who.rotations, before.rotations)
	_nearer(who.smpl_rotations, before.smpl_rotations)
	_nearer(who.node_rotations, before.node_rotations)
	_nearer(who.finger_rotations, before.finger_rotations)


static func _nearer(rotations, before):
	if rotations == null or before == null or rotations.size() != before.size():
		return
	for i in rotations.size():
		if rotations[i].dot(before[i]) < 0:
			rotations[i] = -rotations[i]
