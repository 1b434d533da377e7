import type { applicationExportColumns, applicationRow } from '@muster/contract/applications.ts'
import { dispositions } from '@muster/contract/dispositions.ts'
import { statusTypes } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import { inThisLanguage, t, translate } from '#texts'
import { sayContact } from '../calls/describe-contact.ts'
import type { ExportColumn } from '../exports/export-column.ts'
import type { Actor } from '../session/actor.ts'

type Row = z.input<typeof applicationRow>
type Name = (typeof applicationExportColumns)[number]

/** Each column by its name, its header in the language of whoever asks. */
function allColumns(): Record<Name, ExportColumn<Row>> {
  const text = (header: string, value: (row: Row) => string | null, width?: number): ExportColumn<Row> => ({
    header,
    kind: 'text',
    value,
    ...(width ? { width } : {}),
  })
  const day = (header: string, value: (row: Row) => string | null): ExportColumn<Row> => ({
    header,
    kind: 'day',
    value,
    width: 12,
  })
  const time = (header: string, value: (row: Row) => string | null): ExportColumn<Row> => ({
    header,
    kind: 'time',
    value,
    width: 17,
  })
  return {
    candidate: text(t`Candidate`, (row) => row.candidate.name, 26),
    email: text(t`E-mail`, (row) => row.candidate.email, 30),
    phone: text(t`Phone`, (row) => row.candidate.phone, 18),
    position: text(t`Position`, (row) => row.position.name, 26),
    company: text(t`Company`, (row) => row.company.name, 24),
    status: text(t`Status`, (row) => row.status.name),
    statusType: text(
      t`Status type`,
      inThisLanguage((row) => translate(statusTypes[row.status.type].label)),
    ),
    enteredStatus: time(t`In status since`, (row) => row.enteredStatusAt),
    due: time(t`Due`, (row) => row.dueAt),
    owner: text(t`Owner`, (row) => row.owner?.name ?? null),
    source: text(t`Source`, (row) => row.source),
    tags: text(t`Tags`, (row) => row.tags.join(', ') || null),
    lastContact: text(
      t`Last contact`,
      inThisLanguage((row) => row.lastContact && sayContact(row.lastContact.result)),
    ),
    lastContactAt: time(t`Last contact at`, (row) => row.lastContact?.at ?? null),
    callback: time(t`Callback`, (row) => row.callbackAt),
    disposition: text(
      t`Disposition`,
      inThisLanguage((row) => row.disposition && translate(dispositions[row.disposition.kind].label)),
    ),
    reason: text(t`Reason`, (row) => row.disposition?.reason ?? null),
    closed: day(t`Closed`, (row) => row.closedAt),
    applied: day(t`Applied`, (row) => row.appliedAt),
    created: time(t`Created`, (row) => row.createdAt),
    lastActivity: time(t`Last activity`, (row) => row.lastActivityAt),
    id: text(t`ID`, (row) => row.id, 38),
  }
}

/** The columns asked for, without phone numbers and addresses for those who may not take them away. */
export function exportColumns(actor: Actor, asked: readonly Name[] | undefined): ExportColumn<Row>[] {
  const all = allColumns()
  const mayContacts = actor.permissions.has('contacts:read') && actor.permissions.has('contacts:export')
  const names = asked?.length ? [...new Set(asked)] : (Object.keys(all) as Name[])
  return names
    .filter((name) => mayContacts || (name !== 'email' && name !== 'phone'))
    .map((name) => all[name])
}
