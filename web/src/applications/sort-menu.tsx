import { Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { formatTotal } from '../ui/format.ts'
import type { Sort } from './applications-search.ts'
import classes from './sort-menu.module.css'

const sortWords: Record<Sort, string> = {
  '-lastActivityAt': 'newest activity first',
  lastActivityAt: 'longest without activity first',
  '-createdAt': 'newest first',
  createdAt: 'oldest first',
  '-appliedAt': 'last applied first',
  appliedAt: 'first applied first',
  candidate: 'by name, A to Z',
  '-candidate': 'by name, Z to A',
  enteredStatusAt: 'longest in status first',
  '-enteredStatusAt': 'shortest in status first',
  dueAt: 'most urgent first',
  callbackAt: 'next callback first',
}

interface SortMenuProps {
  total: { value: number; atLeast: boolean } | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** How many there are and in which order; a click changes the order. */
export function SortMenu({ total, sort = '-lastActivityAt', onSort }: SortMenuProps) {
  const count =
    total && `${formatTotal(total)} ${total.value === 1 && !total.atLeast ? 'application' : 'applications'}`
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={`Order: ${sortWords[sort]}`}>
          <IconArrowsSort size={14} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <span role="status" className={classes.total}>
        {count && `${count}, ${sortWords[sort]}`}
      </span>
      <Menu.Dropdown>
        <Menu.Label>Order</Menu.Label>
        <Menu.RadioGroup value={sort} onChange={(value) => onSort(value as Sort)}>
          {Object.entries(sortWords).map(([value, words]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {words[0]?.toUpperCase() + words.slice(1)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
