-- Bodies with all their betas and a pose, 64 different ones in turn; vertices only.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies, n = {}, 0

local function numbers(count, size, digits)
  local list = {}
  for i = 1, count do list[i] = string.format("%." .. digits .. "f", (math.random() * 2 - 1) * size) end
  return table.concat(list, ",")
end

function init()
  math.randomseed(1)
  for i = 1, 64 do
    bodies[i] = '{"betas":[' .. numbers(10, 2, 3) .. '],"pose":[' .. numbers(72, 0.4, 4) .. '],"include":["vertices"]}'
  end
end

function request()
  n = n + 1
  return wrk.format(nil, wrk.path, nil, bodies[n % 64 + 1])
end
