import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { signOut, useCurrentUser } from '../session/session.ts'
import { formatTime } from '../ui/format.ts'
import classes from './banner.module.css'

/** Shown on every screen during an impersonation: whose session, until when, and a button to end it. */
export function ImpersonationBanner() {
  const { name, workspace, impersonation } = useCurrentUser()
  const [ending, setEnding] = useState(false)
  if (!impersonation) return null
  function end() {
    setEnding(true)
    void signOut()
  }
  return (
    <section className={classes.banner} aria-label={t`Viewing as another user`}>
      <IconEye size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <Trans>
          Viewing as <strong>{name}</strong> ({workspace.name}), read-only until{' '}
          {formatTime(impersonation.until)}
        </Trans>
      </p>
      <Button size="xs" variant="default" loading={ending} onClick={end}>
        <Trans context="a look at the product as somebody else">Stop viewing</Trans>
      </Button>
    </section>
  )
}
