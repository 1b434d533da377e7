import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, text, timestamp, userRef, version } from './fields.ts'

export const savedViewScreens = ['applications', 'candidates', 'positions'] as const

/** A named set of filters, sort and columns of a list; personal, or shared with the workspace. */
export const savedView = z.object({
  id,
  name: z.string(),
  screen: z.enum(savedViewScreens),
  /** The list's query parameters, as in its address. */
  query: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  shared: z.boolean(),
  isDefault: z.boolean(),
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
    .refine((query) => Object.keys(query).length <= 40, 'Too many filters')
    .default({}),
  columns: z.array(z.string().max(60)).max(60).default([]),
  shared: z.boolean().default(false),
  /** The view the owner's list opens with; one for each screen. */
  isDefault: z.boolean().default(false),
})

/** One's own views and those shared by others. */
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

/** Changes one's own view; a shared one of somebody else can only be read. */
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
