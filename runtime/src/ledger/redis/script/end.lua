-- Ends a lifetime, and lets go of its open chains, one page of the shard's records at a time.

local lifetime, cursor = ARGV[12], ARGV[13]

redis.call('SADD', ENDED, lifetime)
local page = redis.call('HSCAN', RECORDS, cursor, 'COUNT', 256)
for at = 1, #page[2], 2 do
  local chain = page[2][at]
  local record, was = load(chain)
  if record and record.lifetime == lifetime and record.state == OPEN then
    save(chain, was, settle(record))
  end
end
return { 'ended', page[1] }
