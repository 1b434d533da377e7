import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallEndReason, CallOutcome } from '../calls/call-labels.ts'
import { type CallResult, keypad, otherResults, resultLabel } from '../calls/call-results.ts'
import { callbackChoices, callbackText, callbackTitle, ownTimeText } from '../calls/callback-choices.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import classes from './call-desk.module.css'

/** The result of a call, as it is logged. */
export interface Result {
  endReason?: CallEndReason
  outcome?: CallOutcome
  callbackAt?: string
}

interface OutcomePadProps {
  result: Result | null
  onResult: (result: Result) => void
  /** The timezone of the person; null if it is unknown. */
  timezone: string | null
  /** Asks for another time to call back than those offered. */
  onOtherTime: () => void
}

interface Choice {
  key: string
  label: string
  note?: string | undefined
  pressed: boolean
  choose: () => void
}

function Choices({ choices, first = 1 }: { choices: Choice[]; first?: number }) {
  return (
    <div className={classes.choices}>
      {choices.map(({ key, label, note, pressed, choose }, index) => (
        <button
          key={key}
          type="button"
          className={classes.choice}
          aria-pressed={pressed}
          aria-keyshortcuts={String((first + index) % 10)}
          onClick={choose}
        >
          <span aria-hidden>
            <Kbd>{String((first + index) % 10)}</Kbd>
          </span>
          <span>{label}</span>
          {note && <span className={classes.caption}>{note}</span>}
        </button>
      ))}
    </div>
  )
}

/** Returns a time on the clock of the person, then on the user's own where it differs. */
function timesText(at: string, timezone: string | null): string {
  return [callbackText(at, timezone ?? undefined), ownTimeText(at, timezone)].filter(Boolean).join(' · ')
}

/** The results of a call, each with a digit; a callback asks for its time. */
export function OutcomePad({ result, onResult, timezone, onOtherTime }: OutcomePadProps) {
  const [step, setStep] = useState<'results' | 'others' | 'callback'>('results')
  const is = (each: CallResult) =>
    'outcome' in each ? result?.outcome === each.outcome : result?.endReason === each.endReason
  const toChoice = (each: CallResult): Choice => {
    const isCallback = 'outcome' in each && each.outcome === 'callback'
    return {
      key: resultLabel(each),
      label: isCallback ? t`Callback…` : resultLabel(each),
      note: isCallback && result?.callbackAt ? timesText(result.callbackAt, timezone) : undefined,
      pressed: is(each),
      choose: () => (isCallback ? setStep('callback') : onResult(each)),
    }
  }
  const results = keypad.map(toChoice)
  const more: Choice = {
    key: 'others',
    label: t`Other result…`,
    pressed: otherResults.some(is),
    choose: () => setStep('others'),
  }
  const pick = (next: Result) => {
    onResult(next)
    setStep('results')
  }
  const shown =
    step === 'callback'
      ? [
          ...callbackChoices(timezone ?? undefined).map(({ key, label, at }) => ({
            key,
            label,
            note: ownTimeText(at, timezone),
            pressed: result?.callbackAt === at,
            choose: () => pick({ outcome: 'callback', callbackAt: at }),
          })),
          { key: 'other', label: t`Another time…`, pressed: false, choose: onOtherTime },
        ]
      : step === 'others'
        ? otherResults.map((each) => ({ ...toChoice(each), choose: () => pick(each) }))
        : [...results, more]
  const byDigit = Object.fromEntries(shown.map(({ choose }, index) => [String((index + 1) % 10), choose]))
  useShortcuts(step === 'results' ? byDigit : { ...byDigit, Backspace: () => setStep('results') })
  if (step !== 'results')
    return (
      <section aria-label={t`Outcome`}>
        <div className={classes.group}>
          <h3>{step === 'others' ? <Trans>Other result</Trans> : callbackTitle(timezone)}</h3>
          <button type="button" className={classes.back} onClick={() => setStep('results')}>
            <Trans>Back</Trans>
          </button>
        </div>
        <Choices choices={shown} />
      </section>
    )
  return (
    <section aria-label={t`Outcome`}>
      <div className={classes.group}>
        <h3>
          <Trans>Not reached</Trans>
        </h3>
      </div>
      <Choices choices={shown.slice(0, 3)} />
      <div className={classes.group}>
        <h3>
          <Trans>Reached</Trans>
        </h3>
      </div>
      <Choices choices={shown.slice(3)} first={4} />
    </section>
  )
}
