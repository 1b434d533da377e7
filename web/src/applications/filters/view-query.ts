import type { ApplicationsSearch } from './applications-search.ts'

/** Returns the filters, search and sort as a saved view stores them: one text for each name. */
export function toViewQuery({ view, peek, ...search }: ApplicationsSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      if (value === undefined) return []
      return [
        [
          name,
          Array.isArray(value) ? value.join(['source', 'tag', 'field'].includes(name) ? '\n' : ',') : value,
        ],
      ]
    }),
  )
}

/** Returns whether two addresses show the same rows in the same order. */
export function sameView(one: ApplicationsSearch, other: ApplicationsSearch): boolean {
  const text = (search: ApplicationsSearch) => JSON.stringify(Object.entries(toViewQuery(search)).sort())
  return text(one) === text(other)
}
