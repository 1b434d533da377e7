import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { updateRetention } from '@muster/contract/privacy.ts'

export type Rules = Omit<BodyOf<typeof updateRetention>, 'version'>
export type RuleName = keyof Rules

interface RuleTexts {
  title: MessageDescriptor
  text: MessageDescriptor
  /** The choices, in months or years. */
  choices: readonly number[]
  /** The rule's name in `listRetentionRows`, if its rows can be listed. */
  rows?: 'candidates' | 'files' | 'calls'
}

export const ruleTexts: Record<RuleName, RuleTexts> = {
  candidatesMonths: {
    title: msg`Candidates`,
    text: msg`Erases candidates with all their data this long after their last application closed. Keeps hired candidates and candidates with open applications.`,
    choices: [6, 12, 18, 24, 36, 60],
    rows: 'candidates',
  },
  filesMonths: {
    title: msg`Files`,
    text: msg`Résumés and attachments of applications closed without a hire this long ago.`,
    choices: [3, 6, 12, 24, 36],
    rows: 'files',
  },
  callsMonths: {
    title: msg`Call content`,
    text: msg`Transcripts, summaries, phone numbers and recording links. The call itself stays on record.`,
    choices: [3, 6, 12, 24, 36],
    rows: 'calls',
  },
  auditYears: {
    title: msg`Audit log`,
    text: msg`Entries older than this are deleted. Nobody can delete newer ones.`,
    choices: [1, 2, 3, 5, 10],
  },
}

export const ruleNames = Object.keys(ruleTexts) as RuleName[]

export function lengthText(rule: RuleName, length: number): string {
  if (rule === 'auditYears' || length % 12 === 0) {
    const years = rule === 'auditYears' ? length : length / 12
    return plural(years, { one: 'after # year', other: 'after # years' })
  }
  return plural(length, { one: 'after # month', other: 'after # months' })
}

export function effectText(
  rule: RuleName,
  total: { value: number; atLeast: boolean },
  shown: string,
): string {
  const { value } = total
  if (value === 0) return t`No data is this old yet.`
  if (rule === 'candidatesMonths')
    return plural(value, {
      one: `${shown} candidate would be erased tonight`,
      other: `${shown} candidates would be erased tonight`,
    })
  if (rule === 'filesMonths')
    return plural(value, {
      one: `${shown} file would be deleted tonight`,
      other: `${shown} files would be deleted tonight`,
    })
  if (rule === 'callsMonths')
    return plural(value, {
      one: `${shown} call would be cleared tonight`,
      other: `${shown} calls would be cleared tonight`,
    })
  return plural(value, {
    one: `${shown} entry would be deleted tonight`,
    other: `${shown} entries would be deleted tonight`,
  })
}
