import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { updateUsers } from '@muster/contract/manage-users.ts'
import { AppError } from '../app-error.ts'

type Outcomes = ResponseOf<typeof updateUsers>
type Named = Pick<Outcomes['results'][number], 'userId' | 'email'>

/**
 * Runs `work` for each of several users in one transaction. A refusal of one does not affect the others, so `work` must
 * refuse before it writes. It returns the user it changed.
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
