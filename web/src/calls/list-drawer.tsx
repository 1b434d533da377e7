import { Drawer } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../ui/data-table.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './calls-drawer.module.css'

interface ListDrawerProps<Row extends { id: string }>
  extends Omit<ComponentProps<typeof DataTable<Row>>, 'label'> {
  title: string
  /** The number of rows, in words. */
  count: ReactNode
  /** Stands beside the number. */
  action?: ReactNode
  onClose: () => void
}

/** A drawer with the rows behind a number. */
export function ListDrawer<Row extends { id: string }>(props: ListDrawerProps<Row>) {
  const { title, count, action, onClose, ...table } = props
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(720px, 100vw)"
      title={title}
      classNames={{ content: classes.drawer, body: classes.body }}
    >
      <div className={classes.bar}>
        <span aria-live="polite">{table.pages.isOutdated ? null : count}</span>
        {action}
      </div>
      <DataTable label={title} {...table} />
    </Drawer>
  )
}
