import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import classes from '../session/auth-app.module.css'
import { signOut } from '../session/session.ts'
import { Logo } from '../ui/logo.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** Replaces the app for users who must set up the 2FA that their workspace or the installation requires. */
export function RequiredFactorPage() {
  return (
    <main className={classes.ground}>
      <div className={classes.panel}>
        <Logo />
        <div className={classes.form}>
          <title>{t`Two-factor authentication · Muster`}</title>
          <h1 className={classes.title}>
            <Trans>Set up two-factor authentication</Trans>
          </h1>
          <p className={classes.text}>
            <Trans>2FA is required in addition to your password. Setup takes about a minute.</Trans>
          </p>
          <SecondFactorSetup onDone={() => window.location.reload()} />
          <Anchor component="button" type="button" onClick={() => void signOut()}>
            <Trans>Sign out</Trans>
          </Anchor>
        </div>
      </div>
    </main>
  )
}
