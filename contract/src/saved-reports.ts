import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'
import { type Role, roleKeys } from './permissions.ts'

/** The roles with which reports can be shared: all that work for the workspace. */
const reportRoles = roleKeys.filter((role) => role !== 'client_reviewer' && role !== 'superadmin') as [
  Role,
  ...Role[],
]

const role = z.enum(reportRoles)

/** The folder of a report or a report dashboard. */
export const sharedFolder = text(60).describe('The name of a folder; empty for none')

/** With whom a report or a report dashboard is shared. */
export const sharedWith = z.array(role).max(reportRoles.length).describe('The roles that see it')

/** What has an owner, who may share it with some roles. */
export const sharedByOwner = {
  roles: z
    .array(z.enum(roleKeys))
    .describe('The roles that see it: it is shared with them, and its owner may share'),
  owner: userRef,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  can: z.object({ edit: z.boolean().describe('Whether it is their own') }),
} as const

export const namedInFolder = {
  id,
  name: z.string(),
  folder: z.string().describe('The name of its folder; empty if it is in none'),
} as const

/** A named query of `exploreReport`, private or shared with some roles. */
export const savedReport = z.object({
  ...namedInFolder,
  query: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('The search parameters of the screen, as in its URL'),
  ...sharedByOwner,
})

/** The search parameters of Explore, which its address and saved reports have. */
export const reportParameters = z
  .record(z.string().max(60), z.union([z.string().max(4000), z.array(z.string().max(200)).max(100)]))
  .refine((parameters) => Object.keys(parameters).length <= 40, /*i18n*/ 'Too many filters')

const savedReportInput = z.object({
  name: text(80, 1),
  folder: sharedFolder.default(''),
  query: reportParameters.describe('The search parameters of the screen, as in its URL'),
  roles: sharedWith.default([]),
})

export const listSavedReports = endpoint({
  name: 'listSavedReports',
  tag: 'Analytics',
  summary: 'List saved reports',
  description:
    "Returns the caller's own reports and those shared with their role, by folder and name. A shared report " +
    'counts what its reader may see. Reports of others that summarize, group or filter by a custom field that the ' +
    'caller may not see are left out.',
  method: 'GET',
  path: '/saved-reports/',
  permission: 'reports:read',
  response: z.object({ items: z.array(savedReport) }),
})

export const createSavedReport = endpoint({
  name: 'createSavedReport',
  tag: 'Analytics',
  summary: 'Save a report',
  description:
    'Adds a report. Sharing requires `views:share`. CONFLICT if the caller has one of that name in the ' +
    'folder.',
  method: 'POST',
  path: '/saved-reports/',
  permission: 'reports:read',
  body: savedReportInput,
  response: savedReport,
  status: 201,
  errors: ['CONFLICT'],
})

export const getSavedReport = endpoint({
  name: 'getSavedReport',
  tag: 'Analytics',
  summary: 'Get a saved report',
  method: 'GET',
  path: '/saved-reports/{id}/',
  permission: 'reports:read',
  params: idParams,
  response: savedReport,
})

export const updateSavedReport = endpoint({
  name: 'updateSavedReport',
  tag: 'Analytics',
  summary: 'Change a saved report',
  description: "Changes the caller's own report; one that somebody else shares is read-only.",
  method: 'PATCH',
  alsoPut: true,
  path: '/saved-reports/{id}/',
  permission: 'reports:read',
  params: idParams,
  body: z.object({
    name: savedReportInput.shape.name.optional(),
    folder: sharedFolder.optional(),
    query: savedReportInput.shape.query.optional(),
    roles: sharedWith.optional(),
    version: version.optional(),
  }),
  response: savedReport,
  errors: ['CONFLICT'],
})

export const deleteSavedReport = endpoint({
  name: 'deleteSavedReport',
  tag: 'Analytics',
  summary: 'Delete a saved report',
  description: "Deletes the caller's own report, which can be restored for 30 days.",
  method: 'DELETE',
  path: '/saved-reports/{id}/',
  permission: 'reports:read',
  params: idParams,
  status: 204,
})

export const restoreSavedReport = endpoint({
  name: 'restoreSavedReport',
  tag: 'Analytics',
  summary: 'Restore a deleted saved report',
  description: 'Restores a deleted report. CONFLICT if another one of the folder has its name.',
  method: 'POST',
  path: '/saved-reports/{id}/restore/',
  permission: 'reports:read',
  params: idParams,
  response: savedReport,
  errors: ['CONFLICT'],
})
