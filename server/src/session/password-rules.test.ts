import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const owner = {
  name: 'Marguerite Oyelaran',
  email: 'm.oyelaran@norvik.example',
  workspaceName: 'Norvik Staffing',
}

describe('passwordProblem', () => {
  it.each([
    'correct horse battery',
    'bright river lantern',
    'ett två tre på det fjärde',
    '我喜欢在早上喝一杯很热的绿茶呢',
    'l0ng & p@ssed through a sieve',
    `${'quiet marble '.repeat(9)}harbour`,
  ])('takes "%s"', async (password) => {
    expect(await passwordProblem(password, owner)).toBeNull()
  })

  it.each([
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
    expect(await passwordProblem(password, owner)).toMatch(reason)
  })

  it('does not take the letters of a short name for the name', async () => {
    expect(await passwordProblem('al green river lantern', { ...owner, name: 'Al Li' })).toBeNull()
  })
})
