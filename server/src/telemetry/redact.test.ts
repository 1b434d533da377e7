import { describe, expect, it } from 'vitest'
import { createLog, type Log } from './log.ts'

const secret = 'hunter2secret'
const base64 = Buffer.from(secret).toString('base64')

function written(write: (log: Log) => void): string {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  write(createLog({ logLevel: 'trace', process: 'all' }, destination))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\{.*\}\n$/)
  JSON.parse(lines[0]!)
  return lines[0]!
}

describe('the log', () => {
  it.each<[string, (log: Log) => void]>([
    ['an argument of %o', (log) => log.info('body %o', { password: secret })],
    ['an argument of %j', (log) => log.info({ a: 1 }, 'body %j', { token: secret })],
    ['an argument of %s', (log) => log.info('GET /x?token=%s', secret)],
    [
      'text that JSON.parse quotes',
      (log) => log.error({ err: new SyntaxError(`Unexpected token 'h', "${secret}" is not valid JSON`) }),
    ],
    ['the fields of a child', (log) => log.child({ password: secret }).info('x')],
    ['the fields of a grandchild', (log) => log.child({ a: 1 }).child({ password: secret }).info('x')],
    [
      'the answer of a child’s serializer',
      (log) => log.child({}, { serializers: { at: () => ({ token: secret }) } }).info({ at: 1 }),
    ],
    [
      'fields that a child is given later',
      (log) => {
        const child = log.child({})
        child.setBindings({ password: secret })
        child.info('x')
      },
    ],
    ['a list of headers', (log) => log.info({ list: ['Authorization', secret, 'X-Api-Key', secret] })],
    [
      'headers in pairs',
      (log) =>
        log.info({
          list: [
            ['authorization', secret],
            ['cookie', secret],
          ],
        }),
    ],
    ['the values of a statement', (log) => log.info({ parameters: [secret] })],
    ['the detail of a database error', (log) => log.info({ result: { detail: `Key (x)=(${secret})` } })],
    ['the text of an email', (log) => log.info({ mail: { html: `<p>${secret}</p>`, text: secret } })],
    ['JSON within JSON', (log) => log.info(`"{\\"newPassword\\":\\"two words ${secret}\\"}"`)],
    ['JSON with spaces', (log) => log.info(`{"newPassword" : "two words ${secret}"}`)],
    ['a cookie in a text', (log) => log.info(`Cookie: a=b; session=${secret}`)],
    ['an authorization in a text', (log) => log.info(`authorization: Digest a ${secret}`)],
    ['an encoded query', (log) => log.info({ at: `token%3D${secret}` })],
    [
      'a password with a slash in an address',
      (log) => log.info({ at: `postgres://muster:x/${secret}@db/x` }),
    ],
    ['a buffer', (log) => log.info({ at: Buffer.from(secret) })],
    ['what toJSON gives', (log) => log.info({ at: { toJSON: () => ({ password: secret }) } })],
    [
      'the configuration of an error',
      (log) => log.info({ e: Object.assign(new Error('x'), { config: { headers: { a: secret } } }) }),
    ],
    ...['pass', 'pwd', 'passwd', 'privateKey', 'auth', 'jwt', 'totpSecret', 'input', 'clientSecret'].map(
      (key): [string, (log: Log) => void] => [
        `the field ${key}`,
        (log) => log.info({ deep: { [key]: secret } }),
      ],
    ),
  ])('has no secret from %s', (_, write) => {
    const line = written(write)
    for (const spelling of [secret, base64, [...Buffer.from(secret)].slice(0, 4).join()])
      expect(line).not.toContain(spelling)
  })

  it('has no code of a second factor and no recovery code', () => {
    const recovery = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2-3456'
    expect(written((log) => log.info({ code: '654321', otpCode: 654321 }, `used ${recovery}`))).not.toMatch(
      /654321|jkmn/,
    )
  })

  it('names an error and its code', () => {
    const err = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
    const line = JSON.parse(written((log) => log.error({ err, status: 503, code: '23505' }, 'lost')))
    expect(line).toMatchObject({ code: '23505', status: 503, msg: 'lost' })
    expect(line.err).toMatchObject({ type: 'Error', code: 'ECONNREFUSED', message: 'connect refused' })
  })

  it('has no personal data of error messages', () => {
    const err = new Error('550 no mailbox ana@example.net')
    expect(written((log) => log.error({ err }))).not.toContain('ana@example.net')
    expect(written((log) => log.error(err))).not.toContain('ana@example.net')
  })

  it('survives unreadable and circular fields', () => {
    const broken = {
      get a(): string {
        throw new Error(secret)
      },
    }
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(written((log) => log.info({ deep: broken }, 'x'))).toContain('"msg":"x"')
    expect(written((log) => log.info(circle, 'x'))).toContain('"msg":"x"')
  })

  it.each(['a', 'a-', 'token', 'a://b:', 'token\\', '"', 'abcd-'])('cuts very long text: %s', (part) => {
    expect(written((log) => log.info({ at: part.repeat(200_000) }, 'x')).length).toBeLessThan(30_000)
  })

  it('keeps trace ids', () => {
    const traceId = 'a1'.repeat(16)
    expect(written((log) => log.info({ traceId }, 'x'))).toContain(traceId)
  })
})
