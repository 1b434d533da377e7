import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { updateRetention } from '@muster/contract/privacy.ts'

export type Rules = Omit<BodyOf<typeof updateRetention>, 'version'>
export type RuleName = keyof Rules

interface RuleWords {
  title: MessageDescriptor
  text: MessageDescriptor
  /** To choose from, in months or years. */
  choices: readonly number[]
  /** What `listRetentionRows` calls it, where its rows can be seen. */
  rows?: 'candidates' | 'files' | 'calls'
}

export const ruleWords: Record<RuleName, RuleWords> = {
  candidatesMonths: {
    title: msg`Candidates`,
    text: msg`Erased for good, with everything about them, once their last application was closed so long ago. Who was hired, or has an open application, stays.`,
    choices: [6, 12, 18, 24, 36, 60],
    rows: 'candidates',
  },
  filesMonths: {
    title: msg`Files`,
    text: msg`Résumés and attachments of applications that came to nothing so long ago.`,
    choices: [3, 6, 12, 24, 36],
    rows: 'files',
  },
  callsMonths: {
    title: msg`What was said in calls`,
    text: msg`Transcripts, summaries, numbers and links to recordings. That there was a call stays.`,
    choices: [3, 6, 12, 24, 36],
    rows: 'calls',
  },
  auditYears: {
    title: msg`Audit log`,
    text: msg`Entries older than this. Nobody can delete younger ones.`,
    choices: [1, 2, 3, 5, 10],
  },
}

export const ruleNames = Object.keys(ruleWords) as RuleName[]

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
  if (value === 0) return t`Nothing is that old now.`
  if (rule === 'candidatesMonths')
    return plural(value, {
      one: `${shown} candidate would go tonight`,
      other: `${shown} candidates would go tonight`,
    })
  if (rule === 'filesMonths')
    return plural(value, { one: `${shown} file would go tonight`, other: `${shown} files would go tonight` })
  if (rule === 'callsMonths')
    return plural(value, {
      one: `${shown} call would be emptied tonight`,
      other: `${shown} calls would be emptied tonight`,
    })
  return plural(value, { one: `${shown} entry would go tonight`, other: `${shown} entries would go tonight` })
}
