import type { candidateExportColumns } from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t } from '#texts'
import { type ExportColumn, flag, list, number, text, time } from '../exports/export-column.ts'

/** Returns the export columns of a candidate in the table or alias. Imports can read each of them. */
export function candidateColumns(table: string) {
  const the = (column: string) => sql.ref(`${table}.${column}`)
  const formatConsent = inCurrentLanguage((consent: string) =>
    consent === 'given'
      ? t({ message: 'Given', context: 'consent' })
      : t({ message: 'Withdrawn', context: 'consent' }),
  )
  const extension = sql`coalesce(' ext. ' || ${the('phone_extension')}, '')`
  return {
    email: text(t`Email`, the('email'), { width: 30, contact: true }),
    phone: text(t`Phone`, sql`${the('phone')} || ${extension}`, { width: 18, contact: true }),
    profileUrl: text(t`Profile URL`, the('profile_url'), { width: 30, contact: true }),
    externalId: text(t`External ID`, the('external_id')),
    location: text(t`Location`, the('location'), { width: 24, contact: true }),
    currentCompany: text(t`Current company`, the('current_company'), { width: 24 }),
    currentTitle: text(t`Current title`, the('current_title'), { width: 24 }),
    // Notes often contain phone numbers.
    notes: text(t`Notes`, the('notes'), { width: 40, contact: true }),
    doNotCall: flag(t`Do not call`, the('do_not_call')),
    consent: text(t`Consent`, sql`nullif(${the('consent')}, 'unknown')`, {
      format: formatConsent,
      width: 12,
    }),
  }
}

export function candidateListColumns(): Record<(typeof candidateExportColumns)[number], ExportColumn> {
  const the = (column: string) => sql.ref(`list.${column}`)
  return {
    candidate: text(t`Candidate`, the('name'), { width: 26 }),
    ...candidateColumns('list'),
    personTags: list(t`Candidate tags`, the('tags')),
    applicationCount: number(t`Applications`, the('application_count')),
    addedAt: time(t`Added`, the('created_at')),
    candidateId: text(t`Candidate ID`, the('id'), { width: 38 }),
  }
}
