import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldExportQuery } from './exports.ts'
import { fieldFilter, fieldValues, fieldValuesInput } from './field-values.ts'
import { id, idParams, optionalText, timestamp, version } from './fields.ts'
import { lineName } from './names.ts'
import { listQuery, page, pageQuery } from './paging.ts'

export const company = z.object({
  id,
  name: z.string(),
  website: z.string().nullable(),
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  notes: z.string().nullable(),
  customFields: fieldValues,
  openPositions: z.int(),
  openApplications: z.int(),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

const companyInput = z.object({
  name: lineName(200),
  website: optionalText(500),
  contactName: optionalText(200),
  contactEmail: optionalText(254),
  contactPhone: optionalText(60),
  notes: optionalText(5000),
  customFields: fieldValuesInput.optional(),
})

const companySorts = ['name', '-name', '-createdAt', 'createdAt'] as const

const companyFilters = z.object({
  deleted: z.enum(['true', 'false']).optional(),
  field: fieldFilter,
})

export const listCompanies = endpoint({
  name: 'listCompanies',
  tag: 'Companies',
  summary: 'List companies',
  description:
    'Returns the companies that the workspace hires for. `deleted=true` lists those that can still be ' +
    'restored.',
  method: 'GET',
  path: '/companies/',
  permission: 'companies:read',
  query: pageQuery(companySorts).extend(companyFilters.shape),
  response: page(company),
})

/** The columns of an export in their default order. */
export const companyExportColumns = [
  'name',
  'website',
  'contactName',
  'contactEmail',
  'contactPhone',
  'notes',
  'openPositions',
  'openApplications',
  'created',
  'id',
] as const

export const exportCompanies = endpoint({
  name: 'exportCompanies',
  tag: 'Companies',
  summary: 'Export companies',
  description: 'Exports all matching companies as CSV or XLSX. Also requires `companies:read`.',
  method: 'GET',
  path: '/companies/export/',
  permission: 'applications:export',
  query: listQuery(companySorts)
    .extend(companyFilters.shape)
    .extend(fieldExportQuery(companyExportColumns).shape),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const createCompany = endpoint({
  name: 'createCompany',
  tag: 'Companies',
  summary: 'Add a company',
  description: 'Adds a company. CONFLICT if the name is taken.',
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

export const updateCompany = endpoint({
  name: 'updateCompany',
  tag: 'Companies',
  summary: 'Change a company',
  description:
    'Changes the fields sent; the rest stay. CONFLICT on a stale `version` or a name already taken.',
  method: 'PATCH',
  alsoPut: true,
  path: '/companies/{id}/',
  permission: 'companies:write',
  params: idParams,
  body: companyInput.partial().extend({ version: version.optional() }),
  response: company,
  errors: ['CONFLICT'],
})

export const deleteCompany = endpoint({
  name: 'deleteCompany',
  tag: 'Companies',
  summary: 'Delete a company',
  description: 'Deletes a company, which can be restored for 30 days. CONFLICT while it has positions.',
  method: 'DELETE',
  path: '/companies/{id}/',
  permission: 'companies:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restoreCompany = endpoint({
  name: 'restoreCompany',
  tag: 'Companies',
  summary: 'Restore a deleted company',
  description: 'Restores a deleted company.',
  method: 'POST',
  path: '/companies/{id}/restore/',
  permission: 'companies:write',
  params: idParams,
  response: company,
  errors: ['CONFLICT'],
})
