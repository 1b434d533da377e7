import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import classes from '../session/auth-app.module.css'
import { signOut } from '../session/session.ts'
import { Logo } from '../ui/logo.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** Stands instead of the app for whoever has yet to set up the second factor that their workspace or the installation requires. */
export function RequiredFactorPage() {
  return (
    <main className={classes.ground}>
      <div className={classes.panel}>
        <Logo />
        <div className={classes.form}>
          <title>{t`Second factor · Muster`}</title>
          <h1 className={classes.title}>
            <Trans>Set up your second factor</Trans>
          </h1>
          <p className={classes.text}>
            <Trans>It is required here, in addition to your password. Setting it up takes a minute.</Trans>
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
