import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { applicationSorts } from '@muster/contract/application-filters.ts'
import { maySortBy } from '@muster/contract/client-access.ts'
import { fieldColumnOf } from '@muster/contract/field-subjects.ts'
import { IconArrowsSort } from '@tabler/icons-react'
import { useCurrentUser } from '../../session/session.ts'
import { formatTotal } from '../../ui/format.ts'
import type { Sort } from '../filters/applications-search.ts'
import classes from './sort-menu.module.css'
import { useReadyFields } from './use-usable-sort.ts'

const sortLabels: Record<(typeof applicationSorts)[number], MessageDescriptor> = {
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
  const fields = useReadyFields()
  const offered = Object.entries(sortLabels)
    .filter(([value]) => maySortBy(role, value))
    .map(([value, words]): [string, string] => [value, t(words)])
  const byField = fields.flatMap((field): [string, string][] => {
    const { label } = field
    const column = fieldColumnOf(field)
    return [
      [column, t`by ${label}, ascending`],
      [`-${column}`, t`by ${label}, descending`],
    ]
  })
  const count = total && formatTotal(total)
  const order = [...offered, ...byField].find(([value]) => value === sort)?.[1] ?? ''
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
      <Menu.Dropdown className={classes.menu}>
        <Menu.Label>{t`Sort`}</Menu.Label>
        <Menu.RadioGroup value={sort} onChange={(value) => onSort(value as Sort)}>
          {[...offered, ...byField].map(([value, words]) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {capitalised(words)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
