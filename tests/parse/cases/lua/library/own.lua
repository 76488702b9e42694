local own = {}

function own:match(text)
  return text
end

function own:weigh(text)
  return text
end

return own
