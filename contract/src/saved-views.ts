import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'

export const savedViewScreens = ['applications', 'candidates', 'positions'] as const

/** A named set of filters, sort and columns of a list; personal, or shared with colleagues. */
export const savedView = z.object({
  id,
  name: z.string(),
  screen: z.enum(savedViewScreens),
  /** The list's query parameters, as in its address. */
  query: z.record(z.string(), z.string()),
  /** In their order; `position:260` is one that is 260 pixels wide. */
  columns: z.array(z.string()),
  /** Whether colleagues see it: it is shared, and its owner may share. */
  shared: z.boolean(),
  /** Whether the caller's list opens with it. */
  isDefault: z.boolean(),
  /** When the caller last looked at it, or null. */
  seenAt: timestamp.nullable(),
  owner: userRef,
  version: z.int(),
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
  /** The view the caller's list opens with; one for each screen. */
  isDefault: z.boolean().default(false),
})

/**
 * One's own views and those shared by colleagues, in the caller's order. Left out are views of screens the caller may not
 * open and views with a filter, sort or column they may not use. Of colleagues' views also those that filter by something
 * the caller may not know: contact data (`q` without `contacts:read`), calls, or positions, people, sources and tags
 * outside their scope. Client reviewers see their own views alone, and nobody sees theirs. What is left out here does not
 * exist for the caller's other calls either.
 */
export const listSavedViews = endpoint({
  name: 'listSavedViews',
  tag: 'Saved views',
  summary: 'List saved views',
  method: 'GET',
  path: '/saved-views/',
  permission: 'signed-in',
  query: z.object({ screen: z.enum(savedViewScreens).optional() }),
  response: z.object({ items: z.array(savedView) }),
})

/** Sharing needs `views:share`. FORBIDDEN for a filter, sort or column that the list would refuse the caller. */
export const createSavedView = endpoint({
  name: 'createSavedView',
  tag: 'Saved views',
  summary: 'Save a view',
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

/** Changes one's own view; a shared one of somebody else can only be read. Refuses what `createSavedView` refuses. */
export const updateSavedView = endpoint({
  name: 'updateSavedView',
  tag: 'Saved views',
  summary: 'Change a saved view',
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

/** Deletes one's own view; restorable for 30 days. */
export const deleteSavedView = endpoint({
  name: 'deleteSavedView',
  tag: 'Saved views',
  summary: 'Delete a saved view',
  method: 'DELETE',
  path: '/saved-views/{id}/',
  permission: 'signed-in',
  params: idParams,
  status: 204,
})

/** CONFLICT when another view has its name by now. */
export const restoreSavedView = endpoint({
  name: 'restoreSavedView',
  tag: 'Saved views',
  summary: 'Restore a deleted saved view',
  method: 'POST',
  path: '/saved-views/{id}/restore/',
  permission: 'signed-in',
  params: idParams,
  response: savedView,
  errors: ['CONFLICT'],
})

/** What the caller makes of a view, also of a shared one: opens the list with it, or has looked at it now. */
export const personaliseSavedView = endpoint({
  name: 'personaliseSavedView',
  tag: 'Saved views',
  summary: 'Make a view the default, or mark it as looked at',
  method: 'PATCH',
  path: '/saved-views/{id}/personal/',
  permission: 'signed-in',
  params: idParams,
  body: z.object({ isDefault: z.boolean().optional(), seen: z.literal(true).optional() }),
  response: savedView,
})

/** Puts the caller's views in an order of their own; those not named come after, by name. */
export const orderSavedViews = endpoint({
  name: 'orderSavedViews',
  tag: 'Saved views',
  summary: 'Order saved views',
  method: 'PUT',
  path: '/saved-views/order/',
  permission: 'signed-in',
  body: z.object({ viewIds: z.array(id).max(500) }),
  status: 204,
})
