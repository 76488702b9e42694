local json = require("json")
-- Adds.
local function add(a, b) return a + b end
function M.run(x) add(x, 1) M:other(2) end
function Class:method(self) self.x = 1; self:go() end
local f = function(y) return y end
M.field = function() end
local t = { key = function() end, n = 1 }
LIMIT = 3
return M
