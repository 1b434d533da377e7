import type { applicationDetails, applicationRow } from '@muster/contract/application-row.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import type { z } from 'zod'
import type { Actor } from '../session/actor.ts'

type Row = z.input<typeof applicationRow>
type Details = z.input<typeof applicationDetails>

/**
 * What stands in a row for a client reviewer instead of what staff recorded. A field is either named in `ClientField` or
 * has its empty value here; the compiler asks for one of the two when a field is added.
 */
type ClientField =
  | 'id'
  | 'candidate'
  | 'position'
  | 'company'
  | 'status'
  | 'rank'
  | 'enteredStatusAt'
  | 'dueAt'
  | 'owner'
  | 'disposition'
  | 'closedAt'
  | 'deletedAt'
  | 'appliedAt'
  | 'lastActivityAt'
  | 'createdAt'
  | 'version'
  | 'can'

const withheld: Omit<Row, ClientField> = {
  source: null,
  tags: [],
  lastContact: null,
  callbackAt: null,
}

type ClientDetail =
  | keyof Row
  | 'statuses'
  | 'timeInStatus'
  | 'dispositionDetails'
  | 'resumeFile'
  | 'otherApplications'
  | 'whyNot'

const withheldDetails: Omit<Details, ClientDetail> = {
  externalId: null,
  callable: { may: false, quiet: false, reason: null, localTime: null },
}

/** A row as the actor may see it. */
export function showRow(row: Row, actor: Actor): Row {
  if (isStaff(actor.role)) return row
  return { ...row, ...withheld, candidate: { ...row.candidate, doNotCall: false } }
}

/** Everything on an application as the actor may see it. */
export function showDetails(details: Details, actor: Actor): Details {
  return isStaff(actor.role) ? details : { ...details, ...withheld, ...withheldDetails }
}
