import { Trans } from '@lingui/react/macro'
import type { listCalls } from '@muster/contract/calls.ts'
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '../api/query.ts'
import { isConversation } from './call-labels.ts'
import classes from './outcome-menu.module.css'

const OutcomeMenu = lazy(() =>
  import('./outcome-menu.tsx').then((module) => ({ default: module.OutcomeMenu })),
)

/** End reasons that an automatic report cannot be sure of; the recruiter may know better. */
const unsure: readonly (string | null)[] = ['unknown', 'voicemail', 'ivr', 'timeout']

/** Corrects the outcome of a call that has or may have one. */
export function ChangeOutcome({ call }: { call: RowOf<typeof listCalls> }) {
  const [asked, setAsked] = useState(false)
  const spoken = isConversation(call.endReason) || (call.provider !== null && unsure.includes(call.endReason))
  if (!call.can.correct || !(spoken || call.can.takeBack)) return null
  const button = (
    <button type="button" className={classes.button} aria-haspopup="menu" onClick={() => setAsked(true)}>
      <Trans>Change outcome</Trans>
    </button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <OutcomeMenu call={call} />
    </Suspense>
  )
}
