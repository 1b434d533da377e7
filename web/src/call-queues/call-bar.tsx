import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDialpad,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhone,
  IconPhoneOff,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { formatClock } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'
import { formatPhone } from '../ui/phone.ts'
import classes from './call-bar.module.css'
import type { CallFailure } from './phone.ts'
import type { BrowserCall, CallState } from './use-browser-call.ts'

const failures: Record<CallFailure, MessageDescriptor> = {
  microphone_refused: msg`The browser may not use the microphone. Allow it in the address bar, then call again.`,
  no_microphone: msg`No microphone was found, or another app uses it. Connect one, then call again.`,
  no_connection: msg`No connection to Twilio. Check your network and reload the page.`,
  not_put_through: msg`The call was not put through: the line is busy, or this person may not be called now.`,
  access_refused: msg`Twilio refused the API key. Ask an administrator to check it under Settings, Voice providers.`,
  unsupported: msg`This browser cannot place calls.`,
  not_loaded: msg`The phone could not be loaded. Check your network, then call again.`,
  other: msg`Twilio did not take the call.`,
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

/** The seconds since a moment, each second. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer" className={classes.time}>
      {formatClock(Math.max(0, (now - since) / 1000))}
    </span>
  )
}

function stateText(state: CallState, isMuted: boolean): string {
  switch (state.kind) {
    case 'idle':
      return t`No call in progress`
    case 'connecting':
      return t`Connecting…`
    case 'ringing':
      return t`Ringing…`
    case 'talking':
      if (state.isReconnecting) return t`Connection lost. Reconnecting…`
      return isMuted ? t`Connected, muted` : t`Connected`
    case 'ended': {
      if (state.seconds === null) return t`Call ended`
      const length = formatClock(state.seconds)
      if (state.isLost) return t`Connection lost after ${length}`
      return t`Call ended after ${length}`
    }
    case 'failed':
      return t(failures[state.why])
    case 'refused':
      return state.message
  }
}

/** Calls in the browser. */
export function BrowserCallButton({ call, phone }: { call: BrowserCall; phone: string }) {
  const number = formatPhone(phone)
  return (
    <Button
      variant="default"
      aria-label={t`Call ${number}`}
      aria-keyshortcuts="L"
      disabled={call.isActive}
      leftSection={<IconPhone size={16} stroke={1.6} aria-hidden />}
      rightSection={<Kbd>L</Kbd>}
      onClick={call.start}
    >
      {number}
    </Button>
  )
}

/** The state of a call in the browser, and its controls. A call that failed leaves the phone. */
export function CallBar({ call, phone }: { call: BrowserCall; phone: string }) {
  const { state, isMuted, isActive } = call
  const [keypad, setKeypad] = useState(false)
  const failed = state.kind === 'failed' || state.kind === 'refused'
  const isLost = state.kind === 'ended' && state.isLost
  const talking = state.kind === 'talking'
  const text = stateText(state, isMuted)
  return (
    <section aria-label={t`Call`} className={classes.bar} data-state={state.kind}>
      <p className={classes.state}>
        {failed && <IconAlertTriangle size={16} stroke={1.6} aria-hidden />}
        <span role="status">{text}</span>
        {talking && <Elapsed since={state.since} />}
      </p>
      {isActive && (
        <div className={classes.controls}>
          {talking && (
            <>
              <Button
                variant="default"
                aria-keyshortcuts="M"
                leftSection={
                  isMuted ? (
                    <IconMicrophoneOff size={16} stroke={1.6} aria-hidden />
                  ) : (
                    <IconMicrophone size={16} stroke={1.6} aria-hidden />
                  )
                }
                rightSection={<Kbd>M</Kbd>}
                onClick={() => call.mute(!isMuted)}
              >
                {isMuted ? <Trans>Unmute</Trans> : <Trans>Mute</Trans>}
              </Button>
              <Button
                variant="default"
                aria-expanded={keypad}
                leftSection={<IconDialpad size={16} stroke={1.6} aria-hidden />}
                onClick={() => setKeypad(!keypad)}
              >
                <Trans>Keypad</Trans>
              </Button>
            </>
          )}
          <Button
            color="red"
            aria-keyshortcuts="H"
            leftSection={<IconPhoneOff size={16} stroke={1.6} aria-hidden />}
            rightSection={<Kbd>H</Kbd>}
            onClick={call.hangUp}
          >
            <Trans>Hang up</Trans>
          </Button>
        </div>
      )}
      {(failed || isLost) && (
        <div className={classes.controls}>
          <Button
            component="a"
            href={`tel:${phone}`}
            variant="default"
            leftSection={<IconPhone size={16} stroke={1.6} aria-hidden />}
          >
            <Trans>Call by phone</Trans>
          </Button>
        </div>
      )}
      {talking && keypad && (
        <fieldset aria-label={t`Keypad`} className={classes.keypad}>
          {digits.map((digit) => (
            <button key={digit} type="button" className={classes.digit} onClick={() => call.sendDigit(digit)}>
              {digit}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
}
