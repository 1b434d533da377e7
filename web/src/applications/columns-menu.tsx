import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconCheck, IconColumns3 } from '@tabler/icons-react'
import { applicationColumns } from './application-columns.tsx'
import classes from './columns-menu.module.css'
import type { useColumns } from './use-columns.ts'

/** Chooses the columns of the list and the height of its rows. */
export function ColumnsMenu({ columns, compact, toggle, setCompact, reset }: ReturnType<typeof useColumns>) {
  const shown = new Set(columns.map(({ id }) => id))
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={220}>
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
          <Menu.Item
            key={id}
            role="menuitemcheckbox"
            aria-checked={shown.has(id)}
            disabled={id === 'candidate'}
            rightSection={shown.has(id) && <IconCheck size={14} aria-hidden />}
            onClick={() => toggle(id)}
          >
            {header}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Rows</Menu.Label>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Height of rows"
          data={['Normal', 'Compact']}
          value={compact ? 'Compact' : 'Normal'}
          onChange={(value) => setCompact(value === 'Compact')}
        />
        <Menu.Divider />
        <Menu.Item closeMenuOnClick onClick={reset}>
          Back to how it was
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
