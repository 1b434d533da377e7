import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { SelectionBar } from '../ui/selection-bar.tsx'
import type { Card } from './board-moves.ts'
import classes from './board-view.module.css'

const MoveMenu = lazy(() => import('./move-menu.tsx').then((module) => ({ default: module.MoveMenu })))

/** The actions on the selected cards. */
export function SelectedCards({ cards, onClear }: { cards: readonly Card[]; onClear: () => void }) {
  const [opened, setOpened] = useState<boolean>()
  const target = useRef<HTMLButtonElement>(null)
  const button = (
    <Button ref={target} variant="default" onClick={opened === undefined ? () => setOpened(true) : undefined}>
      <Trans>Move to…</Trans>
    </Button>
  )
  return (
    <SelectionBar
      label={t`Selected applications`}
      count={cards.length}
      onClear={onClear}
      after={
        <span className={classes.keys}>
          <Trans>Drag any selected card to move all</Trans>
        </span>
      }
    >
      {opened === undefined ? (
        button
      ) : (
        <Suspense fallback={button}>
          <MoveMenu cards={cards} opened={opened} onChange={setOpened} target={target}>
            {button}
          </MoveMenu>
        </Suspense>
      )}
    </SelectionBar>
  )
}
