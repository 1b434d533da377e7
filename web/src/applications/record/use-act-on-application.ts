import { t } from '@lingui/core/macro'
import { dispositions } from '@muster/contract/dispositions.ts'
import { useRouter } from '@tanstack/react-router'
import { queryClient } from '../../api/query.ts'
import { useCurrentUser } from '../../session/session.ts'
import { toast } from '../../ui/toast.tsx'
import { closeAs, moveTo, remove, reopen } from '../application-actions.ts'
import { patchApplication } from '../application-cache.ts'
import { type ApplicationDetails, applicationQuery } from '../application-query.ts'
import type { Closing } from '../close-dialog.tsx'
import type { MoveTarget } from '../move-menu.tsx'

interface Navigation {
  back: () => void
  /** Opens the close dialog. */
  askForDisposition: () => void
  /** Called before it leaves its status. */
  onLeavesStatus: (() => void) | undefined
}

/** The fields that reopening clears. */
const opened = { closedAt: null, disposition: null, dispositionDetails: null }

/**
 * Moves, closes, reopens and deletes the application of a record. Changes show at once and are rolled back
 * when refused.
 */
export function useActOnApplication(
  application: ApplicationDetails,
  { back, askForDisposition, onLeavesStatus }: Navigation,
) {
  const router = useRouter()
  const { id, can, whyNot } = application
  const me = useCurrentUser()
  const subject = [application]
  const now = () => new Date().toISOString()

  async function showAtOnce(change: Partial<ApplicationDetails>, done: ReturnType<typeof reopen>) {
    const rollBack = patchApplication(id, change)
    const result = await done
    if (!result || result.refused.length > 0) rollBack()
  }
  const move = async (target: MoveTarget) => {
    if (target.type === 'closed') {
      if (can.close) return askForDisposition()
      return toast(whyNot.close ?? t`This application cannot be closed`)
    }
    onLeavesStatus?.()
    const { statusId, name, type, color } = target
    const status = application.statuses.find((each) => each.id === statusId)
    await showAtOnce(
      {
        status: status ?? { ...application.status, name, type, color },
        enteredStatusAt: now(),
        dueAt: null,
        ...(application.closedAt ? opened : {}),
      },
      moveTo(subject, target),
    )
  }
  const close = (closing: Closing) => {
    onLeavesStatus?.()
    const { disposition: kind, note } = closing
    const { status, statuses } = application
    const end = statuses.find(({ type }) => type === (kind === 'hired' ? 'hired' : 'closed')) ?? status
    return showAtOnce(
      {
        status: end,
        closedAt: now(),
        dueAt: null,
        disposition: { kind, reason: null },
        dispositionDetails: {
          kind,
          party: dispositions[kind].party,
          reason: null,
          note,
          status,
          decidedAt: now(),
          decidedBy: { id: me.id, name: me.name },
        },
        can: { ...can, close: false, reopen: can.close },
      },
      closeAs(subject, closing),
    )
  }
  const openAgain = () => {
    const before = application.dispositionDetails?.status.id
    const status = application.statuses.find((each) => each.id === before) ?? application.status
    const change = {
      ...opened,
      status,
      enteredStatusAt: now(),
      can: { ...can, close: can.reopen, reopen: false },
    }
    return showAtOnce(change, reopen(subject))
  }
  // Leave first: afterwards there is nothing to show.
  const leaveAndRemove = async () => {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe('onRendered', () => {
        stop()
        resolve()
      })
      back()
    })
    await remove(subject)
    queryClient.removeQueries({ queryKey: applicationQuery(id).queryKey })
  }
  return {
    move: (target: MoveTarget) => void move(target),
    close: (closing: Closing) => void close(closing),
    reopen: () => void openAgain(),
    remove: () => void leaveAndRemove(),
  }
}
