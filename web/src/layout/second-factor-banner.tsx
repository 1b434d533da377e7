import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShieldExclamation, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import classes from './banner.module.css'
import { IconButton } from './icon-button.tsx'

const dismissedKey = 'second_factor_banner_dismissed'

/** Urges a superadmin to set up a second factor, until they have one or dismiss it for this tab. */
export function SecondFactorBanner() {
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) !== null)
  if (dismissed) return null
  function dismiss() {
    sessionStorage.setItem(dismissedKey, '1')
    setDismissed(true)
  }
  return (
    <section className={classes.banner} aria-label={t`Second factor missing`}>
      <IconShieldExclamation size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <Trans>
          You can manage this installation with a password alone. Protect it with a second factor.
        </Trans>
      </p>
      <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="/settings/password" />}>
        <Trans>Set up</Trans>
      </Button>
      <IconButton icon={IconX} label={t`Dismiss`} onClick={dismiss} />
    </section>
  )
}
