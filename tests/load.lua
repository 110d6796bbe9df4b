-- wrk asks for every page in turn and keeps how long each took, in steps of a hundredth.
--
-- Answers carry back when and for what they were asked: with so many connections at once wrk does
-- not tell which answer belongs to which request.

local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } instant;
  int clock_gettime(int clock, instant *now);
]]
local MONOTONIC = 1
local instant = ffi.new("instant")

local function milliseconds()
  ffi.C.clock_gettime(MONOTONIC, instant)
  return tonumber(instant.seconds) * 1e3 + tonumber(instant.nanoseconds) / 1e6
end

local pages, number = {}, 0
local threads = {}
seen, wrong = {}, 0 -- of this thread; global, for done() takes them from every thread

function setup(thread)
  thread:set("first", #threads * 7)
  table.insert(threads, thread)
end

function init(arguments)
  for page in io.lines(arguments[1]) do table.insert(pages, page) end
  number = first
end

function request()
  number = number + 1
  local index = number % #pages + 1
  local asked = string.format("%d %.3f", index, milliseconds())
  return wrk.format("GET", pages[index], { ["Accept-Encoding"] = "br", ["X-Asked"] = asked })
end

function response(status, headers)
  local index, asked = (headers["X-Asked"] or ""):match("^(%d+) (%S+)$")
  if status ~= 200 or not index or headers["Content-Encoding"] ~= "br" then
    wrong = wrong + 1
    return
  end
  local took = math.max(milliseconds() - tonumber(asked), 0.01)
  local step = index .. " " .. math.floor(math.log(took) / math.log(1.01) + 0.5)
  seen[step] = (seen[step] or 0) + 1
end

function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  for _, thread in ipairs(threads) do
    failed = failed + thread:get("wrong")
    for step, count in pairs(thread:get("seen")) do print(step .. " " .. count) end
  end
  print(string.format("errors %d requests %d", failed, summary.requests))
end
