-- A call begins that may ask.

local lifetime, binding, attempt = ARGV[12], ARGV[13], ARGV[14]

local function granted(record)
  return { 'granted', record.fence, record.lease_end }
end

sweep(SWEEP)
local before, was = load(CHAIN)
local record = before and settle(before)
if was then
  save(CHAIN, was, record)
end
if record then
  if record.state == RESERVED and record.attempt == attempt and record.owner == OWNER then
    return granted(record)
  end
  return { 'taken' }
end
if has_ended(lifetime) then
  return { 'ended' }
end
record = {
  owner = OWNER,
  lifetime = lifetime,
  binding = binding,
  ttl = tonumber(ARGV[15]),
  most_prompts = tonumber(ARGV[16]),
  most_attempts = tonumber(ARGV[17]),
  state = RESERVED,
  attempt = attempt,
  lease_end = NOW + LEASE_MILLIS,
  fence = 1,
  deadline = 0,
  attempts = 0,
  recoveries = 0,
  reserved = tonumber(ARGV[18]) + PROMPT_CHARGE,
  state_bytes = 0,
  prompts = {},
}
local no_room = admit(true, charge(record))
if no_room then
  return { 'full', no_room }
end
save(CHAIN, nil, record)
return granted(record)
