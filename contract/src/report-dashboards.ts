import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, version } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'
import { gridColumns, maxTiles, tileHeights } from './report-grid.ts'
import { namedInFolder, savedReport, sharedByOwner, sharedFolder, sharedWith } from './saved-reports.ts'

/** How many a user may own. */
export const maxReportDashboards = 100

const placed = {
  reportId: id.describe('The saved report that it shows'),
  width: z.int().min(1).max(gridColumns).describe('How many of the 3 columns of the grid it takes'),
  height: z.enum(tileHeights).describe('How high it is; what does not fit scrolls'),
} as const

const tile = z.object({
  ...placed,
  report: savedReport
    .nullable()
    .describe('The saved report; null if it was deleted or the caller may not see it'),
})

const shared = { ...namedInFolder, ...sharedByOwner } as const

/** Saved reports on a grid, private or shared with some roles. */
export const reportDashboard = z.object({
  ...shared,
  tiles: z.array(tile).describe('In the order in which they fill the rows of the grid'),
})

const tiles = z
  .array(z.object(placed))
  .max(maxTiles, /*i18n*/ 'At most 24 reports fit on a dashboard')
  .refine(
    (list) => new Set(list.map(({ reportId }) => reportId)).size === list.length,
    /*i18n*/ 'A report can be on the dashboard only once',
  )
  .describe('The saved reports on it, in the order in which they fill the rows of the grid')

const name = text(80, 1)

export const listReportDashboards = endpoint({
  name: 'listReportDashboards',
  tag: 'Analytics',
  summary: 'List report dashboards',
  description:
    "Returns the caller's own report dashboards and those shared with their role, by folder and name, or by when they " +
    'changed. `q` searches names and folders.',
  method: 'GET',
  path: '/report-dashboards/',
  permission: 'reports:read',
  query: computedPageQuery(['folder', '-folder', 'updatedAt', '-updatedAt']),
  response: computedPage(z.object({ ...shared, tileCount: z.int().describe('The number of reports on it') })),
})

export const createReportDashboard = endpoint({
  name: 'createReportDashboard',
  tag: 'Analytics',
  summary: 'Add a report dashboard',
  description:
    'Adds a report dashboard. Sharing requires `views:share`. CONFLICT if the caller has one of that name in the ' +
    'folder, or has 100. VALIDATION of `tiles` for saved reports that the caller may not see.',
  method: 'POST',
  path: '/report-dashboards/',
  permission: 'reports:read',
  body: z.object({
    name,
    folder: sharedFolder.default(''),
    roles: sharedWith.default([]),
    tiles: tiles.default([]),
  }),
  response: reportDashboard,
  status: 201,
  errors: ['CONFLICT'],
})

export const getReportDashboard = endpoint({
  name: 'getReportDashboard',
  tag: 'Analytics',
  summary: 'Get a report dashboard',
  description:
    'Returns a report dashboard with its saved reports, which the caller counts as any saved report: of the rows that ' +
    'they may see. It shares no report: the `report` of a tile is null if it is not shared with the caller too.',
  method: 'GET',
  path: '/report-dashboards/{id}/',
  permission: 'reports:read',
  params: idParams,
  response: reportDashboard,
})

export const updateReportDashboard = endpoint({
  name: 'updateReportDashboard',
  tag: 'Analytics',
  summary: 'Change a report dashboard',
  description:
    "Changes the caller's own report dashboard; one that somebody else shares is read-only. `tiles` replaces all tiles; " +
    'those that were there may stay whatever became of their reports. VALIDATION of `tiles` for other saved reports that ' +
    'the caller may not see.',
  method: 'PATCH',
  alsoPut: true,
  path: '/report-dashboards/{id}/',
  permission: 'reports:read',
  params: idParams,
  body: z.object({
    name: name.optional(),
    folder: sharedFolder.optional(),
    roles: sharedWith.optional(),
    tiles: tiles.optional(),
    version: version.optional(),
  }),
  response: reportDashboard,
  errors: ['CONFLICT'],
})

export const copyReportDashboard = endpoint({
  name: 'copyReportDashboard',
  tag: 'Analytics',
  summary: 'Copy a report dashboard',
  description:
    'Adds a private copy in the same folder, which belongs to the caller, with the tiles whose reports they may see. ' +
    'CONFLICT if the caller has 100.',
  method: 'POST',
  path: '/report-dashboards/{id}/copy/',
  permission: 'reports:read',
  params: idParams,
  response: reportDashboard,
  status: 201,
  errors: ['CONFLICT'],
})

export const deleteReportDashboard = endpoint({
  name: 'deleteReportDashboard',
  tag: 'Analytics',
  summary: 'Delete a report dashboard',
  description:
    "Deletes the caller's own report dashboard, which can be restored for 30 days. Its saved reports stay.",
  method: 'DELETE',
  path: '/report-dashboards/{id}/',
  permission: 'reports:read',
  params: idParams,
  status: 204,
})

export const restoreReportDashboard = endpoint({
  name: 'restoreReportDashboard',
  tag: 'Analytics',
  summary: 'Restore a deleted report dashboard',
  description:
    'Restores a deleted report dashboard. CONFLICT if another one of the folder has its name, or the caller has 100.',
  method: 'POST',
  path: '/report-dashboards/{id}/restore/',
  permission: 'reports:read',
  params: idParams,
  response: reportDashboard,
  errors: ['CONFLICT'],
})
