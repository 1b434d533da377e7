import { listApplications } from '@muster/contract/applications.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { applicationListQuery, type ListPages, type ListQuery, listKey, pageSize } from './list-query.ts'
import type { ApplicationRow } from './queries.ts'

/** Changes rows in every loaded list at once. Returns a function that rolls back. */
export function patchApplications(
  ids: ReadonlySet<string>,
  change: (row: ApplicationRow) => Partial<ApplicationRow>,
): () => void {
  const lists = queryClient.getQueriesData<ListPages>({ queryKey: [listKey] })
  for (const [key, data] of lists) {
    if (data)
      queryClient.setQueryData<ListPages>(
        key,
        replaceRows(data, ids, (row) => ({ ...row, ...change(row) })),
      )
  }
  return () => {
    for (const [key, data] of lists) queryClient.setQueryData(key, data)
  }
}

function replaceRows(
  data: ListPages,
  ids: ReadonlySet<string>,
  replace: (row: ApplicationRow) => ApplicationRow | undefined,
): ListPages {
  const pages = data.pages.map((page) =>
    page.items.some((row) => ids.has(row.id))
      ? { ...page, items: page.items.flatMap((row) => (ids.has(row.id) ? (replace(row) ?? []) : row)) }
      : page,
  )
  return { ...data, pages }
}

/**
 * Reloads some rows of a list in place and removes those that no longer match. Returns how many match but are
 * not among the loaded rows.
 */
export async function refreshRows(query: ListQuery, changed: readonly string[]): Promise<number> {
  const key = applicationListQuery(query).queryKey
  const chunks = Array.from({ length: Math.ceil(changed.length / pageSize) }, (_, index) =>
    changed.slice(index * pageSize, (index + 1) * pageSize),
  )
  const [now, ...answers] = await Promise.all([
    call(listApplications, { query: { ...query, limit: 1 } }),
    ...chunks.map((applicationId) =>
      call(listApplications, { query: { ...query, applicationId, limit: pageSize } }),
    ),
  ])
  const found = new Map(answers.flatMap(({ items }) => items).map((row) => [row.id, row]))
  const data = queryClient.getQueryData<ListPages>(key)
  if (!data) return 0
  const known = new Set(data.pages.flatMap((page) => page.items.map((row) => row.id)))
  const replaced = replaceRows(data, new Set(changed), (row) => found.get(row.id))
  const pages = replaced.pages.map((page) => ({ ...page, total: now.total }))
  queryClient.setQueryData<ListPages>(key, { ...replaced, pages })
  return [...found.keys()].filter((id) => !known.has(id)).length
}

/** Reloads the pages of a list that were loaded. */
export function refetchList(query: ListQuery): Promise<void> {
  return queryClient.refetchQueries({ queryKey: applicationListQuery(query).queryKey, exact: true })
}

/** Marks all lists stale; those off screen reload when they are opened. */
export function invalidateOtherLists(): void {
  void queryClient.invalidateQueries({ queryKey: [listKey], type: 'inactive', refetchType: 'none' })
}
