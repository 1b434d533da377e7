import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Kbd } from '../ui/kbd.tsx'
import classes from './reviews.module.css'
import type { Decided } from './use-decisions.ts'

/** Reports the last decision, and offers to undo it. */
export function UndoBar({ decided, onUndo }: { decided: Decided | undefined; onUndo: () => void }) {
  const name = decided?.name ?? ''
  return (
    <div
      className={classes.undo}
      role="status"
      data-shown={decided ? true : undefined}
      data-bottom-bar={decided ? 'high' : undefined}
    >
      {decided && (
        <>
          <span>{decided.kind === 'approve' ? t`Approved ${name}` : t`Declined ${name}`}</span>
          <Button
            size="xs"
            variant="default"
            aria-keyshortcuts="z"
            onClick={onUndo}
            rightSection={
              <span className={classes.key} aria-hidden>
                <Kbd>Z</Kbd>
              </span>
            }
          >
            <Trans>Undo</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
