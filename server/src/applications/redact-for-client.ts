import type { applicationDetails, applicationRow } from '@muster/contract/application-row.ts'
import { isStaff } from '@muster/contract/client-access.ts'
import type { z } from 'zod'
import type { Actor } from '../session/actor.ts'

type Row = z.input<typeof applicationRow>
type Details = z.input<typeof applicationDetails>

/**
 * The fields of a row that a client reviewer sees as staff do. Every other field has an empty value below, which
 * replaces what staff recorded. When a field is added, the compiler demands one of the two.
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
  | 'updatedAt'
  | 'version'
  | 'can'

const withheld: Omit<Row, ClientField> = {
  source: null,
  tags: [],
  customFields: {},
  lastContact: null,
  callbackAt: null,
}

type ClientCandidateField = 'id' | 'name' | 'email' | 'phone' | 'customFields'

/** As `withheld`, of the candidate. Email and phone are null without `contacts:read`, for everybody. */
const withheldOfCandidate: Omit<Row['candidate'], ClientCandidateField> = { doNotCall: false }

type ClientDetail =
  | keyof Row
  | 'statuses'
  | 'timeInStatus'
  | 'dispositionDetails'
  | 'otherApplications'
  | 'whyNot'

const withheldDetails: Omit<Details, ClientDetail> = {
  externalId: null,
  missingFields: [],
  resumeFile: null,
  callable: {
    ...{ may: false, quiet: false, reason: null, closed: null, opens: null },
    ...{ localTime: null, timezone: null },
  },
}

export function redactRow(row: Row, actor: Actor): Row {
  if (isStaff(actor.role)) return row
  return { ...row, ...withheld, candidate: { ...row.candidate, ...withheldOfCandidate } }
}

export function redactDetails(details: Details, actor: Actor): Details {
  return isStaff(actor.role) ? details : { ...details, ...withheld, ...withheldDetails }
}
