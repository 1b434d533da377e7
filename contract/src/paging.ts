import { z } from 'zod'
import { text } from './fields.ts'

export const defaultPageSize = 50
export const maxPageSize = 200

/** Totals are counted exactly up to this; beyond it an answer says `atLeast`. */
export const totalCap = 10_000

/** How many rows there are in all: exact, or at least `value` when `atLeast` is true. */
export const total = z.object({ value: z.int(), atLeast: z.boolean() })

/**
 * The query parameters of every list: `limit`, `cursor` (as answered in `nextCursor`), `sort` (a field, or
 * `-field` for descending; the first named is the default) and `q`.
 */
export function pageQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return listQuery(sorts).extend({
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
    cursor: z.string().max(1000).optional(),
  })
}

/** Of these, what says which rows and in which order: all that an export of the list takes. */
export function listQuery<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return z.object({
    sort: z.enum(sorts).default(sorts[0] as never),
    q: text(200).optional(),
  })
}

/** What every list answers. `nextCursor` is null on the last page. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total })
}
