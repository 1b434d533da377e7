import { Call, Device } from '@twilio/voice-sdk'

/** Why a call did not come about. */
export type CallFailure =
  | 'microphone_refused'
  | 'no_microphone'
  | 'no_connection'
  | 'not_put_through'
  | 'access_refused'
  | 'unsupported'
  | 'not_loaded'
  | 'other'

export type PhoneEvent =
  | { kind: 'ringing' | 'talking' | 'reconnecting' | 'reconnected' }
  /** `isLost`: the connection was lost, nobody hung up. */
  | { kind: 'ended'; isLost: boolean }
  | { kind: 'failed'; why: CallFailure }

export interface PhoneCall {
  mute: (isMuted: boolean) => void
  sendDigit: (digit: string) => void
  hangUp: () => void
}

interface CallOptions {
  token: string
  /** What Twilio sends on to the server. */
  params: Record<string, string>
  /** Returns a token that replaces one about to expire. */
  renewToken: () => Promise<string>
  onEvent: (event: PhoneEvent) => void
}

/** Twilio's codes: https://www.twilio.com/docs/api/errors */
const failures: Record<number, CallFailure> = {
  20101: 'access_refused',
  20103: 'access_refused',
  20104: 'access_refused',
  20107: 'access_refused',
  31201: 'access_refused',
  31202: 'access_refused',
  31203: 'access_refused',
  31204: 'access_refused',
  31205: 'access_refused',
  31207: 'access_refused',
  31401: 'microphone_refused',
  31402: 'no_microphone',
  31003: 'no_connection',
  31005: 'no_connection',
  31009: 'no_connection',
  31486: 'not_put_through',
  31603: 'not_put_through',
  53000: 'no_connection',
  53001: 'no_connection',
  53405: 'no_connection',
}

/** Places a call through Twilio. Only this module knows the SDK: it is large, and loaded when somebody calls. */
export function placeCall({ token, params, renewToken, onEvent }: CallOptions): PhoneCall {
  if (!Device.isSupported) {
    onEvent({ kind: 'failed', why: 'unsupported' })
    return { mute: () => {}, sendDigit: () => {}, hangUp: () => {} }
  }
  const device = new Device(token, {
    codecPreferences: [Call.Codec.Opus, Call.Codec.PCMU],
    closeProtection: true,
    enableImprovedSignalingErrorPrecision: true,
    logLevel: 'silent',
  })
  let call: Call | undefined
  let failure: CallFailure | undefined
  const reached = { ringing: false, talking: false, hungUp: false, over: false }
  const finish = () => {
    if (reached.over) return
    reached.over = true
    device.destroy()
    const why = failure ?? (reached.ringing ? undefined : 'not_put_through')
    if (why && !reached.talking && !reached.hungUp) onEvent({ kind: 'failed', why })
    else onEvent({ kind: 'ended', isLost: failure === 'no_connection' && !reached.hungUp })
  }
  const fail = ({ code }: { code?: number }) => {
    failure = failures[code ?? 0] ?? 'other'
    // Without a call there is nothing that could go on. Errors of a call come before or after its end.
    if (!call) finish()
    else queueMicrotask(() => call?.status() === Call.State.Closed && finish())
  }
  device.on(Device.EventName.Error, (error, failed?: Call) => {
    if (!reached.talking && !failed && call) call.disconnect()
    fail(error)
  })
  device.on(Device.EventName.TokenWillExpire, () => {
    // The call goes on without: only a lost connection could not be restored.
    renewToken().then(
      (renewed) => !reached.over && device.updateToken(renewed),
      () => {},
    )
  })
  device.connect({ params }).then((connecting) => {
    call = connecting
    if (reached.hungUp || reached.over) return connecting.disconnect()
    connecting.on('ringing', () => {
      reached.ringing = true
      onEvent({ kind: 'ringing' })
    })
    connecting.on('accept', () => {
      reached.ringing = true
      reached.talking = true
      onEvent({ kind: 'talking' })
    })
    connecting.on('reconnecting', () => {
      failure = 'no_connection'
      onEvent({ kind: 'reconnecting' })
    })
    connecting.on('reconnected', () => {
      failure = undefined
      onEvent({ kind: 'reconnected' })
    })
    connecting.on('error', fail)
    // Without a token to reconnect with, the SDK closes the call and reports no end.
    connecting.on('transportClose', () =>
      queueMicrotask(() => {
        if (connecting.status() !== Call.State.Closed) return
        failure = 'no_connection'
        finish()
      }),
    )
    for (const end of ['disconnect', 'cancel', 'reject']) connecting.on(end, () => queueMicrotask(finish))
  }, fail)
  return {
    mute: (isMuted) => call?.mute(isMuted),
    sendDigit: (digit) => call?.sendDigits(digit),
    hangUp: () => {
      reached.hungUp = true
      if (call) call.disconnect()
      finish()
    },
  }
}
