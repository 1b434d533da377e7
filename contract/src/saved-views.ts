import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'

export const savedViewScreens = ['applications', 'candidates', 'positions'] as const

/** A named set of filters, sort order and columns of a list, private or shared. */
export const savedView = z.object({
  id,
  name: z.string(),
  screen: z.enum(savedViewScreens),
  query: z.record(z.string(), z.string()).describe("The list's query parameters, as in its URL"),
  columns: z.array(z.string()).describe('In order; `position:260` is 260 pixels wide'),
  shared: z.boolean().describe('Whether others see it: it is shared, and its owner may share'),
  isDefault: z.boolean().describe("Whether the caller's list opens with it"),
  seenAt: timestamp.nullable().describe('When the caller last looked at it, or null'),
  owner: userRef,
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  can: z.object({ edit: z.boolean() }),
})

const savedViewInput = z.object({
  name: text(80, 1),
  screen: z.enum(savedViewScreens).default('applications'),
  query: z
    .record(z.string().max(60), z.string().max(4000))
    .refine((query) => Object.keys(query).length <= 40, /*i18n*/ 'Too many filters')
    .default({}),
  columns: z.array(z.string().max(60)).max(60).default([]),
  shared: z.boolean().default(false),
  isDefault: z
    .boolean()
    .default(false)
    .describe("The view the caller's list opens with; one for each screen"),
})

export const listSavedViews = endpoint({
  name: 'listSavedViews',
  tag: 'Saved views',
  summary: 'List saved views',
  description:
    "Returns the caller's own views and those that others share, in the caller's order. Left out are views " +
    'of screens that the caller may not open, and views with a filter, sort or column that the caller may ' +
    "not use. Others' views are also left out if they filter by something the caller may not know: contact " +
    'data (`q` without `contacts:read`), calls, or positions, people, sources and tags out of scope, and if they ' +
    'show, sort or filter by a custom field that the caller may not see. Client ' +
    'reviewers see only their own views, and nobody sees theirs. A view that is left out here does not exist ' +
    "for the caller's other calls.",
  method: 'GET',
  path: '/saved-views/',
  permission: 'signed-in',
  query: z.object({ screen: z.enum(savedViewScreens).optional() }),
  response: z.object({ items: z.array(savedView) }),
})

export const createSavedView = endpoint({
  name: 'createSavedView',
  tag: 'Saved views',
  summary: 'Save a view',
  description:
    'Adds a view. Sharing requires `views:share`. FORBIDDEN for a filter, sort or column that the list would ' +
    'refuse the caller.',
  method: 'POST',
  path: '/saved-views/',
  permission: 'signed-in',
  body: savedViewInput,
  response: savedView,
  status: 201,
  errors: ['CONFLICT'],
})

export const getSavedView = endpoint({
  name: 'getSavedView',
  tag: 'Saved views',
  summary: 'Get a saved view',
  method: 'GET',
  path: '/saved-views/{id}/',
  permission: 'signed-in',
  params: idParams,
  response: savedView,
})

export const updateSavedView = endpoint({
  name: 'updateSavedView',
  tag: 'Saved views',
  summary: 'Change a saved view',
  description:
    "Changes the caller's own view; a view that somebody else shares is read-only. Refuses what " +
    '`createSavedView` refuses.',
  method: 'PATCH',
  alsoPut: true,
  path: '/saved-views/{id}/',
  permission: 'signed-in',
  params: idParams,
  body: z.object({
    name: savedViewInput.shape.name.optional(),
    query: savedViewInput.shape.query.unwrap().optional(),
    columns: savedViewInput.shape.columns.unwrap().optional(),
    shared: z.boolean().optional(),
    isDefault: z.boolean().optional(),
    version: version.optional(),
  }),
  response: savedView,
  errors: ['CONFLICT'],
})

export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  tag: 'Saved views',
  summary: 'Delete a saved view',
  description: "Deletes the caller's own view, which can be restored for 30 days.",
  method: 'DELETE',
  path: '/saved-views/{id}/',
  permission: 'signed-in',
  params: idParams,
  status: 204,
})

export const restoreSavedView = endpoint({
  name: 'restoreSavedView',
  tag: 'Saved views',
  summary: 'Restore a deleted saved view',
  description: 'Restores a deleted view. CONFLICT if another view has its name.',
  method: 'POST',
  path: '/saved-views/{id}/restore/',
  permission: 'signed-in',
  params: idParams,
  response: savedView,
  errors: ['CONFLICT'],
})

export const personaliseSavedView = endpoint({
  name: 'personaliseSavedView',
  tag: 'Saved views',
  summary: 'Make a view the default, or mark it as viewed',
  description:
    "Stores how the caller uses a view, own or shared: as the list's default, or that it was viewed now.",
  method: 'PATCH',
  path: '/saved-views/{id}/personal/',
  permission: 'signed-in',
  params: idParams,
  body: z.object({ isDefault: z.boolean().optional(), seen: z.literal(true).optional() }),
  response: savedView,
})

export const orderSavedViews = endpoint({
  name: 'orderSavedViews',
  tag: 'Saved views',
  summary: 'Reorder saved views',
  description: "Stores the caller's order of views. Views that are not listed follow, by name.",
  method: 'PUT',
  path: '/saved-views/order/',
  permission: 'signed-in',
  body: z.object({ viewIds: z.array(id).max(500) }),
  status: 204,
})
