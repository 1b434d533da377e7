import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCloudOff, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../api/query.ts'
import { type Connection, retryNow, useConnection } from '../live/connection.ts'
import classes from './connection-banner.module.css'

const goodNews = 4000
const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** True for a while after the connection came back; what could not be read meanwhile is then read again. */
function useIsBack(connection: Connection): boolean {
  const [isBack, setIsBack] = useState(false)
  const before = useRef(connection)
  useEffect(() => {
    const cameBack = connection === 'online' && before.current !== 'online'
    before.current = connection
    setIsBack(cameBack)
    if (!cameBack) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    const timer = setTimeout(() => setIsBack(false), goodNews)
    return () => clearTimeout(timer)
  }, [connection])
  return isBack
}

/** Says that the server cannot be reached, that one loses nothing by it, and when it is back. */
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
              <Trans>You are offline. What is on screen stays, and is refreshed when you are back.</Trans>
            </>
          )}
          {connection === 'unreachable' && (
            <>
              <IconCloudOff {...icon} />
              <Trans>The server does not answer. What is on screen stays; it is being tried again.</Trans>
              <Button size="xs" variant="default" className={classes.retry} onClick={retryNow}>
                <Trans>Try now</Trans>
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
