import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import classes from './fact-list.module.css'

export interface Fact {
  key: string
  label: string
  isEmpty: boolean
  canEdit: boolean
  /** It is never offered to be added, only opened from elsewhere. */
  isHidden?: boolean
  /** Where there is room for one line only, it is not part of it. */
  isMinor?: boolean
  /** `added`: it was empty and is shown to be filled in. */
  render: (added: boolean) => ReactNode
}

export interface FactGroup {
  title: string
  facts: Fact[]
}

/** A menu with more entries than this has a search field. */
const mostUnsearched = 12

interface AddFactProps {
  /** The empty facts that the user may fill in, by the group they belong to. */
  groups: readonly FactGroup[]
  onAdd: (key: string) => void
}

/** Lists the empty facts that the user may fill in, under the titles of their groups. */
function AddFact({ groups, onAdd }: AddFactProps) {
  const [q, setQ] = useState('')
  const count = groups.reduce((sum, { facts }) => sum + facts.length, 0)
  if (count === 0) return null
  const found = groups
    .map(({ title, facts }) => ({
      title,
      facts: facts.filter(({ label }) => label.toLowerCase().includes(q.trim().toLowerCase())),
    }))
    .filter(({ facts }) => facts.length > 0)
  return (
    // The field that opens takes the focus.
    <Menu position="bottom-start" width={220} returnFocus={false} onClose={() => setQ('')}>
      <Menu.Target>
        <UnstyledButton className={classes.add}>
          <IconPlus size={14} stroke={1.6} aria-hidden />
          <Trans>Add a detail</Trans>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.offered}>
        {count > mostUnsearched && (
          <Menu.Search
            placeholder={t`Find a detail`}
            aria-label={t`Find a detail`}
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
        )}
        {found.length === 0 && <Menu.Label>{t`Nothing found`}</Menu.Label>}
        {found.map(({ title, facts }) => (
          <Fragment key={title}>
            {groups.length > 1 && <Menu.Label>{title}</Menu.Label>}
            {facts.map(({ key, label }) => (
              <Menu.Item key={key} onClick={() => onAdd(key)}>
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface FactListProps {
  groups: readonly FactGroup[]
  /** The key of an empty fact that is shown to be filled in. */
  added: string | null
  onAdd: (key: string) => void
  notice?: ReactNode
  children?: ReactNode
}

/** The facts that have a value, edited in place. The others are offered to be added. */
export function FactList({ groups, added, onAdd, notice, children }: FactListProps) {
  const [isWhole, setWhole] = useState(false)
  const isShown = (fact: Fact) => !fact.isEmpty || fact.key === added
  const facts = groups.flatMap((group) => group.facts)
  const shown = facts.filter(isShown)
  const inLine = shown.filter(({ isMinor }) => !isMinor).slice(0, mostInLine)
  const further = new Set(shown.filter((fact) => !inLine.includes(fact)).map(({ key }) => key))
  const furtherCount = formatNumber(further.size)
  return (
    <div className={classes.facts} data-whole={isWhole || undefined}>
      {notice}
      {groups.map(
        (group) =>
          group.facts.some(isShown) && (
            <section key={group.title} aria-label={group.title} className={classes.group}>
              <h3 className={classes.title}>{group.title}</h3>
              <dl className={classes.list}>
                {group.facts.filter(isShown).map((fact) => (
                  <div
                    key={fact.key}
                    className={classes.fact}
                    data-further={further.has(fact.key) || undefined}
                  >
                    <dt className={classes.label}>{fact.label}</dt>
                    <dd className={classes.value}>{fact.render(fact.key === added)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ),
      )}
      {further.size > 0 && (
        <UnstyledButton
          className={classes.further}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? <Trans>Show less</Trans> : <Trans>{furtherCount} more</Trans>}
        </UnstyledButton>
      )}
      <AddFact
        groups={groups
          .map(({ title, facts }) => ({
            title,
            facts: facts.filter((fact) => !isShown(fact) && fact.canEdit && !fact.isHidden),
          }))
          .filter(({ facts }) => facts.length > 0)}
        onAdd={onAdd}
      />
      <div className={classes.aside}>{children}</div>
    </div>
  )
}

/** Where there is room for one line only, it has this many facts. */
const mostInLine = 4
