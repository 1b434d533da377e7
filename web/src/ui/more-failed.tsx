import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from './more-failed.module.css'

/** Below the rows of a list that could not go on: says so, and tries again. */
export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={classes.failed}>
      <Trans>The next rows could not be loaded</Trans>
      <Button size="xs" variant="default" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}
