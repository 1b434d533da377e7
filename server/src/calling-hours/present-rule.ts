import type { callingHoursRule } from '@muster/contract/calling-hours.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { loadHolidays } from './holidays.ts'
import { findCallingHours, type RuleRow } from './load-calendar.ts'
import { placeName } from './present-closure.ts'

type Rule = z.input<typeof callingHoursRule>

/** Returns rules with the names of their places, by country and name. */
export async function presentRules(rules: readonly RuleRow[]): Promise<Rule[]> {
  await loadHolidays(
    [],
    [],
    rules.flatMap(({ country, state }) => (state === null ? [] : [country])),
  )
  return rules
    .map((rule) => ({ ...rule, placeName: placeName(rule) }))
    .sort((a, b) => a.country.localeCompare(b.country) || a.placeName.localeCompare(b.placeName))
}

/** @throws NOT_FOUND also for a rule of another workspace */
export async function loadRule(db: Database, workspaceId: string, id: string): Promise<Rule> {
  const rules = await findCallingHours(db, workspaceId, id)
  if (rules.length === 0) throw notFound(t`Calling hours`)
  return (await presentRules(rules))[0]!
}
