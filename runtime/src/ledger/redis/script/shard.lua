-- The chains of one shard, and what is counted of them. All keys have the shard's hash tag.

-- chain -> record; chain and 's' -> state; chain and number -> what was shown with that prompt.
local RECORDS, BODIES = KEYS[1], KEYS[2]
-- When which chain changes by itself.
local DUE = KEYS[3]
-- owner -> chains that are not over, owner and 'c' -> all chains, owner and 'b' -> bytes; 'bytes' and 'open' -> those of the
-- whole shard.
local OWNERS, COUNTS = KEYS[4], KEYS[5]
-- The lifetimes that have ended.
local ENDED = KEYS[6]

local LEASE_MILLIS, GRACE, RECOVERIES = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local MOST_CHAINS, MOST_BYTES, MOST_OF_OWNER = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local MOST_ALL_OF_OWNER, MOST_BYTES_OF_OWNER = tonumber(ARGV[8]), tonumber(ARGV[9])
local CHAIN, OWNER = ARGV[10], ARGV[11]

-- A script is one moment. Only a test says what time it is.
local NOW = tonumber(ARGV[1])
if not NOW then
  local time = redis.call('TIME')
  NOW = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function has_ended(lifetime)
  return redis.call('SISMEMBER', ENDED, lifetime) == 1
end

-- The chain asks nothing any more: what was reserved for it is given back.
local function over(record, state)
  record.state = state
  record.reserved = 0
end

-- What has become of a record by the mere passing of time; nil when it is gone.
local function settle(record)
  if is_leased(record) and NOW >= record.lease_end then
    -- What the holder writes from here on carries an old fence.
    record.fence = record.fence + 1
    if record.state == RESERVED then
      return nil
    elseif record.state == CLAIMED then
      record.state = OPEN
    else
      over(record, RECOVER)
    end
  end
  if record.state == OPEN then
    local last = last_prompt(record)
    if not last or NOW >= last.expiry or has_ended(record.lifetime) then
      return nil
    end
  elseif not is_leased(record) and NOW >= record.deadline + GRACE then
    return nil
  end
  return record
end

local function due(record)
  if record.state == OPEN then
    return last_prompt(record).expiry
  elseif is_leased(record) then
    return record.lease_end
  end
  return record.deadline + GRACE
end

local function state_field(chain)
  return chain .. 's'
end

local function shown_field(chain, round)
  return chain .. struct.pack('>I2', round)
end

-- The record as it is kept, and what was counted of it.
local function load(chain)
  local bytes = redis.call('HGET', RECORDS, chain)
  if not bytes then
    return nil, nil
  end
  local record = decode(bytes)
  return record, {
    bytes = bytes,
    owner = record.owner,
    charge = charge(record),
    counts = counts(record),
    rounds = #record.prompts,
  }
end

local function recount(field, by)
  if by ~= 0 and redis.call('HINCRBY', OWNERS, field, by) <= 0 then
    redis.call('HDEL', OWNERS, field)
  end
end

local function counted(hash, field)
  return tonumber(redis.call('HGET', hash, field) or nil) or 0
end

-- Keeps what has become of a chain; `was` is what `load` gave. What takes memory is written first: a server that has none
-- left refuses it before anything has changed.
local function save(chain, was, record, state, shown)
  local owner = record and record.owner or was and was.owner
  local charged, open = was and was.charge or 0, was and was.counts and 1 or 0
  if record then
    local bytes = encode(record)
    if not was or was.bytes ~= bytes then
      redis.call('HSET', RECORDS, chain, bytes)
      redis.call('ZADD', DUE, due(record), chain)
    end
    if state then
      redis.call('HSET', BODIES, state_field(chain), state)
    end
    if shown then
      redis.call('HSET', BODIES, shown_field(chain, #record.prompts), shown)
    end
    charged, open = charge(record) - charged, (counts(record) and 1 or 0) - open
  elseif was then
    redis.call('HDEL', RECORDS, chain)
    redis.call('HDEL', BODIES, state_field(chain))
    for round = 1, was.rounds do
      redis.call('HDEL', BODIES, shown_field(chain, round))
    end
    redis.call('ZREM', DUE, chain)
    charged, open = -charged, -open
  end
  if charged ~= 0 then
    redis.call('HINCRBY', COUNTS, 'bytes', charged)
  end
  if open ~= 0 then
    redis.call('HINCRBY', COUNTS, 'open', open)
  end
  if owner then
    recount(owner, open)
    recount(owner .. 'c', (record and 1 or 0) - (was and 1 or 0))
    recount(owner .. 'b', charged)
  end
end

-- Lets time pass for at most `most` chains that are due; says whether those were all.
local function sweep(most)
  local chains = redis.call('ZRANGEBYSCORE', DUE, '-inf', NOW, 'LIMIT', 0, most)
  for _, chain in ipairs(chains) do
    local record, was = load(chain)
    if record then
      save(chain, was, settle(record))
    else
      redis.call('ZREM', DUE, chain)
    end
  end
  return #chains < most
end

-- What a start looks at, room or no room: more than it adds. And what one script looks at when there is no room: it keeps
-- every other client waiting.
local SWEEP, SWEEP_FULL = 16, 512

local function full(chain, bytes)
  if chain and counted(OWNERS, OWNER) >= MOST_OF_OWNER then
    return 'owner'
  elseif chain and counted(OWNERS, OWNER .. 'c') >= MOST_ALL_OF_OWNER then
    return 'owner'
  elseif counted(OWNERS, OWNER .. 'b') + bytes > MOST_BYTES_OF_OWNER then
    return 'owner'
  elseif chain and redis.call('HLEN', RECORDS) >= MOST_CHAINS then
    return 'chains'
  end
  return counted(COUNTS, 'bytes') + bytes > MOST_BYTES and 'bytes' or nil
end

-- nil if there is room; else what is full, or 'again' if there is more to sweep.
local function admit(chain, bytes)
  if not full(chain, bytes) then
    return nil
  end
  local all = sweep(SWEEP_FULL)
  local what = full(chain, bytes)
  return what and not all and 'again' or what
end
