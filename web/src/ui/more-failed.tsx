import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import classes from './more-failed.module.css'

/** Shown below a list whose next page failed to load, with Retry. */
export function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={classes.failed}>
      <Trans>Could not load more rows</Trans>
      <Button size="xs" variant="default" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}
