import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { deviceCookie } from './device-cookie.ts'

/** Returns the header that the cookie is set with. */
function written(publicUrl: string): string {
  let header = ''
  const reply = { header: (_: string, value: string) => (header = value) } as unknown as FastifyReply
  deviceCookie(publicUrl).write(reply, 'token')
  return header
}

describe('the cookie of a known device', () => {
  it('is sent over TLS alone, to its own host alone, where the installation has TLS', () => {
    const [pair, ...attributes] = written('https://hire.example.com').split('; ')
    expect(pair).toBe('__Host-muster_device=token')
    expect(attributes).toEqual(['Path=/', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Strict', 'Secure'])
  })

  it('is not taken from a name that another host could have set', () => {
    const request = { headers: { cookie: 'muster_device=planted' } } as FastifyRequest
    expect(deviceCookie('https://hire.example.com').read(request)).toBeNull()
  })
})
