import { describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { formatSecretToken, newSecretToken, parseSecretToken, successorOf } from './secret-token.ts'

describe('a secret token', () => {
  it('is read as it was written', () => {
    const token = newSecretToken(newId(), newId())
    expect(parseSecretToken(formatSecretToken(token))).toEqual(token)
  })

  it.each([
    ['padded', (text: string) => `${text}=`],
    ['in the other alphabet', (text: string) => `+${text.slice(1)}`],
    ['with something after it', (text: string) => `${text}AAAA`],
    ['cut off', (text: string) => text.slice(0, -4)],
    ['with a line break', (text: string) => `${text}\n`],
  ])('is refused %s: one secret has one spelling', (_, change) => {
    const text = formatSecretToken(newSecretToken(newId(), newId()))
    expect(parseSecretToken(change(text))).toBeNull()
  })

  it('has one successor, which needs the key of the installation and the secret', () => {
    const token = newSecretToken(newId(), newId())
    const key = Buffer.alloc(32, 1)
    expect(successorOf(token, key)).toEqual(successorOf(token, key))
    expect(successorOf(token, key)).toMatchObject({ workspaceId: token.workspaceId, id: token.id })
    const secrets = [
      successorOf(token, key),
      successorOf(token, Buffer.alloc(32, 2)),
      successorOf(newSecretToken(token.workspaceId, token.id), key),
      token,
    ].map(({ secret }) => secret.toString('hex'))
    expect(new Set(secrets).size).toBe(4)
  })
})
