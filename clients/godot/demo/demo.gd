extends Node3D
## Demo: a character on rolling ground that the keyboard controls.
##
## Arrows or WASD walk, Shift jogs, Ctrl or C crouches, space jumps, Q and E turn the camera.
## The environment variable POSED_URL gives the address of the daemon; the default is http://127.0.0.1:8080.

const SCENE = "godot-demo"
const GROUND = {"ground": {"kind": "rolling", "seed": 2, "side": 48, "cell": 0.5}}
const GREEN = Color(0.42, 0.52, 0.38)

var address = "http://127.0.0.1:8080"
var turned = 0.0  # yaw of the camera, radians about +Y, 0 looks along +Z
var steps = 0  # number of footsteps so far


func _ready():
	if OS.has_environment("POSED_URL"):
		address = OS.get_environment("POSED_URL")
	$Walker.footstep.connect(_on_footstep)
	$Walker.posed.connect(_look_on)
	$Session.state_changed.connect(_on_state_changed)
	_light()
	_ask(HTTPClient.METHOD_PUT, "/v1/scenes/" + SCENE, JSON.stringify(GROUND), _on_scene_put)


func _light():
	var environment = Environment.new()
	environment.background_mode = Environment.BG_COLOR
	environment.background_color = Color(0.72, 0.8, 0.88)
	environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	environment.ambient_light_color = Color(0.6, 0.65, 0.7)
	environment.ambient_light_energy = 0.8
	$Camera.environment = environment


# -- the ground: the daemon generates it and returns its heights


# Sends an HTTP request. then: function that gets the reply and the HTTPRequest. If the request cannot be sent, joins on flat ground.
func _ask(method, path, body, then):
	var request = HTTPRequest.new()
	request.use_threads = true
	add_child(request)
	request.request_completed.connect(then.bind(request))
	if request.request(address + path, [], method, body) != OK:
		_join("")


func _on_scene_put(_result, code, _headers, _body, request):
	request.queue_free()
	if code == 200 or code == 201:
		_ask(HTTPClient.METHOD_GET, "/v1/scenes/%s?heights=true" % SCENE, "", _on_heights)
	else:
		_join("")


func _on_heights(_result, code, _headers, body, request):
	request.queue_free()
	if code != 200:
		_join("")
		return
	var ground = JSON.parse_string(body.get_string_from_utf8()).ground
	_join(SCENE)
	add_child(_mesh_of(ground.heights, ground.x, ground.z, ground.cell))


# Opens the session. scene: name of the scene; "": flat ground.
func _join(scene):
	if scene == "":
		add_child(_mesh_of([[0, 0], [0, 0]], -40, -40, 80))
	$Session.scene = scene
	$Session.url = address.replace("http", "ws") + "/v1/stream"
	$Session.open()


# Returns a MeshInstance3D of the ground. heights: rows along z, each an array along x, metres. x, z: position of the first height, metres.
# cell: distance between two heights, metres. The ground is coloured as a checkerboard of 1 m squares, so that motion over it is visible.
func _mesh_of(heights, x, z, cell):
	var surface = SurfaceTool.new()
	surface.begin(Mesh.PRIMITIVE_TRIANGLES)
	surface.set_smooth_group(0)
	for r in heights.size() - 1:
		for c in heights[0].size() - 1:
			var is_dark = (int(floor(x + c * cell)) + int(floor(z + r * cell))) % 2 != 0
			surface.set_color(GREEN if is_dark else GREEN.lightened(0.12))
			for corner in [[0, 0], [0, 1], [1, 0], [1, 0], [0, 1], [1, 1]]:
				var i = r + corner[0]
				var j = c + corner[1]
				surface.add_vertex(Vector3(x + j * cell, heights[i][j], z + i * cell))
	surface.generate_normals()
	surface.index()
	var ground = MeshInstance3D.new()
	ground.mesh = surface.commit()
	var paint = StandardMaterial3D.new()
	paint.vertex_color_use_as_albedo = true
	ground.material_override = paint
	return ground


# -- every rendered frame


func _process(delta):
	turned += 1.8 * delta * (_pressed(KEY_Q) - _pressed(KEY_E))
	var to = Vector2(
		max(_pressed(KEY_RIGHT), _pressed(KEY_D)) - max(_pressed(KEY_LEFT), _pressed(KEY_A)),
		max(_pressed(KEY_UP), _pressed(KEY_W)) - max(_pressed(KEY_DOWN), _pressed(KEY_S)))
	var gait = "walk"
	if _pressed(KEY_CTRL) or _pressed(KEY_C):
		gait = "crouch"
	elif _pressed(KEY_SHIFT):
		gait = "jog"
	$Walker.jump(_pressed(KEY_SPACE) == 1)
	$Walker.stick(to.limit_length(1), $Walker.camera_yaw_of($Camera), gait)


# Returns 1 if the key is pressed, else 0.
func _pressed(code):
	return 1 if Input.is_key_pressed(code) else 0


# Places the camera 3.2 m behind the character and 1.6 m above the ground. It looks at the character's hips.
func _look_on(_who):
	var at = $Walker.global_transform.origin
	var back = Vector3(-sin(turned), 0, -cos(turned)) * 3.2
	$Camera.look_at_from_position(at + back + Vector3(0, 1.6, 0), at + Vector3(0, 0.95, 0), Vector3.UP)


func _on_footstep(foot, position):
	steps += 1
	$Steps.text = "step %d: %s foot at %.2f, %.2f m" % [steps, foot, position.x, position.z]


func _on_state_changed(state):
	if state != "open":
		$Steps.text = "posed at %s: %s" % [address, state]
