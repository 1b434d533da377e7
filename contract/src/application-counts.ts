import { z } from 'zod'
import { searchedFilters } from './application-filters.ts'
import { endpoint } from './endpoint.ts'
import { repeated, text, timestamp } from './fields.ts'
import { total } from './paging.ts'

/** The sources and tags in use, for filters and pickers. Empty for client reviewers. */
export const listApplicationFacets = endpoint({
  name: 'listApplicationFacets',
  tag: 'Applications',
  summary: 'List the sources and tags in use',
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

/** How many a value has is counted exactly up to this. */
export const facetCap = 1000

/**
 * How many applications each of `values` of the filter `by` would leave, with all other filters as they are. Counted
 * up to 1,000 each, so that it costs the same in a list of a million. FORBIDDEN for a filter the caller may not use.
 */
export const countApplicationFacets = endpoint({
  name: 'countApplicationFacets',
  tag: 'Applications',
  summary: 'Count applications by the values of a filter',
  method: 'GET',
  path: '/applications/facet-counts/',
  permission: 'applications:read',
  query: searchedFilters.extend({ by: z.enum(facetFilters), values: repeated(text(120)) }),
  response: z.object({ counts: z.array(z.object({ value: z.string(), count: total })) }),
})

/** New ones are counted up to this. */
export const newsCap = 99

/**
 * How many applications match and, with `since`, how many of them came in or entered their status after it. Of what
 * came in since, the latest 5,000 are looked at, so that the answer costs the same however long one was away.
 */
export const countApplications = endpoint({
  name: 'countApplications',
  tag: 'Applications',
  summary: 'Count applications, and what is new among them',
  method: 'GET',
  path: '/applications/counts/',
  permission: 'applications:read',
  query: searchedFilters.extend({ since: timestamp.optional() }),
  response: z.object({ total, news: total.nullable() }),
})
