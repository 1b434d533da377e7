import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { contextWords } from './context-words.ts'
import { passwordProblem } from './password-rules.ts'

/** Asks nobody about breaches. */
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
  ])('takes "%s"', async (password) => {
    expect(await passwordProblem(offline, password, owner)).toBeNull()
  })

  it.each([
    ['words of the product and its trade', 'muster-recruiter-2027', /guessed first here/],
    ['the names of roles', 'Superadmin.Owner.Admin', /guessed first here/],
    ['shorter than 15 characters', 'violet harbour', /at least 15/],
    ['shorter, though made of pairs of code units', '🦊'.repeat(14), /at least 15/],
    ['longer than 128', 'violet harbour '.repeat(9), /at most 128/],
    ['a common one, repeated', 'passwordpassword', /most common/],
    ['a common one with digits', 'Password12345678', /most common/],
    ['a walk over the keyboard', '1qaz2wsx3edc4rfv5tgb', /most common/],
    ['one character', 'a'.repeat(40), /most common/],
    ['a run of digits', '123456789987654321', /most common/],
    ["the person's name", 'violet Marguerite harbour', /own name/],
    ["the person's name, spaced out", 'violet o-y-e-l-a-r-a-n harbour', /own name/],
    ["the address's name", 'violet m.oyelaran harbour', /own name/],
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
        /guessed first here/,
      )
  })

  it('does not take the letters of a short name for the name', async () => {
    expect(await passwordProblem(offline, 'al green river lantern', { ...owner, name: 'Al Li' })).toBeNull()
  })
})
