import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { IconColumns3, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { DensityControl } from '../../theme/density-control.tsx'
import type { Column } from '../../ui/column.ts'
import classes from './columns-menu.module.css'
import { useColumnDrag } from './use-column-drag.ts'
import type { useColumns } from './use-columns.ts'

type ColumnSettings = ReturnType<typeof useColumns>

interface ShownColumnProps {
  column: Column<never>
  previousId: string | undefined
  nextId: string | undefined
  columnSettings: ColumnSettings
}

/** A shown column. Its checkbox hides it; its handle moves it, by pointer or arrow keys. */
function ShownColumn({
  column: { id, header, fixed },
  previousId,
  nextId,
  columnSettings,
}: ShownColumnProps) {
  const { t } = useLingui()
  const { row, edge } = useColumnDrag(id, fixed ? undefined : columnSettings.onMove)

  function press(event: KeyboardEvent<HTMLButtonElement>) {
    const handle = event.currentTarget
    if (event.key === 'ArrowUp' && previousId) columnSettings.onMove(id, previousId, 'left')
    else if (event.key === 'ArrowDown' && nextId) columnSettings.onMove(id, nextId, 'right')
    else return
    event.preventDefault()
    // Moving the element in the document loses the focus.
    requestAnimationFrame(() => handle.focus())
  }

  return (
    <li ref={row} className={classes.column} data-edge={edge ?? undefined}>
      <button
        type="button"
        className={classes.handle}
        disabled={fixed}
        aria-label={t`Reorder ${header}`}
        title={t`Drag, or use the up and down arrow keys`}
        onKeyDown={press}
      >
        <IconGripVertical size={14} stroke={1.6} aria-hidden />
      </button>
      <Checkbox
        size="xs"
        label={header}
        checked
        disabled={fixed}
        onChange={() => columnSettings.toggle(id)}
      />
    </li>
  )
}

/** With more hidden columns than this, they have a search field. */
const mostUnsearched = 15

/** Chooses the columns of the list, their order and the density of its rows. */
export function ColumnsMenu({ columnSettings }: { columnSettings: ColumnSettings }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const hidden = columnSettings.available.filter(
    ({ id }) => !columnSettings.columns.some((shown) => shown.id === id),
  )
  const [q, setQ] = useState('')
  const found = hidden.filter(({ header }) => header.toLowerCase().includes(q.trim().toLowerCase()))
  // The first column is fixed.
  const movable = columnSettings.columns.filter(({ fixed }) => !fixed).map(({ id }) => id)
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
          {columnSettings.columns.map((column) => (
            <ShownColumn
              key={column.id}
              column={column}
              previousId={movable[movable.indexOf(column.id) - 1]}
              nextId={column.fixed ? undefined : movable[movable.indexOf(column.id) + 1]}
              columnSettings={columnSettings}
            />
          ))}
        </ul>
        {hidden.length > 0 && (
          <>
            <h3 className={classes.title}>{t`Hidden`}</h3>
            {hidden.length > mostUnsearched && (
              <TextInput
                size="xs"
                placeholder={t`Find a column`}
                aria-label={t`Find a column`}
                value={q}
                onChange={(event) => setQ(event.currentTarget.value)}
              />
            )}
            <ul className={classes.columns}>
              {found.map(({ id, header }) => (
                <li key={id} className={classes.column} data-hidden>
                  <Checkbox
                    size="xs"
                    label={header}
                    checked={false}
                    onChange={() => columnSettings.toggle(id)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={classes.density}>
          <DensityControl />
        </div>
        <Button fullWidth size="xs" mt="xs" variant="default" onClick={columnSettings.reset}>
          <Trans>Reset</Trans>
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
