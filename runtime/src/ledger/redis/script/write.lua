-- Whoever holds a chain says how it goes on.

local fence, transition = tonumber(ARGV[12]), ARGV[13]

local LOST = { 'lost' }

-- What is to be kept beside the record.
local state, shown

-- Each takes the record as time has left it, held by the writer's fence, and gives the record, or nil when it is gone, and the
-- reply.
local transitions = {}

function transitions.renew(record)
  if not is_leased(record) then
    return record, LOST
  end
  record.lease_end = math.max(record.lease_end, NOW + LEASE_MILLIS)
  return record, { 'renewed', record.lease_end }
end

function transitions.fail(record)
  if record.state == RESERVED then
    return nil, { 'failed' }
  elseif record.state == CLAIMED then
    record.state = OPEN
  elseif record.state == RUNNING or record.state == RECOVERING then
    over(record, RECOVER)
  elseif record.state ~= OPEN and record.state ~= RECOVER then
    return record, LOST
  end
  return record, { 'failed' }
end

local function refused(record, guard)
  return transitions.fail(record), { 'refused', guard }
end

local function guard_of(record, expiry, needed)
  if #record.prompts >= record.most_prompts then
    return 'prompts'
  elseif NOW >= expiry then
    return 'deadline'
  elseif has_ended(record.lifetime) then
    return 'lifetime'
  elseif needed > record.reserved + record.state_bytes then
    return 'size'
  end
  return nil
end

function transitions.prompt(record)
  local token, ttl, new_state, new_shown = ARGV[14], tonumber(ARGV[15]), ARGV[16], ARGV[17]
  local last = last_prompt(record)
  if record.state == OPEN and last.token == token then
    -- The same prompt again.
    return record, { 'prompted', #record.prompts, last.expiry }
  elseif record.state ~= RESERVED and record.state ~= RUNNING then
    return record, LOST
  end
  local expiry = NOW + math.min(ttl or record.ttl, record.ttl)
  if last then
    expiry = math.min(expiry, last.expiry)
  end
  local guard = guard_of(record, expiry, #new_state + #new_shown + PROMPT_CHARGE)
  if guard then
    return refused(record, guard)
  end
  record.prompts[#record.prompts + 1] = { token = token, expiry = expiry, bytes = #new_shown }
  if not last then
    record.deadline = expiry
  end
  record.state = OPEN
  record.attempts = 0
  record.reserved = 0
  record.state_bytes = #new_state
  state, shown = new_state, new_shown
  return record, { 'prompted', #record.prompts, expiry }
end

function transitions.release(record)
  if record.state == CLAIMED then
    record.state = OPEN
  elseif record.state ~= OPEN then
    return record, LOST
  end
  return record, { 'released' }
end

function transitions.accept(record)
  local new_state, reserve = ARGV[14], tonumber(ARGV[15])
  if record.state == RUNNING then
    return record, { 'accepted' }
  elseif record.state ~= CLAIMED then
    return record, LOST
  end
  local reserved = reserve + PROMPT_CHARGE
  local bytes = #new_state - record.state_bytes + reserved - record.reserved
  -- Whoever holds a lease is not due: no sweep touches this record.
  local no_room = bytes > 0 and admit(false, bytes)
  if no_room == 'again' then
    return record, { 'full', no_room }
  elseif no_room then
    return transitions.release(record), { 'full', no_room }
  end
  last_prompt(record).accepted = record.answer
  record.state = RUNNING
  record.state_bytes = #new_state
  record.reserved = reserved
  state = new_state
  return record, { 'accepted' }
end

function transitions.reject(record)
  if record.state == CLAIMED then
    record.attempts = math.min(record.attempts + 1, 65535)
  elseif record.state == EXHAUSTED then
    return record, { 'exhausted' }
  elseif record.state ~= OPEN or record.attempts == 0 then
    return record, LOST
  end
  if record.attempts >= record.most_attempts then
    over(record, EXHAUSTED)
    return record, { 'exhausted' }
  end
  record.state = OPEN
  return record, { 'rejected', record.attempts }
end

function transitions.finish(record)
  if record.state == RESERVED then
    return nil, { 'finished' }
  elseif record.state == RUNNING or record.state == RECOVERING then
    over(record, DONE)
  elseif record.state ~= DONE then
    return record, LOST
  end
  return record, { 'finished' }
end

function transitions.decline(record)
  local new_state = ARGV[14]
  if record.state == DECLINED then
    return record, { 'declined' }
  elseif record.state ~= RUNNING then
    return record, LOST
  elseif #new_state > record.reserved + record.state_bytes then
    return refused(record, 'size')
  end
  over(record, DECLINED)
  record.state_bytes = #new_state
  state = new_state
  return record, { 'declined' }
end

local before, was = load(CHAIN)
local record, reply = before and settle(before), LOST
if record and record.owner == OWNER and record.fence == fence then
  record, reply = transitions[transition](record)
  -- What is over already goes at once.
  record = record and settle(record)
end
if not record then
  state, shown = nil, nil
end
save(CHAIN, was, record, state, shown)
return reply
