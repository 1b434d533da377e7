import { z } from 'zod'
import { id, text, timestamp } from './fields.ts'

export const defaultPageSize = 50
export const maxPageSize = 200

/** Of the longest text that a list is sorted by, in any script. */
const maxCursorLength = 4000

/** Totals are exact up to this; beyond it `atLeast` is true. */
export const totalCap = 10_000

/** The number of all rows when the first page was read: exact, or at least `value` if `atLeast` is true. */
export const total = z.object({
  value: z.int(),
  atLeast: z.boolean().describe('There are more than `value`: counting stops there'),
})

/** The sorts that every list of stored rows has. */
export const updateSorts = ['updatedAt', '-updatedAt'] as const

/**
 * The query parameters of a list whose rows are computed when it is read: `limit`, `cursor` (from `nextCursor`), `sort`
 * (a field, or `-field` for descending; the first is the default) and `q`.
 */
export function computedPageQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return listQuery(sorts).extend({
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxPageSize)
      .default(defaultPageSize)
      .describe('The number of rows of a page'),
    cursor: z.string().max(maxCursorLength).optional().describe('`nextCursor` of the previous page'),
  })
}

/** The query parameters of a list of stored rows, which a client can follow by `updatedSince`. */
export function pageQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return computedPageQuery([...sorts, ...updateSorts] as [
    Sort,
    ...(Sort | (typeof updateSorts)[number])[],
  ]).extend({
    updatedSince: timestamp
      .optional()
      .describe(
        'Only rows that changed at this time or later, oldest change first, and those that left the list',
      ),
  })
}

/** The parameters that select and order rows: the list's export takes only these. */
export function listQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return z.object({
    sort: z
      .enum(sorts)
      .default(sorts[0] as never)
      .describe('A field, or `-field` for descending'),
    q: text(200).optional().describe('Searches the text of the rows'),
  })
}

/** The answer of a list whose rows are computed when it is read. `nextCursor` is null on the last page. */
export function computedPage<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last'),
    total,
  })
}

/** A row that is no longer in the list: it was deleted or erased, or does not match the filters any more. */
export const deletedRow = z.object({ id, updatedAt: timestamp })

/**
 * The answer of a list of stored rows. With `updatedSince`, `deleted` has the rows that left the list. With it or
 * `sort=updatedAt`, every change before `updatedUntil` is included: send that of the last page as the next
 * `updatedSince`. While a whole list is read, it stays that of the first page.
 */
export function page<Item extends z.ZodObject<{ id: typeof id; updatedAt: typeof timestamp }>>(item: Item) {
  return computedPage(item).extend({
    deleted: z.array(deletedRow).optional().describe('With `updatedSince`: rows that left the list'),
    updatedUntil: timestamp
      .optional()
      .describe('Every change before this time is included. Send it as the next `updatedSince`.'),
  })
}
