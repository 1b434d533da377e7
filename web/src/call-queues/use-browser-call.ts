import { browserCallParameters, prepareBrowserCall } from '@muster/contract/browser-calls.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import type { CallFailure, PhoneCall, PhoneEvent } from './phone.ts'

export type CallState =
  | { kind: 'idle' | 'connecting' | 'ringing' }
  | { kind: 'talking'; since: number; isReconnecting: boolean }
  /** `seconds` is null if nobody answered. `isLost`: the connection was lost, nobody hung up. */
  | { kind: 'ended'; seconds: number | null; isLost: boolean }
  | { kind: 'failed'; why: CallFailure }
  | { kind: 'refused'; message: string }

export interface BrowserCall {
  state: CallState
  isMuted: boolean
  /** Whether the line is in use, or about to be. */
  isActive: boolean
  /** The call to log: the last one that was put through. */
  placedCallId: string | null
  start: () => void
  hangUp: () => void
  mute: (isMuted: boolean) => void
  sendDigit: (digit: string) => void
}

const activeKinds: readonly CallState['kind'][] = ['connecting', 'ringing', 'talking']

function nextState(state: CallState, event: PhoneEvent): CallState {
  switch (event.kind) {
    case 'ringing':
      return { kind: 'ringing' }
    case 'talking':
      return { kind: 'talking', since: Date.now(), isReconnecting: false }
    case 'reconnecting':
    case 'reconnected':
      return state.kind === 'talking' ? { ...state, isReconnecting: event.kind === 'reconnecting' } : state
    case 'ended':
      return {
        ...event,
        seconds: state.kind === 'talking' ? Math.round((Date.now() - state.since) / 1000) : null,
      }
    case 'failed':
      return event
  }
}

/** Returns the module of Twilio's SDK, or null if it could not be fetched. */
const loadPhone = () => import('./phone.ts').catch(() => null)

/** Calls the claimed person of an application in the browser. The call ends with the component. */
export function useBrowserCall(applicationId: string): BrowserCall {
  const [state, setState] = useState<CallState>({ kind: 'idle' })
  const [isMuted, setMuted] = useState(false)
  const [placedCallId, setPlacedCallId] = useState<string | null>(null)
  const phone = useRef<PhoneCall>(undefined)
  /** Identifies the current attempt: an earlier one must not change the state any more. */
  const attempt = useRef<object>(undefined)
  const isActive = activeKinds.includes(state.kind)
  const prepare = () => call(prepareBrowserCall, { body: { applicationId } })
  const start = async () => {
    if (isActive) return
    const current = {}
    attempt.current = current
    phone.current = undefined
    const isCurrent = () => attempt.current === current
    setMuted(false)
    setState({ kind: 'connecting' })
    try {
      const [sdk, { callId, token }] = await Promise.all([loadPhone(), prepare()])
      if (!isCurrent()) return
      if (!sdk) return setState({ kind: 'failed', why: 'not_loaded' })
      phone.current = sdk.placeCall({
        token,
        params: {
          [browserCallParameters.callId]: callId,
          [browserCallParameters.applicationId]: applicationId,
        },
        renewToken: async () => (await prepare()).token,
        onEvent: (event) => {
          if (!isCurrent()) return
          if (event.kind !== 'failed') setPlacedCallId(callId)
          setState((before) => nextState(before, event))
        },
      })
    } catch (error) {
      if (isCurrent()) setState({ kind: 'refused', message: errorMessage(error) })
    }
  }
  const hangUp = () => {
    if (!isActive) return
    // Twilio's SDK reports the end before this returns.
    if (phone.current) phone.current.hangUp()
    attempt.current = undefined
    phone.current = undefined
    setState((before) =>
      activeKinds.includes(before.kind) ? { kind: 'ended', seconds: null, isLost: false } : before,
    )
  }
  const leave = useEffectEvent(hangUp)
  useEffect(() => () => leave(), [])
  return {
    state,
    isMuted,
    isActive,
    placedCallId,
    start: () => void start(),
    hangUp,
    mute: (next) => {
      // Before, there is no microphone to mute, and a button that says so would lie.
      if (state.kind !== 'talking') return
      phone.current?.mute(next)
      setMuted(next)
    },
    sendDigit: (digit) => phone.current?.sendDigit(digit),
  }
}
