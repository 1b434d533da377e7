import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShieldExclamation, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from './banner.module.css'
import { IconButton } from './icon-button.tsx'

/** Urges a superadmin to set up a second factor, until they have one or dismiss it for this tab. */
export function SecondFactorBanner() {
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  function dismiss() {
    // The layout asks for it, so that no space is kept for a banner that is not shown.
    sessionStorage.second_factor_banner_dismissed = '1'
    setDismissed(true)
  }
  return (
    <section className={classes.banner} aria-label={t`Second factor missing`}>
      <IconShieldExclamation size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <Trans>Only a password protects this installation. Set up a second factor.</Trans>
      </p>
      <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/settings/password" />}>
        <Trans>Set up</Trans>
      </Button>
      <IconButton icon={IconX} label={t`Dismiss`} onClick={dismiss} />
    </section>
  )
}
