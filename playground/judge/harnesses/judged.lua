-- Functions of yours for the judge of Geometry Playground (Lua 5.4):
--     @judge@
-- Each is given numbers and lists of numbers, angles in radians. It returns nil where
-- nothing is hit, true or false, a number, or a table of what the result has by name;
-- an error is told. What it prints goes to standard error.

@with ray_circle
-- The sample decides by exact sums of products: it is right to the last bit, unless
-- they underflow. A sum is a list of numbers of which none overlap, the largest last.
local function halves(x)
  local large = 134217729.0 * x
  local high = large - (large - x)
  return high, x - high
end

local function add(parts, x)
  local kept = 0
  for place = 1, #parts do
    local y = parts[place]
    local whole = x + y
    local part = whole - x
    local rest = x - (whole - part) + (y - part)
    if rest ~= 0 then
      kept = kept + 1
      parts[kept] = rest
    end
    x = whole
  end
  for place = #parts, kept + 2, -1 do parts[place] = nil end
  parts[kept + 1] = x
end

local function sum(...)
  local parts, factors = {}, { ... }
  for place, factor in ipairs(factors) do
    factors[place] = type(factor) == "table" and factor or { factor }
  end
  for place = 1, #factors, 2 do
    for _, x in ipairs(factors[place]) do
      for _, y in ipairs(factors[place + 1]) do
        local whole, p, q = x * y, halves(x)
        local r, s = halves(y)
        add(parts, q * s - (whole - p * r - q * r - p * s))
        add(parts, whole)
      end
    end
  end
  return parts
end

local function total(parts)
  local all = 0.0
  for _, x in ipairs(parts) do all = all + x end
  return all
end

@end
local functions = {}
@each

-- A number is @number@; the names are hit, @names@.
function functions.@name@(@takes@)
@body
  error("@function@ is not written yet", 0)
@end
end
@end
@sample ray_circle
  local dx, dy = direction[1], direction[2]
  local mx, my = sum(center[1], 1, origin[1], -1), sum(center[2], 1, origin[2], -1)
  local across, pace = sum(my, dx, mx, -dy), sum(dx, dx, dy, dy)
  local along = total(sum(mx, dx, my, dy))
  local power = total(sum(mx, mx, my, my, radius, -radius))
  local rest = total(sum(sum(radius, radius), pace, across, sum(across, -1)))
  if rest < 0 or power > 0 and along < 0 then return nil end
  local far = math.abs(along) + math.sqrt(rest)
  if power < 0 and along > 0 then return far / total(pace) end
  return power == 0 and 0.0 or math.abs(power) / far
@end

-- From here on nothing is yours: lines are read and answered.
local function text(answer)
  if type(answer) == "number" then return string.format("%.17g", answer) end
  if type(answer) == "string" then
    return '"' .. answer:gsub('[%c"\\]', " ") .. '"'
  end
  if answer == nil then return "null" end
  if type(answer) ~= "table" then return tostring(answer) end
  local parts = {}
  for name, x in pairs(answer) do
    parts[#parts + 1] = #answer > 0 and text(answer[#parts + 1])
      or string.format('"%s": %s', name, text(x))
  end
  local all = table.concat(parts, ", ")
  return #answer > 0 and "[" .. all .. "]" or "{" .. all .. "}"
end

local function answered(line)
  -- The line as a table of Lua: { ["radius"]= 2.0, ["origin"]= {0.0, 1.5} }
  local lua = line:gsub("%[", "{"):gsub("%]", "}"):gsub('("[%w_]+"):', "[%1]=")
  local q = load("return " .. lua:gsub("null", "nil"), "line", "t", {})()
@each
  if q["function"] == "@function@" then
    return functions.@name@(@asks@)
  end
@end
  error("there is no function " .. q["function"], 0)
end

function print(...) io.stderr:write(table.concat({ ... }, "\t"), "\n") end
for line in io.lines() do
  local fine, answer = pcall(answered, line)
  local said = fine and text(answer) or text(tostring(answer))
  io.write(fine and said or '{"error": ' .. said .. "}", "\n")
  io.flush()
end
