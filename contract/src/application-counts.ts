import { z } from 'zod'
import { searchedFilters } from './application-filters.ts'
import { endpoint } from './endpoint.ts'
import { repeated, text, timestamp } from './fields.ts'
import { total } from './paging.ts'

export const listApplicationFacets = endpoint({
  name: 'listApplicationFacets',
  tag: 'Applications',
  summary: 'List the sources and tags in use',
  description: 'Returns the sources and tags in use, for filters and pickers. Empty for client reviewers.',
  method: 'GET',
  path: '/applications/facets/',
  permission: 'applications:read',
  response: z.object({ sources: z.array(z.string()), tags: z.array(z.string()) }),
})

/** Filters whose values can be counted. */
export const facetFilters = [
  'positionId',
  'companyId',
  'pipelineId',
  'statusType',
  'ownerId',
  'source',
  'tag',
  'disposition',
  'reasonId',
  'enteredType',
] as const

/** Counts of a value are exact up to this. */
export const facetCap = 1000

export const countApplicationFacets = endpoint({
  name: 'countApplicationFacets',
  tag: 'Applications',
  summary: 'Count applications by the values of a filter',
  description:
    'Returns how many applications each of `values` would match as the filter `by`, with all other filters ' +
    'unchanged. Each count stops at 1,000, so that a list of a million costs no more. FORBIDDEN for a filter ' +
    'that the caller may not use.',
  method: 'GET',
  path: '/applications/facet-counts/',
  permission: 'applications:read',
  query: searchedFilters.extend({ by: z.enum(facetFilters), values: repeated(text(120)) }),
  response: z.object({ counts: z.array(z.object({ value: z.string(), count: total })) }),
})

/** New applications are counted up to this. */
export const newCountCap = 99

export const countApplications = endpoint({
  name: 'countApplications',
  tag: 'Applications',
  summary: 'Count applications, and new ones among them',
  description:
    'Returns how many applications match and, with `since`, how many of them were created or entered their ' +
    'status after it. Only the latest 5,000 changes since then are considered, so that a long absence costs ' +
    'no more.',
  method: 'GET',
  path: '/applications/counts/',
  permission: 'applications:read',
  query: searchedFilters.extend({ since: timestamp.optional() }),
  response: z.object({ total, news: total.nullable() }),
})
