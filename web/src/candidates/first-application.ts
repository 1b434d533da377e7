import type { getCandidate } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'

type Application = ResponseOf<typeof getCandidate>['applications'][number]

/** Returns the id of the chosen application, else of the newest open one, else of the newest. */
export function firstApplication(
  newestFirst: readonly Application[],
  chosenId: string | undefined,
): string | undefined {
  const chosen = newestFirst.find(({ id }) => id === chosenId)
  return (chosen ?? newestFirst.find(({ closedAt }) => closedAt === null) ?? newestFirst[0])?.id
}
