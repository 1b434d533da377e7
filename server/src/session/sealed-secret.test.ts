import { describe, expect, it } from 'vitest'
import { openWith, type SealedFor, sealWith } from './sealed-secret.ts'

const what: SealedFor = { purpose: 'webhook-secrets', place: 'one row' }

describe('a sealed secret', () => {
  it('opens where it was sealed, and never looks the same', () => {
    const [one, other] = [sealWith('installation', 'hush', what), sealWith('installation', 'hush', what)]
    expect([openWith('installation', one, what), openWith('installation', other, what)]).toEqual([
      'hush',
      'hush',
    ])
    expect(one).not.toBe(other)
  })

  it.each<[string, string, SealedFor]>([
    ['in another installation', 'another', what],
    ['for another purpose', 'installation', { ...what, purpose: 'second-factors' }],
    ['in another row', 'installation', { ...what, place: 'another row' }],
  ])('cannot be opened %s', (_, secret, where) => {
    const sealed = sealWith('installation', 'hush', what)
    expect(() => openWith(secret, sealed, where)).toThrow()
  })

  it('cannot be opened once it was altered', () => {
    const [nonce, tag, text] = sealWith('installation', 'hush', what).split('.')
    const swapped = Buffer.from(text!, 'base64url')
    swapped[0]! ^= 1
    const altered = [nonce, tag, swapped.toString('base64url')].join('.')
    expect(() => openWith('installation', altered, what)).toThrow()
  })
})
