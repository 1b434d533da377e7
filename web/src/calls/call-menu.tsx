import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { IconNotes, IconPhone, IconPhoneIncoming } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  lazy,
  type ReactElement,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from 'react'
import { endpointQuery } from '../api/query.ts'
import { formatTimesOfDay } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { formatPhone } from '../ui/phone.ts'
import { useOpened } from '../ui/use-opened.ts'
import classes from './call-menu.module.css'
import {
  type CallDirection,
  type CallEndReason,
  type CallOutcome,
  endReasonLabels,
  outcomeLabels,
} from './call-words.ts'
import { callbackChoices } from './callback-choices.ts'
import { callingHours } from './calling-hours.ts'
import { type Called, logOutcome } from './log-outcome.ts'

const LogCallDialog = lazy(() =>
  import('../applications/log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)

/** In the order of how often they come; a callback has its times instead. */
const outcomes = [
  'interested',
  'qualified',
  'not_interested',
  'not_qualified',
  'wrong_number',
  'wrong_person',
  'already_applied',
  'language_barrier',
  'dropped_early',
  'do_not_call',
] as const satisfies CallOutcome[]

const unreached = ['no_answer', 'voicemail', 'busy', 'invalid_number'] as const satisfies CallEndReason[]

/** The first nine choices have a key each. */
function pickByDigit(event: KeyboardEvent<HTMLDivElement>) {
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
  event.currentTarget.querySelector<HTMLElement>(`[data-digit="${event.key}"]`)?.click()
}

/** The number to dial, and what their clocks say: in the warning's colour where that is early or late. */
function Dial({ id }: { id: string }) {
  const { data } = useQuery({ ...endpointQuery(getApplicantSummary, { params: { id } }), staleTime: 30_000 })
  const phone = data?.callable.may ? data.candidate.phone : null
  const { quiet, reason } = data?.callable ?? {}
  const localTime = formatTimesOfDay(data?.callable.localTime ?? '')
  const { opens, closes } = callingHours()
  return (
    // Of one height, whatever comes: what stands below is being aimed at.
    <div className={classes.dial}>
      {phone ? (
        <Menu.Item
          component="a"
          href={`tel:${phone}`}
          closeMenuOnClick={false}
          leftSection={<IconPhone size={16} stroke={1.6} aria-hidden />}
        >
          {formatPhone(phone)}
        </Menu.Item>
      ) : (
        <p className={classes.note}>{reason}</p>
      )}
      {phone && localTime && (
        <p className={classes.note} data-quiet={quiet || undefined}>
          {quiet ? (
            <Trans>
              It is {localTime} where they are. Call between {opens} and {closes}.
            </Trans>
          ) : (
            <Trans>It is {localTime} where they are.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

interface More {
  outcome: CallOutcome | null
  direction: CallDirection
}

function Choices({ called, onMore }: { called: Called; onMore: (more: More) => void }) {
  const log = (body: Parameters<typeof logOutcome>[1]) => void logOutcome(called, body)
  return (
    <>
      <Menu.Label>
        <Trans>Spoke with them</Trans>
      </Menu.Label>
      <div className={classes.grid}>
        {outcomes.map((outcome, index) => (
          <Menu.Item
            key={outcome}
            data-digit={index < 9 ? index + 1 : undefined}
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            rightSection={
              index < 9 && (
                <span aria-hidden>
                  <Kbd>{String(index + 1)}</Kbd>
                </span>
              )
            }
            onClick={() => log({ outcome })}
          >
            {t(outcomeLabels[outcome])}
          </Menu.Item>
        ))}
      </div>
      <Menu.Label>
        <Trans>Call back</Trans>
      </Menu.Label>
      <div className={classes.grid}>
        {callbackChoices.map(({ label, at }) => (
          <Menu.Item
            key={label.id}
            onClick={() => log({ outcome: 'callback', callbackAt: at().toISOString() })}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onMore({ outcome: 'callback', direction: 'outbound' })}>
          <Trans>Another time…</Trans>
        </Menu.Item>
      </div>
      <Menu.Label>
        <Trans>Not reached</Trans>
      </Menu.Label>
      <div className={classes.grid}>
        {unreached.map((endReason) => (
          <Menu.Item key={endReason} onClick={() => log({ endReason })}>
            {t(endReasonLabels[endReason])}
          </Menu.Item>
        ))}
      </div>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconNotes size={16} stroke={1.6} aria-hidden />}
        onClick={() => onMore({ outcome: null, direction: 'outbound' })}
      >
        <Trans>With a note…</Trans>
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPhoneIncoming size={16} stroke={1.6} aria-hidden />}
        onClick={() => onMore({ outcome: null, direction: 'inbound' })}
      >
        <Trans>They called…</Trans>
      </Menu.Item>
    </>
  )
}

interface CallMenuProps {
  called: Called
  opened: boolean
  onChange: (opened: boolean) => void
  target?: RefObject<HTMLElement | null>
  /** It is closed, and so is the dialog it may have led to. */
  onEnd?: () => void
  /** What opens it; it must take a ref. */
  children: ReactElement
}

/** Calls somebody and logs what came of it: one choice, and it is done. */
export function CallMenu({ called, opened, onChange, onEnd, target, children }: CallMenuProps) {
  const { name } = called.candidate
  const [more, setMore] = useState<More>()
  const shown = useOpened(opened, target)
  const asksMore = useRef(false)
  const end = () => {
    setMore(undefined)
    onEnd?.()
  }
  return (
    <>
      <Menu
        opened={shown}
        onChange={(next) => {
          onChange(next)
          if (!next && !asksMore.current) onEnd?.()
        }}
        width={372}
        position="bottom-end"
        withinPortal
      >
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown className={classes.menu} aria-label={t`Call with ${name}`} onKeyDown={pickByDigit}>
          <Dial id={called.id} />
          <Choices
            called={called}
            onMore={(next) => {
              asksMore.current = true
              setMore(next)
            }}
          />
        </Menu.Dropdown>
      </Menu>
      {more && (
        <Suspense>
          <LogCallDialog
            application={called}
            outcome={more.outcome}
            direction={more.direction}
            opened
            onClose={() => {
              asksMore.current = false
              end()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
