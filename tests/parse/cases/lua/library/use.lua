local own = require("own")

local function read(line, thing)
  thing:weigh(line)
  return line:match("a")
end
