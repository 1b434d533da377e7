import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, optionalText, text, timestamp, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'

export const company = z.object({
  id,
  name: z.string(),
  website: z.string().nullable(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  notes: z.string().nullable(),
  openPositions: z.int(),
  openApplications: z.int(),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

const companyInput = z.object({
  name: text(200, 1),
  website: optionalText(500),
  contactName: optionalText(200),
  contactEmail: optionalText(254),
  contactPhone: optionalText(60),
  notes: optionalText(5000),
})

/** The companies the workspace hires for. `deleted=true` lists those that can still be restored. */
export const listCompanies = endpoint({
  name: 'listCompanies',
  tag: 'Companies',
  summary: 'List companies',
  method: 'GET',
  path: '/companies/',
  permission: 'companies:read',
  query: pageQuery(['name', '-name', '-createdAt', 'createdAt']).extend({
    deleted: z.enum(['true', 'false']).optional(),
  }),
  response: page(company),
})

/** Adds a company. CONFLICT when one of that name exists. */
export const createCompany = endpoint({
  name: 'createCompany',
  tag: 'Companies',
  summary: 'Add a company',
  method: 'POST',
  path: '/companies/',
  permission: 'companies:write',
  body: companyInput,
  response: company,
  status: 201,
  errors: ['CONFLICT'],
})

export const getCompany = endpoint({
  name: 'getCompany',
  tag: 'Companies',
  summary: 'Get a company',
  method: 'GET',
  path: '/companies/{id}/',
  permission: 'companies:read',
  params: idParams,
  response: company,
})

/** Changes the fields sent; the rest stay. CONFLICT on a stale `version` or a name already taken. */
export const updateCompany = endpoint({
  name: 'updateCompany',
  tag: 'Companies',
  summary: 'Change a company',
  method: 'PATCH',
  alsoPut: true,
  path: '/companies/{id}/',
  permission: 'companies:write',
  params: idParams,
  body: companyInput.partial().extend({ version: version.optional() }),
  response: company,
  errors: ['CONFLICT'],
})

/** Deletes a company; it can be restored for 30 days. CONFLICT while it has positions. */
export const deleteCompany = endpoint({
  name: 'deleteCompany',
  tag: 'Companies',
  summary: 'Delete a company',
  method: 'DELETE',
  path: '/companies/{id}/',
  permission: 'companies:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

/** Brings a deleted company back. */
export const restoreCompany = endpoint({
  name: 'restoreCompany',
  tag: 'Companies',
  summary: 'Restore a deleted company',
  method: 'POST',
  path: '/companies/{id}/restore/',
  permission: 'companies:write',
  params: idParams,
  response: company,
  errors: ['CONFLICT'],
})
