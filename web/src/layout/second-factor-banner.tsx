import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShieldExclamation, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from './banner.module.css'
import { IconButton } from './icon-button.tsx'

/** Asks a superadmin to set up 2FA, until it is set up or dismissed for this tab. */
export function SecondFactorBanner() {
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  function dismiss() {
    // The layout reads it, so that no space is reserved for a dismissed banner.
    sessionStorage.second_factor_banner_dismissed = '1'
    setDismissed(true)
  }
  return (
    <section className={classes.banner} aria-label={t`2FA not set up`}>
      <IconShieldExclamation size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <Trans>Your admin account is protected by a password only.</Trans>
      </p>
      <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/settings/password" />}>
        <Trans>Set up 2FA</Trans>
      </Button>
      <IconButton icon={IconX} label={t`Dismiss`} onClick={dismiss} />
    </section>
  )
}
