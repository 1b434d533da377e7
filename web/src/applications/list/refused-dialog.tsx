import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import { useOpened } from '../../ui/use-opened.ts'
import type { BulkResult } from '../act-on-applications.ts'
import classes from './refused-dialog.module.css'

interface RefusedDialogProps {
  result: BulkResult
  nameOf: (id: string) => string
  onClose: () => void
}

/** Lists what an action changed, and what it refused with the reasons. */
export function RefusedDialog({ result: { changed, refused }, nameOf, onClose }: RefusedDialogProps) {
  const { t } = useLingui()
  const done = formatNumber(changed)
  const not = formatNumber(refused.length)
  const reasons = Map.groupBy(refused, ({ message }) => message)
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title={t`${done} succeeded, ${not} failed`} size="md">
      {[...reasons].map(([message, rows]) => (
        <section key={message} className={classes.reason}>
          <h3 className={classes.message}>
            {message} <span className={classes.count}>{formatNumber(rows.length)}</span>
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it too */}
          <ul className={classes.names} tabIndex={0}>
            {rows.map(({ applicationId }) => (
              <li key={applicationId}>{nameOf(applicationId)}</li>
            ))}
          </ul>
        </section>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          <Trans>OK</Trans>
        </Button>
      </Group>
    </Modal>
  )
}
