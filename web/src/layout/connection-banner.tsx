import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query.ts'
import { type Connection, retryNow, useConnection } from '../live/connection.ts'
import classes from './connection-banner.module.css'

const bannerMs = 4000
const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** Returns true for a while after the connection is restored. Failed queries are then refetched. */
function useIsBack(connection: Connection): boolean {
  const [isBack, setIsBack] = useState(false)
  const before = useRef(connection)
  useEffect(() => {
    const cameBack = connection === 'online' && before.current !== 'online'
    before.current = connection
    setIsBack(cameBack)
    if (!cameBack) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    const timer = setTimeout(() => setIsBack(false), bannerMs)
    return () => clearTimeout(timer)
  }, [connection])
  return isBack
}

/** Reports that the server is unreachable, that no data is lost, and when the connection is restored. */
export function ConnectionBanner() {
  const connection = useConnection()
  const isBack = useIsBack(connection)
  const shown = connection !== 'online' || isBack
  return (
    <div className={classes.place} role="status">
      {shown && (
        <div className={classes.banner} data-back={isBack || undefined}>
          {connection === 'offline' && (
            <>
              <IconWifiOff {...icon} />
              <Trans>You are offline. This page updates when you reconnect.</Trans>
            </>
          )}
          {connection === 'unreachable' && (
            <>
              <IconCloudOff {...icon} />
              <Trans>The server is not responding. Reconnecting.</Trans>
              <Button size="xs" variant="default" className={classes.retry} onClick={retryNow}>
                <Trans>Retry now</Trans>
              </Button>
            </>
          )}
          {isBack && (
            <>
              <IconWifi {...icon} />
              <Trans>Back online</Trans>
            </>
          )}
        </div>
      )}
    </div>
  )
}
