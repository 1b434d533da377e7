import type { ApplicationDetails } from '../application-query.ts'

type Status = ApplicationDetails['statuses'][number]
type Stay = ApplicationDetails['timeInStatus'][number]

/** A status of the position with the application's progress in it. */
export interface Stage {
  status: Status
  state: 'passed' | 'skipped' | 'now' | 'ahead'
  /** The time spent there, if any. */
  stay: Stay | null
}

/** Returns the statuses of the position in order, up to the current one or, once closed, the last one. */
export function stagesOf(
  application: Pick<ApplicationDetails, 'statuses' | 'status' | 'timeInStatus' | 'dispositionDetails'>,
): Stage[] {
  const { statuses, status, timeInStatus, dispositionDetails } = application
  const stays = new Map(timeInStatus.map((stay) => [stay.statusId, stay]))
  const ended = status.type === 'closed' ? dispositionDetails?.status.id : undefined
  const reached = statuses.findIndex(({ id }) => id === (ended ?? status.id))
  return statuses.map((each, index) => {
    const stay = stays.get(each.id) ?? null
    const state = () => {
      if (each.id === status.id) return 'now'
      if (index > reached || each.type === 'closed')
        return stay && each.type !== 'closed' ? 'passed' : 'ahead'
      return stay || each.id === ended ? 'passed' : 'skipped'
    }
    return { status: each, state: state(), stay }
  })
}
