import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { t } from '#texts'
import { AppError } from '../app-error.ts'

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const memory = 19_456
const passes = 2
const parallelism = 1
const saltBytes = 16
const hashBytes = 32

/** argon2 runs on libuv's four threads: two stay free for files and DNS during many sign-ins. */
const queue = pLimit(2)
/** About two seconds of work on a small machine; later calls are refused. */
const maxWaiting = 100

const derive = promisify(argon2)

async function run(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (queue.pendingCount >= maxWaiting)
    throw new AppError('UNAVAILABLE', t`Too many people are signing in. Try again in a moment.`, {
      retryAfterSeconds: 2,
    })
  // The same password typed on two keyboards may have different code points.
  return queue(() => derive('argon2id', { ...parameters, message: password.normalize('NFKC') }))
}

function format(salt: Buffer, hash: Buffer): string {
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`
}

function parse(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,})\$([\w+/]{22,})$/.exec(
    phc,
  )
  if (!match) return null
  const [, m, t, p, salt, hash] = match
  return {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    nonce: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

/**
 * Returns a password's argon2id hash, as a PHC string with its parameters and salt.
 * @throws UNAVAILABLE when too many are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return format(salt, await run(password, { memory, passes, parallelism, nonce: salt, tagLength: hashBytes }))
}

/**
 * Tells whether a password matches a hash; an unreadable hash matches none.
 * @throws UNAVAILABLE when too many are waiting
 */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const stored = parse(phc)
  if (!stored) return false
  const { hash, ...parameters } = stored
  try {
    return timingSafeEqual(await run(password, { ...parameters, tagLength: hash.length }), hash)
  } catch (error) {
    if (error instanceof AppError) throw error
    return false
  }
}

const nobody = format(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))

/** Takes as long as a verification, so that unknown addresses take the same time as known ones. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPassword(password, nobody)
  return false
}
