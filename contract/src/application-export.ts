import { z } from 'zod'
import { applicationSort, searchedFilters } from './application-filters.ts'
import { selectionCap } from './application-selection.ts'
import { endpoint } from './endpoint.ts'
import { fieldExportQuery } from './exports.ts'
import { id } from './fields.ts'

/** The columns of an export in their default order. */
export const applicationExportColumns = [
  'candidate',
  'email',
  'phone',
  'position',
  'company',
  'status',
  'statusType',
  'enteredStatus',
  'due',
  'owner',
  'source',
  'tags',
  'lastContact',
  'lastContactAt',
  'callback',
  'disposition',
  'reason',
  'closed',
  'applied',
  'created',
  'lastActivity',
  'profileUrl',
  'externalId',
  'location',
  'currentCompany',
  'currentTitle',
  'notes',
  'doNotCall',
  'consent',
  'id',
] as const

const exportedApplications = searchedFilters.extend({
  ...fieldExportQuery(applicationExportColumns).shape,
  sort: applicationSort,
})

export const exportApplications = endpoint({
  name: 'exportApplications',
  tag: 'Applications',
  summary: 'Export applications',
  description: 'Exports all matching applications as CSV or XLSX.',
  method: 'GET',
  path: '/applications/export/',
  permission: 'applications:export',
  query: exportedApplications,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const exportSelectedApplications = endpoint({
  name: 'exportSelectedApplications',
  tag: 'Applications',
  summary: 'Export selected applications',
  description: 'Like `exportApplications`, for the applications in the body: more than a URL can hold.',
  method: 'POST',
  path: '/applications/export/',
  permission: 'applications:export',
  query: exportedApplications,
  body: z.object({ applicationIds: z.array(id).min(1).max(selectionCap) }),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
