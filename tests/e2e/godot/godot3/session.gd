# Functions that Godot 3 needs in another form: ../godot3.py puts them into the add-on that it translates from Godot 4's.


func _say(message):
	_socket.get_peer(1).set_write_mode(WebSocketPeer.WRITE_MODE_TEXT)
	_socket.get_peer(1).put_packet(JSON.print(message).to_utf8())


func _send_bytes(bytes):
	_socket.get_peer(1).set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)
	_socket.get_peer(1).put_packet(bytes)


# What is heard comes by signals (_on_data).
func _poll(socket):
	socket.poll()


func _connect_now():
	_bye = null
	_due = now() + (silence if silence > 0 else PATIENCE)
	_quiet = 0.0
	_resumed = null
	_polled = now()
	_socket = WebSocketClient.new()
	_socket.set_buffers(1024, 256, 64, 256)
	_socket.connect("connection_established", self, "_on_opened", [_socket])
	_socket.connect("connection_closed", self, "_on_closed", [_socket])
	_socket.connect("connection_error", self, "_on_closed", [false, _socket])
	_socket.connect("data_received", self, "_on_data", [_socket])
	_enter("connecting")
	var headers = PoolStringArray(["Authorization: Bearer " + key] if key else [])
	if _socket.connect_to_url(url, PoolStringArray(["posed.v1"]), false, headers) != OK:
		_lose()


func _on_opened(_protocol, socket):
	if socket == _socket:
		_enter("joining")
		_join()


func _on_closed(_was_clean, socket):
	if socket == _socket:
		_lose()


func _on_data(socket):
	if socket != _socket:
		return
	_quiet = 0.0
	var peer = socket.get_peer(1)
	var bytes = peer.get_packet()
	if peer.was_string_packet():
		_take_text(bytes.get_string_from_utf8())
	else:
		_take_frame(bytes)
