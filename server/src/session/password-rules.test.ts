import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { contextWords } from './context-words.ts'
import { passwordProblem } from './password-rules.ts'

/** Without a breach service. */
const config = readConfig({ MUSTER_LOG_LEVEL: 'silent' })
const offline = { config, telemetry: createTelemetry(config) }

const owner = {
  name: 'Marguerite Oyelaran',
  email: 'm.oyelaran@norvik.example',
  workspaceName: 'Norvik Staffing',
}

describe('passwordProblem', () => {
  it.each([
    'correct horse battery',
    'bright river lantern',
    'a recruiter hums at dawn',
    'ett två tre på det fjärde',
    '我喜欢在早上喝一杯很热的绿茶呢',
    'l0ng & p@ssed through a sieve',
    `${'quiet marble '.repeat(9)}harbour`,
  ])('accepts "%s"', async (password) => {
    expect(await passwordProblem(offline, password, owner)).toBeNull()
  })

  it.each([
    ['words of the product and its trade', 'muster-recruiter-2027', /words that are easy to guess/],
    ['the names of roles', 'Superadmin.Owner.Admin', /words that are easy to guess/],
    ['shorter than 15 characters', 'violet harbour', /at least 15/],
    ['shorter, though made of pairs of code units', '🦊'.repeat(14), /at least 15/],
    ['longer than 128', 'violet harbour '.repeat(9), /at most 128/],
    ['a common one, repeated', 'passwordpassword', /too common/],
    ['a common one with digits', 'Password12345678', /too common/],
    ['a walk over the keyboard', '1qaz2wsx3edc4rfv5tgb', /too common/],
    ['one character', 'a'.repeat(40), /too common/],
    ['a run of digits', '123456789987654321', /too common/],
    ["the person's name", 'violet Marguerite harbour', /your name or email/],
    ["the person's name, spaced out", 'violet o-y-e-l-a-r-a-n harbour', /your name or email/],
    ["the address's name", 'violet m.oyelaran harbour', /your name or email/],
    ["the workspace's name", 'NORVIK staffing harbour', /workspace/],
  ])('refuses %s', async (_, password, reason) => {
    expect(await passwordProblem(offline, password, owner)).toMatch(reason)
  })

  it('refuses passwords made of exactly the words that docs/security.md lists', async () => {
    const page = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
    const listed = page.match(/^Context words: (.+)\.$/m)![1]!.split(', ')
    expect(listed).toEqual([...contextWords])
    for (const word of contextWords)
      expect(await passwordProblem(offline, `${word} ${word} ${word} 2027`, owner)).toMatch(
        /words that are easy to guess/,
      )
  })

  it('does not count single letters of a short name as the name', async () => {
    expect(await passwordProblem(offline, 'al green river lantern', { ...owner, name: 'Al Li' })).toBeNull()
  })
})
