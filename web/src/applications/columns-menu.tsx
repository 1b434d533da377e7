import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Popover } from '@mantine/core'
import { IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { DensityControl } from '../theme/density-control.tsx'
import type { Column } from '../ui/column.ts'
import classes from './columns-menu.module.css'
import { useColumnDrag } from './use-column-drag.ts'
import type { useColumns } from './use-columns.ts'

type Look = ReturnType<typeof useColumns>

interface ShownColumnProps {
  column: Column<never>
  previousId: string | undefined
  nextId: string | undefined
  look: Look
}

/** A column that is shown: unticked to hide it, and moved by its handle, with the pointer or the arrows. */
function ShownColumn({ column: { id, header, fixed }, previousId, nextId, look }: ShownColumnProps) {
  const { t } = useLingui()
  const { row, edge } = useColumnDrag(id, fixed ? undefined : look.onMove)

  function press(event: KeyboardEvent<HTMLButtonElement>) {
    const handle = event.currentTarget
    if (event.key === 'ArrowUp' && previousId) look.onMove(id, previousId, 'left')
    else if (event.key === 'ArrowDown' && nextId) look.onMove(id, nextId, 'right')
    else return
    event.preventDefault()
    // Where it is put in the page anew the focus is lost.
    requestAnimationFrame(() => handle.focus())
  }

  return (
    <li ref={row} className={classes.column} data-edge={edge ?? undefined}>
      <button
        type="button"
        className={classes.handle}
        disabled={fixed}
        aria-label={t`Reorder ${header}`}
        title={t`Drag, or press the up and down arrows`}
        onKeyDown={press}
      >
        <IconGripVertical size={14} stroke={1.6} aria-hidden />
      </button>
      <Checkbox size="xs" label={header} checked disabled={fixed} onChange={() => look.toggle(id)} />
    </li>
  )
}

/** Chooses the columns of the list, their order, and the height of its rows. */
export function ColumnsMenu({ look }: { look: Look }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const hidden = look.available.filter(({ id }) => !look.columns.some((shown) => shown.id === id))
  // The first one stays first.
  const movable = look.columns.filter(({ fixed }) => !fixed).map(({ id }) => id)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={248} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}
          className={classes.button}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t`Columns`}>
        <h3 className={classes.title}>{t`Shown`}</h3>
        <ul className={classes.columns}>
          {look.columns.map((column) => (
            <ShownColumn
              key={column.id}
              column={column}
              previousId={movable[movable.indexOf(column.id) - 1]}
              nextId={column.fixed ? undefined : movable[movable.indexOf(column.id) + 1]}
              look={look}
            />
          ))}
        </ul>
        {hidden.length > 0 && (
          <>
            <h3 className={classes.title}>{t`More`}</h3>
            <ul className={classes.columns}>
              {hidden.map(({ id, header }) => (
                <li key={id} className={classes.column} data-hidden>
                  <Checkbox size="xs" label={header} checked={false} onChange={() => look.toggle(id)} />
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={classes.density}>
          <DensityControl />
        </div>
        <Button fullWidth size="xs" mt="xs" variant="default" onClick={look.reset}>
          <Trans>Back to how it was</Trans>
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
