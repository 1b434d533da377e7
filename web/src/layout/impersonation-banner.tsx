import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { signOut, useCurrentUser } from '../session/session.ts'
import { formatTime } from '../ui/format.ts'
import classes from './banner.module.css'

/** Stands over every screen while one looks through somebody's eyes: whose, until when, and the way back. */
export function ImpersonationBanner() {
  const { name, workspace, impersonation } = useCurrentUser()
  const [ending, setEnding] = useState(false)
  if (!impersonation) return null
  function end() {
    setEnding(true)
    void signOut()
  }
  return (
    <section className={classes.banner} aria-label={t`Seen as somebody else`}>
      <IconEye size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>
        <Trans>
          Seen as <strong>{name}</strong> ({workspace.name}), read-only until{' '}
          {formatTime(impersonation.until)}
        </Trans>
      </p>
      <Button size="xs" variant="default" loading={ending} onClick={end}>
        <Trans context="a look at the product as somebody else">End</Trans>
      </Button>
    </section>
  )
}
