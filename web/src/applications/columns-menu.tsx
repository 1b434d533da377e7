import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { applicationColumns } from './application-columns.tsx'
import classes from './columns-menu.module.css'
import type { useColumns } from './use-columns.ts'

/** Chooses the columns of the list and the height of its rows. */
export function ColumnsMenu({ columns, compact, toggle, setCompact, reset }: ReturnType<typeof useColumns>) {
  const shown = new Set(columns.map(({ id }) => id))
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconColumns3 size={16} stroke={1.6} aria-hidden />}
          className={classes.button}
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Label>Columns</Menu.Label>
        {applicationColumns.map(({ id, header }) => (
          <Menu.CheckboxItem
            key={id}
            checked={shown.has(id)}
            disabled={id === 'candidate'}
            onChange={() => toggle(id)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Label>Rows</Menu.Label>
        <Menu.RadioGroup
          value={compact ? 'compact' : 'normal'}
          onChange={(value) => setCompact(value === 'compact')}
        >
          <Menu.RadioItem value="normal">Normal</Menu.RadioItem>
          <Menu.RadioItem value="compact">Compact</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={reset}>Back to how it was</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
