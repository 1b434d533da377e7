import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { getApplicantSummary } from '@muster/contract/applications.ts'
import { IconArrowLeft, IconNotes, IconPhone, IconPhoneIncoming } from '@tabler/icons-react'
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
import { endpointQuery, queryClient } from '../api/query.ts'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { customFieldsQuery, useCustomFields } from '../custom-fields/custom-fields-query.ts'
import { formatTimesOfDay } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { formatPhone } from '../ui/phone.ts'
import { useOpened } from '../ui/use-opened.ts'
import type { CallDirection, CallEndReason, CallOutcome } from './call-labels.ts'
import classes from './call-menu.module.css'
import { isRequiredForCall } from './call-requirements.ts'
import { keypad, otherResults, resultLabel } from './call-results.ts'
import { callbackChoices, callbackTitle, ownTimeText } from './callback-choices.ts'
import { quietText } from './calling-hours.ts'
import { type Callee, logOutcome } from './log-outcome.ts'

const LogCallDialog = lazy(() =>
  import('./log-call-dialog.tsx').then((module) => ({ default: module.LogCallDialog })),
)

type Body = Parameters<typeof logOutcome>[1]

/** What the menu asks: the result, a rarer one, or the time of a callback. */
type Step = 'results' | 'others' | 'callback'

/** Picks a choice by its digit; Backspace and the left arrow return to the results. */
function pickByKey(event: KeyboardEvent<HTMLDivElement>, onBack: () => void) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace' || event.key === 'ArrowLeft') return onBack()
  if (/^\d$/.test(event.key))
    event.currentTarget.querySelector<HTMLElement>(`[data-digit="${event.key}"]`)?.click()
}

const summaryQuery = (id: string) => endpointQuery(getApplicantSummary, { params: { id } })

/** The phone number and the person's local time, with a warning outside calling hours. */
function Dial({ id }: { id: string }) {
  const { data } = useQuery({ ...summaryQuery(id), staleTime: 30_000 })
  const phone = data?.callable.may ? data.candidate.phone : null
  const { quiet, reason } = data?.callable ?? {}
  const localTime = formatTimesOfDay(data?.callable.localTime ?? '')
  return (
    // A fixed height, so that the choices below do not move while the user aims at them.
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
      {phone && (localTime || quiet) && (
        <p className={classes.note} data-quiet={quiet || undefined}>
          {localTime && <Trans>Local time: {localTime}</Trans>}
          {localTime && quiet && ' · '}
          {quiet && quietText(data!.callable)}
        </p>
      )}
    </div>
  )
}

/** What the dialog begins with. */
interface More {
  outcome: CallOutcome | null
  direction: CallDirection
  endReason?: CallEndReason | undefined
  callbackAt?: string | null | undefined
}

interface DigitItemProps {
  digit: number
  label: string
  note?: string | undefined
  /** Asks more in the menu. */
  stays?: boolean
  onClick: () => void
}

/** A choice with its key. */
function DigitItem({ digit, label, note, stays, onClick }: DigitItemProps) {
  return (
    <Menu.Item
      data-digit={digit}
      aria-keyshortcuts={String(digit)}
      closeMenuOnClick={!stays}
      aria-haspopup={stays ? 'menu' : undefined}
      rightSection={
        <span aria-hidden>
          <Kbd>{String(digit)}</Kbd>
        </span>
      }
      onClick={onClick}
    >
      {label}
      {note && <span className={classes.itemNote}>{note}</span>}
    </Menu.Item>
  )
}

interface StepProps {
  callee: Callee
  log: (body: Body) => Promise<void>
  onStep: (step: Step) => void
  onMore: (more: More) => void
}

function Results({ log, onStep }: StepProps) {
  const items = keypad.map((result, index) => (
    <DigitItem
      key={resultLabel(result)}
      digit={index + 1}
      label={'outcome' in result && result.outcome === 'callback' ? t`Callback…` : resultLabel(result)}
      stays={'outcome' in result && result.outcome === 'callback'}
      onClick={() =>
        'outcome' in result && result.outcome === 'callback' ? onStep('callback') : void log(result)
      }
    />
  ))
  return (
    <>
      <Menu.Label>
        <Trans>Not reached</Trans>
      </Menu.Label>
      <div className={classes.grid}>{items.slice(0, 3)}</div>
      <Menu.Label>
        <Trans>Reached</Trans>
      </Menu.Label>
      <div className={classes.grid}>
        {items.slice(3)}
        <DigitItem digit={0} label={t`Other result…`} stays onClick={() => onStep('others')} />
      </div>
    </>
  )
}

function Others({ log, onStep }: StepProps) {
  return (
    <>
      <Back onStep={onStep} />
      <div className={classes.grid}>
        {otherResults.map((result, index) => (
          <DigitItem
            key={resultLabel(result)}
            digit={index + 1}
            label={resultLabel(result)}
            onClick={() => void log(result)}
          />
        ))}
      </div>
    </>
  )
}

/** Asks for the time of a callback on the person's clock, and states it on the user's own. */
function CallbackTimes({ callee, log, onStep, onMore }: StepProps) {
  const { data } = useQuery({ ...summaryQuery(callee.id), staleTime: 30_000 })
  const timezone = data?.callable.timezone ?? null
  const choices = callbackChoices(timezone ?? undefined)
  return (
    <>
      <Back onStep={onStep} />
      <Menu.Label>{callbackTitle(timezone)}</Menu.Label>
      {choices.map(({ key, label, at }, index) => (
        <DigitItem
          key={key}
          digit={index + 1}
          label={label}
          note={ownTimeText(at, timezone)}
          onClick={() => void log({ outcome: 'callback', callbackAt: at })}
        />
      ))}
      <DigitItem
        digit={choices.length + 1}
        label={t`Another time…`}
        onClick={() => onMore({ outcome: 'callback', direction: 'outbound' })}
      />
    </>
  )
}

function Back({ onStep }: Pick<StepProps, 'onStep'>) {
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
      onClick={() => onStep('results')}
    >
      <Trans>All results</Trans>
    </Menu.Item>
  )
}

const steps = { results: Results, others: Others, callback: CallbackTimes }

interface CallMenuProps {
  callee: Callee
  opened: boolean
  onChange: (opened: boolean) => void
  target?: RefObject<HTMLElement | null>
  /** Called when the menu, and any dialog opened from it, is closed. */
  onEnd?: () => void
  /** Called when a result was chosen: the list goes on to the next person. */
  onLogged?: (() => void) | undefined
  /** The trigger; it must accept a ref. */
  children: ReactElement
}

/** Calls somebody and logs the outcome with one choice. */
export function CallMenu({ callee, opened, onChange, onEnd, onLogged, target, children }: CallMenuProps) {
  const { name } = callee.candidate
  const [more, setMore] = useState<More>()
  const shown = useOpened(opened, target)
  const asksMore = useRef(false)
  const dropdown = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<Step>('results')
  const go = (next: Step) => {
    setStep(next)
    // The chosen item is gone by then.
    requestAnimationFrame(() => dropdown.current?.querySelector<HTMLElement>('[data-digit]')?.focus())
  }
  // Loads them with the menu.
  useCustomFields('call')
  const logWith = (fields: readonly CustomField[], body: Body) => {
    const { outcome = null, endReason, callbackAt } = body
    // The fields that it requires are asked for in the dialog.
    if (fields.some((field) => isRequiredForCall(field, outcome)))
      return showMore({ outcome, direction: 'outbound', endReason, callbackAt })
    void logOutcome(callee, body)
    onLogged?.()
  }
  const log = async (body: Body) => {
    const query = customFieldsQuery('call')
    const known = queryClient.getQueryData(query.queryKey)
    if (known) return logWith(known.items, body)
    // A quick key comes before the fields. The menu closes, but is not at its end.
    asksMore.current = true
    const { items } = await queryClient.ensureQueryData(query).catch(() => ({ items: [] }))
    asksMore.current = false
    logWith(items, body)
    if (!asksMore.current) end()
  }
  const showMore = (next: More) => {
    asksMore.current = true
    setMore(next)
  }
  const Asked = steps[step]
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
          setStep('results')
          if (!next && !asksMore.current) onEnd?.()
        }}
        width={372}
        position="bottom-end"
        withinPortal
      >
        <Menu.Target>{children}</Menu.Target>
        <Menu.Dropdown
          ref={dropdown}
          className={classes.menu}
          aria-label={t`Call with ${name}`}
          onKeyDown={(event) => pickByKey(event, () => step !== 'results' && go('results'))}
        >
          <Dial id={callee.id} />
          <Asked callee={callee} log={log} onStep={go} onMore={showMore} />
          {step === 'results' && (
            <>
              <Menu.Divider />
              <div className={classes.grid}>
                <Menu.Item
                  leftSection={<IconNotes size={16} stroke={1.6} aria-hidden />}
                  onClick={() => showMore({ outcome: null, direction: 'outbound' })}
                >
                  <Trans>Log with a note…</Trans>
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconPhoneIncoming size={16} stroke={1.6} aria-hidden />}
                  onClick={() => showMore({ outcome: null, direction: 'inbound' })}
                >
                  <Trans>Inbound call…</Trans>
                </Menu.Item>
              </div>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {more && (
        <Suspense>
          <LogCallDialog
            application={callee}
            {...more}
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
