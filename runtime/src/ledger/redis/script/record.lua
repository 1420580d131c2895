-- The record of one chain: its bytes are those of `Record::to_bytes`. Numbers are exact up to 2^53.

local RESERVED, OPEN, CLAIMED, RUNNING, DONE, RECOVER, RECOVERING, DECLINED, EXHAUSTED = 0, 1, 2, 3, 4, 5, 6, 7, 8

local VERSION = 1
local CHAIN_CHARGE, PROMPT_CHARGE = 512, 128

local HEAD = '>Bc32c32c32I8I2I2B'
local LEASE = '>c16I8'
local NUMBERS = '>I8I8I8I8I2I2I2'
local PROMPT = '>c32I8I8B'

local function is_leased(record)
  local state = record.state
  return state == RESERVED or state == CLAIMED or state == RUNNING or state == RECOVERING
end

local function encode(record)
  local out = {
    struct.pack(HEAD, VERSION, record.owner, record.lifetime, record.binding, record.ttl, record.most_prompts,
      record.most_attempts, record.state),
  }
  if is_leased(record) then
    out[#out + 1] = struct.pack(LEASE, record.attempt, record.lease_end)
  end
  if record.state == CLAIMED then
    out[#out + 1] = record.answer
  end
  out[#out + 1] = struct.pack(NUMBERS, record.fence, record.deadline, record.reserved, record.state_bytes,
    record.attempts, record.recoveries, #record.prompts)
  for _, prompt in ipairs(record.prompts) do
    out[#out + 1] = struct.pack(PROMPT, prompt.token, prompt.expiry, prompt.bytes, prompt.accepted and 1 or 0)
    out[#out + 1] = prompt.accepted or ''
  end
  return table.concat(out)
end

local function decode(bytes)
  if string.byte(bytes, 1) ~= VERSION then
    error('askback: a record that another version wrote')
  end
  local record = { prompts = {} }
  local at, count, _
  _, record.owner, record.lifetime, record.binding, record.ttl, record.most_prompts, record.most_attempts,
    record.state, at = struct.unpack(HEAD, bytes)
  if is_leased(record) then
    record.attempt, record.lease_end, at = struct.unpack(LEASE, bytes, at)
  end
  if record.state == CLAIMED then
    record.answer, at = struct.unpack('c32', bytes, at)
  end
  record.fence, record.deadline, record.reserved, record.state_bytes, record.attempts, record.recoveries, count, at =
    struct.unpack(NUMBERS, bytes, at)
  for number = 1, count do
    local prompt, answered = {}, nil
    prompt.token, prompt.expiry, prompt.bytes, answered, at = struct.unpack(PROMPT, bytes, at)
    if answered == 1 then
      prompt.accepted, at = struct.unpack('c32', bytes, at)
    end
    record.prompts[number] = prompt
  end
  return record
end

local function last_prompt(record)
  return record.prompts[#record.prompts]
end

local function charge(record)
  local bytes = CHAIN_CHARGE + record.state_bytes + record.reserved
  for _, prompt in ipairs(record.prompts) do
    bytes = bytes + PROMPT_CHARGE + prompt.bytes
  end
  return bytes
end

-- Whether it is one of the chains that its owner may have: it is not over.
local function counts(record)
  local state = record.state
  return state == RESERVED or state == OPEN or state == CLAIMED or state == RUNNING
end
