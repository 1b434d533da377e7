import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconHandStop, IconPhoneOff, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import type { Candidate } from './candidate-values.ts'
import classes from './candidates.module.css'

/** Whether a person may be called and kept, so plainly that nobody calls by mistake. */
export function Standing({ candidate }: { candidate: Pick<Candidate, 'doNotCall' | 'consent'> }) {
  const { doNotCall, consent } = candidate
  return (
    <ul className={classes.standing} aria-label={t`Calls and consent`}>
      {doNotCall && (
        <li data-kind="late">
          <IconPhoneOff size={16} stroke={1.6} aria-hidden />
          <Trans>Do not call: this person asked not to be called, on any application.</Trans>
        </li>
      )}
      {consent === 'given' && (
        <li data-kind="good">
          <IconShieldCheck size={16} stroke={1.6} aria-hidden />
          <Trans>Consent given</Trans>
        </li>
      )}
      {consent === 'withdrawn' && (
        <li data-kind="late">
          <IconHandStop size={16} stroke={1.6} aria-hidden />
          <Trans>Consent withdrawn: their data must not be used for new positions.</Trans>
        </li>
      )}
      {consent === 'unknown' && (
        <li>
          <IconShieldQuestion size={16} stroke={1.6} aria-hidden />
          <Trans>Not asked for consent yet</Trans>
        </li>
      )}
    </ul>
  )
}
