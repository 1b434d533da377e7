import { t } from '@lingui/core/macro'
import type { StatusType } from '@muster/contract/status-types.ts'
import { can } from '../session/session.ts'
import { showFloating } from '../ui/floating.tsx'
import { type Offer, toastError } from '../ui/toast.tsx'

/** One summary after another: nobody writes more of them at once. */
const mostAtOnce = 20

/**
 * Returns the offer to share with the client those who were moved to a status of type `submitted`. The move itself does
 * not wait for it.
 */
export function offerSharing(applicationIds: readonly string[], type: StatusType): Offer | undefined {
  const isSensible = applicationIds.length > 0 && applicationIds.length <= mostAtOnce
  if (type !== 'submitted' || !isSensible || !can('applications:write')) return undefined
  return {
    label: t`Share with the client…`,
    run: () => {
      import('./share-moved.tsx').then(
        ({ ShareMoved }) =>
          showFloating((close) => <ShareMoved applicationIds={applicationIds} onClose={close} />),
        (error: unknown) => toastError(error),
      )
    },
  }
}
