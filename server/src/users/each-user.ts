import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { updateUsers } from '@muster/contract/manage-users.ts'
import { AppError } from '../http/app-error.ts'

type Outcomes = ResponseOf<typeof updateUsers>
type Named = Pick<Outcomes['results'][number], 'userId' | 'email'>

/**
 * Does something for each of several colleagues, in one transaction: what is refused of one keeps the others from
 * nothing. `work` must refuse before it writes; it answers who it was done to.
 */
export async function forEachUser<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => Named,
  work: (item: Item) => Promise<Named>,
): Promise<Outcomes> {
  const results: Outcomes['results'] = []
  for (const item of items) {
    try {
      results.push({ ...(await work(item)), outcome: 'done', message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ ...nameOf(item), outcome: 'refused', message: error.message })
    }
  }
  const done = results.filter(({ outcome }) => outcome === 'done').length
  return { done, refused: results.length - done, results }
}
