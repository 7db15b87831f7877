extends Node
## Connection to a posed daemon: joins a session, spawns characters, sends their inputs and buffers the frames. Reconnects by itself.
##
## A lost connection is resumed with the session's token. If the daemon no longer has the session, for example after a restart, a new session
## begins, and the same characters are spawned at their last positions. Inputs are repeated every second, because the daemon discards inputs
## older than five seconds.
## [br]A message is a Dictionary with the members that posed's docs/reference/stream.md lists.

const PosedFrame = preload("frame.gd")
const PosedWire = preload("wire.gd")
const PosedTimeline = preload("timeline.gd")

## Emitted after joining a session. is_new: true if it is a different session than before.
signal welcomed(welcome, is_new)
## Emitted when the daemon has created the character of a Figure.
signal spawned(figure)
## Emitted when a Frame (frame.gd) was added to the timeline.
signal frame_taken(frame)
## Emitted for an event of a character. message.event: footstep, jump, land, blocked, arrived or unreachable.
signal event(figure, message)
## Emitted when a clip begins or ends on a character. message.event: play_started or play_ended; message.clip: its id; message.reason: why it ended.
signal clip(figure, message)
## Emitted when a character's speech begins, at each word, and when it ends. message.event: speech_started, word or speech_ended;
## message.utterance: the name that [method speak] or [method hear] gave it.
signal speech(figure, message)
## Emitted for the reply to a message of [method ask], with the ref that [method ask] returned.
signal answered(ref, message)
## Emitted for a message error of the server. Without a listener the error is printed as a warning, once for each pair of code and pointer.
signal failed(message)
## Emitted when the server starts to send frames less often than requested, and when the requested rate is restored.
## message.divisor: average number of ticks between two frames.
signal lowered(message)
## Emitted for what happens in the room, and for characters of others. message.type: entered, left, message, taken or spawned.
signal told(message)
## Emitted every five seconds with the server's statistics of the connection.
signal stats(message)
## Emitted when [member state] changes.
signal state_changed(state)
## Emitted when the connection was lost and will be made again. reason: "silent", "disconnected" or the reason of the message bye.
signal disconnected(reason)

const HEARTBEAT = 1.0  # longest time between two pings and between two repetitions of an input, seconds
const PAUSE = 2.0  # time between two rendered frames above which the game was paused, seconds
const PATIENCE = 10.0  # timeout of connecting and of joining, seconds, when silence is 0
const INPUT_FIELDS = ["id", "seq", "move", "look", "gait", "axes", "camera_yaw", "speed", "strafe", "jump", "responsive"]
const CHUNK = 0.02  # duration of the sound in one message, seconds
const SHORTEST = 0.001  # shortest sound that the server takes in one message, seconds
const GAP = 2.0  # pause of a sound above which it begins anew, seconds; the server ends it after 5 s
const FINAL = ["left", "taken_over", "too_many_errors"]  # reasons of bye after which the client does not reconnect

## Address of the stream.
@export var url: String = "ws://127.0.0.1:8080/v1/stream"
## API key. Empty: none; the daemon must then not require one.
@export var key: String = ""
## Name of a scene that was uploaded with PUT /v1/scenes/NAME. Empty: flat ground.
@export var scene: String = ""
## Id of another client's session to watch. Empty: none.
@export var watch: String = ""
## Name of a room to join, or to begin if there is none. Empty: none.
@export var room: String = ""
## Name under which the other members of the room see this client.
@export var member_name: String = ""
## Secret of the room. Empty: none.
@export var secret: String = ""
## Role in the room: player, watcher or host.
@export var role: String = "player"
## Largest number of members of a new room. 0: the daemon's option stream.room_members.
@export var capacity: int = 0
## Time by which drawing lags the newest frame, as a number of frame intervals.
@export var delay: float = 2.5
## The wait before an attempt to reconnect is a random time from 0 to a limit, so that clients that lost the same daemon do not come back at once.
## This is the limit of the first attempt, seconds. It doubles with each attempt.
@export var first_wait: float = 1.0
## Largest limit of the wait, seconds.
@export var longest_wait: float = 8.0
## Time without a message, seconds, after which the connection is treated as lost. 0: only the operating system detects a lost connection.
@export var silence: float = 10.0
## Connects as soon as the node is ready. false: call [method open].
@export var autostart: bool = true
var _wire = PosedWire.new()
## Profile to request after each welcome: see [method ask_profile].
var profile = {"channels": ["root", "joints", "rotations", "contacts"], "divisor": 1, "quantize": 48}
## Token of the session. Set it before [method open] to resume an earlier session.
var token = ""

## State of the connection: "closed", "connecting", "joining", "open", or "waiting" before it reconnects.
var state = "closed"
## The last message welcome. null: none yet.
var welcome = null
## Figures of this session.
var figures = []
## Buffer of the received frames.
var timeline = PosedTimeline.new()

var _socket = null  # WebSocketPeer; null: no connection
var _bye = null  # the message bye of this connection; null: none
var _lowered = 0.0  # average number of ticks between two frames, from the last `lowered`; 0: none since welcome
var _asked = {}  # for each ref without a reply, the argument `about` of ask()
var _warned = {}  # errors that were printed: {"code pointer": true}
var _refs = 0  # number of refs in use so far
var _attempts = 0  # attempts to connect since the last welcome
var _due = 0.0  # local time at which connecting, joining or waiting ends, seconds
var _beat = 0.0  # local time of the next heartbeat, seconds
var _quiet = 0.0  # time without a message, summed over rendered frames, seconds
var _resumed = null  # local time of the end of a pause; frames are ignored until a later ping is answered; null: none
var _chance = RandomNumberGenerator.new()
var _polled = 0.0  # local time of the last addition to _quiet, seconds


## A character of this session.
class Figure:
	extends RefCounted
	var id = 0  ## id of the character; 0 until it is spawned; a new session gives it another id
	var model = ""  ## name of the motion network
	var joints = []  ## of an uploaded character: names of the file's nodes, in the order of Who.node_rotations
	var soft = []  ## names of Who.soft: dmpl_0, dmpl_1, ..., breathing; empty: the body has no soft tissue
	var face = []  ## names of Who.face_weights: of an uploaded character those of its file, else FACE_NAMES of frame.gd
	var root = ""  ## of an uploaded character: name of the node to which Who.node_root applies
	var translated = []  ## of an uploaded character: other nodes that frames translate, in the order of Who.node_translations
	var scale = 1.0  ## of an uploaded character: scale of the whole character in the world
	var fields = {}  ## fields of spawn: model or character, position [x, z], facing, body
	var held = null  ## the input in effect; null: none
	var path = null  ## fields of the last follow, if it is in effect; null: none
	var seq = 0  ## number of the newest input
	var hearing = null  ## the Hearing that [method hear] began; null: none


## A sound that moves a character's mouth.
class Hearing:
	extends RefCounted
	var fields = {}  ## fields of hear: rate, format, utterance, text, delay
	var size = 1  ## number of samples in a message
	var at = 0  ## number of the first sample of the next message, counted from the beginning of the sound
	var chunk = []  ## samples of the next message, -32767 to 32767
	var is_begun = false  ## true: this connection has sent hear
	var sent = 0.0  ## local time of the last message, seconds


func _ready():
	_chance.randomize()
	process_mode = PROCESS_MODE_ALWAYS
	if autostart:
		open()


func _exit_tree():
	close()


## Returns the local time, seconds of a monotonic clock.
static func now():
	return Time.get_ticks_usec() / 1e6


## Connects to the daemon and joins a session. Does nothing if [member state] is not "closed".
func open():
	if state == "closed":
		_attempts = 0
		_connect_now()


## Drops the connection without sending leave. The server keeps the session for the time stream.resume_window of its configuration,
## in which [method open] resumes it.
func close():
	_cut()
	_enter("closed")


## Ends the session for good by the message leave. If the session is not open, it only drops the connection, like [method close].
func leave():
	if state == "open":
		_say({"type": "leave"})
	else:
		close()


## Creates a character and returns its Figure at once; [signal spawned] follows when the server has created it.
## [param fields]: model or character, position [x, z] in metres, facing in radians about +Y (0 is +Z), body. All are optional.
func spawn(fields = {}):
	var figure = Figure.new()
	figure.fields = fields
	figures.append(figure)
	if state == "open":
		_place(figure, fields)
	return figure


## Deletes a character. It is not drawn any more.
func despawn(figure):
	figures.erase(figure)
	if figure.id:
		timeline.remove(figure.id)
		ask("despawn", {"id": figure.id})
	figure.id = 0


## Sends an input, which stays in effect until the next one. [param input]: fields of encode_input in frame.gd, without id and seq.
## Returns the number (seq) of the input, which frames report once they include it. An unknown field is an error: then the previous input stays
## in effect and its number is returned.
func send_input(figure, input):
	for field in input:
		if not field in INPUT_FIELDS:
			push_error("posed: input: %s is no field; %s allowed" % [field, INPUT_FIELDS])
			return figure.seq
	figure.seq += 1
	figure.path = null
	figure.held = input.duplicate()
	figure.held.seq = figure.seq
	var yaw = input.get("camera_yaw", 0.0)
	if abs(yaw) > 6.29:  # the server cannot warn: bytes have a direction within half a turn
		_warn("input", {"pointer": "/camera_yaw", "detail": "%s; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees" % yaw})
	_send_held(figure)
	return figure.seq


## Makes a character walk along a path. [param path]: points [[x, z], ...] in world space, metres. Returns the ref of the message.
## [param options]:
## [br]closed: true if the path is a loop without end. lookahead: distance along the path to the point at which it aims, metres.
## [br]speed: metres a second. gait: as of an input. space: distance kept from the session's other characters, metres.
## [br]round: true if the only point is a destination; the way there then avoids walls, seats and steps.
## [br]wander: radius in metres; the character walks without end between places around the only point.
func follow(figure, path, options = {}):
	figure.held = null
	figure.path = options.duplicate()
	figure.path.path = path
	return _ask_follow(figure)


## Makes a character walk to a chair and sit down. [param seat]: [x, z] of the seat in world space, metres; null: the character stands up.
## [param options]: facing of the chair, radians about +Y, 0 is +Z; height of the seat over the ground, metres; seconds that sitting down takes;
## space kept from the session's other characters on the way, metres.
## Returns the ref of the message. Does nothing and returns "" if the character is not spawned yet.
func sit(figure, seat, options = {}):
	var fields = options.duplicate() if seat != null else {}
	if seat != null:
		fields.seat = seat
	fields.id = figure.id
	return ask("sit", fields) if figure.id else ""


## Makes a character play a clip: an emote of the server, or one put with PUT /v1/clips/NAME. [signal clip] tells when it begins and ends.
## [param clip_name]: its id, such as "wave"; null ends all clips.
## [param options]: mask: the groups ("upper", "left_arm", ...) or joints that play it; weights: a share for each of them; fade: seconds from one
## motion to the other; speed: factor; loop; root: whether the character moves along the clip's path; feet: whether planted feet are kept in
## place; queue: true begins it after those that play.
## Returns the ref of the message. Does nothing and returns "" if the character is not spawned yet.
func play(figure, clip_name, options = {}):
	var fields = options.duplicate() if clip_name != null else {"stop": true}
	if clip_name != null:
		fields.clip = clip_name
	fields.id = figure.id
	return ask("play", fields) if figure.id else ""


## Makes a character speak. [signal speech] tells when it begins, at which word it is, and when it ends.
## [param what]: a text, or an utterance with times as a Dictionary: {words, characters, phones or visemes, source}.
## [param options]: utterance: a name that the signal repeats; queue: true begins it after what the character speaks; delay: seconds until it is
## heard; speed: factor of the speed of a text.
## Returns the ref of the message. Does nothing and returns "" if the character is not spawned yet.
func speak(figure, what, options = {}):
	var fields = options.duplicate()
	if typeof(what) == TYPE_DICTIONARY:
		for name in what:
			fields[name] = what[name]
	else:
		fields.text = what
	fields.id = figure.id
	return ask("speak", fields) if figure.id else ""


## Ends the speech of a character and drops what waits. The mouth closes in 0.12 s. Returns the ref of the message, as [method speak] does.
func hush(figure):
	return ask("speak", {"id": figure.id, "stop": true}) if figure.id else ""


## Sets how a character is in a conversation. What is left out ends.
## [param emotions]: amounts from 0 to 1 of calm, happy, sad, angry, surprised, afraid and disgusted, for example {"happy": 0.6}.
## [param options]: partner: a Figure of this session or the id of a character; part: "auto", "speaking", "listening" or "thinking";
## liveliness: 0 to 1; seconds: duration of the change.
## Returns the ref of the message. Does nothing and returns "" if the character is not spawned yet.
func feel(figure, emotions = {}, options = {}):
	var fields = options.duplicate()
	if emotions.size() > 0:
		fields.emotions = emotions
	if typeof(fields.get("partner")) == TYPE_OBJECT:
		fields.partner = fields.partner.id
	fields.id = figure.id
	return ask("feel", fields) if figure.id else ""


## Begins a sound whose speech moves the mouth of a character; [method sound] sends its samples. After a lost connection, and after a pause of
## more than two seconds, it begins anew with the next samples.
## [param rate]: samples a second, such as AudioServer.get_mix_rate().
## [param options]: utterance: a name that [signal speech] repeats; text: what is said, if it is known; delay: seconds until the sound is heard,
## for one that is played later.
## Returns the ref of the message, or "" if the character is not spawned yet: the sound then begins with the first samples after that.
func hear(figure, rate, options = {}):
	var hearing = Hearing.new()
	hearing.fields = options.duplicate()
	hearing.fields.rate = int(rate)
	hearing.fields.format = "s16"
	hearing.size = int(max(1, int(rate) * CHUNK))
	figure.hearing = hearing
	return _begin_hearing(figure)


## Sends the next samples of the sound that [method hear] began. They leave in chunks of 20 ms. Without a connection they are dropped.
## [param samples]: an array of numbers from -1 to 1, or of Vector2 (left and right), as AudioEffectCapture.get_buffer returns them.
func sound(figure, samples):
	for sample in samples:
		var hearing = figure.hearing
		if hearing == null or state != "open" or not figure.id:
			return
		hearing.chunk.append(PosedFrame.sample_of(sample))
		if hearing.chunk.size() >= hearing.size:
			_send_chunk(figure)


## Ends the sound that [method hear] began, after what was sent. Returns the ref of the message, or "" if there is no sound.
func hear_end(figure):
	var hearing = figure.hearing
	if hearing == null or not hearing.is_begun or state != "open" or not figure.id:
		figure.hearing = null
		return ""
	if hearing.chunk.size() >= hearing.fields.rate * SHORTEST:
		_send_chunk(figure)
	figure.hearing = null
	return ask("hear", {"id": figure.id, "end": true})


## Requests the content of frames, also after each reconnect. Returns the ref of the message. [param channels]: names from CHANNELS of frame.gd.
## [param divisor]: a frame every divisor-th tick. [param quantize]: bits of a rotation, 48 or 32.
## [param compact]: largest error of a joint's position in compact frames, 1 to 10 mm; 0: frames are not compact.
func ask_profile(channels, divisor = 1, quantize = 48, compact = 0):
	profile = {"channels": channels, "divisor": divisor, "quantize": quantize, "compact": compact}
	return ask("profile", profile)


## Sends a message. [param type], [param fields]: its type and its other members. [param about]: used internally.
## Returns its ref, which [signal answered] reports with the reply, or "" if the session is not open.
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


## Returns the average number of ticks between two frames: the divisor of the profile, or more while the server is overloaded.
func divisor():
	return max(float(profile.divisor), _lowered)


## Returns the interpolated state of a character (a Who of frame.gd) to draw now, or null if the buffered frames do not contain the character.
func sample(figure):
	if timeline.offset == null or not figure.id:
		return null
	var rate = float(welcome.tick_rate)
	return timeline.sample(figure.id, now() - timeline.offset - delay * divisor() / rate)


## Sends a text of at most 1024 bytes to the other members of the room, or to the member `to` alone. Returns the ref, as [method ask] does.
func say(text, to = 0):
	return ask("send", {"text": text, "to": to} if to else {"text": text})


## Takes an object of the room, which then no other member can take, or gives it back. Returns the ref, as [method ask] does.
func take(object, release = false):
	return ask("take", {"object": object, "release": release})


## Returns the pose of any character of the session, also of another member of the room, as [method sample] does. id: id of the character.
func sample_id(id):
	if timeline.offset == null:
		return null
	return timeline.sample(id, now() - timeline.offset - delay * divisor() / float(welcome.tick_rate))


## Returns the skeleton of a figure's motion network: {model, default, samples, joints: [{name, parent, offset}]}. offset: position of a joint
## at rest relative to its parent, metres. Call it after [signal welcomed].
func skeleton_of(figure):
	return _skeleton(figure.model)


## Returns the address of an HTTP request, for an HTTPRequest: http_url("models", "person", "mesh", {"format": "glb", "rig": true}).
## [param kind], [param id], [param more]: parts of the path /v1/KIND/ID/MORE. [param query]: fields of the query.
## A POST takes all fields in its JSON body. The header Posed-Warning of a reply names a value that looks like a mistake: pass the headers of
## request_completed to [method warn_of].
func http_url(kind, id = "", more = "", query = {}):
	var address = url.replace("ws://", "http://").replace("wss://", "https://").replace("/v1/stream", "/v1/" + kind)
	address += ("/" + id.uri_encode() if id else "") + ("/" + more if more else "")
	var before = "?"
	for field in query:
		address += before + field.uri_encode() + "=" + _written(query[field]).uri_encode()
		before = "&"
	return address


## Prints the header Posed-Warning of an HTTP reply as a warning, each text once. [param headers]: as request_completed of HTTPRequest gives them.
func warn_of(headers):
	for header in headers:
		if header.to_lower().begins_with("posed-warning:"):
			_warn("http", {"pointer": "", "detail": header.substr(14).strip_edges()}, header)


# Returns the text of a value in a query. The elements of an array are separated by commas.
static func _written(value):
	if typeof(value) == TYPE_BOOL:
		return "true" if value else "false"
	if typeof(value) != TYPE_ARRAY:
		return str(value)
	var text = ""
	for one in value:
		text += ("," if text else "") + _written(one)
	return text


# -- sent messages


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


# Asks the server to begin the sound of a figure from sample 0. Returns the ref of the message, or "".
func _begin_hearing(figure):
	var hearing = figure.hearing
	if state != "open" or not figure.id:
		return ""
	hearing.at = 0
	hearing.is_begun = true
	hearing.sent = now()
	var fields = hearing.fields.duplicate()
	fields.id = figure.id
	return ask("hear", fields, hearing)


# Sends the samples of a figure's sound that wait.
func _send_chunk(figure):
	var hearing = figure.hearing
	if not hearing.is_begun or now() - hearing.sent > GAP:
		_begin_hearing(figure)
	_send_bytes(PosedFrame.encode_sound(figure.id, hearing.at, hearing.chunk))
	hearing.at += hearing.chunk.size()
	hearing.chunk.clear()
	hearing.sent = now()


# The sound of each figure begins anew with the next samples.
func _stop_hearing():
	for figure in figures:
		if figure.hearing != null:
			figure.hearing.is_begun = false
			figure.hearing.chunk.clear()


func _ask_follow(figure):
	var fields = figure.path.duplicate()
	fields.id = figure.id
	return ask("follow", fields)


func _place(figure, fields):
	ask("spawn", fields, figure)


# -- received messages


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
			if ref:
				_warn_all("spawn", message)
			_take_spawned(about, message)
		"event":
			_take_event(message)
		"clip":
			for figure in figures:
				if figure.id == int(message.id):
					clip.emit(figure, message)
		"speech":
			for figure in figures:
				if figure.id == int(message.id):
					speech.emit(figure, message)
		"pong":
			_take_pong(about, message.server_time)
		"lowered":
			_lowered = float(message.divisor)
			lowered.emit(message)
		"warned":
			_warn_all(message.get("of", ""), message)
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


# Takes the reply to a ping of the local time `sent`. Frames that arrived before it are older than the ping.
func _take_pong(sent, server_time):
	if sent == null:
		return
	timeline.take_pong(sent, server_time, now())
	if _resumed != null and sent >= _resumed:
		_resumed = null


func _take_spawned(figure, message):
	if not figure in figures:
		ask("despawn", {"id": int(message.id)})
		return
	figure.id = int(message.id)
	figure.model = message.model
	figure.joints = message.get("joints", [])
	figure.root = message.get("root", "")
	figure.face = message.get("face", PosedFrame.FACE_NAMES)
	figure.soft = message.get("soft", [])
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
	for figure in figures:
		if about != null and typeof(about) == TYPE_OBJECT and figure.hearing == about:
			figure.hearing = null  # the server has refused the sound
	if typeof(about) != TYPE_STRING or about != "join":
		return
	if message.code == "not_found" and token:
		token = ""
		_join()
	elif message.code in ["busy", "limit"]:
		_lose()
	else:
		close()


# Prints a warning, once for each kind (null: pair of code and pointer) and at most 32 in all. Inputs are repeated, so their errors are too.
func _warn(code, message, kind = null):
	var pointer = message.get("pointer", "")
	if kind == null:
		kind = code + " " + pointer
	if _warned.has(kind) or _warned.size() >= 32:
		return
	_warned[kind] = true
	push_warning("posed: " + code + (": " + pointer if pointer else "") + ": " + str(message.get("detail", "")))


# Prints the warnings of a message: values that the server accepted but that look like mistakes.
func _warn_all(code, message):
	for remark in message.get("warnings", []):
		_warn(code, remark)


# Returns whether a message bye ends the session for good.
static func _is_final(bye):
	return not bye.get("come_back", true) or bye.get("reason") in FINAL


func _take_welcome(message):
	var before = welcome
	var is_new = before == null or before.session != message.session or (room != "" and not message.resumed)  # a room keeps a place only for a time
	welcome = message
	token = message.get("resume_token", "")
	_attempts = 0
	_stop_hearing()
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


# Spawns all figures in a new session, at their positions in the newest frame of the old one.
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
		return  # the frame before this compact frame was lost
	if _resumed != null:
		return  # it is from before the end of a pause
	if frame.error:
		push_error("posed: a frame was refused: " + frame.error)
		return
	timeline.take_time(frame.time, now())
	if timeline.push(frame):
		frame_taken.emit(frame)


# Returns [joints, samples] of a character: joints of its skeleton, samples of its trajectory.
func _counts_of(id):
	var model = ""
	for figure in figures:
		if figure.id == id:
			model = figure.model
	var skeleton = _skeleton(model)
	return [skeleton.joints.size(), int(skeleton.samples)]


# Returns the skeleton of a motion network; "": of the default one.
func _skeleton(model):
	for skeleton in welcome.skeletons:
		if skeleton.model == model or (model == "" and skeleton.default):
			return skeleton
	return welcome.skeletons[0]


# -- the connection


func _process(_delta):
	_notice_pause()
	if _socket:
		_poll(_socket)
	if _socket:
		_listen_for_silence()
	if state == "closed" or (state != "open" and now() < _due):
		return
	match state:
		"waiting":
			if now() - _due > PAUSE:  # the game was paused: clients that wake together do not connect at once
				_due = now() + first_wait * _chance.randf()
			else:
				_connect_now()
		"connecting", "joining":
			_lose("silent")
		"open":
			if now() >= _beat:
				_heartbeat()


# Notices that the game was paused, or that the computer slept. Sends a ping then, before the frames that have waited are received.
func _notice_pause():
	if state == "open" and now() - _polled > PAUSE:
		_resumed = now()
		ask("ping", {"time": 0}, _resumed)


# Receives all pending messages of a socket. A message may cause the socket to be replaced; the other messages of the old one are then ignored.
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


# Detects a dead connection by the time without a message. When a computer sleeps, leaves a Wi-Fi network, or a NAT drops the connection, neither side
# is notified. A rendered frame counts for two seconds at most, so that a paused game does not mistake the pause for silence.
func _listen_for_silence():
	_quiet += min(now() - _polled, 2.0)
	_polled = now()
	if state == "open" and silence > 0 and _quiet >= silence:
		_lose("silent")


# Repeats the inputs and sends a ping.
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
	_resumed = null
	_polled = now()
	_socket = WebSocketPeer.new()
	_socket.supported_protocols = PackedStringArray(["posed.v1"])
	_socket.inbound_buffer_size = 1 << 20
	if key.strip_edges():
		_socket.handshake_headers = PackedStringArray(["Authorization: Bearer " + key.strip_edges()])
	_enter("connecting")
	if _socket.connect_to_url(url) != OK:
		_lose()


func _join():
	if token:
		ask("join", {"resume": token}, "join")
	elif watch:
		ask("join", {"watch": watch}, "join")
	else:
		ask("join", _join_fields(), "join")


# Returns the fields of a join of a new session, or of a room.
func _join_fields():
	var fields = {"scene": scene, "room": room, "name": member_name, "secret": secret, "capacity": capacity}
	if room and role != "player":
		fields["role"] = role
	for name in fields.keys():
		if not fields[name]:
			fields.erase(name)
	return fields


# Drops the socket without a closing handshake.
func _cut():
	_socket = null
	_asked.clear()


# Handles a lost connection: schedules the next attempt, or closes if the server's bye was final. The wait is random, from 0 to its limit.
func _lose(reason = "disconnected"):
	var bye = _bye
	_cut()
	if bye and _is_final(bye):
		_enter("closed")
		return
	var limit = min(longest_wait, first_wait * pow(2, min(_attempts, 20)))
	_attempts += 1
	_due = now() + (bye.get("after", 0) if bye else 0) + limit * _chance.randf()
	_enter("waiting")
	disconnected.emit(bye.reason if bye else reason)
