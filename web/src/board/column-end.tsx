import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { formatNumber } from '../ui/format.ts'
import classes from './board-column.module.css'
import { useBoardContext } from './board-context.ts'
import type { BoardColumn } from './board-moves.ts'

/** Loads more cards on scroll; after a failure, a button retries. */
export function ColumnEnd({ column, near }: { column: BoardColumn; near: boolean }) {
  const { actions } = useBoardContext()
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const { id, nextCursor, total, cards } = column
  const failed = nextCursor !== null && failedAt === nextCursor

  const read = useCallback(() => {
    setFailedAt(null)
    actions.more(id).catch(() => setFailedAt(nextCursor))
  }, [actions, id, nextCursor])
  useEffect(() => {
    if (near && nextCursor && !failed) read()
  }, [near, nextCursor, failed, read])

  if (!nextCursor) return null
  if (failed) {
    return (
      <div className={classes.end}>
        <Button size="xs" variant="default" onClick={read}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    )
  }
  const left = formatNumber(Math.max(1, total.value - cards.length))
  return (
    <div className={classes.end}>
      {total.atLeast ? <Trans>{left}+ more</Trans> : <Trans>{left} more</Trans>}
    </div>
  )
}
