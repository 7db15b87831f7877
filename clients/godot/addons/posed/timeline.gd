extends RefCounted
## Buffers frames and interpolates between them, and estimates the offset between the clocks of client and server.
##
## A caller draws two to three ticks behind the newest frame, so that a frame that is late or lost does not cause a visible stutter.
## [br]Interpolation: [method sample] interpolates positions linearly and rotations along the shorter arc. After the newest frame it extrapolates
## root and yaw linearly for LIMIT seconds and then keeps them constant. It does not interpolate between two frames that are more than GAP
## seconds apart.
## [br]Clock: the offset is estimated by the minimum of (time of arrival - time of the frame) over the last WINDOW seconds, which belongs to the
## frame with the shortest delay. The window has two halves and the older half is dropped, so that an old minimum does not persist.
## The offset in use approaches the estimate by at most SLEW seconds a second, so that motion does not jump.
## If the two differ by more than a second, the estimate replaces it at once.
## The reply to a ping bounds the offset. An offset outside of these bounds is replaced at once: a clock has jumped, because a computer slept.

const PosedFrame = preload("frame.gd")
const CAPACITY = 64  # largest number of frames in the buffer
const LIMIT = 0.1  # longest extrapolation, seconds
const GAP = 0.5  # longest interval that is interpolated, seconds
const WINDOW = 4.0  # window of the clock's minimum, seconds
const TOLERANCE = 0.25  # largest distance of the offset from the bounds of a ping, seconds
const SLEW = 0.05  # fastest change of the offset, seconds a second

var frames = []  ## buffered frames, oldest first: {time, tick, characters: {id: Who}}
var gone = {}  ## ids of removed characters: {id: true}
var round_trip = 0.0  ## duration of the last ping, seconds
var offset = null  ## local clock minus the server's clock, seconds; null: not known yet

var _halves = [INF, INF]  # minimum of (arrival - time of the frame) in the older and the newer half of the window, seconds
var _since = null  # local time at which the newer half began, seconds; null: no frame yet
var _last = null  # local time of the last change of the offset, seconds; null: none yet


## Discards all frames, removed ids and the estimate of the clock.
func clear():
	frames.clear()
	gone.clear()
	_halves = [INF, INF]
	offset = null
	_since = null
	_last = null


# -- the clock


## Updates the clock with a frame. [param time]: time of the frame, server's clock. [param now]: time of its arrival, local clock. Seconds.
func take_time(time, now):
	if _since == null or now - _since > WINDOW / 2:
		_halves = [_halves[1], INF]
		_since = now
	_halves[1] = min(_halves[1], now - time)
	_follow(min(_halves[0], _halves[1]), now)


## Updates the round trip from the reply to a ping. Updates the clock while no frame has arrived yet, or if it has jumped.
## [param sent], [param now]: times of ping and reply, local clock. [param server_time]: time of the reply, server's clock. Seconds.
## The delay of one direction is taken as half of the round trip.
func take_pong(sent, server_time, now):
	round_trip = now - sent
	var most = now - server_time
	var least = sent - server_time
	if offset != null and (offset > most + TOLERANCE or offset < least - TOLERANCE):
		_halves = [INF, most]
		_since = now
		_last = now
		offset = most
	elif min(_halves[0], _halves[1]) == INF:
		_follow(now - round_trip / 2 - server_time, now)


# Moves the offset towards target by at most SLEW times the time since the last call, or sets it when they differ by more than a second.
func _follow(target, now):
	if offset == null or abs(target - offset) > 1:
		offset = target
	var most = SLEW * max(0, now - (_last if _last != null else now))
	offset += clamp(target - offset, -most, most)
	_last = now


# -- frames


## Returns the newest frame, {time, tick, characters: {id: Who}}, or null if there is none.
func newest():
	return frames.back() if frames else null


## Removes a character from all buffered frames, and ignores it in frames that arrive later.
func remove(id):
	gone[id] = true
	for entry in frames:
		entry.characters.erase(id)


## Appends a Frame. Returns false, and ignores the frame, if it is not newer than the newest one.
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


## Returns the interpolated state (Who) of a character at a time of the server's clock, seconds.
## Returns null if there is no frame, or if a frame needed for the interpolation does not contain the character.
## A time before the oldest frame gives the state in the oldest frame.
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


# Extrapolates root and yaw of a character from frames k - 1 and k to a time after frame k. The rest of the pose stays that of frame k.
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


## Interpolates between two states of a character. [param t]: 0 gives a, 1 gives b. Members that are no positions, angles, rotations or
## weights are those of the nearer state. So are arrays that one of the two lacks or that differ in size.
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
	out.soft = _mix_weights(a.soft, b.soft, t)
	out.finger_rotations = _slerp(a.finger_rotations, b.finger_rotations, t)
	return out


# Interpolates weights linearly. If one array is null or the sizes differ, returns the nearer array.
static func _mix_weights(a, b, t):
	if a == null or b == null or a.size() != b.size():
		return b if t >= 0.5 else a
	var out = PackedFloat32Array()
	out.resize(a.size())
	for i in a.size():
		out[i] = a[i] + (b[i] - a[i]) * t
	return out


# Returns a copy of a Who that shares its arrays.
static func _copy(who):
	var out = PosedFrame.Who.new()
	for name in ["id", "seq", "channels", "contacts", "gait", "phase", "root", "yaw", "joints", "rotations",
			"trajectory", "facings", "smpl_pelvis", "smpl_rotations", "vertices", "node_root", "node_rotations",
			"node_translations", "hips", "face_weights", "soft", "finger_rotations"]:
		out.set(name, who.get(name))
	return out


# Interpolates positions linearly. If one array is null or the sizes differ, returns the nearer array.
static func _mix(a, b, t):
	if a == null or b == null or a.size() != b.size():
		return b if t >= 0.5 else a
	var out = PackedVector3Array()
	out.resize(a.size())
	for i in a.size():
		out[i] = a[i].lerp(b[i], t)
	return out


# Interpolates rotations along the shorter arc. If one array is null or the sizes differ, returns the nearer array.
static func _slerp(a, b, t):
	if a == null or b == null or a.size() != b.size():
		return b if t >= 0.5 else a
	var out = []
	out.resize(a.size())
	for i in a.size():
		out[i] = a[i].slerp(b[i], t)
	return out


# Negates quaternions of a new state where that brings them nearer to the previous state: q and -q are the same rotation.
static func _continue_signs(who, before):
	_nearer(who.rotations, before.rotations)
	_nearer(who.smpl_rotations, before.smpl_rotations)
	_nearer(who.node_rotations, before.node_rotations)
	_nearer(who.finger_rotations, before.finger_rotations)


# Negates each quaternion whose dot product with the previous one is negative.
static func _nearer(rotations, before):
	if rotations == null or before == null or rotations.size() != before.size():
		return
	for i in rotations.size():
		if rotations[i].dot(before[i]) < 0:
			rotations[i] = -rotations[i]
