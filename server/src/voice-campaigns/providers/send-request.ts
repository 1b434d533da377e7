/** What became of a request to place a call. Only `placed` and `unknown` may ring at somebody. */
export type Placement =
  | { result: 'placed'; providerCallId: string }
  /** Not this call: the provider does not take its data. */
  | { result: 'refused'; detail: string }
  /** No call at all, until somebody changes the account: a wrong key, no credit. */
  | { result: 'account_refused'; detail: string }
  /** The account does not have the phone number of the agent. */
  | { result: 'number_unknown'; detail: string }
  /** Not now. */
  | { result: 'busy'; detail: string; retryAfterSeconds: number | null }
  /** The provider may have placed it: it answered an error, nothing or nonsense. */
  | { result: 'unknown'; detail: string }

type Failure = Exclude<Placement, { result: 'placed' }>

const timeoutMs = 15_000
const maxDetail = 300

/** Errors before a request was sent. */
const notSent = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Returns the reason in a provider's error, which is text or JSON with a message, or the text itself. */
function detailOf(status: number, text: string): string {
  let message: unknown
  try {
    const body = JSON.parse(text) as { message?: unknown; error_message?: unknown; error?: unknown } | null
    message = body?.message ?? body?.error_message ?? body?.error
  } catch {}
  const reason = Array.isArray(message) ? message.join('; ') : typeof message === 'string' ? message : text
  return `HTTP ${status}: ${reason.replaceAll(/\s+/g, ' ')}`.slice(0, maxDetail)
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

function failureOf(error: unknown): Failure {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  const detail = String(cause?.message || cause?.code || (error as Error).message).slice(0, maxDetail)
  if (cause?.code && notSent.includes(cause.code)) return { result: 'busy', detail, retryAfterSeconds: null }
  return { result: 'unknown', detail }
}

const accountStatuses = [401, 402, 403]

export type Answer = { body: unknown } | Failure

/** Sends a request to a provider and returns the JSON of a success, or what it means that there is none. */
export async function sendRequest(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const text = await response.text()
    const detail = detailOf(response.status, text)
    if (response.ok) {
      try {
        return { body: JSON.parse(text) }
      } catch {
        return { result: 'unknown', detail }
      }
    }
    if (accountStatuses.includes(response.status)) return { result: 'account_refused', detail }
    if (response.status === 429) return { result: 'busy', detail, retryAfterSeconds: retryAfter(response) }
    return { result: response.status < 500 ? 'refused' : 'unknown', detail }
  } catch (error) {
    return failureOf(error)
  }
}

/** Returns the placement of an answer whose field has the provider's id of the call. */
export function readPlacement(answer: Answer, field: string): Placement {
  if (!('body' in answer)) return answer
  const id = (answer.body as Record<string, unknown> | null)?.[field]
  return typeof id === 'string' && id !== '' && id.length <= 300
    ? { result: 'placed', providerCallId: id }
    : { result: 'unknown', detail: JSON.stringify(answer.body).slice(0, maxDetail) }
}
