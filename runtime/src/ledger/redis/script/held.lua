-- How much the shard holds.

local function count(what)
  return tonumber(redis.call('HGET', COUNTS, what) or nil) or 0
end

return { 'held', redis.call('HLEN', RECORDS), count('open'), count('bytes') }
