import type { Role } from '@muster/contract/permissions.ts'
import { flagParam, idParam, listOfParam, oneOfParam, searchParam, textParam } from '../ui/search-params.ts'
import { roleKeys } from '../users/users-search.ts'

const orders = ['createdAt', '-createdAt', 'name', '-name'] as const
type Order = (typeof orders)[number]

export interface WorkspacesSearch {
  q?: string
  sort?: Order
  state?: ('active' | 'suspended')[]
  /** The drawer for a new workspace is open. */
  add?: true
  /** The id of the workspace in the drawer. */
  open?: string
}

export function readWorkspacesSearch(search: Record<string, unknown>): WorkspacesSearch {
  return {
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, orders),
    state: listOfParam(search.state, ['active', 'suspended'] as const),
    add: flagParam(search.add),
    open: idParam(search.open),
  }
}

export interface PeopleSearch {
  q?: string
  sort?: Order
  workspaceId?: string
  role?: Role[]
  status?: ('active' | 'suspended')[]
  /** The id of the user in the drawer. */
  open?: string
}

export function readPeopleSearch(search: Record<string, unknown>): PeopleSearch {
  return {
    q: searchParam(search.q),
    sort: oneOfParam(search.sort, orders),
    workspaceId: idParam(search.workspaceId),
    role: listOfParam(search.role, roleKeys),
    status: listOfParam(search.status, ['active', 'suspended'] as const),
    open: idParam(search.open),
  }
}

export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export interface JobsSearch {
  q?: string
  queue?: string
  state?: JobState[]
  /** The id of the job whose error is shown in full. */
  open?: string
}

export function readJobsSearch(search: Record<string, unknown>): JobsSearch {
  return {
    q: searchParam(search.q),
    queue: textParam(search.queue),
    state: listOfParam(search.state, jobStates),
    open: idParam(search.open),
  }
}

export const mailStates = ['waiting', 'sent', 'failed', 'canceled'] as const

export interface MailsSearch {
  q?: string
  state?: (typeof mailStates)[number][]
  workspaceId?: string
  /** The id of the email in the drawer. */
  open?: string
}

export function readMailsSearch(search: Record<string, unknown>): MailsSearch {
  return {
    q: searchParam(search.q),
    state: listOfParam(search.state, mailStates),
    workspaceId: idParam(search.workspaceId),
    open: idParam(search.open),
  }
}

export interface AuditSearch {
  q?: string
  workspaceId?: string
  userId?: string
  /** The id of the entry whose details are shown. */
  open?: string
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  return {
    q: searchParam(search.q),
    workspaceId: idParam(search.workspaceId),
    userId: idParam(search.userId),
    open: idParam(search.open),
  }
}

/** Returns the search parameters that select rows, without those of drawers. */
export function rowsOf<Search extends { open?: string; add?: true }>({
  open,
  add,
  ...query
}: Search): Omit<Search, 'open' | 'add'> {
  return query
}
