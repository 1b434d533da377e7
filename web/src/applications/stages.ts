import type { ApplicationDetails } from './application-query.ts'

type Status = ApplicationDetails['statuses'][number]
type Stay = ApplicationDetails['timeInStatus'][number]

/** A status as an application stands to it. */
export interface Stage {
  status: Status
  standing: 'passed' | 'skipped' | 'now' | 'ahead'
  /** The time spent there, if ever. */
  stay: Stay | null
}

/** The statuses of the position in their order, up to where the application stands or stood at its end. */
export function stagesOf(
  application: Pick<ApplicationDetails, 'statuses' | 'status' | 'timeInStatus' | 'dispositionDetails'>,
): Stage[] {
  const { statuses, status, timeInStatus, dispositionDetails } = application
  const stays = new Map(timeInStatus.map((stay) => [stay.statusId, stay]))
  const ended = status.type === 'closed' ? dispositionDetails?.status.id : undefined
  const reached = statuses.findIndex(({ id }) => id === (ended ?? status.id))
  return statuses.map((each, index) => {
    const stay = stays.get(each.id) ?? null
    const standing = () => {
      if (each.id === status.id) return 'now'
      if (index > reached || each.type === 'closed')
        return stay && each.type !== 'closed' ? 'passed' : 'ahead'
      return stay || each.id === ended ? 'passed' : 'skipped'
    }
    return { status: each, standing: standing(), stay }
  })
}
