-- A token came back with an answer.

local lifetime, binding, token, answer, attempt = ARGV[12], ARGV[13], ARGV[14], ARGV[15], ARGV[16]

local function state()
  return redis.call('HGET', BODIES, state_field(CHAIN))
end

local function shown(round)
  return redis.call('HGET', BODIES, shown_field(CHAIN, round))
end

-- A new holder.
local function lease(record)
  record.fence = record.fence + 1
  record.attempt = attempt
  record.lease_end = NOW + LEASE_MILLIS
end

local function claimed(record)
  local round = #record.prompts
  return { 'claimed', record.fence, record.lease_end, round, record.attempts, last_prompt(record).expiry, state(),
    shown(round) }
end

local function recovering(record)
  return { 'recovering', record.fence, record.lease_end, #record.prompts, state() }
end

-- The prompt `place` was answered, by this very answer.
local function answered_so(record, place)
  local following = record.prompts[place + 1]
  if following then
    if NOW < following.expiry then
      return { 'replayed', place + 1, following.expiry, shown(place + 1) }
    end
    return { 'invalid' }
  end
  if record.state == DONE or record.state == RECOVER then
    if record.recoveries >= RECOVERIES then
      return { 'already_ran', state() }
    end
    record.recoveries = record.recoveries + 1
    lease(record)
    record.state = RECOVERING
    return recovering(record)
  elseif record.state == RECOVERING and record.attempt == attempt then
    return recovering(record)
  elseif record.state == DECLINED then
    return { 'closed', 'declined', state() }
  elseif record.state == EXHAUSTED then
    return { 'closed', 'attempts', state() }
  end
  return { 'busy' }
end

-- The prompt is the last one, and not answered.
local function unanswered(record)
  if record.state == OPEN then
    lease(record)
    record.state = CLAIMED
    record.answer = answer
    return claimed(record)
  elseif record.state == CLAIMED and record.attempt == attempt and record.answer == answer then
    return claimed(record)
  elseif record.state == EXHAUSTED then
    -- It had its attempts: whatever is answered now, it is closed.
    return { 'closed', 'attempts', state() }
  end
  return { 'busy' }
end

local function verdict(record)
  if record.owner ~= OWNER or record.binding ~= binding or record.lifetime ~= lifetime then
    return { 'invalid' }
  end
  for place, prompt in ipairs(record.prompts) do
    if prompt.token == token then
      if not prompt.accepted then
        return unanswered(record)
      elseif prompt.accepted ~= answer then
        return { 'conflict' }
      end
      return answered_so(record, place)
    end
  end
  return { 'invalid' }
end

local before, was = load(CHAIN)
local record = before and settle(before)
local reply = record and verdict(record) or { 'invalid' }
save(CHAIN, was, record)
return reply
