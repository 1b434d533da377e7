import { t } from '@lingui/core/macro'
import { type Icon, IconBan, IconCircleX, IconPhone, IconPhoneOff, IconUserCheck } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { callResultText } from '../calls/call-labels.ts'
import { useCardFields } from '../custom-fields/card-fields.ts'
import { useIsStaff } from '../session/use-is-staff.ts'
import { dispositionLabels } from '../texts/contract-labels.ts'
import { Age } from '../ui/age.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { formatDateTime, formatWhen } from '../ui/format.ts'
import { useNow } from '../ui/now.ts'
import classes from './board-card.module.css'
import type { Card } from './board-moves.ts'

const CardValues = lazy(() =>
  import('../custom-fields/card-values.tsx').then((module) => ({ default: module.CardValues })),
)

interface Contact {
  icon: Icon
  text: string
  title?: string
  late?: boolean
}

/** Returns the disposition or, for staff on an open card, the due callback or the last contact. */
function contactOf(card: Card, now: number, isStaff: boolean): Contact | null {
  const { disposition, callbackAt, lastContact, closedAt } = card
  if (disposition) {
    const { kind, reason } = disposition
    const label = t(dispositionLabels[kind])
    return {
      icon: kind === 'hired' ? IconUserCheck : IconCircleX,
      text: reason ? `${label}: ${reason}` : label,
      title: closedAt ? `${label}, ${formatDateTime(closedAt)}` : undefined,
    }
  }
  if (!isStaff) return null
  if (card.candidate.doNotCall) return { icon: IconBan, text: t`Asked not to be called` }
  if (callbackAt) {
    const when = formatWhen(callbackAt, now)
    return {
      icon: IconPhone,
      text: t`Callback ${when}`,
      title: formatDateTime(callbackAt),
      late: Date.parse(callbackAt) <= now,
    }
  }
  if (!lastContact) return { icon: IconPhoneOff, text: t`Not called yet` }
  return { icon: IconPhone, text: callResultText(lastContact.result), title: formatDateTime(lastContact.at) }
}

interface CardFaceProps {
  card: Card
  /** The candidate's name, as a link if the card opens. */
  name: ReactNode
  /**
   * On a board of many positions, the name of the column: the card shows the position instead of the source, and its own
   * status if the position calls it differently.
   */
  column: string | null
}

/** Returns where a card belongs: its position and company, or on the position's own board its source. */
function originOf(
  { position, company, source, status }: Card,
  column: string | null,
  isStaff: boolean,
): string {
  const where = `${position.name} · ${company.name}`
  if (column === null) return isStaff ? (source ?? t`No source`) : where
  return status.name === column ? where : `${status.name} · ${where}`
}

/** The lines of a card: candidate and time in status; last contact; custom fields; source and owner. */
export function CardFace({ card, name, column }: CardFaceProps) {
  const isStaff = useIsStaff()
  const fields = useCardFields()
  const contact = contactOf(card, useNow(), isStaff)
  const origin = originOf(card, column, isStaff)
  return (
    <>
      <div className={classes.line}>
        {name}
        <Age since={card.enteredStatusAt} dueAt={card.dueAt} />
      </div>
      <div className={classes.line}>
        {contact && (
          <>
            <contact.icon size={14} stroke={1.6} className={classes.icon} aria-hidden />
            <span className={classes.contact} data-late={contact.late || undefined} title={contact.title}>
              {contact.text}
            </span>
          </>
        )}
      </div>
      {fields.length > 0 && (
        <div className={classes.values}>
          <Suspense>
            <CardValues fields={fields} card={card} />
          </Suspense>
        </div>
      )}
      <div className={classes.line}>
        <span className={classes.origin} title={origin}>
          {origin}
        </span>
        <span className={classes.owner}>
          {card.owner ? (
            <Avatar name={card.owner.name} userId={card.owner.id} />
          ) : (
            <span title={t`Unassigned`}>—</span>
          )}
        </span>
      </div>
    </>
  )
}
