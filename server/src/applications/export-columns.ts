import type { applicationExportColumns } from '@muster/contract/application-export.ts'
import { dispositions } from '@muster/contract/dispositions.ts'
import { type StatusType, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { inCurrentLanguage, t, translate } from '#texts'
import { formatContact } from '../calls/format-contact.ts'
import { candidateColumns } from '../candidates/candidate-columns.ts'
import { day, type ExportColumn, list, text, time } from '../exports/export-column.ts'

type Name = (typeof applicationExportColumns)[number]

/**
 * Returns the export columns by name, with headers in the requester's language. Imports recognize these headers: those
 * from `candidateColumns` map to the field of the same name.
 */
export function applicationColumns(): Record<Name, ExportColumn> {
  const person = candidateColumns('c')
  const at = (column: string) => sql.ref(`applications.${column}`)
  const formatStatusType = inCurrentLanguage((type: string) =>
    translate(statusTypes[type as StatusType].label),
  )
  const formatDisposition = inCurrentLanguage((kind: string) =>
    translate(dispositions[kind as keyof typeof dispositions].label),
  )
  return {
    candidate: text(t`Candidate`, at('candidate_name'), { width: 26 }),
    email: person.email,
    phone: person.phone,
    position: text(t`Position`, sql`p.name`, { width: 26, repeats: true }),
    company: text(t`Client company`, sql`o.name`, { width: 24, repeats: true }),
    status: text(t`Status`, sql`s.name`, { repeats: true }),
    statusType: text(t`Status type`, at('status_type'), { format: formatStatusType }),
    enteredStatus: time(t`In status since`, at('entered_status_at')),
    due: time(t`Due`, at('due_at')),
    owner: text(t`Owner`, sql`u.name`, { repeats: true }),
    source: text(t`Source`, at('source'), { repeats: true }),
    tags: list(t`Tags`, at('tags')),
    lastContact: text(t`Last contact`, at('last_contact_result'), {
      format: inCurrentLanguage(formatContact),
    }),
    lastContactAt: time(t`Last contact at`, at('last_contact_at')),
    callback: time(t`Callback`, at('callback_at')),
    disposition: text(t`Outcome`, at('disposition'), { format: formatDisposition }),
    reason: text(t`Reason`, sql`r.name`, { repeats: true }),
    closed: day(t`Closed`, at('closed_at')),
    applied: time(t`Applied`, at('applied_at')),
    created: time(t`Created`, at('created_at')),
    lastActivity: time(t`Last activity`, at('last_activity_at')),
    profileUrl: person.profileUrl,
    externalId: person.externalId,
    location: person.location,
    currentCompany: person.currentCompany,
    currentTitle: person.currentTitle,
    notes: person.notes,
    doNotCall: person.doNotCall,
    consent: person.consent,
    id: text(t`ID`, at('id'), { width: 38 }),
  }
}
