import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconLayoutRows } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Board, LaneGroup } from './board-moves.ts'
import classes from './toolbar.module.css'

const ChoiceMenu = lazy(() => import('./choice-menu.tsx').then((module) => ({ default: module.ChoiceMenu })))

const route = getRouteApi('/board/$id')

/**
 * Groups the board into lanes. On a position's board all cards have the same company, so that choice is
 * missing.
 */
export function GroupMenu({ kind }: { kind: Board['kind'] }) {
  const { group } = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const labels = { none: t`Group`, owner: t`Grouped by owner`, company: t`Grouped by company` }
  const choices: { name: LaneGroup | 'none'; label: string }[] = [
    { name: 'none', label: t`No grouping` },
    { name: 'owner', label: t`By owner` },
    ...(kind === 'pipeline' ? [{ name: 'company' as const, label: t`By company` }] : []),
  ]
  const button = (
    <Button
      ref={target}
      variant="default"
      className={classes.tool}
      aria-label={labels[group ?? 'none']}
      title={labels[group ?? 'none']}
      data-on={group !== undefined || undefined}
      aria-haspopup="menu"
      leftSection={<IconLayoutRows size={16} stroke={1.6} aria-hidden />}
      onClick={opened === undefined ? () => setOpened(true) : undefined}
    >
      {labels[group ?? 'none']}
    </Button>
  )
  if (opened === undefined) return button
  return (
    <Suspense fallback={button}>
      <ChoiceMenu
        choices={choices}
        chosen={group ?? 'none'}
        onChoose={(name) =>
          navigate({
            search: (now) => ({ ...now, group: name === 'none' ? undefined : (name as LaneGroup) }),
          })
        }
        opened={opened}
        onChange={setOpened}
        target={target}
      >
        {button}
      </ChoiceMenu>
    </Suspense>
  )
}
