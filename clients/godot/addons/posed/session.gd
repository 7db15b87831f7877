extends Node
# A connection to a posed daemon: joins, spawns figures, sends their sticks, keeps the frames, comes back by itself when the line is lost.
#
# When the daemon forgot the session (it was restarted) a new one begins and gets the same figures, where they were. Inputs are repeated
# every second, since the daemon forgets those that are older than five.

const PosedFrame = preload("frame.gd")
const PosedWire = preload("wire.gd")
const PosedTimeline = preload("timeline.gd")

signal welcomed(welcome, is_new)  # joined; is_new: another session than before
signal spawned(figure)
signal frame_taken(frame)
signal event(figure, message)  # footstep, jump, land, blocked, arrived, unreachable
signal answered(ref, message)  # to what ask() said
signal failed(message)  # an `error` of the server; without a listener it is a warning, once of each kind (code and pointer)
signal lowered(message)  # frames come more rarely than asked (`divisor`, ticks between two on average), or as asked again
signal stats(message)
signal state_changed(state)
signal disconnected(reason)  # the connection was lost and is made anew: "silent", "disconnected" or the reason of a bye

const HEARTBEAT = 1.0
const PATIENCE = 10.0  # seconds for connecting and joining
const INPUT_FIELDS = ["id", "seq", "move", "look", "gait", "axes", "camera_yaw", "speed", "strafe", "jump", "responsive"]
const FINAL = ["left", "taken_over", "too_many_errors"]

@export var url: String = "ws://127.0.0.1:8080/v1/stream"
@export var key: String = ""  # where the daemon asks for one
@export var scene: String = ""  # put before with PUT /v1/scenes/NAME; "": flat
@export var watch: String = ""  # another's session
@export var delay: float = 2.5  # ticks that are drawn behind the newest frame
@export var first_wait: float = 0.1  # seconds before the first attempt to come back; doubles each time
@export var longest_wait: float = 8.0
@export var silence: float = 10.0  # seconds without a message after which the connection counts as lost; 0: it is left to the system
@export var autostart: bool = true
var _wire = PosedWire.new()
var profile = {"channels": ["root", "joints", "rotations", "contacts"], "divisor": 1, "quantize": 48}  # see ask_profile
var token = ""  # set it before to resume a session of before

var state = "closed"  # connecting, joining, open, waiting
var welcome = null
var figures = []
var timeline = PosedTimeline.new()

var _socket = null
var _bye = null
var _lowered = 0.0  # ticks between two frames while they come more rarely than asked
var _asked = {}  # ref: what it was about
var _warned = {}  # kinds of errors that were told
var _refs = 0
var _attempts = 0
var _due = 0.0  # when the state is over
var _beat = 0.0
var _quiet = 0.0  # seconds without a message, summed picture by picture
var _polled = 0.0


# One of this session's characters. Its id is 0 until it was spawned, and changes when the session had to be made anew.
class Figure:
	extends RefCounted
	var id = 0
	var model = ""
	var joints = []  # of a user's own character: names of its file's nodes, in the order of node_rotations
	var root = ""  # the one that node_root moves
	var translated = []  # those besides it that frames move as well as turn, in the order of node_translations
	var scale = 1.0  # of the whole, in the world
	var fields = {}  # of spawn: model or character, position [x, z], facing, body
	var held = null  # the input that holds
	var path = null  # or what it follows
	var seq = 0


func _ready():
	process_mode = PROCESS_MODE_ALWAYS
	if autostart:
		open()


func _exit_tree():
	close()


static func now():
	return Time.get_ticks_usec() / 1e6


func open():
	if state == "closed":
		_attempts = 0
		_connect_now()


# Drops the line without a word; the server keeps the session for its resume_window (see token).
func close():
	_cut()
	_enter("closed")


# Ends the session for good.
func leave():
	if state == "open":
		_say({"type": "leave"})
	else:
		close()


# A new figure; `spawned` tells when it is there. fields: model, position [x, z], facing, body.
func spawn(fields = {}):
	var figure = Figure.new()
	figure.fields = fields
	figures.append(figure)
	if state == "open":
		_place(figure, fields)
	return figure


func despawn(figure):
	figures.erase(figure)
	if figure.id:
		timeline.remove(figure.id)
		ask("despawn", {"id": figure.id})
	figure.id = 0


# What frame.gd's encode_input takes, without id and seq. It holds until the next one. Returns its seq, which frames repeat; a field that there is not
# is an error, and the input before goes on.
func send_input(figure, input):
	for field in input:
		if not field in INPUT_FIELDS:
			push_error("posed: input: %s is no field; %s allowed" % [field, INPUT_FIELDS])
			return figure.seq
	figure.seq += 1
	figure.path = null
	figure.held = input.duplicate()
	figure.held.seq = figure.seq
	_send_held(figure)
	return figure.seq


# Walks a path [[x, z], ...]; options: closed, lookahead, speed, gait; space: metres kept from the session's others; round: the only point is a
# place, and the way there goes round walls, seats and steps; wander: metres about the only point.
func follow(figure, path, options = {}):
	figure.held = null
	figure.path = options.duplicate()
	figure.path.path = path
	return _ask_follow(figure)


# Goes to a chair whose seat is at [x, z] and sits down; null: stands up. options: facing, height, seconds; space: metres kept from the session's
# others on the way. A figure that is not spawned yet does nothing.
func sit(figure, seat, options = {}):
	var fields = options.duplicate() if seat != null else {}
	if seat != null:
		fields.seat = seat
	fields.id = figure.id
	return ask("sit", fields) if figure.id else ""


# channels: names of frame.gd's CHANNELS; divisor: every n-th tick; quantize: 48 or 32 bits. Kept when the line is lost.
func ask_profile(channels, divisor = 1, quantize = 48, compact = 0):
	profile = {"channels": channels, "divisor": divisor, "quantize": quantize, "compact": compact}
	return ask("profile", profile)


# Says a message; its ref, which `answered` repeats, or "" when there is no line now.
func ask(type, fields = {}, about = null):
	if state != "open" and not (state == "joining" and type == "join"):
		return ""
	_refs += 1
	var ref = "r%d" % _refs
	var message = fields.duplicate()
	message.type = type
	message.ref = ref
	_asked[ref] = about
	_say(message)
	return ref


# Ticks between two frames, as they come: what the profile asks for, or more while the server has not the time.
func divisor():
	return max(float(profile.divisor), _lowered)


# How the figure is to be drawn now; null before there is a frame with it.
func sample(figure):
	if timeline.offset == null or not figure.id:
		return null
	var rate = float(welcome.tick_rate)
	return timeline.sample(figure.id, now() - timeline.offset - delay * divisor() / rate)


# {model, default, samples, joints: [{name, parent, offset}]} of the figure.
func skeleton_of(figure):
	return _skeleton(figure.model)


# The address of a request, for an HTTPRequest: http_url("models", "person", "mesh", {"format": "glb", "rig": true}). A POST takes all fields in its JSON body.
func http_url(kind, id = "", more = "", query = {}):
	var address = url.replace("ws://", "http://").replace("wss://", "https://").replace("/v1/stream", "/v1/" + kind)
	address += ("/" + id.uri_encode() if id else "") + ("/" + more if more else "")
	var before = "?"
	for field in query:
		address += before + field.uri_encode() + "=" + _written(query[field]).uri_encode()
		before = "&"
	return address


static func _written(value):
	if typeof(value) == TYPE_BOOL:
		return "true" if value else "false"
	if typeof(value) != TYPE_ARRAY:
		return str(value)
	var text = ""
	for one in value:
		text += ("," if text else "") + _written(one)
	return text


# -- what is said


func _say(message):
	_socket.send_text(JSON.stringify(message))


func _send_bytes(bytes):
	_socket.send(bytes)


func _send_held(figure):
	if state != "open" or not figure.id or figure.held == null:
		return
	figure.held.id = figure.id
	var bytes = PosedFrame.encode_input(figure.held)
	if bytes.size() > 0:
		_send_bytes(bytes)


func _ask_follow(figure):
	var fields = figure.path.duplicate()
	fields.id = figure.id
	return ask("follow", fields)


func _place(figure, fields):
	ask("spawn", fields, figure)


# -- what is heard


func _take_text(text):
	var message = JSON.parse_string(text)
	if typeof(message) != TYPE_DICTIONARY:
		return
	var ref = message.get("ref", "")
	var about = _asked.get(ref)
	_asked.erase(ref)
	match message.get("type"):
		"welcome":
			_take_welcome(message)
		"spawned":
			_take_spawned(about, message)
		"event":
			_take_event(message)
		"pong":
			timeline.take_pong(about, message.server_time, now())
		"lowered":
			_lowered = float(message.divisor)
			lowered.emit(message)
		"stats":
			stats.emit(message)
		"error":
			_take_error(message, about)
		"bye":
			_bye = message
			if _is_final(message) and message.get("reason") != "left":
				_warn(message.get("reason", ""), message)
	if ref:
		answered.emit(ref, message)


func _take_spawned(figure, message):
	if not figure in figures:
		ask("despawn", {"id": int(message.id)})
		return
	figure.id = int(message.id)
	figure.model = message.model
	figure.joints = message.get("joints", [])
	figure.root = message.get("root", "")
	figure.translated = message.get("translated", [])
	figure.scale = float(message.get("scale", 1.0))
	_send_held(figure)
	if figure.path != null:
		_ask_follow(figure)
	spawned.emit(figure)


func _take_event(message):
	for figure in figures:
		if figure.id == int(message.id):
			event.emit(figure, message)


func _take_error(message, about):
	var is_asked = message.has("ref") and get_signal_connection_list("answered").size() > 0
	if not is_asked and get_signal_connection_list("failed").size() == 0:
		_warn(message.get("code", ""), message)
	failed.emit(message)
	if typeof(about) != TYPE_STRING or about != "join":
		return
	if message.code == "not_found" and token:
		token = ""
		_join()
	elif message.code in ["busy", "limit"]:
		_lose()
	else:
		close()


# Inputs are repeated, and so are their errors: once of each kind.
func _warn(code, message):
	var pointer = message.get("pointer", "")
	var kind = code + " " + pointer
	if _warned.has(kind) or _warned.size() >= 32:
		return
	_warned[kind] = true
	push_warning("posed: " + code + (": " + pointer if pointer else "") + ": " + str(message.get("detail", "")))


static func _is_final(bye):
	return not bye.get("come_back", true) or bye.get("reason") in FINAL


func _take_welcome(message):
	var before = welcome
	var is_new = before == null or before.session != message.session
	welcome = message
	token = message.get("resume_token", "")
	_attempts = 0
	_lowered = 0.0
	_enter("open")
	ask("profile", profile)
	if is_new:
		_begin_anew()
	else:
		for figure in figures:
			if figure.id:
				_send_held(figure)
			else:
				_place(figure, figure.fields)
	_beat = now() + HEARTBEAT
	welcomed.emit(message, is_new and before != null)


# The figures of the session before, where they were.
func _begin_anew():
	var newest = timeline.newest()
	for figure in figures:
		var fields = figure.fields.duplicate()
		if newest and newest.characters.has(figure.id):
			var who = newest.characters[figure.id]
			fields.position = [who.root.x, who.root.z]
			fields.facing = who.yaw
		figure.id = 0
		_place(figure, fields)
	timeline.clear()


func _take_frame(bytes):
	if welcome == null:
		return
	var frame
	if PosedWire.is_compact(bytes):
		frame = _wire.decode(bytes)
	else:
		frame = PosedFrame.decode(bytes, _counts_of)
	if frame.characters == null:
		return  # it follows one that did not come
	if frame.error:
		push_error("posed: a frame was refused: " + frame.error)
		return
	timeline.take_time(frame.time, now())
	if timeline.push(frame):
		frame_taken.emit(frame)


func _counts_of(id):
	var model = ""
	for figure in figures:
		if figure.id == id:
			model = figure.model
	var skeleton = _skeleton(model)
	return [skeleton.joints.size(), int(skeleton.samples)]


func _skeleton(model):
	for skeleton in welcome.skeletons:
		if skeleton.model == model or (model == "" and skeleton.default):
			return skeleton
	return welcome.skeletons[0]


# -- the line


func _process(_delta):
	if _socket:
		_poll(_socket)
	if _socket:
		_listen_for_silence()
	if state == "closed" or (state != "open" and now() < _due):
		return
	match state:
		"waiting":
			_connect_now()
		"connecting", "joining":
			_lose("silent")
		"open":
			if now() >= _beat:
				_heartbeat()


# What is heard may replace the socket: then the rest of the old one's is left.
func _poll(socket):
	socket.poll()
	if state == "connecting" and socket.get_ready_state() == WebSocketPeer.STATE_OPEN:
		_enter("joining")
		_join()
	while socket == _socket and socket.get_available_packet_count() > 0:
		_quiet = 0.0
		var bytes = socket.get_packet()
		if socket.was_string_packet():
			_take_text(bytes.get_string_from_utf8())
		else:
			_take_frame(bytes)
	if socket == _socket and socket.get_ready_state() == WebSocketPeer.STATE_CLOSED:
		_lose()


# A computer that slept, a Wi-Fi network that was left and a NAT that forgot the connection tell neither side. A picture counts for two seconds at most, so
# that a game that was stopped does not take that for silence.
func _listen_for_silence():
	_quiet += min(now() - _polled, 2.0)
	_polled = now()
	if state == "open" and silence > 0 and _quiet >= silence:
		_lose("silent")


func _heartbeat():
	_beat = now() + (min(HEARTBEAT, silence / 4) if silence > 0 else HEARTBEAT)
	for figure in figures:
		_send_held(figure)
	ask("ping", {"time": 0}, now())


func _enter(new_state):
	if state == new_state:
		return
	state = new_state
	state_changed.emit(state)


func _connect_now():
	_bye = null
	_due = now() + (silence if silence > 0 else PATIENCE)
	_quiet = 0.0
	_polled = now()
	_socket = WebSocketPeer.new()
	_socket.supported_protocols = PackedStringArray(["posed.v1"])
	_socket.inbound_buffer_size = 1 << 20
	if key:
		_socket.handshake_headers = PackedStringArray(["Authorization: Bearer " + key])
	_enter("connecting")
	if _socket.connect_to_url(url) != OK:
		_lose()


func _join():
	if token:
		ask("join", {"resume": token}, "join")
	elif watch:
		ask("join", {"watch": watch}, "join")
	else:
		ask("join", {"scene": scene} if scene else {}, "join")


func _cut():
	_socket = null
	_asked.clear()


func _lose(reason = "disconnected"):
	var bye = _bye
	_cut()
	if bye and _is_final(bye):
		_enter("closed")
		return
	var wait = min(longest_wait, first_wait * pow(2, min(_attempts, 20)))
	_attempts += 1
	_due = now() + (bye.get("after", 0) if bye else 0) + wait * randf_range(0.5, 1)
	_enter("waiting")
	disconnected.emit(bye.reason if bye else reason)
