import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { maySortBy } from '@muster/contract/client-access.ts'
import { IconArrowsSort } from '@tabler/icons-react'
import { useCurrentUser } from '../../session/session.ts'
import { formatTotal } from '../../ui/format.ts'
import type { Sort } from '../filters/applications-search.ts'
import classes from './sort-menu.module.css'

const sortLabels: Record<Sort, MessageDescriptor> = {
  '-lastActivityAt': msg`newest activity first`,
  lastActivityAt: msg`oldest activity first`,
  '-createdAt': msg`newest first`,
  createdAt: msg`oldest first`,
  '-appliedAt': msg`latest applied first`,
  appliedAt: msg`earliest applied first`,
  candidate: msg`by name, A to Z`,
  '-candidate': msg`by name, Z to A`,
  enteredStatusAt: msg`longest in status first`,
  '-enteredStatusAt': msg`shortest in status first`,
  dueAt: msg`most urgent first`,
  callbackAt: msg`next callback first`,
}

function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

interface SortMenuProps {
  total: { value: number; atLeast: boolean } | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** The total and the sort of the list; a click changes the sort. */
export function SortMenu({ total, sort = '-lastActivityAt', onSort }: SortMenuProps) {
  const { t } = useLingui()
  const { role } = useCurrentUser()
  const offered = Object.entries(sortLabels).filter(([value]) => maySortBy(role, value))
  const count = total && formatTotal(total)
  const order = t(sortLabels[sort])
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={t`Sort: ${order}`}>
          <IconArrowsSort size={14} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <span role="status" className={classes.total}>
        {total &&
          (total.value === 1 && !total.atLeast
            ? t`1 application, ${order}`
            : t`${count} applications, ${order}`)}
      </span>
      <Menu.Dropdown>
        <Menu.Label>{t`Sort`}</Menu.Label>
        <Menu.RadioGroup value={sort} onChange={(value) => onSort(value as Sort)}>
          {offered.map(([value, words]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {capitalised(t(words))}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
